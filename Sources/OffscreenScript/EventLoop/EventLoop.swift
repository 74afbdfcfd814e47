/// A page's clock and what waits for it. The clock jumps to the next thing that is due when nothing is ready, and
/// stands still while the page loads: the same page does the same at the same time on every machine.
/// https://html.spec.whatwg.org/multipage/webappapis.html#event-loops
final class EventLoop {
  /// A window that the loop calls: each call is a task.
  protocol Handler: AnyObject {
    func timer(_ number: Int)
    /// Updates the rendering: animations, frame callbacks where they are asked for, then observers.
    func updateRendering(_ time: Double)
    func idle(_ time: Double)
    /// Whether frame callbacks wait for an update of the rendering, or observers since something changed.
    var needsUpdate: Bool { get }
    var wantsFrame: Bool { get }
    var wantsIdle: Bool { get }
    /// Whether scripts may go on.
    var mayRun: Bool { get }
  }

  typealias Task = () -> Void

  private struct Timer {
    weak var handler: (any Handler)?
    var number: Int
    var interval: Double?
    var rounds = 0
  }

  private struct Window {
    weak var handler: (any Handler)?
  }

  /// The page's window, and those of its frames, in the order in which they came.
  private var windows: [Window] = []
  /// Milliseconds since 1970 at which the page's clock began.
  let timeOrigin: Double
  /// Milliseconds since then; some have gone by before the first script.
  private(set) var time = 1.0
  private var tasks = DueQueue<Task>()
  private var timers = DueQueue<Timer>()
  /// Those that are waited for: of the others, what is in the queue is left out.
  private var activeTimers: Set<Int> = []
  private var order = 0
  private var lastTimer = 0
  private var lastFrame = -EventLoop.frameInterval
  private var reads = 0
  private var generator: SeededGenerator
  private(set) var limitReached: String?
  private var tasksRun = 0
  private var framesRun = 0

  static let frameInterval = 1000.0 / 60
  /// More tasks than a browser runs within half a second. A slow machine without compiled scripts takes 30 µs for each.
  private static let (mostTasks, mostTimers, mostFrames) = (50_000, 10_000, 1_200)

  init(timeOrigin: Double, seed: UInt64) {
    self.timeOrigin = timeOrigin
    generator = SeededGenerator(state: seed)
  }

  func add(_ handler: any Handler) { windows.append(Window(handler: handler)) }

  func remove(_ handler: any Handler) { windows.removeAll { $0.handler === handler || $0.handler == nil } }

  // MARK: The clock

  /// Creeps, so that a script that waits by reading it comes to an end: every thousandth reading is a millisecond.
  func read() -> Double {
    reads += 1
    if reads % 1_000 == 0 { time += 1 }
    return time
  }

  /// A script waits for so many milliseconds, and nothing else runs meanwhile.
  func sleep(_ milliseconds: Double) {
    if milliseconds > 0 { time += min(milliseconds, 60_000) }
  }

  /// What its `Date` shows, in milliseconds since 1970.
  var now: Double { timeOrigin + time }

  func random() -> Double { generator.next() }

  // MARK: What waits

  func queueTask(after delay: Double = 0, _ task: @escaping Task) {
    order += 1
    tasks.insert(task, due: time + delay, order: order)
  }

  func setTimer(for handler: any Handler, after delay: Double, repeats: Bool) -> Int {
    lastTimer += 1
    guard activeTimers.count < Self.mostTimers else {
      limitReached = "the page has more than \(Self.mostTimers) timers: the rest never comes"
      return lastTimer
    }
    order += 1
    let delay = delay.isFinite ? max(0, min(delay, 1e10)) : 0
    timers.insert(
      Timer(handler: handler, number: lastTimer, interval: repeats ? max(delay, 1) : nil), due: time + delay,
      order: order)
    activeTimers.insert(lastTimer)
    return lastTimer
  }

  func clearTimer(_ number: Int) {
    activeTimers.remove(number)
    // Pages that set and clear timers all the time leave no heap of them.
    if timers.count > 2 * activeTimers.count + 1_000 { timers.keep { activeTimers.contains($0.number) } }
  }

