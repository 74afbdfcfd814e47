import Foundation
import TestSupport
import Testing

/// What pages and names may do to a terminal, and to who waits.
@Suite(.needsProgram)
struct HostileCommandTests {
  private func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      case _: false
      }
    }
  }

  @Test(arguments: [
    "render $'a\\e[31m\\u202e\\u009b1m.html' -o x.png", "render page.html -o x.png $'--w\\e]0;x\\a\\u202e'",
    "render page.html -o x.png --viewport $'1\\e[2J\\u2066'", "$'wo\\e[1mrd'", "inspect $'\\e[31m\\u0085.html'",
    "render page.html -o $'none\\e[31m/\\u202e/x.jpx'", "worker --jobs $'\\e[31m'", "save $'\\e[31m' -o x.mhtml",
  ])
  func namesSteerNoTerminal(arguments: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("<p>x", to: "page.html")
    let result = try folder.shell("offscreen \(arguments)", environment: ["LC_ALL": "C.UTF-8"])
    #expect(result.status != 0)
    #expect(!result.error.isEmpty && !steers(result.error), "\(result.error.debugDescription)")
  }

  @Test func answersSteerNothing() throws {
    let folder = try TemporaryFolder()
    try folder.write("<title>\u{1B}[31m\u{202E}x</title><img src='\u{202E}\u{9B}.png'><p>x", to: "page.html")
    try folder.write(
      #"{"id": "1", "input": "\u001b[31m\u202e\u009b.html", "output": "x.png"}"# + "\n"
        + #"{"id": "2", "input": "page.html", "output": "y.png", "resources": true}"# + "\n", to: "requests")
    let result = try folder.shell("offscreen worker < requests 2>&1")
    #expect(result.output.contains(#""id":"1""#) && result.output.contains(#""id":"2""#))
    #expect(!steers(result.output), "\(result.output.debugDescription)")
  }

  @Test func longNamesAreCut() throws {
    let folder = try TemporaryFolder()
    let result = try folder.shell("offscreen render $(printf 'x%.0s' {1..60000}).html -o x.png")
    #expect(result.status == 1 && result.error.utf8.count < 10_000)
  }

  /// A PDF document whose pages lie in each other ends at once.
  @Test(arguments: ["[2 0 R]", "[3 0 R 2 0 R]", "[2 0 R 2 0 R 3 0 R]"]) func pagesInACircle(kids: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      %PDF-1.7
      1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
      2 0 obj <</Type/Pages/Count 100000/Parent 2 0 R/Kids\(kids)>> endobj
      3 0 obj <</Type/Page/Parent 2 0 R>> endobj
      trailer <</Size 4/Root 1 0 R>>
      """, to: "page.pdf")
    let start = ContinuousClock.now
    let result = try folder.shell("ulimit -t 20; offscreen render page.pdf -o x.png --timeout 20s")
    #expect(result.status <= 1, "\(result.error)")
    #expect(ContinuousClock.now - start < .seconds(15))
  }
}
