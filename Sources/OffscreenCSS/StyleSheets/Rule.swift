/// A rule of a style sheet. Declarations are token ranges of the sheet's buffer: the cascade reads
/// those of rules that apply, once a sheet.
package enum Rule: Sendable {
  case style(StyleRule)
  case media(MediaQueryList, [Rule])
  case supports(SupportsCondition, [Rule])
  /// `@layer a, b;`
  case layerStatement([LayerName])
  /// A nil name is an anonymous layer.
  case layerBlock(LayerName?, [Rule])
  case container(ContainerQueryList, [Rule])
  case scope(ScopeRule, [Rule])
  /// The starting style of transitions. https://drafts.csswg.org/css-transitions-2/#defining-before-change-style
  case startingStyle([Rule])
  case `import`(ImportRule)
  case fontFace([SyntaxDeclaration])
  case keyframes(KeyframesRule)
  case counterStyle(name: String, [SyntaxDeclaration])
  case property(name: String, [SyntaxDeclaration])
  case fontFeatureValues(FontFeatureValuesRule)
  case page(PageRule)
  case fontPalette(FontPaletteRule)
  case positionTry(name: String, [SyntaxDeclaration])
  case function(FunctionRule)
}

package struct StyleRule: Sendable {
  package var selectors: SelectorList
  package var declarations: [SyntaxDeclaration]
  /// Rules inside, whose selectors refer to these already. Declarations after a nested rule are a
  /// rule of the same selectors.
  /// https://drafts.csswg.org/css-nesting-1/
  package var nested: [Rule]
}

/// `a.b` is the layer `b` in the layer `a`.
package struct LayerName: Hashable, Sendable {
  package var parts: [String]
}

/// https://drafts.csswg.org/css-cascade-5/#at-import
package struct ImportRule: Sendable {
  package enum Layer: Sendable { case anonymous, named(LayerName) }
  package var url: String
  package var layer: Layer?
  package var supports: SupportsCondition?
  package var media: MediaQueryList
}

/// https://drafts.csswg.org/css-cascade-6/#scoped-styles
package struct ScopeRule: Sendable {
  package var start: SelectorList?
  package var end: SelectorList?

  /// `selectors`: what the prelude is read with, and then what stands in the scope. There `&` is the scope's root.
  package init?(_ prelude: TokenCursor, _ selectors: inout SelectorContext) {
    var cursor = prelude
    if let contents = cursor.consumeBlock(.openParenthesis) {
      guard let list = SelectorParser(selectors).scopeSelectors(contents) else { return nil }
      start = list
    }
    (selectors.parent, selectors.isScoped) = (nil, true)
    if cursor.consumeIdent("to") {
      guard let contents = cursor.consumeBlock(.openParenthesis),
        let list = SelectorParser(selectors).scopeSelectors(contents)
      else { return nil }
      end = list
    }
    guard cursor.isAtEnd else { return nil }
  }
}

/// https://drafts.csswg.org/css-animations-1/#keyframes
package struct KeyframesRule: Sendable {
  package struct Keyframe: Sendable {
    /// Between 0 and 1.
    package var offsets: [Double]
    package var declarations: [SyntaxDeclaration]
  }
  package var name: String
  package var keyframes: [Keyframe]
}
