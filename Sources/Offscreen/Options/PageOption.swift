import Foundation

/// One option of a page: a row of the table in `PageOption+Table.swift`.
///
/// The command line's options, the keys of requests and shots, the configuration file, the fingerprint of
/// pictures and what makes a batch render a page again all follow from the table.
package struct PageOption: Sendable {
  /// How its value is written.
  package enum Form: Sendable {
    case flag, number, text
    /// The command line repeats the option.
    case list
    /// Numbers by name; the command line repeats `NAME=VALUE`.
    case counts
  }

  /// The parts of rendering that depend on an option's value.
  package enum Effect: Sendable {
    /// Only how long the work may take and what it leaves behind.
    case work
    /// The resources that are loaded.
    case resources
    /// The page's layout, and with it the picture.
    case layout
    /// The part of the layout in the picture, or its encoding.
    case picture
  }

  /// The key in requests, shots and the configuration file.
  package let name: String
  /// The option on the command line, without its dashes; the other files understand it too.
  package var flag: String
  package let form: Form
  package let effect: Effect
  /// The placeholder of the value in help.
  package var placeholder = ""
  package var help: String { helpText() }
  private let helpText: @Sendable () -> String
  /// The default value; nil where there is none.
  package var usual: String? { usualText() }
  private var usualText: @Sendable () -> String? = { nil }
  /// Whether the value is the path of a file or a folder.
  package var namesFiles = false
  /// Whether the value is what a file holds, which the command line names.
  package var holdsFile = false
  /// Whether the value is a program: pictures hold its hash only, and bring none.
  package var isProgram = false
  /// Whether the value is in no message.
  package var isSecret = false
  /// Its value in the fingerprints of pictures, the default included; nil where the default is left out.
  var fingerprint: (@Sendable (PageOptions) -> String)?
  /// Options of one group exclude each other.
  package var group: String?
  /// What numbers it takes; nil where it takes none, or any.
  package var range: ClosedRange<Double>?
  /// Whether it takes whole numbers only.
  package var isWhole = false
  /// The only words that it takes; nil where it takes others.
  package var words: [String]?

  /// Puts a value into options.
  let read: @Sendable (OptionValue, inout PageOptions) throws(Malformed) -> Void
  /// The value of options; nil where it is as usual.
  let write: @Sendable (PageOptions) -> OptionValue?

  /// A value that the option cannot have.
  package struct Malformed: Error {
    /// Such as `is not WxH`.
    var reason: String
  }

  /// Optimization: the table is made whenever the program starts, and most rows are only looked at. So texts are made
  /// when they are first read.
  init(
    _ name: String, _ form: Form, _ effect: Effect, help: @autoclosure @escaping @Sendable () -> String,
    read: @escaping @Sendable (OptionValue, inout PageOptions) throws(Malformed) -> Void,
    write: @escaping @Sendable (PageOptions) -> OptionValue?
  ) {
    (self.name, self.form, self.effect, helpText, self.read, self.write) = (name, form, effect, help, read, write)
    flag = Self.dashed(name)
  }

  /// `colorScheme` is `color-scheme` on the command line.
  private static func dashed(_ name: String) -> String {
    if !name.utf8.contains(where: { $0 < 0x5B }) { return name }
    return name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// A value where there are only texts, as in fingerprints: a flag is `yes` or `no` there. JSON and YAML have
  /// truth values of their own, and a text is none.
  package func value(ofText text: String) -> OptionValue {
    switch (form, text) {
    case (.flag, "yes"): .flag(true)
    case (.flag, "no"): .flag(false)
    default: .text(text)
    }
  }

  /// A value of the command line, which knows only texts.
  package func value(ofArguments arguments: [String]) throws(OptionProblem) -> OptionValue? {
    guard let last = arguments.last else { return nil }
    switch form {
    case .text where holdsFile:
      guard let bytes = FileManager.default.contents(atPath: last) else {
        throw OptionProblem(self, last, Malformed(reason: "cannot be read"))
      }
      guard bytes.count <= Self.longestFile else {
        throw OptionProblem(self, last, Malformed(reason: "is longer than \(Self.longestFile) bytes"))
      }
      return .text(String(decoding: bytes, as: UTF8.self))
    case .flag, .text: return value(ofText: last)
    case .list: return .list(arguments)
    case .number:
      guard let number = Double(last), number.isFinite else {
        throw OptionProblem(self, last, Malformed(reason: "is not a number"))
      }
      return .number(number)
    case .counts:
      var counts: [String: Int] = [:]
      for argument in arguments {
        let sides = argument.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let count = Self.count(sides[1]) else {
          throw OptionProblem(
            self, argument, Malformed(reason: "is not NAME=VALUE, such as elements=10000 or fileBytes=64M"))
        }
        counts[String(sides[0])] = count
      }
      return .counts(counts)
    }
  }

  /// A request has to hold it too.
  private static let longestFile = 1 << 19

  /// `10000`, or with a unit of bytes, `64M`.
  private static func count(_ text: Substring) -> Int? {
    let units: [(String, Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]
    for (unit, factor) in units where text.uppercased().hasSuffix(unit) {
      return Int(text.dropLast()).flatMap { (0...Int.max / factor).contains($0) ? $0 * factor : nil }
    }
    return Int(text)
  }
}

/// What is wrong with options. One line: the option, the value, and what it must be.
package struct OptionProblem: Error, Sendable {
  /// Nil where several do not go together.
  package var option: PageOption?
  /// Nil where the reason says it all.
  package var value: String?
  package var reason: String

  init(_ option: PageOption, _ value: String, _ malformed: PageOption.Malformed) {
    (self.option, reason) = (option, malformed.reason)
    self.value = option.isSecret ? "(secret)" : String(value.prefix(100))
  }

  init(_ option: PageOption?, _ reason: String) { (self.option, self.reason) = (option, reason) }

  /// With the option as requests, shots and the configuration spell it.
  package var forKey: String { (option.map { "\($0.name): " } ?? "") + (value.map { "\($0) " } ?? "") + reason }
  package var forCommandLine: String {
    (option.map { "--\($0.flag): " } ?? "") + (value.map { "'\($0)' " } ?? "") + reason
  }
}

// MARK: Kinds of rows

extension PageOption {
  static func flag(_ name: String, at field: OptionField<Bool>, _ effect: Effect, help: String) -> PageOption {
    PageOption(name, .flag, effect, help: help) { (value, options) throws(Malformed) in
      switch value {
      case .flag(let isOn): field.set(isOn, in: &options)
      case .text, .number, .list, .counts: throw Malformed(reason: "is not true or false")
      }
    } write: { options in
      field.get(options) == field.get(.usual) ? nil : .flag(field.get(options))
    }
  }

  /// `wanted`: what a value must be, for messages; `placeholder` by default.
  static func text<Value: LosslessStringConvertible & Equatable & Sendable>(
    _ name: String, at field: OptionField<Value>, _ placeholder: String, _ effect: Effect, wanted: String? = nil,
    help: String
  ) -> PageOption {
    value(name, at: field, placeholder, effect, wanted: wanted ?? placeholder, help: help) {
      Value($0)
    } write: {
      $0.description
    }
  }

  static func text<Value: LosslessStringConvertible & Equatable & Sendable>(
    _ name: String, at field: OptionField<Value?>, _ placeholder: String, _ effect: Effect, wanted: String? = nil,
    help: String
  ) -> PageOption {
    value(name, at: field, placeholder, effect, wanted: wanted ?? placeholder, help: help) {
      Value($0).map(Optional.some)
    } write: {
      $0?.description
    }
  }

  /// One of some words.
  static func word<Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable>(
    _ name: String, at field: OptionField<Value>, _ placeholder: String, _ effect: Effect, help: String
  ) -> PageOption {
    value(name, at: field, placeholder, effect, wanted: oneOf(Value.allCases.map(\.rawValue)), help: help) {
      Value(rawValue: $0)
    } write: {
      $0.rawValue
    }.with { $0.words = Value.allCases.map(\.rawValue) }
  }

  /// `canBeZero`: whether it may take no time at all.
  static func duration(
    _ name: String, at field: OptionField<Duration>, _ effect: Effect, canBeZero: Bool = true, help: String
  ) -> PageOption {
    let wanted = "a duration\(canBeZero ? ", such as 0," : " above 0, such as") 250ms, 1.5s or 2m"
    return value(name, at: field, "DURATION", effect, wanted: wanted, help: help) {
      PageOptions.duration($0).flatMap { canBeZero || $0 > .zero ? $0 : nil }
    } write: {
      PageOptions.text($0)
    }
  }

  /// A property whose value is written as a text. `write`: nil where no text says it.
  private static func value<Value: Equatable & Sendable>(
    _ name: String, at field: OptionField<Value>, _ placeholder: String, _ effect: Effect,
    wanted: @autoclosure @escaping @Sendable () -> String, help: String,
    read: @escaping @Sendable (String) -> Value?, write: @escaping @Sendable (Value) -> String?
  ) -> PageOption {
    custom(name, placeholder, effect, wanted: wanted(), help: help) { text, options in
      guard let value = read(text) else { return false }
      field.set(value, in: &options)
      return true
    } write: { options in
      field.get(options) == field.get(.usual) ? nil : write(field.get(options))
    }.with { $0.usualText = { write(field.get(.usual)) } }
  }

  static func number(
    _ name: String, at field: OptionField<Double>, in range: ClosedRange<Double>, _ placeholder: String,
    _ effect: Effect,
    help: String
  ) -> PageOption {
    var option = PageOption(name, .number, effect, help: help) { (value, options) throws(Malformed) in
      guard let number = number(value), range.contains(number) else {
        throw Malformed(reason: "is not a number from \(short(range.lowerBound)) to \(short(range.upperBound))")
      }
      field.set(number, in: &options)
    } write: { options in
      field.get(options) == field.get(.usual) ? nil : .number(field.get(options))
    }
    option.placeholder = placeholder
    option.range = range
    option.usualText = { short(field.get(.usual)) }
    return option
  }

  static func number(
    _ name: String, at field: OptionField<Int?>, in range: ClosedRange<Int>, _ placeholder: String, _ effect: Effect,
    help: String
  ) -> PageOption {
    var option = PageOption(name, .number, effect, help: help) { (value, options) throws(Malformed) in
      guard let number = number(value), let whole = Int(exactly: number), range.contains(whole) else {
        throw Malformed(reason: "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      field.set(whole, in: &options)
    } write: { options in
      field.get(options) == field.get(.usual)
        ? nil : field.get(options).map { .number(Double($0)) }
    }
    option.placeholder = placeholder
    (option.range, option.isWhole) = (Double(range.lowerBound)...Double(range.upperBound), true)
    return option
  }

  /// `read`: the reason why a value of the list makes no sense.
  static func list<Value: Equatable & Sendable>(
    _ name: String, at field: OptionField<[Value]>, _ placeholder: String, _ effect: Effect, help: String,
    read: @escaping @Sendable (String) throws(Malformed) -> Value, write: @escaping @Sendable (Value) -> String
  ) -> PageOption {
    var option = PageOption(name, .list, effect, help: help) { (value, options) throws(Malformed) in
      var values: [Value] = []
      for text in try texts(value) { values.append(try read(text)) }
      field.set(values, in: &options)
    } write: { options in
      field.get(options) == field.get(.usual) ? nil : .list(field.get(options).map(write))
    }
    option.placeholder = placeholder
    return option
  }

  /// `read`: whether the text makes sense, and was put into the options.
  static func custom(
    _ name: String, _ placeholder: String, _ effect: Effect, wanted: @autoclosure @escaping @Sendable () -> String,
    help: @autoclosure @escaping @Sendable () -> String,
    read: @escaping @Sendable (String, inout PageOptions) -> Bool, write: @escaping @Sendable (PageOptions) -> String?
  ) -> PageOption {
    var option = PageOption(name, .text, effect, help: help()) { (value, options) throws(Malformed) in
      let text: String
      switch value {
      case .text(let given): text = given
      // `settle: 0` is a number in YAML.
      case .number(let number): text = short(number)
      case .flag, .list, .counts: throw Malformed(reason: "is not \(wanted())")
      }
      if !read(text, &options) { throw Malformed(reason: "is not \(wanted())") }
    } write: { options in
      write(options).map { .text($0) }
    }
    option.placeholder = placeholder
    return option
  }

  // MARK: Values

  private static func number(_ value: OptionValue) -> Double? {
    switch value {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .flag, .list, .counts: nil
    }
  }

  static func texts(_ value: OptionValue) throws(Malformed) -> [String] {
    switch value {
    case .list(let list): list
    // One needs no brackets.
    case .text(let text): [text]
    case .flag, .number, .counts: throw Malformed(reason: "is not a list of texts")
    }
  }

  private static func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  private static func oneOf(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension PageOption {
  /// The same with some of its traits changed.
  func with(_ change: (inout PageOption) -> Void) -> PageOption {
    var copy = self
    change(&copy)
    return copy
  }
}
