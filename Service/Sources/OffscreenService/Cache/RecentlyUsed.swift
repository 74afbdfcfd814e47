/// Values by key, as many as a limit of bytes allows: the one that was not used for the longest time goes first.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var bytes: Int
    /// Of the chain, from the one that was used last.
    var newer: Key?
    var older: Key?
  }

  let limit: Int
  private(set) var bytes = 0
  private var entries: [Key: Entry] = [:]
  private var newest: Key?
  private var oldest: Key?

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  mutating func get(_ key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    if newest != key {
      unchain(key)
      chain(key)
    }
    return value
  }

  /// The keys that had to go. A value that is larger than all that there may be is among them.
  mutating func put(_ key: Key, _ value: Value, bytes size: Int) -> [Key] {
    remove(key)
    entries[key] = Entry(value: value, bytes: size)
    bytes += size
    chain(key)
    var gone: [Key] = []
    while bytes > limit, let last = oldest {
      remove(last)
      gone.append(last)
    }
    return gone
  }

  mutating func remove(_ key: Key) {
    guard let entry = entries[key] else { return }
    unchain(key)
    entries[key] = nil
    bytes -= entry.bytes
  }

  private mutating func chain(_ key: Key) {
    entries[key]?.older = newest
    entries[key]?.newer = nil
    if let newest { entries[newest]?.newer = key }
    newest = key
    if oldest == nil { oldest = key }
  }

  private mutating func unchain(_ key: Key) {
    guard let entry = entries[key] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
  }
}
