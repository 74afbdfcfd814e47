/// The part of a picture that is shown, as insets from its sides; all of it without a shape.
/// https://drafts.csswg.org/css-images-4/#the-object-view-box
package struct ObjectViewBox: Hashable, Sendable {
  var shape: BasicShape?

  /// The part of a picture of this size; nil is all of it.
  package func part(width: Double, height: Double) -> (x: Double, y: Double, width: Double, height: Double)? {
    guard case .inset(let sides, _)? = shape else { return nil }
    let (left, top) = (sides.left.pixels(basis: width), sides.top.pixels(basis: height))
    let part = (
      x: left, y: top, width: width - left - sides.right.pixels(basis: width),
      height: height - top - sides.bottom.pixels(basis: height)
    )
    return part.width > 0 && part.height > 0 ? part : nil
  }
}

extension ObjectViewBox: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ObjectViewBox>? {
    if cursor.consumeIdent("none") { return .computed(ObjectViewBox()) }
    guard ["inset", "rect", "xywh"].contains(cursor.buffer.lowercased(cursor.peek)) else { return nil }
    return cursor.consumeBasicShape(in: context)?.map { ObjectViewBox(shape: $0) }
  }

  package func text(in computed: ComputedText) -> String { shape?.text(in: computed) ?? "none" }
}
