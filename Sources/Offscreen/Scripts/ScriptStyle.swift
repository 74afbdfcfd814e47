import OffscreenCSS
import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenStyle

/// Scripts' questions about style.
/// https://drafts.csswg.org/cssom-1/
final class PageStyle {
  let session: PageSession
  private let viewport: LayoutViewport
  var document: Document { session.source.document }
  private var keptTimelines: (version: Int, scroll: Point, boxScrolls: [NodeID: Point], timelines: PageTimelines)?
  private var keptUsed: (version: Int, values: [BoxOrigin: [NodeID: UsedValues]])?
  /// Of single elements.
  private var keptFewUsed: (version: Int, values: [BoxOrigin: [NodeID: UsedValues?]])?
  private static let mostFewUsed = 8

  init(_ session: PageSession, _ viewport: LayoutViewport) { (self.session, self.viewport) = (session, viewport) }

  // MARK: Computed values

  /// The resolved value; "" where there is none. `pseudo`: as `getComputedStyle` gets it, or "".
  /// https://drafts.csswg.org/cssom-1/#resolved-values
  func resolvedValue(of element: NodeID, pseudo: String, name: String) -> String {
    guard var style = style(of: element, pseudo: pseudo) else { return "" }
    // What is generated there is nothing. https://drafts.csswg.org/css-content-3/#valdef-content-normal
    let origin = Self.origin(of: pseudo)
    if name == "content", style.content.content == .normal, origin == .before || origin == .after { return "none" }
    if pseudo.isEmpty, style.isPlacedByAnchors {
      style = session.layout(at: viewport).settledStyles[element] ?? style
    }
    let used = origin.flatMap {
      Self.asksForLayout(name) && style.box.display != .none ? usedValues(of: element, $0) : nil
    }
    if pseudo.isEmpty, let value = geometryValue(of: element, name: name, style) { return value }
    return value(name, ComputedText(style, used: used))
  }

  /// The computed value, which layout has no part in; nil where there is none.
  /// https://drafts.css-houdini.org/css-typed-om-1/#dom-element-computedstylemap
  func computedValue(of element: NodeID, name: String) -> String? {
    guard let style = style(of: element, pseudo: "") else { return nil }
    if name.hasPrefix("--"), style.variables[name] == nil { return nil }
    return value(name, ComputedText(style, isComputed: true))
  }

  private func value(_ name: String, _ text: ComputedText) -> String {
    if let value = text.value(name) { return value }
    if name.hasPrefix("--") { return "" }
    // A shorthand is written from its longhands.
    guard let longhands = DeclarationText.longhandNames(name), longhands != [name] else { return "" }
    if let whole = Self.wholeShorthands[name] { return whole.map { text.value($0) ?? "" }.joined(separator: " ") }
    if name == "border" {
      let sides = ["top", "right", "bottom", "left"].map { side in
        ["width", "style", "color"].map { text.value("border-\(side)-\($0)") ?? "" }.joined(separator: " ")
      }
      return Set(sides).count == 1 ? sides[0] : ""
    }
    return ShorthandText.text(name, longhands.map { ($0, text.value($0) ?? "") })
  }

  /// Shorthands whose computed values leave nothing out, as in Chromium.
  private static let wholeShorthands: [String: [String]] = {
    var table = [
      "outline": ["outline-color", "outline-style", "outline-width"],
      "column-rule": ["column-rule-width", "column-rule-style", "column-rule-color"],
      "list-style": ["list-style-position", "list-style-image", "list-style-type"],
      "flex-flow": ["flex-direction", "flex-wrap"],
    ]
    for side in ["top", "right", "bottom", "left", "block-start", "block-end", "inline-start", "inline-end"] {
      table["border-\(side)"] = ["width", "style", "color"].map { "border-\(side)-\($0)" }
    }
    return table
  }()

  func names() -> [String] { ComputedText.names }

  /// The names of an element's custom properties.
  func customNames(of element: NodeID) -> [String] { style(of: element, pseudo: "")?.variables.names ?? [] }

