import OffscreenPlatform

/// Where names lead, for pages that may ask public addresses only: a name is refused whole if one of its addresses is
/// private, so that it cannot lead to one server and then to another. Stays on the session's thread; names are looked
/// up on threads of their own.
///
/// Connections are made to the addresses that were looked at. A proxy resolves names itself, and a name server that
/// answers it differently gets around this: so a proxy refuses private addresses itself, or is one that its user trusts
/// (`ProxySettings.isTrusted`).
final class NameChecks {
  enum Finding: Equatable, Sendable {
    case isPublic([NetworkAddress])
    case isPrivate(NetworkAddress)
    case isUnknown
  }

  private var known: [String: (finding: Finding, time: ContinuousClock.Instant)] = [:]
  private var underway: Set<String> = []
  private let mailbox: NetworkMailbox

  private static let lifetime = Duration.seconds(60)
  private static let mostKnown = 1_000
  private static let mostThreads = 16

  init(mailbox: NetworkMailbox) { self.mailbox = mailbox }

  /// What is known of a host; nil where it is yet to be found out, which is begun unless too many are.
  func finding(_ host: String) -> Finding? {
    if let entry = known[host], ContinuousClock.now - entry.time < Self.lifetime { return entry.finding }
    if !underway.contains(host), underway.count < Self.mostThreads { begin(host) }
    return nil
  }

  func note(_ host: String, _ finding: Finding) {
    underway.remove(host)
    if known.count >= Self.mostKnown { known = [:] }
    known[host] = (finding, ContinuousClock.now)
  }

  private final class Work {
    let host: String
    let mailbox: NetworkMailbox
    init(_ host: String, _ mailbox: NetworkMailbox) { (self.host, self.mailbox) = (host, mailbox) }
  }

  private func begin(_ host: String) {
    let work = Unmanaged.passRetained(Work(host, mailbox))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
        work.mailbox.send(.resolved(work.host, NameChecks.resolve(work.host)))
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      known[host] = (.isUnknown, ContinuousClock.now)
      return
    }
    underway.insert(host)
    pthread_detach(thread)
  }

  private static func resolve(_ host: String) -> Finding {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0, let list else { return .isUnknown }
    defer { freeaddrinfo(list) }
    var addresses: [NetworkAddress] = []
    var next: UnsafeMutablePointer<addrinfo>? = list
    while let entry = next {
      guard let address = address(entry.pointee) else { return .isUnknown }
      addresses.append(address)
      next = entry.pointee.ai_next
    }
    return finding(addresses)
  }

  /// All addresses of a name have to be public.
  static func finding(_ addresses: [NetworkAddress]) -> Finding {
    if let address = addresses.first(where: { !$0.isPublic }) { return .isPrivate(address) }
    return addresses.isEmpty ? .isUnknown : .isPublic(addresses)
  }

  private static func address(_ entry: addrinfo) -> NetworkAddress? {
    guard let socket = UnsafeRawPointer(entry.ai_addr) else { return nil }
    switch entry.ai_family {
    case AF_INET where entry.ai_addrlen >= MemoryLayout<sockaddr_in>.size:
      return withUnsafeBytes(of: socket.loadUnaligned(as: sockaddr_in.self).sin_addr) {
        NetworkAddress(bytes: Array($0))
      }
    case AF_INET6 where entry.ai_addrlen >= MemoryLayout<sockaddr_in6>.size:
      return withUnsafeBytes(of: socket.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
        NetworkAddress(bytes: Array($0))
      }
    case _: return nil
    }
  }
}
