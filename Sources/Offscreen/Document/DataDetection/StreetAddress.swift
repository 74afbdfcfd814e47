/// Postal addresses in the forms of America, Britain and the German-speaking countries.
enum StreetAddress {
  /// The end of an address that begins here.
  static func end(from start: Int, _ text: [UInt8]) -> Int? {
    if start > 0, "./-$#:@&=\\+".utf8.contains(text[start - 1]) { return nil }
    var cursor = TextCursor(text, at: start)
    return cursor.address() ? cursor.position : nil
  }

  /// What a street's name ends with; these alone make a street of words behind a number.
  fileprivate static let streets: Set<String> = [
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "ln",
  ]
  /// Words with other uses: they need a town behind them.
  fileprivate static let otherStreets: Set<String> = [
    "drive", "dr", "court", "ct", "place", "pl", "square", "sq", "way", "terrace", "parkway", "pkwy", "highway", "hwy",
    "circle", "cir", "trail", "loop", "plaza", "crescent", "close", "gardens", "grove", "hill", "mews", "row", "walk",
    "alley", "route", "expressway", "turnpike", "broadway", "embankment", "quay", "green", "park", "mall", "strand",
  ]
  fileprivate static let directions: Set<String> = [
    "n", "s", "e", "w", "ne", "nw", "se", "sw", "north", "south", "east", "west", "northeast", "northwest", "southeast",
    "southwest",
  ]
  fileprivate static let units: Set<String> = [
    "apt", "apartment", "suite", "ste", "unit", "floor", "fl", "room", "rm", "flat", "bldg", "building",
  ]
  fileprivate static let ordinals: Set<String> = ["st", "nd", "rd", "th"]
  /// Small words within the names of towns and streets.
  fileprivate static let connectors: Set<String> = [
    "of", "the", "upon", "on", "under", "le", "la", "de", "du", "am", "an", "der", "den", "dem", "im", "in", "bei",
    "ob",
    "vor", "und", "zum", "zur", "von", "and",
  ]
  fileprivate static let stateCodes = Set(
    """
    AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA \
    RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP
    """.split(separator: " ").map(String.init))
  fileprivate static let stateNames = Set(
    """
    Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,\
    Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,\
    Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,\
    Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,\
    West Virginia,Wisconsin,Wyoming
    """.split(separator: ",").map { $0.lowercased() })
  fileprivate static let countries: Set<String> = [
    "usa", "us", "united states", "united states of america", "uk", "united kingdom", "england", "scotland", "wales",
    "great britain", "northern ireland", "germany", "deutschland", "austria", "österreich", "switzerland", "schweiz",
  ]
  /// What names of German streets end with, as words of their own or not.
  fileprivate static let germanEndings = [
    "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "damm", "ufer", "chaussee", "ring", "markt", "steig",
    "stieg", "graben", "brücke", "hof", "promenade", "wall",
  ]
  /// Those that hardly any other word has.
  fileprivate static let germanStreets = ["straße", "strasse", "str", "allee", "gasse", "chaussee"]
  /// What names of German streets begin with where they have no such ending.
  fileprivate static let germanBeginnings: Set<String> = [
    "unter", "am", "an", "im", "auf", "zum", "zur", "hinter", "vor", "alte", "alter", "neue", "neuer",
  ]
}

extension TextCursor {
  fileprivate mutating func address() -> Bool {
    let isFound =
      next?.isDigit == true
      ? attempt { $0.numberedStreet() }
      : attempt { $0.unitAndStreet() } || attempt { $0.postBox() } || attempt { $0.germanAddress() }
    return isFound && isAtWordEnd
  }

  /// A word that begins with a capital.
  private mutating func name() -> String? {
    let start = position
    guard let word = word(), word.first?.isUppercase == true else {
      position = start
      return nil
    }
    return word
  }

  // MARK: America and Britain

