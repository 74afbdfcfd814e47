import Testing

@testable import OffscreenScript

struct PreludeTests {
  /// Every page with scripts looks through all of it: 100 instructions a byte before the first statement runs. What few
  /// pages use is in files that are evaluated when its names are first used (`core.lazyFiles`, `core.later`), and what
  /// makes nodes is evaluated when a script first touches one.
  @Test func whatEveryPageBeginsWithIsSmall() throws {
    #expect(try count(Prelude.windows) < 95_000)
    #expect(try count("nodes") < 87_000)
    #expect(try count(Prelude.workers) < 88_000)
  }

  private func count(_ name: String) throws -> Int { try #require(Prelude.file(named: name)).source.count }

  /// The engine reads them where they lie: as ASCII.
  @Test func filesAreASCII() throws {
    for name in [Prelude.windows, Prelude.workers, "nodes"] {
      #expect(try #require(Prelude.file(named: name)).source.allSatisfy { $0 < 0x80 }, "\(name)")
    }
  }
}
