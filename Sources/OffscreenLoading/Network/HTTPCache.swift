import OffscreenPlatform

/// Answers of the network that may be used again: in memory, and in the folders that pages name. A session
/// has one for all its pages, which holds nothing that is meant for one of them, and each page one for itself
/// (`PageJar`). Stays on the session's thread.
final class HTTPCache {
  private var memory: [String: [CacheEntry]] = [:]
  /// The keys of `memory`, those used last at the end.
  private var order: [String] = []
  private var bytes = 0
  private var folders: [String: CacheFolder] = [:]
  private let mostBytes: Int
  private let keepsFiles: Bool

  private static let mostVariants = 4

  init(mostBytes: Int = 32 << 20, keepsFiles: Bool = true) {
    (self.mostBytes, self.keepsFiles) = (mostBytes, keepsFiles)
  }

  /// The key under which what a page gets from an address is kept: what its user sends to the server
  /// decides over the answer.
  static func key(_ url: PageURL, _ page: NetworkPage, isAtHome: Bool) -> String {
    let settings = page.settings
    var key = url.hrefWithoutFragment
    if isAtHome, page.credentials != nil || settings.tellWhoAsks {
      let all =
        settings.headers.map { "\($0.name): \($0.value)" } + settings.cookies.map { "\($0.name)=\($0.value)" }
        + [page.credentials.map { "\($0.name):\($0.password)" } ?? ""]
      key += " " + ContentHash.sha256(Array(all.joined(separator: "\n").utf8))
    }
    return key
  }

  func entry(_ key: String, for page: NetworkPage, _ fields: HTTPHeaders) -> CacheEntry? {
    let found = memory[key]?.first { $0.answers(fields) }
    if found != nil { touch(key) }
    guard let entry = found ?? folder(page)?.entry(key, fields) else { return nil }
    // What another page got from a private address is not for a page that may not connect to it.
    guard page.network == .all || entry.isFromPublicAddress else { return nil }
    return entry
  }

  func store(_ entry: CacheEntry, under key: String, for page: NetworkPage) {
    let known = memory.removeValue(forKey: key) ?? []
    let kept = known.filter { $0.selecting != entry.selecting }.suffix(Self.mostVariants - 1)
    bytes += entry.cost - known.reduce(0) { $0 + $1.cost } + kept.reduce(0) { $0 + $1.cost }
    memory[key] = kept + [entry]
    touch(key)
    while bytes > mostBytes, let oldest = order.first {
      order.removeFirst()
      bytes -= memory.removeValue(forKey: oldest)?.reduce(0) { $0 + $1.cost } ?? 0
    }
    folder(page)?.store(entry, key)
  }

  func remove(_ key: String, for page: NetworkPage) {
    bytes -= memory.removeValue(forKey: key)?.reduce(0) { $0 + $1.cost } ?? 0
    order.removeAll { $0 == key }
    folder(page)?.remove(key)
  }

  private func touch(_ key: String) {
    if order.last == key { return }
    order.removeAll { $0 == key }
    order.append(key)
  }

  private func folder(_ page: NetworkPage) -> CacheFolder? {
    guard keepsFiles, let path = page.cacheFolder else { return nil }
    if let known = folders[path] { return known }
    let folder = CacheFolder(path: path)
    folders[path] = folder
    return folder
  }
}

extension CacheEntry {
  /// About what it takes in memory.
  fileprivate var cost: Int {
    bytes.count + 512 + headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