  /// `Flat 2, 221B Baker Street, London NW1 6XE`
  private mutating func unitAndStreet() -> Bool {
    guard next?.isCapital == true, word(of: StreetAddress.units) != nil, spaces(), number(digits: 1...4) != nil,
      separator()
    else { return false }
    return numberedStreet()
  }

  /// `P.O. Box 123, Springfield, IL 62701`
  private mutating func postBox() -> Bool {
    guard sign("P") else { return false }
    _ = sign(".")
    _ = spaces()
    guard sign("O") else { return false }
    _ = sign(".")
    guard spaces(), word(of: ["box"]) != nil, spaces(), number(digits: 1...6) != nil else { return false }
    return attempt { $0.separator() && $0.town() }
  }

  private mutating func numberedStreet() -> Bool {
    guard houseNumber(), spaces() else { return false }
    let street = position
    // The longest name that ends as streets do: `10 St James Street`.
    for isLast in [false, true] {
      position = street
      guard let isStreet = streetName(endsAtFirst: isLast) else { continue }
      unit()
      let end = position
      if attempt({ ($0.separator() || $0.spaces()) && $0.town() }) { return true }
      position = end
      if isStreet { return true }
    }
    return false
  }

  /// `221`, `221B`, `12-14`, `12a`, `1/2`
  private mutating func houseNumber() -> Bool {
    guard number(digits: 1...5, continues: true) != nil else { return false }
    _ = attempt { cursor in
      guard let next = cursor.next, next.isLetter, next < 0x80 else { return false }
      cursor.position += 1
      return cursor.isAtWordEnd
    }
    _ = attempt { ($0.dash() || $0.sign("/")) && $0.number(digits: 1...5) != nil }
    return isAtWordEnd
  }

  /// One to five words, the last of which says that it is a street; whether that is enough. `5th Avenue`,
  /// `N. Main St.`, `Broadway`.
  private mutating func streetName(endsAtFirst: Bool) -> Bool? {
    let hasDirection = attempt { cursor in
      guard cursor.word(of: StreetAddress.directions) != nil else { return false }
      _ = cursor.sign(".")
      return cursor.spaces()
    }
    var best: (end: Int, isStreet: Bool)?
    var isFirst = !hasDirection
    for _ in 0..<5 {
      let isNumbered = attempt { cursor in
        guard cursor.number(digits: 1...3, continues: true) != nil, let ending = cursor.word() else { return false }
        return StreetAddress.ordinals.contains(ending.lowercased())
      }
      if !isNumbered {
        let start = position
        guard let word = word() else { break }
        let lower = word.lowercased()
        guard word.first?.isUppercase == true || !isFirst && StreetAddress.connectors.contains(lower) else {
          position = start
          break
        }
        let isStreet = StreetAddress.streets.contains(lower)
        if isStreet && !isFirst || StreetAddress.otherStreets.contains(lower) {
          if lower.utf8.count <= 4 { _ = attempt { $0.sign(".") && ($0.next?.isWord != true) } }
          best = (position, isStreet)
          if endsAtFirst { break }
        } else if lower == "st" || lower == "dr" || lower == "mt" {
          // `St. James Street`
          _ = sign(".")
        }
      }
      isFirst = false
      guard spaces() else { break }
    }
    guard let best else { return nil }
    position = best.end
    _ = attempt { cursor in
      guard cursor.spaces(), let word = cursor.word() else { return false }
      return word.first?.isUppercase == true && StreetAddress.directions.contains(word.lowercased())
    }
    return best.isStreet
  }

