import ArgumentParser
import Foundation
import Yams

/// `.offscreen.yml` in the working folder: the options that a project always gives.
///
///     page:
///       viewport: 1024x768
///     batch:
///       exclude: ["drafts/**"]
///
/// They come before those of the command line, which therefore win.
enum DefaultsFile {
  static let name = ".offscreen.yml"

  private struct Trouble: Error { var reason: String }

  /// The command line with the file's options put in; ends the program where the file makes no sense.
  static func arguments(_ given: [String]) -> [String] {
    guard let command = given.first, let sections = sections[command],
      let data = FileManager.default.contents(atPath: name)
    else { return given }
    do {
      return [command] + (try options(in: String(decoding: data, as: UTF8.self), sections: sections)) + given.dropFirst()
    } catch {
      let reason = (error as? Trouble)?.reason ?? "\(error)".split(whereSeparator: \.isNewline).first.map(String.init)
      StandardError.print("error: \(name): \(reason ?? "not valid YAML")")
      OffscreenCommand.exit(withError: ExitCode(64))
    }
  }

  /// By command, the sections that it reads.
  private static let sections = [
    "render": ["page", "render"], "inspect": ["page", "inspect"], "batch": ["page", "batch"],
    "worker": ["worker"], "diff": ["diff"],
  ]

  static func options(in text: String, sections wanted: [String]) throws -> [String] {
    guard let root = try Yams.compose(yaml: text) else { return [] }
    guard let mapping = root.mapping else { throw Trouble(reason: "must be a mapping of sections, such as `page:`") }
    let known = Set(sections.values.joined())
    var options: [String] = []
    for (key, value) in mapping {
      guard let section = key.string, known.contains(section) else {
        throw Trouble(reason: "no section `\(key.string ?? "?")`; there are \(known.sorted().joined(separator: ", "))")
      }
      guard wanted.contains(section) else { continue }
      guard let entries = value.mapping else { throw Trouble(reason: "`\(section)` must hold options, such as `viewport: 800x600`") }
      for (key, value) in entries { options += try option(key.string ?? "?", value) }
    }
    return options
  }

  private static func option(_ name: String, _ value: Node) throws -> [String] {
    guard !name.hasPrefix("-"), name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      throw Trouble(reason: "`\(name)` is no option; write it without dashes in front")
    }
    if let values = value.sequence { return try values.flatMap { try option(name, $0) } }
    if value.tag.description == "tag:yaml.org,2002:bool", let isOn = value.bool { return isOn ? ["--\(name)"] : [] }
    guard let text = value.scalar?.string else { throw Trouble(reason: "`\(name)` must be a value or a list of values") }
    return ["--\(name)=\(text)"]
  }
}
