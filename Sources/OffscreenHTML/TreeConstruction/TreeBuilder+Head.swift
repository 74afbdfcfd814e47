import OffscreenDOM

/// From the initial insertion mode to "after head".
/// https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
extension TreeBuilder {
  mutating func initialAnythingElse() -> Bool {
    if !keepsQuirksMode { document.quirksMode = .quirks }
    mode = .beforeHTML
    return false
  }

  // MARK: Before html

  mutating func beforeHTMLStart() -> Bool {
    guard tokenizer.name == .html else { return beforeHTMLAnythingElse() }
    insertElement()
    mode = .beforeHead
    return true
  }

  mutating func beforeHTMLEnd() -> Bool {
    switch tokenizer.name.known {
    case .head, .body, .html, .br: beforeHTMLAnythingElse()
    default: true
    }
  }

  mutating func beforeHTMLAnythingElse() -> Bool {
    insertImplied(.html)
    mode = .beforeHead
    return false
  }

  // MARK: Before head

  mutating func beforeHeadStart() -> Bool {
    switch tokenizer.name.known {
    case .html: return inBodyStart()
    case .head:
      headElement = insertElement()
      mode = .inHead
      return true
    default: return beforeHeadAnythingElse()
    }
  }

  mutating func beforeHeadEnd() -> Bool {
    switch tokenizer.name.known {
    case .head, .body, .html, .br: beforeHeadAnythingElse()
    default: true
    }
  }

  mutating func beforeHeadAnythingElse() -> Bool {
    headElement = insertImplied(.head)
    mode = .inHead
    return false
  }

  // MARK: In head

  mutating func inHeadStart() -> Bool {
    switch tokenizer.name.known {
    case .html: return inBodyStart()
    case .base, .basefont, .bgsound, .link:
      insertVoid()
      return true
    case .meta:
      insertVoid()
      // Deviation: only in the head itself, as in Chromium.
      if looksForEncoding, mode == .inHead, templateModes.isEmpty { noteEncoding() }
      return true
    case .title:
      insertTextElement(.rcdata)
      return true
    case .noframes, .style:
      insertTextElement(.rawtext)
      return true
    case .noscript:
      if scripting {
        insertTextElement(.rawtext)
      } else {
        insertElement()
        mode = .inHeadNoscript
      }
      return true
    case .script:
      insertTextElement(.scriptData)
      return true
    case .template:
      if !beginShadowRoot() { insertElement() }
      pushFormattingMarker()
      framesetOK = false
      mode = .inTemplate
      templateModes.append(.inTemplate)
      return true
    case .head: return true
    default: return inHeadAnythingElse()
    }
  }

  mutating func inHeadEnd() -> Bool {
    switch tokenizer.name.known {
    case .head:
      pop()
      mode = .afterHead
      return true
    case .body, .html, .br: return inHeadAnythingElse()
    case .template:
      templateEnd()
      return true
    default: return true
    }
  }

  mutating func inHeadAnythingElse() -> Bool {
    pop()
    mode = .afterHead
    return false
  }

  /// The end tag of a template, in any mode.
  mutating func templateEnd() {
    guard isOpen(.template) else { return }
    generateImpliedEndTagsThoroughly()
    popUntil(.template)
    clearFormattingToMarker()
    _ = templateModes.popLast()
    resetInsertionMode()
  }

