import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// https://html.spec.whatwg.org/multipage/rendering.html#form-controls
extension BoxTreeBuilder {
  private enum InputType: String {
    case hidden, text, search, tel, url, email, password, date, month, week, time, number, range, color
    case checkbox, radio, file, submit, image, reset, button
    case datetimeLocal = "datetime-local"
  }

  mutating func generateInput(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    let type = document.attribute(node, .type).flatMap { InputType(rawValue: $0.lowercased()) } ?? .text
    let value = document.controlState(node)?.value ?? document.attribute(node, .value)
    switch type {
    case .hidden:
      return addReplaced(ReplacedContent(kind: .control(.other), naturalWidth: 0, naturalHeight: 0), style, node)
    case .checkbox, .radio:
      // An empty box, which pages fill with pseudo-elements.
      if style.box.appearance == .none { return nil }
      // Deviation: as in Chromium, borders and padding change nothing of the user agent's boxes.
      var values = StyleValues(copying: style)
      values.box.padding = Sides(.zero)
      values.border.width = Sides(0)
      return addReplaced(
        ReplacedContent(kind: .control(.check), naturalWidth: 13, naturalHeight: 13, naturalRatio: nil),
        ComputedStyle(values), node)
    case .range:
      if style.box.appearance == .none { return generateSlider(node, style) }
      // Marks are below the track, and it stays in the middle.
      let height: Double = hasTicks(node) ? 22 : 16
      return addReplaced(ReplacedContent(kind: .control(.range), naturalWidth: 129, naturalHeight: height), style, node)
    case .color:
      return addReplaced(ReplacedContent(kind: .control(.color), naturalWidth: 44, naturalHeight: 23), style, node)
    case .image:
      let alternative = document.attribute(node, .alt)
      return generatePicture(node, style, alternative: alternative, words: alternative ?? value ?? "Submit")
    case .submit, .reset, .button:
      let fallback = type == .submit ? "Submit" : type == .reset ? "Reset" : ""
      return addControl(node, style, text: Array((value ?? fallback).utf8), placeholder: false, size: nil)
    case .file:
      let draft = addControl(node, style, text: Array("No file chosen".utf8), placeholder: false, size: .file)
      if let button = addFileSelectorButton(node) { drafts[draft].children.insert(button, at: 0) }
      return draft
    case .date: return addDateControl(node, style, DateText(.date, value))
    case .month: return addDateControl(node, style, DateText(.month, value))
    case .week: return addDateControl(node, style, DateText(.week, value))
    case .time: return addDateControl(node, style, DateText(.time, value))
    case .datetimeLocal: return addDateControl(node, style, DateText(.dateAndTime, value))
    case .text, .search, .tel, .url, .email, .password, .number:
      let size = type == .number ? numberFieldSize(node, style) : textFieldSize(node, style)
      if let value, !value.isEmpty, type != .number || WrittenNumber(value) != nil {
        let shown = type == .password ? String(repeating: "\u{2022}", count: min(value.count, 1000)) : value
        return addControl(node, style, text: Array(shown.utf8), placeholder: false, size: size)
      }
      let placeholder = document.attribute(node, .placeholder) ?? ""
      return addControl(node, style, text: Array(placeholder.utf8), placeholder: true, size: size)
    }
  }

  private func textFieldSize(_ node: NodeID, _ style: ComputedStyle) -> ControlSize {
    let isSearch = document.attribute(node, .type)?.lowercased() == InputType.search.rawValue
    if isSearch, style.box.fieldSizing == .content {
      return .textField(columns: 0, hasButton: style.box.appearance != .none)
    }
    let size = integer(document.attribute(node, .size))
    return .textField(columns: size.flatMap { $0 > 0 ? min($0, 10_000) : nil } ?? 20)
  }

