@testable import OffscreenTesting
import Testing

@Suite struct RecordModeTests {
  @Test(
    arguments: [
      ([:], "missing"), (["CI": "true"], "never"), (["CI": "1"], "never"), (["CI": "false"], "missing"),
      (["CI": ""], "missing"),
      (["RECORD_GOLDENS": "all", "CI": "true"], "all"), (["RECORD_GOLDENS": "failed"], "failed"),
      (["RECORD_GOLDENS": "never"], "never"), (["RECORD_GOLDENS": "", "CI": "true"], "never"),
    ] as [([String: String], String)])
  func theEnvironmentDecides(_ environment: [String: String], _ mode: String) throws {
    #expect(try RecordMode(environment: environment).rawValue == mode)
  }

  @Test func aTypingErrorIsAnError() {
    #expect(throws: GoldenError.self) { try RecordMode(environment: ["RECORD_GOLDENS": "everything"]) }
  }
}
