import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// All parts of the service, put together.
public struct ServiceApplication: Sendable {
  let settings: ServeSettings
  let keys: RequestKeys
  let formats: [PictureFormat]
  let queue: RenderQueue
  let pages: PageService
  let metrics: Metrics
  let readiness = Readiness()
  let logger: Logger
  let workspace: Workspace

  /// Throws what is wrong with the settings, or what is missing.
  public init(
    settings: ServeSettings, environment: [String: String], logger: Logger
  ) async throws {
    (self.settings, self.logger) = (settings, logger)
    metrics = Metrics()
    let program = WorkerProgram(
      path: try WorkerProgram.find(named: settings.program, environment: environment),
      jobs: settings.jobs ?? System.coreCount, memory: settings.maxMemory, fonts: settings.fonts,
      requiresSandbox: settings.requireSandbox)
    keys = try await program.keys()
    let known = Set(keys.limits.map(\.name))
    if let unknown = try settings.pageLimits().keys.first(where: { !known.contains($0) }) {
      throw WorkerProgram.NotFound(description: "--limit: there is no limit '\(unknown)' (see offscreen limits)")
    }
    workspace = try Workspace(parent: settings.workFolder)
    queue = RenderQueue(program: program, longest: settings.queue, logger: logger, metrics: metrics)
    pages = PageService(
      queue: queue, cache: try Self.cache(settings, environment, metrics, logger), workspace: workspace,
      metrics: metrics, logger: logger, keys: keys, settings: settings)
    let endings = Set(keys.endings)
    formats = PictureFormat.allCases.filter { endings.contains($0.rawValue) }
  }

  /// A folder that was named must be good; the user's own, which may be read-only, is done without.
  private static func cache(
    _ settings: ServeSettings, _ environment: [String: String], _ metrics: Metrics, _ logger: Logger
  ) throws -> AnswerCache {
    let folder = settings.cacheFolder(environment: environment)
    let bytes = ByteCount.parse(settings.cacheSize) ?? 1 << 30
    let memory = ByteCount.parse(settings.cacheMemory) ?? 64 << 20
    do {
      return try AnswerCache(folder: folder, bytes: bytes, memoryBytes: memory, metrics: metrics, logger: logger)
    } catch {
      guard settings.cache == nil else { throw error }
      logger.warning("answers are kept in memory only", metadata: ["reason": "\(error)"])
      return try AnswerCache(folder: nil, bytes: bytes, memoryBytes: memory, metrics: metrics, logger: logger)
    }
  }

  // MARK: Routes

  static let routes: [String: [HTTPRequest.Method]] = [
    "/v1/picture": [.get, .post], "/v1/inspect": [.get, .post], "/v1/evaluate": [.get, .post], "/screenshot": [.post],
    "/forms/chromium/screenshot/url": [.post], "/forms/chromium/screenshot/html": [.post],
    "/forms/chromium/screenshot/markdown": [.post], "/healthz": [.get], "/readyz": [.get], "/metrics": [.get],
    "/openapi.json": [.get], "/": [.get],
  ]

