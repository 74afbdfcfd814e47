import Testing

@testable import OffscreenLayout

struct CaseMappingTests {
  @Test(arguments: [
    ("", "straße i", "STRASSE I"), ("tr", "diyarbakır i", "DİYARBAKIR İ"), ("az-Latn", "i", "İ"),
    ("el", "καλημέρα αύριο", "ΚΑΛΗΜΕΡΑ ΑΥΡΙΟ"), ("el", "μαΐου", "ΜΑΪΟΥ"), ("el", "ήσουν ή εγώ", "ΗΣΟΥΝ Ή ΕΓΩ"),
    ("el", "νεράιδα", "ΝΕΡΑΪΔΑ"), ("lt", "i\u{307}\u{300}", "I\u{300}"), ("nl", "ijs", "IJS"), ("", "აბგ", "აბგ"),
  ])
  func upperCase(_ language: String, _ text: String, _ expected: String) {
    #expect(CaseMapping(language: language).uppercased(text) == expected)
  }

  @Test(arguments: [
    ("", "ΟΔΥΣΣΕΥΣ ΣΑΣ Σ", "οδυσσευς σας σ"), ("tr", "DIYARBAKIR İ", "dıyarbakır i"), ("", "I", "i"),
    ("lt", "Ì J\u{301}", "i\u{307}\u{300} j\u{307}\u{301}"),
  ])
  func lowerCase(_ language: String, _ text: String, _ expected: String) {
    #expect(CaseMapping(language: language).lowercased(text) == expected)
  }

  @Test(arguments: [
    ("nl", "ijsland ij", "IJsland IJ"), ("", "ijsland", "Ijsland"), ("tr", "istanbul", "İstanbul"),
    ("", "it's ǆ 3rd ßa ŉ", "It's ǅ 3rd ßa ŉ"),
    // Words end as Unicode's do, at full stops and colons too, and at ideographs.
    ("", "foo_bar _foo a·b ·foo foo.bar", "Foo_bar _foo A·b ·Foo Foo.Bar"),
    ("", "½foo ªfoo foo²bar foo''bar 1'b a\u{AD}b", "½Foo ªfoo Foo²Bar Foo''Bar 1'B A\u{AD}b"),
    ("", "ta字bar カta ภta foo'_bar", "Ta字Bar カTa ภta Foo'_bar"),
  ])
  func titleCase(_ language: String, _ text: String, _ expected: String) {
    var isInWord = false
    #expect(CaseMapping(language: language).capitalized(text, isInWord: &isInWord) == expected)
  }
}