  /// A number field that takes only some numbers has room for those, and for the buttons that change it.
  private func numberFieldSize(_ node: NodeID, _ style: ComputedStyle) -> ControlSize {
    let button = input.styles.style(of: node, pseudo: .innerSpinButton)
    let hasButton = button.map { $0.box.display != .none && $0.box.appearance != .none } ?? false
    if style.box.fieldSizing == .content { return .textField(columns: 0, hasButton: hasButton) }
    let step = document.names.find("step").flatMap { document.attribute(node, $0) }
    let columns = WrittenNumber.columns(
      minimum: document.attribute(node, .min), maximum: document.attribute(node, .max), step: step)
    guard let columns else { return .textField(columns: 20) }
    return .textField(columns: columns, hasButton: hasButton)
  }

  /// https://drafts.csswg.org/css-pseudo-4/#file-selector-button-pseudo
  private mutating func addFileSelectorButton(_ node: NodeID) -> Int? {
    guard let style = input.styles.style(of: node, pseudo: .fileSelectorButton), style.box.display != .none
    else { return nil }
    let label = document.attribute(node, .multiple) == nil ? "Choose File" : "Choose Files"
    let button = addBox(for: node, style, style.box.display, origin: .fileSelectorButton)
    drafts[button].children = [
      addText(Array(label.utf8), style: style, node: node, origin: .fileSelectorButton)
    ]
    if drafts[button].box.kind == .inline { finishInline(button) } else { finishContainer(button) }
    return button
  }

  /// A date or time: fields with a pixel around each, and room for the picture that opens a picker.
  private mutating func addDateControl(_ node: NodeID, _ style: ComputedStyle, _ date: DateText) -> Int {
    let draft = addControl(node, style, text: [], placeholder: false, size: .date(date))
    var fieldValues = StyleValues(inheriting: style)
    keepOnOneLine(&fieldValues)
    let textStyle = ComputedStyle(fieldValues)
    fieldValues.box.display = .inline
    fieldValues.box.specifiedDisplay = .inline
    let isHorizontal = style.text.writingMode.isHorizontal
    fieldValues.box.padding =
      isHorizontal
      ? Sides(top: .zero, right: .length(1), bottom: .zero, left: .length(1))
      : Sides(top: .length(1), right: .zero, bottom: .length(1), left: .zero)
    let fieldStyle = ComputedStyle(fieldValues)
    var children: [Int] = []
    for part in date.parts {
      guard part.isField else {
        children.append(addText(Array(part.text.utf8), style: textStyle, node: node, origin: .userAgentPart))
        continue
      }
      let field = addBox(for: node, fieldStyle, .inline, origin: .userAgentPart)
      drafts[field].children = [addText(Array(part.text.utf8), style: fieldStyle, node: node, origin: .userAgentPart)]
      finishInline(field)
      children.append(field)
    }
    let padding =
      isHorizontal
      ? Sides<LengthPercentage>(top: .length(1), right: .zero, bottom: .length(1), left: .zero)
      : Sides<LengthPercentage>(top: .zero, right: .length(1), bottom: .zero, left: .length(1))
    addInside(of: draft, node, style, padding: padding, children)
    return draft
  }

  /// Gives a control a block for what it shows, away from its edges.
  private mutating func addInside(
    of draft: Int, _ node: NodeID, _ style: ComputedStyle, padding: Sides<LengthPercentage>, _ children: [Int]
  ) {
    var values = StyleValues(inheriting: style)
    values.box.display = .block
    values.box.specifiedDisplay = .block
    values.box.padding = padding
    var box = Box(kind: .container, node: node, style: ComputedStyle(values))
    box.origin = .userAgentPart
    box.decorations = currentDecorations
    let inside = add(box, level: .block)
    drafts[inside].children = children
    finishContainer(inside)
    drafts[draft].box.context = .block
    drafts[draft].children = [inside]
  }

