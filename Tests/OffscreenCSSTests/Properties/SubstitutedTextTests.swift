import Testing

@testable import OffscreenCSS

@Suite struct SubstitutedTextTests {
  @Test func addressesOfAttributes() {
    for (text, isUsed) in [
      ("url(X)", true), ("url('X')", true), ("'X' url(a)", false), ("image-set('a' type('X'))", false),
      ("image-set('a' type(url('X')))", true), ("image-set('a', image-set(b() 'X'))", true),
      ("image-set('a' type('b'), 'X')", true), ("image-set('a') 'X'", false), ("f('X')", false),
    ] {
      let bytes = Array(text.utf8)
      let place = bytes.firstIndex(of: UInt8(ascii: "X")) ?? 0
      #expect(TokenBuffer(bytes, taints: [place..<place + 1]).usesTaintedAddress == isUsed, "\(text)")
    }
  }
}
