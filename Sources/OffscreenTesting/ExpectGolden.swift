import Offscreen
import Testing

/// Expects that a page looks as its golden picture does, and records a failure where it does not.
///
///     @Test func card() async throws {
///       try await expectGolden("<div class=card>Hello</div>", "card", viewport: "400x300")
///     }
///
/// The golden is `__Snapshots__/<test file>/<test>.<name>.png` beside the test's file, with the arguments
/// of a parameterised test in its name: of the test that runs, also where the call stands in a function that tests
/// share. `RECORD_GOLDENS` says which are written (`RecordMode`).
///
/// - Parameters:
///   - name: Distinguishes goldens of one test.
///   - path: The golden's path in place of the usual one; it may be relative to the test's file.
///   - viewport: `WxH` in CSS pixels, in place of the one in `options`.
///   - sourceLocation: Where a failure is shown; a function that tests share passes its caller's.
///   - testName: The test where none of Swift Testing's runs the call, as in a detached task.
@discardableResult
public func expectGolden(
  _ page: GoldenPage, _ name: String? = nil, at path: String? = nil, viewport: String? = nil,
  options: GoldenOptions = GoldenOptions(), sourceLocation: SourceLocation = #_sourceLocation,
  testName: String = #function
) async throws -> GoldenResult {
  let result = try await golden(
    page, name, at: path, viewport: viewport, options: options, filePath: sourceLocation.filePath, testName: testName)
  for picture in result.pictures {
    Attachment.record(picture.bytes, named: picture.name, sourceLocation: sourceLocation)
  }
  switch result.outcome {
  case .same: break
  case .recorded: Issue.record("\(result.description)", severity: .warning, sourceLocation: sourceLocation)
  case .different, .missing: Issue.record("\(result.description)", sourceLocation: sourceLocation)
  }
  return result
}

/// Compares a page with its golden picture and returns the result, for a test's own expectation:
/// `#expect(try await golden(page, "card").isMatch)`.
///
/// - Parameters:
///   - filePath: The test's file, where no test of Swift Testing runs the call.
///   - testName: The test, likewise.
public func golden(
  _ page: GoldenPage, _ name: String? = nil, at path: String? = nil, viewport: String? = nil,
  options: GoldenOptions = GoldenOptions(), filePath: String = #filePath, testName: String = #function
) async throws -> GoldenResult {
  var options = options
  if let viewport {
    guard let parsed = Viewport(viewport) else { throw GoldenError("the viewport \(viewport) is not WxH") }
    options.page.viewport = parsed
  }
  let test = Test.current
  let file = GoldenFile(
    testFile: test?.sourceLocation.filePath ?? filePath, testName: test?.name ?? testName, name: name,
    arguments: try TestArguments.current(hasName: name != nil), explicit: path)
  return try await GoldenCheck(page: page, file: file, options: options, mode: RecordMode()).run()
}
