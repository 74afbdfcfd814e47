import OffscreenCSS
import OffscreenDOM

/// The style rules that apply to a document, with their index and their declarations, which are read when a rule
/// first matches: most rules of a large sheet never do. They hold as long as the sheets, the media and the quirks
/// mode do, whatever becomes of the document's nodes.
final class CascadeRules {
  let author: ActiveRules
  /// The user's rules for pages of paper.
  let userPages: [ActiveRules.Page]
  let index: RuleIndex
  /// Rules inside of `@scope`, which are matched one by one.
  let scoped: [Int32]
  /// Those of shadow trees' own sheets, by root; trees with the same sheets have the same.
  let shadowTrees: [NodeID: TreeRules]
  /// Whether some shadow trees have none, beyond the limit.
  let areCutShort: Bool
  private let document: Document
  private let rules: [ActiveRules.Style]
  private let userAgentCount: Int
  private let authorStart: Int
  private let levels: [CascadeLevel]
  private var blocks: [DeclarationBlock?]
  /// The parser context of declarations.
  let context: ParsingContext
  let media: MediaContext
  let substitutions = SubstitutionWork()
  /// The custom properties that are registered; later ones count.
  let registered: [RegisteredProperty]
  /// What `color-scheme: normal` means.
  let pageColorScheme: ColorScheme
  /// The measures of the fonts that styles choose.
  let measureFont: ((FontStyle) -> FontRelativeMetrics)?

  init(
    document: Document, sheets: CollectedSheets, media: MediaContext, context: ParsingContext,
    measureFont: ((FontStyle) -> FontRelativeMetrics)?
  ) {
    (self.document, self.context, self.media, self.measureFont) = (document, context, media, measureFont)
    pageColorScheme = sheets.colorScheme
    let supports: (SyntaxDeclaration, TokenBuffer) -> Bool = {
      PropertyTable.supports($0, in: $1, context)
    }
    // Not implemented: of a user's sheets, only rules of styles and of pages count, in whatever layers.
    var user = ActiveRules(media: media, supports: supports, imported: sheets.imported)
    for sheet in sheets.userSheets { user.add(sheet) }
    var author = ActiveRules(media: media, supports: supports, imported: sheets.imported)
    for sheet in sheets.sheets { author.add(sheet) }
    author.sortByLayers()
    let asksForScrollParts =
      author.asksForScrollParts || user.asksForScrollParts
      || sheets.shadowSheets.contains { $0.1.contains(where: \.asksForScrollParts) }
    let ownSheets = UserAgentSheet.sheets(
      for: document, hasScripting: media.hasScripting, scrollParts: asksForScrollParts)
    var userAgent = ActiveRules(media: media, supports: supports)
    for sheet in ownSheets { userAgent.add(sheet) }
    (self.author, userPages) = (author, user.pages)
    registered = author.properties.compactMap { RegisteredProperty($0) } + sheets.registered.values
    var rules = userAgent.styles + user.styles + author.styles
    let userAgentCount = userAgent.styles.count
    let authorStart = userAgentCount + user.styles.count
    let ranks = author.layers.ranks
    var levels: [CascadeLevel] = rules.indices.map { index in
      if index < userAgentCount { return CascadeLevel(.userAgent) }
      if index < authorStart { return CascadeLevel(.user) }
      return CascadeLevel(.author, layer: ranks[Int(rules[index].layer.rawValue)])
    }
    var indexed: [(selectors: SelectorList, rule: Int32)] = []
    for (number, rule) in rules.enumerated() where rule.scopes.isEmpty && !rule.rule.declarations.isEmpty {
      indexed.append((rule.rule.selectors, Int32(truncatingIfNeeded: number)))
    }
    index = RuleIndex(indexed, of: .tree, for: SelectorMatcher(document)) { !$0.needsShadowTree }
    scoped = rules.indices.filter { !rules[$0].scopes.isEmpty }.map { Int32(truncatingIfNeeded: $0) }
    // Optimization: the many elements of one component have equal sheets.
    var made: [[ObjectIdentifier]: TreeRules] = [:]
    var shadowTrees: [NodeID: TreeRules] = [:]
    let documentCount = rules.count
    var areCutShort = false
    for (root, own) in sheets.shadowSheets {
      let key = own.map { ObjectIdentifier($0.buffer) }
      if let known = made[key] {
        shadowTrees[root] = known
        continue
      }
      // The same sheets may be in many different lists.
      guard rules.count - documentCount < CascadeRules.mostShadowRules else {
        areCutShort = true
        continue
      }
      var active = ActiveRules(media: media, supports: supports, imported: sheets.imported)
      for sheet in own { active.add(sheet) }
      let treeRanks = active.layers.ranks
      let tree = TreeRules(active, from: rules.count, number: made.count, for: SelectorMatcher(document))
      rules += active.styles
      levels += active.styles.map { CascadeLevel(.author, layer: treeRanks[Int($0.layer.rawValue)]) }
      made[key] = tree
      shadowTrees[root] = tree
    }
    (self.shadowTrees, self.areCutShort) = (shadowTrees, areCutShort)
    blocks = Array(repeating: nil, count: rules.count)
    (self.rules, self.levels) = (rules, levels)
    (self.userAgentCount, self.authorStart) = (userAgentCount, authorStart)
  }

