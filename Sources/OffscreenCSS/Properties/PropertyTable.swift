/// All properties, made of the tables of the style groups.
package enum PropertyTable {
  /// The property that a name denotes.
  package enum Name: Sendable {
    case longhand(PropertyID)
    case shorthand(Int)
    /// `all`.
    case everything
    /// Known, and without an effect on a picture: cursors ...
    case ignored
  }

  /// Properties that are computed before the others, in this order, because others depend on them.
  private static let early = [
    "zoom", "-webkit-locale", "writing-mode", "direction", "text-orientation", "color-scheme",
    "math-depth", "font-family", "font-size", "font-weight", "font-stretch", "font-style", "font-kerning",
    "font-variant-caps", "font-variant-ligatures", "font-variant-numeric", "font-variant-east-asian",
    "font-variant-alternates", "font-variant-position", "font-variant-emoji", "font-feature-settings",
    "font-variation-settings", "font-optical-sizing", "font-synthesis-weight", "font-synthesis-style",
    "font-synthesis-small-caps", "font-size-adjust", "font-palette", "font-language-override",
    "line-height", "color",
  ]

  /// The longhands, the early ones first; a `PropertyID` is an index.
  package static let longhands: [Property] = {
    let rows =
      FontStyle.properties + TextStyle.properties + InheritedStyle.properties + BoxStyle.properties
      + BorderStyle.properties + BackgroundStyle.properties + AlignmentStyle.properties
      + GridStyle.properties + ColumnStyle.properties + EffectStyle.properties + ContentStyle.properties
      + VectorStyle.properties + AnimationStyle.properties
      + AnimationStyle.timelineProperties + UnshownStyle.properties
    let smallGroups =
      GapRuleStyle.properties + TextBoxStyle.properties + MotionStyle.properties + AnchorStyle.properties
      + MathSettings.properties
    let places = Dictionary(uniqueKeysWithValues: zip(early, early.indices))
    var (first, others): ([Property?], [Property]) = (early.map { _ in nil }, [])
    for row in rows + smallGroups {
      if let place = places[row.name] { first[place] = row } else { others.append(row) }
    }
    return first.compactMap { $0 } + others
  }()

  private static let longhandIDs: [String: PropertyID] = {
    // Room for all names, which go on from here.
    var ids = [String: PropertyID](minimumCapacity: 1_000)
    for index in longhands.indices {
      let known = ids.updateValue(
        PropertyID(rawValue: UInt16(truncatingIfNeeded: index)), forKey: longhands[index].name)
      precondition(known == nil, "two properties of one name")
    }
    return ids
  }()

  /// Ids after the longhands'.
  static let logical: [LogicalProperty] = LogicalProperty.all(longhand)

  /// A longhand that the tables themselves name.
  package static func longhand(_ name: String) -> PropertyID {
    guard let id = longhandIDs[name] else { preconditionFailure("no longhand \(name)") }
    return id
  }

  static let shorthands: [Shorthand] = Shorthand.all

  private static let logicalIDs: [String: PropertyID] = Dictionary(
    uniqueKeysWithValues: logical.indices.map {
      (logical[$0].name, PropertyID(rawValue: UInt16(truncatingIfNeeded: longhands.count + $0)))
    })

  /// A longhand, physical or logical, that the tables themselves name.
  static func anyLonghand(_ name: String) -> PropertyID { logicalIDs[name] ?? longhand(name) }

  private static let names: [String: Name] = {
    var names = longhandIDs.mapValues { Name.longhand($0) }
    names["all"] = .everything
    for name in ignored where names[name] == nil { names[name] = .ignored }
    for (name, id) in logicalIDs { names[name] = .longhand(id) }
    for (index, shorthand) in shorthands.enumerated() { names[shorthand.name] = .shorthand(index) }
    for (alias, name) in PropertyAliases.all {
      guard let target = names[name] else { preconditionFailure("no property \(name)") }
      names[alias] = target
    }
    return names
  }()

  /// The longhands, physical and logical, of a property; none where it is not known. `name` in lower case.
  package static func named(_ name: String) -> [PropertyID] {
    switch names[name] {
    case .longhand(let id): [id]
    case .shorthand(let index): shorthands[index].longhands
    case .everything: all
    case .ignored, nil: []
    }
  }

  /// The properties that a visited link may have values of its own of: others would reveal to pages that it was
  /// visited.
  package static let visitedColors: [Property] = [
    "color", "background-color", "border-top-color", "border-right-color", "border-bottom-color",
    "border-left-color", "outline-color", "column-rule-color", "text-decoration-color", "text-emphasis-color",
    "caret-color", "fill", "stroke", "-webkit-text-fill-color", "-webkit-text-stroke-color",
  ].map { longhands[Int(longhand($0).rawValue)] }

  /// All physical longhands.
  package static let all = longhands.indices.map { PropertyID(rawValue: UInt16(truncatingIfNeeded: $0)) }

  /// Whether animations and transitions may change a property.
  package static func isAnimatable(_ id: PropertyID) -> Bool { row(id).isAnimatable }

  static var allNames: [String] { Array(names.keys) }

  /// `name` in lower case.
  package static func find(_ name: String) -> Name? { names[name] }

  // MARK: Ids

  /// Ids below are of properties that are computed first.
  package static let earlyCount = early.count
  /// Ids below are of properties of which the font is made (and of what the font depends on).
  package static let fontCount = Int(longhand("line-height").rawValue)
  package static let direction = longhand("direction")
  package static let animationName = longhand("animation-name")
  static let content = longhand("content")
  package static let writingMode = longhand("writing-mode")
  package static let textOrientation = longhand("text-orientation")
  package static let unicodeBidi = longhand("unicode-bidi")
  package static let zoom = longhand("zoom")
  package static let colorScheme = longhand("color-scheme")
  package static let lineHeight = longhand("line-height")

  /// Whether the property is computed before others, which may depend on it.
  package static func isEarly(_ id: PropertyID) -> Bool { Int(id.rawValue) < earlyCount }

  package static func isLogical(_ id: PropertyID) -> Bool { Int(id.rawValue) >= longhands.count }

  /// The physical property that a logical one maps to on an element.
  package static func physical(
    _ id: PropertyID, _ mode: WritingMode, _ direction: Direction
  ) -> PropertyID {
    let index = Int(id.rawValue) - longhands.count
    return index < 0 ? id : logical[index].longhand(mode, direction)
  }

  /// The value of a longhand at the cursor. Logical ones have no quirks.
  /// https://quirks.spec.whatwg.org/#the-unitless-length-quirk
  static func parse(
    _ id: PropertyID, _ cursor: inout TokenCursor, in context: ParsingContext, quirks: Property.Quirks = .all
  ) -> DeclaredValue? {
    row(id).parse(&cursor, in: context, quirks: isLogical(id) ? [] : quirks)
  }

  /// The row whose grammar a longhand has.
  static func row(_ id: PropertyID) -> Property {
    let index = Int(id.rawValue) - longhands.count
    return longhands[Int(index < 0 ? id.rawValue : logical[index].anyLonghand.rawValue)]
  }

  /// Known properties that no picture shows.
  private static let ignored: [String] = [
    "speak", "size", "tap-highlight-color", "font-smoothing", "image-resolution",
    "-webkit-overflow-scrolling",
    "-webkit-touch-callout", "-webkit-font-smoothing", "-moz-osx-font-smoothing", "-webkit-text-security",
    "-webkit-box-reflect", "app-region",
  ]
}