  func router() -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    let authorization = Authorization(tokens: settings.token, keys: settings.signingKey.compactMap { SigningKey($0) })
    router.add(middleware: AccountMiddleware(metrics: metrics, routes: Self.routes))
    router.add(
      middleware: ClientMiddleware(
        authorization: authorization, usesForwardedFor: settings.forwardedFor,
        isForThisMachine: settings.isLoopback && !authorization.isNeeded && !settings.allowAnonymous, metrics: metrics))
    router.add(
      middleware: BodyBudget.Middleware(budget: BodyBudget(limit: ByteCount.parse(settings.maxBodies) ?? 256 << 20)))
    let reader = OptionReader(keys: keys, settings: settings.pageSettings, formats: formats)
    let routes = PageRoutes(
      pages: pages, reader: BodyReader(options: reader), mostBody: ByteCount.parse(settings.maxBody) ?? 16 << 20)
    for purpose in [PageRequest.Purpose.picture, .inspect, .evaluate] {
      let path = RouterPath("/v1/\(purpose.rawValue)")
      router.get(path) { try await routes.get(purpose, $0, $1) }
      router.post(path) { try await routes.post(purpose, $0, $1) }
    }
    let browserless = BrowserlessRoutes(pages: routes)
    router.post("/screenshot") { try await browserless.screenshot($0, $1) }
    let gotenberg = GotenbergRoutes(pages: routes)
    for kind in GotenbergRoutes.Kind.allCases {
      router.post(RouterPath("/forms/chromium/screenshot/\(kind.rawValue)")) {
        try await gotenberg.answer(kind, $0, $1)
      }
    }
    let operation = OperationRoutes(readiness: readiness, metrics: metrics)
    router.get("/healthz") { _, _ in operation.health() }
    router.get("/readyz") { _, _ in try operation.ready() }
    router.get("/metrics") { _, _ in operation.numbers() }
    let description = OpenAPI(
      keys: keys, formats: formats, settings: settings.pageSettings, isOpen: !authorization.isNeeded
    ).json
    router.get("/openapi.json") { _, _ in OperationRoutes.json(description, cacheControl: "max-age=60") }
    router.get("/") { _, _ in TryPage.response }
    return router
  }

  // MARK: Running

  /// The HTTP server, with the renderers behind it. `onServerRunning` is told the port.
  func application(
    onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let counter = ConnectionCounter(metrics: metrics)
    let metrics = metrics
    let server = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [ConnectionGuard(counter: counter, metrics: metrics)],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 64 << 10, maxHeaderListSize: 80 << 10, maxHeaderFieldCount: 200)))
    var configuration = ApplicationConfiguration(
      address: .hostname(settings.host, port: settings.port), serverName: "Offscreen/\(keys.version)", backlog: 1024)
    configuration.availableConnectionsDelegate = MaximumAvailableConnections(settings.connections, logger: logger)
    // They are stopped in the other order: the renderers after the server, which finishes what is under way.
    return Application(
      responder: router().buildResponder(), server: server, configuration: configuration,
      services: [queue, Started(readiness: readiness, service: self)],
      onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? 0) }, logger: logger)
  }

  /// Until it is told to stop.
  public func run() async throws {
    defer { workspace.remove() }
    OpenFiles.allow(connections: settings.connections)
    let (host, logger) = (settings.host, logger)
    let app = application { port in
      let address = host.contains(":") ? "[\(host)]" : host
      logger.notice("listening", metadata: ["address": "http://\(address):\(port)/"])
    }
    var configuration = ServiceGroupConfiguration(
      services: [app], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(TimeText.seconds(settings.stopTimeout) ?? 40)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// Lets every renderer work once, so that the first client waits for none.
  func warmUp() async {
    let queue = queue
    let place = workspace.path
    let jobs = settings.jobs ?? System.coreCount
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          let request = try? WorkerRequest([
            "input": "data:text/html,<p>Offscreen", "network": "none", "settle": "0", "timeout": "20s",
          ])
          guard let request else { return false }
          return (try? await queue.answer(to: request).ok) ?? false
        }
      }
      let good = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      if good == 0 {
        logger.error("no renderer could render a page: see offscreen doctor", metadata: ["folder": "\(place)"])
      } else {
        logger.info("renderers are warm", metadata: ["count": "\(jobs)"])
        readiness.set(true)
      }
    }
  }
}

/// Warms the renderers up, and says that the service is not ready when it is about to stop.
private struct Started: Service {
  let readiness: Readiness
  let service: ServiceApplication

  func run() async throws {
    await withGracefulShutdownHandler {
      await service.warmUp()
      try? await gracefulShutdown()
    } onGracefulShutdown: {
      readiness.set(false)
    }
  }
}