  /// Whether the template's tag begins the shadow tree of the current node: then it stands for the shadow root, and is
  /// in no tree itself. What is too deep gets none: its contents could not be put beside it.
  /// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead
  private mutating func beginShadowRoot() -> Bool {
    guard allowsShadowRoots, open.count > 1, open.count < Self.depthLimit, let host = open.last?.node,
      let options = ShadowRootOptions(templateWith: { tokenizer.value(of: $0) }),
      document.canHaveShadowRoot(host), document.shadowRoot(host).isNone
    else { return false }
    let root = document.attachShadow(to: host, options)
    let template = makeElement(Atom(.template), .html)
    for attribute in tokenizer.attributes {
      document.addAttribute(template, attribute.name, value: tokenizer.value(attribute))
    }
    document.setTemplateContents(root, of: template)
    push(
      OpenElement(
        node: template, name: Atom(.template), tagName: Atom(.template), namespace: .html,
        traits: ElementTraits(Atom(.template), .html)))
    return true
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing
  private mutating func noteEncoding() {
    if let charset = tokenizer.value(of: .charset) {
      declaredEncoding = EncodingSniffer.declared(String(decoding: charset, as: UTF8.self))
    } else if let pragma = tokenizer.value(of: .http_equiv),
      String(decoding: pragma, as: UTF8.self).lowercased() == "content-type",
      let content = tokenizer.value(of: .content)
    {
      declaredEncoding = EncodingSniffer.charset(inContent: [UInt8](content))
    }
    if declaredEncoding != nil { looksForEncoding = false }
  }

  // MARK: In head noscript

  mutating func inHeadNoscriptStart() -> Bool {
    switch tokenizer.name.known {
    case .html: inBodyStart()
    case .basefont, .bgsound, .link, .meta, .noframes, .style: inHeadStart()
    case .head, .noscript: true
    default: inHeadNoscriptAnythingElse()
    }
  }

  mutating func inHeadNoscriptEnd() -> Bool {
    switch tokenizer.name.known {
    case .noscript:
      pop()
      mode = .inHead
      return true
    case .br: return inHeadNoscriptAnythingElse()
    default: return true
    }
  }

  mutating func inHeadNoscriptAnythingElse() -> Bool {
    pop()
    mode = .inHead
    return false
  }

  // MARK: After head

  mutating func afterHeadStart() -> Bool {
    switch tokenizer.name.known {
    case .html: return inBodyStart()
    case .body:
      insertElement()
      framesetOK = false
      mode = .inBody
      return true
    case .frameset:
      insertElement()
      mode = .inFrameset
      return true
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      guard !headElement.isNone else { return inHeadStart() }
      push(
        OpenElement(
          node: headElement, name: Atom(.head), tagName: Atom(.head), namespace: .html,
          traits: ElementTraits(Atom(.head), .html)))
      let done = inHeadStart()
      if let index = stackIndex(of: headElement), index > 0 { removeFromStack(at: index) }
      return done
    case .head: return true
    default: return afterHeadAnythingElse()
    }
  }

  mutating func afterHeadEnd() -> Bool {
    switch tokenizer.name.known {
    case .template:
      templateEnd()
      return true
    case .body, .html, .br: return afterHeadAnythingElse()
    default: return true
    }
  }

  mutating func afterHeadAnythingElse() -> Bool {
    insertImplied(.body)
    mode = .inBody
    return false
  }

  // MARK: Text

  mutating func textEnd() -> Bool {
    let element = current
    pop()
    mode = originalMode
    if element.isHTML(.script), scripting { finishedScript = element.node }
    return true
  }
}

extension ShadowRootOptions {
  /// Of a template's attributes; nil where they ask for no shadow root.
  /// https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
  init?(templateWith value: (KnownName) -> UnsafeBufferPointer<UInt8>?) {
    func keyword(_ name: KnownName) -> String? {
      value(name).map { String(decoding: $0.map(\.asciiLowercased), as: UTF8.self) }
    }
    guard let mode = keyword(.shadowrootmode), mode == "open" || mode == "closed" else { return nil }
    self.init()
    isOpen = mode == "open"
    assignsManually = keyword(.shadowrootslotassignment) == "manual"
    delegatesFocus = value(.shadowrootdelegatesfocus) != nil
    isClonable = value(.shadowrootclonable) != nil
    isSerializable = value(.shadowrootserializable) != nil
    isDeclarative = true
  }
}
