/// The value of a `sizes` attribute: how wide a picture will be, by media conditions.
/// https://html.spec.whatwg.org/multipage/images.html#sizes-attributes
package enum SourceSizes {
  /// The source size of the attribute in CSS pixels. `autoWidth`: of the picture as it is laid out, for
  /// `auto`; nil where `auto` is not allowed.
  /// https://html.spec.whatwg.org/multipage/images.html#parse-a-sizes-attribute
  package static func width(_ attribute: String?, in media: MediaContext, autoWidth: Double? = nil) -> Double {
    var cursor = TokenCursor(attribute ?? "")
    let environment = ComputationEnvironment(viewportWidth: media.width, viewportHeight: media.height)
    let conditions = ConditionParser<MediaFeature>(inParentheses: { MediaFeature($0) })
    while !cursor.isAtEnd {
      // 1. One entry, and its last component value.
      let start = cursor.position
      var last = start
      while !cursor.isAtEnd, cursor.kind != .comma {
        last = cursor.position
        cursor.advance()
      }
      let end = cursor.position
      cursor.consumeComma()
      guard start < end else { continue }

      // 2. It must be a size; `auto` is one where the width is known.
      var size = TokenCursor(cursor.buffer, last..<end)
      let width: Double
      if size.consumeIdent("auto") {
        guard let autoWidth else { continue }
        width = autoWidth
      } else {
        guard let length = size.consumeLength(in: ParsingContext(), .nonNegative), size.isAtEnd else { continue }
        width = length.computed(in: environment)
      }

      // 3. Before it must be a media condition that is true.
      var condition = TokenCursor(cursor.buffer, start..<last)
      if condition.isAtEnd { return width }
      guard let parsed = conditions.parse(&condition), condition.isAtEnd,
        parsed.evaluate({ $0.evaluate(media) }) == true
      else { continue }
      return width
    }
    return media.width
  }
}