  /// `, Apt. 4B`, ` Suite 500`, ` #12`
  private mutating func unit() {
    _ = attempt { cursor in
      guard cursor.separator() || cursor.spaces() else { return false }
      if !cursor.sign("#") {
        guard cursor.word(of: StreetAddress.units) != nil else {
          // `3rd Floor`
          return cursor.number(digits: 1...2, continues: true) != nil && cursor.word(of: StreetAddress.ordinals) != nil
            && cursor.spaces() && cursor.word(of: ["floor", "fl"]) != nil
        }
        _ = cursor.sign(".")
        guard cursor.spaces() else { return false }
      }
      if cursor.number(digits: 1...5, continues: true) == nil {
        guard let word = cursor.word(), word.utf8.count == 1 else { return false }
        return true
      }
      if cursor.next?.isCapital == true { cursor.position += 1 }
      return cursor.isAtWordEnd
    }
  }

  /// `Cupertino, CA 95014`, `London NW1 6XE`, `10117 Berlin`, and a country.
  private mutating func town() -> Bool {
    guard attempt({ $0.americanTown() }) || attempt({ $0.britishTown() }) || attempt({ $0.germanTown(digits: 5...5) })
    else {
      return false
    }
    country()
    return true
  }

  private mutating func americanTown() -> Bool {
    // The state may stand among the words that look like the town's: all ends are tried.
    for count in 1...4 {
      let isFound = attempt { cursor in
        guard cursor.townName(words: count) else { return false }
        let hasSeparator = cursor.separator()
        guard hasSeparator || cursor.spaces() else { return false }
        guard cursor.state() else { return false }
        let hasCode = cursor.attempt { cursor in
          _ = cursor.sign(",")
          guard cursor.spacesOrLine(), cursor.number(digits: 5...5) != nil else { return false }
          _ = cursor.attempt { $0.sign("-") && $0.number(digits: 4...4) != nil }
          return true
        }
        return (hasCode || hasSeparator) && cursor.isAtWordEnd
      }
      if isFound { return true }
    }
    return false
  }

  private mutating func state() -> Bool {
    attempt { cursor in
      guard let word = cursor.word() else { return false }
      if StreetAddress.stateCodes.contains(word) { return true }
      let isLong = cursor.attempt { cursor in
        guard cursor.spaces(), let second = cursor.word() else { return false }
        return StreetAddress.stateNames.contains("\(word) \(second)".lowercased())
      }
      return isLong || word.first?.isUppercase == true && StreetAddress.stateNames.contains(word.lowercased())
    }
  }

  private mutating func britishTown() -> Bool {
    // A district or a village, then the town, then perhaps a county.
    for _ in 0..<3 {
      for count in [4, 3, 2, 1] {
        let isFound = attempt { $0.townName(words: count) && ($0.separator() || $0.spaces()) && $0.postcode() }
        if isFound { return true }
      }
      let hasMore = attempt { cursor in
        for count in [4, 3, 2, 1] where cursor.attempt({ $0.townName(words: count) && $0.separator() }) { return true }
        return false
      }
      guard hasMore else { return false }
    }
    return false
  }

  /// `NW1 6XE`, `M1 1AE`, `EC1A 1BB`
  private mutating func postcode() -> Bool {
    attempt { cursor in
      var letters = 0
      while letters < 2, cursor.next?.isCapital == true {
        cursor.position += 1
        letters += 1
      }
      guard letters > 0, cursor.number(digits: 1...2, continues: true) != nil else { return false }
      if cursor.next?.isCapital == true { cursor.position += 1 }
      guard cursor.spaces(), cursor.number(digits: 1...1, continues: true) != nil else { return false }
      for _ in 0..<2 {
        guard cursor.next?.isCapital == true else { return false }
        cursor.position += 1
      }
      return cursor.isAtWordEnd
    }
  }

  /// So many words, the first and the last with a capital.
  private mutating func townName(words count: Int) -> Bool {
    attempt { cursor in
      for index in 0..<count {
        if index > 0, !cursor.spaces() { return false }
        guard let word = cursor.word() else { return false }
        let isName = word.first?.isUppercase == true
        if !isName, index == 0 || index == count - 1 || !StreetAddress.connectors.contains(word.lowercased()) {
          return false
        }
        if index < count - 1, word == "St" || word == "Ft" || word == "Mt" || word == "Bad" { _ = cursor.sign(".") }
      }
      return true
    }
  }

