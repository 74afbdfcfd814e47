import Foundation
import Offscreen

/// A page in a file of shots: the worker's keys, each in place of the command line's option; or, where it has
/// the key `url`, the keys of shot-scraper.
struct Shot: Decodable {
  /// Nil where the shot is none of a page.
  var input: String?
  var output: String?
  var options: RequestedOptions
  /// Whether what `input` says may lack its `http://`.
  var isShotScraper = false
  /// Warnings about keys that are not supported.
  var warnings: [String] = []
  /// Why it cannot be done.
  var problem: String?

  struct MissingInput: Error {}

  private enum CodingKeys: String, CodingKey, CaseIterable { case input, output }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  /// The keys of a shot.
  static let keys = CodingKeys.allCases.map(\.rawValue) + PageOption.all.map(\.name)

  init(from decoder: any Decoder) throws {
    let keys = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
    isShotScraper = !keys.isDisjoint(with: ShotScraperShot.itsOwn)
    let others = ["id"] + CodingKeys.allCases.map(\.rawValue)
    options = try RequestedOptions(from: decoder, besides: others + (isShotScraper ? ShotScraperShot.keys : ["url"]))
    let values = try decoder.container(keyedBy: CodingKeys.self)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    if isShotScraper {
      let shot = try ShotScraperShot(from: decoder)
      input = try values.decodeIfPresent(String.self, forKey: .input) ?? shot.url
      shot.apply(to: &self, keys: keys)
      if input == nil, warnings.isEmpty { throw MissingInput() }
    } else {
      guard let input = try values.decodeIfPresent(String.self, forKey: .input) else { throw MissingInput() }
      self.input = input
    }
  }
}

extension BatchSource {
  /// The keys of a shot.
  package static let shotKeys = Shot.keys
}

/// The keys of shot-scraper's YAML: https://shot-scraper.datasette.io/en/stable/multi.html
struct ShotScraperShot: Decodable {
  var url: String?
  var width: Int?
  var height: Int?
  /// With `selector`: the first element of each, in one picture.
  var selectors: [String]?
  /// All elements that match, in one picture.
  var selectorAll: String?
  var selectorsAll: [String]?
  /// Milliseconds.
  var wait: Double?
  var omitBackground: Bool?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case url, width, height, selectors, wait
    case selectorAll = "selector_all"
    case selectorsAll = "selectors_all"
    case omitBackground = "omit_background"
  }

  /// Keys that need scripts, and keys of actions besides the pictures.
  private static let scripted: Set<String> = ["javascript", "js_file", "wait_for"]
  private static let scriptedChoice: Set<String> = [
    "js_selector", "js_selectors", "js_selector_all", "js_selectors_all",
  ]
  private static let commands: Set<String> = ["server", "sh", "python"]

  static let keys = CodingKeys.allCases.map(\.rawValue) + scripted.union(scriptedChoice).union(commands)
  /// A shot with one of these is shot-scraper's.
  static let itsOwn = commands.union([CodingKeys.url.rawValue])

  func apply(to shot: inout Shot, keys: Set<String>) {
    func set(_ name: String, _ value: String?) {
      if let value, shot.options[name: name] == nil { shot.options[name: name] = value }
    }
    set("viewport", "\(width ?? 1280)x\(height ?? 720)")
    let all = (selectors ?? []) + shot.options.selectors
    if all.isEmpty, shot.options[name: "clip"] == nil { set("fullPage", height == nil ? "yes" : "no") }
    shot.options.selectors = all
    set("settle", wait.map { "\(Int(min(max(0, $0), 86_400_000)))ms" })
    if omitBackground == true { set("background", "none") }
    if let key = [CodingKeys.selectorAll, .selectorsAll].first(where: { keys.contains($0.rawValue) }) {
      shot.problem =
        "\(key.rawValue): a picture of all elements that match, together, cannot be taken: "
        + "name them one by one (selectors), or give a clip"
    } else if let key = keys.intersection(Self.scriptedChoice).min() {
      shot.problem = "\(key): scripts are not run: give a selector"
    }
    for key in keys.intersection(Self.scripted).sorted() {
      shot.warnings.append("\(key): scripts are not run, and the picture shows the page without it")
    }
    for key in keys.intersection(Self.commands).sorted() {
      shot.warnings.append("\(key): no program is started for a shot: start it before")
    }
  }
}

extension RequestedOptions {
  /// Of the elements that one picture shows.
  fileprivate var selectors: [String] {
    get {
      switch PageOption.named("selector").flatMap({ self[$0] }) {
      case .list(let selectors): selectors
      case .text(let selector): [selector]
      case .flag, .number, .counts, nil: []
      }
    }
    set {
      guard let option = PageOption.named("selector"), let first = newValue.first else { return }
      self[option] = newValue.count == 1 ? .text(first) : .list(newValue)
    }
  }
}
