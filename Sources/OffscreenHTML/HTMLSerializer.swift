import OffscreenDOM

/// https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm
package enum HTMLSerializer {
  /// The markup of what is within `node`.
  package static func innerHTML(of node: NodeID, in document: Document, scripting: Bool = false) -> String {
    var output: [UInt8] = []
    var serializer = Run(document: document, scripting: scripting)
    serializer.children(of: node, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The markup of `node` with what is within.
  package static func outerHTML(of node: NodeID, in document: Document, scripting: Bool = false) -> String {
    var output: [UInt8] = []
    var serializer = Run(document: document, scripting: scripting)
    if serializer.open(node, to: &output) {
      serializer.children(of: node, to: &output)
      serializer.close(node, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The markup of what is within `node`, with the shadow trees that are wanted as templates.
  /// https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-gethtml
  package static func html(
    of node: NodeID, in document: Document, scripting: Bool = false, withSerializableShadowRoots: Bool,
    shadowRoots: Set<NodeID>
  ) -> String {
    var output: [UInt8] = []
    var serializer = Run(document: document, scripting: scripting)
    serializer.includesSerializable = withSerializableShadowRoots
    serializer.shadowRoots = shadowRoots
    serializer.children(of: node, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private struct Run {
    let document: Document
    let scripting: Bool
    /// The shadow roots that are written: those that allow it, and these.
    var includesSerializable = false
    var shadowRoots: Set<NodeID> = []

    init(document: Document, scripting: Bool) { (self.document, self.scripting) = (document, scripting) }

    mutating func children(of root: NodeID, to output: inout [UInt8]) {
      // The open elements, each with the child that comes next.
      var stack = [(root, document.firstChild(document.container(root)))]
      beginShadowTree(of: root, &stack, to: &output)
      while let (parent, child) = stack.last {
        guard !child.isNone else {
          stack.removeLast()
          if !stack.isEmpty { close(parent, to: &output) }
          continue
        }
        stack[stack.count - 1].1 = document.nextSibling(child)
        if open(child, to: &output) {
          stack.append((child, document.firstChild(document.container(child))))
          beginShadowTree(of: child, &stack, to: &output)
        }
      }
    }

    /// What is in a host's shadow tree comes before its children.
    private func beginShadowTree(of host: NodeID, _ stack: inout [(NodeID, NodeID)], to output: inout [UInt8]) {
      let root = document.shadowRoot(host)
      guard !root.isNone, let options = document.shadowOptions(root),
        includesSerializable && options.isSerializable || shadowRoots.contains(root)
      else { return }
      output.append(contentsOf: "<template shadowrootmode=\"\(options.isOpen ? "open" : "closed")\"".utf8)
      if options.delegatesFocus { output.append(contentsOf: " shadowrootdelegatesfocus=\"\"".utf8) }
      if options.isSerializable { output.append(contentsOf: " shadowrootserializable=\"\"".utf8) }
      if options.assignsManually { output.append(contentsOf: " shadowrootslotassignment=\"manual\"".utf8) }
      if options.isClonable { output.append(contentsOf: " shadowrootclonable=\"\"".utf8) }
      output.append(0x3E)
      stack.append((root, document.firstChild(root)))
    }

    /// Writes what comes before a node's children; false where it has none.
    mutating func open(_ node: NodeID, to output: inout [UInt8]) -> Bool {
      switch document.kind(node) {
      case .element:
        output.append(0x3C)
        appendName(document.name(node), to: &output)
        document.forEachAttribute(node) { name, namespace, value in
          output.append(0x20)
          switch namespace {
          case .xml: output.append(contentsOf: "xml:".utf8)
          case .xmlns: if name != .xmlns { output.append(contentsOf: "xmlns:".utf8) }
          case .xlink: output.append(contentsOf: "xlink:".utf8)
          case .html, .svg, .mathML, .other, .none: break
          }
          appendName(name, to: &output)
          output.append(contentsOf: "=\"".utf8)
          MarkupText.appendHTML(value, in: .attribute, to: &output)
          output.append(0x22)
        }
        // Scripts made it with an `is` that no attribute says.
        if let value = document.controlState(node)?.isValue,
          !(document.names.find("is").map { document.hasAttribute(node, $0) } ?? false)
        {
          output.append(contentsOf: " is=\"".utf8)
          Array(value.utf8).withUnsafeBufferPointer { MarkupText.appendHTML($0, in: .attribute, to: &output) }
          output.append(0x22)
        }
        output.append(0x3E)
        return document.namespace(node) != .html || !isVoid(document.name(node))
      case .text:
        let parent = document.parent(node)
        document.withText(node) { text in
          if !parent.isNone, document.isElement(parent), document.namespace(parent) == .html,
            isRaw(document.name(parent))
          {
            output.append(contentsOf: text)
          } else {
            MarkupText.appendHTML(text, in: .content, to: &output)
          }
        }
        return false
      case .comment:
        output.append(contentsOf: "<!--".utf8)
        document.withText(node) { output.append(contentsOf: $0) }
        output.append(contentsOf: "-->".utf8)
        return false
      case .processingInstruction:
        output.append(contentsOf: "<?".utf8)
        appendName(document.name(node), to: &output)
        output.append(0x20)
        document.withText(node) { output.append(contentsOf: $0) }
        output.append(0x3E)
        return false
      case .documentType:
        output.append(contentsOf: "<!DOCTYPE ".utf8)
        appendName(document.name(node), to: &output)
        output.append(0x3E)
        return false
      case .document, .documentFragment:
        return true
      }
    }

    mutating func close(_ node: NodeID, to output: inout [UInt8]) {
      if document.isShadowRoot(node) { return output.append(contentsOf: "</template>".utf8) }
      guard document.isElement(node) else { return }
      output.append(contentsOf: "</".utf8)
      appendName(document.name(node), to: &output)
      output.append(0x3E)
    }

    private func appendName(_ name: Atom, to output: inout [UInt8]) {
      document.names.withSpelling(of: name) { output.append(contentsOf: $0) }
    }

    private func isVoid(_ name: Atom) -> Bool {
      switch name.known {
      case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen,
        .link, .meta, .param, .source, .track, .wbr:
        true
      default: false
      }
    }

    private func isRaw(_ name: Atom) -> Bool {
      switch name.known {
      case .style, .script, .xmp, .iframe, .noembed, .noframes, .plaintext: true
      case .noscript: scripting
      default: false
      }
    }
  }
}
