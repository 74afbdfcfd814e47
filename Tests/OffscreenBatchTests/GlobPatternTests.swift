import TestSupport
import Testing

@testable import OffscreenBatch

struct GlobPatternTests {
  @Test(arguments: [
    ("*.html", "a.html", true), ("*.html", "sub/dir/a.html", true), ("*.html", "a.htm", false),
    ("docs/*.html", "docs/a.html", true), ("docs/*.html", "docs/b/a.html", false),
    ("docs/**/*.html", "docs/a.html", true), ("docs/**/*.html", "docs/b/c/a.html", true),
    ("docs/**", "docs/b/c", true), ("docs/**", "docsb/c", false), ("**/x/y", "a/b/x/y", true),
    ("**/x/y", "ax/y", false),
    ("a?c", "abc", true), ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false),
    ("[!a-c]x", "dx", true),
    ("*.{html,xht}", "a.xht", true), ("*.{html,xht}", "a.txt", false), ("\\*", "*", true), ("\\*", "a", false),
    ("", "", true), ("*", "", true), ("é*", "etat", false), ("é*", "édit", true),
  ])
  func matches(_ pattern: String, _ path: String, _ expected: Bool) throws {
    #expect(try #require(GlobPattern(pattern)).matches(path) == expected)
  }

  @Test(arguments: ["[a", "{a,b", "{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}{q,r}"])
  func refusesWhatIsNotClosedOrTooMuch(_ pattern: String) { #expect(GlobPattern(pattern) == nil) }

  /// Many stars against a long path that nearly fits.
  @Test func starsAreNotExponential() throws {
    let pattern = try #require(GlobPattern(String(repeating: "a*", count: 200) + "b"))
    let seconds = processorTime { #expect(!pattern.matches(String(repeating: "a", count: 5000))) }
    #expect(seconds < 20)
  }
}
