/// A module as text that an engine without modules can run.
///
/// It is a generator function. Its first step gives functions that read its exports and takes the namespaces of the
/// modules that it asks for; its second is its body. So what is hoisted is there before the body of any module runs, and
/// cycles and dead zones come out as the standard wants. A name that is imported becomes a property of the other
/// module's namespace, so that it is always what it is there. Lines stay where they are.
///
///     (function*($meta,$import,$link){"use strict";const $n=$link([()=>a]);const $0=$n[0];yield; ... (0,$0.add)(a) ...
///     })
///
/// Not seen: names in the text of a direct `eval`.
package struct RewrittenModule {
  /// An expression, whose value is the generator function: it takes what `import.meta` and `import()` are, and the
  /// function of the first step.
  package var code: [UInt8]
  package var requests: [ModuleRequest]
  /// What must be there for each request; nil is the whole namespace.
  package var imports: [(request: Int, name: String?)]
  /// Names of the functions that the first step gives.
  package var exports: [String]
  /// Names that other modules give; nil is the whole namespace.
  package var indirectExports: [(exported: String, request: Int, imported: String?)]
  /// `export * from`
  package var starExports: [Int]
  /// Whether it awaits outside of functions: the function is asynchronous.
  package var hasAwait: Bool
  /// Whether `default` is a function without a name, which is to be called that.
  package var namesDefault: Bool

  /// An expression for an object with all of it, in the first line of the code: the engine reads it faster than it is
  /// handed over.
  package var record: [UInt8] {
    func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
      "[" + elements.map(text).joined(separator: ",") + "]"
    }
    func name(_ name: String?) -> String { name.map(ScriptText.quoted) ?? "null" }
    let attributes = list(requests) { list($0.attributes) { "\(name($0.key)),\(name($0.value))" } }
    let head =
      "({__proto__:null,specifiers:\(list(requests) { name($0.specifier) }),attributes:\(attributes),"
      + "imports:\(list(imports) { "\($0.request),\(name($0.name))" }),exports:\(list(exports) { name($0) }),"
      + "indirect:\(list(indirectExports) { "\(name($0.exported)),\($0.request),\(name($0.imported))" }),"
      + "stars:\(list(starExports) { "\($0)" }),hasAwait:\(hasAwait),namesDefault:\(namesDefault),body:"
    return Array(head.utf8) + code + Array("})".utf8)
  }
}

package enum ModuleRewriter {
  /// https://tc39.es/ecma262/#sec-parsemodule
  package static func rewrite(_ source: [UInt8]) throws -> RewrittenModule {
    guard source.count < Int(Int32.max) else { throw SourceError(message: "the module is too long", line: 1) }
    var parser = try SourceParser(source, goal: .module)
    try parser.read()
    return try ModuleText(parser).rewritten()
  }

  /// A classic script whose dynamic imports call a function instead, whose first argument tells which script it is.
  /// Nil where there is nothing to change, or what cannot be read.
  package static func rewriteImports(ofScript source: [UInt8], as call: String) -> [UInt8]? {
    guard source.count < Int(Int32.max), mentionsImport(source),
      var parser = try? SourceParser(source, goal: .script), (try? parser.read()) != nil,
      !parser.dynamicImports.isEmpty
    else { return nil }
    var text = SourceEdits()
    for place in parser.dynamicImports { text.replace(place, by: call) }
    return text.applied(to: source)
  }

  /// Whether the word stands there with a parenthesis or a comment after it. Optimization: few scripts have it.
  static func mentionsImport(_ source: [UInt8]) -> Bool {
    let word = Array("import".utf8)
    var index = 0
    while let first = source[index...].firstIndex(of: word[0]) {
      index = first + 1
      guard source[first...].starts(with: word) else { continue }
      var end = first + word.count
      while end < source.count, source[end] <= 0x20 { end += 1 }
      if end < source.count, source[end] == UInt8(ascii: "(") || source[end] == UInt8(ascii: "/") { return true }
    }
    return false
  }
}

