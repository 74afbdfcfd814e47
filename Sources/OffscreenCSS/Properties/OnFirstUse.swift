import Synchronization

/// A value that is made when it is first asked for.
///
/// Optimization: the tables of properties are made at every start, and most rows are never looked at.
final class OnFirstUse<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case unmade(@Sendable () -> Value)
    case made(Value)
  }
  private let state: Mutex<State>

  init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }

  var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .unmade(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
