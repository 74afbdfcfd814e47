import Foundation
import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenHTML

/// The html5lib tokenizer tests.
@Suite(.needs("the html5lib data", Html5libTest.folder != nil))
struct TokenizerTests {
  @Test(arguments: Html5libTest.files(in: "tokenizer", extension: "test"))
  func file(_ path: String) throws {
    let url = try #require(Html5libTest.folder?.appending(path: path))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
    // The tests of the other name are about coercing a tree to what XML can hold, which we do not.
    guard let tests = json?["tests"] as? [[String: Any]] else {
      #expect(json?["xmlViolationTests"] != nil)
      return
    }
    for (number, test) in tests.enumerated() {
      let id = "\(path):\(number)"
      let isEscaped = test["doubleEscaped"] as? Bool ?? false
      let input = try #require(test["input"] as? String)
      let expected = try #require(test["output"] as? [Any])
      let states = test["initialStates"] as? [String] ?? ["Data state"]
      for state in states {
        let actual = tokens(
          of: isEscaped ? unescape(input) : Array(input.utf8), state: state,
          lastStartTag: test["lastStartTag"] as? String)
        let wanted = expected.map { describe($0, isEscaped: isEscaped) }
        if let reason = Html5libTest.expectedFailures[id] {
          #expect(actual != wanted, "\(id) passes now, though it is listed: \(reason)")
        } else {
          #expect(actual == wanted, "\(id) \(state) \(input)")
        }
      }
    }
  }

  /// Lone surrogates cannot be in UTF-8: the decoder has made them U+FFFD.
  private func unescape(_ text: String) -> [UInt8] {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75, rest.count >= 5,
        let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func describe(_ token: Any, isEscaped: Bool) -> String {
    guard let parts = token as? [Any], let kind = parts.first as? String else { return "\(token)" }
    func text(_ value: Any) -> String {
      guard let string = value as? String else { return "nil" }
      let bytes = isEscaped ? unescape(string) : Array(string.utf8)
      return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
    switch kind {
    case "StartTag":
      let attributes = (parts[2] as? [String: String] ?? [:])
        .map { text($0.key) + "=" + text($0.value) }.sorted().joined(separator: " ")
      return "StartTag \(text(parts[1])) \(attributes)\(parts.count > 3 ? " /" : "")"
    case "DOCTYPE":
      let isCorrect = (parts[4] as? Bool) ?? false
      return "DOCTYPE \(text(parts[1])) \(text(parts[2])) \(text(parts[3])) \(isCorrect)"
    default:
      return "\(kind) \(text(parts[1]))"
    }
  }

  private func tokens(of bytes: [UInt8], state: String, lastStartTag: String?) -> [String] {
    let names = NameTable()
    var input = bytes
    Decoder.normalizeNewlines(&input)
    var tokenizer = Tokenizer(input, names: names)
    switch state {
    case "PLAINTEXT state": tokenizer.state = .plaintext
    case "RCDATA state": tokenizer.state = .rcdata
    case "RAWTEXT state": tokenizer.state = .rawtext
    case "Script data state": tokenizer.state = .scriptData
    case "CDATA section state": tokenizer.state = .cdataSection
    default: tokenizer.state = .data
    }
    if let lastStartTag { tokenizer.lastStartTag = names.intern(lastStartTag) }
    var output: [String] = []
    var characters: [UInt8] = []
    func quote(_ bytes: [UInt8]) -> String { "\"" + String(decoding: bytes, as: UTF8.self) + "\"" }
    func quote(_ bytes: [UInt8]?) -> String { bytes.map { quote($0) } ?? "nil" }
    func flush() {
      if !characters.isEmpty { output.append("Character " + quote(characters)) }
      characters = []
    }
    while true {
      let token = tokenizer.next(allowsCDATA: false)
      switch token {
      case .characters: characters.append(contentsOf: tokenizer.text)
      case .null: characters.append(0)
      case .startTag:
        flush()
        let attributes = tokenizer.attributes
          .map { quote(Array(names.spelling(of: $0.name).utf8)) + "=" + quote(Array(tokenizer.value($0))) }
          .sorted().joined(separator: " ")
        let name = quote(Array(names.spelling(of: tokenizer.name).utf8))
        output.append("StartTag \(name) \(attributes)\(tokenizer.isSelfClosing ? " /" : "")")
      case .endTag:
        flush()
        output.append("EndTag " + quote(Array(names.spelling(of: tokenizer.name).utf8)))
      case .comment:
        flush()
        output.append("Comment " + quote(tokenizer.comment))
      case .documentType:
        flush()
        let token = tokenizer.documentType
        output.append(
          "DOCTYPE \(quote(token.name)) \(quote(token.publicID)) \(quote(token.systemID)) \(!token.forceQuirks)")
      case .endOfFile:
        flush()
        return output
      }
    }
  }
}
