import CICU

/// Domains in ASCII.
enum DomainName {
  /// https://url.spec.whatwg.org/#concept-domain-to-ascii
  static func ascii(_ domain: [UInt8]) -> [UInt8]? {
    let isASCII = domain.allSatisfy { $0 < 128 }
    let lowered = domain.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    if isASCII, !hasPunycode(lowered) { return lowered }
    guard domain.count <= 1024, let text = String(validating: domain, as: UTF8.self) else { return nil }
    if let idna {
      let current = String(String.UnicodeScalarView(text.unicodeScalars.map(Self.renewed)))
      return converted(Array(current.utf8), idna)
    }
    return isASCII ? lowered : simplified(text)
  }

  /// Whether a label begins with `xn--`, in lower case.
  private static func hasPunycode(_ domain: [UInt8]) -> Bool {
    let mark = Array("xn--".utf8)
    return domain.split(separator: UInt8(ascii: ".")).contains { $0.starts(with: mark) }
  }

  /// Opened by the first name that is not plain.
  nonisolated(unsafe) private static let idna: OffscreenIDNA? = {
    var idna = OffscreenIDNA()
    return offscreen_idna_open(&idna) != 0 ? idna : nil
  }()

  /// Capitals that versions of UTS 46 before Unicode 15.1 refused, or mapped to something else.
  /// https://www.unicode.org/reports/tr46/#Modifications
  private static func renewed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x1E9E: "ß"
    case 0x10A0...0x10C5, 0x10C7, 0x10CD, 0x04C0, 0x2132, 0x2183:
      scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    default: scalar
    }
  }

  /// https://www.unicode.org/reports/tr46/#ToASCII
  private static func converted(_ domain: [UInt8], _ idna: OffscreenIDNA) -> [UInt8]? {
    var info = OffscreenIDNAInfo()
    info.size = Int16(MemoryLayout<OffscreenIDNAInfo>.size)
    var status: Int32 = 0
    var output = [CChar](repeating: 0, count: 8 * domain.count + 256)
    let count = domain.withUnsafeBytes { name in
      idna.to_ascii(
        idna.processor, name.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(name.count), &output,
        Int32(output.count), &info, &status)
    }
    guard status <= 0, info.errors & ~UInt32(OFFSCREEN_IDNA_NO_ERRORS) == 0, count >= 0, count < output.count
    else { return nil }
    return output.prefix(Int(count)).map { UInt8(bitPattern: $0) }
  }

  /// Deviation: without ICU's tables, characters are put in lower case by the standard library, full-width ASCII becomes
  /// ASCII, and what remains is encoded: this covers the names that are in use.
  private static func simplified(_ text: String) -> [UInt8]? {
    let mapped = String(String.UnicodeScalarView(text.lowercased().unicodeScalars.compactMap(mapped)))
    var labels: [String] = []
    for label in mapped.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      if label.utf8.allSatisfy({ $0 < 128 }) {
        labels.append(String(label))
      } else {
        guard let encoded = Punycode.encoded(label.unicodeScalars.map(\.value)) else { return nil }
        labels.append("xn--" + encoded)
      }
    }
    return Array(labels.joined(separator: ".").utf8)
  }

  private static func mapped(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFF01 + 0x21)
    case 0x3002, 0xFF61: "."
    case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00...0xFE0F: nil
    default: scalar
    }
  }
}

/// https://www.rfc-editor.org/rfc/rfc3492#section-6.3
enum Punycode {
  static func encoded(_ label: [UInt32]) -> String? {
    guard label.count <= 255 else { return nil }
    var output = label.filter { $0 < 128 }.map { UInt8($0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (next, delta, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
    var handled = UInt32(basicCount)
    while handled < label.count {
      guard let least = label.filter({ $0 >= next }).min() else { return nil }
      let (step, overflow) = (least - next).multipliedReportingOverflow(by: handled + 1)
      if overflow || delta &+ step < delta { return nil }
      delta += step
      next = least
      for character in label {
        if character < next { delta += 1 }
        guard character == next else { continue }
        var rest = delta
        var position: UInt32 = 36
        while true {
          let threshold: UInt32 = position <= bias ? 1 : position >= bias + 26 ? 26 : position - bias
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          position += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == UInt32(basicCount))
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias: UInt32 = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
