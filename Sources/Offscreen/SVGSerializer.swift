import OffscreenDOM

/// Writes an inline `svg` element as an SVG document of its own.
enum SVGSerializer {
  /// https://www.w3.org/TR/xml/ ; recursion is as deep as the document.
  static func document(_ element: NodeID, in document: Document) -> String {
    var out = ""
    write(element, document, isRoot: true, to: &out)
    return out
  }

  private static func write(_ node: NodeID, _ document: Document, isRoot: Bool, to out: inout String) {
    switch document.kind(node) {
    case .text: out += escaped(String(decoding: document.text(node), as: UTF8.self))
    case .element:
      // HTML inside (foreignObject) is nothing that the SVG renderer draws.
      guard document.namespace(node) == .svg else { return }
      let name = document.names.spelling(of: document.name(node))
      guard isName(name) else { return }
      out += "<" + name
      if isRoot { out += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"" }
      for attribute in document.attributes(node) {
        let local = document.names.spelling(of: attribute.name)
        guard isName(local), local != "xmlns" else { continue }
        switch attribute.namespace {
        case .none: out += " \(local)"
        case .xlink: out += " xlink:\(local)"
        case .xml: out += " xml:\(local)"
        case .html, .svg, .mathML, .xmlns, .other: continue
        }
        out += "=\"\(escaped(attribute.value))\""
      }
      out += ">"
      var child = document.firstChild(node)
      while !child.isNone {
        write(child, document, isRoot: false, to: &out)
        child = document.nextSibling(child)
      }
      out += "</\(name)>"
    case .document, .documentType, .comment, .processingInstruction, .documentFragment: break
    }
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first > 0x40 || first == UInt8(ascii: "_") else { return false }
    return name.utf8.allSatisfy {
      $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    }
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t" && scalar != "\r": out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
