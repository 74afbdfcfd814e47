import Foundation
import OffscreenPlatform

@testable import OffscreenLoading

/// A broker with a renderer's end of its connection, in one process.
final class BrokerPair: Sendable {
  let service: BrokerService
  /// The renderer's end, where it is not a client's.
  let descriptor: Int32

  init(session: NetworkSession = NetworkSession()) throws {
    guard let ends = SocketPair.make(), let service = BrokerService(descriptor: ends.own, session: session)
    else { throw CancellationError() }
    (self.service, descriptor) = (service, ends.other)
    guard service.serveOnThread() else { throw CancellationError() }
  }

  deinit { service.stop() }

  /// Begins a page, and gives its loader.
  func load(
    _ rights: LoadRights, with client: BrokerClient, limits: Limits? = nil, network: LoadPolicy.Network? = nil
  ) throws -> ResourceLoader {
    service.begin(.success(rights), request: Array("request".utf8))
    guard let request = client.nextPage(), request == Array("request".utf8), let page = rights.page else {
      throw CancellationError()
    }
    return ResourceLoader(
      client, page: page, network: network ?? rights.policy.network, limits: limits ?? rights.limits,
      isStrict: rights.settings.isStrict, names: nil)
  }
}
