/// The viewport, scale and touch of a device, for `--device`.
///
/// Sizes are those of the devices' data sheets, in CSS pixels, upright.
struct Device {
  let name: String
  let viewport: Viewport
  /// Device pixels per CSS pixel.
  let scale: Double
  /// Whether pages are laid out as on a small touch screen.
  let isMobile: Bool

  private init(_ name: String, _ width: Int, _ height: Int, _ scale: Double, isMobile: Bool = true) {
    (self.name, viewport, self.scale, self.isMobile) = (name, Viewport(width: width, height: height), scale, isMobile)
  }

  static let all = [
    Device("iphone-se", 375, 667, 2), Device("iphone-13-mini", 375, 812, 3), Device("iphone-15", 393, 852, 3),
    Device("iphone-15-pro-max", 430, 932, 3), Device("pixel-5", 393, 851, 2.75), Device("pixel-8", 412, 915, 2.625),
    Device("galaxy-s9", 360, 740, 3), Device("galaxy-s24", 360, 780, 3),
    Device("ipad-mini", 768, 1024, 2), Device("ipad", 810, 1080, 2), Device("ipad-pro-11", 834, 1194, 2),
    Device("ipad-pro-13", 1024, 1366, 2), Device("galaxy-tab-s4", 712, 1138, 2.25),
    Device("laptop", 1366, 768, 1, isMobile: false), Device("laptop-hidpi", 1440, 900, 2, isMobile: false),
    Device("desktop", 1920, 1080, 1, isMobile: false),
  ]

  static let names = all.map(\.name).joined(separator: ", ")

  /// `iphone-15`, and with `-landscape` lying on its side.
  init?(named name: String) {
    let wanted = name.lowercased().split(separator: " ").joined(separator: "-")
    let isLandscape = wanted.hasSuffix("-landscape")
    let upright = isLandscape ? String(wanted.dropLast("-landscape".count)) : wanted
    guard let device = Self.all.first(where: { $0.name == upright }) else { return nil }
    let (width, height) = (device.viewport.width, device.viewport.height)
    self.init(
      device.name, isLandscape ? height : width, isLandscape ? width : height, device.scale, isMobile: device.isMobile)
  }
}
