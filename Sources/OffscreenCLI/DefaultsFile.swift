import ArgumentParser
import Foundation
import Offscreen
import OffscreenLoading
import Yams

/// `.offscreen.yml` in the working folder: the options that a project always gives.
///
///     page:
///       viewport: 1024x768
///     batch:
///       exclude: ["drafts/**"]
///
/// The folder may be untrusted, with pages to be looked at. So the file says only how pictures look, and
/// its paths lead nowhere but below its folder: what is read, sent or written, and how a page is locked in,
/// is for the command line alone. The command line's options win.
struct DefaultsFile {
  static let name = ".offscreen.yml"
  private static let longest = 1 << 20
  private static let mostOptions = 1_000

  /// The command line with the file's options put in; ends the program where the file makes no sense.
  static func arguments(_ given: [String]) -> [String] {
    guard FilePath.status(of: name) != nil, let command = given.first, sections[command] != nil,
      !given.contains(where: { ["-h", "--help"].contains($0) })
    else { return given }
    do {
      var file = DefaultsFile(folder: FileManager.default.currentDirectoryPath)
      try file.read(text(), for: command)
      if given.contains(where: { ["-v", "--verbose"].contains($0) }) { file.tell() }
      return [command] + file.arguments + given.dropFirst()
    } catch {
      let reason =
        (error as? Trouble)?.description ?? "\(error)".split(whereSeparator: \.isNewline).first.map(String.init)
      StandardError.print("error: \(name)\((error is Trouble) ? "" : ": ")\(reason ?? "not valid YAML")")
      OffscreenCommand.exit(withError: ExitCode(64))
    }
  }

  /// By command, the sections that it reads.
  private static let sections = [
    "render": ["page", "render"], "inspect": ["page", "inspect"], "save": ["page", "save"], "batch": ["page", "batch"],
    "diff": ["page", "diff"],
  ]

  /// The keys of a command's section besides options of pages.
  private static let ownOptions = [
    "batch": ["include", "exclude", "format", "name"],
    "diff": ["preset", "threshold", "max-pixels", "max-ratio", "mask", "ignore-antialiasing", "ignore-shifts"],
  ]

  struct Trouble: Error, CustomStringConvertible {
    var line: Int?
    var reason: String
    var description: String { (line.map { ", line \($0)" } ?? "") + ": " + reason }
  }

  private let folder: String
  private(set) var page = RequestedOptions()
  /// The other options, as the command line writes them.
  private var others: [String] = []
  private var notes: [String] = []

  init(folder: String) { self.folder = folder }

  /// The options that precede the command line's own.
  var arguments: [String] {
    var arguments = others
    if page != RequestedOptions(), let json = try? JSONEncoder().encode(PageDefaults(options: page)) {
      arguments += ["--page-defaults", String(decoding: json, as: UTF8.self)]
    }
    return arguments
  }

  private func tell() { for note in notes { StandardError.print("note: \(Self.name): \(note)") } }

  private static func text() throws -> String {
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Trouble(reason: "not a regular file")
    }
    guard status.st_size <= longest else { throw Trouble(reason: "longer than a megabyte") }
    guard let data = FileManager.default.contents(atPath: name) else {
      throw Trouble(reason: "cannot be read: no permission")
    }
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: What it says

  mutating func read(_ text: String, for command: String) throws {
    guard let root = try Yams.compose(yaml: text) else { return }
    guard let mapping = root.mapping else {
      throw Trouble(line: root.mark?.line, reason: "must be a mapping of sections, such as `page:`")
    }
    let known = Set(Self.sections.values.joined()).sorted()
    for (key, value) in mapping {
      let name = key.string ?? "?"
      guard known.contains(name) else {
        let meant = nearestName(to: name, in: known).map { "did you mean `\($0)`?" }
        throw Trouble(
          line: key.mark?.line,
          reason: "no section `\(name)`; " + (meant ?? "there are \(known.joined(separator: ", "))"))
      }
      if value.null != nil { continue }
      guard let entries = value.mapping else {
        throw Trouble(line: value.mark?.line, reason: "`\(name)` must hold options, such as `viewport: 800x600`")
      }
      guard entries.count <= Self.mostOptions else {
        throw Trouble(line: key.mark?.line, reason: "`\(name)` holds more than \(Self.mostOptions) options")
      }
      // All sections are checked, also those of other commands.
      let isWanted = Self.sections[command]?.contains(name) == true
      for (key, value) in entries { try take(key, value, section: name, isWanted: isWanted) }
    }
  }

