import OffscreenDOM

/// The state of form controls as the markup leaves it.
/// https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
struct FormState {
  let document: Document
  /// The option that a drop-down shows, by `select`; the radio groups with a checked button; the
  /// default button, by form.
  private var selectedOptions: [NodeID: NodeID] = [:]
  private var checkedGroups: [RadioGroup: Bool] = [:]
  private var defaultButtons: [NodeID: NodeID] = [:]

  private struct RadioGroup: Hashable {
    var form: NodeID
    var name: String
  }

  init(_ document: Document) { self.document = document }

  private func has(_ element: NodeID, _ attribute: KnownName) -> Bool {
    document.hasAttribute(element, attribute)
  }

  /// The known name of an HTML element.
  private func name(_ element: NodeID) -> KnownName? {
    document.namespace(element) == .html ? document.name(element).known : nil
  }

  private func type(_ input: NodeID) -> String {
    document.attribute(input, .type)?.lowercased() ?? "text"
  }

  private func parent(_ element: NodeID) -> NodeID {
    let parent = document.parent(element)
    return !parent.isNone && document.isElement(parent) ? parent : .none
  }

  // MARK: Disabled

  func canBeDisabled(_ element: NodeID) -> Bool {
    switch name(element) {
    case .button, .input, .select, .textarea, .optgroup, .option, .fieldset: true
    default: isFormAssociatedCustom(element)
    }
  }

  /// https://html.spec.whatwg.org/multipage/custom-elements.html#form-associated-custom-element
  private func isFormAssociatedCustom(_ element: NodeID) -> Bool {
    document.controlState(element)?.isFormAssociated ?? false
  }

  /// https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled
  func isDisabled(_ element: NodeID) -> Bool {
    guard canBeDisabled(element) else { return false }
    if has(element, .disabled) { return true }
    let name = self.name(element)
    if name == .optgroup { return false }
    if name == .option {
      let group = parent(element)
      return !group.isNone && document.isHTML(group, .optgroup) && has(group, .disabled)
    }
    // In a disabled fieldset, unless inside of its first legend.
    var child = element
    var ancestor = parent(element)
    while !ancestor.isNone {
      if document.isHTML(ancestor, .fieldset), has(ancestor, .disabled),
        !isFirstLegend(child, of: ancestor)
      {
        return true
      }
      child = ancestor
      ancestor = parent(ancestor)
    }
    return false
  }

  private func isFirstLegend(_ child: NodeID, of fieldset: NodeID) -> Bool {
    guard document.isHTML(child, .legend) else { return false }
    var node = document.firstChild(fieldset)
    while !node.isNone, !document.isHTML(node, .legend) { node = document.nextSibling(node) }
    return node == child
  }

  // MARK: Checked

  mutating func isChecked(_ element: NodeID) -> Bool {
    switch name(element) {
    case .input: isCheckable(element) && isMarkedChecked(element)
    case .option: isSelected(element)
    default: false
    }
  }

  private func isMarkedChecked(_ input: NodeID) -> Bool {
    document.controlState(input)?.isChecked ?? has(input, .checked)
  }

  private func isMarkedSelected(_ option: NodeID) -> Bool {
    document.controlState(option)?.isSelected ?? has(option, .selected)
  }

  private func isCheckable(_ input: NodeID) -> Bool {
    let type = self.type(input)
    return type == "checkbox" || type == "radio"
  }

  /// A drop-down without a selected option shows its first one that is not disabled.
  /// https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm
  private mutating func isSelected(_ option: NodeID) -> Bool {
    var select = parent(option)
    if !select.isNone, document.isHTML(select, .optgroup) { select = parent(select) }
    guard !select.isNone, document.isHTML(select, .select), !has(select, .multiple) else {
      return isMarkedSelected(option)
    }
    if let selected = selectedOptions[select] { return option == selected }
    let size = document.attribute(select, .size).flatMap { Int($0) } ?? 1
    var last = NodeID.none
    var first = NodeID.none
    var node = document.next(select, within: select)
    while !node.isNone {
      if document.isHTML(node, .option) {
        if isMarkedSelected(node) { last = node }
        if first.isNone, !isDisabled(node) { first = node }
      }
      node = document.next(node, within: select)
    }
    let selected = last.isNone && size <= 1 ? first : last
    selectedOptions[select] = selected
    return option == selected
  }

