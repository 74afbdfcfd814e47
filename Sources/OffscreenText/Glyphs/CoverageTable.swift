import OffscreenPlatform

/// Skia's correction of text coverage for contrast and gamma: dark text on an unknown, presumably
/// light ground gets a little heavier, and so on by the luminance of the text.
enum CoverageTable {
  /// Deviation: Skia is built with 0.2; with 0.22 the tables come nearer to what it draws.
  static let contrast = 0.22
  static let gamma = 1.2

  /// The luminance of a colour, in eight steps.
  static func luminance(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let linear =
      0.2126 * pow(Double(red) / 255, gamma) + 0.7152 * pow(Double(green) / 255, gamma)
      + 0.0722 * pow(Double(blue) / 255, gamma)
    let value = UInt8((pow(linear, 1 / gamma) * 255).rounded().clamped(0, 255))
    return value >> 5
  }

  static func make(luminance: UInt8) -> [UInt8] {
    let step = Int(luminance & 7)
    let source = Double(step << 5 | step << 2 | step >> 1) / 255
    let ground = 1 - source
    let linearSource = pow(source, gamma)
    let linearGround = pow(ground, gamma)
    let adjustment = contrast * linearGround
    return (0..<256).map { index in
      let raw = Double(index) / 255
      let coverage = raw + (1 - raw) * adjustment * raw
      if abs(ground - source) < 1.0 / 256 { return UInt8((255 * coverage + 0.5).clamped(0, 255)) }
      let blended = linearSource * coverage + linearGround * (1 - coverage)
      let result = (pow(blended, 1 / gamma) - ground) / (source - ground)
      return UInt8((255 * result + 0.5).rounded(.down).clamped(0, 255))
    }
  }
}
