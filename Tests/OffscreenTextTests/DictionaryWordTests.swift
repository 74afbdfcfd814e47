import TestSupport
import Testing

@testable import OffscreenText

/// Words of scripts that are written without spaces.
@Suite struct DictionaryWordTests {
  private func marked(_ text: String, _ words: DictionaryWords, _ rules: BreakRules = BreakRules()) -> String {
    let bytes = Array(text.utf8)
    let breaks = bytes.withUnsafeBufferPointer { BreakFinder(text: $0, rules: rules, words: words).find() }
    var result: [UInt8] = []
    for (byte, opportunity) in zip(bytes, breaks) {
      if opportunity.endsLine { result.append(UInt8(ascii: "|")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where lines end in Chromium 156 in a column that is as narrow as can be. Its dictionaries of Lao and Khmer
  /// are newer than those of ICU 72: these are texts that both part alike.
  static let chromium = [
    "มนุษย์|ทั้ง|ปวง|เกิด|มา|มี|อิสระ|และ|เสมอ|ภาค|กัน|ใน|เกียรติศักดิ์|และ|สิทธิ |ต่าง|มี|เหตุผล|และ|มโนธรรม |และ|ควร|ปฏิบัติ|ต่อ|กัน|ด้วย|เจตนารมณ์|แห่ง|ภราดรภาพ",
    "กรุงเทพมหานคร|เป็น|เมือง|หลวง|และ|นคร|ที่|มี|ประชากร|มาก|ที่สุด|ของ|ประเทศไทย",
    "ວຽງຈັນ|ເປັນ|ນະຄອນຫຼວງ|ແລະ|ເມືອງ|ທີ່|ໃຫຍ່|ທີ່ສຸດ|ຂອງ|ປະເທດ|ລາວ",
    "ພາສາHTMLເປັນ“ພາສາ”(ລາວ)ໃນ|ປີ2024໕໐ກີບ",
    "ភ្នំពេញ|គឺជា|រាជធានី|និង|ជាទី|ក្រុង|ធំជាង|គេ|បំផុត|នៃ|ប្រទេស",
    "ភាសាHTMLគឺជា«ភាសា»(ខ្មែរ)ក្នុង|ឆ្នាំ២០២៤2024ៗ។",
    "လူ|တိုင်း|သည် |တူညီ|လွတ်လပ်|သော |ဂုဏ်သိက္ခာ|ဖြင့်|လည်းကောင်း၊ |တူညီ|လွတ်လပ်|သော |အခွင့်အရေး|များ|ဖြင့်|လည်းကောင်း၊ |မွေး|ဖွား|လာ|သူများ |ဖြစ်သည်။",
    "ရန်|ကုန်|မြို့|သည်|မြန်မာနိုင်ငံ၏စီးပွားရေး|မြို့တော်|ဖြစ်သည်",
    "မြန်မာHTMLဘာသာ“စကား”(မြန်မာ)၂၀၂၄2024ခု|နှစ်။",
    "ภาษา\u{200B}|ไทย\u{2060}ภาษา-|ไทย/|ภาษา,ไทย!|ไทย|中|ไทย|字|ไทย",
    "ᦟᦲᧉᦟᦹᧉᦑᦱᦺᦖ |ᥖᥭᥰᥖᥬᥳ |ꪼꪕꪒꪾ",
  ]

  @Test(.needs("ICU", TextLibraries.icu != nil), arguments: chromium)
  func wordsAreThoseOfChromium(expected: String) {
    #expect(marked(expected.replacing("|", with: ""), DictionaryWords()) == expected)
  }

  @Test func theStyleHasItsSay() {
    let words = DictionaryWords()
    let text = "ภาษาไทย ភាសា"
    #expect(marked(text, words, BreakRules(wordBreak: .keepAll)) == marked(text, words))
    // Between all letters, words or not.
    #expect(marked("ภาษา", words, BreakRules(wordBreak: .breakAll)) == "ภ|า|ษ|า")
  }

  /// Thai only, by libthai.
  @Test(.needs("Pango", TextLibraries.pango != nil))
  func withoutICUPangoKnowsThai() {
    let words = DictionaryWords(icu: nil)
    #expect(marked("ภาษาไทย", words) == "ภาษา|ไทย")
    #expect(marked("ພາສາລາວ", words) == "ພາສາລາວ")
  }

  /// One iterator serves texts one after the other, and keeps nothing of them.
  @Test func oneTextAfterTheOther() {
    let words = DictionaryWords()
    let texts = ["ภาษาไทย", "", "中", "ကာက", "😀ภาษาไทย😀", "\u{E31}\u{E31}", "a\u{301}ภ"]
    let first = texts.map { marked($0, words) }
    #expect(texts.map { marked($0, words) } == first)
    #expect(texts.map { marked($0, DictionaryWords()) } == first)
    #expect(first[4] == "😀|ภาษา|ไทย|😀")
  }

  @Test func longTextsTakeTimeInProportion() {
    let words = DictionaryWords()
    for letter in ["ก", "ក", "က", "ກ", "ภาษาไทย"] {
      let clock = ContinuousClock()
      _ = marked(String(repeating: letter, count: 1_000), words)
      let small = clock.measure { _ = marked(String(repeating: letter, count: 10_000), words) }
      let large = clock.measure { _ = marked(String(repeating: letter, count: 100_000), words) }
      // Ten times as much; other processes take their share.
      #expect(large < small * 60, "\(letter): \(small), \(large)")
    }
  }
}
