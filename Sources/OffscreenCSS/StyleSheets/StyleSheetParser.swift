import OffscreenDOM

/// Makes rules of what the syntax reader finds; what is invalid or of no use here is left out.
struct StyleSheetParser {
  private let buffer: TokenBuffer
  private var selectors: SelectorContext
  private var ruleCount = 0
  /// There are rules for parts of scroll containers.
  private(set) var asksForScrollParts = false
  /// There are more rules than are read.
  var isCutShort: Bool { ruleCount > StyleSheet.maximumRules }
  /// `@import` and `@namespace` are only valid at the start of a sheet: before all valid rules of other kinds.
  /// https://drafts.csswg.org/css-cascade-5/#at-import
  private var allowsImports = true
  private var allowsNamespaces = true

  init(_ buffer: TokenBuffer, names: NameTable) {
    self.buffer = buffer
    selectors = SelectorContext(names: names)
  }

  mutating func rules() -> [Rule] {
    var rules: [Rule] = []
    var reader = SyntaxReader(buffer)
    while let item = reader.nextRule() {
      guard countRule() else { break }
      append(item, to: &rules, isTopLevel: true)
    }
    return rules
  }

  private mutating func countRule() -> Bool {
    ruleCount += 1
    return ruleCount <= StyleSheet.maximumRules
  }

  private mutating func append(_ item: SyntaxItem, to rules: inout [Rule], isTopLevel: Bool) {
    switch item {
    case .declaration: break
    case .qualifiedRule(let rule):
      guard let rule = styleRule(rule) else { break }
      (allowsImports, allowsNamespaces) = (false, false)
      rules.append(.style(rule))
    case .atRule(let rule):
      guard let rule = atRule(rule, isTopLevel: isTopLevel) else { break }
      // Statements of layers may stand at the start too.
      switch rule {
      case .import, .layerStatement: break
      default: (allowsImports, allowsNamespaces) = (false, false)
      }
      rules.append(rule)
    }
  }

  // MARK: Blocks

  /// https://drafts.csswg.org/css-nesting-1/#nesting
  private mutating func styleRule(_ rule: SyntaxQualifiedRule) -> StyleRule? {
    let cursor = TokenCursor(buffer, rule.prelude)
    guard let list = SelectorParser(selectors).styleRuleSelectors(cursor) else { return nil }
    if list.selectors.contains(where: { $0.pseudoElement?.isScrollPart ?? false }) { asksForScrollParts = true }
    let outer = selectors
    selectors.parent = list
    defer { selectors = outer }
    var result = StyleRule(selectors: list, declarations: [], nested: [])
    (result.declarations, result.nested) = nestedContents(rule.block)
    return result
  }

  /// The contents of a style rule, or of a group of rules inside one: declarations before the first
  /// rule, and the rules.
  private mutating func nestedContents(_ block: Range<Int>) -> ([SyntaxDeclaration], [Rule]) {
    var first: [SyntaxDeclaration] = []
    var later: [SyntaxDeclaration] = []
    var rules: [Rule] = []
    var hasRules = false
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInBlock() {
      if case .declaration(let declaration) = item {
        if hasRules { later.append(declaration) } else { first.append(declaration) }
        continue
      }
      hasRules = true
      flush(&later, to: &rules)
      guard countRule() else { break }
      append(item, to: &rules, isTopLevel: false)
    }
    flush(&later, to: &rules)
    return (first, rules)
  }

  private func flush(_ declarations: inout [SyntaxDeclaration], to rules: inout [Rule]) {
    guard !declarations.isEmpty, selectors.parent != nil || selectors.isScoped else { return }
    let parent = selectors.parent ?? SelectorParser(selectors).nesting
    rules.append(.style(StyleRule(selectors: parent, declarations: declarations, nested: [])))
    declarations = []
  }

  /// The rules of a group; inside a style rule it may hold declarations too.
  private mutating func group(_ block: Range<Int>) -> [Rule] {
    guard selectors.parent != nil || selectors.isScoped else {
      var rules: [Rule] = []
      var reader = SyntaxReader(buffer, block)
      while let item = reader.nextInBlock() {
        guard countRule() else { break }
        append(item, to: &rules, isTopLevel: false)
      }
      return rules
    }
    var (declarations, nested) = nestedContents(block)
    var rules: [Rule] = []
    flush(&declarations, to: &rules)
    return rules + nested
  }

