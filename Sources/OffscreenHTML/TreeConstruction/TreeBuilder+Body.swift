import OffscreenDOM

/// Start tags in body.
/// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
extension TreeBuilder {
  mutating func inBodyStart() -> Bool {
    switch tokenizer.name.known {
    case .html:
      if !isOpen(.template), let root = open.first { addMissingAttributes(to: root.node) }
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      return inHeadStart()
    case .body:
      guard open.count > 1, open[1].isHTML(.body), !isOpen(.template) else { return true }
      framesetOK = false
      addMissingAttributes(to: open[1].node)
    case .frameset:
      guard open.count > 1, open[1].isHTML(.body), framesetOK else { return true }
      document.remove(open[1].node)
      popThrough(index: 1)
      insertElement()
      mode = .inFrameset
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl,
      .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p,
      .search, .section, .summary, .ul:
      closeParagraphInButtonScope()
      insertElement()
    case .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraphInButtonScope()
      if current.traits.contains(.heading) { pop() }
      insertElement()
    case .pre, .listing:
      closeParagraphInButtonScope()
      insertElement()
      skipsLineFeed = true
      framesetOK = false
    case .form:
      guard formElement.isNone || isOpen(.template) else { return true }
      closeParagraphInButtonScope()
      let node = insertElement()
      if !isOpen(.template) { formElement = node }
    case .li:
      closeListItem(.li, .li)
    case .dd, .dt:
      closeListItem(.dd, .dt)
    case .plaintext:
      closeParagraphInButtonScope()
      insertElement()
      tokenizer.state = .plaintext
    case .button:
      if isInScope(.button) {
        generateImpliedEndTags()
        popUntil(.button)
      }
      reconstructFormatting()
      insertElement()
      framesetOK = false
    case .a:
      if let index = formattingIndex(of: Atom(.a)) {
        let node = formatting[index].node
        adoptionAgency(Atom(.a))
        formatting.removeAll { $0.node == node }
        if let index = stackIndex(of: node), index > 0 { removeFromStack(at: index) }
      }
      reconstructFormatting()
      pushFormatting(insertElement())
    case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
      reconstructFormatting()
      pushFormatting(insertElement())
    case .nobr:
      reconstructFormatting()
      if isInScope(.nobr) {
        adoptionAgency(Atom(.nobr))
        reconstructFormatting()
      }
      pushFormatting(insertElement())
    case .applet, .marquee, .object:
      reconstructFormatting()
      insertElement()
      pushFormattingMarker()
      framesetOK = false
    case .table:
      if document.quirksMode != .quirks { closeParagraphInButtonScope() }
      insertElement()
      framesetOK = false
      mode = .inTable
    case .area, .br, .embed, .img, .keygen, .wbr:
      reconstructFormatting()
      insertVoid()
      framesetOK = false
    case .input:
      if let context, context.isHTML(.select) { return true }
      if isInScope(.select) { popUntil(.select) }
      reconstructFormatting()
      let isHidden = tokenizer.value(of: .type)?.elementsEqual("hidden".utf8) { $0.asciiLowercased == $1 }
      insertVoid()
      if isHidden != true { framesetOK = false }
    case .param, .source, .track:
      insertVoid()
    case .hr:
      closeParagraphInButtonScope()
      if isInScope(.select) { generateImpliedEndTags() }
      insertVoid()
      framesetOK = false
    case .image:
      tokenizer.name = Atom(.img)
      return false
    case .textarea:
      insertElement()
      skipsLineFeed = true
      framesetOK = false
      tokenizer.state = .rcdata
      originalMode = mode
      mode = .text
    case .xmp:
      closeParagraphInButtonScope()
      reconstructFormatting()
      framesetOK = false
      insertTextElement(.rawtext)
    case .iframe:
      framesetOK = false
      insertTextElement(.rawtext)
    case .noembed:
      insertTextElement(.rawtext)
    case .noscript where scripting:
      insertTextElement(.rawtext)
    case .select:
      if let context, context.isHTML(.select) { return true }
      if isInScope(.select) {
        popUntil(.select)
        return true
      }
      reconstructFormatting()
      insertElement()
      framesetOK = false
    case .option:
      if isInScope(.select) {
        generateImpliedEndTags(except: Atom(.optgroup))
      } else if isCurrent(.option) {
        pop()
      }
      reconstructFormatting()
      insertElement()
    case .optgroup:
      if isInScope(.select) {
        generateImpliedEndTags()
      } else if isCurrent(.option) {
        pop()
      }
      reconstructFormatting()
      insertElement()
    case .rb, .rtc:
      if isInScope(.ruby) { generateImpliedEndTags() }
      insertElement()
    case .rp, .rt:
      if isInScope(.ruby) { generateImpliedEndTags(except: Atom(.rtc)) }
      insertElement()
    case .math:
      reconstructFormatting()
      insertForeignElement(.mathML)
    case .svg:
      reconstructFormatting()
      insertForeignElement(.svg)
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
      return true
    case .selectedcontent:
      hasSelectedContent = true
      reconstructFormatting()
      insertElement()
    default:
      reconstructFormatting()
      insertElement()
    }
    return true
  }

  /// A list item ends the one before it, unless it is within another special element.
  private mutating func closeListItem(_ one: KnownName, _ other: KnownName) {
    framesetOK = false
    if isOpen(one) || isOpen(other) {
      var index = open.count - 1
      while index > 0 {
        let element = open[index]
        if element.isHTML(one) || element.isHTML(other) {
          generateImpliedEndTags(except: element.name)
          popThrough(index: index)
          break
        }
        if element.traits.contains(.special),
          !(element.isHTML(.address) || element.isHTML(.div) || element.isHTML(.p))
        {
          break
        }
        index -= 1
      }
    }
    closeParagraphInButtonScope()
    insertElement()
  }
}