  func style(of element: NodeID, pseudo: String) -> ComputedStyle? {
    let styles = session.styles(at: viewport, around: element)
    guard document.isElement(element), document.isConnected(element), document.isInFlatTree(element) else { return nil }
    let own = styles.style(of: element)
    let engine = session.current?.styling.engine
    guard pseudo.hasPrefix(":") else { return own ?? engine?.hiddenStyle(of: element) }
    let name = String(pseudo.drop { $0 == ":" }).lowercased()
    let button = own.flatMap { PseudoElement.scrollButton(ofSelector: name, in: $0) }
    guard let found = Self.pseudoElements[name] ?? button else { return nil }
    // What they show is found by a layout.
    if found.isScrollPart { _ = session.layout(at: viewport) }
    let state = session.current?.scrollPartState(found, of: element) ?? .plain
    return styles.style(of: element, pseudo: found, state: state)
      ?? engine?.hiddenStyle(of: element, pseudo: found)
  }

  /// Of the boxes that have used values.
  private static func origin(of pseudo: String) -> BoxOrigin? {
    switch pseudo.drop(while: { $0 == ":" }).lowercased() {
    case "": .element
    case "before": .before
    case "after": .after
    default: nil
    }
  }

  private static let pseudoElements: [String: PseudoElement] = [
    "before": .before, "after": .after, "marker": .marker, "first-line": .firstLine, "first-letter": .firstLetter,
    "placeholder": .placeholder, "selection": .selection, "backdrop": .backdrop,
    "file-selector-button": .fileSelectorButton, "details-content": .detailsContent,
    "scroll-marker": .scrollMarker, "scroll-marker-group": .scrollMarkerGroup,
  ]

  /// Optimization: after a change, scripts often ask for one element alone. That does not collect all of them.
  private func usedValues(of element: NodeID, _ origin: BoxOrigin) -> UsedValues? {
    let tree = session.layout(at: viewport)
    let version = session.pictureVersion
    if keptUsed?.version != version { keptUsed = (version, [:]) }
    if let values = keptUsed?.values[origin] { return values[element] }
    if keptFewUsed?.version != version { keptFewUsed = (version, [:]) }
    let few = keptFewUsed?.values[origin] ?? [:]
    if let known = few[element] { return known }
    if few.count < Self.mostFewUsed {
      let found = OffscreenPaint.usedValues(of: element, in: tree, origin: origin)
      keptFewUsed?.values[origin, default: [:]].updateValue(found, forKey: element)
      return found
    }
    let values = OffscreenPaint.usedValues(of: tree, origin: origin)
    keptUsed?.values[origin] = values
    return values[element]
  }

  /// Whether the used value may be another than the computed one.
  private static func asksForLayout(_ name: String) -> Bool { layoutNames.contains(name) }

  private static let layoutNames: Set<String> = {
    let parts = [
      "width", "height", "margin", "padding", "inset", "transform", "perspective", "size", "grid", "translate",
    ]
    let names = DeclarationText.names.filter { name in parts.contains { name.contains($0) } }
    return Set(names + ["top", "right", "bottom", "left", "display"])
  }()

  // MARK: Timelines of scrolling

  /// Where a timeline stands that `animation-timeline` names on an element, and where the ends of a range are:
  /// position, start, end, start and end of the range, in CSS pixels. Nil where it does not scroll.
  func timelineState(of element: NodeID, _ timeline: String, range: (start: String, end: String)) -> [Double]? {
    var cursor = TokenCursor(timeline)
    guard let named = AnimationStyle.Timeline.specified(&cursor, in: ParsingContext()), cursor.isAtEnd else {
      return nil
    }
    guard let state = timelines.state(of: named.computed(in: .initial), for: element) else { return nil }
    let start = AnimationStyle.RangeBoundary(range.start, isEnd: false)
    let end = AnimationStyle.RangeBoundary(range.end, isEnd: true)
    return [
      state.position, state.start, state.end, state.offset(of: start, normal: state.start),
      state.offset(of: end, normal: state.end),
    ]
  }

  /// Optimization: several animations ask in each frame.
  private var timelines: PageTimelines {
    let (tree, styles) = (session.layout(at: viewport), session.styles(at: viewport))
    let (scroll, boxScrolls) = (session.source.scripted.scroll, session.source.scripted.boxScrolls)
    if let kept = keptTimelines, kept.version == session.pictureVersion, kept.scroll == scroll,
      kept.boxScrolls == boxScrolls
    {
      return kept.timelines
    }
    let made = PageTimelines(
      tree, styles, viewport: viewport.size, scroll: scroll, boxScrolls: tree.snapping(boxScrolls))
    keptTimelines = (session.pictureVersion, scroll, boxScrolls, made)
    return made
  }

