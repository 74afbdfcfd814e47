import Testing

@testable import OffscreenText

@Suite struct HyphenatorTests {
  private func parted(
    _ text: String, language: String = "en", limits: BreakRules.Hyphenation? = BreakRules.Hyphenation()
  ) -> String {
    let bytes = Array(text.utf8)
    let rules = BreakRules(language: language, hyphenation: limits)
    return bytes.withUnsafeBufferPointer { buffer in
      var breaks = BreakFinder(text: buffer, rules: rules, words: DictionaryWords()).find()
      Hyphenator().mark(buffer, rules: rules, in: &breaks)
      var result: [UInt8] = []
      for (offset, byte) in bytes.enumerated() {
        if breaks[offset].line == .hyphen { result.append(0x3D) }
        result.append(byte)
      }
      return String(decoding: result, as: UTF8.self)
    }
  }

  @Test func partsWordsOfKnownLanguages() throws {
    try #require(Hyphenator().languages.contains("en-us"), "the package hyphen-en-us is not installed")
    #expect(parted("The highway, INTERNATIONAL") == "The high=way, IN=TER=NA=TIONAL")
    #expect(parted("highway", language: "en-AU") == "high=way")
  }

  @Test func leavesOthersWhole() {
    #expect(parted("highway", language: "tlh") == "highway")
    #expect(parted("highway", language: "") == "highway")
    #expect(parted("highway", limits: nil) == "highway")
  }

  @Test func softHyphensGoBeforeTheDictionary() {
    #expect(parted("inter\u{AD}national") == "inter\u{AD}=national")
  }

  @Test func respectsLimits() {
    #expect(parted("highway", limits: BreakRules.Hyphenation(word: 8)) == "highway")
    #expect(parted("highway", limits: BreakRules.Hyphenation(after: 4)) == "highway")
    #expect(parted("international", limits: BreakRules.Hyphenation(before: 4, after: 3)) == "inter=na=tional")
  }

  @Test func longWordsStayWhole() {
    #expect(!parted(String(repeating: "highway", count: 100)).contains("="))
  }

  @Test func noFolderMeansNoDictionaries() {
    #expect(Hyphenator(folder: "/nonexistent").languages.isEmpty)
  }
}
