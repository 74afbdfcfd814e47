/// The results of a batch's pages, in the order in which they are done. May be iterated once.
///
/// The iteration throws ``BatchError`` where the batch as a whole cannot go on: the folder is refused, or
/// cannot be written.
public struct BatchResults: AsyncSequence, Sendable {
  public typealias Element = BatchResult

  private let stream: AsyncThrowingStream<BatchResult, any Error>
  private let work: Task<BatchSummary, any Error>

  init(_ batch: Batch) {
    let (stream, continuation) = AsyncThrowingStream<BatchResult, any Error>.makeStream()
    self.stream = stream
    work = Task {
      do {
        let summary = try await batch.run { event in
          if case .finished(let result) = event { continuation.yield(result) }
        }
        continuation.finish()
        return summary
      } catch {
        continuation.finish(throwing: error)
        throw error
      }
    }
    continuation.onTermination = { [work] _ in work.cancel() }
  }

  /// The counts, as soon as the batch has ended. Throws what the iteration throws.
  public var summary: BatchSummary {
    get async throws { try await work.value }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(stream: stream.makeAsyncIterator(), end: End(work)) }

  public struct Iterator: AsyncIteratorProtocol {
    var stream: AsyncThrowingStream<BatchResult, any Error>.AsyncIterator
    let end: End

    public mutating func next() async throws -> BatchResult? { try await stream.next() }
  }

  /// Ends the batch with its iteration.
  final class End: Sendable {
    private let work: Task<BatchSummary, any Error>
    init(_ work: Task<BatchSummary, any Error>) { self.work = work }
    deinit { work.cancel() }
  }
}
