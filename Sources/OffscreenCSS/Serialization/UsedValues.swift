/// The used values of an element's box, for properties whose resolved value is the used one. Lengths are in
/// CSS pixels; nil where the resolved value is the computed one: the property does not apply, or is a length.
/// https://drafts.csswg.org/cssom-1/#resolved-value
package struct UsedValues: Sendable {
  /// Of the content box, or of the border box, as `box-sizing` says.
  package var width: Float?
  package var height: Float?
  package var margin = Sides<Float?>(nil)
  package var padding = Sides<Float?>(nil)
  /// Of a positioned box.
  package var inset = Sides<Float?>(nil)
  /// Column by column, about the box's own origin; nil without a transform.
  package var transform: [Double]?
  /// The reference box of `transform-origin` percentages.
  package var borderBoxWidth: Float?
  package var borderBoxHeight: Float?
  /// Of a grid container.
  package var gridColumns: Tracks?
  package var gridRows: Tracks?
  package struct Tracks: Sendable {
    package var sizes: [Double]
    /// Of the lines around them: one more than sizes.
    package var names: [[String]]
    package init(sizes: [Double], names: [[String]]) { (self.sizes, self.names) = (sizes, names) }
  }
  /// Of a flex or grid container.
  package var isItem = false
  package init() {}
}
