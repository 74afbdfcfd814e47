import OffscreenLoading

/// The entries of one navigable in the session history that it has in common with those around and in it. Each entry
/// begins with a step; at any step, the last entry that has begun is shown.
/// https://html.spec.whatwg.org/multipage/document-sequences.html#session-history
struct NavigableHistory {
  /// What brings a document.
  enum Source {
    case blank
    /// Of `srcdoc`.
    case markup([UInt8])
    case request(RequestContent?)
  }

  struct Entry {
    var url: PageURL
    var source: Source
    /// The window of its document, while it is there.
    weak var window: PageScripts?
    /// The number of what a script has said of its state; 0 of nothing.
    var state = 0
    /// The same as JSON, of a document that an earlier engine has had.
    var text: String?
    var step = 0
    /// The place that it has, which an entry that replaces it takes; and the entry itself.
    fileprivate(set) var key = 0
    fileprivate(set) var id = 0
    /// Those of one document have the same number.
    fileprivate(set) var document = 0

    init(url: PageURL, source: Source, window: PageScripts? = nil) {
      (self.url, self.source, self.window) = (url, source, window)
    }
  }

  /// What a document of the page's own window leaves to the one after it.
  struct Legacy {
    fileprivate var entries: [Entry]
    fileprivate var current: Int
    fileprivate var numbers: Int
  }

  /// How many numbers there are so far.
  private var numbers = 0
  private mutating func number() -> Int {
    numbers += 1
    return numbers
  }

  private(set) var isInitial = true
  var entries: [Entry] = []
  private(set) var current = 0
  /// Of the one at the top of a tree, for all in it: the step that is shown, the first, and the last.
  fileprivate(set) var (step, first, last) = (0, 0, 0)

  static let most = 50

  /// The one that is shown.
  var shown: Entry? { entries.indices.contains(current) ? entries[current] : nil }

  mutating func begin(_ entry: Entry, at step: Int) {
    var entry = entry
    (entry.step, entry.key, entry.id, entry.document) = (step, number(), number(), number())
    entries = [entry]
  }

  /// The first document of a window, or one after others that have gone. Its entry has its address from now on.
  mutating func begin(_ url: PageURL, _ window: PageScripts, after legacy: Legacy?) {
    guard let legacy, legacy.entries.indices.contains(legacy.current) else {
      return begin(Entry(url: url, source: .request(nil), window: window), at: 0)
    }
    (entries, current, numbers, isInitial) = (legacy.entries, legacy.current, legacy.numbers, false)
    // Its server leads to another origin by now, which the state is none of.
    if entries[current].url.origin != url.origin {
      entries[current].text = nil
      entries[current].document = number()
    }
    entries[current].url = url
    let document = entries[current].document
    for index in entries.indices {
      entries[index].step = index
      entries[index].window = entries[index].document == document ? window : nil
    }
    (step, first, last) = (current, 0, entries.count - 1)
  }

  /// What is left of it where another document takes its place. `texts`: of the states.
  func legacy(_ arrival: Arrival, text: (Entry) -> String?) -> Legacy {
    var (left, place) = (self, current)
    for index in left.entries.indices {
      left.entries[index].text = text(left.entries[index])
      (left.entries[index].state, left.entries[index].window) = (0, nil)
    }
    switch arrival {
    case .reload: break
    case .at(let index): place = index
    case .new(let url, let replaces):
      var entry = Entry(url: url, source: .request(nil))
      (entry.id, entry.document) = (left.number(), left.number())
      if replaces {
        entry.key = left.entries[current].key
        left.entries[current] = entry
      } else {
        entry.key = left.number()
        left.entries = Array(left.entries[...current].suffix(Self.most - 1)) + [entry]
        place = left.entries.count - 1
      }
    }
    return Legacy(entries: left.entries, current: place, numbers: left.numbers)
  }

  /// Where the document that comes stands.
  enum Arrival {
    case reload
    case at(Int)
    case new(PageURL, replaces: Bool)
  }

  fileprivate mutating func push(_ entry: Entry, at step: Int) {
    var entry = entry
    (entry.step, entry.key, entry.id) = (step, number(), number())
    entry.document = documentNumber(of: entry.window)
    entries.append(entry)
    if entries.count > Self.most { entries.removeFirst() }
    current = entries.count - 1
    isInitial = false
  }

  /// Takes the place of the one that is shown.
  mutating func replace(_ entry: Entry) {
    guard entries.indices.contains(current) else { return }
    var entry = entry
    (entry.step, entry.key, entry.id) = (entries[current].step, entries[current].key, number())
    entry.document = documentNumber(of: entry.window)
    entries[current] = entry
    isInitial = false
  }

  private mutating func documentNumber(of window: PageScripts?) -> Int {
    entries.first { window != nil && $0.window === window }?.document ?? number()
  }

  mutating func enter(_ index: Int, _ entry: Entry) {
    guard entries.indices.contains(index) else { return }
    var entry = entry
    let old = entries[index]
    (entry.step, entry.key, entry.id) = (old.step, old.key, old.id)
    // A server may lead to another origin by now, which the state is none of.
    if old.url.origin == entry.url.origin { (entry.state, entry.text) = (old.state, old.text) }
    entry.document = documentNumber(of: entry.window)
    entries[index] = entry
    current = index
  }

