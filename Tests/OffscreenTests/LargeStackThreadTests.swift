import Foundation
@testable import Offscreen
import Testing

@Suite struct LargeStackThreadTests {
  @Test("work within its limit is not late") func early() throws {
    var isLate = false
    #expect(
      try LargeStackThread.run(within: .seconds(60)) {
        7
      } late: {
        isLate = true
      } == 7)
    #expect(!isLate)
  }

  @Test("what takes longer is told of once, and its result comes all the same") func late() throws {
    let signal = DispatchSemaphore(value: 0)
    var count = 0
    let value = try LargeStackThread.run(within: .milliseconds(1)) {
      signal.wait()
      return 8
    } late: {
      count += 1
      signal.signal()
    }
    #expect((value, count) == (8, 1))
  }

  @Test("errors come through") func errors() {
    struct Problem: Error {}
    #expect(throws: Problem.self) {
      try LargeStackThread.run(within: .seconds(60)) {
        throw Problem()
      } late: {
      }
    }
  }
}
