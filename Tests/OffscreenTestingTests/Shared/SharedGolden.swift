import OffscreenTesting

/// A function that tests of other files share; it passes no source location.
func sharedGolden(_ page: GoldenPage) async throws -> GoldenResult {
  try await golden(page, "shared", viewport: "20x10")
}
