import Testing

@testable import Offscreen

/// The reader's languages, and who is told of them.
@Suite struct ReaderLanguagesTests: ScriptTesting {
  @Test func tags() throws {
    #expect(ReaderLanguages(" de-CH, de ,en")?.tags == ["de-CH", "de", "en"])
    #expect(ReaderLanguages("zh-Hant-TW")?.description == "zh-Hant-TW")
    for text in ["", ",", "de,", "-", "de_CH", "de-", "1a", "de\r\nX: y", "toolonglanguage"] {
      #expect(ReaderLanguages(text) == nil, "\(text)")
    }
    #expect(ReaderLanguages((0...20).map { _ in "de" }.joined(separator: ",")) == nil)
  }

  @Test func headersWantTheFirstMost() throws {
    #expect(PageOptions().languages.header == "en-US,en;q=0.9")
    #expect(ReaderLanguages("de-CH,de,fr,en")?.header == "de-CH,de;q=0.9,fr;q=0.8,en;q=0.7")
    #expect(ReaderLanguages((0..<12).map { _ in "de" }.joined(separator: ","))?.header.hasSuffix("q=0.1") == true)
  }

  @Test func scriptsAndDrawingsFollow() throws {
    let markup = """
      <!doctype html><svg><switch>
        <rect systemLanguage="en" width="1" height="9"/>
        <rect id="swiss" systemLanguage="fr, de-CH" width="3" height="9"/>
        <rect width="2" height="9"/>
      </switch></svg>
      """
    let expression = """
      [navigator.language, navigator.languages.join(), navigator.languages === navigator.languages,
        Object.isFrozen(navigator.languages), document.querySelector("switch").getBBox().width].join("|")
      """
    let results = try [nil, "de-CH,de", "de", "it"].map { text in
      let result = try evaluate(markup, expression) { options in
        if let languages = text.flatMap(ReaderLanguages.init) { options.languages = languages }
      }
      guard case .value(let json, _) = result else { return "nothing" }
      return json
    }
    #expect(
      results == [
        #""en-US|en-US,en|true|true|1""#, #""de-CH|de-CH,de|true|true|3""#, #""de|de|true|true|3""#,
        #""it|it|true|true|2""#,
      ])
  }
}
