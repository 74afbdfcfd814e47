import Testing

@testable import OffscreenStyle

struct CounterStyleTests {
  @Test(arguments: [
    (1, "decimal", "1"), (-5, "decimal", "-5"), (7, "decimal-leading-zero", "07"), (-7, "decimal-leading-zero", "-7"),
    (4, "lower-roman", "iv"), (1994, "upper-roman", "MCMXCIV"), (4000, "upper-roman", "4000"),
    (0, "lower-roman", "0"), (1, "lower-alpha", "a"), (27, "lower-alpha", "aa"), (703, "upper-latin", "AAA"),
    (0, "lower-alpha", "0"), (24, "lower-greek", "ω"), (25, "lower-greek", "αα"),
    (123, "arabic-indic", "١٢٣"), (10, "devanagari", "१०"), (1234, "armenian", "ՌՄԼԴ"),
    (1234, "georgian", "ჩსლდ"), (15, "hebrew", "טו"), (776, "hebrew", "תשעו"), (5784, "hebrew", "ה׳תשפד"),
    (1, "hiragana", "あ"), (2, "katakana-iroha", "ロ"), (3, "cjk-earthly-branch", "寅"),
    (13, "cjk-earthly-branch", "一三"), (12, "cjk-decimal", "一二"),
    (10, "simp-chinese-informal", "十"), (11, "simp-chinese-informal", "十一"),
    (101, "simp-chinese-informal", "一百零一"), (110, "simp-chinese-informal", "一百一十"),
    (1001, "trad-chinese-formal", "壹仟零壹"), (-3, "simp-chinese-informal", "负三"),
    (1111, "japanese-informal", "千百十一"), (20, "japanese-informal", "二十"),
    (11, "japanese-formal", "壱拾壱"), (21, "korean-hangul-formal", "이십일"),
    (100, "ethiopic-numeric", "፻"), (78_010_092, "ethiopic-numeric", "፸፰፻፩፼፺፪"),
    (1, "disc", "•"), (3, "unknown-style", "3"),
  ])
  func predefined(value: Int, name: String, text: String) {
    #expect(CounterStyles().format(value, name) == text)
  }

  @Test(arguments: [
    ("system:cyclic;symbols:a b", 3, "a"), ("system:fixed 5;symbols:a b", 6, "b"),
    ("system:fixed;symbols:a b", 3, "3"), ("system:symbolic;symbols:'*' '+'", 3, "**"),
    ("system:numeric;symbols:'0' '1'", 5, "101"), ("system:alphabetic;symbols:a b", 3, "aa"),
    ("system:additive;additive-symbols:5 V,1 I", 7, "VII"), ("system:additive;additive-symbols:1 I,5 V", 7, "7"),
    ("system:extends decimal;pad:3 '0'", 7, "007"), ("system:extends lower-roman;range:1 3", 4, "4"),
    ("system:extends decimal;negative:'(' ')'", -4, "(4)"), ("system:extends x", 4, "4"),
    ("system:cyclic;symbols:a;range:2 infinite;fallback:upper-roman", 1, "I"),
    ("system:extends DECIMAL-leading-zero", 4, "04"), ("system:extends decimal;symbols:a", 4, "4"),
    // What is not as the grammar says leaves what was said before.
    ("system:extends decimal;negative:'!';negative:'(' 'x' ')'", -4, "!4"),
    ("system:extends lower-alpha;range:1 2;range:3 1;range:1", 3, "3"),
    ("system:extends decimal;pad:3 '0';pad:2 '0' '1';pad:-1 '0'", 7, "007"),
    ("system:cyclic;symbols:a;system:fixed 1 2", 5, "a"),
    ("system:extends upper-roman;pad:calc(2 + 1) '*'", 5, "**V"), ("system:fixed calc(1 + 1);symbols:g h", 2, "g"),
    ("system:additive;additive-symbols:1 I,calc(-1) X", 0, "X"),
    ("system:extends decimal-leading-zero;range:calc(1px / 1px) calc(2 * sign(1em))", 3, "3"),
    // Of the system, not of the style that is extended.
    ("system:extends upper-roman;range:auto", 4000, "MMMM"),
    ("system:extends upper-roman;range:1 3;range:auto 1", 4, "4"),
  ])
  func own(descriptors: String, value: Int, text: String) {
    let page = Page("<!DOCTYPE html><style>@counter-style x{\(descriptors)}</style>")
    #expect(page.styled.counterStyles.format(value, "x") == text, "\(descriptors)")
  }

  @Test func namesAndAffixes() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @counter-style Decimal-Leading-Zero { system: extends decimal; suffix: ','; suffix: '$' '$'; prefix: a; prefix: 0 }
      @counter-style Decimal { system: cyclic; symbols: x }
      </style>
      """)
    #expect(page.styled.counterStyles.marker(3, .named("decimal-leading-zero")) == "a3,")
    #expect(page.styled.counterStyles.marker(3, .named("decimal")) == "3. ")
  }

  /// In a circle each style extends `decimal`.
  @Test func circles() {
    let page = Page(
      """
      <!DOCTYPE html><style>
      @counter-style a { system: extends b; prefix: '<' }
      @counter-style b { system: extends a; suffix: '>' }
      @counter-style c { system: extends a; negative: '~' }
      @counter-style d { system: extends d; prefix: 'd' }
      </style>
      """)
    let styles = page.styled.counterStyles
    let markers = ["a", "b", "c", "d"].map { styles.marker(-3, .named($0)) }
    #expect(markers == ["<-3. ", "-3>", "<~3. ", "d-3. "])
  }

  @Test func markers() {
    #expect(CounterStyles().marker(3, .named("decimal")) == "3. ")
    #expect(CounterStyles().marker(3, .named("disc")) == "• ")
    #expect(CounterStyles().marker(3, .string("- ")) == "- ")
    #expect(CounterStyles().marker(2, .symbols("cyclic", ["a", "b"])) == "b ")
  }
}