/// Changes of a source, in any order.
struct SourceEdits {
  private var edits: [(range: Range<Int>, text: ArraySlice<UInt8>)] = []

  mutating func replace(_ range: Range<Int>, by text: String) { edits.append((range, Array(text.utf8)[...])) }
  mutating func replace(_ range: Range<Int>, by text: ArraySlice<UInt8>) { edits.append((range, text)) }
  mutating func insert(_ text: String, at position: Int) { replace(position..<position, by: text) }

  /// What is replaced twice is so once.
  func applied(to source: [UInt8]) -> [UInt8] {
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    var (result, position) = ([UInt8](), 0)
    result.reserveCapacity(source.count + source.count / 8)
    for (_, edit) in sorted where edit.range.lowerBound >= position {
      result += source[position..<edit.range.lowerBound]
      result += edit.text
      position = edit.range.upperBound
    }
    return result + source[position...]
  }
}

/// The text of a module that has been read.
private struct ModuleText {
  private let parser: SourceParser
  private let source: [UInt8]
  private let interface: ModuleInterface
  /// What our names begin with: nothing in the source does.
  private let prefix: String

  init(_ parser: SourceParser) {
    (self.parser, source, interface) = (parser, parser.scanner.source, parser.interface)
    prefix = Self.unusedPrefix(in: parser.scanner.names)
  }

  func rewritten() throws -> RewrittenModule {
    try checkDeclarations()
    var (local, getters, indirect) = ([String](), [String](), interface.indirect)
    for export in interface.exports {
      if let imported = interface.imports[export.local.name], let name = imported.name {
        indirect.append((export.name, imported.request, name))
        continue
      }
      local.append(export.name)
      let namespace = interface.imports[export.local.name].map { "\(prefix)\($0.request)" }
      getters.append(namespace ?? parser.scanner.names.string(export.local.name))
    }
    var namesDefault = false
    switch interface.defaultExport {
    case .none: break
    case .function, .value:
      local.append("default")
      getters.append(prefix + "default")
      if case .function = interface.defaultExport { namesDefault = true }
    }
    var head = parser.hasAwait ? "(async function*" : "(function*"
    head += "(\(prefix)meta,\(prefix)import,\(prefix)link){\"use strict\";const \(prefix)n=\(prefix)link(["
    head += getters.map { "()=>\($0)" }.joined(separator: ",") + "]);"
    for request in interface.requests.indices { head += "const \(prefix)\(request)=\(prefix)n[\(request)];" }
    head += "yield;"
    return RewrittenModule(
      code: Array(head.utf8) + body() + Array("\n})".utf8), requests: interface.requests,
      imports: interface.importedNames.compactMap { name in
        interface.imports[name].map { ($0.request, $0.name) }
      }, exports: local, indirectExports: indirect, starExports: interface.stars, hasAwait: parser.hasAwait,
      namesDefault: namesDefault)
  }

  /// https://tc39.es/ecma262/#sec-module-semantics-static-semantics-early-errors
  /// What the engine takes for an error also in a function is left to it.
  private func checkDeclarations() throws {
    var declared: [SourceNames.ID: Int] = [:]
    for (name, scope) in parser.scopes.declarations where scope == SourceScopes.whole {
      declared[name, default: 0] += 1
      if let position = interface.imports[name]?.position {
        throw parser.duplicate(SourceToken(kind: .name, name: name, start: position, end: position))
      }
    }
    for function in interface.functions where declared[function.name, default: 0] > 1 {
      throw parser.duplicate(function)
    }
    for export in interface.exports where declared[export.local.name] == nil {
      if interface.imports[export.local.name] != nil { continue }
      let name = parser.scanner.names.string(export.local.name)
      throw parser.scanner.error("'\(name)' is exported and not declared", at: export.local.start)
    }
  }

