import Foundation
import Logging
import NIOCore

/// Answers for requests: from the cache, by waiting for one that is under way already, or by the worker.
struct PageService: Sendable {
  /// What came of looking into the cache, as `Cache-Status` says it: https://www.rfc-editor.org/rfc/rfc9211
  enum Origin: Sendable {
    case fresh, stale, made, shared
    /// It is kept nowhere.
    case private_

    var cacheStatus: String {
      switch self {
      case .fresh: "offscreen; hit"
      case .stale: "offscreen; hit; detail=stale"
      case .made: "offscreen; fwd=miss; stored"
      case .shared: "offscreen; fwd=miss; collapsed"
      case .private_: "offscreen; fwd=bypass"
      }
    }
  }

  let queue: RenderQueue
  let cache: AnswerCache
  let workspace: Workspace
  let clients: ClientLimits
  let metrics: Metrics
  let logger: Logger
  let fingerprint: String
  /// Seconds.
  let fresh: Double
  let stale: Double
  /// The longest that a page's server may ask for.
  let longestFresh: Double
  /// Bytes of a picture.
  let mostBytes: Int
  let allowHosts: [String]
  let denyHosts: [String]
  let longestRequest: Int
  private let underWay = SharedWork<CachedAnswer>()
  private let targets = KnownTargets()

  init(
    queue: RenderQueue, cache: AnswerCache, workspace: Workspace, metrics: Metrics, logger: Logger, keys: RequestKeys,
    settings: ServeSettings
  ) {
    (self.queue, self.cache, self.workspace, self.metrics, self.logger) = (queue, cache, workspace, metrics, logger)
    clients = ClientLimits(most: settings.clientRequests)
    // What the server allows is not among a request's options, and the cache outlives a change of it.
    fingerprint = ([keys.fingerprint, "allow"] + settings.allowHost + ["deny"] + settings.denyHost)
      .joined(separator: "\n")
    longestRequest = keys.longestRequest
    fresh = TimeText.seconds(settings.fresh) ?? 0
    stale = TimeText.seconds(settings.stale) ?? 0
    longestFresh = TimeText.seconds(settings.maxFresh) ?? 0
    mostBytes = ByteCount.parse(settings.maxAnswer) ?? 64 << 20
    (allowHosts, denyHosts) = (settings.allowHost, settings.denyHost)
  }

  /// For how long an answer is given out, in seconds, and still while it is made anew: as its page's server says, or
  /// else the settings.
  func lifetime(of answer: CachedAnswer) -> (fresh: Double, stale: Double) {
    (min(answer.head.fresh ?? fresh, longestFresh), min(answer.head.stale ?? stale, stale))
  }

  /// What is in the cache, and fresh: most requests need no more. `target`: the address that asks for it, with all that
  /// the answer depends on.
  func known(_ target: KnownTargets.Target) async -> (CachedAnswer, Origin)? {
    guard let key = targets.key(of: target), let answer = await cache.answer(for: key),
      answer.age() <= lifetime(of: answer).fresh
    else { return nil }
    metrics.add(.cache, labels: ["result": "hit"])
    return (answer, .fresh)
  }

  /// Remembers what an address asks for, where others may have the same answer.
  func remember(_ target: KnownTargets.Target, _ request: PageRequest) {
    if !request.isPrivate, fresh > 0 { targets.keep(request.key(fingerprint: fingerprint), for: target) }
  }

  /// `client`: who asks; `isNew`: whether nothing from the cache is wanted.
  func answer(
    to request: PageRequest, for client: String, isNew: Bool
  ) async throws -> (answer: CachedAnswer, origin: Origin) {
    let key = request.key(fingerprint: fingerprint)
    guard !request.isPrivate, fresh > 0 else {
      metrics.add(.cache, labels: ["result": "bypass"])
      return (try await clients.withPlace(for: client) { try await made(request) }, .private_)
    }
    if !isNew, let known = await cache.answer(for: key) {
      let (age, lifetime) = (known.age(), lifetime(of: known))
      if age <= lifetime.fresh {
        metrics.add(.cache, labels: ["result": "hit"])
        return (known, .fresh)
      }
      if age <= lifetime.fresh + lifetime.stale {
        metrics.add(.cache, labels: ["result": "stale"])
        renew(key, request)
        return (known, .stale)
      }
    }
    let (answer, isShared) = try await clients.withPlace(for: client) { try await shared(key, request) }
    metrics.add(.cache, labels: ["result": isShared ? "shared" : "miss"])
    return (answer, lifetime(of: answer).fresh <= 0 ? .private_ : isShared ? .shared : .made)
  }

  private func shared(_ key: String, _ request: PageRequest) async throws -> (CachedAnswer, Bool) {
    let (answer, isShared) = try await underWay.value(of: key) {
      let answer = try await made(request)
      if lifetime(of: answer).fresh > 0 { await cache.keep(answer, for: key) } else { cache.remove(key) }
      return answer
    }
    return (answer, isShared)
  }

