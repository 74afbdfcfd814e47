import Testing

@testable import Offscreen

/// https://drafts.csswg.org/mediaqueries-5/#prefers-reduced-motion
struct ReducedMotionTests {
  @Test func pagesAreTold() async throws {
    let page = WebPage.forTests()
    try await page.load(
      html: "<style>p { width: 10px } @media (prefers-reduced-motion) { p { width: 50px } }</style><p>x")
    #expect(try await page.elements(matching: "p").map(\.rect.width) == [10])
    page.options.prefersReducedMotion = true
    #expect(try await page.elements(matching: "p").map(\.rect.width) == [50], "it is laid out again")
    #expect(try Fingerprint.current().with(page.options)["reduced-motion"] == "yes")
  }
}
