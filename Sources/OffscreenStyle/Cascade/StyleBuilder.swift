import OffscreenCSS

/// Computes styles from the declarations that apply.
final class StyleBuilder {
  /// What, beside the parent and the declarations, a style depends on.
  struct Situation: OptionSet, Hashable {
    let rawValue: UInt32
    static let root = Situation(rawValue: 1)
    /// The box that this one is laid out in makes blocks of its children.
    static let item = Situation(rawValue: 2)
    /// Elements such as images, which are not displayed at all with `display: contents`.
    static let replaced = Situation(rawValue: 4)
    static let pseudo = Situation(rawValue: 8)
    static let marker = Situation(rawValue: 16)
    /// An animation changes what makes a stacking context, or a containing block of what is positioned.
    static let animatesStacking = Situation(rawValue: 32)
    static let animatesContainingBlock = Situation(rawValue: 64)
    /// Elements that no part of a table can be: those that show something of their own are blocks instead, form
    /// controls inline blocks.
    static let picture = Situation(rawValue: 128)
    static let control = Situation(rawValue: 256)
    static let legend = Situation(rawValue: 512)
    static let fieldset = Situation(rawValue: 1024)
    static let marquee = Situation(rawValue: 2048)
    static let radioButton = Situation(rawValue: 4096)
    /// Only some properties apply to these.
    static let firstLetter = Situation(rawValue: 8192)
    static let firstLine = Situation(rawValue: 16_384)
    /// In the top layer, or the backdrop of what is.
    static let topLayer = Situation(rawValue: 32_768)
    /// In a drawing, which is zoomed as a whole.
    static let drawing = Situation(rawValue: 65_536)
    static let scrollMarkerGroup = Situation(rawValue: 131_072)

    var appliedProperties: [Bool]? {
      if contains(.firstLetter) { return TypographicProperties.ofFirstLetter }
      return contains(.firstLine) ? TypographicProperties.ofFirstLine : nil
    }
  }

  private let rules: CascadeRules
  /// The root's style, once it is computed.
  var root: ComputedStyle? { didSet { rootFont = root.map { font($0) } } }
  private var rootFont: ComputationEnvironment.Font?
  /// The body's style, once it is computed.
  var body: ComputedStyle?
  /// What all the styles depended on.
  private(set) var dependencies: Dependencies = []
  /// The initial values of registered custom properties.
  private let baseVariables: CustomProperties
  let registered: [String: RegisteredProperty]
  /// Those that are not inherited.
  private let resetVariables: [RegisteredProperty]

  private let initial = StyleValues()
  /// Of each property, the level below which a declaration is still accepted, if the stamp is that
  /// of this run.
  private var limits: [CascadeLevel]
  private var stamps: [UInt32]
  private var stamp: UInt32 = 0
  /// By property, the rule that says nothing of it: few say so.
  private var leftOut: [Int: Int] = [:]
  /// By property, where not all apply to what the style is for.
  private var areApplied: [Bool]?
  private var earlyWinners: [(declaration: Declaration, block: DeclarationBlock)?]

  init(rules: CascadeRules, registered: [RegisteredProperty]) {
    self.rules = rules
    self.registered = Dictionary(registered.map { ($0.name, $0) }) { _, last in last }
    baseVariables = CustomProperties().changed(self.registered.mapValues(\.initial))
    resetVariables = registered.filter { !$0.isInherited }
    limits = Array(repeating: .top, count: PropertyTable.longhands.count)
    stamps = Array(repeating: 0, count: PropertyTable.longhands.count)
    earlyWinners = Array(repeating: nil, count: PropertyTable.earlyCount)
  }

  /// What of an element a style may ask for.
  struct Surroundings {
    var attribute: ((String) -> String?)?
    var siblings: (() -> (index: Int, count: Int))?
    /// Tells it from all others.
    var element: UInt64 = 0
    var matchesContainers: ((ContainerQueryList) -> Bool)?
    /// The content boxes of the nearest query containers.
    var containerWidth: Double?
    var containerHeight: Double?
  }

