import Foundation
import TestSupport

@testable import OffscreenLoading

extension TestServer {
  func url(_ path: String, host: String = "127.0.0.1") -> PageURL {
    guard let url = PageURL(address(path, host: host)) else { preconditionFailure("\(path) is no path") }
    return url
  }
}

/// Loads away from the threads that the server needs.
func away<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

extension ResourceLoader {
  func text(_ url: PageURL, as kind: ResourceKind = .document, referrer: PageURL? = nil) async -> String {
    await away {
      switch self.load(url, as: kind, referrer: referrer) {
      case .success(let resource): String(decoding: resource.bytes, as: UTF8.self)
      case .failure(let error): "error: \(error)"
      }
    }
  }
}

func makeLoader(
  _ page: PageURL, network: LoadPolicy.Network = .all, limits: Limits = Limits(),
  session: NetworkSession = NetworkSession(), cache: String? = nil, _ change: (inout RequestSettings) -> Void = { _ in }
) -> ResourceLoader {
  var settings = RequestSettings()
  change(&settings)
  return ResourceLoader(
    policy: LoadPolicy(root: nil, network: network), limits: limits, page: page, settings: settings, session: session,
    cacheFolder: cache)
}
