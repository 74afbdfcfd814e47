/// Letters as formulas show them.
enum MathLetters {
  /// A text of one letter as the italic one of mathematics; nil for other texts.
  /// https://w3c.github.io/mathml-core/#new-text-transform-values
  static func italic(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= 100 else { return nil }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { !$0.properties.isWhitespace }
    guard scalars.count == 1, let letter = scalars.first?.value, let scalar = Unicode.Scalar(italic(letter)),
      scalar.value != letter
    else { return nil }
    return Array(String(scalar).utf8)
  }

  private static func italic(_ letter: UInt32) -> UInt32 {
    switch letter {
    // The one that had its place already: Planck's constant.
    case 0x68: 0x210E
    case 0x41...0x5A: 0x1D434 + (letter - 0x41)
    case 0x61...0x7A: 0x1D44E + (letter - 0x61)
    case 0x131: 0x1D6A4
    case 0x237: 0x1D6A5
    case 0x391...0x3A9: 0x1D6E2 + (letter - 0x391)
    case 0x3B1...0x3C9: 0x1D6FC + (letter - 0x3B1)
    case 0x2207: 0x1D6FB
    case 0x2202: 0x1D715
    case 0x3D1: 0x1D717
    case 0x3D5: 0x1D719
    case 0x3D6: 0x1D71B
    case 0x3F0: 0x1D718
    case 0x3F1: 0x1D71A
    case 0x3F4: 0x1D6F3
    case 0x3F5: 0x1D716
    default: letter
    }
  }
}