  mutating func isIndeterminate(_ element: NodeID) -> Bool {
    switch name(element) {
    case .progress: return !has(element, .value)
    case .input:
      if type(element) == "checkbox" { return document.controlState(element)?.isIndeterminate ?? false }
      // A radio button of whose group none is checked.
      guard type(element) == "radio" else { return false }
      guard let group = document.attribute(element, .name), !group.isEmpty else {
        return !isMarkedChecked(element)
      }
      let form = self.form(of: element)
      let shadow = document.containingShadowRoot(element)
      let root = !form.isNone ? form : shadow.isNone ? NodeID.document : shadow
      let key = RadioGroup(form: root, name: group)
      if let isChecked = checkedGroups[key] { return !isChecked }
      var isChecked = false
      var node = document.next(root, within: root)
      while !node.isNone, !isChecked {
        isChecked =
          document.isHTML(node, .input) && isMarkedChecked(node) && document.attribute(node, .name) == group
          && type(node) == "radio" && self.form(of: node) == form
        node = document.next(node, within: root)
      }
      checkedGroups[key] = isChecked
      return !isChecked
    default: return false
    }
  }

  private func form(of element: NodeID) -> NodeID {
    var node = parent(element)
    while !node.isNone, !document.isHTML(node, .form) { node = parent(node) }
    return node
  }

  mutating func isDefault(_ element: NodeID) -> Bool {
    switch name(element) {
    case .option: return has(element, .selected)
    case .input where isCheckable(element): return has(element, .checked)
    case .input, .button:
      guard isSubmit(element) else { return false }
      let form = self.form(of: element)
      guard !form.isNone else { return false }
      if let button = defaultButtons[form] { return element == button }
      var node = document.next(form, within: form)
      while !node.isNone, !isSubmit(node) { node = document.next(node, within: form) }
      defaultButtons[form] = node
      return node == element
    default: return false
    }
  }

  private func isSubmit(_ element: NodeID) -> Bool {
    switch name(element) {
    case .button: !["button", "reset"].contains(document.attribute(element, .type)?.lowercased() ?? "submit")
    case .input: ["submit", "image"].contains(type(element))
    default: false
    }
  }

  // MARK: Text

  func canBeRequired(_ element: NodeID) -> Bool {
    switch name(element) {
    case .select, .textarea: true
    case .input:
      !["hidden", "range", "color", "submit", "image", "reset", "button"].contains(type(element))
    default: false
    }
  }

  func isOptional(_ element: NodeID) -> Bool {
    switch name(element) {
    case .button: true
    case .input, .select, .textarea: !canBeRequired(element) || !has(element, .required)
    default: false
    }
  }

  private func isTextInput(_ input: NodeID) -> Bool {
    ![
      "hidden", "range", "color", "submit", "image", "reset", "button", "checkbox", "radio", "file",
    ].contains(type(input))
  }

  /// https://html.spec.whatwg.org/multipage/semantics-other.html#selector-read-write
  func isReadWrite(_ element: NodeID) -> Bool {
    switch name(element) {
    case .input:
      return isTextInput(element) && !has(element, .readonly)
        && !isDisabled(element)
    case .textarea:
      return !has(element, .readonly) && !isDisabled(element)
    default:
      var node = element
      while !node.isNone {
        if let value = document.attribute(node, .contenteditable)?.lowercased() {
          if ["", "true", "plaintext-only"].contains(value) { return true }
          if value == "false" { return false }
        }
        node = parent(node)
      }
      return false
    }
  }

  private func value(_ element: NodeID) -> String {
    if let value = document.controlState(element)?.value { return value }
    guard document.isHTML(element, .textarea) else { return document.attribute(element, .value) ?? "" }
    var node = document.firstChild(element)
    var text: [UInt8] = []
    while !node.isNone {
      text.append(contentsOf: document.text(node))
      node = document.nextSibling(node)
    }
    return String(decoding: text, as: UTF8.self)
  }

  func showsPlaceholder(_ element: NodeID) -> Bool {
    switch name(element) {
    case .textarea: break
    case .input:
      guard
        ["text", "search", "url", "tel", "email", "password", "number"].contains(type(element))
          || isUnknownType(type(element))
      else { return false }
    default: return false
    }
    return has(element, .placeholder) && value(element).isEmpty
  }

  /// An unknown type is a text field.
  private func isUnknownType(_ type: String) -> Bool {
    ![
      "hidden", "range", "color", "submit", "image", "reset", "button", "checkbox", "radio", "file",
      "date", "month", "week", "time", "datetime-local",
    ].contains(type)
  }

