extension Shorthand {
  static let all: [Shorthand] =
    boxes + borders + texts + layers + fonts + flexible + grids + AnimationStyle.shorthands
    + UnshownStyle.shorthands + smallGroups

  private static let smallGroups: [Shorthand] =
    [MotionStyle.shorthand, TextBoxStyle.shorthand] + GapRuleStyle.shorthands + AnchorStyle.shorthands

  private static let sideNames = ["top", "right", "bottom", "left"]
  private static let flowSideNames = ["block-start", "block-end", "inline-start", "inline-end"]

  private static let boxes: [Shorthand] = [
    .sides("margin", sideNames.map { "margin-\($0)" }, quirks: .unitlessLength),
    .sides("padding", sideNames.map { "padding-\($0)" }, quirks: .unitlessLength),
    .sides("inset", sideNames),
    .pair("margin-block", ["margin-block-start", "margin-block-end"]),
    .pair("margin-inline", ["margin-inline-start", "margin-inline-end"]),
    .pair("padding-block", ["padding-block-start", "padding-block-end"]),
    .pair("padding-inline", ["padding-inline-start", "padding-inline-end"]),
    .pair("inset-block", ["inset-block-start", "inset-block-end"]),
    .pair("inset-inline", ["inset-inline-start", "inset-inline-end"]),
    .pair("overflow", ["overflow-x", "overflow-y"]),
    .pair("contain-intrinsic-size", ["contain-intrinsic-width", "contain-intrinsic-height"]),
    .pair(
      "border-spacing", ["-webkit-border-horizontal-spacing", "-webkit-border-vertical-spacing"],
      quirks: .unitlessLength),
    // https://drafts.csswg.org/css-contain-3/#container-shorthand
    Shorthand("container", ["container-name", "container-type"]) { cursor, reader in
      reader.read(0, &cursor) && (!cursor.consumeSlash() || reader.read(1, &cursor))
    },
  ]

  // https://drafts.csswg.org/css-backgrounds-3/#border-shorthands
  private static let borders: [Shorthand] = {
    let parts = ["width", "style", "color"]
    var list = parts.map { part in
      Shorthand.sides("border-\(part)", sideNames.map { "border-\($0)-\(part)" }, quirks: .all)
    }
    for side in sideNames + flowSideNames {
      list.append(.anyOrder("border-\(side)", parts.map { "border-\(side)-\($0)" }))
    }
    for axis in ["block", "inline"] {
      for part in parts {
        list.append(.pair("border-\(axis)-\(part)", ["start", "end"].map { "border-\(axis)-\($0)-\(part)" }))
      }
      list.append(
        Shorthand(
          "border-\(axis)", ["start", "end"].flatMap { end in parts.map { "border-\(axis)-\(end)-\($0)" } }
        ) {
          cursor, reader in
          guard reader.readAnyOrder(0..<3, &cursor) else { return false }
          for part in 0..<3 { reader.values[part + 3] = reader.values[part] }
          return true
        })
    }
    let images = ["source", "slice", "width", "outset", "repeat"].map { "border-image-\($0)" }
    list.append(
      Shorthand("border", sideNames.flatMap { side in parts.map { "border-\(side)-\($0)" } } + images) {
        cursor, reader in
        guard reader.readAnyOrder(0..<3, &cursor) else { return false }
        for index in 3..<12 { reader.values[index] = reader.values[index % 3] }
        return true
      })
    list.append(
      Shorthand(
        "border-radius", ["top-left", "top-right", "bottom-right", "bottom-left"].map { "border-\($0)-radius" }
      ) {
        cursor, reader in
        guard let (radii, places) = cursor.consumeRadii(in: reader.context) else { return false }
        reader.set(0, radii.topLeft, at: places.topLeft)
        reader.set(1, radii.topRight, at: places.topRight)
        reader.set(2, radii.bottomRight, at: places.bottomRight)
        reader.set(3, radii.bottomLeft, at: places.bottomLeft)
        return true
      })
    list.append(
      .sides(
        "corner-shape", ["top-left", "top-right", "bottom-right", "bottom-left"].map { "corner-\($0)-shape" }))
    for (side, first, second) in [
      ("top", "top-left", "top-right"), ("right", "top-right", "bottom-right"),
      ("bottom", "bottom-left", "bottom-right"), ("left", "top-left", "bottom-left"),
      ("block-start", "start-start", "start-end"), ("block-end", "end-start", "end-end"),
      ("inline-start", "start-start", "end-start"), ("inline-end", "start-end", "end-end"),
    ] {
      list.append(.pair("corner-\(side)-shape", ["corner-\(first)-shape", "corner-\(second)-shape"]))
    }
    list.append(Shorthand("border-image", images, parse: readBorderImage))
    list.append(
      Shorthand(
        "mask-border", ["source", "slice", "width", "outset", "repeat"].map { "mask-border-\($0)" },
        parse: readBorderImage))
    list.append(.anyOrder("outline", ["outline-style", "outline-width", "outline-color"]))
    list.append(.anyOrder("column-rule", ["column-rule-width", "column-rule-style", "column-rule-color"]))
    return list
  }()

  /// Source, slice / width / outset, and repetition in any order.
  private static let readBorderImage: @Sendable (inout TokenCursor, inout ShorthandReader) -> Bool = {
    cursor, reader in
    guard !cursor.isAtEnd else { return false }
    var open = [true, true, true]
    while !cursor.isAtEnd {
      if open[0], reader.read(0, &cursor) {
        open[0] = false
      } else if open[1], reader.read(1, &cursor) {
        open[1] = false
        if cursor.consumeSlash() {
          let hasWidth = reader.read(2, &cursor)
          if cursor.consumeSlash() {
            guard reader.read(3, &cursor) else { return false }
          } else if !hasWidth {
            return false
          }
        }
      } else if open[2], reader.read(4, &cursor) {
        open[2] = false
      } else {
        return false
      }
    }
    return true
  }

