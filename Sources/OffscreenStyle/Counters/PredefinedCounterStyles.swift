/// The counter styles that the standard and Chromium define.
/// https://drafts.csswg.org/css-counter-styles-3/#predefined-counters
enum PredefinedCounterStyles {
  static let all: [String: CounterStyle] = {
    var styles: [String: CounterStyle] = [:]
    for (name, symbol) in [
      ("disc", "•"), ("circle", "◦"), ("square", "▪"), ("disclosure-open", "▾"), ("disclosure-closed", "▸"),
    ] {
      styles[name] = make(.cyclic, [symbol], suffix: " ")
    }
    styles["decimal"] = make(.numeric, characters("0123456789"))
    styles["decimal-leading-zero"] = make(.numeric, characters("0123456789"), pad: (2, "0"))
    for (name, first) in numerals {
      styles[name] = make(.numeric, range(first, 10), suffix: name == "cjk-decimal" ? "、" : ". ")
    }
    styles["cjk-decimal"] = make(
      .numeric, characters("〇一二三四五六七八九"), suffix: "、", range: [0...Int.max])
    for (name, first, count) in [("lower-alpha", 0x61, 26), ("upper-alpha", 0x41, 26)] {
      styles[name] = make(.alphabetic, range(UInt32(first), count))
    }
    styles["lower-latin"] = styles["lower-alpha"]
    styles["upper-latin"] = styles["upper-alpha"]
    for (name, text, suffix) in alphabets { styles[name] = make(.alphabetic, characters(text), suffix: suffix) }
    for (name, text) in [
      ("cjk-earthly-branch", "子丑寅卯辰巳午未申酉戌亥"), ("cjk-heavenly-stem", "甲乙丙丁戊己庚辛壬癸"),
    ] {
      var style = make(.fixed(first: 1), characters(text), suffix: "、")
      style.fallback = "cjk-decimal"
      styles[name] = style
    }
    addAdditive(to: &styles)
    addLanguages(to: &styles)
    return styles
  }()

  private static func make(
    _ system: CounterStyle.System, _ symbols: [String], suffix: String = ". ", pad: (Int, String)? = nil,
    range: [ClosedRange<Int>]? = nil
  ) -> CounterStyle {
    var style = CounterStyle(system: system)
    style.symbols = symbols
    style.prefix = ""
    style.suffix = suffix
    if let pad { style.pad = (pad.0, pad.1) }
    style.range = range
    return style
  }

  private static func characters(_ text: String) -> [String] { text.unicodeScalars.map { String($0) } }

  private static func range(_ first: UInt32, _ count: Int) -> [String] {
    (0..<UInt32(count)).compactMap { Unicode.Scalar(first + $0).map { String($0) } }
  }

  /// Digits that follow each other.
  private static let numerals: [(String, UInt32)] = [
    ("arabic-indic", 0x660), ("bengali", 0x9E6), ("cambodian", 0x17E0), ("khmer", 0x17E0),
    ("devanagari", 0x966), ("gujarati", 0xAE6), ("gurmukhi", 0xA66), ("kannada", 0xCE6), ("lao", 0xED0),
    ("malayalam", 0xD66), ("mongolian", 0x1810), ("myanmar", 0x1040), ("oriya", 0xB66), ("persian", 0x6F0),
    ("tamil", 0xBE6), ("telugu", 0xC66), ("thai", 0xE50), ("tibetan", 0xF20), ("urdu", 0x6F0),
  ]

  private static let alphabets: [(String, String, String)] = [
    ("lower-greek", "αβγδεζηθικλμνξοπρστυφχψω", ". "),
    ("hiragana", "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん", "、"),
    ("hiragana-iroha", "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす", "、"),
    ("katakana", "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン", "、"),
    ("katakana-iroha", "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス", "、"),
    ("hangul", "가나다라마바사아자차카타파하", ". "),
    ("hangul-consonant", "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ", ". "),
    ("ethiopic-halehame", "ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ", "/ "),
    ("ethiopic-halehame-am", "ሀለሐመሠረሰሸቀበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ", "/ "),
    ("ethiopic-halehame-ti-er", "ሀለሐመረሰሸቀቐበተቸነኘአከኸወዐዘዠየደጀገጠጨጰጸፈፐ", "/ "),
    ("ethiopic-halehame-ti-et", "ሀለሐመሠረሰሸቀቐበተቸኀነኘአከኸወዐዘዠየደጀገጠጨጰጸፀፈፐ", "/ "),
  ]

