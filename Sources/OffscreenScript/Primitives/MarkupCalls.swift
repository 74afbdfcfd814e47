import OffscreenDOM
import OffscreenHTML

extension Primitives {
  func addMarkup() {
    let (document, scripts) = (document, scripts)
    add("parseFragment") { call in
      let (context, markup) = (try call.node(0), try call.bytes(1))
      if call.boolean(2) {
        let (other, diagnostics) = XMLDocumentParser.parse(
          decoded: Array("<root>".utf8) + markup + Array("</root>".utf8), names: document.names)
        guard diagnostics.isEmpty else { return call.realm.make(-1) }
        let fragment = try scripts.making { document.makeFragment() }
        var child = other.firstChild(other.documentElement)
        while !child.isNone {
          document.link(document.importNode(child, from: other, deep: true), into: fragment)
          child = other.nextSibling(child)
        }
        return call.realm.make(fragment)
      }
      let fragment = try scripts.making {
        HTMLParser.parseFragment(
          markup, context: context, of: document, scripting: true, allowsShadowRoots: call.boolean(3)
        ).fragment
      }
      return call.realm.make(fragment)
    }
    add("parseDocument") { call in
      let (markup, type) = (try call.bytes(0), try call.string(1))
      let isXML = type != "text/html"
      let other: Document
      if isXML {
        let (parsed, diagnostics) = XMLDocumentParser.parse(decoded: markup, names: document.names)
        if !diagnostics.isEmpty { return call.realm.make(-1) }
        other = parsed
      } else {
        other = HTMLParser.parse(decoded: markup, names: document.names, allowsShadowRoots: call.boolean(2))
      }
      let root = try scripts.making { document.makeDocument() }
      var child = other.firstChild(.document)
      while !child.isNone {
        document.link(
          document.importNode(child, from: other, deep: true, withAllShadowRoots: true), into: root)
        child = other.nextSibling(child)
      }
      scripts.keepQuirksMode(other.quirksMode, of: root)
      return call.realm.make(root)
    }
    add("serialize") { call in
      let node = try call.node(0)
      return call.realm.make(
        call.boolean(1)
          ? HTMLSerializer.outerHTML(of: node, in: document, scripting: true)
          : HTMLSerializer.innerHTML(of: node, in: document, scripting: true))
    }
    // name, whether an `is` attribute makes it one
    addAction("parserConstructs") { call in
      let name = try call.atom(0)
      if call.boolean(1) {
        scripts.customElements.builtIns.insert(name)
      } else {
        scripts.customElements.names.insert(name)
      }
    }
    addAction("write") { call in scripts.write(try call.bytes(0)) }
    add("ignoresWrites") { call in call.realm.make(scripts.ignoresWrites) }
  }
}
