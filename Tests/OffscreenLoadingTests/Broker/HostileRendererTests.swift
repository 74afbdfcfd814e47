import Foundation
import OffscreenPlatform
import TestSupport
import Testing

@testable import OffscreenLoading

/// Code that has taken over a renderer can say to its broker what it likes.
@Suite struct HostileRendererTests {
  /// The same in each run.
  private struct Randomness: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let secret = "the secret beside the root"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("secret.txt", Self.secret)
    try folder.write("site/page.html", "<p>")
    try folder.write("site/a.css", "a{}")
    try folder.link("site/link.txt", to: "../secret.txt")
    try folder.link("site/up", to: "..")
    return folder
  }

  private func seeds(_ folder: TemporaryFolder, _ server: TestServer) -> [BrokerAsk] {
    let page = "file://\(folder.path)/site/page.html"
    let files = [
      page, "file://\(folder.path)/site/a.css", "file://\(folder.path)/site/../secret.txt",
      "file://\(folder.path)/site/link.txt", "file://\(folder.path)/site/up/secret.txt", "file:///etc/passwd",
      "file://\(folder.path)/secret.txt", "file:///proc/self/environ", "data:text/html,x", "about:blank",
    ]
    let hosts = ["127.0.0.1", "localhost", "[::1]", "0x7f.1", "2130706433", "10.0.0.1"]
    let addresses = files + hosts.map { "http://\($0):\(server.port)/x" } + ["https://127.0.0.1/", "ftp://127.0.0.1/"]
    let content = RequestContent(
      method: "POST", headers: [.init(name: "Content-Type", value: "text/plain")], body: Array("body".utf8))
    let put = RequestContent(method: "PUT", headers: [.init(name: "X-Own", value: "x")], body: Array("body".utf8))
    return addresses.compactMap { PageURL($0) }.enumerated().flatMap { index, url in
      [nil, PageURL(page), PageURL("http://127.0.0.1/")].map { referrer in
        BrokerAsk(
          page: 1, number: UInt32(index),
          request: NetworkRequest(
            url: url, kind: ResourceKind.allCases[index % ResourceKind.allCases.count], referrer: referrer,
            content: index % 4 == 3 ? index % 8 == 3 ? content : put : nil, isAhead: index % 2 == 1))
      }
    }
  }

  private static let words = [
    "../", "..%2f", "%2e%2e/", "secret.txt", "/etc/passwd", "\0", "file://", "http://", "@", "#",
  ]

  /// Half of the messages are whole, and ask for something else; in the others, any byte may be another.
  private func mutated(_ seed: BrokerAsk, _ random: inout Randomness) -> [UInt8] {
    guard Bool.random(using: &random) else { return mutated(seed.message, &random) }
    var ask = seed
    if let url = PageURL(utf8: mutated(Array(seed.request.url.href.utf8), &random)) { ask.request.url = url }
    if Bool.random(using: &random) { ask.request.referrer = ask.request.url }
    if Int.random(in: 0..<4, using: &random) == 0 { ask.request.isAhead.toggle() }
    ask.number = UInt32.random(in: 0...UInt32.max, using: &random)
    return ask.message
  }

  private func mutated(_ bytes: [UInt8], _ random: inout Randomness) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 4: bytes.removeLast(min(bytes.count, Int.random(in: 1...20, using: &random)))
      case 5: bytes += bytes.suffix(Int.random(in: 1...40, using: &random))
      case _:
        let word = Array((Self.words.randomElement(using: &random) ?? "").utf8)
        bytes.replaceSubrange(place..<min(bytes.count, place + word.count), with: word)
      }
    }
    return bytes
  }

  /// The first ask in a message; nil where there is none that makes sense.
  private func ask(in message: [UInt8]) -> BrokerAsk? {
    (try? BrokerService.ask(in: message[...])).flatMap { $0 }.flatMap { try? BrokerAsk($0) }
  }

  /// Tests connect to this machine at most: whether a message could lead elsewhere, were it heard.
  private func leadsAway(_ message: [UInt8]) -> Bool {
    guard let url = ask(in: message)?.request.url, url.isHTTP else { return false }
    return url.hostAddress?.isPublic ?? (url.host != "localhost")
  }

  /// A connection until something breaks it.
  private final class Connection {
    let pair: BrokerPair
    var stream: BrokerStream

    init(_ rights: LoadRights, _ session: NetworkSession) throws {
      pair = try BrokerPair(session: session)
      stream = BrokerStream(pair.descriptor)
      pair.service.begin(.success(rights), request: [])
      guard stream.message(until: ContinuousClock.now + .seconds(20))?.kind == .page else { throw Silence() }
    }

    deinit { stream.close() }

    /// What the broker says to a message: the answer to an ask that it must hear, or all until the end of the
    /// connection, which is of no use then.
    func answer(to message: [UInt8], isHeard: Bool) throws -> [UInt8] {
      _ = message.withUnsafeBytes { send(pair.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      let deadline = ContinuousClock.now + .seconds(20)
      if isHeard {
        guard let (_, fields) = stream.message(until: deadline), let answer = try? BrokerAnswer(fields[...]),
          let content = stream.read(answer.count, until: deadline)
        else { throw Silence() }
        return fields + content
      }
      shutdown(pair.descriptor, Int32(SHUT_WR))
      var all: [UInt8] = []
      while let byte = stream.read(1, until: deadline) { all += byte }
      if ContinuousClock.now > deadline { throw Silence() }
      return all
    }
  }

  /// An answer that is due does not come.
  private struct Silence: Error {}

  /// Whether there is an answer to it: what makes no sense behind an ask may end the connection before.
  private func isHeard(_ message: [UInt8]) -> Bool {
    ask(in: message)?.page == 1 && (try? BrokerService.ask(in: message[...]))??.endIndex == message.endIndex
  }

  @Test func tenThousandMessages() async throws {
    let server = try await TestServer { _ in .init(body: "private") }
    let folder = try folder()
    let page = try #require(PageURL("file://\(folder.path)/site/page.html"))
    let seeds = seeds(folder, server)
    let heard = try await away { () -> Result<Int, any Error> in
      Result {
        var random = Randomness(state: 24)
        let session = NetworkSession()
        let all = try [LoadPolicy.Network.none, .public].map { network in
          var rights = LoadRights(page: page, policy: try LoadPolicy(page: page, network: network))
          rights.limits.requests = 100_000
          return rights
        }
        var connections: [Connection?] = [nil, nil]
        var (heard, count) = (0, 0)
        while count < 10_000 {
          let message = mutated(seeds[count % seeds.count], &random)
          if leadsAway(message) { continue }
          count += 1
          let (place, isHeard) = (count % 2, isHeard(message))
          let connection = try connections[place] ?? Connection(all[place], session)
          let answer = try connection.answer(to: message, isHeard: isHeard)
          connections[place] = isHeard ? connection : nil
          if isHeard { heard += 1 }
          let text = String(decoding: answer, as: UTF8.self)
          if text.contains(Self.secret) || text.contains("root:") || text.contains("PATH=") {
            Issue.record("\(message)")
          }
        }
        return heard
      }
    }.get()
    // They are no noise: many make sense, and are refused for what they ask.
    #expect(heard > 2_000, "\(heard)")
    #expect(server.requests.isEmpty)
  }

  /// What nobody takes does not pile up, and the broker is there for the next page.
  /// In a process of its own: the tests beside it take memory, too.
  @Test func oneThatDoesNotListen() async {
    await #expect(processExitsWith: .success) { try await Self().answersPileUpNowhere() }
  }

  private func answersPileUpNowhere() async throws {
    let folder = try folder()
    try folder.write("site/large.bin", String(repeating: "x", count: 4 << 20))
    let page = try #require(PageURL("file://\(folder.path)/site/page.html"))
    let large = try #require(PageURL("file://\(folder.path)/site/large.bin"))
    let pair = try BrokerPair()
    defer { close(pair.descriptor) }
    pair.service.begin(.success(LoadRights(page: page, policy: try LoadPolicy(page: page))), request: [])
    let before = ProcessMemory.resident(of: getpid())
    for number in 0..<1_000 {
      let request = NetworkRequest(url: large, kind: .image, referrer: page, isAhead: false)
      let message = BrokerAsk(page: 1, number: UInt32(number), request: request).message
      let sent = message.withUnsafeBytes {
        send(pair.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if sent < message.count { break }
    }
    try await Task.sleep(for: .milliseconds(300))
    #expect(ProcessMemory.resident(of: getpid()) - before < 64 << 20)
    pair.service.stop()
  }
}
