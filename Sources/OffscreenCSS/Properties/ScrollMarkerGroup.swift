/// Where the box of a scroll container's markers is, and whether they are links or tabs.
/// https://drafts.csswg.org/css-overflow-5/#scroll-marker-group-property
package struct ScrollMarkerGroup: Hashable, Sendable {
  package enum Place: String, KeywordValue { case none, before, after }
  package var place = Place.none
  var areTabs = false
}

extension ScrollMarkerGroup: AbsoluteValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ParsingContext) -> ScrollMarkerGroup? {
    guard let place = Place.parse(&cursor, in: context) else { return nil }
    let areTabs = place != .none && !cursor.consumeIdent("links") && cursor.consumeIdent("tabs")
    return ScrollMarkerGroup(place: place, areTabs: areTabs)
  }

  package func text(in computed: ComputedText) -> String { areTabs ? place.rawValue + " tabs" : place.rawValue }
}