  // MARK: Additive

  private static func additive(
    _ symbols: [(Int, String)], _ range: ClosedRange<Int>
  ) -> CounterStyle {
    var style = make(.additive, [], range: [range])
    style.additive = symbols.map { (weight: $0.0, symbol: $0.1) }
    return style
  }

  private static func addAdditive(to styles: inout [String: CounterStyle]) {
    let roman: [(Int, String)] = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
      (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    styles["upper-roman"] = additive(roman, 1...3999)
    styles["lower-roman"] = additive(roman.map { ($0.0, $0.1.lowercased()) }, 1...3999)
    func weights(_ text: String, from largest: Int) -> [(Int, String)] {
      var list: [(Int, String)] = []
      var (unit, digit) = (largest, 9)
      for character in characters(text) {
        list.append((unit * digit, character))
        digit -= 1
        if digit == 0 { (unit, digit) = (unit / 10, 9) }
      }
      return list
    }
    let upperArmenian = weights("ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ", from: 1000)
    let lowerArmenian = weights("քփւցրտվսռջպչոշնյմճղձհկծխլիժթըէզեդգբա", from: 1000)
    styles["armenian"] = additive(upperArmenian, 1...9999)
    styles["upper-armenian"] = styles["armenian"]
    styles["lower-armenian"] = additive(lowerArmenian, 1...9999)
    styles["georgian"] = additive(
      [(10_000, "ჵ")] + weights("ჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა", from: 1000), 1...19_999)
  }

  // MARK: Languages

  private static func addLanguages(to styles: inout [String: CounterStyle]) {
    func language(
      _ name: String, _ language: CounterLanguage, suffix: String, negative: String,
      fallback: String = "cjk-decimal"
    ) {
      var style = make(.language(language), [], suffix: suffix)
      style.negative = (negative, "")
      style.fallback = fallback
      styles[name] = style
    }
    func chinese(
      _ name: String, _ digits: String, _ markers: String, _ groups: String, isInformal: Bool, negative: String
    ) {
      language(
        name,
        CounterLanguage(
          kind: .chinese, digits: characters(digits), markers: characters(markers), groups: characters(groups),
          isInformal: isInformal, largest: Int(Int32.max)),
        suffix: "、", negative: negative)
    }
    chinese("simp-chinese-informal", "零一二三四五六七八九", "十百千", "万亿", isInformal: true, negative: "负")
    chinese("simp-chinese-formal", "零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万亿", isInformal: false, negative: "负")
    chinese("trad-chinese-informal", "零一二三四五六七八九", "十百千", "萬億", isInformal: true, negative: "負")
    chinese("trad-chinese-formal", "零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬億", isInformal: false, negative: "負")
    styles["cjk-ideographic"] = styles["trad-chinese-informal"]
    func grouped(
      _ name: String, _ kind: CounterLanguage.Kind, _ digits: String, _ markers: String, _ groups: String,
      isInformal: Bool, suffix: String, negative: String
    ) {
      language(
        name,
        CounterLanguage(
          kind: kind, digits: characters(digits), markers: characters(markers), groups: characters(groups),
          isInformal: isInformal, largest: kind == .korean ? Int(Int32.max) : 9999),
        suffix: suffix, negative: negative)
    }
    grouped(
      "japanese-informal", .japanese, "〇一二三四五六七八九", "十百千", "万億", isInformal: true, suffix: "、",
      negative: "マイナス")
    grouped(
      "japanese-formal", .japanese, "零壱弐参四伍六七八九", "拾百阡", "萬億", isInformal: false, suffix: "、",
      negative: "マイナス")
    grouped(
      "korean-hangul-formal", .korean, "영일이삼사오육칠팔구", "십백천", "만억", isInformal: false, suffix: ", ",
      negative: "마이너스 ")
    grouped(
      "korean-hanja-informal", .korean, "零一二三四五六七八九", "十百千", "萬億", isInformal: true, suffix: ", ",
      negative: "마이너스 ")
    grouped(
      "korean-hanja-formal", .korean, "零壹貳參四五六七八九", "拾百仟", "萬億", isInformal: false, suffix: ", ",
      negative: "마이너스 ")
    language(
      "hebrew", CounterLanguage(kind: .hebrew, largest: 999_999), suffix: ". ", negative: "-",
      fallback: "decimal")
    language(
      "ethiopic-numeric", CounterLanguage(kind: .ethiopic, largest: Int(Int32.max)), suffix: "/ ",
      negative: "-", fallback: "decimal")
  }
}