  private func declarations(_ block: Range<Int>) -> [SyntaxDeclaration] {
    var result: [SyntaxDeclaration] = []
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInDeclarationList() {
      if case .declaration(let declaration) = item { result.append(declaration) }
    }
    return result
  }

  // MARK: At-rules

  private mutating func atRule(_ rule: SyntaxAtRule, isTopLevel: Bool) -> Rule? {
    let name = buffer.lowercased(buffer.tokens[rule.name])
    var prelude = TokenCursor(buffer, rule.prelude)
    guard let block = rule.block else {
      return statement(name, &prelude, isTopLevel: isTopLevel)
    }
    switch name {
    case "media": return .media(MediaQueryList(prelude), group(block))
    case "supports":
      guard let condition = SupportsCondition(prelude, selectors: selectors) else { return nil }
      return .supports(condition, group(block))
    case "layer":
      if prelude.isAtEnd { return .layerBlock(nil, group(block)) }
      guard let layer = Self.layerName(&prelude), prelude.isAtEnd else { return nil }
      return .layerBlock(layer, group(block))
    case "container":
      guard let queries = ContainerQueryList(prelude) else { return nil }
      return .container(queries, group(block))
    case "scope": return scope(prelude, block)
    case "font-face": return selectors.parent == nil ? .fontFace(declarations(block)) : nil
    case "keyframes", "-webkit-keyframes": return keyframes(prelude, block)
    case "counter-style":
      guard let name = prelude.consumeIdent(), prelude.isAtEnd else { return nil }
      return .counterStyle(name: buffer.string(name), declarations(block))
    case "property":
      guard let name = prelude.consumeIdent(), prelude.isAtEnd, buffer.isCustomName(name) else { return nil }
      return .property(name: buffer.string(name), declarations(block))
    case "font-feature-values":
      return FontFeatureValuesRule(prelude, block: block).map { .fontFeatureValues($0) }
    case "starting-style": return prelude.isAtEnd ? .startingStyle(group(block)) : nil
    case "page":
      guard let selectors = PageRule.selectors(prelude) else { return nil }
      return .page(pageRule(selectors, block))
    case "function": return FunctionRule(prelude, body: functionBody(block, depth: 0)).map { .function($0) }
    case "position-try":
      guard let name = prelude.consumeDashedName(), prelude.isAtEnd else { return nil }
      return .positionTry(name: name, declarations(block))
    case "font-palette-values":
      return FontPaletteRule(prelude, block: block, ParsingContext()).map { .fontPalette($0) }
    default: return nil
    }
  }

  private mutating func statement(_ name: String, _ prelude: inout TokenCursor, isTopLevel: Bool) -> Rule? {
    switch name {
    case "charset": return nil
    case "import":
      guard isTopLevel, allowsImports else { return nil }
      return importRule(&prelude).map { .import($0) }
    case "namespace":
      guard isTopLevel, allowsNamespaces else { return nil }
      allowsImports = false
      namespace(&prelude)
      return nil
    case "layer":
      guard let names = prelude.consumeList(Self.layerName) else { return nil }
      return .layerStatement(names)
    default: return nil
    }
  }

  /// https://drafts.csswg.org/css-cascade-5/#layer-names
  private static func layerName(_ cursor: inout TokenCursor) -> LayerName? {
    var parts: [String] = []
    while true {
      let token = cursor.peek
      guard token.kind == .ident,
        !["initial", "inherit", "unset", "revert", "revert-layer"].contains(cursor.buffer.lowercased(token))
      else { return nil }
      parts.append(cursor.buffer.string(token))
      cursor.advanceToken()
      guard cursor.isDelim(".") else { break }
      cursor.advanceToken()
    }
    cursor.skipWhitespace()
    return LayerName(parts: parts)
  }

  private func importRule(_ cursor: inout TokenCursor) -> ImportRule? {
    guard let url = cursor.consumeURL() ?? cursor.consumeString() else { return nil }
    var rule = ImportRule(url: url, media: .all)
    if cursor.consumeIdent("layer") {
      rule.layer = .anonymous
    } else if var contents = cursor.isFunction("layer") ? cursor.contents() : nil {
      if let name = Self.layerName(&contents), contents.isAtEnd {
        rule.layer = .named(name)
        cursor.advance()
      }
    }
    if cursor.isFunction("supports") {
      guard
        let condition = SupportsCondition(cursor.contents(), selectors: selectors, allowsDeclaration: true)
      else { return nil }
      rule.supports = condition
      cursor.advance()
    }
    rule.media = MediaQueryList(cursor)
    return rule
  }

