/// Everything that the cascade says of one element or pseudo-element, computed.
///
/// Immutable and shared: equal situations have the same object. Values are physical; logical
/// properties were mapped by the element's own writing mode.
package final class ComputedStyle: Sendable {
  // Inherited
  package let font: FontStyle
  package let text: TextStyle
  package let inherited: InheritedStyle
  /// Custom properties, by name with the hyphens.
  package let variables: CustomProperties
  // Not inherited
  package let box: BoxStyle
  package let border: BorderStyle
  package let background: BackgroundStyle
  package let alignment: AlignmentStyle
  package let grid: GridStyle
  package let column: ColumnStyle
  package let effect: EffectStyle
  package let content: ContentStyle
  package let animation: AnimationLists
  package let unshown: UnshownValues
  package let unshownInherited: UnshownValues

  package init(_ values: StyleValues) {
    font = values.font
    text = values.text
    inherited = values.inherited
    variables = values.variables
    box = values.box
    border = values.border
    background = values.background
    alignment = values.alignment
    grid = values.grid
    column = values.column
    effect = values.effect
    content = values.content
    animation = values.animation
    unshown = values.unshown
    unshownInherited = values.unshownInherited
  }

  /// Another style but for its transform.
  package init(_ other: ComputedStyle, transform: [TransformFunction]) {
    font = other.font
    text = other.text
    inherited = other.inherited
    variables = other.variables
    box = other.box
    border = other.border
    background = other.background
    alignment = other.alignment
    grid = other.grid
    column = other.column
    var effect = other.effect
    effect.transform = transform
    self.effect = effect
    content = other.content
    animation = other.animation
    unshown = other.unshown
    unshownInherited = other.unshownInherited
  }

  package static let initial = ComputedStyle(StyleValues())
}

/// The fields of a style while the cascade fills them in.
package struct StyleValues: Sendable {
  package var font = FontStyle()
  package var text = TextStyle()
  package var inherited = InheritedStyle()
  package var variables = CustomProperties()
  package var box = BoxStyle()
  package var border = BorderStyle()
  package var background = BackgroundStyle()
  package var alignment = AlignmentStyle()
  package var grid = GridStyle()
  package var column = ColumnStyle()
  package var effect = EffectStyle()
  package var content = ContentStyle()
  package var animation = AnimationLists()
  var unshown = UnshownValues()
  var unshownInherited = UnshownValues()
  /// What `finish` makes fields of.
  package internal(set) var scratch = StyleScratch()

  /// The initial values.
  package init() {}

  /// The parent's values of what is inherited, the initial values of all else.
  package init(inheriting parent: ComputedStyle) {
    font = parent.font
    text = parent.text
    inherited = parent.inherited
    variables = parent.variables
    unshownInherited = parent.unshownInherited
  }
}

extension StyleValues {
  /// All values of another style, as `inherit` takes them.
  package init(copying style: ComputedStyle) {
    self.init(inheriting: style)
    box = style.box
    border = style.border
    background = style.background
    alignment = style.alignment
    grid = style.grid
    column = style.column
    effect = style.effect
    content = style.content
    animation = style.animation
    unshown = style.unshown
    scratch.background = LayerLists(style.background.layers)
    if !style.effect.masks.isEmpty { scratch.mask = LayerLists(style.effect.masks) }
  }
}