  private mutating func take(_ key: Node, _ value: Node, section: String, isWanted: Bool) throws {
    let (name, line) = (key.string ?? "?", key.mark?.line)
    if Self.spelling(name) == "fonts" {
      let path = try Self.texts(value, name).last ?? ""
      try check(path: path, name, line)
      if isWanted { others.append("--fonts=\(path)") }
    } else if let option = PageOption.all.first(where: { Self.isName(name, of: $0) }) {
      let given = try Self.value(value, option, name)
      try check(option, given, name, line)
      if isWanted { page[option] = given }
    } else if let own = Self.ownOptions[section]?.first(where: { Self.spelling($0) == Self.spelling(name) }) {
      guard isWanted else { return }
      if let isOn = value.yamlBool {
        if isOn { others.append("--\(own)") }
      } else {
        others += try Self.texts(value, name).map { "--\(own)=\($0)" }
      }
    } else {
      let possible = PageOption.all.filter(\.isOfThePicture).map(\.name) + (Self.ownOptions[section] ?? []) + ["fonts"]
      let meant = nearestName(to: name, in: possible).map { "did you mean `\($0)`?" }
      throw Trouble(
        line: line,
        reason: "`\(name)` is no option for this file; "
          + (meant ?? "there are \(possible.sorted().joined(separator: ", "))"))
    }
    if isWanted {
      let text = (try? Self.texts(value, name).joined(separator: ", ")) ?? ""
      notes.append("\(section): \(name) \(text.prefix(200))")
    }
  }

  /// Whether the file may say this of pages.
  private func check(_ option: PageOption, _ value: OptionValue, _ name: String, _ line: Int?) throws {
    guard option.isOfThePicture else {
      throw Trouble(
        line: line,
        reason:
          "`\(name)` is for the command line alone (--\(option.flag)): this file may be a stranger's, and says only how pictures look"
      )
    }
    var probe = RequestedOptions()
    probe[option] = value
    do throws(OptionProblem) { _ = try probe.options() } catch { throw Trouble(line: line, reason: error.forKey) }
    if option.namesFiles, case .list(let paths) = value {
      for path in paths where !path.contains("{") { try check(path: path, name, line) }
    }
  }

  /// Paths lead below the file's folder, links included.
  private func check(path: String, _ name: String, _ line: Int?) throws {
    let base = URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath().path
    let place = URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory))
      .standardizedFileURL.resolvingSymlinksInPath().path
    let prefix = base.hasSuffix("/") ? base : base + "/"
    guard !path.hasPrefix("/"), !path.hasPrefix("~"), place.hasPrefix(prefix) else {
      throw Trouble(line: line, reason: "`\(name)`: \(path.prefix(200)) leads out of the file's folder")
    }
  }

  // MARK: YAML

  /// `colorScheme`, `color-scheme` and `color_scheme` are one.
  private static func spelling(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  private static func isName(_ name: String, of option: PageOption) -> Bool {
    [option.name, option.flag].contains { spelling($0) == spelling(name) }
  }

  private static func value(_ node: Node, _ option: PageOption, _ name: String) throws -> OptionValue {
    if let isOn = node.yamlBool, option.form == .flag { return .flag(isOn) }
    let texts = try texts(node, name)
    switch option.form {
    case .list: return .list(texts)
    case .flag, .number, .text:
      guard texts.count == 1, let text = texts.first else {
        throw Trouble(line: node.mark?.line, reason: "`\(name)` takes one value")
      }
      return .text(text)
    case .counts: return .list(texts)
    }
  }

  private static func texts(_ node: Node, _ name: String) throws -> [String] {
    if let text = node.scalar?.string { return [text] }
    // Values only: lists of lists could be made of a few lines to be longer than memory.
    guard let sequence = node.sequence, sequence.count <= mostOptions else {
      throw Trouble(line: node.mark?.line, reason: "`\(name)` must be a value or a list of values")
    }
    return try sequence.map { element in
      guard let text = element.scalar?.string else {
        throw Trouble(line: element.mark?.line, reason: "`\(name)` must be a value or a list of values")
      }
      return text
    }
  }
}

/// The file's options of pages, as they are handed to the commands: behind those of the command line.
struct PageDefaults: Codable, Equatable {
  var options: RequestedOptions

  init(options: RequestedOptions) { self.options = options }
  init(from decoder: any Decoder) throws { options = try RequestedOptions(from: decoder, besides: []) }
  func encode(to encoder: any Encoder) throws { try options.encode(to: encoder) }

  init?(json: String) {
    guard let decoded = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = decoded
  }
}

extension PageOption {
  /// Whether it says only how the picture looks.
  fileprivate var isOfThePicture: Bool {
    switch effect {
    case .layout, .picture: form != .counts
    case .work, .resources: false
    }
  }
}

extension Node {
  /// Of a plain `true` or `false`, not of a text in quotes.
  fileprivate var yamlBool: Bool? { tag.description == "tag:yaml.org,2002:bool" ? bool : nil }
}
