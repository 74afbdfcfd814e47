// What pages, servers and names of files say may stand in messages. Every message goes through here on its way to
// a terminal, a log, an answer or a report: it is one line of a bearable length, and steers nothing.

extension String {
  /// One line, without characters that steer a terminal or turn its text around.
  package func onOneLine(_ most: Int = 200) -> String {
    // Optimization: most texts are plain.
    if utf8.count <= most, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var line = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += 1
      if count > most {
        line.append("…")
        break
      }
      line.append(scalar.steersText ? " " : scalar)
    }
    return String(line)
  }

  /// A whole message: names and reasons in it are cut before, so that its end is seen too.
  package var asMessage: String { onOneLine(MessageText.longest) }
}

package enum MessageText {
  /// Characters of a message.
  package static let longest = 4_000
  /// Messages of one page.
  package static let most = 500

  /// JSON that says the same and steers nothing: names of files stay what they are, and such characters of theirs
  /// are escaped.
  package static func plain(json: String) -> String {
    guard json.unicodeScalars.contains(where: \.steersText) else { return json }
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard scalar.steersText, scalar.value >= 0x20 else {
        result.append(scalar)
        continue
      }
      result.append(contentsOf: escaped(scalar).unicodeScalars)
    }
    return String(result)
  }

  /// As JSON writes a character by its number.
  static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension [String] {
  /// The messages of a page, no more than a reader can use.
  package var asMessages: [String] {
    guard count > MessageText.most else { return map(\.asMessage) }
    return prefix(MessageText.most).map(\.asMessage) + ["and \(count - MessageText.most) more"]
  }
}

extension Unicode.Scalar {
  /// Whether it is an order rather than a character: controls (C0, C1), ends of lines, those that turn the
  /// direction of text, annotations that are not shown, tags.
  /// https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
  package var steersText: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    case _: false
    }
  }
}
