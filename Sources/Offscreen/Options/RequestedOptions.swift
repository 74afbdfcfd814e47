/// What a worker's request, a shot of a batch or the command line says of a page: values by option. What is
/// missing is as usual.
public struct RequestedOptions: Hashable, Sendable {
  private var values: [String: OptionValue] = [:]

  public init() {}

  /// The options that differ from the defaults.
  public init(_ options: PageOptions) {
    for option in PageOption.all { values[option.name] = option.write(options) }
  }

  package subscript(option: PageOption) -> OptionValue? {
    get { values[option.name] }
    set { values[option.name] = newValue }
  }

  /// By the name of an option, such as `viewport`; as it is written on the command line.
  public subscript(name name: String) -> String? {
    get { values[name]?.text }
    set {
      guard let option = PageOption.named(name) else { return }
      values[option.name] = newValue.map(option.value(ofText:))
    }
  }

  /// Takes over what the other says. Options that exclude each other replace each other.
  package mutating func take(_ other: RequestedOptions) {
    for group in Set(PageOption.all.filter { other[$0] != nil }.compactMap(\.group)) {
      for option in PageOption.all where option.group == group { self[option] = nil }
    }
    for option in PageOption.all {
      guard let value = other[option] else { continue }
      if case .counts(let own)? = self[option], case .counts(let counts) = value {
        self[option] = .counts(own.merging(counts) { $1 })
      } else {
        self[option] = value
      }
    }
  }

  /// Only what can change the picture.
  package var thatMatter: RequestedOptions {
    var copy = self
    for option in PageOption.all {
      switch option.effect {
      case .work: copy[option] = nil
      case .resources, .layout, .picture: break
      }
    }
    return copy
  }

  /// The options of a page. `usual`: the defaults.
  package func options(usual: PageOptions = PageOptions()) throws(OptionProblem) -> PageOptions {
    var options = usual
    for option in PageOption.all {
      guard let value = self[option] else { continue }
      do throws(PageOption.Malformed) {
        try option.read(value, &options)
      } catch {
        throw OptionProblem(option, value.text, error)
      }
    }
    return options
  }

  /// The options of which the picture can follow only one, though several are given.
  package var excluding: [PageOption] {
    let given = PageOption.all.filter { option in
      switch self[option] {
      case nil, .flag(false): false
      case .flag(true), .number, .text, .list, .counts: option.group != nil
      }
    }
    let groups = Dictionary(grouping: given) { $0.group ?? "" }
    return given.filter { groups[$0.group ?? "", default: []].count > 1 }
  }

  /// The options of a page; throws where a value makes no sense. `timeout`: where none is named.
  public func pageOptions(timeout: Duration = PageOptions().timeout) throws(RenderError) -> PageOptions {
    var usual = PageOptions()
    usual.timeout = timeout
    let options: PageOptions
    do throws(OptionProblem) {
      options = try self.options(usual: usual)
    } catch {
      throw RenderError(.request, error.forKey)
    }
    if !excluding.isEmpty {
      throw RenderError(.request, "\(excluding.map(\.name).joined(separator: ", ")): the picture shows one of them")
    }
    if let problem = options.problem { throw RenderError(.request, problem) }
    return options
  }
}

/// Some of the values are secret: names are shown, values are not.
extension RequestedOptions: CustomStringConvertible, CustomReflectable {
  public var description: String { values.keys.sorted().joined(separator: ", ") }
  public var customMirror: Mirror { Mirror(self, children: ["options": description]) }
}

// MARK: As JSON and YAML

extension RequestedOptions {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// Reads the options among the keys of an object. `keys`: what else it may hold.
  package init(from decoder: any Decoder, besides keys: [String]) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys where !keys.contains(key.stringValue) {
      guard let option = PageOption.named(key.stringValue) else {
        throw UnknownKey(key.stringValue, known: keys + PageOption.all.map(\.name))
      }
      if try container.decodeNil(forKey: key) { continue }
      do {
        values[option.name] = try container.decode(OptionValue.self, forKey: key)
      } catch is DecodingError {
        throw DecodingError.typeMismatch(
          OptionValue.self, .init(codingPath: [key], debugDescription: "a value of the wrong type"))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}

/// An unknown key. One line: the key, and the nearest known one.
package struct UnknownKey: Error, CustomStringConvertible {
  package var key: String
  package var description: String

  package init(_ key: String, known: [String]) {
    self.key = key
    let meant = nearestName(to: key, in: known).map { "did you mean \"\($0)\"?" }
    description =
      "\"\(key.prefix(100))\" is no option; " + (meant ?? "there are \(known.sorted().joined(separator: ", "))")
  }
}
