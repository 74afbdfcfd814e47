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

  /// Sorted by key, scheme and time once it is complete.
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
    entries.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      if a.isSecure != b.isSecure { return b.isSecure }
      return (a.time, a.file, a.offset) < (b.time, b.file, b.offset)
    }
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

  /// The entries of an address, the best first: of its scheme, then those that are nearest in time. No more than `most`,
  /// since one address may have millions.
  func entries(for url: PageURL, near time: ArchiveTime, most: Int) -> [Entry] {
    let key = Self.key(url)
    let isSecure = url.scheme == "https"
    var found: [Entry] = []
    for isSecure in [isSecure, !isSecure] {
      var after = firstIndex { entry in
        if entry.key != key { return entry.key > key }
        return entry.isSecure == isSecure ? entry.time >= time : entry.isSecure
      }
      var before = after - 1
      func belongs(_ index: Int) -> Bool {
        entries.indices.contains(index) && entries[index].key == key && entries[index].isSecure == isSecure
      }
      while found.count < most {
        let (isLater, isEarlier) = (belongs(after), belongs(before))
        guard isLater || isEarlier else { break }
        if isLater, !isEarlier || entries[after].time.distance(to: time) <= entries[before].time.distance(to: time) {
          found.append(entries[after])
          after += 1
        } else {
          found.append(entries[before])
          before -= 1
        }
      }
    }
    return found
  }

  /// The first entry of those that come from some place on, by halves.
  private func firstIndex(_ isThere: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isThere(entries[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
