/// The limits of one renderer process.
package struct RendererLimits: Sendable {
  /// On the wall clock, for a page that says nothing itself.
  package var timeout = Duration.seconds(30)
  /// Bytes of resident memory.
  package var memory = 768 << 20
  /// Pages after which a process is replaced.
  package var recycle = 1000

  package init() {}

  /// A process that holds more than this after a page is replaced before the next one.
  var idleMemory: Int { memory / 3 }
}