  struct Result {
    var style: ComputedStyle
    /// Whether other elements with the same parent and the same blocks may have another style.
    var isPersonal: Bool
    /// Whether a property that is not inherited takes the parent's value.
    var inheritsExplicitly: Bool
    /// Whether a hint for `transform` would be all that there is for it.
    var takesTransformHint: Bool
  }

  /// `blocks` in cascading order, the strongest last.
  func style(
    parent: ComputedStyle, blocks: [CascadeBlock], situation: Situation, surroundings: Surroundings
  ) -> Result {
    var run = values(parent: parent, blocks: blocks, situation: situation, surroundings)
    let takesTransformHint = takes(Self.transform, at: CascadeLevel(.hint))
    if run.values.box.position == .absolute || run.values.box.position == .fixed,
      !run.values.box.anchor.fallbacks.isEmpty
    {
      addTries(to: &run, blocks, situation, surroundings)
    }
    let asked = run.dependencies.union(run.reader.dependencies)
    dependencies.formUnion(asked)
    let hasContainer = surroundings.containerWidth != nil || surroundings.containerHeight != nil
    let isPersonal =
      !asked.isDisjoint(with: [.attribute, .siblings, .element])
      || (hasContainer || surroundings.matchesContainers != nil) && asked.contains(.container)
    return Result(
      style: ComputedStyle(run.values), isPersonal: isPersonal, inheritsExplicitly: run.parentValues != nil,
      takesTransformHint: takesTransformHint)
  }

  private func values(
    parent: ComputedStyle, blocks: [CascadeBlock], situation: Situation, _ surroundings: Surroundings
  ) -> Run {
    stamp &+= 1
    areApplied = situation.appliedProperties
    let parts = Self.parts(of: blocks)
    var run = Run(builder: self, parent: parent, surroundings)
    let winners = variableWinners(parts)
    applyVariables(winners, situation, &run)
    applyEarly(parts, situation, &run)
    // Lengths in registered properties are of the element's own font.
    if winners.keys.contains(where: { registered[$0] != nil }) { applyVariables(winners, situation, &run) }
    applyLate(parts, &run)
    run.values.finish(parent: parent)
    StyleAdjustment(values: run.values, parent: parent, situation: situation).apply(to: &run.values)
    run.values.box.finishAnchors()
    return run
  }

  /// The styles of the places where a box may go that does not fit.
  /// https://drafts.csswg.org/css-anchor-position-1/#fallback-apply
  private func addTries(
    to run: inout Run, _ blocks: [CascadeBlock], _ situation: Situation, _ surroundings: Surroundings
  ) {
    let fallbacks = run.values.box.anchor.fallbacks.prefix(Self.mostFallbacksOfElement)
    guard fallbacks.count <= fallbacksLeft else {
      fallbacksAreCutShort = true
      return
    }
    fallbacksLeft -= fallbacks.count
    var tries: [ComputedStyle] = []
    var tried: [PositionFallback] = []
    for fallback in fallbacks {
      var values = run.values
      switch fallback {
      case .area(let area): values.box.anchor.area = area
      case .rule(let name, let tactics):
        if let name {
          guard let block = rules.positionTry(name) else { continue }
          let level = CascadeLevel(.positionTry)
          let place = blocks.firstIndex { $0.level >= level } ?? blocks.count
          var tried = blocks
          tried.insert(CascadeBlock(block: block, level: level), at: place)
          let other = self.values(parent: run.parent, blocks: tried, situation: situation, surroundings)
          run.dependencies.formUnion(other.dependencies.union(other.reader.dependencies))
          run.parentValues = run.parentValues ?? other.parentValues
          values = other.values
        }
        for tactic in tactics { values.apply(tactic) }
      }
      tries.append(ComputedStyle(values))
      tried.append(fallback)
    }
    run.values.box.anchor.tries = tries
    run.values.box.anchor.triedFallbacks = tried
  }

  private static let mostFallbacksOfElement = 64
  /// Far more than pages have: each is a whole style.
  static let mostFallbacks = 20_000
  private var fallbacksLeft = mostFallbacks
  /// Whether boxes have no fallbacks any more.
  private(set) var fallbacksAreCutShort = false
  /// Whether as many as were needed may be needed again.
  var hasRoomForFallbacks: Bool { fallbacksLeft >= Self.mostFallbacks / 2 }

