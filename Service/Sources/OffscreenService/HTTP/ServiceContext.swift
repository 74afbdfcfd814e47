import Hummingbird
import Logging
import NIOCore

/// What is known of a request besides itself.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  /// Who asks, as limits tell clients apart.
  var client = ""
  /// What its body may take of the memory for all of them.
  var body: BodyBudget.Share?

  init(source: Source) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  var remoteAddress: SocketAddress? { channel.remoteAddress }
}
