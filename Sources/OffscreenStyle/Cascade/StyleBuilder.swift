import OffscreenCSS

/// Computes styles from the declarations that apply.
final class StyleBuilder {
  /// What, beside the parent and the declarations, a style depends on.
  struct Situation: OptionSet, Hashable {
    let rawValue: UInt8
    static let root = Situation(rawValue: 1)
    /// The box that this one is laid out in makes blocks of its children.
    static let item = Situation(rawValue: 2)
    /// Elements such as images, which are not displayed at all with `display: contents`.
    static let replaced = Situation(rawValue: 4)
    static let pseudo = Situation(rawValue: 8)
  }

  let context: ValueContext
  /// The root's style, once it is computed.
  var root: ComputedStyle?
  /// Registered custom properties: what they are where nobody says anything.
  var registered: [String: (initial: CustomProperties.Value?, isInherited: Bool)] = [:]

  private let initial = StyleValues()
  /// Of each property, the level below which a declaration is still accepted, if the stamp is that
  /// of this run.
  private var limits: [CascadeLevel]
  private var stamps: [UInt32]
  private var stamp: UInt32 = 0
  private var earlyWinners: [(declaration: Declaration, block: DeclarationBlock)?]

  init(context: ValueContext) {
    self.context = context
    limits = Array(repeating: .top, count: PropertyTable.longhands.count)
    stamps = Array(repeating: 0, count: PropertyTable.longhands.count)
    earlyWinners = Array(repeating: nil, count: PropertyTable.earlyCount)
  }

  /// `blocks` in cascading order, the strongest last.
  func style(
    parent: ComputedStyle, blocks: [CascadeBlock], situation: Situation
  ) -> ComputedStyle {
    stamp &+= 1
    let parts = Self.parts(of: blocks)
    var run = Run(builder: self, parent: parent)
    run.values.variables = variables(parts, parent: parent)
    run.start()
    applyEarly(parts, &run)
    applyLate(parts, &run)
    run.values.finish(parent: parent)
    StyleAdjustment(values: run.values, parent: parent, situation: situation).apply(to: &run.values)
    context.element = nil
    return ComputedStyle(run.values)
  }

  // MARK: The order of the cascade

  private struct Part {
    var block: DeclarationBlock
    var level: CascadeLevel
    var declarations: DeclarationBlock.Part
  }