  mutating func generateTextArea(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    var text: [UInt8] = []
    var child = document.firstChild(node)
    while !child.isNone {
      if document.kind(child) == .text { text += document.text(child) }
      child = document.nextSibling(child)
    }
    if let value = document.controlState(node)?.value { text = Array(value.utf8) }
    let columns = integer(document.attribute(node, .cols)).flatMap { $0 > 0 ? min($0, 10_000) : nil } ?? 20
    let rows = integer(document.attribute(node, .rows)).flatMap { $0 > 0 ? min($0, 10_000) : nil } ?? 2
    let isPlaceholder = text.isEmpty
    if isPlaceholder { text = Array((document.attribute(node, .placeholder) ?? "").utf8) }
    // There is a line for what comes next.
    if style.box.fieldSizing == .content, text.last == 0x0A { text += Array("\u{200B}".utf8) }
    return addControl(
      node, style, text: text, placeholder: isPlaceholder, size: .textArea(columns: columns, rows: rows))
  }

  mutating func generateSelect(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    var options: [(text: [UInt8], isSelected: Bool)] = []
    var next = document.next(node, within: node)
    while !next.isNone, options.count < 10_000 {
      if document.isHTML(next, .option) {
        var text = optionText(next)
        // Deviation: as in Chromium, options of a group are measured with the indent that they have in the list.
        if document.isHTML(document.parent(next), .optgroup) { text = [0x20, 0x20, 0x20, 0x20] + text }
        options.append(
          (text, document.controlState(next)?.isSelected ?? (document.attribute(next, .selected) != nil)))
        next = document.nextSkippingChildren(next, within: node)
      } else {
        next = document.next(next, within: node)
      }
    }
    let size = integer(document.attribute(node, .size)) ?? (document.attribute(node, .multiple) != nil ? 4 : 1)
    if size > 1 || document.attribute(node, .multiple) != nil {
      return generateListBox(node, style, rows: size)
    }
    let shown = options.last { $0.isSelected } ?? options.first
    if style.box.appearance == .baseSelect {
      return generateBaseSelect(node, style, shown: Array((shown?.text ?? []).drop { $0 == 0x20 }))
    }
    var style = style
    if style.box.appearance != .none, style.font.lineHeight != .normal {
      // Deviation: as in Chromium, the button of a menu is as high as the font's line.
      var values = StyleValues(copying: style)
      values.font.lineHeight = .normal
      style = ComputedStyle(values)
    }
    let text = Array((shown?.text ?? []).drop { $0 == 0x20 })
    let measured = style.box.fieldSizing == .content ? [text] : options.map(\.text)
    let draft = addControl(
      node, style, text: text, placeholder: false,
      size: .select(measured.map { transform($0, in: style, of: node) }))
    if style.box.appearance != .none {
      // Room for the arrow.
      let (start, end) = (LengthPercentage.length(4), LengthPercentage.length(16))
      let isLTR = style.text.direction == .ltr
      let (first, last) = isLTR ? (start, end) : (end, start)
      let padding =
        style.text.writingMode.isHorizontal
        ? Sides(top: .length(1), right: last, bottom: .length(1), left: first)
        : Sides(top: first, right: .length(1), bottom: last, left: .length(1))
      addInside(of: draft, node, style, padding: padding, drafts[draft].children)
    }
    return draft
  }

  /// A menu that pages style: the button that they put in it, or the text of its option, and an icon.
  /// https://html.spec.whatwg.org/multipage/form-elements.html#select-button
  private mutating func generateBaseSelect(_ node: NodeID, _ style: ComputedStyle, shown: [UInt8]) -> Int {
    let draft = addBox(for: node, style, style.box.display)
    var children: [Int] = []
    var first = document.firstChild(node)
    while !first.isNone, !document.isElement(first) { first = document.nextSibling(first) }
    if !first.isNone, document.isHTML(first, .button) {
      generate(first, into: &children)
    } else {
      var values = StyleValues(inheriting: style)
      (values.box.display, values.box.specifiedDisplay) = (.block, .block)
      let line = addBox(for: node, ComputedStyle(values), .block, origin: .userAgentPart)
      if !shown.isEmpty {
        drafts[line].children = [
          addText(shown, style: drafts[line].box.style, node: node, origin: .userAgentPart)
        ]
      }
      finishContainer(line)
      children.append(line)
    }
    if let icon = input.styles.style(of: node, pseudo: .pickerIcon), case .items(let items, _) = icon.content.content {
      generatePseudo(icon, items, of: node, .userAgentPart, into: &children)
    }
    drafts[draft].children = children
    finishContainer(draft)
    return draft
  }