  private static let texts: [Shorthand] = [
    .anyOrder("list-style", ["list-style-position", "list-style-image", "list-style-type"]).withNoneOfLists,
    .anyOrder(
      "text-decoration",
      ["text-decoration-line", "text-decoration-style", "text-decoration-color", "text-decoration-thickness"]),
    .anyOrder("text-emphasis", ["text-emphasis-style", "text-emphasis-color"]),
    .anyOrder("-webkit-text-stroke", ["-webkit-text-stroke-width", "-webkit-text-stroke-color"]),
    .anyOrder("text-wrap", ["text-wrap-mode", "text-wrap-style"]),
    // https://drafts.csswg.org/css-text-4/#white-space-property
    Shorthand("white-space", ["white-space-collapse", "text-wrap-mode"]) { cursor, reader in
      let old: (WhiteSpaceCollapse, TextWrapMode)? = cursor.consumeOne(of: [
        "normal": (.collapse, .wrap), "pre": (.preserve, .nowrap), "pre-wrap": (.preserve, .wrap),
        "pre-line": (.preserveBreaks, .wrap), "-webkit-nowrap": (.collapse, .nowrap),
      ])
      guard let old else { return reader.readAnyOrder(0..<2, &cursor) }
      reader.set(0, old.0)
      reader.set(1, old.1)
      return true
    },
    Shorthand("font-synthesis", ["font-synthesis-weight", "font-synthesis-style", "font-synthesis-small-caps"]) {
      cursor, reader in
      var flags = [false, false, false]
      if !cursor.consumeIdent("none") {
        guard !cursor.isAtEnd else { return false }
        while !cursor.isAtEnd {
          guard let index = cursor.consumeOne(of: ["weight": 0, "style": 1, "small-caps": 2, "position": -1])
          else { return false }
          if index >= 0 { flags[index] = true }
        }
      }
      for (index, flag) in flags.enumerated() { reader.set(index, flag) }
      return true
    },
    // https://drafts.csswg.org/css-multicol-2/#columns
    Shorthand("columns", ["column-width", "column-count", "column-height"]) { cursor, reader in
      // `auto` may stand for either.
      var open = [0, 1]
      guard !cursor.isAtEnd else { return false }
      var autos = 0
      while !cursor.isAtEnd {
        if open.count + autos < 3, cursor.consumeSlash() {
          return autos <= open.count && reader.read(2, &cursor) && cursor.isAtEnd
        } else if cursor.consumeIdent("auto") {
          autos += 1
        } else if let place = open.firstIndex(where: { reader.read($0, &cursor) }) {
          open.remove(at: place)
        } else {
          return false
        }
      }
      return autos <= open.count
    },
  ]

  // MARK: Flexible boxes and alignment

  private static let flexible: [Shorthand] = [
    .pair("gap", ["row-gap", "column-gap"]),
    .anyOrder("flex-flow", ["flex-direction", "flex-wrap"]),
    Shorthand("place-content", ["align-content", "justify-content"]) { cursor, reader in
      let start = cursor
      guard reader.read(0, &cursor) else { return false }
      if cursor.isAtEnd {
        var again = start
        // The second value of a baseline is `start`.
        if !reader.read(1, &again) { reader.set(1, ContentAlignment(.start)) }
        return true
      }
      return reader.read(1, &cursor)
    },
    .pairAgain("place-items", ["align-items", "justify-items"]),
    .pairAgain("place-self", ["align-self", "justify-self"]),
    // https://drafts.csswg.org/css-flexbox-1/#flex-property
    Shorthand("flex", ["flex-grow", "flex-shrink", "flex-basis"]) { cursor, reader in
      if cursor.consumeIdent("none") {
        reader.set(0, Float(0))
        reader.set(1, Float(0))
        reader.set(2, SizeValue.auto)
        return true
      }
      var hasFactors = false
      var hasBasis = false
      guard !cursor.isAtEnd else { return false }
      while !cursor.isAtEnd {
        if !hasFactors, reader.read(0, &cursor) {
          hasFactors = true
          _ = reader.read(1, &cursor)
        } else if !hasBasis, reader.read(2, &cursor) {
          hasBasis = true
        } else {
          return false
        }
      }
      if !hasFactors { reader.set(0, Float(1)) }
      if !hasBasis { reader.set(2, SizeValue.value(.percentage(0))) }
      return true
    },
  ]

  /// Like `pair`, where the second longhand has a type of its own.
  private static func pairAgain(_ name: String, _ longhands: @autoclosure @escaping @Sendable () -> [String])
    -> Shorthand
  {
    Shorthand(name, longhands()) { cursor, reader in
      var again = cursor
      guard reader.read(0, &cursor) else { return false }
      return cursor.isAtEnd ? reader.read(1, &again) : reader.read(1, &cursor)
    }
  }

  /// `none` in `list-style` may mean the type, the image or both.
  private var withNoneOfLists: Shorthand {
    Shorthand(name, ["list-style-position", "list-style-image", "list-style-type"]) { cursor, reader in
      guard !cursor.isAtEnd else { return false }
      var open = [0, 1, 2]
      var nones = 0
      while !cursor.isAtEnd {
        if cursor.consumeIdent("none") {
          nones += 1
        } else if let place = open.firstIndex(where: { reader.read($0, &cursor) }) {
          open.remove(at: place)
        } else {
          return false
        }
      }
      if nones > 0, open.contains(2) {
        reader.set(2, ListStyleType.none)
        nones -= 1
        open.removeAll { $0 == 2 }
      }
      return nones == 0 || (nones == 1 && open.contains(1))
    }
  }
}
