import OffscreenPlatform
import Testing

struct LargePagesTests {
  @Test(arguments: [1, 100_000, 1_064_960, 2 << 20, 3_000_000, 3_500_000, 5 << 20])
  func blocksCanBeWrittenAndGivenBack(_ bytes: Int) throws {
    let blocks = try (0..<3).map { _ in try #require(LargePages.zeros(bytes)) }
    for block in blocks {
      let all = UnsafeMutableRawBufferPointer(start: block, count: bytes)
      #expect(all.allSatisfy { $0 == 0 })
      all.initializeMemory(as: UInt8.self, repeating: 1)
    }
    for block in blocks { free(block) }
  }

  /// What a forked process gets: nothing else may be where a block is.
  @Test func aForkedProcessGoesOnBehindItsParent() {
    switch ForkedProcess.fork() {
    case .failed: Issue.record("no process could be forked")
    case .child:
      ProcessMemory.beginInFork()
      let sizes = [100, 1_064_960, 40, 1_500_000, 2_000_000, 1_064_960, 3 << 20, 1_064_960, 500]
      let blocks = sizes.compactMap { LargePages.undefined($0) }
      for (number, block) in blocks.enumerated() { memset(block, Int32(number), sizes[number]) }
      let isWhole = blocks.indices.allSatisfy { number in
        UnsafeRawBufferPointer(start: blocks[number], count: sizes[number]).allSatisfy { $0 == number }
      }
      for block in blocks { free(block) }
      ProcessMemory.releaseFreed()
      ProcessMemory.goOnWithLargePages()
      _exit(blocks.count == sizes.count && isWhole ? 0 : 1)
    case .parent(let process): #expect(process.wait() == .exited(0))
    }
  }
}
