/// Where the answers of an archive are: by address and time, some 32 bytes for each.
struct ArchiveIndex: Sendable {
  struct Entry: Sendable {
    /// Of the address without its scheme and its fragment. Others may have the same: the record tells.
    var key: Int
    var offset: Int
    var time: ArchiveTime
    /// Which of the archive's files it is in.
    var file: UInt16
    var isSecure: Bool
    /// Whether its bytes are in another record.
    var isRevisit: Bool
  }

  /// Sorted by key once it is complete.
  private var entries: [Entry] = []
  /// Those that are pages, in the order of the archive.
  private(set) var pages: [Entry] = []
  /// Of all pages, whatever is kept.
  private var pageKeys: Set<Int> = []

  static let mostEntries = 16 << 20
  static let mostPages = 1 << 20

  var count: Int { entries.count }

  /// Whether there was room.
  mutating func add(_ entry: Entry, isPage: Bool) -> Bool {
    guard entries.count < Self.mostEntries else { return false }
    entries.append(entry)
    if isPage, pages.count < Self.mostPages, pageKeys.insert(entry.key).inserted { pages.append(entry) }
    return true
  }

  /// To be called when all are there.
  mutating func complete() {
    entries.sort { ($0.key, $0.file, $0.offset) < ($1.key, $1.file, $1.offset) }
    pageKeys = []
  }

  static func key(_ url: PageURL) -> Int {
    var hasher = Hasher()
    hasher.combine(address(url))
    return hasher.finalize()
  }

  /// What an address is known by: neither its scheme nor its fragment count.
  static func address(_ url: PageURL) -> Substring {
    let text = url.withoutCredentials().hrefWithoutFragment
    return text.dropFirst(url.scheme.utf8.count + 1)
  }

  /// The entries of an address, the best first: of its scheme, then those that are nearest in time.
  func entries(for url: PageURL, near time: ArchiveTime) -> [Entry] {
    let key = Self.key(url)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    let found = entries[low...].prefix { $0.key == key }
    let isSecure = url.scheme == "https"
    return found.sorted { a, b in
      if a.isSecure != b.isSecure { return a.isSecure == isSecure }
      return a.time.distance(to: time) < b.time.distance(to: time)
    }
  }
}
