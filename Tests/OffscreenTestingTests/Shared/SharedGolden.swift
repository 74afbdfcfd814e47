import OffscreenTesting

/// What tests of other files share; it hands nothing on.
func sharedGolden(_ page: GoldenPage) async throws -> GoldenResult {
  try await golden(page, "shared", viewport: "20x10")
}
