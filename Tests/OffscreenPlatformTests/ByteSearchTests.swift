import OffscreenPlatform
import Testing

struct ByteSearchTests {
  @Test func bytesAreFoundInBytes() {
    let text = Array("transform: none".utf8)
    for (wanted, isThere) in [
      ("transform", true), ("none", true), (":", true), ("", true), ("transition", false), ("none ", false),
    ] {
      #expect(text.contains(bytes: wanted.utf8) == isThere, "\(wanted)")
      #expect(text.reversed().contains(bytes: wanted.utf8.reversed()) == isThere, "\(wanted)")
    }
    let tail = Array("a@mediaa@medi".utf8)
    for wanted in ["a", "@media", "aa@medi", "a@mediaa@medi"] {
      #expect(tail.contains(bytes: wanted.utf8), "\(wanted)")
    }
    for wanted in ["b", "@mediab", "a@mediaa@media", "media@"] {
      #expect(!tail.contains(bytes: wanted.utf8), "\(wanted)")
    }
    #expect(![UInt8]().contains(bytes: "a".utf8) && [UInt8]().contains(bytes: "".utf8))
    #expect("of text".utf8.contains(bytes: "f t".utf8) && "of text"[...].utf8.contains(bytes: "text".utf8))
  }
}
