import Offscreen
import Testing

/// Expects that a page looks as its golden picture does, and records a failure where it does not.
///
///     @Test func card() async throws {
///       try await expectGolden("<div class=card>Hello</div>", "card", viewport: "400x300")
///     }
///
/// The golden is `__Snapshots__/<test file>/<test>.<name>.png` beside the test's file, with the arguments
/// of a parameterised test in its name. `RECORD_GOLDENS` says which are written (`RecordMode`).
///
/// - Parameters:
///   - name: Tells goldens of one test apart.
///   - path: The golden's path in place of the usual one; it may be relative to the test's file.
///   - viewport: `WxH` in CSS pixels, in place of the one in `options`.
@discardableResult
public func expectGolden(
  _ page: GoldenPage, _ name: String? = nil, at path: String? = nil, viewport: String? = nil,
  options: GoldenOptions = GoldenOptions(), fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column, testName: String = #function
) async throws -> GoldenResult {
  let result = try await golden(
    page, name, at: path, viewport: viewport, options: options, filePath: filePath, testName: testName)
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  for picture in result.pictures { Attachment.record(picture.bytes, named: picture.name, sourceLocation: location) }
  switch result.outcome {
  case .same: break
  case .recorded: Issue.record("\(result.description)", severity: .warning, sourceLocation: location)
  case .different, .missing: Issue.record("\(result.description)", sourceLocation: location)
  }
  return result
}

/// Compares a page with its golden picture and tells what came of it, for a test's own expectation:
/// `#expect(try await golden(page, "card").isMatch)`.
public func golden(
  _ page: GoldenPage, _ name: String? = nil, at path: String? = nil, viewport: String? = nil,
  options: GoldenOptions = GoldenOptions(), filePath: String = #filePath, testName: String = #function
) async throws -> GoldenResult {
  var options = options
  if let viewport {
    guard let parsed = Viewport(viewport) else { throw GoldenError("the viewport \(viewport) is not WxH") }
    options.page.viewport = parsed
  }
  let file = GoldenFile(
    testFile: filePath, testName: testName, name: name, arguments: try TestArguments.current(hasName: name != nil),
    explicit: path)
  return try await GoldenCheck(page: page, file: file, options: options, mode: RecordMode()).run()
}