  // MARK: Validity

  /// Nil for what is not validated. Only missing values, addresses of e-mail without an at sign and
  /// ranges are found: the rest takes typing.
  mutating func isValid(_ element: NodeID) -> Bool? {
    switch name(element) {
    case .form, .fieldset:
      var node = document.next(element, within: element)
      while !node.isNone {
        if canBeRequired(node) || isFormAssociatedCustom(node), isValid(node) == false { return false }
        node = document.next(node, within: element)
      }
      return true
    case .input, .select, .textarea: break
    case .button: return isDisabled(element) || !isSubmit(element) ? nil : true
    default:
      guard isFormAssociatedCustom(element), !isDisabled(element), !has(element, .readonly) else { return nil }
      return document.controlState(element)?.isInvalid != true
    }
    if isDisabled(element) { return nil }
    if document.isHTML(element, .input) {
      if has(element, .readonly), isTextInput(element) { return nil }
      if ["hidden", "button", "reset"].contains(type(element)) { return nil }
    } else if document.isHTML(element, .textarea), has(element, .readonly) {
      return nil
    }
    if has(element, .required), canBeRequired(element),
      isMissing(element)
    {
      return false
    }
    if document.isHTML(element, .input), type(element) == "email" {
      let value = self.value(element)
      if !value.isEmpty, value.split(separator: "@", omittingEmptySubsequences: false).count != 2 { return false }
    }
    return isInRange(element) ?? true
  }

  private mutating func isMissing(_ element: NodeID) -> Bool {
    switch name(element) {
    case .select:
      var node = document.next(element, within: element)
      var first = NodeID.none
      while !node.isNone {
        if document.isHTML(node, .option) {
          if first.isNone { first = node }
          if isSelected(node), !isPlaceholder(node, first: first, of: element) { return false }
        }
        node = document.next(node, within: element)
      }
      return true
    case .input:
      switch type(element) {
      case "checkbox": return !isMarkedChecked(element)
      case "radio":
        return !isMarkedChecked(element) && isIndeterminate(element)
      case "file": return true
      default: return value(element).isEmpty
      }
    default: return value(element).isEmpty
    }
  }

  /// https://html.spec.whatwg.org/multipage/form-elements.html#placeholder-label-option
  private func isPlaceholder(_ option: NodeID, first: NodeID, of select: NodeID) -> Bool {
    guard option == first, document.parent(option) == select, !has(select, .multiple),
      document.attribute(select, .size).flatMap({ Int($0) }) ?? 1 <= 1
    else { return false }
    return document.attribute(option, .value)?.isEmpty ?? value(ofOption: option).isEmpty
  }

  private func value(ofOption option: NodeID) -> String {
    var text: [UInt8] = []
    var node = document.next(option, within: option)
    while !node.isNone {
      if document.kind(node) == .text { text.append(contentsOf: document.text(node)) }
      node = document.next(node, within: option)
    }
    return String(String(decoding: text, as: UTF8.self).drop { $0.isWhitespace })
  }

  /// Nil where no range is set.
  /// https://html.spec.whatwg.org/multipage/semantics-other.html#selector-in-range
  func isInRange(_ element: NodeID) -> Bool? {
    guard name(element) == .input, !isDisabled(element), !has(element, .readonly) else { return nil }
    let type = self.type(element)
    // A slider has a range by default, into which its value is brought.
    if type == "range" { return true }
    func moment(_ text: String) -> FormMoment? { FormMoment(text, type: type) }
    let (low, high) = (
      document.attribute(element, .min).flatMap(moment), document.attribute(element, .max).flatMap(moment)
    )
    if low == nil, high == nil { return nil }
    guard let value = moment(self.value(element)) else { return true }
    // From one day into the next.
    if type == "time", let low, let high, high < low { return !(value < low && high < value) }
    return !(low.map { value < $0 } ?? false) && !(high.map { $0 < value } ?? false)
  }
}

extension Document {
  /// Whether a `select` shows one line, which opens a list.
  /// https://html.spec.whatwg.org/multipage/form-elements.html#dom-select-size
  func isMenu(_ node: NodeID) -> Bool {
    guard isHTML(node, .select), attribute(node, .multiple) == nil else { return false }
    return (attribute(node, .size).flatMap { Int($0) } ?? 1) <= 1
  }
}
