import OffscreenDOM

/// Character tokens. A run is split where white space and other characters are treated differently.
extension TreeBuilder {
  mutating func characters() {
    while !tokenizer.text.isEmpty, !isStopped {
      switch mode {
      case .inBody, .inCaption, .inCell, .inTemplate:
        inBodyCharacters(tokenizer.text)
        return
      case .text:
        insertCharacters(tokenizer.text)
        return
      case .inTable, .inTableBody, .inRow:
        if open.last?.traits.contains(.tablePart) == true || open.last?.isHTML(.template) == true {
          pendingTableText.removeAll(keepingCapacity: true)
          pendingTableTextHasOther = false
          originalMode = mode
          mode = .inTableText
        } else {
          fosterParenting = true
          inBodyCharacters(tokenizer.text)
          fosterParenting = false
          return
        }
      case .inTableText:
        pendingTableText.append(contentsOf: tokenizer.text)
        if !pendingTableTextHasOther {
          pendingTableTextHasOther = tokenizer.text.contains { !$0.isMarkupSpace }
        }
        return
      case .initial:
        _ = takeSpace()
        if !tokenizer.text.isEmpty { _ = initialAnythingElse() }
      case .beforeHTML:
        _ = takeSpace()
        if !tokenizer.text.isEmpty { _ = beforeHTMLAnythingElse() }
      case .beforeHead:
        _ = takeSpace()
        if !tokenizer.text.isEmpty { _ = beforeHeadAnythingElse() }
      case .inHead:
        insertCharacters(takeSpace())
        if !tokenizer.text.isEmpty { _ = inHeadAnythingElse() }
      case .inHeadNoscript:
        insertCharacters(takeSpace())
        if !tokenizer.text.isEmpty { _ = inHeadNoscriptAnythingElse() }
      case .afterHead:
        insertCharacters(takeSpace())
        if !tokenizer.text.isEmpty { _ = afterHeadAnythingElse() }
      case .inColumnGroup:
        insertCharacters(takeSpace())
        if !tokenizer.text.isEmpty, inColumnGroupAnythingElse() { dropNonSpace() }
      case .afterBody, .afterAfterBody:
        let space = takeSpace()
        if !space.isEmpty { inBodyCharacters(space) }
        if !tokenizer.text.isEmpty { _ = returnToBody() }
      case .inFrameset, .afterFrameset, .afterAfterFrameset:
        let space = takeSpace()
        if mode == .afterAfterFrameset {
          if !space.isEmpty { inBodyCharacters(space) }
        } else {
          insertCharacters(space)
        }
        dropNonSpace()
      }
    }
  }

  /// Takes the white space that the run starts with.
  private mutating func takeSpace() -> UnsafeBufferPointer<UInt8> {
    let text = tokenizer.text
    let count = text.firstIndex { !$0.isMarkupSpace } ?? text.count
    tokenizer.text = UnsafeBufferPointer(rebasing: text[count...])
    return UnsafeBufferPointer(rebasing: text[..<count])
  }

  private mutating func dropNonSpace() {
    let text = tokenizer.text
    tokenizer.text = UnsafeBufferPointer(
      rebasing: text[(text.firstIndex { $0.isMarkupSpace } ?? text.count)...])
  }

  mutating func inBodyCharacters(_ text: UnsafeBufferPointer<UInt8>) {
    reconstructFormatting()
    insertCharacters(text)
    if framesetOK, text.contains(where: { !$0.isMarkupSpace }) { framesetOK = false }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext
  mutating func flushTableText() {
    mode = originalMode
    guard !pendingTableText.isEmpty else { return }
    let text = pendingTableText
    pendingTableText.removeAll(keepingCapacity: true)
    text.withUnsafeBufferPointer {
      if pendingTableTextHasOther {
        fosterParenting = true
        inBodyCharacters($0)
        fosterParenting = false
      } else {
        insertCharacters($0)
      }
    }
  }

  /// https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character
  mutating func insertCharacters(_ text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty else { return }
    let place = insertionPlace()
    guard document.kind(place.parent) != .document else { return }
    let previous =
      place.next.isNone ? document.lastChild(place.parent) : document.previousSibling(place.next)
    if !previous.isNone, document.kind(previous) == .text {
      document.appendText(text, to: previous)
    } else {
      document.link(document.makeText(text), into: place.parent, before: place.next)
    }
  }
}