  private static func unusedPrefix(in names: SourceNames) -> String {
    let used = (0..<SourceNames.ID(names.count)).filter { names.spelling($0).first == UInt8(ascii: "$") }
      .map { names.spelling($0) }
    var (prefix, number) = ("$", 0)
    while used.contains(where: { $0.starts(with: prefix.utf8) }) {
      number += 1
      prefix = "$m\(number)_"
    }
    return prefix
  }

  // MARK: The body

  private func body() -> [UInt8] {
    var edits = SourceEdits()
    for gap in parser.scanner.gaps { edits.insert(" ", at: gap) }
    for cut in interface.cuts { edits.replace(cut, by: lineBreaks(in: cut)) }
    for statement in interface.statements { edits.replace(statement, by: ";" + lineBreaks(in: statement)) }
    switch interface.defaultExport {
    case .none: break
    case .function(let position): edits.insert(" \(prefix)default", at: position)
    case .value(let start, let end):
      // The name of a function or a class there is that of the property.
      edits.insert("const \(prefix)default={default:", at: start)
      edits.insert("}.default;", at: end)
    }
    for place in parser.metaProperties { edits.replace(place, by: "\(prefix)meta") }
    for place in parser.dynamicImports { edits.replace(place, by: "\(prefix)import(") }
    for place in parser.outerArguments { edits.replace(place, by: "\(prefix)arguments") }
    replaceImports(&edits)
    return edits.applied(to: source)
  }

  private func lineBreaks(in range: Range<Int>) -> String {
    var (text, position) = ("", range.lowerBound)
    while position < range.upperBound {
      let length = parser.scanner.lineBreakLength(position)
      if length > 0 { text += "\n" }
      position += max(1, length)
    }
    return text
  }

  private func replaceImports(_ edits: inout SourceEdits) {
    let names = interface.importedNames
    guard !names.isEmpty else { return }
    var places = [Int32](repeating: -1, count: parser.scanner.names.count)
    for (place, name) in names.enumerated() { places[Int(name)] = Int32(place) }
    let shadows = parser.scopes.shadows(count: names.count) { Int(places[Int($0)]) }
    let texts = names.map { name in
      SourceParser.Use.allCases.map { use in Array(replacement(of: name, use).utf8)[...] }
    }
    var nextShadow = [Int](repeating: 0, count: names.count)
    for occurrence in parser.occurrences {
      let place = Int(places[Int(occurrence.name)])
      if place < 0 { continue }
      let range = Int(occurrence.start)..<Int(occurrence.end)
      while nextShadow[place] < shadows[place].count,
        shadows[place][nextShadow[place]].upperBound <= range.lowerBound
      {
        nextShadow[place] += 1
      }
      if nextShadow[place] < shadows[place].count,
        shadows[place][nextShadow[place]].contains(range.lowerBound)
      {
        continue
      }
      edits.replace(range, by: texts[place][Int(occurrence.use.rawValue)])
    }
  }

  private func replacement(of name: SourceNames.ID, _ use: SourceParser.Use) -> String {
    guard let imported = interface.imports[name] else { return "" }
    let namespace = "\(prefix)\(imported.request)"
    let value = imported.name.map { namespace + Self.property($0) } ?? namespace
    switch use {
    case .plain: return value
    case .shorthand: return parser.scanner.names.string(name) + ":" + value
    case .call: return imported.name == nil ? value : "(0,\(value))"
    // Without a semicolon it would be the arguments of what stands before.
    case .callAfterLine: return imported.name == nil ? value : ";(0,\(value))"
    }
  }

  private static func property(_ name: String) -> String {
    let isPlain = name.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "$"),
        UInt8(ascii: "_"):
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
      default: false
      }
    }
    return isPlain && !name.isEmpty ? "." + name : "[" + ScriptText.quoted(name) + "]"
  }
}

/// Text of a script that is made here.
enum ScriptText {
  /// A string, in one line and without letters beyond ASCII.
  static func quoted(_ string: String) -> String {
    var text = "\""
    for unit in string.utf16 {
      if unit >= 0x20, unit < 0x7F, unit != 0x22, unit != 0x5C {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text + "\""
  }
}
