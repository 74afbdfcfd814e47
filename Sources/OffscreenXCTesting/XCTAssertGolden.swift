import OffscreenTesting
import XCTest

/// Asserts that a page looks as its golden picture does; `expectGolden` says how, and where it is.
///
///     func testCard() async throws {
///       try await XCTAssertGolden("<div class=card>Hello</div>", "card", viewport: "400x300")
///     }
@discardableResult
public func XCTAssertGolden(
  _ page: GoldenPage, _ name: String? = nil, at path: String? = nil, viewport: String? = nil,
  options: GoldenOptions = GoldenOptions(), file: StaticString = #filePath, line: UInt = #line,
  testName: String = #function
) async throws -> GoldenResult {
  let result = try await golden(
    page, name, at: path, viewport: viewport, options: options, filePath: "\(file)", testName: testName)
  switch result.outcome {
  case .same: break
  case .recorded: print("\(file):\(line): note: \(result.description)")
  case .different, .missing: XCTFail(result.description, file: file, line: line)
  }
  return result
}
