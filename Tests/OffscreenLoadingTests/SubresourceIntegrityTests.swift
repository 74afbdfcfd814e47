import Testing

@testable import OffscreenLoading

/// https://w3c.github.io/webappsec-subresource-integrity/
struct SubresourceIntegrityTests {
  private static let (sha256, sha384, sha512) = (
    "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=",
    "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO",
    "sha512-Q2bFTOhEALkN8hOms2FKTDLy7eugP2zFZ1T8LCvX42Fp3WoNr3bjZSAHeOsHrbV1Fu9/A0EzCinRE7Af1ofPrw=="
  )

  @Test(arguments: [
    (sha256, true), (sha384, true), (sha512, true), ("", true), ("md5-AAAA", true), ("sha256-AAAA", false),
    // One of several is enough, but only the strongest algorithm counts.
    ("sha256-AAAA \(sha256)", true), ("sha512-AAAA \(sha256)", false), ("sha256-AAAA\n\(sha384)?option", true),
    ("SHA256-\(sha256.dropFirst(7))", true), ("sha256-qznLcsROx4GACP2dm0UCKCzCG-HiZ1guq6ZZDob_Tng=", true),
    ("sha256", true), ("sha256-!", true),
  ]) func allows(_ metadata: String, _ isAllowed: Bool) {
    #expect(SubresourceIntegrity(metadata).allows(Array("alert('Hello, world.');".utf8)) == isAllowed)
  }
}
