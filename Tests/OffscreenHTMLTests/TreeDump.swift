import OffscreenDOM

/// The form of trees in the html5lib data.
func dump(_ document: Document, childrenOf root: NodeID) -> String {
  var lines: [String] = []
  func walk(_ node: NodeID, _ depth: Int) {
    let indent = "| " + String(repeating: "  ", count: depth)
    switch document.kind(node) {
    case .element:
      let prefix =
        switch document.namespace(node) {
        case .svg: "svg "
        case .mathML: "math "
        default: ""
        }
      lines.append("\(indent)<\(prefix)\(document.names.spelling(of: document.name(node)))>")
      var attributes: [(String, String)] = []
      for attribute in document.attributes(node) {
        let prefix =
          switch attribute.namespace {
          case .xlink: "xlink "
          case .xml: "xml "
          case .xmlns: "xmlns "
          default: ""
          }
        attributes.append((prefix + document.names.spelling(of: attribute.name), attribute.value))
      }
      attributes.sort { $0.0.utf16.lexicographicallyPrecedes($1.0.utf16) }
      for (name, value) in attributes { lines.append("\(indent)  \(name)=\"\(value)\"") }
      let contents = document.templateContents(node)
      if !contents.isNone {
        lines.append("\(indent)  content")
        children(contents, depth + 2)
      }
      children(node, depth + 1)
    case .text:
      lines.append("\(indent)\"\(String(decoding: document.text(node), as: UTF8.self))\"")
    case .comment:
      lines.append("\(indent)<!-- \(String(decoding: document.text(node), as: UTF8.self)) -->")
    case .documentType:
      let (publicID, systemID) = document.identifiers(node)
      let ids = publicID.isEmpty && systemID.isEmpty ? "" : " \"\(publicID)\" \"\(systemID)\""
      lines.append("\(indent)<!DOCTYPE \(document.names.spelling(of: document.name(node)))\(ids)>")
    case .processingInstruction:
      let target = document.names.spelling(of: document.name(node))
      lines.append("\(indent)<?\(target) \(String(decoding: document.text(node), as: UTF8.self))>")
    case .document, .documentFragment:
      children(node, depth)
    }
  }
  func children(_ parent: NodeID, _ depth: Int) {
    var child = document.firstChild(parent)
    while !child.isNone {
      walk(child, depth)
      child = document.nextSibling(child)
    }
  }
  children(root, 0)
  return lines.joined(separator: "\n")
}
