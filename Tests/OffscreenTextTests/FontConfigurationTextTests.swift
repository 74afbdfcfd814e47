import Testing

@testable import OffscreenText

@Suite struct FontConfigurationTextTests {
  private func prepared(_ text: String, cache: String? = nil) -> String {
    String(decoding: FontConfigurationText.prepared(Array(text.utf8), cache: cache).dropLast(), as: UTF8.self)
  }

  @Test("the file's folders give way to the cache") func folders() {
    #expect(
      prepared(
        "<fontconfig>\n  <dir prefix=\"relative\">.</dir>\n <cachedir>c</cachedir>\n</fontconfig>\n", cache: "/a&<b")
        == "<fontconfig>\n<cachedir>/a&amp;&lt;b</cachedir>\n</fontconfig>\n")
  }

  @Test("all else stays", arguments: ["", "\n", "a", "a\n\n b", "<fontconfig>\n<alias/>\n</fontconfig>"])
  func others(text: String) { #expect(prepared(text) == text) }
}
