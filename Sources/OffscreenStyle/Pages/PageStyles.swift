import OffscreenCSS
import OffscreenDOM

/// The style of a page of paper.
package struct PageStyle: Sendable {
  package var size = PaperSize.auto(isLandscape: nil)
  /// Of the page's box: its margins, and what is painted behind all.
  package var box: ComputedStyle
  /// The boxes in the margins that have something in them, in the order of the standard.
  package var marginBoxes: [(box: PageMarginBox, style: ComputedStyle)] = []

  /// Whether anything is to be seen of it beside what is on the page.
  package var isSeen: Bool {
    let border = box.border.width
    return !marginBoxes.isEmpty || box.background.color != .transparent
      || box.background.layers.contains { $0.image != .none }
      || [border.top, border.right, border.bottom, border.left].contains { $0 > 0 }
  }
}

/// The styles of pages of paper, found when a page is asked for.
/// https://drafts.csswg.org/css-page-3/#cascading-and-page-context
package final class PageStyles {
  private let walk: StyleWalk
  private let rules: [PageRuleInCascade]
  private let context: ParsingContext
  private var known: [PageKind: PageStyle] = [:]
  private let usual: DeclarationBlock
  /// The types of pages that rules are for: all others are like pages without a type.
  private let names: Set<String>

  /// More have no effect.
  private static let maximumRules = 10_000
  private static let maximumNames = 500

  /// A rule with its place in the cascade, read once.
  private final class PageRuleInCascade {
    let page: ActiveRules.Page
    let level: CascadeLevel
    private let context: ParsingContext
    private(set) lazy var block = read(page.rule.declarations)
    private(set) lazy var marginBlocks = page.rule.marginBoxes.map { (box: $0.box, block: read($0.declarations)) }

    init(_ page: ActiveRules.Page, _ level: CascadeLevel, _ context: ParsingContext) {
      (self.page, self.level, self.context) = (page, level, context)
    }

    private func read(_ declarations: [SyntaxDeclaration]) -> DeclarationBlock {
      DeclarationBlock(page.sheet.buffer, declarations, in: context.reading(page.sheet.baseURL))
    }
  }

  init(_ walk: StyleWalk, _ rules: CascadeRules) {
    self.walk = walk
    let (ranks, context) = (rules.author.layers.ranks, rules.context)
    let all =
      rules.userPages.map { PageRuleInCascade($0, CascadeLevel(.user), context) }
      + rules.author.pages.map {
        PageRuleInCascade($0, CascadeLevel(.author, layer: ranks[Int($0.layer.rawValue)]), context)
      }
    self.rules = Array(all.prefix(Self.maximumRules))
    self.context = context
    // As Chromium prints what says nothing of its pages: a centimetre in whole points.
    usual = DeclarationBlock("margin: 28pt", in: context)
    var names: Set<String> = []
    for name in self.rules.lazy.flatMap(\.page.rule.selectors).compactMap(\.name) where names.count < Self.maximumNames
    {
      names.insert(name)
    }
    self.names = names
  }

  /// Pages inherit from the root element.
  package func style(of page: PageKind) -> PageStyle {
    var page = page
    if !names.contains(page.name) { page.name = "" }
    if let style = known[page] { return style }
    let style = makeStyle(of: page)
    known[page] = style
    return style
  }

  private func makeStyle(of page: PageKind) -> PageStyle {
    // 1. The rules for the page, the strongest last: by origin and layer, then by specificity, then by order.
    let matching = rules.enumerated().compactMap { index, entry in
      entry.page.rule.specificity(for: page).map { (entry: entry, specificity: $0, index: index) }
    }
    let sorted = matching.sorted { a, b in
      if a.entry.level != b.entry.level { return a.entry.level < b.entry.level }
      return a.specificity == b.specificity ? a.index < b.index : a.specificity < b.specificity
    }.map(\.entry)
    // 2. The page's own box.
    let document = walk.styled.document
    let parent = walk.styled.style(of: document.documentElement) ?? .initial
    let blocks = sorted.map { CascadeBlock(block: $0.block, level: $0.level) }
    let box = style([CascadeBlock(block: usual, level: CascadeLevel(.userAgent))] + blocks, under: parent)
    var result = PageStyle(box: box)
    result.size = size(sorted, box)
    // 3. The boxes in its margins.
    for margin in PageMarginBox.allCases {
      let own = sorted.flatMap { entry in
        entry.marginBlocks.filter { $0.box == margin }.map { CascadeBlock(block: $0.block, level: entry.level) }
      }
      guard !own.isEmpty else { continue }
      let defaults = CascadeBlock(
        block: DeclarationBlock(margin.usualDeclarations, in: context), level: CascadeLevel(.userAgent))
      let style = style([defaults] + own, under: box)
      if case .items = style.content.content, style.box.display != .none { result.marginBoxes.append((margin, style)) }
    }
    return result
  }

  private func style(_ blocks: [CascadeBlock], under parent: ComputedStyle) -> ComputedStyle {
    walk.builder.style(parent: parent, blocks: blocks, situation: .pseudo, surroundings: .init()).style
  }

  /// The descriptor `size`, which is no property. `rules`: the strongest last.
  private func size(_ rules: [PageRuleInCascade], _ style: ComputedStyle) -> PaperSize {
    var winner: (size: Specified<PaperSize>, isImportant: Bool)?
    for rule in rules {
      let buffer = rule.page.sheet.buffer
      for declaration in rule.page.rule.declarations
      where buffer.lowercased(buffer.tokens[declaration.name]) == "size"
        && (declaration.isImportant || winner?.isImportant != true)
      {
        guard let size = PaperSize.specified(TokenCursor(buffer, declaration.value), in: context) else { continue }
        winner = (size, declaration.isImportant)
      }
    }
    return winner?.size.computed(in: walk.builder.environment(of: style)) ?? .auto(isLandscape: nil)
  }
}

extension PageMarginBox {
  /// How contents are aligned.
  /// https://drafts.csswg.org/css-page-3/#margin-text-alignment
  fileprivate var usualDeclarations: String {
    let (inline, block) =
      switch self {
      case .topLeftCorner, .bottomLeftCorner: ("right", "middle")
      case .topRightCorner, .bottomRightCorner: ("left", "middle")
      case .topLeft, .bottomLeft: ("left", "middle")
      case .topCenter, .bottomCenter, .leftMiddle, .rightMiddle: ("center", "middle")
      case .topRight, .bottomRight: ("right", "middle")
      case .leftTop, .rightTop: ("center", "top")
      case .leftBottom, .rightBottom: ("center", "bottom")
      }
    return "display: block; text-align: \(inline); vertical-align: \(block)"
  }
}
