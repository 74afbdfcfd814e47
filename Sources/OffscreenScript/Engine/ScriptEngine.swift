import CJSC
import OffscreenDOM
import Synchronization

/// JavaScriptCore, opened by the first page that has a script.
struct ScriptEngine: @unchecked Sendable {
  let library: OffscreenJSC

  /// Nil where the library is not there.
  static let shared: ScriptEngine? = {
    var library = OffscreenJSC()
    guard offscreen_jsc_open(&library) != 0 else { return nil }
    return ScriptEngine(library: library)
  }()

  /// Such as 2.50.6.
  var version: String {
    "\(library.jsc_get_major_version()).\(library.jsc_get_minor_version()).\(library.jsc_get_micro_version())"
  }

  /// Before the first context: the engine's options cannot change later, so the first page of a process decides for all
  /// of them. The third tier of the compiler does not pay for pages that live for a second.
  func configure(compiles: Bool) {
    Self.isConfigured.withLock { isConfigured in
      if isConfigured { return }
      isConfigured = true
      PreparedGroup.note(compiles: compiles)
      let isPrepared = PreparedGroup.isBeingMade
      if isPrepared { _ = library.jsc_options_set_boolean("useConcurrentJIT", 0) }
      _ = library.jsc_options_set_boolean("useFTLJIT", 0)
      // The time limit is looked for by the code itself, not by signals of a thread: that one ends the program when the
      // page's own thread has come to its end meanwhile.
      _ = library.jsc_options_set_boolean("usePollingTraps", 1)
      if !compiles { _ = library.jsc_options_set_boolean("useJIT", 0) }
      compileLater()
      collectByWhatScriptsHold(views: isPrepared ? 2 : 1)
    }
  }

  /// What runs a thousand times while a page starts is not worth a compiler's time, threads and memory.
  private func compileLater() {
    _ = library.jsc_options_set_int("thresholdForJITAfterWarmUp", 20_000)
    for name in ["thresholdForOptimizeAfterWarmUp", "thresholdForOptimizeAfterLongWarmUp", "thresholdForOptimizeSoon"] {
      _ = library.jsc_options_set_int(name, 10_000)
    }
  }

  /// The view of the document's nodes counts as memory of scripts, most of which is never touched: without this, garbage
  /// is collected while the prelude is evaluated, and then not before there is as much of it as the view is large.
  /// `views`: that are in the heap before the first collection.
  private func collectByWhatScriptsHold(views: Int) {
    let view = Document.stableNodes * Document.sharedRecordSize
    _ = library.jsc_options_set_uint("smallHeapSize", UInt32(clamping: views * view + Self.garbage))
    let growth = 1 + Double(Self.garbage) / Double(view)
    for name in ["smallHeapGrowthFactor", "mediumHeapGrowthFactor", "largeHeapGrowthFactor"] {
      _ = library.jsc_options_set_double(name, growth)
    }
  }

  /// Bytes that a small page's scripts may leave before they are collected.
  private static let garbage = 24 << 20

  private static let isConfigured = Mutex(false)

  /// Whether there have been contexts.
  var isConfigured: Bool { Self.isConfigured.withLock { $0 } }
  /// The same, without opening the library.
  fileprivate static var isOpen: Bool { isConfigured.withLock { $0 } }
}

/// What can be known of the engine from outside of this module.
package enum ScriptLibrary {
  package static var isAvailable: Bool { ScriptEngine.shared != nil }
  /// Makes what the first page with scripts starts with in each process that is forked from this one. `page` renders one
  /// of our own; `refuse` ends a process whose page must not be compiled, where that page was.
  package static func prepare(refuse: @escaping @Sendable () -> Never, _ page: () -> Void) {
    PreparedGroup.make(refuse: refuse, page)
  }
  /// Of a process whose page's scripts have run: the pages of the engine's code make room for those of the picture.
  package static func releaseCode() {
    guard ScriptEngine.isOpen, var library = ScriptEngine.shared?.library else { return }
    offscreen_jsc_release_code(&library)
  }
  /// Nil where it is not there.
  package static var version: String? { ScriptEngine.shared?.version }
}
