import OffscreenCSS

/// Path data as animations go between it: commands with their numbers.
/// https://svgwg.org/specs/animations/#DAttributeAnimation
struct PathValue {
  private struct Segment {
    /// In its capital form.
    var command: UInt8
    var isRelative: Bool
    /// From the path's origin, whatever the command says.
    var numbers: [Double]
    /// Where it begins.
    var start: (x: Double, y: Double)
  }
  private var segments: [Segment] = []
  private static let mostSegments = 50_000

  /// Nil where it is in error.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    var command: UInt8 = 0
    var (current, begin) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
    func skip() { while position < bytes.count, bytes[position] <= 0x20 || bytes[position] == 0x2C { position += 1 } }
    while true {
      skip()
      guard position < bytes.count else { break }
      if bytes[position] | 0x20 >= 0x61, bytes[position] | 0x20 <= 0x7A {
        command = bytes[position]
        position += 1
      } else if command == 0x4D || command == 0x6D {
        command -= 1
      } else if command == 0 || command | 0x20 == 0x7A {
        return nil
      }
      guard segments.count < Self.mostSegments, let count = Self.counts[command & ~0x20],
        !segments.isEmpty || command | 0x20 == 0x6D
      else { return nil }
      let isRelative = command >= 0x61
      var numbers: [Double] = []
      for index in 0..<count {
        skip()
        if command | 0x20 == 0x61, index == 3 || index == 4 {
          guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else { return nil }
          numbers.append(bytes[position] == 0x31 ? 1 : 0)
          position += 1
        } else {
          guard let number = NumberScanner.number(bytes, &position) else { return nil }
          numbers.append(number)
        }
      }
      let capital = command & ~0x20
      let start = current
      if isRelative { numbers = Self.moved(numbers, capital, by: current) }
      switch capital {
      case 0x5A: current = begin
      case 0x48: current.x = numbers[0]
      case 0x56: current.y = numbers[0]
      case _: current = (numbers[count - 2], numbers[count - 1])
      }
      if capital == 0x4D { begin = current }
      segments.append(Segment(command: capital, isRelative: isRelative, numbers: numbers, start: start))
    }
    if segments.isEmpty { return nil }
  }

  private init(_ segments: [Segment]) { self.segments = segments }

  /// Numbers that each command takes.
  private static let counts: [UInt8: Int] = [
    0x4D: 2, 0x4C: 2, 0x48: 1, 0x56: 1, 0x43: 6, 0x53: 4, 0x51: 4, 0x54: 2, 0x41: 7, 0x5A: 0,
  ]

  /// The numbers of a command as they are from another origin.
  private static func moved(_ numbers: [Double], _ command: UInt8, by offset: (x: Double, y: Double)) -> [Double] {
    var numbers = numbers
    switch command {
    case 0x48: numbers[0] += offset.x
    case 0x56: numbers[0] += offset.y
    case 0x41:
      numbers[5] += offset.x
      numbers[6] += offset.y
    case _: for index in numbers.indices { numbers[index] += index % 2 == 0 ? offset.x : offset.y }
    }
    return numbers
  }

  var text: String {
    segments.map { segment in
      let letter = String(UnicodeScalar(segment.isRelative ? segment.command | 0x20 : segment.command))
      let numbers =
        segment.isRelative
        ? Self.moved(segment.numbers, segment.command, by: (-segment.start.x, -segment.start.y)) : segment.numbers
      return ([letter] + numbers.map(AttributeValue.text)).joined(separator: " ")
    }.joined(separator: " ")
  }

  /// `part` of this path and `other` of the other one; nil where they have not the same commands.
  /// `ofOther`: whether commands are relative where those of the other one are.
  func combined(_ part: Double, with other: PathValue, _ otherPart: Double, ofOther: Bool) -> PathValue? {
    guard segments.count == other.segments.count else { return nil }
    var result: [Segment] = []
    for (one, second) in zip(segments, other.segments) {
      guard one.command == second.command else { return nil }
      var segment = ofOther ? second : one
      segment.numbers = zip(one.numbers, second.numbers).map { $0 * part + $1 * otherPart }
      segment.start = (one.start.x * part + second.start.x * otherPart, one.start.y * part + second.start.y * otherPart)
      // The flags of an arc are one or the other.
      if segment.command == 0x41 {
        for flag in 3...4 { segment.numbers[flag] = (ofOther ? second : one).numbers[flag] }
      }
      result.append(segment)
    }
    return PathValue(result)
  }
}