  /// The document stays, and is in another entry.
  fileprivate mutating func enter(_ index: Int) { current = index }

  fileprivate mutating func forget(after step: Int) {
    entries.removeAll { $0.step > step }
    current = min(current, max(0, entries.count - 1))
  }

  /// The entry that is shown at a step.
  fileprivate func index(at step: Int) -> Int? {
    entries.lastIndex { $0.step <= step } ?? (entries.isEmpty ? nil : 0)
  }
}

extension Navigable {
  /// How many steps there are to go to.
  var historyLength: Int {
    let history = top.history
    return history.last - history.first + 1
  }

  /// A new entry comes after the current step; what came after that is forgotten.
  func push(_ entry: NavigableHistory.Entry) {
    let top = top
    top.forEach { $0.history.forget(after: top.history.step) }
    top.history.step += 1
    top.history.last = top.history.step
    top.history.first = max(top.history.first, top.history.last - NavigableHistory.most + 1)
    history.push(entry, at: top.history.step)
    top.traversals += 1
  }

  /// The document gets another address and state, as a new entry or in place of its own.
  /// https://html.spec.whatwg.org/multipage/nav-history-apis.html#url-and-history-update-steps
  func update(_ window: PageScripts, to url: PageURL, state: Int, replaces: Bool) {
    guard window.isActive, window === active else { return }
    window.url = url
    start()
    guard history.entries.indices.contains(history.current) else { return }
    var entry = history.entries[history.current]
    (entry.url, entry.window, entry.state, entry.text) = (url, window, state, nil)
    if case .blank = entry.source, url.scheme != "about" { entry.source = .request(nil) }
    if replaces { history.replace(entry) } else { push(entry) }
  }

  /// One after the other, so that what one sets going comes before the next.
  /// https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-history-go
  func traverse(by delta: Int, from window: PageScripts) {
    let top = top
    top.waiting.append((delta, top.traversals))
    if top.waiting.count == 1 { top.traverseNext(from: window, after: 0) }
  }

  private func traverseNext(from window: PageScripts, after delay: Double) {
    window.page.queueTask(after: delay) { [weak self, weak window] _ in
      guard let self, let window, !waiting.isEmpty else { return }
      // What was pushed since comes first, and a page that is about to be left goes nowhere.
      let (delta, number) = waiting[0]
      if number == traversals, window.isActive, !window.navigable.isLoading { traverse(by: delta) }
      waiting.removeFirst()
      if !waiting.isEmpty { traverseNext(from: window, after: 1) }
    }
  }

  private func traverse(by delta: Int) {
    let (target, overflows) = history.step.addingReportingOverflow(delta)
    guard !overflows, target >= history.first, target <= history.last else { return }
    let old = history.step
    history.step = target
    // Where the page's own window is to show another document first, all stay.
    defer { if number == 0, history.index(at: target) != history.current { history.step = old } }
    // Those that show something else there. A change of one may end others.
    var changed: [Navigable] = []
    forEach { navigable in
      if let index = navigable.history.index(at: target), index != navigable.history.current {
        changed.append(navigable)
      }
    }
    for navigable in changed where !navigable.isGone { navigable.show(entryAt: target) }
  }

  /// https://html.spec.whatwg.org/multipage/browsing-the-web.html#updating-the-document
  private func show(entryAt step: Int) {
    guard let index = history.index(at: step), index != history.current else { return }
    let entry = history.entries[index]
    if let active, entry.window === active {
      let old = active.url
      active.entry("traversing") { [$0.make(entry.id)] }
      guard history.entries.indices.contains(index), history.entries[index].id == entry.id else { return }
      history.enter(index)
      active.url = entry.url
      active.entry("traversed") {
        [$0.make(entry.state), $0.make(old.href), $0.make(entry.url.href), $0.make(entry.text)]
      }
      return
    }
    if number == 0 {
      active?.goBackOrForth(to: index, entry.url)
      return
    }
    guard let window = active ?? around ?? opener?.active else { return }
    navigate(
      to: Destination(url: entry.url, source: entry.source, handling: .entry(index), initiator: window), isReload: true)
  }

  /// This one and all that are in its documents.
  private func forEach(_ body: (Navigable) -> Void) {
    body(self)
    for child in active?.children.all ?? [] { child.forEach(body) }
  }
}

extension PageScripts {
  /// The entries beside the one that is shown, as far as they are of its origin.
  /// https://html.spec.whatwg.org/multipage/nav-history-apis.html#getting-session-history-entries-for-the-navigation-api
  var knownEntries: [NavigableHistory.Entry] {
    let history = navigable.history
    guard isActive, history.entries.indices.contains(history.current), !(history.isInitial && url.scheme == "about")
    else { return [] }
    func isOwn(_ entry: NavigableHistory.Entry) -> Bool {
      entry.window === self || entry.url.origin != nil && entry.url.origin == origin.tuple
        || entry.url.isFile && url.isFile
    }
    var (first, last) = (history.current, history.current)
    while first > 0, isOwn(history.entries[first - 1]) { first -= 1 }
    while last + 1 < history.entries.count, isOwn(history.entries[last + 1]) { last += 1 }
    return Array(history.entries[first...last])
  }
}
