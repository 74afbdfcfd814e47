import Testing

@testable import OffscreenScript

struct PreludeTests {
  /// Every page with scripts looks through all of them: 100 instructions a byte before the first statement runs. What few
  /// pages use is in files that are evaluated when its names are first used (`core.lazyFiles`, `core.later`).
  @Test func whatEveryPageBeginsWithIsSmall() {
    #expect(Prelude.files.count == 14 && Prelude.workerFiles.count == 7)
    #expect(Prelude.files.reduce(0) { $0 + $1.source.count } < 177_000)
    #expect(Prelude.workerFiles.reduce(0) { $0 + $1.source.count } < 87_000)
  }

  /// The engine reads them where they lie: as ASCII.
  @Test func filesAreASCII() {
    for file in Prelude.files + Prelude.workerFiles { #expect(file.source.allSatisfy { $0 < 0x80 }, "\(file.name)") }
  }
}
