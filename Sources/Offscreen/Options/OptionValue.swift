/// The value of an option, as requests, shots and the command line write it.
package enum OptionValue: Hashable, Sendable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([String])
  case counts([String: Int])
}

extension OptionValue: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([String].self) {
      self = .list(list)
    } else {
      self = .counts(try value.decode([String: Int].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let flag): try container.encode(flag)
    case .number(let number):
      // `2`, not `2.0`.
      if let whole = Int(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .counts(let counts): try container.encode(counts)
    }
  }
}

extension OptionValue {
  /// As it is written on the command line and in a picture's fingerprint.
  package var text: String {
    switch self {
    case .flag(let flag): flag ? "yes" : "no"
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .text(let text): text
    case .list(let list): list.joined(separator: "\n")
    case .counts(let counts): counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    }
  }
}