  // MARK: The environment

  /// What a style depends on that is the same for all elements.
  var commonEnvironment: ComputationEnvironment {
    var environment = ComputationEnvironment(
      viewportWidth: rules.media.width, viewportHeight: rules.media.height)
    environment.substitutions = rules.substitutions
    environment.substitute(by: rules.substitutionRules)
    return environment
  }

  /// What lengths are relative to that are declared as if they were the element's, whose style is known.
  func environment(of style: ComputedStyle) -> ComputationEnvironment { environment(style, Surroundings()) }

  private func font(_ style: ComputedStyle) -> ComputationEnvironment.Font {
    ComputationEnvironment.Font(
      size: Double(style.font.size), lineHeight: style.font.lineHeightInPixels,
      measure: rules.measureFont.map { measure in { measure(style.font) } })
  }

  private func font(_ font: FontStyle) -> ComputationEnvironment.Font {
    ComputationEnvironment.Font(
      size: Double(font.size), lineHeight: font.lineHeightInPixels,
      measure: rules.measureFont.map { measure in { measure(font) } })
  }

  /// Before the first property is computed.
  private func environment(_ parent: ComputedStyle, _ surroundings: Surroundings) -> ComputationEnvironment {
    var environment = commonEnvironment
    environment.attribute = surroundings.attribute
    environment.siblings = surroundings.siblings
    environment.element = surroundings.element
    if let matches = surroundings.matchesContainers {
      environment.substitute(by: rules.substitutionRules, matchesContainers: matches)
    }
    environment.containerWidth = surroundings.containerWidth
    environment.containerHeight = surroundings.containerHeight
    environment.font = font(parent)
    environment.rootFont = rootFont ?? font(FontStyle())
    environment.zoom = Double(parent.inherited.zoom)
    environment.rootZoom = Double(root?.inherited.zoom ?? 1)
    environment.color = parent.inherited.color
    environment.bodyColor = body?.inherited.color ?? parent.inherited.color
    environment.isVertical = !parent.text.writingMode.isHorizontal
    environment.isUpright = parent.text.orientation == .upright
    environment.isDark = parent.inherited.colorScheme.isDark(preferred: rules.media.prefersDark)
    return environment
  }

  // MARK: The order of the cascade

  private struct Part {
    let block: DeclarationBlock
    let level: CascadeLevel
    let isImportant: Bool

    var early: [Declaration] { isImportant ? block.important.early : block.normal.early }
    var late: [Declaration] { isImportant ? block.important.late : block.normal.late }
    var custom: [CustomDeclaration] { isImportant ? block.important.custom : block.normal.custom }
  }

