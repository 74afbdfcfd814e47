/// The quotation marks of languages, as Chromium has them, mostly from an early Common Locale Data Repository: what
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
    "am": "«»‹›", "ar": "”“’‘", "az-cyrl": "«»‹›", "be": "«»„“", "bg": "„“„“", "bs-cyrl": "„“‚‘", "ca": "«»“”",
    "cs": "„“‚‘", "de": "„“‚‘", "de-ch": "„“‚‘", "el": "«»“”", "et": "„“‚‘", "fa": "«»‹›", "fi": "””’’", "fr": "«»«»",
    "fr-ca": "«»”“", "fr-ch": "«»‹›", "he": "””’’", "hr": "„“‚‘", "hu": "„”»«", "it": "«»“”", "ja": "「」『』",
    "lt": "„“„“", "nb": "«»‘’", "nl": "‘’‘’", "nn": "«»‘’", "no": "«»‘’", "pl": "„”«»", "pt-pt": "«»“”", "ro": "„”«»",
    "ru": "«»„“", "sk": "„“‚‘", "sl": "„“‚‘", "sr": "„”’’", "sv": "””’’", "ti-er": "‘’‘’", "uk": "«»„“", "ur": "”“’‘",
    "yue": "「」『』", "zh-hant": "「」『』", "zh-tw": "「」『』", "zh-hk": "「」『』",
  ]
}

package struct QuotePair: Hashable, Sendable {
  package var open: String
  package var close: String
  package init(open: String, close: String) { (self.open, self.close) = (open, close) }
}
