// The README shows what is between the lines; Scripts/readme.py sees to it that both are the same.
// README >
import OffscreenTesting
import Testing

@Test func card() async throws {
  try await expectGolden(.html("<p style='font: 20px serif'>Hello"), "card")
}
// < README