  /// The strongest first.
  private static func parts(of blocks: [CascadeBlock]) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(blocks.count + 2)
    if blocks.contains(where: { !$0.block.important.isEmpty }) {
      let important = blocks.enumerated().filter { !$0.element.block.important.isEmpty }
      // The user agent's before all others, attributes before sheets, first layers before later ones.
      func rank(_ level: CascadeLevel) -> UInt32 {
        if level.isUserAgent { return 0 }
        return level >= CascadeLevel(.attached) ? 1 : level.rawValue
      }
      let sorted = important.sorted {
        let (a, b) = (rank($0.element.level), rank($1.element.level))
        return a == b ? $0.offset > $1.offset : a < b
      }
      for (_, entry) in sorted {
        parts.append(Part(block: entry.block, level: entry.level, declarations: entry.block.important))
      }
    }
    for entry in blocks.reversed() where !entry.block.normal.isEmpty {
      parts.append(Part(block: entry.block, level: entry.level, declarations: entry.block.normal))
    }
    return parts
  }

  /// Whether a declaration of this level is the property's winner; keywords that go back to lower
  /// levels open it for those.
  private func wins(_ id: Int, _ value: Declaration.Value, _ level: CascadeLevel) -> Bool {
    if stamps[id] != stamp {
      stamps[id] = stamp
      limits[id] = .top
    }
    guard level < limits[id] else { return false }
    switch value {
    case .wide(.revert):
      limits[id] = level.origin
      return false
    case .wide(.revertLayer):
      limits[id] = level
      return false
    case .wide, .parsed, .dependent, .substituted:
      limits[id] = .bottom
      return true
    }
  }

  // MARK: Custom properties

  private func variables(_ parts: [Part], parent: ComputedStyle) -> CustomProperties {
    var winners: [String: CustomPropertyResolver.Winner] = [:]
    var limits: [String: CascadeLevel] = [:]
    for part in parts where !part.declarations.custom.isEmpty {
      for declaration in part.declarations.custom.reversed() {
        let name = declaration.name
        if winners[name] != nil { continue }
        if let limit = limits[name], part.level >= limit { continue }
        switch declaration.value {
        case .wide(.revert): limits[name] = part.level.origin
        case .wide(.revertLayer): limits[name] = part.level
        case .wide, .tokens:
          winners[name] = CustomPropertyResolver.Winner(declaration: declaration, buffer: part.block.buffer)
        }
      }
    }
    var reset: [String: CustomProperties.Value?] = [:]
    for (name, property) in registered where !property.isInherited && winners[name] == nil {
      if parent.variables[name]?.tokens != property.initial?.tokens {
        reset.updateValue(property.initial, forKey: name)
      }
    }
    return CustomPropertyResolver.resolve(winners, inherited: parent.variables, reset: reset)
  }

  // MARK: Applying

  /// The state of the computation of one style.
  private struct Run {
    var values: StyleValues
    let parent: ComputedStyle
    let builder: StyleBuilder
    var reader: DeclarationValues
    var parentValues: StyleValues?

    init(builder: StyleBuilder, parent: ComputedStyle) {
      self.builder = builder
      self.parent = parent
      values = StyleValues(inheriting: parent)
      reader = DeclarationValues(context: builder.context, variables: CustomProperties())
    }

    mutating func start() {
      reader = DeclarationValues(context: builder.context, variables: values.variables)
      var element = ValueContext.Element(parent: parent, rootFont: builder.root?.font ?? FontStyle())
      element.zoom = Double(parent.inherited.zoom)
      element.lineHeight = parent.font.lineHeightInPixels
      element.rootLineHeight = builder.root?.font.lineHeightInPixels
      element.isVertical = !parent.text.writingMode.isHorizontal
      element.isDark = values.inherited.colorScheme.isDark(preferred: builder.context.prefersDark)
      builder.context.element = element
    }

    mutating func apply(_ declaration: Declaration, _ id: Int, _ block: DeclarationBlock) {
      let property = PropertyTable.longhands[id]
      if case .wide(let keyword) = declaration.value {
        // What is inherited has the parent's value already, and all else its initial one.
        switch (keyword, property.isInherited) {
        case (.initial, true): property.copy(from: builder.initial, to: &values)
        case (.inherit, false):
          let source = parentValues ?? StyleValues(copying: parent)
          property.copy(from: source, to: &values)
          parentValues = source
        case (.initial, false), (.inherit, true), (.unset, _), (.revert, _), (.revertLayer, _): break
        }
        return
      }
      switch reader.value(declaration, in: block, reread: values.inherited.zoom != 1) {
      case .value(let value): property.apply(value, to: &values)
      case .initial: if property.isInherited { property.copy(from: builder.initial, to: &values) }
      case .invalid: break
      }
    }
  }

  private func applyEarly(_ parts: [Part], _ run: inout Run) {
    for index in earlyWinners.indices { earlyWinners[index] = nil }
    for part in parts where !part.declarations.early.isEmpty {
      for declaration in part.declarations.early.reversed() {
        let id = Int(declaration.property.rawValue)
        if wins(id, declaration.value, part.level) { earlyWinners[id] = (declaration, part.block) }
      }
    }
    for id in 0..<PropertyTable.earlyCount {
      if id == PropertyTable.fontCount { completeFont(&run) }
      if let (declaration, block) = earlyWinners[id] { run.apply(declaration, id, block) }
      let property = PropertyID(rawValue: UInt16(truncatingIfNeeded: id))
      if property == PropertyTable.zoom {
        startZoom(&run)
      } else if property == PropertyTable.colorScheme {
        context.element?.isDark = run.values.inherited.colorScheme.isDark(preferred: context.prefersDark)
      } else if property == PropertyTable.writingMode {
        context.element?.isVertical = !run.values.text.writingMode.isHorizontal
      } else if property == PropertyTable.lineHeight {
        context.element?.lineHeight = run.values.font.lineHeightInPixels
        if root == nil { context.element?.rootLineHeight = run.values.font.lineHeightInPixels }
      }
    }
    context.element?.color = run.values.inherited.color
  }

  private func applyLate(_ parts: [Part], _ run: inout Run) {
    let (mode, direction) = (run.values.text.writingMode, run.values.text.direction)
    for part in parts {
      for declaration in part.declarations.late.reversed() {
        let id = Int(PropertyTable.physical(declaration.property, mode, direction).rawValue)
        if wins(id, declaration.value, part.level) { run.apply(declaration, id, part.block) }
      }
    }
  }

  // MARK: Fonts and zoom

  /// Lengths that are inherited grow with the element's own zoom.
  private func startZoom(_ run: inout Run) {
    let zoom = run.values.inherited.zoom
    context.element?.zoom = Double(zoom)
    let ratio = zoom / run.parent.inherited.zoom
    guard ratio != 1 else { return }
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
    context.element?.font = run.values.font
  }

  /// Finds the size when the family is known, as Chromium does: keywords are smaller, and relative
  /// sizes shrink, where only the generic family `monospace` is asked for.
  private func completeFont(_ run: inout Run) {
    let isMonospace = run.values.font.families == [.monospace]
    let wasMonospace = run.parent.font.families == [.monospace]
    if let keyword = run.values.font.sizeKeyword {
      run.values.font.size =
        keyword.pixels(isMonospace: isMonospace, isQuirky: context.isQuirky) * run.values.inherited.zoom
    } else if isMonospace != wasMonospace, !run.values.font.sizeIsAbsolute {
      run.values.font.size *= isMonospace ? 13.0 / 16 : 16.0 / 13
    }
    // Sizes that nobody said in absolute units do not become unreadable.
    if !run.values.font.sizeIsAbsolute, run.values.font.size > 0 {
      run.values.font.size = max(run.values.font.size, 6)
    }
    context.element?.font = run.values.font
    if root == nil { context.element?.rootFont = run.values.font }
  }
}

extension FontStyle {
  /// nil is `normal`.
  var lineHeightInPixels: Double? {
    switch lineHeight {
    case .normal: nil
    case .number(let factor): Double(factor) * Double(size)
    case .length(let length): Double(length)
    }
  }
}

extension ColorScheme {
  /// https://drafts.csswg.org/css-color-adjust-1/#determine-the-used-color-scheme
  func isDark(preferred: Bool) -> Bool { supportsDark && !isNormal && (preferred || !supportsLight) }
}
