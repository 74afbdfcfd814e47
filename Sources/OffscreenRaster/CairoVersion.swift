import CCairo
import OffscreenPlatform

/// The version of Cairo, which every picture names.
enum CairoVersion {
  /// Optimization: the name of its file says it, so that a page that is drawn without Cairo need not open it.
  static let text =
    parsed(fileName: LibraryFile.name(of: OFFSCREEN_CAIRO_LIBRARY)) ?? String(cString: cairo_version_string())

  /// `libcairo.so.2.11600.0` is of 1.16.0: nil of every other form.
  static func parsed(fileName: String?) -> String? {
    guard let fileName, fileName.hasPrefix(OFFSCREEN_CAIRO_LIBRARY + ".") else { return nil }
    let numbers = fileName.dropFirst(OFFSCREEN_CAIRO_LIBRARY.count + 1).split(separator: ".").map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], first >= 10_000, numbers[1] == 0 else { return nil }
    return "\(first / 10_000).\(first / 100 % 100).\(first % 100)"
  }
}