  /// While the old answer is given out: https://www.rfc-editor.org/rfc/rfc5861#section-3
  private func renew(_ key: String, _ request: PageRequest) {
    Task {
      do {
        _ = try await shared(key, request)
      } catch {
        logger.info("a stale answer could not be renewed", metadata: ["error": "\(error)"])
      }
    }
  }

  // MARK: The worker

  private func made(_ request: PageRequest) async throws -> CachedAnswer {
    do {
      return try await workspace.withPlace(for: request.page) { page, output in
        let path = output + "." + (request.purpose == .picture ? request.format.rawValue : "json")
        let line = try line(request, page: page, output: path)
        let answer = try await queue.answer(to: line)
        return try self.answer(answer, to: request, path: path)
      }
    } catch let trouble as Workspace.Trouble {
      logger.error("no place for a request", metadata: ["error": "\(trouble)"])
      throw Problem(.serviceUnavailable, trouble.description, cause: "output", retryAfter: 5)
    }
  }

  private func line(_ request: PageRequest, page: String, output: String) throws -> WorkerRequest {
    var line = request.options
    line["input"] = .string(page)
    line["timings"] = true
    if request.purpose == .picture { line["output"] = .string(output) }
    if request.purpose == .inspect { line["inspect"] = .string(output) }
    let (allowed, denied) = (
      Self.allowed(list(line["allowHosts"]), of: allowHosts), denyHosts.map { .string($0) } + list(line["denyHosts"])
    )
    line["allowHosts"] = allowed.isEmpty ? nil : .array(allowed)
    line["denyHosts"] = denied.isEmpty ? nil : .array(denied)
    let whole = try WorkerRequest(line)
    guard whole.byteCount <= longestRequest else {
      throw Problem(.contentTooLarge, "the options are longer than \(longestRequest) bytes together")
    }
    return whole
  }

  private func list(_ value: JSONValue?) -> [JSONValue] { if case .array(let values)? = value { values } else { [] } }

  /// A client may ask for fewer hosts than the server allows, never for others.
  static func allowed(_ wanted: [JSONValue], of hosts: [String]) -> [JSONValue] {
    if hosts.isEmpty { return wanted }
    if wanted.isEmpty { return hosts.map { .string($0) } }
    let both = wanted.filter { value in
      // Of letters alone that stand for themselves: `evil.example#.example.com` ends as it should, and is another host.
      guard let host = value.string?.lowercased(), host.utf8.allSatisfy(Self.isOfHosts) else { return false }
      return hosts.contains { $0 == host || ($0.hasPrefix(".") && host.hasSuffix($0)) }
    }
    // Nothing is left: a host that cannot be. https://www.rfc-editor.org/rfc/rfc2606#section-2
    return both.isEmpty ? ["none.invalid"] : both
  }

  private static func isOfHosts(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._:[]".utf8.contains(byte)
  }

  private func answer(_ answer: WorkerAnswer, to request: PageRequest, path: String) throws -> CachedAnswer {
    guard answer.ok else {
      let error = answer.error ?? "the page could not be rendered"
      throw Problem.page(cause: answer.cause, cleaned(error, request))
    }
    metrics.add(.rendered)
    let body: ByteBuffer
    let mediaType: String
    switch request.purpose {
    case .picture: (body, mediaType) = (try workspace.take(path, limit: mostBytes), request.format.mediaType)
    case .inspect: (body, mediaType) = (try workspace.take(path, limit: mostBytes), "application/json")
    case .evaluate:
      var object: [String: JSONValue] = ["value": answer.value ?? .null]
      if let exception = answer.exception { object = ["exception": .string(exception)] }
      if let console = answer.console { object["console"] = .array(console) }
      (body, mediaType) = (ByteBuffer(bytes: try JSONText.encoder.encode(object)), "application/json")
    }
    let hash = SHA256()
    body.withUnsafeReadableBytes { hash.update($0) }
    let tag = "\"" + hash.finalize().prefix(16).hexadecimal + "\""
    let head = CachedAnswer.Head(
      mediaType: mediaType, entityTag: tag, made: Date().timeIntervalSince1970, width: answer.width,
      height: answer.height, milliseconds: answer.milliseconds,
      warnings: (answer.warnings ?? []).prefix(20).map { cleaned($0, request) },
      fresh: answer.fresh.map { Double(max(0, $0)) }, stale: answer.stale.map { Double(max(0, $0)) })
    return CachedAnswer(head: head, body: body)
  }

  /// Without the places of this machine.
  private func cleaned(_ text: String, _ request: PageRequest) -> String {
    var text = text.replacing("file://" + workspace.path, with: "").replacing(workspace.path, with: "")
    // `/upload-12/page/index.html` is what the client sent as `index.html`.
    text = text.replacing(/\/upload-[0-9]+\/(page|picture)\//, with: "")
    return text
  }
}
