import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import Subprocess
import Testing

@testable import OffscreenService

private final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}

@Suite struct PartTests {
  @Test func theLeastRecentlyUsedGoes() {
    var used = RecentlyUsed<String, Int>(limit: 30)
    #expect(
      used.put("a", 1, bytes: 10).isEmpty && used.put("b", 2, bytes: 10).isEmpty && used.put("c", 3, bytes: 10).isEmpty)
    #expect(used.get("a") == 1)
    #expect(used.put("d", 4, bytes: 20) == ["b", "c"])
    #expect(used.get("a") == 1 && used.bytes == 30 && used.count == 2)
    #expect(used.put("e", 5, bytes: 40) == ["d", "a", "e"] || used.count == 0)
    #expect(used.bytes == 0)
  }

  private func cache(_ folder: String, bytes: Int = 1 << 20, memory: Int = 0) throws -> AnswerCache {
    try AnswerCache(
      folder: folder, bytes: bytes, memoryBytes: memory, metrics: Metrics(), logger: Logger(label: "test"))
  }

  private func answer(_ text: String) -> CachedAnswer {
    CachedAnswer(
      head: .init(mediaType: "image/png", entityTag: "\"x\"", made: 1, warnings: ["w"]), body: ByteBuffer(string: text))
  }

  @Test func theCacheSurvivesARestartAndHoldsWholeFilesOnly() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (first, second) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    let before = try cache(folder)
    await before.keep(answer("one"), for: first)
    await before.keep(answer("two"), for: second)
    try "cut".write(toFile: folder + "/unfinished-1", atomically: false, encoding: .utf8)
    // One was cut off, by a disk that was full.
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + second))
    try whole.dropLast(3).write(to: URL(fileURLWithPath: folder + "/" + second))
    let after = try cache(folder)
    let known = await after.answer(for: first)
    #expect(known.map { String(buffer: $0.body) } == "one" && known?.head == answer("one").head)
    #expect(await after.answer(for: second) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [first])
  }

  @Test func theCacheIsBounded() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let small = try cache(folder, bytes: 3000)
    for letter in "0123456789" {
      await small.keep(answer(String(repeating: "x", count: 800)), for: String(repeating: letter, count: 64))
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(left.map { $0.first } == ["7", "8", "9"])
  }

  @Test func signaturesHoldForWhatWasSignedUntilTheyExpire() throws {
    let key = try #require(SigningKey("k1:0123456789abcdef"))
    let old = try #require(SigningKey("k0:fedcba9876543210"))
    let authorization = Authorization(tokens: ["a-token-of-16-bytes"], keys: [key, old])
    func client(
      _ target: String, token: String? = nil, now: Double = 1000, method: HTTPRequest.Method = .get
    ) throws -> String? {
      var head = HTTPRequest(method: method, scheme: nil, authority: nil, path: target)
      head.headerFields[.authorization] = token
      let request = Request(head: head, body: .init(buffer: .init()))
      return try authorization.client(of: request, now: now)
    }
    let signed = Authorization.signed("/v1/picture?url=http://a/", by: key, expires: 2000)
    #expect(try client(signed) == "key k1")
    #expect(try client(Authorization.signed("/v1/picture?url=http://a/", by: old, expires: 2000)) == "key k0")
    for wrong in [
      signed.replacing("http://a/", with: "http://b/"), signed + "&width=3", signed.replacing("k1", with: "k0"),
      signed.replacing("expires=2000", with: "expires=3000"), String(signed.dropLast()), "/v1/picture?url=http://a/",
      "/v1/picture?signature=00", "/v1/picture?url=http://a/&signature=" + String(repeating: "0", count: 64),
    ] { #expect(throws: Problem.self, "\(wrong)") { try client(wrong) } }
    #expect(throws: Problem.self) { try client(signed, now: 2000) }
    // A body would ask for what was not signed.
    #expect(throws: Problem.self) { try client(signed, method: .post) }
    // An end that somebody else has written into what was signed.
    let twice = Authorization.signed("/v1/picture?url=http://a/&expires=9000", by: key, expires: 2000)
    #expect(throws: Problem.self) { try client(twice) }
    #expect(try client("/", token: "Bearer a-token-of-16-bytes") == "token 0")
    #expect(try client("/screenshot?token=a-token-of-16-bytes") == "token 0")
    for wrong in ["Bearer x", "Basic a-token-of-16-bytes", "", "Bearer"] {
      #expect(throws: Problem.self) { try client("/", token: wrong) }
    }
  }

  @Test func clientsNameOnlyHostsThatTheServerAllows() throws {
    let service = ["example.com", ".example.org"]
    func allowed(_ wanted: [String]) -> [JSONValue] {
      PageService.allowed(wanted.map { .string($0) }, of: service)
    }
    #expect(allowed([]) == ["example.com", ".example.org"])
    #expect(allowed(["example.com", "a.example.org", "other.test"]) == ["example.com", "a.example.org"])
    // It ends as it should, and is another host.
    for host in [
      "evil.test#.example.org", "evil.test/.example.org", "evil.test?.example.org", "a@b.example.org", ".org",
    ] {
      #expect(allowed([host]) == ["none.invalid"], "\(host)")
    }
  }

  @Test func aLocalServiceHasNoOtherName() {
    for name in [nil, "localhost", "LOCALHOST:8080", "127.0.0.1:8080", "127.9.9.9", "[::1]:80"] {
      #expect(ClientMiddleware.isThisMachine(name), "\(name ?? "")")
    }
    for name in ["evil.test", "127.0.0.1.evil.test", "127.evil.test:80", "localhost.evil.test", "", "[::2]"] {
      #expect(!ClientMiddleware.isThisMachine(name), "\(name)")
    }
  }

  @Test func addressesThatAreOnlyEqualAsTextAreDifferent() {
    let targets = KnownTargets()
    func target(_ address: String) -> KnownTargets.Target { .init(purpose: .picture, address: address, accept: "") }
    for address in ["/?url=K", "/?url=\u{E9}"] { targets.keep(address, for: target(address)) }
    #expect(targets.key(of: target("/?url=K")) == "/?url=K")
    // Of Kelvin, and with a combining accent.
    for other in ["/?url=\u{212A}", "/?url=e\u{301}"] { #expect(targets.key(of: target(other)) == nil) }
  }

  @Test func labelsOfRenderersHaveNoLineEnds() {
    let metrics = Metrics()
    metrics.add(.stageSeconds, 1, labels: ["stage": "a\r\nb\"\u{301}"])
    #expect(metrics.text.contains("{stage=\"a__b_\u{301}\"} 1\n"))
  }

  @Test func labelsOfRenderersAreBounded() {
    let metrics = Metrics()
    for number in 0..<5000 { metrics.add(.stageSeconds, 1, labels: ["stage": "\(number)"]) }
    metrics.add(.stageSeconds, 1, labels: ["stage": String(repeating: "x", count: 1 << 20)])
    #expect(metrics.text.split(separator: "\n").count < 2000 && metrics.text.utf8.count < 1 << 17)
  }

  @Test func theWorkerGetsNoSecretOfTheService() async throws {
    setenv("OFFSCREEN_SERVE_UNUSED", "secret", 1)
    defer { unsetenv("OFFSCREEN_SERVE_UNUSED") }
    let result = try await Subprocess.run(
      .name("env"), environment: WorkerProgram.environment, output: .string(limit: 1 << 20))
    #expect(result.standardOutput.contains("PATH=") && !result.standardOutput.contains("OFFSCREEN_SERVE_UNUSED"))
  }

  @Test func settingsOfOptionsWinOverTheEnvironmentAndThatOverTheFile() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try "port: 1\nqueue: 1\nmaxBody: 1M\nallowAnonymous: true\ndenyHost: [a.test, b.test]\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let environment = [
      "OFFSCREEN_SERVE_PORT": "2", "OFFSCREEN_SERVE_QUEUE": "2", "OFFSCREEN_SERVE_ALLOW_HOST": "x.test,y.test",
    ]
    let arguments = try SettingsSources.arguments(["--port", "3", "--settings", file], environment: environment)
    let settings = try ServeSettings.parse(arguments)
    #expect(settings.port == 3 && settings.queue == 2 && settings.maxBody == "1M" && settings.allowAnonymous)
    #expect(settings.denyHost == ["a.test", "b.test"] && settings.allowHost == ["x.test", "y.test"])
    #expect(throws: (any Error).self) { try SettingsSources.arguments([], environment: ["OFFSCREEN_SERVE_PROT": "1"]) }
    try "prot: 1".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(throws: (any Error).self) { try SettingsSources.arguments(["--settings=" + file], environment: [:]) }
  }

  @Test(arguments: [
    ["--host", "0.0.0.0"], ["--port", "70000"], ["--token", "short"], ["--signing-key", "x"], ["--network", "some"],
    ["--timeout", "0"], ["--max-body", "big"], ["--limit", "elements"], ["--queue", "-1"],
    ["--max-bodies", "1M"],
  ]) func settingsThatMakeNoSenseAreRefused(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try ServeSettings.parse(arguments) }
  }

  @Test func listeningBeyondLoopbackNeedsASecretOrAWord() throws {
    #expect(throws: Never.self) { try ServeSettings.parse(["--host", "0.0.0.0", "--token", "0123456789abcdef"]) }
    #expect(throws: Never.self) { try ServeSettings.parse(["--host", "0.0.0.0", "--allow-anonymous"]) }
  }

  @Test func identicalWorkIsSharedAndEndsWithTheLastWhoWaits() async throws {
    let work = SharedWork<Int>()
    let made = Counter()
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await work.value(of: "a") {
            made.add()
            try await Task.sleep(for: .milliseconds(200))
            return 7
          }.value
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 7, count: 20) && made.count == 1)
    let endless = Task {
      try await work.value(of: "b") {
        try await Task.sleep(for: .seconds(600)); return 1
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    endless.cancel()
    await #expect(throws: (any Error).self) { try await endless.value }
  }
}
