import CCairo
import Testing

@testable import OffscreenRaster

@Suite struct CairoVersionTests {
  @Test("it is what Cairo says itself") func version() {
    #expect(CairoVersion.text == String(cString: cairo_version_string()))
  }

  @Test(
    "file names say versions",
    arguments: [
      ("libcairo.so.2.11600.0", "1.16.0"), ("libcairo.so.2.11804.0", "1.18.4"), ("libcairo.so.2.20001.0", "2.0.1"),
      ("libcairo.so.2", nil), ("libcairo.so.2.17.1", nil), ("libcairo.so.2.11600", nil), ("libcairo.so.3.11600.0", nil),
      ("libcairo.so.2.11600.1", nil), ("libcairo.so.2.x.0", nil), (nil, nil),
    ] as [(String?, String?)])
  func names(file: String?, version: String?) { #expect(CairoVersion.parsed(fileName: file) == version) }
}
