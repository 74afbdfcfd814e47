import Foundation
import Yams

/// Where settings come from. What options say wins over the environment, and that over the file: all three become one
/// command line, so that each setting is described and checked in one place, `ServeSettings`.
public enum SettingsSources {
  struct Trouble: Error, CustomStringConvertible { var description: String }

  static let prefix = "OFFSCREEN_SERVE_"
  static let usualFile = "/etc/offscreen/serve.yml"

  /// The names of settings as options, and whether each is a flag.
  static let names: [String: Bool] = {
    let fields = Mirror(reflecting: ServeSettings()).children.compactMap { child -> (String, Bool)? in
      guard let label = child.label, label.hasPrefix("_") else { return nil }
      return (dashed(String(label.dropFirst())), "\(type(of: child.value))".hasPrefix("Flag<"))
    }
    return Dictionary(fields) { first, _ in first }
  }()

  /// The whole command line. Throws what is wrong with the file or the environment.
  public static func arguments(_ commandLine: [String], environment: [String: String]) throws -> [String] {
    var values = try fromEnvironment(environment)
    if let path = option("settings", in: commandLine) ?? values["settings"]?.first {
      values.merge(try fromFile(path)) { known, _ in known }
    } else if FileManager.default.isReadableFile(atPath: usualFile) {
      values.merge(try fromFile(usualFile)) { known, _ in known }
    }
    values["settings"] = nil
    var arguments: [String] = []
    for (name, texts) in values.sorted(by: { $0.key < $1.key }) where !isGiven(name, in: commandLine) {
      if names[name] == true {
        if texts.first == "true" { arguments.append("--\(name)") }
      } else {
        arguments += texts.map { "--\(name)=\($0)" }
      }
    }
    return arguments + commandLine
  }

  private static func isGiven(_ name: String, in arguments: [String]) -> Bool {
    arguments.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
  }

  private static func option(_ name: String, in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated() {
      if argument.hasPrefix("--\(name)=") { return String(argument.dropFirst(name.count + 3)) }
      if argument == "--\(name)", index + 1 < arguments.count { return arguments[index + 1] }
    }
    return nil
  }

  /// Lists have commas between.
  private static func fromEnvironment(_ environment: [String: String]) throws -> [String: [String]] {
    var values: [String: [String]] = [:]
    for (variable, text) in environment where variable.hasPrefix(prefix) && !text.isEmpty {
      let name = variable.dropFirst(prefix.count).lowercased().replacing("_", with: "-")
      guard let isFlag = names[name] else { throw unknown(name, variable) }
      values[name] =
        isFlag ? [try flag(text, variable)] : isList(name) ? text.split(separator: ",").map(String.init) : [text]
    }
    return values
  }

  private static func fromFile(_ path: String) throws -> [String: [String]] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Trouble(description: "\(path): the settings cannot be read")
    }
    guard data.count <= 1 << 20 else {
      throw Trouble(description: "\(path): longer than 1 MiB, so no file of settings")
    }
    let loaded: Any?
    do {
      loaded = try Yams.load(yaml: String(decoding: data, as: UTF8.self))
    } catch {
      throw Trouble(description: "\(path): not YAML: \("\(error)".split(separator: "\n").first ?? "")")
    }
    // An empty file sets nothing.
    guard let settings = loaded == nil ? [:] : loaded as? [String: Any] else {
      throw Trouble(description: "\(path): not a list of 'setting: value'")
    }
    var values: [String: [String]] = [:]
    for (key, value) in settings {
      let name = dashed(key)
      guard let isFlag = names[name], name != "settings" else { throw unknown(name, "\(path): \(key)") }
      switch value {
      case let list as [Any] where isList(name): values[name] = list.map { "\($0)" }
      case is [Any], is [String: Any], is NSNull:
        throw Trouble(description: "\(path): \(key): not one value")
      default: values[name] = isFlag ? [try flag("\(value)", "\(path): \(key)")] : ["\(value)"]
      }
    }
    return values
  }

  static func isList(_ name: String) -> Bool {
    ["token", "signing-key", "allow-host", "deny-host", "limit"].contains(name)
  }

  private static func flag(_ text: String, _ source: String) throws -> String {
    switch text.lowercased() {
    case "true", "1", "yes", "on": return "true"
    case "false", "0", "no", "off": return "false"
    default: throw Trouble(description: "\(source): '\(text.prefix(100))' is not true or false")
    }
  }

  private static func unknown(_ name: String, _ source: String) -> Trouble {
    let meant =
      nearest(to: name, in: Array(names.keys)).map { ": did you mean '\($0)'?" } ?? ": see offscreen serve --help"
    return Trouble(description: "\(source): there is no such setting\(meant)")
  }

  /// `maxBody` is `max-body` as an option.
  private static func dashed(_ name: String) -> String {
    name.reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
  }
}
