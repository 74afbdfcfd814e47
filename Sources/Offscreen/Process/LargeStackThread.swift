import Foundation

/// Runs work on a thread of its own with a stack of 512 MB (address space; only what is used counts).
/// Foundation's threads take no stack size on Linux.
public enum LargeStackThread {
  /// What the thread runs; a class, so that a C pointer can refer to it.
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private final class Outcome<Value> {
    var result: Result<Value, any Error>?

    /// Once the thread has ended.
    func value(of thread: pthread_t) throws -> Value {
      pthread_join(thread, nil)
      guard let result else { throw RenderError(.memory, "the rendering thread did not run") }
      return try result.get()
    }
  }

  /// Waits for the work's end.
  public static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let thread = try begin { outcome.result = Result { try body() } }
    return try outcome.value(of: thread)
  }

  /// The same; where the work takes longer than it may, `late` is called meanwhile, once.
  public static func run<Value: Sendable>(
    within limit: Duration, _ body: @escaping @Sendable () throws -> Value, late: () -> Void
  ) throws -> Value {
    let (outcome, end) = (Outcome<Value>(), DispatchSemaphore(value: 0))
    let (seconds, attoseconds) = limit.components
    let deadline = DispatchTime.now() + Double(seconds) + Double(attoseconds) * 1e-18
    let thread = try begin {
      outcome.result = Result { try body() }
      end.signal()
    }
    if end.wait(timeout: deadline) == .timedOut { late() }
    return try outcome.value(of: thread)
  }

  /// Does not wait.
  static func start(_ body: @escaping @Sendable () -> Void) throws(RenderError) {
    pthread_detach(try begin(body))
  }

  private static func begin(_ body: @escaping () -> Void) throws(RenderError) -> pthread_t {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 512 << 20)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      throw RenderError(.memory, "no thread could be started: \(String(cString: strerror(status)))")
    }
    return thread
  }
}
