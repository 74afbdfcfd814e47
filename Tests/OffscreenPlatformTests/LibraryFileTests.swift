import Testing

@testable import OffscreenPlatform

@Suite struct LibraryFileTests {
  @Test("the loader's list names the file that is opened", arguments: ["libfreetype.so.6", "libglib-2.0.so.0"])
  func file(library: String) throws {
    let name = try #require(LibraryFile.name(of: library))
    #expect(name.hasPrefix(library + "."))
    let opened = try #require(dlopen(library, RTLD_NOW))
    defer { dlclose(opened) }
    #expect(mappings().contains("/" + name + "\n"))
  }

  @Test("what is in no list has no name") func missing() {
    #expect(LibraryFile.name(of: "libnothing-of-that-name.so.1") == nil)
    #expect(LibraryFile.name(of: "") == nil)
  }

  @Test("libraries that are opened late are there") func late() { #expect(LateLibraries.open() == nil) }

  /// The files that this process has in its memory.
  private func mappings() -> String {
    guard let file = fopen("/proc/self/maps", "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