  // MARK: View transitions

  /// The names that elements which are rendered have for view transitions, in tree order.
  /// https://drafts.csswg.org/css-view-transitions-1/#view-transition-name-prop
  func transitionNames(in root: NodeID) -> [String] {
    let styles = session.styles(at: viewport)
    var names: [String] = []
    var node = root
    while !node.isNone {
      if document.isElement(node), let style = styles.style(of: node), style.box.display != .none {
        let name = style.unshown.transitionName
        // Names that are made for an element are those of no other.
        if !["none", "auto", "match-element"].contains(name) { names.append(name) }
      }
      node = document.next(node, within: root)
    }
    return names
  }

  // MARK: Registered properties

  /// The name of the exception, or nil.
  /// https://drafts.css-houdini.org/css-properties-values-api-1/#the-registerproperty-function
  func register(_ name: String, syntax: String, isInherited: Bool, initial: String?) -> String? {
    if session.source.scripted.sheets.registered[name] != nil { return "InvalidModificationError" }
    guard session.source.scripted.sheets.registered.count < 10_000 else { return "QuotaExceededError" }
    let base = session.current?.base ?? session.source.page
    let context = ParsingContext(joinURL: { address, _ in base.joined(address)?.href ?? address })
    guard
      let property = RegisteredProperty(
        name: name, syntax: syntax, initial: initial, isInherited: isInherited, context)
    else { return "SyntaxError" }
    session.editSheets { $0.registered[name] = property }
    return nil
  }

  /// The syntax of a registered property, also of one that a sheet declares.
  func registeredSyntax(_ name: String) -> String? {
    _ = session.styles(at: viewport)
    return session.current?.styling.engine.registeredProperty(name)?.syntax.text
  }

  // MARK: Declarations

  /// Name, value and "important" or "" of each longhand that is set.
  func declarations(_ text: String) -> [String] { Self.flat(DeclarationText.declarations(text)) }

  /// The same of one declaration; nil where it is not valid.
  func declaration(_ name: String, _ value: String) -> [String]? {
    DeclarationText.longhands(of: name, value: value).map(Self.flat)
  }

  private static func flat(_ longhands: [DeclarationText.Longhand]) -> [String] {
    longhands.flatMap { [$0.name, $0.value, $0.isImportant ? "important" : ""] }
  }

  /// `longhands`: name, value, name, value.
  func shorthand(_ name: String, _ longhands: [String]) -> String {
    var pairs: [(name: String, value: String)] = []
    for index in stride(from: 0, to: longhands.count - 1, by: 2) {
      pairs.append((longhands[index], longhands[index + 1]))
    }
    return ShorthandText.text(name, pairs)
  }

  func longhands(_ name: String) -> [String]? { DeclarationText.longhandNames(name) }

  /// All that declarations may name.
  func propertyNames() -> [String] { DeclarationText.names }

  // MARK: Conditions

  /// https://drafts.csswg.org/css-conditional-3/#dom-css-supports
  func supports(_ name: String, _ value: String) -> Bool {
    DeclarationText.longhands(of: name, value: value) != nil
  }

  func supportsCondition(_ text: String) -> Bool {
    let selectors = SelectorContext(names: document.names)
    guard let condition = SupportsCondition(TokenCursor(text), selectors: selectors, allowsDeclaration: true) else {
      return false
    }
    return condition.evaluate { PropertyTable.supports($0, in: $1, ParsingContext()) }
  }

  func matchesMedia(_ text: String) -> Bool {
    MediaQueryList(text).matches(PageStyling.media(session.source.options, viewport))
  }

  func mediaText(_ text: String) -> String { PreludeText.media(text) }
  func containerText(_ text: String) -> [String]? { PreludeText.containers(text) }
  func functionText(_ text: String) -> [String]? { FunctionRule(TokenCursor(text), body: [])?.parts }

  // MARK: Style sheets

  /// The elements that own the sheets of the document or of a shadow root, in order.
  func sheetOwners(in root: NodeID) -> [NodeID] {
    _ = session.styles(at: viewport)
    let start = root == .document ? document.documentElement : root
    return session.current?.styling.collector.owners(in: start) ?? []
  }

  /// The text of an element's sheet and its address ("" of a `style` element); empty where there is none.
  func sheetText(of owner: NodeID) -> [String] {
    _ = session.styles(at: viewport)
    guard let found = session.current?.styling.collector.text(of: owner) else { return [] }
    return [found.text, found.address ?? ""]
  }

