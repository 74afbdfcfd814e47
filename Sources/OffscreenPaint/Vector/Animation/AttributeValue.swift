import OffscreenCSS

/// The value of an attribute as animations add it and go between it and another: a list of numbers with units. What is
/// none of that changes from one value to the next.
/// https://svgwg.org/specs/animations/#AnimatingAttributes
struct AttributeValue: Equatable {
  struct Item: Equatable {
    var number: Double
    /// In small letters; empty for plain numbers.
    var unit: String
    /// What cannot be said with one unit.
    var rest: (number: Double, unit: String)?

    static func == (one: Item, other: Item) -> Bool {
      one.number == other.number && one.unit == other.unit && one.rest?.number == other.rest?.number
        && one.rest?.unit == other.rest?.unit
    }

    var text: String {
      guard let rest else { return AttributeValue.text(number) + unit }
      let first = AttributeValue.text(number) + (unit.isEmpty ? "px" : unit)
      return "calc(\(first) + \(AttributeValue.text(rest.number))\(rest.unit.isEmpty ? "px" : rest.unit))"
    }
  }

  var items: [Item]
  private static let mostItems = 10_000

  init(_ items: [Item]) { self.items = items }

  /// Nil where the text is no list of numbers.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var (position, items) = (0, [Item]())
    while true {
      while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == 0x2C { position += 1 }
      guard position < bytes.count else { break }
      guard items.count < Self.mostItems, let number = NumberScanner.number(bytes, &position) else { return nil }
      let start = position
      while position < bytes.count,
        bytes[position] | 0x20 >= 0x61 && bytes[position] | 0x20 <= 0x7A || bytes[position] == 0x25
      {
        position += 1
      }
      items.append(Item(number: number, unit: String(decoding: bytes[start..<position], as: UTF8.self).lowercased()))
    }
    guard !items.isEmpty else { return nil }
    self.items = items
  }

  var text: String { items.map(\.text).joined(separator: " ") }

  /// Without more digits than say something.
  static func text(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// How many user units or degrees one unit is; nil where that depends on the element.
  private static func factor(_ unit: String) -> Double? {
    switch unit {
    case "", "px", "deg": 1
    case "in": 96
    case "cm": 96 / 2.54
    case "mm": 96 / 25.4
    case "q": 96 / 101.6
    case "pt": 96.0 / 72
    case "pc": 16
    case "grad": 0.9
    case "rad": 180 / Double.pi
    case "turn": 360
    case _: nil
    }
  }

  /// `part` of each item of this value, and `other` of the other's; nil where they do not go together.
  func combined(_ part: Double, with other: AttributeValue, _ otherPart: Double) -> AttributeValue? {
    guard items.count == other.items.count else { return nil }
    return AttributeValue(zip(items, other.items).map { Self.sum($0, part, $1, otherPart) })
  }

  func scaled(by factor: Double) -> AttributeValue {
    AttributeValue(
      items.map { Item(number: $0.number * factor, unit: $0.unit, rest: $0.rest.map { ($0.number * factor, $0.unit) }) }
    )
  }

  private static func sum(_ one: Item, _ part: Double, _ other: Item, _ otherPart: Double) -> Item {
    var terms: [(number: Double, unit: String)] = []
    func add(_ number: Double, _ unit: String) {
      if let place = terms.firstIndex(where: { $0.unit == unit }) {
        terms[place].number += number
      } else if let place = terms.firstIndex(where: { factor($0.unit) != nil }), let known = factor(unit),
        let factor = factor(terms[place].unit)
      {
        terms[place] = (terms[place].number * factor + number * known, "")
      } else {
        terms.append((number, unit))
      }
    }
    for (item, part) in [(one, part), (other, otherPart)] {
      add(item.number * part, item.unit)
      if let rest = item.rest { add(rest.number * part, rest.unit) }
    }
    // Nothing of a unit adds nothing.
    let needed = terms.filter { $0.number != 0 }
    if needed.count <= 1, terms.count > 1 {
      return Item(number: needed.first?.number ?? 0, unit: needed.first?.unit ?? "")
    }
    return Item(number: terms[0].number, unit: terms[0].unit, rest: terms.count > 1 ? terms[1] : nil)
  }

  /// How far it is to another one, for values that are paced.
  func distance(to other: AttributeValue) -> Double? {
    guard items.count == other.items.count else { return nil }
    let squares = zip(items, other.items).reduce(0.0) { sum, pair in
      let difference = pair.1.number * (Self.factor(pair.1.unit) ?? 1) - pair.0.number * (Self.factor(pair.0.unit) ?? 1)
      return sum + difference * difference
    }
    return squares.squareRoot()
  }
}