  // MARK: Running

  private var mayRun: Bool { windows.first?.handler?.mayRun ?? false }

  /// When the rendering was last updated; before it was, now.
  var frameTime: Double { lastFrame < 0 ? time : lastFrame }

  private var nextFrame: Double { max(time, lastFrame + Self.frameInterval) }

  /// Runs what is due until a moment of the page's clock, at which it then stands; earlier where `isDone` says so after
  /// a task, or where nothing is left. Whether there is more that would come later.
  @discardableResult
  func run(until end: Double, isDone: () -> Bool = { false }) -> Bool {
    while mayRun {
      if isDone() { return true }
      // 1. What comes first: a task, a timer, an update of the rendering; of one moment, what was asked for first.
      while let timer = timers.first, !activeTimers.contains(timer.element.number) { timers.removeFirst() }
      let (task, timer) = (tasks.first, timers.first)
      let frame = windows.contains { $0.handler?.needsUpdate == true } ? nextFrame : .infinity
      var next = frame
      if let task { next = min(next, task.due) }
      if let timer { next = min(next, timer.due) }
      if next > time, let window = windows.first(where: { $0.handler?.wantsIdle == true }) {
        window.handler?.idle(time)
        continue
      }
      guard next.isFinite else {
        time = max(time, end.isFinite ? end : time)
        return false
      }
      guard next <= end else {
        time = max(time, end)
        return true
      }
      tasksRun += 1
      if tasksRun > Self.mostTasks {
        limitReached = "the page's scripts have more than \(Self.mostTasks) tasks: the rest is left out"
        return false
      }
      time = max(time, next)
      // 2. It runs, with the microtasks that it leaves.
      if let task, task.due <= next, task.due <= frame, timer.map({ task.isBefore($0) }) ?? true {
        tasks.removeFirst()
        task.element()
      } else if let timer, timer.due <= next, timer.due <= frame {
        timers.removeFirst()
        if var interval = timer.element.interval {
          // Each round is one level deeper, and deep ones are no shorter than this.
          // https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-initialisation-steps
          var next = timer.element
          next.rounds += 1
          if next.rounds > 5 { interval = max(interval, 4) }
          order += 1
          timers.insert(next, due: time + interval, order: order)
        } else {
          activeTimers.remove(timer.element.number)
        }
        timer.element.handler?.timer(timer.element.number)
      } else {
        // Animations that never end ask for frames as long as the page lives: those are cheap.
        if windows.contains(where: { $0.handler?.wantsFrame == true }) { framesRun += 1 }
        if framesRun > Self.mostFrames {
          limitReached = "the page asks for more than \(Self.mostFrames) frames: the rest is left out"
          return false
        }
        lastFrame = time
        // https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering
        for window in windows { window.handler?.updateRendering(time) }
      }
    }
    return false
  }
}

/// What is due, the earliest first; of one moment, what was put in first.
private struct DueQueue<Element> {
  struct Entry {
    var due: Double
    var order: Int
    var element: Element

    func isBefore<Other>(_ other: DueQueue<Other>.Entry) -> Bool { (due, order) < (other.due, other.order) }
  }

  /// The last comes first: it is taken away without moving the others.
  private var entries: [Entry] = []

  var count: Int { entries.count }
  var first: Entry? { entries.last }

  mutating func keep(where isKept: (Element) -> Bool) { entries.removeAll { !isKept($0.element) } }

  mutating func removeFirst() { entries.removeLast() }

  mutating func insert(_ element: Element, due: Double, order: Int) {
    let entry = Entry(due: due, order: order, element: element)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entry.isBefore(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    entries.insert(entry, at: low)
  }
}

/// https://prng.di.unimi.it/splitmix64.c, which is in the public domain.
private struct SeededGenerator {
  var state: UInt64

  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    value ^= value >> 31
    return Double(value >> 11) / Double(1 << 53)
  }
}
