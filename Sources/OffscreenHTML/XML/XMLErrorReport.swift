import CXML
import OffscreenDOM

/// Why an XML document is ill-formed, and the box that Chromium puts into such a document to say so.
struct XMLErrorReport {
  var line: Int
  var column: Int
  var message: String

  /// `open` is the name of the element that was open, as the message has it.
  init(_ error: xmlError, at input: xmlParserInput?, open: String, openNamespace: String) {
    let subject = error.str1.map { String(cString: $0) } ?? ""
    line = Int(input?.line ?? error.line)
    column = max(Int(input?.col ?? error.int2), 1)
    switch xmlParserErrors(rawValue: UInt32(bitPattern: error.code)) {
    case XML_ERR_TAG_NAME_MISMATCH:
      column -= 1
      let closing = error.str2.map { String(cString: $0) } ?? ""
      message = "Unexpected closing tag: \(openNamespace)\(closing) != \(openNamespace)\(open)"
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      column -= 1
      message = "Unexpected entity: \(subject)"
    case XML_ERR_ATTRIBUTE_REDEFINED:
      message = "Attribute '\(subject)' is redefined"
    case XML_NS_ERR_UNDEFINED_NAMESPACE:
      let name = error.str2.map { ":" + String(cString: $0) } ?? ""
      message = "Element \(subject)\(name) prefix is unbound"
    case XML_ERR_TAG_NOT_FINISHED, XML_ERR_GT_REQUIRED:
      message = "Unexpected end of stream: still inside the root element"
    case XML_ERR_DOCUMENT_EMPTY:
      message = "Unexpected end of stream: no root element found"
    case XML_ERR_DOCUMENT_END:
      message = "Unexpected token: <"
    default:
      let text = error.message.map { String(cString: $0) } ?? "error"
      message = text.split(separator: "\n").first.map(String.init) ?? text
    }
  }

  /// Puts the box before what was built, in a page around it where there is no element to hold it.
  func insert(into document: Document) {
    let names = document.names
    func element(_ name: Atom, style: String? = nil, text: String? = nil) -> NodeID {
      let element = document.makeElement(
        name, attributes: style.map { [Attribute(name: Atom(.style), value: $0)] } ?? [])
      if let text { document.link(document.makeText(Array(text.utf8)), into: element) }
      return element
    }
    let box = element(
      names.intern("parsererror"),
      style: """
        display: block; white-space: pre; border: 2px solid #c77; padding: 0 1em 0 1em; \
        margin: 1em; background-color: #fdd; color: black
        """)
    document.link(element(Atom(.h3), text: "This page contains the following errors:"), into: box)
    document.link(
      element(
        Atom(.div), style: "font-family:monospace;font-size:12px",
        text: "error on line \(line) at column \(column): \(message)\n"), into: box)
    document.link(
      element(Atom(.h3), text: "Below is a rendering of the page up to the first error."), into: box)

    let root = document.documentElement
    guard root.isNone || document.namespace(root) == .svg else {
      document.link(box, into: root, before: document.firstChild(root))
      return
    }
    let html = element(Atom(.html))
    if !root.isNone {
      let head = element(Atom(.head))
      document.link(
        element(
          Atom(.style),
          text: "html, body { height: 100% } parsererror + svg { width: 100%; height: 100% }"),
        into: head)
      document.link(head, into: html)
    }
    let body = element(Atom(.body))
    document.link(body, into: html)
    document.link(box, into: body)
    if !root.isNone { document.link(root, into: body) }
    document.link(html, into: .document)
  }
}
