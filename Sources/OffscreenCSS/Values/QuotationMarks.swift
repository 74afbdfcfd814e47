/// The quotation marks of languages, as the Unicode Common Locale Data Repository has them: what
/// `quotes: auto` stands for.
package enum QuotationMarks {
  /// `language` is a BCP 47 tag; of unknown languages, English ones.
  package static func pairs(_ language: String) -> [QuotePair] {
    let tag = language.lowercased()
    let marks = tables[tag] ?? tables[String(tag.prefix { $0 != "-" })] ?? "“”‘’"
    let scalars = marks.unicodeScalars.map { String($0) }
    return stride(from: 0, to: scalars.count - 1, by: 2).map {
      QuotePair(open: scalars[$0], close: scalars[$0 + 1])
    }
  }

  /// Open and close, outside and inside.
  private static let tables: [String: String] = [
    "ar": "”“’‘", "be": "«»„“", "bg": "„“‘’", "ca": "«»“”", "cs": "„“‚‘", "de": "„“‚‘", "de-ch": "„“‚‘",
    "el": "«»“”", "es": "«»“”", "et": "„“«»", "fa": "«»‹›", "fi": "””’’", "fr": "«»«»", "fr-ch": "«»‹›",
    "he": "””’’", "hr": "„“‚‘", "hu": "„”»«", "hy": "«»«»", "is": "„“‚‘", "it": "«»“”", "ja": "「」『』",
    "ka": "„“«»", "lt": "„“„“", "mk": "„“’‘", "nb": "«»‘’", "nl": "‘’‘’", "nn": "«»‘’", "no": "«»‘’", "pl": "„”«»",
    "pt-pt": "«»“”", "ro": "„”«»", "ru": "«»„“", "sk": "„“‚‘", "sl": "„“‚‘", "sq": "«»“”", "sr": "„“‘’",
    "sv": "””’’", "uk": "«»„“", "yue": "「」『』", "zh-hant": "「」『』", "zh-tw": "「」『』", "zh-hk": "「」『』",
  ]
}

package struct QuotePair: Hashable, Sendable {
  package var open: String
  package var close: String
  package init(open: String, close: String) { (self.open, self.close) = (open, close) }
}