  /// Of all different lists of sheets that shadow trees have, together.
  static let mostShadowRules = 4 * StyleSheet.maximumRules

  /// The rules that are in force in all trees: those of no author.
  private(set) lazy var commonIndex = RuleIndex(
    rules[..<authorStart].enumerated().compactMap { number, rule in
      rule.scopes.isEmpty && !rule.rule.declarations.isEmpty
        ? (rule.rule.selectors, Int32(truncatingIfNeeded: number)) : nil
    }, of: .tree, for: SelectorMatcher(document))

  /// The rules of the document's sheets for parts of shadow trees.
  private(set) lazy var partIndex = RuleIndex(
    rules[authorStart..<authorStart + author.styles.count].enumerated().compactMap { number, rule in
      rule.scopes.isEmpty ? (rule.rule.selectors, Int32(truncatingIfNeeded: authorStart + number)) : nil
    }, of: .parts, for: SelectorMatcher(document))

  func rule(_ number: Int32) -> ActiveRules.Style { rules[Int(number)] }
  func level(_ number: Int32) -> CascadeLevel { levels[Int(number)] }

  /// What values ask as they are substituted.
  private(set) lazy var substitutionRules = SubstitutionRules(
    media: media, registered: Dictionary(registered.map { ($0.name, $0) }) { _, last in last },
    author.functions.map { CustomFunction($0.rule, of: $0.sheet.buffer) })

  /// The declarations of a rule of this name; the last one counts.
  func positionTry(_ name: String) -> DeclarationBlock? { positionTries[name] }

  private lazy var positionTries: [String: DeclarationBlock] = Dictionary(
    author.positionTries.map { ($0.name, PositionTryRule.block($0, in: context)) }
  ) { _, last in last }

  /// What changes of a document can touch. Made when a document changes: most never do.
  private(set) lazy var invalidationSets = InvalidationSets(
    rules.lazy.map(\.rule.selectors), for: SelectorMatcher(document))

  /// Whether rules are in `@container` or `@scope`, which is not in their features.
  private(set) lazy var asksBeyondFeatures =
    !scoped.isEmpty || shadowTrees.values.contains { !$0.scoped.isEmpty } || rules.contains { !$0.containers.isEmpty }

  /// Whether rules of the page's ask what is around an element.
  private(set) lazy var askAround = rules[userAgentCount...].contains { rule in
    rule.rule.selectors.selectors.contains { selector in
      selector.tables?.lists.isEmpty == false
        || selector.parts.contains { if case .combinator = $0 { true } else { false } }
    }
  }

  /// Whether a rule depends on what layout finds of a container.
  var usesContainers: Bool {
    rules.contains { $0.containers.contains { $0.asksLayout } } || substitutionRules.askContainers
  }

  /// Whether the rule is in `@starting-style`.
  func isStarting(_ number: Int32) -> Bool { rules[Int(number)].isStarting }

  /// Whether the rule is in a container query.
  func hasContainers(_ number: Int32) -> Bool { !rules[Int(number)].containers.isEmpty }

  func block(_ number: Int32) -> DeclarationBlock {
    let index = Int(number)
    if let block = blocks[index] { return block }
    let style = rules[index]
    var context = context.reading(style.sheet.baseURL, isUserAgentSheet: index < userAgentCount)
    // The user agent's sheet is written without quirks.
    if context.isUserAgentSheet { context.isQuirky = false }
    let block = DeclarationBlock(style.sheet.buffer, style.rule.declarations, in: context)
    blocks[index] = block
    return block
  }
}