  func optionText(_ option: NodeID) -> [UInt8] {
    if let label = document.attribute(option, .label), !label.isEmpty { return Array(label.utf8) }
    return document.optionText(option)
  }

  /// A control with a line of text in it.
  private mutating func addControl(
    _ node: NodeID, _ style: ComputedStyle, text: [UInt8], placeholder: Bool, size: ControlSize?
  ) -> Int {
    let draft = addBox(for: node, style, style.box.display)
    drafts[draft].box.context = .inline
    drafts[draft].box.kind = drafts[draft].box.kind == .inline ? .container : drafts[draft].box.kind
    if drafts[draft].level == .inline { drafts[draft].box.flags.insert(.atomicInline) }
    drafts[draft].box.flags.formUnion([.formattingContextRoot, .formControl])
    var isArea = false
    if case .textArea = size { isArea = true }
    if !isArea { drafts[draft].box.flags.insert(.centersContent) }
    if let size {
      drafts[draft].box.flags.insert(.control)
      controls[draft] = size
    }
    // Without text the line is still there: it gives the control its height and baseline.
    let shown = text.isEmpty ? Array("\u{200B}".utf8) : text
    var textStyle = style
    if placeholder {
      let own = input.styles.style(of: node, pseudo: .placeholder)
      var values = StyleValues(inheriting: own ?? style)
      if own == nil { values.inherited.color = .init(hex: 0x757575) }
      // What the first line of a block may not set does not apply here either.
      // https://drafts.csswg.org/css-pseudo-4/#placeholder-pseudo
      values.text.writingMode = style.text.writingMode
      values.text.orientation = style.text.orientation
      values.text.direction = style.text.direction
      if !isArea { keepOnOneLine(&values) }
      textStyle = ComputedStyle(values)
    } else if case .textField = size {
      var values = StyleValues(inheriting: style)
      keepOnOneLine(&values)
      textStyle = ComputedStyle(values)
    }
    if placeholder, let own = input.styles.style(of: node, pseudo: .placeholder) {
      drafts[draft].children = [addPlaceholder(shown, own, textStyle, node)]
      if own.text.align != style.text.align {
        var values = StyleValues(copying: style)
        values.text.align = own.text.align
        drafts[draft].box.style = ComputedStyle(values)
      }
    } else {
      drafts[draft].children = [addText(shown, style: textStyle, node: node)]
    }
    return draft
  }

  /// The words are in a box of their own only where something is seen of it.
  private mutating func addPlaceholder(
    _ text: [UInt8], _ own: ComputedStyle, _ textStyle: ComputedStyle, _ node: NodeID
  ) -> Int {
    guard
      own.effect.opacity < 1 || !own.hasClearBackground || !own.effect.decorationLines.isEmpty
        || own.box.padding != Sides(.zero)
    else { return addText(text, style: textStyle, node: node) }
    let outer = enterDecorations(own, display: .inline)
    defer { currentDecorations = outer }
    var values = StyleValues(copying: own)
    (values.box.display, values.box.specifiedDisplay) = (.inline, .inline)
    let box = addBox(for: node, ComputedStyle(values), .inline, origin: .userAgentPart)
    drafts[box].children = [addText(text, style: textStyle, node: node)]
    finishInline(box)
    return box
  }

  /// What is typed into a field stays as it is, on one line, whatever the field inherits.
  private func keepOnOneLine(_ values: inout StyleValues) {
    values.text.whiteSpaceCollapse = .preserve
    values.text.wrapMode = .nowrap
  }
}
