import Synchronization

/// Under which keys the answers to addresses are kept.
final class KnownTargets: Sendable {
  /// All that a GET's answer depends on.
  struct Target: Hashable, Sendable {
    var purpose: PageRequest.Purpose
    /// The path and query as they were sent.
    var address: String
    var accept: String

    fileprivate var bytes: Int { address.utf8.count + accept.utf8.count }

    /// Texts of other letters may be equal, and not be the same bytes.
    fileprivate var isOfASCII: Bool { address.utf8.allSatisfy { $0 < 0x80 } && accept.utf8.allSatisfy { $0 < 0x80 } }
  }

  private static let longest = 4096
  private let keys = Mutex(RecentlyUsed<Target, String>(limit: 8 << 20))

  func key(of target: Target) -> String? { target.isOfASCII ? keys.withLock { $0.get(target) } : nil }

  func keep(_ key: String, for target: Target) {
    guard target.bytes <= Self.longest, target.isOfASCII else { return }
    keys.withLock { _ = $0.put(target, key, bytes: target.bytes + 256) }
  }
}