  private mutating func country() {
    for count in [4, 3, 2, 1] {
      let isFound = attempt { cursor in
        guard cursor.separator() || cursor.spaces() else { return false }
        let start = cursor.position
        for index in 0..<count {
          if index > 0, !cursor.spaces() { return false }
          guard index == 0 ? cursor.name() != nil : cursor.word() != nil else { return false }
        }
        return StreetAddress.countries.contains(
          String(decoding: cursor.text[start..<cursor.position], as: UTF8.self).lowercased())
      }
      if isFound { return }
    }
  }

  // MARK: Germany, Austria, Switzerland

  /// `Hauptstraße 5`, `Karl-Marx-Allee 12a, 10178 Berlin`, `Unter den Linden 77, D-10117 Berlin`
  private mutating func germanAddress() -> Bool {
    guard let kind = germanStreet(), spaces(), houseNumber() else { return false }
    let end = position
    let digits = kind == .other ? 5...5 : 4...5
    if attempt({ $0.separator() && $0.germanTown(digits: digits) }) {
      country()
      return true
    }
    position = end
    return kind == .certain
  }

  private enum GermanStreet { case certain, likely, other }

  private mutating func germanStreet() -> GermanStreet? {
    guard let first = name() else { return nil }
    if let kind = ending(first) {
      // `Straße 5` is half a name.
      return StreetAddress.germanEndings.contains(first.lowercased()) ? .other : kind
    }
    // 1. `Berliner Straße`, `Große Hamburger Str.`
    for count in 1...2 {
      var kind: GermanStreet?
      let isFound = attempt { cursor in
        for index in 0..<count {
          guard cursor.spaces(), let word = cursor.name() else { return false }
          if index == count - 1 { kind = cursor.ending(word) }
        }
        return kind != nil
      }
      // Two words before it may be anything.
      if isFound { return count == 1 ? kind : .likely }
    }
    // 2. `Unter den Linden`
    if StreetAddress.germanBeginnings.contains(first.lowercased()) {
      for _ in 0..<3 {
        let isFound = attempt { cursor in
          guard cursor.spaces(), let word = cursor.word() else { return false }
          return word.first?.isUppercase == true || StreetAddress.connectors.contains(word.lowercased())
        }
        if !isFound { break }
      }
      return .other
    }
    // 3. `Speersort`
    return .other
  }

  /// What kind of street a word is by its ending; its abbreviation's point is read too.
  private mutating func ending(_ word: String) -> GermanStreet? {
    let lower = word.lowercased()
    guard let ending = StreetAddress.germanEndings.first(where: { lower.hasSuffix($0) }) else { return nil }
    if ending == "str" { _ = sign(".") }
    return StreetAddress.germanStreets.contains(ending) ? .certain : .likely
  }

  private mutating func germanTown(digits: ClosedRange<Int>) -> Bool {
    attempt { cursor in
      _ = cursor.attempt { cursor in
        guard let word = cursor.word(of: ["d", "de", "a", "at", "ch"]) else { return false }
        return cursor.sign("-") && !word.isEmpty
      }
      guard cursor.number(digits: digits) != nil, cursor.spaces() else { return false }
      for count in [4, 3, 2] {
        // `Frankfurt am Main`; without a small word, more names could be anything.
        let isLong = cursor.attempt { cursor in
          let start = cursor.position
          guard cursor.townName(words: count) else { return false }
          let words = String(decoding: cursor.text[start..<cursor.position], as: UTF8.self).split(separator: " ")
          return words.dropFirst().dropLast().contains { StreetAddress.connectors.contains($0.lowercased()) }
            || count == 2 && ["Bad", "Sankt", "St.", "St", "Alt", "Neu"].contains(words.first ?? "")
        }
        if isLong { return true }
      }
      return cursor.townName(words: 1)
    }
  }
}
