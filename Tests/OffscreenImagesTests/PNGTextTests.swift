import Testing

@testable import OffscreenImages

@Suite struct PNGTextTests {
  private func picture(_ notes: [PNGText]) throws -> [UInt8] {
    let bitmap = try Bitmap(width: 2, height: 2)
    bitmap.fill(0xFFFF_FFFF)
    return bitmap.pngData(text: notes)
  }

  @Test func notesComeBack() throws {
    let notes = [PNGText("Software", "Offscreen"), PNGText("Title", "Füße 中\nzwei"), PNGText("Empty", "")]
    let bytes = try picture(notes)
    #expect(PNGText.read(bytes) == notes)
    let decoded = try ImageSource(bytes: bytes).decode()
    #expect(decoded[1, 1] == 0xFFFF_FFFF)
  }

  @Test func keywordsAreKeptValid() {
    #expect(PNGText("a\u{0}b\nc", "x\u{0}y") == PNGText("abc", "xy"))
    #expect(PNGText(String(repeating: "k", count: 200), "").keyword.count == 79)
  }

  @Test func anyBytesAreRead() throws {
    let bytes = try picture([PNGText("Title", "Füße"), PNGText("A", "b")])
    for count in 0..<bytes.count { _ = PNGText.read(Array(bytes.prefix(count))) }
    for place in 8..<bytes.count {
      var broken = bytes
      broken[place] = 0xFF
      _ = PNGText.read(broken)
    }
  }
}
