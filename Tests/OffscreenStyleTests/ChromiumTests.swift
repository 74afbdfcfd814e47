import Foundation
import TestSupport
import Testing

@testable import OffscreenCSS

/// Compares computed values with those that Chromium gave (`Tests/Conformance/computed-values/record.py`).
struct ChromiumTests {
  private static let folder = Suites.projectRoot.appending(path: "Tests/Conformance/computed-values")

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// `snippet|property` with a reason, where another value is meant.
  private static func exceptions() throws -> Set<String> {
    Set(try lines("exceptions.txt").filter { !$0.hasPrefix("//") && !$0.isEmpty })
  }

  @Test(arguments: ["standard", "quirks"])
  func computedValues(mode: String) throws {
    let snippets = try Self.lines("snippets.html").filter { !$0.isEmpty && !$0.hasPrefix("//") }
    let properties = try Self.lines("properties.txt").joined(separator: " ").split(separator: " ").map(String.init)
    let recorded = try Self.lines("computed-\(mode).txt")
    let exceptions = try Self.exceptions()
    var differences: [String] = []
    for (snippet, line) in zip(snippets, recorded) where !line.isEmpty {
      let expected = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let page = Page((mode == "standard" ? "<!DOCTYPE html>" : "") + snippet)
      guard page.styled.style(of: page.target) != nil else {
        differences.append("\(snippet): no style")
        continue
      }
      for (property, value) in zip(properties, expected) {
        let ours = page.value(property) ?? "?"
        if ours != value, !exceptions.contains("\(snippet)|\(property)") {
          differences.append("\(snippet)|\(property): \(ours), Chromium: \(value)")
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) differences:\n\(differences.joined(separator: "\n"))")
  }

  /// How values of every type are spelled.
  @Test func spelling() throws {
    let exceptions = try Self.exceptions()
    var differences: [String] = []
    for (declaration, expected) in zip(try Self.lines("values.txt"), try Self.lines("values-computed.txt")) {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = String(declaration[..<colon])
      let attribute = declaration.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
      let ours = Page("<!DOCTYPE html><p style=\"\(attribute)\">").value(name) ?? ""
      if ours != expected, !exceptions.contains(declaration) {
        differences.append("\(declaration): \(ours), Chromium: \(expected)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count) differences:\n\(differences.joined(separator: "\n"))")
  }

  /// Every property of the table has a text, and of its initial value one that can be read again.
  @Test func everyPropertyIsTold() throws {
    let texts = ComputedText(.initial).all
    #expect(texts.map(\.name) == ComputedText.names)
    #expect(Set(texts.map(\.name)).count == texts.count)
    var unreadable: [String] = []
    for (name, value) in texts where !name.hasPrefix("-webkit-mask-position") {
      let buffer = TokenBuffer("\(name): \(value)")
      let isValid = SyntaxReader.declaration(of: buffer).map {
        PropertyTable.supports($0, in: buffer, ParsingContext())
      }
      if isValid != true { unreadable.append("\(name): \(value)") }
    }
    #expect(unreadable.isEmpty)
  }

  /// Which declarations are kept.
  @Test func validity() throws {
    let valid = Array(try Self.lines("declarations-valid.txt").joined().utf8)
    let exceptions = try Self.exceptions()
    var differences: [String] = []
    var index = 0
    for line in try Self.lines("declarations.txt") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon]
      for part in line[line.index(after: colon)...].components(separatedBy: " | ") {
        let value = part.trimmingCharacters(in: .whitespaces)
        let buffer = TokenBuffer("\(name): \(value)")
        let isValid = SyntaxReader.declaration(of: buffer).map {
          PropertyTable.supports($0, in: buffer, ParsingContext())
        }
        try #require(index < valid.count)
        if (isValid == true) != (valid[index] == 0x31), !exceptions.contains("\(name): \(value)") {
          differences.append("\(name): \(value) is \(isValid == true ? "" : "in")valid here")
        }
        index += 1
      }
    }
    #expect(differences.isEmpty, "\(differences.count) differences:\n\(differences.joined(separator: "\n"))")
  }
}
