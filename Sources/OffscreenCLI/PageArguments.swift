import ArgumentParser
import Offscreen
import OffscreenLoading

/// How a page is loaded and shown: the arguments of every command that renders. The options are the rows of
/// the table `PageOption.all`.
///
/// ArgumentParser finds out by reflection which options a command has, so the mirror of these arguments
/// shows it those of the table.
struct PageSettings: ParsableArguments, CustomReflectable {
  /// The values of the command line, by the table's options.
  private(set) var given = RequestedOptions()
  /// The same, with the configuration file's behind it.
  private(set) var requested = RequestedOptions()
  private(set) var options = PageOptions()
  /// A font folder in place of the bundled one.
  private(set) var fonts: String?
  private var problem: OptionProblem?

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// The options of `.offscreen.yml`, as an argument.
  static let defaults = "page-defaults"
  private static let fontsHelp = "A font folder in place of the bundled one."

  init() {}

  var customMirror: Mirror {
    let arguments: [(label: String?, value: Any)] = PageOption.all.map { ($0.name, $0.argument) }
    let fonts = Option<String?>(
      name: .customLong("fonts"), help: ArgumentHelp(Self.fontsHelp, valueName: "DIR"), completion: .directory)
    let defaults = Option<String?>(name: .customLong(Self.defaults), help: .private)
    return Mirror(self, children: arguments + [("fonts", fonts), (Self.defaults, defaults)])
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    fonts = try values.decode(Option<String?>.self, forKey: Key(stringValue: "fonts")).wrappedValue
    // ArgumentParser has no words for what is thrown here; `validate` says it.
    do {
      for option in PageOption.all { given[option] = try Self.value(of: option, values) }
      let defaults = try values.decode(Option<String?>.self, forKey: Key(stringValue: Self.defaults)).wrappedValue
      requested = defaults.flatMap { PageDefaults(json: $0)?.options } ?? RequestedOptions()
      requested.take(given)
      options = try requested.options()
    } catch let problem as OptionProblem {
      self.problem = problem
    }
  }

  private static func value(
    of option: PageOption, _ values: KeyedDecodingContainer<Key>
  ) throws -> OptionValue? {
    let key = Key(stringValue: option.name)
    switch option.form {
    case .flag: return try values.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { .flag($0) }
    case .text, .number:
      let text = try values.decode(Option<String?>.self, forKey: key).wrappedValue
      return try option.value(ofArguments: [text].compactMap { $0 })
    case .list, .counts:
      return try option.value(ofArguments: values.decode(Option<[String]>.self, forKey: key).wrappedValue)
    }
  }

  func validate() throws {
    if let problem { throw ValidationError(problem.forCommandLine) }
    let excluding = requested.excluding.map { "--" + $0.flag }
    if !excluding.isEmpty {
      throw ValidationError("\(excluding.joined(separator: " and ")): the picture shows one of them")
    }
    if let problem = options.optionProblem { throw ValidationError(problem.forCommandLine) }
  }
}

extension PageOption {
  /// As ArgumentParser knows options.
  fileprivate var argument: Any {
    let completion: CompletionKind? = namesFiles ? .file() : nil
    let name = NameSpecification.customLong(flag)
    let explanation = ArgumentHelp(
      "\(help)\(usual.map { " (default: \($0))" } ?? "")", valueName: placeholder.isEmpty ? nil : placeholder)
    switch form {
    case .flag: return Flag<Bool?>(name: name, inversion: .prefixedNo, help: explanation)
    case .text, .number: return Option<String?>(name: name, help: explanation, completion: completion)
    case .list, .counts:
      return Option<[String]>(wrappedValue: [], name: name, help: explanation, completion: completion)
    }
  }
}

/// The arguments of `render` and `inspect` about a page.
struct PageArguments: ParsableArguments {
  @Argument(
    help: "A file, a file:, http:, https: or data: URL, or - for HTML on standard input.",
    completion: .file(extensions: ["html", "htm", "xhtml", "svg", "mhtml", "md", "pdf"]))
  var input: String

  @OptionGroup(title: "Page") var settings: PageSettings
  @OptionGroup(title: "Process") var sandboxing: SandboxArguments

  func validate() throws {
    if input.isEmpty { throw ValidationError("the name of the page is empty") }
    if let (option, reason) = settings.requested.withoutEffect(of: settings.given, on: PageInput(input), formats: []) {
      throw ValidationError("--\(option.flag) has no effect here: \(reason)")
    }
  }
}

extension PageArguments {
  /// For commands that take no picture. `isScrolled`: whether they report the boxes of elements.
  func refuseOptionsOfPictures(isScrolled: Bool) throws {
    if let option = settings.given.firstOfPictures(isScrolled: isScrolled) {
      throw ValidationError("--\(option.flag) has no effect here: no picture is taken")
    }
  }
}

/// A duration above 0, as the command line writes it.
struct TimeSpan: ExpressibleByArgument {
  var duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  init?(argument: String) {
    guard let duration = PageOptions.duration(argument), duration > .zero else { return nil }
    self.duration = duration
  }

  var defaultValueDescription: String { PageOptions.text(duration) }
}
