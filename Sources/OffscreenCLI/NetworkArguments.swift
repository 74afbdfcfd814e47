import ArgumentParser
import Offscreen

/// What is sent with a page's requests, and what becomes of failures.
struct NetworkArguments: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Sent as the program's name.", valueName: "TEXT"))
  var userAgent: String?

  @Option(help: ArgumentHelp(
    "Sent with every request to the page's own server: 'Name: value'. May be repeated.", valueName: "HEADER"))
  var header: [String] = []

  @Option(help: ArgumentHelp("A cookie for the page's own server: name=value. May be repeated.", valueName: "COOKIE"))
  var cookie: [String] = []

  @Option(help: ArgumentHelp(
    "Name and password for the page's own server (basic and digest). They may stand in the address too.",
    valueName: "NAME:PASSWORD"))
  var user: String?

  @Flag(help: "Fail where the server says that something went wrong, such as 404. Otherwise what came with it is rendered.")
  var strict = false

  @Option(help: ArgumentHelp("What to do with a page of which something does not come in time: snapshot or fail.", valueName: "WHAT"))
  var onTimeout = TimeoutReaction.snapshot

  @Option(
    help: ArgumentHelp(
      "A folder that keeps what came over the network for other runs, as far as HTTP allows it.", valueName: "DIR"),
    completion: .directory)
  var cache: String?

  @Option(
    help: ArgumentHelp("A file that gets a line of JSON for each request, appended.", valueName: "FILE"),
    completion: .file())
  var requestLog: String?

  enum TimeoutReaction: String, ExpressibleByArgument, CaseIterable { case snapshot, fail }

  func apply(to options: inout PageOptions) {
    options.requests.userAgent = userAgent
    options.requests.headers = header
    options.requests.cookies = cookie
    options.requests.credentials = user
    options.requests.isStrict = strict
    options.failsOnTimeout = onTimeout == .fail
    options.requestLog = requestLog
    options.cache = cache
  }

  func apply(to request: inout WorkerRequest) {
    request.userAgent = userAgent
    if !header.isEmpty { request.headers = header }
    if !cookie.isEmpty { request.cookies = cookie }
    request.user = user
    if strict { request.strict = true }
    if onTimeout == .fail { request.onTimeout = onTimeout.rawValue }
    request.requestLog = requestLog
    request.cache = cache
  }
}
