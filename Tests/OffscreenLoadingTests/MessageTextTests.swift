import OffscreenLoading
import Testing

/// What pages and servers say may stand in messages, and steers nothing there.
struct MessageTextTests {
  @Test(arguments: [
    ("plain text, 1", "plain text, 1"), ("two\nlines\r\n", "two lines  "), ("\u{1B}[31mred\u{7}", " [31mred "),
    ("\u{9B}31m\u{85}\u{90}", " 31m  "), ("\u{202E}gnp.exe\u{2066}\u{2069}\u{200F}", " gnp.exe   "),
    ("a\u{2028}b\u{2029}c\u{FEFF}", "a b c "), ("\u{E0041}\u{FFF9}x\u{61C}", "  x "),
    ("caf\u{E9} \u{5D0} \u{1F600}", "caf\u{E9} \u{5D0} \u{1F600}"),
  ])
  func nothingSteers(text: String, shown: String) { #expect(text.onOneLine() == shown) }

  @Test func nothingIsLong() {
    let long = String(repeating: "e\u{301}", count: 1_000_000)
    #expect(long.onOneLine(100).unicodeScalars.count == 101)
    #expect(long.asMessage.unicodeScalars.count == MessageText.longest + 1)
    #expect(String(repeating: "x", count: 201).onOneLine().utf8.count == 200 + "…".utf8.count)
  }

  @Test func pagesHaveNoMoreMessagesThanAReaderCanUse() {
    let messages = Array(repeating: "a\u{7}", count: MessageText.most + 3).asMessages
    #expect(messages.count == MessageText.most + 1)
    #expect(messages.first == "a " && messages.last == "and 3 more")
    #expect(["x"].asMessages == ["x"])
  }
}