  /// The strongest first.
  private static func parts(of blocks: [CascadeBlock]) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(blocks.count + 2)
    if blocks.contains(where: { !$0.block.important.isEmpty }) {
      let important = blocks.enumerated().filter { !$0.element.block.important.isEmpty }
      let sorted = important.sorted {
        let (a, b) = ($0.element.level.importantRank, $1.element.level.importantRank)
        return a == b ? $0.offset > $1.offset : a < b
      }
      for (_, entry) in sorted {
        parts.append(Part(block: entry.block, level: entry.level, isImportant: true))
      }
    }
    for entry in blocks.reversed() where !entry.block.normal.isEmpty {
      parts.append(Part(block: entry.block, level: entry.level, isImportant: false))
    }
    return parts
  }

  /// Whether a declaration of this level is the property's winner; keywords that go back to lower
  /// levels open it for those.
  ///
  /// `part`: the rule that it stands in, which `revert-rule` leaves out.
  private func wins(_ id: Int, _ value: Declaration.Value, _ level: CascadeLevel, part: Int) -> Bool {
    if let areApplied, !areApplied[id] { return false }
    if stamps[id] != stamp {
      stamps[id] = stamp
      limits[id] = .top
      if !leftOut.isEmpty { leftOut[id] = nil }
    }
    guard level < limits[id], leftOut.isEmpty || leftOut[id] != part else { return false }
    switch value {
    case .wide(.revert):
      limits[id] = level.origin
      return false
    case .wide(.revertLayer):
      limits[id] = level
      return false
    // https://drafts.csswg.org/css-cascade-5/#revert-rule-keyword
    case .wide(.revertRule):
      leftOut[id] = part
      return false
    case .wide, .declared, .animated, .substituted:
      limits[id] = .bottom
      return true
    }
  }

  /// Whether a declaration of this level would be a property's winner.
  private func takes(_ id: Int, at level: CascadeLevel) -> Bool { stamps[id] != stamp || level < limits[id] }

  private static let transform = PropertyTable.longhands.firstIndex { $0.name == "transform" } ?? 0

  // MARK: Custom properties

  private func variableWinners(_ parts: [Part]) -> [String: CustomPropertyResolver.Winner] {
    var winners: [String: CustomPropertyResolver.Winner] = [:]
    var limits: [String: CascadeLevel] = [:]
    var leftOut: [String: Int] = [:]
    for (index, part) in parts.enumerated() {
      for declaration in part.custom.reversed() {
        let name = declaration.name
        if winners[name] != nil { continue }
        if let limit = limits[name], part.level >= limit { continue }
        if leftOut[name] == index { continue }
        switch declaration.value {
        case .wide(.revert): limits[name] = part.level.origin
        case .wide(.revertLayer): limits[name] = part.level
        case .wide(.revertRule): leftOut[name] = index
        case .wide, .tokens:
          winners[name] = CustomPropertyResolver.Winner(
            declaration: declaration, buffer: part.block.buffer, baseURL: part.block.baseURL)
        }
      }
    }
    return winners
  }

  private func applyVariables(
    _ winners: [String: CustomPropertyResolver.Winner], _ situation: Situation, _ run: inout Run
  ) {
    var inherited = situation.contains(.root) ? baseVariables : run.parent.variables
    if !resetVariables.isEmpty, !inherited.isIdentical(to: baseVariables) {
      var reset: [String: CustomProperties.Value?] = [:]
      for property in resetVariables {
        // `inherit` takes the parent's value.
        if case .wide(.inherit)? = winners[property.name]?.declaration.value { continue }
        let value = inherited[property.name]
        if value?.buffer !== property.initial?.buffer || value?.tokens != property.initial?.tokens {
          reset.updateValue(property.initial, forKey: property.name)
        }
      }
      inherited = inherited.changed(reset)
    }
    let resolved = CustomPropertyResolver.resolve(
      winners, inherited: inherited, registered: registered, rules.context, in: run.environment)
    run.values.variables = resolved.values
    run.dependencies.formUnion(resolved.dependencies)
    run.startReading()
  }

  // MARK: Applying

  /// The state of the computation of one style.
  private struct Run {
    var values: StyleValues
    let parent: ComputedStyle
    let builder: StyleBuilder
    var environment: ComputationEnvironment
    var reader: DeclarationValues
    var dependencies: Dependencies = []
    /// With lengths as they are in the element's own zoom.
    var parentValues: StyleValues?
    /// The element's zoom, of its parent's.
    var ownZoom: Float = 1
    /// Whether borders or background are of the page's author.
    var hasAuthorLook = false

    init(builder: StyleBuilder, parent: ComputedStyle, _ surroundings: Surroundings) {
      self.builder = builder
      self.parent = parent
      environment = builder.environment(parent, surroundings)
      reader = DeclarationValues(context: builder.rules.context, variables: CustomProperties())
      values = StyleValues(inheriting: parent)
    }

    mutating func startReading() {
      dependencies.formUnion(reader.dependencies)
      reader = DeclarationValues(context: builder.rules.context, variables: values.variables)
    }

    mutating func apply(_ declaration: Declaration, _ id: Int, _ block: DeclarationBlock) {
      let property = PropertyTable.longhands[id]
      if case .wide(let keyword) = declaration.value { return apply(keyword, to: property) }
      switch reader.value(declaration, of: block, in: environment) {
      case .value(let value): property.apply(value, to: &values)
      // Deviation: `revert` and its kin that come out of a variable count as `unset`.
      case .wide(let keyword): apply(keyword, to: property)
      case .invalid: break
      }
    }

    /// What is inherited has the parent's value already, and all else its initial one.
    private mutating func apply(_ keyword: WideKeyword, to property: Property) {
      switch (keyword, property.isInherited) {
      case (.initial, true): property.copy(from: builder.initial, to: &values)
      case (.inherit, false):
        let source = parentValues ?? zoomedParentValues()
        property.copy(from: source, to: &values)
        parentValues = source
      case (.initial, false), (.inherit, true), (.unset, _), (.revert, _), (.revertLayer, _), (.revertRule, _):
        break
      }
    }

    private func zoomedParentValues() -> StyleValues {
      var values = StyleValues(copying: parent)
      if ownZoom != 1 { values.scaleLengths(by: ownZoom) }
      return values
    }
  }

  private func applyEarly(_ parts: [Part], _ situation: Situation, _ run: inout Run) {
    for index in earlyWinners.indices { earlyWinners[index] = nil }
    for (index, part) in parts.enumerated() {
      for declaration in part.early.reversed() {
        let id = Int(declaration.property.rawValue)
        if wins(id, declaration.value, part.level, part: index) { earlyWinners[id] = (declaration, part.block) }
      }
    }
    for id in 0..<PropertyTable.earlyCount {
      if id == PropertyTable.fontCount { completeFont(&run) }
      if let (declaration, block) = earlyWinners[id] { run.apply(declaration, id, block) }
      let property = PropertyID(rawValue: UInt16(truncatingIfNeeded: id))
      if property == PropertyTable.zoom {
        if situation.contains(.drawing) { run.values.inherited.zoom = 1 }
        startZoom(&run)
      } else if property == PropertyTable.colorScheme {
        if run.values.inherited.colorScheme.isNormal, run.values.inherited.colorScheme != rules.pageColorScheme {
          run.values.inherited.colorScheme = rules.pageColorScheme
        }
        let isDark = run.values.inherited.colorScheme.isDark(preferred: rules.media.prefersDark)
        run.environment.isDark = isDark
        // The initial colour is that of text on the canvas.
        if situation.contains(.root), isDark { run.values.inherited.color = .white }
      } else if property == PropertyTable.writingMode {
        run.environment.isVertical = !run.values.text.writingMode.isHorizontal
      } else if property == PropertyTable.textOrientation {
        run.environment.isUpright = run.values.text.orientation == .upright
      } else if property == PropertyTable.lineHeight {
        run.environment.font.lineHeight = run.values.font.lineHeightInPixels
        if root == nil { run.environment.rootFont.lineHeight = run.values.font.lineHeightInPixels }
      }
    }
    run.environment.color = run.values.inherited.color
  }

  private func applyLate(_ parts: [Part], _ run: inout Run) {
    let (mode, direction) = (run.values.text.writingMode, run.values.text.direction)
    for (index, part) in parts.enumerated() {
      for declaration in part.late.reversed() {
        let id = Int(PropertyTable.physical(declaration.property, mode, direction).rawValue)
        guard wins(id, declaration.value, part.level, part: index) else { continue }
        run.apply(declaration, id, part.block)
        if Self.areOfLook[id], part.level.isAuthor { run.hasAuthorLook = true }
      }
    }
    // Only controls look otherwise.
    if run.hasAuthorLook, run.values.box.appearance != .none { run.values.box.isStyledControl = true }
  }

  /// By property, whether an author's value takes the system's look from a control.
  /// https://drafts.csswg.org/css-ui-4/#appearance-disabling-properties
  private static let areOfLook: [Bool] = PropertyTable.longhands.map { property in
    let name = property.name
    if name.hasPrefix("background-") { return name != "background-blend-mode" && name != "background-repeat" }
    return name.hasPrefix("border-") && name != "border-collapse"
  }

  // MARK: Fonts and zoom

  /// Lengths that are inherited grow with the element's own zoom.
  /// https://drafts.csswg.org/css-viewport/#zoom-property
  private func startZoom(_ run: inout Run) {
    let zoom = run.values.inherited.zoom
    run.environment.zoom = Double(zoom)
    if root == nil { run.environment.rootZoom = Double(zoom) }
    let ratio = zoom / run.parent.inherited.zoom
    guard ratio != 1 else { return }
    // They may have been made for `zoom` itself.
    (run.ownZoom, run.parentValues) = (ratio, nil)
    func scaled(_ length: LengthPercentage) -> LengthPercentage {
      if case .length(let pixels) = length { .length(pixels * ratio) } else { length }
    }
    run.values.font.size *= ratio
    if case .length(let height) = run.values.font.lineHeight {
      run.values.font.lineHeight = .length(height * ratio)
    }
    run.values.text.letterSpacing = scaled(run.values.text.letterSpacing)
    run.values.text.wordSpacing = scaled(run.values.text.wordSpacing)
    run.values.text.indent = scaled(run.values.text.indent)
    run.values.text.underlineOffset = run.values.text.underlineOffset.map(scaled)
    run.values.text.strokeWidth *= ratio
    if case .length(let size) = run.values.text.tabSize { run.values.text.tabSize = .length(size * ratio) }
    for index in run.values.text.shadows.indices {
      run.values.text.shadows[index].x *= ratio
      run.values.text.shadows[index].y *= ratio
      run.values.text.shadows[index].blur *= ratio
    }
    run.values.inherited.borderSpacingX *= ratio
    run.values.inherited.borderSpacingY *= ratio
    let lineHeight = run.environment.font.lineHeight
    run.environment.font = font(run.values.font)
    run.environment.font.lineHeight = lineHeight.map { $0 * Double(ratio) }
  }

  /// The inherited size, by how much deeper the script is than the parent; what the parent's font says counts.
  private func scaleMathFont(_ run: inout Run) {
    let (inherited, depth) = (run.parent.inherited.math.depth, run.values.inherited.math.depth)
    guard inherited != depth else { return }
    let scale = mathFontScale(from: inherited, to: depth, scales: run.environment.font.metrics.mathScales)
    run.values.font.size = Float(min(max(Double(run.values.font.size) * scale, 0), 10_000))
    run.values.font.sizeKeyword = nil
  }

  /// Finds the size when the family is known, as Chromium does: keywords are smaller, and relative
  /// sizes shrink, where the font family is only the generic `monospace`.
  private func completeFont(_ run: inout Run) {
    let isMonospace = run.values.font.families == [.monospace]
    let wasMonospace = run.parent.font.families == [.monospace]
    if run.values.scratch.scalesFontWithMath { scaleMathFont(&run) }
    if let keyword = run.values.font.sizeKeyword {
      run.values.font.size =
        keyword.pixels(isMonospace: isMonospace, isQuirky: rules.context.isQuirky) * run.values.inherited.zoom
    } else if isMonospace != wasMonospace, !run.values.font.sizeIsAbsolute {
      run.values.font.size *= isMonospace ? 13.0 / 16 : 16.0 / 13
    }
    // Font sizes that are not absolute lengths have a minimum.
    if !run.values.font.sizeIsAbsolute, run.values.font.size > 0 {
      run.values.font.size = max(run.values.font.size, 6)
    }
    run.values.font.resolveAlternates(rules.author.fontFeatureValues)
    run.values.font.resolvePalette(rules.author.fontPalettes)
    // The line height is still the parent's.
    let (lineHeight, rootLineHeight) = (run.environment.font.lineHeight, run.environment.rootFont.lineHeight)
    run.environment.font = font(run.values.font)
    run.environment.font.lineHeight = lineHeight
    if root == nil {
      run.environment.rootFont = run.environment.font
      run.environment.rootFont.lineHeight = rootLineHeight
    }
  }
}

extension FontStyle {
  /// nil is `normal`.
  package var lineHeightInPixels: Double? {
    switch lineHeight {
    case .normal: nil
    case .number(let factor): Double(factor) * Double(size)
    case .length(let length): Double(length)
    }
  }
}

extension ColorScheme {
  /// https://drafts.csswg.org/css-color-adjust-1/#determine-the-used-color-scheme
  package func isDark(preferred: Bool) -> Bool { supportsDark && (preferred || !supportsLight) }
}
