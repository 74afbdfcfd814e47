import OffscreenDOM

/// The rules of style sheets whose conditions hold, in the order of the cascade.
package struct ActiveRules {
  package struct Style {
    package var rule: StyleRule
    package var sheet: StyleSheet
    package var layer: LayerTree.ID
    /// Conditions that only an element's containers can answer.
    package var containers: [ContainerQueryList]
    /// Innermost last.
    package var scopes: [ScopeRule]
    /// Where scopes without a beginning begin: that of the sheet that imports all the others.
    package var scopeRoot: NodeID
    /// Whether it only says what transitions begin with.
    package var isStarting: Bool
  }

  /// A rule of descriptors, with the sheet that its tokens are of.
  package struct Descriptors {
    package var name: String
    package var declarations: [SyntaxDeclaration]
    package var sheet: StyleSheet
    package var layer: LayerTree.ID
  }

  package struct Keyframes {
    package var rule: KeyframesRule
    package var sheet: StyleSheet
    package var layer: LayerTree.ID
  }

  package struct Page {
    package var rule: PageRule
    package var sheet: StyleSheet
    package var layer: LayerTree.ID
  }

  package struct Function {
    package var rule: FunctionRule
    package var sheet: StyleSheet
    package var layer: LayerTree.ID
  }

  package private(set) var styles: [Style] = []
  package private(set) var pages: [Page] = []
  package private(set) var fontFaces: [Descriptors] = []
  package private(set) var keyframes: [Keyframes] = []
  package private(set) var counterStyles: [Descriptors] = []
  package private(set) var properties: [Descriptors] = []
  package private(set) var positionTries: [Descriptors] = []
  package private(set) var functions: [Function] = []
  package private(set) var fontFeatureValues = FontFeatureValues()
  package private(set) var fontPalettes = FontPalettes()
  package private(set) var layers = LayerTree()
  /// Sheets import each other deeper than is followed.
  package private(set) var importsAreCutShort = false
  /// A sheet speaks of buttons, markers or groups of markers of scroll containers.
  package private(set) var asksForScrollParts = false

  private let media: MediaContext
  private let supports: (SyntaxDeclaration, TokenBuffer) -> Bool
  private let imported: (ImportRule, StyleSheet) -> StyleSheet?
  package static let maximumImportDepth = 8

  /// `supports` says whether a declaration is valid; `imported` gives the sheet that an `@import` of
  /// another sheet has loaded.
  package init(
    media: MediaContext, supports: @escaping (SyntaxDeclaration, TokenBuffer) -> Bool,
    imported: @escaping (ImportRule, StyleSheet) -> StyleSheet? = { _, _ in nil }
  ) {
    (self.media, self.supports, self.imported) = (media, supports, imported)
  }

  /// The place of a rule.
  private struct Place {
    var sheet: StyleSheet
    var layer = LayerTree.ID.root
    var containers: [ContainerQueryList] = []
    var scopes: [ScopeRule] = []
    var scopeRoot: NodeID
    var isStarting = false
    var importDepth = 0
  }

  package mutating func add(_ sheet: StyleSheet) { add(sheet.rules, Place(sheet: sheet, scopeRoot: sheet.scopeRoot)) }

  /// Puts what is found by name in the order of the layers: of one name the last one counts.
  /// https://drafts.csswg.org/css-cascade-5/#layer-ordering
  package mutating func sortByLayers() {
    let ranks = layers.ranks
    func sorted<Named>(_ list: [Named], _ layer: (Named) -> LayerTree.ID) -> [Named] {
      // Optimization: most pages have no layers.
      guard list.contains(where: { layer($0) != .root }) else { return list }
      return list.enumerated().sorted { one, other in
        let (a, b) = (ranks[Int(layer(one.element).rawValue)], ranks[Int(layer(other.element).rawValue)])
        return a == b ? one.offset < other.offset : a < b
      }.map(\.element)
    }
    fontFaces = sorted(fontFaces) { $0.layer }
    counterStyles = sorted(counterStyles) { $0.layer }
    properties = sorted(properties) { $0.layer }
    positionTries = sorted(positionTries) { $0.layer }
    functions = sorted(functions) { $0.layer }
  }

  private mutating func add(_ rules: [Rule], _ place: Place) {
    if place.sheet.asksForScrollParts { asksForScrollParts = true }
    for rule in rules { add(rule, place) }
  }

  private mutating func add(_ rule: Rule, _ place: Place) {
    var inner = place
    func descriptors(_ name: String, _ declarations: [SyntaxDeclaration]) -> Descriptors {
      Descriptors(name: name, declarations: declarations, sheet: place.sheet, layer: place.layer)
    }
    switch rule {
    case .style(let style):
      styles.append(
        Style(
          rule: style, sheet: place.sheet, layer: place.layer, containers: place.containers, scopes: place.scopes,
          scopeRoot: place.scopeRoot, isStarting: place.isStarting))
      add(style.nested, place)
    case .media(let queries, let rules): if queries.matches(media) { add(rules, place) }
    case .supports(let condition, let rules): if condition.evaluate(declaration: supports) { add(rules, place) }
    case .layerStatement(let names): for name in names { _ = layers.layer(name, in: place.layer) }
    case .layerBlock(let name, let rules):
      inner.layer = layers.layer(name, in: place.layer)
      add(rules, inner)
    case .container(let queries, let rules):
      inner.containers.append(queries)
      add(rules, inner)
    case .scope(let scope, let rules):
      inner.scopes.append(scope)
      add(rules, inner)
    case .startingStyle(let rules):
      inner.isStarting = true
      add(rules, inner)
    case .import(let rule): add(rule, place)
    case .fontFace(let declarations): fontFaces.append(descriptors("", declarations))
    case .keyframes(let rule): keyframes.append(Keyframes(rule: rule, sheet: place.sheet, layer: place.layer))
    case .counterStyle(let name, let declarations): counterStyles.append(descriptors(name, declarations))
    case .fontFeatureValues(let rule): fontFeatureValues.add(rule)
    case .page(let rule): pages.append(Page(rule: rule, sheet: place.sheet, layer: place.layer))
    case .fontPalette(let rule): fontPalettes.add(rule)
    case .positionTry(let name, let declarations): positionTries.append(descriptors(name, declarations))
    case .function(let rule): functions.append(Function(rule: rule, sheet: place.sheet, layer: place.layer))
    case .property(let name, let declarations): properties.append(descriptors(name, declarations))
    }
  }

  private mutating func add(_ rule: ImportRule, _ place: Place) {
    // Its layer is declared even where the sheet does not come.
    var inner = place
    switch rule.layer {
    case nil: break
    case .anonymous: inner.layer = layers.layer(nil, in: place.layer)
    case .named(let name): inner.layer = layers.layer(name, in: place.layer)
    }
    guard rule.media.matches(media), rule.supports?.evaluate(declaration: supports) ?? true else { return }
    guard place.importDepth < Self.maximumImportDepth else {
      importsAreCutShort = true
      return
    }
    guard let sheet = imported(rule, place.sheet) else { return }
    inner.sheet = sheet
    inner.importDepth += 1
    add(sheet.rules, inner)
  }
}