  /// https://drafts.csswg.org/css-namespaces-3/
  private mutating func namespace(_ cursor: inout TokenCursor) {
    let prefix = cursor.consumeIdent()
    guard let url = cursor.consumeURL() ?? cursor.consumeString(), cursor.isAtEnd else { return }
    let namespace = NamespaceName(url, in: selectors.names)
    if let prefix {
      selectors.prefixes[buffer.string(prefix)] = namespace
    } else {
      selectors.defaultNamespace = namespace
    }
  }

  /// https://drafts.csswg.org/css-page-3/#at-page-rule
  private func pageRule(_ selectors: [PageRule.Selector], _ block: Range<Int>) -> PageRule {
    var rule = PageRule(selectors: selectors)
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInDeclarationList() {
      switch item {
      case .declaration(let declaration): rule.declarations.append(declaration)
      case .atRule(let inner):
        guard let block = inner.block, TokenCursor(buffer, inner.prelude).isAtEnd,
          let box = PageMarginBox(rawValue: "@" + buffer.lowercased(buffer.tokens[inner.name]))
        else { continue }
        rule.marginBoxes.append((box, declarations(block)))
      case .qualifiedRule: break
      }
    }
    return rule
  }

  /// https://drafts.csswg.org/css-mixins-1/#function-body
  private mutating func functionBody(_ block: Range<Int>, depth: Int) -> [FunctionRule.Item] {
    var items: [FunctionRule.Item] = []
    var reader = SyntaxReader(buffer, block)
    while depth < 64, let item = reader.nextInBlock() {
      switch item {
      case .declaration(let declaration): if !declaration.isImportant { items.append(.descriptor(declaration)) }
      case .qualifiedRule: break
      case .atRule(let rule):
        guard countRule(), let block = rule.block else { continue }
        let prelude = TokenCursor(buffer, rule.prelude)
        switch buffer.lowercased(buffer.tokens[rule.name]) {
        case "media": items.append(.media(MediaQueryList(prelude), functionBody(block, depth: depth + 1)))
        case "supports":
          if let condition = SupportsCondition(prelude, selectors: selectors) {
            items.append(.supports(condition, functionBody(block, depth: depth + 1)))
          }
        case "container":
          if let queries = ContainerQueryList(prelude) {
            items.append(.container(queries, functionBody(block, depth: depth + 1)))
          }
        default: break
        }
      }
    }
    return items
  }

  /// https://drafts.csswg.org/css-cascade-6/#scope-syntax
  private mutating func scope(_ prelude: TokenCursor, _ block: Range<Int>) -> Rule? {
    let outer = selectors
    defer { selectors = outer }
    guard let scope = ScopeRule(prelude, &selectors) else { return nil }
    return .scope(scope, group(block))
  }

  private func keyframes(_ prelude: TokenCursor, _ block: Range<Int>) -> Rule? {
    var cursor = prelude
    let token = cursor.peek
    guard token.kind == .string || token.kind == .ident else { return nil }
    if token.kind == .ident,
      ["none", "default", "initial", "inherit", "unset", "revert", "revert-layer"].contains(buffer.lowercased(token))
    {
      return nil
    }
    cursor.advance()
    guard cursor.isAtEnd else { return nil }
    var rule = KeyframesRule(name: buffer.string(token), keyframes: [])
    var reader = SyntaxReader(buffer, block)
    while let item = reader.nextInBlock() {
      guard case .qualifiedRule(let keyframe) = item,
        let offsets = TokenCursor(buffer, keyframe.prelude).keyframeOffsets
      else { continue }
      rule.keyframes.append(.init(offsets: offsets, declarations: declarations(keyframe.block)))
    }
    return .keyframes(rule)
  }
}

extension TokenCursor {
  /// https://drafts.csswg.org/css-animations-1/#typedef-keyframe-selector
  fileprivate var keyframeOffsets: [Double]? {
    var cursor = self
    return cursor.consumeList { cursor in
      if cursor.consumeIdent("from") { return 0 }
      if cursor.consumeIdent("to") { return 1 }
      guard let percentage = cursor.consumePercentage(), 0...100 ~= percentage else { return nil }
      return percentage / 100
    }
  }
}
