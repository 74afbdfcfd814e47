/// An address that a connection is made to.
struct NetworkAddress: Equatable, Sendable, CustomStringConvertible {
  /// Four of IPv4, sixteen of IPv6.
  let bytes: [UInt8]

  /// Nil where there are neither four nor sixteen.
  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// From its text, without brackets.
  init?(_ text: some StringProtocol) {
    let characters = Array(text.utf8)
    if IPv4.endsInNumber(characters), let address = IPv4.parse(characters) {
      bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) }
    } else if let pieces = IPv6.parse(characters) {
      bytes = pieces.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    } else {
      return nil
    }
  }

  /// Whether it is an address of the public internet: not of this machine, not of a private network,
  /// and no form that stands for another address (mapped, 6to4, Teredo, NAT64), behind which a private
  /// one may hide.
  /// https://www.iana.org/assignments/iana-ipv4-special-registry
  /// https://www.iana.org/assignments/iana-ipv6-special-registry
  var isPublic: Bool {
    if bytes.count == 4 { return !Self.special4.contains { contains($0) } }
    // 2000::/3 is all that is assigned for global use.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    return !Self.special6.contains { contains($0) }
  }

  private typealias Range = (prefix: [UInt8], bits: Int)

  private static let special4: [Range] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
    ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
    ([203, 0, 113], 24), ([224], 3),
  ]

  private static let special6: [Range] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16), ([0x3F, 0xFF, 0x00], 20),
  ]

  private func contains(_ range: Range) -> Bool {
    for bit in 0..<range.bits {
      let (byte, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
      let wanted = byte < range.prefix.count ? range.prefix[byte] & mask : 0
      if bytes[byte] & mask != wanted { return false }
    }
    return true
  }

  var description: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    return IPv6.serialized(stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
  }
}

extension PageURL {
  /// The address that the host is, where it is one and no name.
  var hostAddress: NetworkAddress? {
    guard let host else { return nil }
    return NetworkAddress(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])
  }
}
