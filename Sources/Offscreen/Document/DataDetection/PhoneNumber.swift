enum PhoneNumber {
  static func match(at start: Int, _ text: [UInt8]) -> DataScanner.Match? {
    var end = start
    var digits: [UInt8] = []
    var groups = [0]
    var lastDigit = start
    // 1. Digits in groups; no more than one separator between two, but for brackets.
    while end < text.count, end - start < 40 {
      let byte = text[end]
      if byte.isDigit {
        digits.append(byte)
        groups[groups.count - 1] += 1
        lastDigit = end
      } else if " -./()".utf8.contains(byte) || byte == UInt8(ascii: "+") && end == start {
        if end - lastDigit > 3 { break }
        if groups[groups.count - 1] > 0 { groups.append(0) }
      } else {
        break
      }
      end += 1
    }
    end = lastDigit + 1
    if groups.last == 0 { groups.removeLast() }
    guard (7...15).contains(digits.count), !text.isWord(at: end) else { return nil }
    // 2. Dates, prices and plain numbers are none.
    let first = text[start]
    let isInternational = first == UInt8(ascii: "+") || digits.starts(with: [0x30, 0x30])
    let isAmerican = groups == [3, 3, 4] || groups == [1, 3, 3, 4]
    let isNational =
      (first == UInt8(ascii: "(") || first == UInt8(ascii: "0")) && groups.count > 1
      && (groups.first ?? 0) >= 3
    guard isInternational || isAmerican || isNational else { return nil }
    let number = String(decoding: digits, as: UTF8.self)
    return DataScanner.Match(
      kind: .telephone, range: start..<end, address: "tel:" + (first == UInt8(ascii: "+") ? "+" : "") + number)
  }
}
