/// Work that is under way, by key: who asks for the same waits for the same. It is cancelled when nobody waits any more.
actor SharedWork<Value: Sendable> {
  private struct Work {
    var task: Task<Value, any Error>
    var number: Int
    var waiting: Int
  }
  private var works: [String: Work] = [:]
  private var next = 0

  /// `isShared`: whether it was under way already.
  func value(
    of key: String, _ make: @escaping @Sendable () async throws -> Value
  ) async throws -> (value: Value, isShared: Bool) {
    let isShared = works[key] != nil
    let work: Work
    if var known = works[key] {
      known.waiting += 1
      works[key] = known
      work = known
    } else {
      next += 1
      let number = next
      let task = Task {
        defer { self.ended(key, number) }
        return try await make()
      }
      work = Work(task: task, number: number, waiting: 1)
      works[key] = work
    }
    return try await withTaskCancellationHandler {
      let value = try await work.task.value
      return (value, isShared)
    } onCancel: {
      Task { await self.left(key, work.number) }
    }
  }

  private func ended(_ key: String, _ number: Int) { if works[key]?.number == number { works[key] = nil } }

  private func left(_ key: String, _ number: Int) {
    guard var work = works[key], work.number == number else { return }
    work.waiting -= 1
    works[key] = work
    if work.waiting <= 0 {
      work.task.cancel()
      // Who comes now begins anew.
      works[key] = nil
    }
  }
}
