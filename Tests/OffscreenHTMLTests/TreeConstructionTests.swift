import Foundation
import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenHTML

/// The html5lib tree construction tests.
@Suite(.needs("the html5lib data", Html5libTest.folder != nil))
struct TreeConstructionTests {
  @Test(arguments: Html5libTest.files(in: "tree-construction"))
  func file(_ path: String) throws {
    let tests = try Html5libTest.load(path)
    #expect(!tests.isEmpty)
    for test in tests {
      for scripting in [false, true] {
        if test.has("script-off"), scripting { continue }
        if test.has("script-on"), !scripting { continue }
        let actual = run(test, scripting: scripting)
        let expected = String(decoding: test["document"] ?? [], as: UTF8.self)
          .trimmingCharacters(in: ["\n"])
        let matches = actual.trimmingCharacters(in: ["\n"]) == expected
        let data = String(decoding: test["data"] ?? [], as: UTF8.self)
        if let reason = Html5libTest.expectedFailures[test.id] {
          #expect(!matches, "\(test.id) passes now, though it is listed: \(reason)")
        } else {
          #expect(
            matches, "\(test.id) scripting \(scripting)\n\(data)\n--- expected\n\(expected)\n--- actual\n\(actual)")
        }
      }
    }
  }

  private func run(_ test: Html5libTest, scripting: Bool) -> String {
    let data = test["data"] ?? []
    if let context = test["document-fragment"] {
      let document = Document()
      var name = String(decoding: context, as: UTF8.self)
      var namespace = Namespace.html
      for (prefix, of) in [("svg ", Namespace.svg), ("math ", .mathML)] where name.hasPrefix(prefix) {
        name.removeFirst(prefix.count)
        namespace = of
      }
      let element = document.makeElement(document.names.intern(name), namespace: namespace)
      let (fragment, _) = HTMLParser.parseFragment(
        data, context: element, of: document, scripting: scripting)
      return dump(document, childrenOf: fragment)
    }
    let parser = HTMLParser(decoded: data, scripting: scripting)
    while case .script(let script) = parser.run() { runScript(script, in: parser) }
    return dump(parser.document, childrenOf: .document)
  }

  /// Does by hand what the few scripts of the data do.
  private func runScript(_ script: NodeID, in parser: HTMLParser) {
    let document = parser.document
    func all(_ name: String) -> [NodeID] {
      var found: [NodeID] = []
      var node = NodeID.document
      while !node.isNone {
        if document.isElement(node), document.names.spelling(of: document.name(node)) == name {
          found.append(node)
        }
        node = document.next(node, within: .document)
      }
      return found
    }
    switch String(decoding: document.childText(script), as: UTF8.self) {
    case #"document.getElementById("A").id = "B""#:
      let element = all("b")[0]
      document.setAttribute(element, Attribute(name: Atom(.id), value: "B"))
    case #"document.getElementsByTagName("font")[2].setAttribute("size", "5");"#:
      document.setAttribute(all("font")[2], Attribute(name: Atom(.size), value: "5"))
    case #"document.write("2")"#: parser.write(Array("2".utf8))
    case #"document.write('2')"#: parser.write(Array("2".utf8))
    case #"document.write('3')"#: parser.write(Array("3".utf8))
    case #"document.write("<script>document.write('2')</scr"+ "ipt><script>document.write('3')</scr" + "ipt>")"#:
      parser.write(
        Array("<script>document.write('2')</script><script>document.write('3')</script>".utf8))
    default: break
    }
  }
}
