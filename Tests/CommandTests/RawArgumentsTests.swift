import OffscreenLoading
import Testing

@testable import OffscreenCLI

/// What is not valid UTF-8 on the command line.
@Suite struct RawArgumentsTests {
  private let bytes = Array("/w/a".utf8) + [0xFF]

  private func texts(_ arguments: [UInt8]...) -> [String] { RawArguments.texts(arguments) }

  @Test func pathsBecomeAddresses() {
    #expect(
      texts(Array("render".utf8), bytes, Array("-o".utf8), bytes) == [
        "render", "file:///w/a%FF", "-o", "file:///w/a%FF",
      ])
    #expect(texts(Array("--output=".utf8) + bytes) == ["--output=file:///w/a%FF"])
    #expect(texts(Array("--css".utf8), bytes) == ["--css", "file:///w/a%FF"])
    #expect(texts(Array("--full-page".utf8), bytes).last == "file:///w/a%FF")
    #expect(texts(bytes + Array("/".utf8)) == ["file:///w/a%FF/"])
  }

  @Test func otherTextsAreMended() {
    #expect(texts(Array("--selector".utf8), Array("p".utf8) + [0xFF]) == ["--selector", "p\u{FFFD}"])
    #expect(texts(Array("--header=X: ".utf8) + [0xFF]) == ["--header=X: \u{FFFD}"])
    #expect(texts(Array("ü=a b".utf8)) == ["ü=a b"])
  }
}