  /// The same of a sheet that one at `base` imports.
  func importedText(_ address: String, base: String) -> [String] {
    _ = session.styles(at: viewport)
    let base = base.isEmpty ? session.current?.base.href ?? "" : base
    guard let found = session.current?.styling.collector.text(at: address, base: base) else { return [] }
    return [found.text, found.address ?? ""]
  }

  func setImportedText(at address: String, _ text: String) {
    session.editSheets { $0.imported[address] = text }
  }

  /// What replaces the text of an element's sheet.
  func setSheetText(of owner: NodeID, _ text: String) {
    let original: String
    if document.name(owner) == .style {
      original = String(decoding: document.textContent(owner), as: UTF8.self)
    } else {
      let address = (document.attribute(owner, .href) ?? "")
      original = address.trimmingSpaces
    }
    session.editSheets { $0.texts[owner] = SheetEdits.Edit(original: original, text: text) }
  }

  func setSheetDisabled(_ owner: NodeID, _ isDisabled: Bool) {
    session.editSheets { edits in
      if isDisabled { edits.disabled.insert(owner) } else { edits.disabled.remove(owner) }
      if isDisabled { edits.enabled.remove(owner) } else { edits.enabled.insert(owner) }
    }
  }

  /// The texts of the constructed sheets that the document or a shadow root has adopted, in order.
  func adoptSheets(_ texts: [String], by root: NodeID) {
    guard session.source.scripted.sheets.adopted[root] ?? [] != texts else { return }
    session.editSheets { $0.adopted[root] = texts.isEmpty ? nil : texts }
  }

  /// Kind, prelude and block of each rule: "style", "declarations", or the name after the `@`; the block begins with
  /// "{" where there is one. `isNested`: of the contents of a style rule.
  func rules(_ text: String, isNested: Bool) -> [String] {
    (isNested ? RuleText.contents(text) : RuleText.rules(text)).flatMap {
      [$0.kind, $0.prelude, $0.block.map { "{" + $0 } ?? ""]
    }
  }

  /// A selector list as it is serialized; nil where it is not valid.
  /// `namespaces`: prefix, address, prefix, address; the default one has no prefix.
  /// `isNested`: in a style rule or a scope; `nests`: what is relative is so to a style rule.
  func selectorText(_ text: String, isNested: Bool, namespaces: [String], nests: Bool) -> String? {
    let (context, addresses) = selectorContext(isNested, namespaces)
    guard SelectorParser(context).styleRuleSelectors(TokenCursor(text)) != nil else { return nil }
    return PreludeText.selectors(text, addresses, nests: nests)
  }

  /// What a scope begins and ends with, as it is serialized, "" for nothing; nil where it is not valid.
  func scopeText(_ text: String, isNested: Bool, namespaces: [String]) -> [String]? {
    var (context, addresses) = selectorContext(isNested, namespaces)
    var cursor = TokenCursor(text)
    guard ScopeRule(cursor, &context) != nil else { return nil }
    func part() -> String {
      cursor.consumeBlock(.openParenthesis).map {
        PreludeText.selectors(String(decoding: $0.source, as: UTF8.self), addresses)
      } ?? ""
    }
    let start = part()
    return [start, cursor.consumeIdent("to") ? part() : ""]
  }

  private func selectorContext(
    _ isNested: Bool, _ namespaces: [String]
  ) -> (context: SelectorContext, addresses: PreludeText.Namespaces) {
    var context = SelectorContext(names: document.names)
    var addresses: PreludeText.Namespaces = [:]
    for index in stride(from: 0, to: namespaces.count - 1, by: 2) {
      addresses[namespaces[index]] = namespaces[index + 1]
      // Which one it is, does not matter to how it is written.
      if namespaces[index].isEmpty {
        context.defaultNamespace = NamespaceName(.other)
      } else {
        context.prefixes[namespaces[index]] = NamespaceName(.other)
      }
    }
    if isNested { context.parent = SelectorList([]) }
    return (context, addresses)
  }

  /// A prelude in the white space that the standards write.
  func preludeText(_ text: String) -> String { PreludeText.plain(TokenCursor(text)) }
}

extension String {
  fileprivate var trimmingSpaces: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
    guard let start = utf8.firstIndex(where: { !isSpace($0) }), let end = utf8.lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[start...end])
  }
}
