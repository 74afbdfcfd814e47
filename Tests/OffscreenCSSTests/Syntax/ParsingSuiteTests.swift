import Foundation
import TestSupport
import Testing

@testable import OffscreenCSS

/// https://github.com/SimonSapin/css-parsing-tests, with the exceptions of
/// Tests/Conformance/css-parsing-tests.txt.
@Suite(.needs("the css-parsing-tests", Suites.url("css-parsing-tests") != nil))
struct ParsingSuiteTests {
  static let folder = Suites.url("css-parsing-tests")

  /// Lines of `file.json index reason`.
  static let exceptions: Set<String> = {
    let url = Suites.projectRoot.appending(path: "Tests/Conformance/css-parsing-tests.txt")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return Set(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
  }()

  private func run(_ file: String, _ parse: (JSON) throws -> JSON) throws {
    let folder = try #require(Self.folder)
    let items = try #require(try JSON.load(folder.appending(path: file)).array)
    for index in 0..<items.count / 2 {
      let (input, expected) = (items[index * 2], Self.current(items[index * 2 + 1]))
      let actual = Self.current(try parse(input))
      if Self.exceptions.contains("\(file) \(index)") {
        #expect(actual != expected, "\(file) \(index) is listed as different and is not")
      } else {
        #expect(actual == expected, "\(file) \(index): \(input)")
      }
    }
  }

  /// What is no token and no rule is dropped; and a declaration's value has no whitespace at its ends.
  private static func current(_ json: JSON) -> JSON {
    guard case .array(var items) = json else { return json }
    if items.first == "error", items.count == 2, let kind = items[1].string,
      ["empty", "invalid", "extra-input"].contains(kind)
    {
      return .null
    }
    let errors: [JSON] = [
      .array(["error", "invalid"]), .array(["error", "eof-in-string"]), .array(["error", "eof-in-url"]),
    ]
    items.removeAll { errors.contains($0) }
    if items.first == "declaration", items.count == 4, case .array(var value) = items[2] {
      while value.first == " " { value.removeFirst() }
      while value.last == " " { value.removeLast() }
      items[2] = .array(value)
    }
    return .array(items.map(current))
  }

  private func tree(_ input: JSON) throws -> SyntaxTree {
    SyntaxTree(buffer: TokenBuffer(try #require(input.string), unicodeRanges: true))
  }

  @Test func componentValueList() throws {
    try run("component_value_list.json") {
      let tree = try tree($0)
      return .array(tree.values(0..<tree.buffer.tokens.count))
    }
  }

  @Test func oneComponentValue() throws {
    try run("one_component_value.json") {
      let tree = try tree($0)
      var cursor = TokenCursor(tree.buffer)
      let start = cursor.position
      cursor.advanceValue()
      let value = tree.values(start..<cursor.position).first
      cursor.skipWhitespace()
      return cursor.isAtEnd ? value ?? .null : .null
    }
  }

  @Test func declarationList() throws { try run("declaration_list.json") { try tree($0).block() } }

  @Test func oneDeclaration() throws {
    try run("one_declaration.json") {
      let tree = try tree($0)
      return SyntaxReader.declaration(of: tree.buffer).map(tree.declaration) ?? .null
    }
  }

  @Test func oneRule() throws {
    try run("one_rule.json") {
      let tree = try tree($0)
      return SyntaxReader.rule(of: tree.buffer).map(tree.item) ?? .null
    }
  }

  @Test func ruleList() throws { try run("rule_list.json") { try tree($0).rules(inStyleSheet: false) } }
  @Test func styleSheet() throws { try run("stylesheet.json") { try tree($0).rules(inStyleSheet: true) } }

  @Test func anPlusB() throws {
    try run("An+B.json") {
      var cursor = try TokenCursor(#require($0.string))
      guard let value = AnPlusB(&cursor), cursor.isAtEnd else { return .null }
      return .array([.number(Double(value.step)), .number(Double(value.offset))])
    }
  }

  @Test func styleSheetBytes() throws {
    let encodings: [String: String.Encoding] = [
      "utf-8": .utf8, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
      "iso-8859-2": .isoLatin2, "iso-8859-5": String.Encoding(rawValue: 0x8000_0205),
    ]
    try run("stylesheet_bytes.json") {
      let input = try #require($0.object)
      var bytes = try #require(input["css_bytes"]?.string).unicodeScalars.map { UInt8($0.value) }
      let name = StyleSheetEncoding.name(
        of: bytes, transport: input["protocol_encoding"]?.string,
        environment: input["environment_encoding"]?.string
      ) { label in
        let label = label.lowercased().trimmingCharacters(in: .whitespaces)
        return encodings[label] == nil ? nil : label.uppercased()
      }.lowercased()
      let encoding = try #require(encodings[name])
      if encoding != .utf8 {
        if name.hasPrefix("utf-16") { bytes.removeFirst(2) }
        bytes = Array(try #require(String(data: Data(bytes), encoding: encoding)).utf8)
      }
      let repaired = TokenBuffer(String(decoding: bytes, as: UTF8.self))
      return .array([SyntaxTree(buffer: repaired).rules(inStyleSheet: true), .string(name)])
    }
  }
}
