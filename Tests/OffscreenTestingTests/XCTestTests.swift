import OffscreenXCTesting
import OffscreenTesting
import XCTest

final class XCTestTests: XCTestCase {
  func testCard() async throws {
    let result = try await XCTAssertGolden("<body style='background: #cde'>", "card", viewport: "40x20")
    XCTAssertTrue(result.isMatch)
    XCTAssertTrue(result.path.hasSuffix("/__Snapshots__/XCTestTests/testCard.card.png"))
  }

  func testDifferenceIsSeen() async throws {
    _ = try await golden("<body style='background: #cde'>", viewport: "40x20")
    let result = try await golden("<body style='background: #cdd'>", viewport: "40x20")
    XCTAssertEqual(result.outcome, .different, result.description)
  }
}
