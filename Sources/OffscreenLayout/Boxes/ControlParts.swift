import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenStyle

/// The value of a slider or a gauge, as a share of its range.
package enum ControlValue {
  private static func number(_ document: Document, _ node: NodeID, _ name: KnownName) -> Double? {
    document.attribute(node, name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range)
  package static func ofRange(_ node: NodeID, in document: Document) -> Double {
    let low = number(document, node, .min) ?? 0
    let high = max(low, number(document, node, .max) ?? 100)
    // What scripts or a user have set goes before the attribute.
    let set = document.controlState(node)?.value.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    let value = max(low, min(high, set ?? number(document, node, .value) ?? (low + high) / 2))
    return high > low ? (value - low) / (high - low) : 0.5
  }

  /// Where a slider has marks: at the values of its list's options. Nil where it has no list.
  /// https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range)
  package static func ticksOfRange(_ node: NodeID, in document: Document) -> [Double]? {
    guard let element = DataListReference(of: node, in: document)?.list(in: document) else { return nil }
    let low = number(document, node, .min) ?? 0
    let high = max(low, number(document, node, .max) ?? 100)
    var shares: [Double] = []
    var option = document.next(element, within: element)
    while !option.isNone {
      if document.isHTML(option, .option), document.attribute(option, .disabled) == nil,
        let value = number(document, option, .value), value >= low, value <= high, isStep(value, of: node, in: document)
      {
        shares.append(high > low ? (value - low) / (high - low) : 0.5)
      }
      option = document.next(option, within: element)
    }
    return shares
  }

  /// Whether a slider can be moved to a value.
  /// https://html.spec.whatwg.org/multipage/input.html#concept-input-step
  private static func isStep(_ value: Double, of node: NodeID, in document: Document) -> Bool {
    let text = document.attribute(node, .step)
    if text?.lowercased() == "any" { return true }
    let step = text.flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? 1
    let base = number(document, node, .min) ?? number(document, node, .value) ?? 0
    let steps = (value - base) / step
    return (steps - steps.rounded()).magnitude < 1e-6
  }

  /// Nil where it is not known how far something is.
  /// https://html.spec.whatwg.org/multipage/form-elements.html#the-progress-element
  package static func ofProgress(_ node: NodeID, in document: Document) -> Double? {
    let high = number(document, node, .max).flatMap { $0 > 0 ? $0 : nil } ?? 1
    return number(document, node, .value).map { max(0, min(1, $0 / high)) }
  }

  /// How far a gauge is filled, and how many regions its value is from the best one.
  /// https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element
  package static func ofMeter(_ node: NodeID, in document: Document) -> (share: Double, distance: Int) {
    let least = number(document, node, .min) ?? 0
    let most = max(least, number(document, node, .max) ?? 1)
    let value = max(least, min(most, number(document, node, .value) ?? 0))
    let low = max(least, min(most, number(document, node, .low) ?? least))
    let high = max(low, min(most, number(document, node, .high) ?? most))
    let optimum = max(least, min(most, number(document, node, .optimum) ?? (least + most) / 2))
    func region(_ x: Double) -> Int { x < low ? 0 : x > high ? 2 : 1 }
    return (most > least ? (value - least) / (most - least) : 0, abs(region(value) - region(optimum)))
  }
}

/// What a control's `list` attribute names.
/// https://html.spec.whatwg.org/multipage/input.html#attr-input-list
struct DataListReference: Hashable {
  private let root: NodeID
  private let id: Atom

  init?(of control: NodeID, in document: Document) {
    guard let list = document.names.find("list").flatMap({ document.attribute(control, $0) }), !list.isEmpty,
      let id = document.names.find(list)
    else { return nil }
    (root, self.id) = (document.treeRoot(control), id)
  }

  func list(in document: Document) -> NodeID? {
    var element = document.next(root, within: root)
    while !element.isNone, document.id(element) != id { element = document.next(element, within: root) }
    return element.isNone || !document.isHTML(element, .datalist) ? nil : element
  }
}

extension BoxTreeBuilder {
  /// Whether a slider has marks.
  mutating func hasTicks(_ node: NodeID) -> Bool {
    guard let reference = DataListReference(of: node, in: document) else { return false }
    if let known = dataLists[reference] { return known }
    let isThere = reference.list(in: document) != nil
    dataLists[reference] = isThere
    return isThere
  }
}

/// Sliders and progress bars that do not have the system's look: their parts are boxes that pages can style.
extension BoxTreeBuilder {
  /// Whether a progress bar is drawn in the system's look: only where the page's author left border and background
  /// as they are.
  private func hasSystemLook(_ style: ComputedStyle) -> Bool {
    style.box.appearance != .none && !style.box.isStyledControl
  }

  mutating func generateProgress(_ node: NodeID, _ style: ComputedStyle) -> Int? {
    guard !hasSystemLook(style) else {
      let em = Double(style.font.size)
      return addReplaced(
        ReplacedContent(kind: .control(.bar), naturalWidth: 10 * em, naturalHeight: em), style, node)
    }
    let draft = addBox(for: node, style, style.box.display)
    let share = ControlValue.ofProgress(node, in: document) ?? 0
    let value = addPart(.progressValue, of: node, []) { values in
      values.box.width = .value(.percentage(Float(share * 100)))
    }
    drafts[draft].children = addPart(.progressBar, of: node, value.map { [$0] } ?? []).map { [$0] } ?? []
    finishContainer(draft)
    return draft
  }

  /// A gauge without the system's look: a bar in the middle, with the value in it.
  mutating func generateMeter(_ node: NodeID, _ style: ComputedStyle) -> Int {
    let (share, distance) = ControlValue.ofMeter(node, in: document)
    let draft = addBox(for: node, style, style.box.display)
    let pseudo: PseudoElement = distance == 0 ? .meterOptimum : distance == 1 ? .meterSuboptimum : .meterEvenLessGood
    let isHorizontal = style.text.writingMode.isHorizontal
    let value = addPart(pseudo, of: node, []) { values in
      let size = SizeValue.value(.percentage(Float(share * 100)))
      if isHorizontal { values.box.width = size } else { values.box.height = size }
    }
    var values = StyleValues(inheriting: style)
    (values.box.display, values.box.specifiedDisplay) = (.flex, .flex)
    values.alignment.alignItems = SelfAlignment(.center)
    let whole = SizeValue.value(.percentage(100))
    (values.box.width, values.box.height) = (whole, whole)
    let container = addBox(for: node, ComputedStyle(values), .flex, origin: .userAgentPart)
    drafts[container].children = addPart(.meterBar, of: node, value.map { [$0] } ?? []).map { [$0] } ?? []
    finishContainer(container)
    drafts[draft].children = [container]
    finishContainer(draft)
    return draft
  }

  /// A slider without the system's look: a thumb in a track, in the middle of the control.
  mutating func generateSlider(_ node: NodeID, _ style: ComputedStyle) -> Int {
    let share = ControlValue.ofRange(node, in: document)
    var outside = DisplayOutside.block
    if case .box(let own, _, _) = style.box.display { outside = own }
    let draft = addBox(for: node, style, .box(outside, .flex, listItem: false))
    drafts[draft].box.flags.formUnion([.control, .formControl])
    controls[draft] = .slider
    let thumb = addPart(.sliderThumb, of: node, []) { values in
      if values.box.appearance != .none { Self.drawSystemThumb(&values) }
      values.box.position = .relative
      // As far along the track as there is room beside the thumb.
      var width = 0.0
      if case .value(let given) = values.box.width { width = given.pixels(basis: 0) }
      let start = LengthOrAuto.value(.calculation(.linear(length: -share * width, percentage: share * 100)))
      if values.text.direction == .ltr { values.box.inset.left = start } else { values.box.inset.right = start }
    }
    let track = addPart(.sliderTrack, of: node, thumb.map { [$0] } ?? [])
    var values = StyleValues(inheriting: style)
    values.box.display = .flex
    values.alignment.flexGrow = 1
    values.box.minWidth = .value(.zero)
    // Its baseline is its lower edge, wherever the thumb is.
    values.box.contain.insert(.layout)
    let container = addBox(for: node, ComputedStyle(values), values.box.display, origin: .userAgentPart)
    drafts[container].children = track.map { [$0] } ?? []
    finishContainer(container)
    drafts[draft].children = [container]
    finishContainer(draft)
    return draft
  }

  private static func drawSystemThumb(_ values: inout StyleValues) {
    let size = SizeValue.value(.length(16))
    (values.box.width, values.box.height) = (size, size)
    values.border.radius = Corners(LengthPair(x: .percentage(50), y: .percentage(50)))
    let accent = values.inherited.accentColor?.resolved(values.inherited.color)
    values.background.color = .color(accent ?? Color(hex: 0x0075FF))
  }

  /// A part of a control, with the style of its pseudo-element.
  private mutating func addPart(
    _ pseudo: PseudoElement, of node: NodeID, _ children: [Int], _ change: (inout StyleValues) -> Void = { _ in }
  ) -> Int? {
    guard let style = input.styles.style(of: node, pseudo: pseudo), style.box.display != .none else { return nil }
    var values = StyleValues(copying: style)
    change(&values)
    let part = addBox(for: node, ComputedStyle(values), values.box.display, origin: .userAgentPart)
    drafts[part].children = children
    if drafts[part].box.kind == .inline { finishInline(part) } else { finishContainer(part) }
    return part
  }
}

extension ComputedStyle {
  var hasClearBackground: Bool {
    background.color.resolved(inherited.color).isTransparent && background.layers.allSatisfy { $0.image == .none }
  }
}
