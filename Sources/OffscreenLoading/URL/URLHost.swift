/// Hosts: domains, IPv4 and IPv6 addresses, opaque hosts. The results are serialised.
/// https://url.spec.whatwg.org/#host-parsing
enum URLHost {
  static func parse(_ input: ArraySlice<UInt8>, isOpaque: Bool) -> String? {
    // 1. In brackets: IPv6.
    if input.first == UInt8(ascii: "[") {
      guard input.last == UInt8(ascii: "]"), input.count > 2 else { return nil }
      guard let pieces = IPv6.parse(Array(input.dropFirst().dropLast())) else { return nil }
      return "[" + IPv6.serialized(pieces) + "]"
    }
    // 2. Of other schemes, hosts are opaque.
    if isOpaque {
      if input.contains(where: isForbiddenInHost) { return nil }
      return PercentEncoding.control.encoded(input)
    }
    // 3. A domain, percent-decoded and in ASCII.
    guard let domain = DomainName.ascii(PercentEncoding.decoded(Array(input))), !domain.isEmpty,
      !domain.contains(where: { isForbiddenInHost($0) || $0 <= 0x20 || $0 == 0x25 || $0 == 0x7F })
    else { return nil }
    // 4. What ends in a number is an IPv4 address or nothing.
    if IPv4.endsInNumber(domain) {
      guard let address = IPv4.parse(domain) else { return nil }
      return IPv4.serialized(address)
    }
    return String(decoding: domain, as: UTF8.self)
  }

  /// https://url.spec.whatwg.org/#forbidden-host-code-point
  private static func isForbiddenInHost(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 0x09, 0x0A, 0x0D, UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "@"),
      UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "|"):
      true
    default: false
    }
  }
}

/// https://url.spec.whatwg.org/#concept-ipv4-parser
enum IPv4 {
  static func endsInNumber(_ domain: [UInt8]) -> Bool {
    var parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true {
      if parts.count == 1 { return false }
      parts.removeLast()
    }
    guard let last = parts.last, !last.isEmpty else { return false }
    if last.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return true }
    return number(last) != nil
  }

  static func parse(_ domain: [UInt8]) -> UInt32? {
    var parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true, parts.count > 1 { parts.removeLast() }
    guard parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = number(part) else { return nil }
      numbers.append(number)
    }
    // All but the last are bytes; the last fills the bytes that are left.
    guard let last = numbers.popLast(), numbers.allSatisfy({ $0 <= 255 }),
      last < UInt64(1) << UInt64(8 * (4 - numbers.count))
    else { return nil }
    var address = last
    for (index, number) in numbers.enumerated() { address += number << UInt64(8 * (3 - index)) }
    return UInt32(truncatingIfNeeded: address)
  }

  /// Decimal, hexadecimal after `0x`, octal after `0`. Values that are too large stay too large.
  private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
    guard !part.isEmpty else { return nil }
    var digits = part
    var radix: UInt64 = 10
    if part.count >= 2, part.first == UInt8(ascii: "0") {
      if part.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
        (digits, radix) = (part.dropFirst(2), 16)
      } else {
        (digits, radix) = (part.dropFirst(), 8)
      }
    }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = PercentEncoding.hexDigit(byte), UInt64(digit) < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 40)
    }
    return value
  }

  static func serialized(_ address: UInt32) -> String {
    "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
  }
}

/// https://url.spec.whatwg.org/#concept-ipv6-parser
enum IPv6 {
  static func parse(_ input: [UInt8]) -> [UInt16]? {
    var pieces = [UInt16](repeating: 0, count: 8)
    var pieceIndex = 0
    var compress: Int?
    var position = 0
    func at(_ index: Int) -> UInt8? { index < input.count ? input[index] : nil }

    if at(0) == UInt8(ascii: ":") {
      guard at(1) == UInt8(ascii: ":") else { return nil }
      position = 2
      pieceIndex = 1
      compress = 1
    }
    while let byte = at(position) {
      if pieceIndex == 8 { return nil }
      if byte == UInt8(ascii: ":") {
        if compress != nil { return nil }
        position += 1
        pieceIndex += 1
        compress = pieceIndex
        continue
      }
      let start = position
      var value: UInt16 = 0
      while position - start < 4, let digit = at(position).flatMap(PercentEncoding.hexDigit) {
        value = value << 4 | UInt16(digit)
        position += 1
      }
      if at(position) == UInt8(ascii: ".") {
        // The last two pieces as an IPv4 address.
        guard position > start, pieceIndex <= 6, let bytes = dottedBytes(input[start...]) else { return nil }
        pieces[pieceIndex] = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        pieces[pieceIndex + 1] = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        pieceIndex += 2
        position = input.count
        break
      } else if at(position) == UInt8(ascii: ":") {
        position += 1
        if at(position) == nil { return nil }
      } else if at(position) != nil {
        return nil
      }
      pieces[pieceIndex] = value
      pieceIndex += 1
    }
    if let compress {
      // What was read after the gap moves to the end.
      let tail = Array(pieces[compress..<max(compress, pieceIndex)])
      for index in compress..<8 { pieces[index] = 0 }
      for (offset, piece) in tail.enumerated() { pieces[8 - tail.count + offset] = piece }
    } else if pieceIndex != 8 {
      return nil
    }
    return pieces
  }

  /// Four decimal numbers without leading zeros.
  private static func dottedBytes(_ input: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = input.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
      var value = 0
      for byte in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      guard let byte = UInt8(exactly: value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// https://url.spec.whatwg.org/#concept-ipv6-serializer
  static func serialized(_ pieces: [UInt16]) -> String {
    // The first longest run of at least two zeros is left out.
    var (start, length) = (-1, 1)
    var index = 0
    while index < pieces.count {
      var end = index
      while end < pieces.count, pieces[end] == 0 { end += 1 }
      if end - index > length { (start, length) = (index, end - index) }
      index = max(end, index + 1)
    }
    var text = ""
    index = 0
    while index < pieces.count {
      if index == start {
        text += index == 0 ? "::" : ":"
        index += length
        continue
      }
      text += String(pieces[index], radix: 16)
      if index < pieces.count - 1 { text += ":" }
      index += 1
    }
    return text
  }
}
