import ArgumentParser
import Foundation

/// What can be set, by options, by the environment (`OFFSCREEN_SERVE_MAX_BODY`) and by a file (`maxBody:`): see
/// `SettingsSources`.
public struct ServeSettings: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("A YAML file of settings; /etc/offscreen/serve.yml if it is there.", valueName: "FILE"))
  var settings: String?

  // MARK: Where

  @Option(help: "The address to listen at. Beyond loopback, tokens or signing keys are needed.")
  var host = "127.0.0.1"
  @Option(help: "The port to listen at; 0: any that is free.")
  var port = 8080
  @Option(help: ArgumentHelp("The program that renders: offscreen beside this one, or on the PATH.", valueName: "FILE"))
  var program: String?

  // MARK: Who

  @Option(
    help: "A token that clients may send (Authorization: Bearer). May be repeated. Better in the file or environment.")
  var token: [String] = []
  @Option(
    help: ArgumentHelp(
      "A key that addresses are signed with. May be repeated: all of them are good.", valueName: "ID:SECRET"))
  var signingKey: [String] = []
  @Flag(help: "Answer anybody, though the address is not loopback.")
  var allowAnonymous = false
  @Flag(help: "Tell clients apart by the last address in X-Forwarded-For, which a proxy before this server sets.")
  var forwardedFor = false

  // MARK: What pages may do

  @Option(help: "What pages may load at most: none, public (no private or loopback address) or all.")
  var network = "public"
  @Option(
    help: ArgumentHelp(
      "A host that pages are loaded from, or .example.com for all below. May be repeated; then no others.",
      valueName: "HOST"))
  var allowHost: [String] = []
  @Option(help: ArgumentHelp("A host that pages are not loaded from. May be repeated.", valueName: "HOST"))
  var denyHost: [String] = []
  @Option(help: ArgumentHelp("A page's time, at most.", valueName: "DURATION"))
  var timeout = "30s"
  @Option(help: ArgumentHelp("Another limit of pages, see offscreen limits. May be repeated.", valueName: "NAME=VALUE"))
  var limit: [String] = []
  @Option(help: ArgumentHelp("Device pixels of a picture, at most.", valueName: "N"))
  var maxPixels = 64_000_000

  // MARK: How much

  @Option(help: ArgumentHelp("Renderer processes side by side; by default one a core.", valueName: "N"))
  var jobs: Int?
  @Option(help: ArgumentHelp("Memory of a renderer process, such as 768M.", valueName: "SIZE"))
  var maxMemory: String?
  @Option(help: ArgumentHelp("A font folder in place of the bundled one.", valueName: "DIR"))
  var fonts: String?
  @Flag(help: "Render nothing where the kernel does not seal renderers whole.")
  var requireSandbox = false
  @Option(help: ArgumentHelp("Requests that may wait for a renderer; more are answered with 503.", valueName: "N"))
  var queue = 256
  @Option(help: ArgumentHelp("Pages that one client may have under way.", valueName: "N"))
  var clientRequests = 64
  @Option(help: ArgumentHelp("Bytes of a request's body, at most.", valueName: "SIZE"))
  var maxBody = "16M"
  @Option(help: ArgumentHelp("Bytes of the bodies of all requests under way, at most.", valueName: "SIZE"))
  var maxBodies = "256M"
  @Option(help: ArgumentHelp("Bytes of a picture or another answer, at most.", valueName: "SIZE"))
  var maxAnswer = "64M"
  @Option(help: ArgumentHelp("Open connections, at most.", valueName: "N"))
  var connections = 4096

  // MARK: Keeping answers

  @Option(help: ArgumentHelp("The folder that keeps answers; none: only memory does.", valueName: "DIR"))
  var cache: String?
  @Option(help: ArgumentHelp("Bytes that it keeps, at most.", valueName: "SIZE"))
  var cacheSize = "1G"
  @Option(help: ArgumentHelp("Bytes that memory keeps of it.", valueName: "SIZE"))
  var cacheMemory = "64M"
  @Option(
    help: ArgumentHelp(
      "How long an answer is fresh where its page's server does not say; 0: nothing is kept.", valueName: "DURATION"))
  var fresh = "5m"
  @Option(help: ArgumentHelp("How long it is fresh at most, whatever that server says.", valueName: "DURATION"))
  var maxFresh = "1d"
  @Option(
    help: ArgumentHelp("How long after that it is still given out, while it is made anew.", valueName: "DURATION"))
  var stale = "1d"

  // MARK: Running

  @Option(help: ArgumentHelp("Where pages under way lie; by default /dev/shm.", valueName: "DIR"))
  var workFolder: String?
  @Option(help: "What is logged: trace, debug, info, warning, error.")
  var logLevel = "info"
  @Option(help: ArgumentHelp("How long a stop waits for what is under way.", valueName: "DURATION"))
  var stopTimeout = "40s"

  public init() {}

  /// Reads what is written as text. Throws what is wrong, by name.
  public mutating func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port: \(port) is not from 0 to 65535") }
    for (name, number, range) in [
      ("jobs", jobs ?? 1, 1...256), ("queue", queue, 0...100_000), ("client-requests", clientRequests, 1...100_000),
      ("connections", connections, 1...1_000_000), ("max-pixels", maxPixels, 1...64_000_000),
    ] where !range.contains(number) {
      throw ValidationError("--\(name): \(number) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    for (name, text) in [
      ("max-body", maxBody), ("max-bodies", maxBodies), ("max-answer", maxAnswer), ("cache-size", cacheSize),
      ("cache-memory", cacheMemory),
    ]
    where ByteCount.parse(text) == nil {
      throw ValidationError("--\(name): '\(text)' is no size, such as 64M")
    }
    guard (ByteCount.parse(maxBody) ?? 0) <= (ByteCount.parse(maxBodies) ?? 0) else {
      throw ValidationError("--max-bodies: \(maxBodies) is less than one body may have (--max-body \(maxBody))")
    }
    for (name, text) in [
      ("timeout", timeout), ("fresh", fresh), ("max-fresh", maxFresh), ("stale", stale), ("stop-timeout", stopTimeout),
    ]
    where TimeText.seconds(text) == nil {
      throw ValidationError("--\(name): '\(text)' is no duration, such as 250ms, 10s or 5m")
    }
    guard (TimeText.seconds(timeout) ?? 0) > 0 else { throw ValidationError("--timeout is above 0") }
    guard PageSettings.Network(rawValue: network) != nil else {
      throw ValidationError("--network: '\(network)' is not one of none, public, all")
    }
    if let token = token.first(where: { $0.utf8.count < 16 }) {
      throw ValidationError("--token: one of \(token.utf8.count) bytes is too easily guessed: take 16 at least")
    }
    for key in signingKey where SigningKey(key) == nil {
      throw ValidationError("--signing-key is not ID:SECRET with 16 bytes of secret at least")
    }
    _ = try pageLimits()
    if !allowAnonymous, token.isEmpty, signingKey.isEmpty, !isLoopback {
      throw ValidationError(
        "--host \(host): anybody could ask this server: give --token or --signing-key, or --allow-anonymous if that is meant"
      )
    }
  }

  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

  func pageLimits() throws -> [String: Int] {
    var limits: [String: Int] = [:]
    for text in limit {
      let sides = text.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let value = ByteCount.parse(String(sides[1])) else {
        throw ValidationError("--limit: '\(text)' is not NAME=VALUE, such as elements=10000")
      }
      limits[String(sides[0])] = value
    }
    limits["picturePixels"] = min(limits["picturePixels"] ?? maxPixels, maxPixels)
    return limits
  }

  var pageSettings: PageSettings {
    PageSettings(
      network: PageSettings.Network(rawValue: network) ?? .public, timeout: TimeText.seconds(timeout) ?? 30,
      limits: (try? pageLimits()) ?? [:])
  }

  /// The folder of the cache; nil for none. systemd names one, else it is the user's.
  func cacheFolder(environment: [String: String]) -> String? {
    if let cache { return cache == "none" ? nil : cache }
    if let folder = environment["CACHE_DIRECTORY"], !folder.isEmpty { return folder }
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder + "/offscreen-serve" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/offscreen-serve" }
    return nil
  }
}
