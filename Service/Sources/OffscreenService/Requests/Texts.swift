import Foundation

/// Durations as the command line writes them: `0`, `250ms`, `1.5s`, `2m`, `1h`.
enum TimeText {
  /// Nil for what is none.
  static func seconds(_ text: String) -> Double? {
    for (unit, factor) in [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)] where text.hasSuffix(unit) {
      return number(text.dropLast(unit.count)).map { $0 * factor }
    }
    return text == "0" ? 0 : nil
  }

  static func text(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded()))ms" }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let value = Double(text),
      value <= 86400 * 365
    else { return nil }
    return value
  }
}

/// `10000`, or with a unit of bytes, `64M`.
enum ByteCount {
  static func parse(_ text: String) -> Int? {
    for (unit, factor) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10), ("", 1)]
    where text.uppercased().hasSuffix(unit) {
      guard let count = Int(text.dropLast(unit.count)), (0...Int.max / factor).contains(count) else { return nil }
      return count * factor
    }
    return nil
  }
}

/// The name that was probably meant: with at most two letters added, left out or other ones; nil where none is near.
func nearest(to name: String, in names: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(40))
  let ranked = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased().utf8))) }
  return ranked.min { $0.distance < $1.distance }.flatMap { $0.distance <= 2 ? $0.name : nil }
}

private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var row = Array(0...b.count)
  for (i, byte) in a.enumerated() {
    var corner = row[0]
    row[0] = i + 1
    for (j, other) in b.enumerated() {
      let next = min(corner + (byte == other ? 0 : 1), row[j] + 1, row[j + 1] + 1)
      (corner, row[j + 1]) = (row[j + 1], next)
    }
  }
  return row[b.count]
}
