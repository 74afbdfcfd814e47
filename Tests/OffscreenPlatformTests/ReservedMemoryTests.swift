import Testing

@testable import OffscreenPlatform

struct ReservedMemoryTests {
  @Test func memoryIsGivenInPlace() throws {
    var memory = try #require(ReservedMemory(bytes: 1 << 30))
    defer { memory.release() }
    #expect(memory.given == 0)
    let hasOne = memory.give(1)
    #expect(hasOne)
    memory.base.storeBytes(of: 7, as: UInt8.self)
    let hasMore = memory.give(1 << 20)
    #expect(hasMore)
    (memory.base + (1 << 20) - 1).storeBytes(of: 8, as: UInt8.self)
    #expect(memory.base.load(as: UInt8.self) == 7)
    // No more than is reserved, and what was given stays.
    let given = memory.given
    let hasTooMuch = memory.give(1 << 31)
    #expect(!hasTooMuch && memory.given == given)
  }

  @Test func impossibleSizesAreRefused() {
    #expect(ReservedMemory(bytes: 0) == nil)
    #expect(ReservedMemory(bytes: -1) == nil)
    #expect(ReservedMemory(bytes: .max) == nil)
  }
}
