import Foundation
import OffscreenDOM
import TestSupport
import Testing

@testable import OffscreenHTML

struct EncodingTests {
  @Test(
    .needs("the html5lib data", Html5libTest.folder != nil),
    arguments: Html5libTest.files(in: "encoding"))
  func file(_ path: String) throws {
    let tests = try Html5libTest.load(path)
    #expect(!tests.isEmpty)
    for test in tests {
      let wanted = String(decoding: test["encoding"] ?? [], as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let expected = try #require(Encoding(label: wanted), "\(test.id) \(wanted)")
      let actual = HTMLParser.parse(bytes: test["data"] ?? []).encoding
      if let reason = Html5libTest.expectedFailures[test.id] {
        #expect(actual != expected, "\(test.id) passes now, though it is listed: \(reason)")
      } else {
        #expect(actual == expected, "\(test.id)\n\(String(decoding: test["data"] ?? [], as: UTF8.self))")
      }
    }
  }

  @Test func labels() {
    #expect(Encoding(label: " Latin1\n") == .windows1252)
    #expect(Encoding(label: "iso-8859-1") == .windows1252)
    #expect(Encoding(label: "GB2312") == .gbk)
    #expect(Encoding(label: "x-sjis") == .shiftJIS)
    #expect(Encoding(label: "ks_c_5601-1987") == .eucKR)
    #expect(Encoding(label: "utf-16") == .utf16LE)
    #expect(Encoding(label: "hz-gb-2312") == .replacement)
    #expect(Encoding(label: "utf-9") == nil)
    #expect(Encoding(label: "") == nil)
    #expect(Encoding(label: "utf-8 utf8") == nil)
  }

  @Test(
    arguments: [
      (Encoding.windows1252, [0x80, 0x81, 0xE9], "\u{20AC}\u{81}é"),
      (.iso8859_2, [0xB1, 0xA1], "ąĄ"),
      (.windows1251, [0xCF, 0xF0, 0xE8], "При"),
      (.koi8U, [0xAE, 0xC1], "ўа"),
      (.iso8859_6, [0xA1, 0xC7], "\u{FFFD}ا"),
      (.userDefined, [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
      (.replacement, [0x41, 0x42], "\u{FFFD}"),
      (.utf16LE, [0x41, 0, 0x3D, 0xD8, 0, 0xDE, 0, 0xD8, 0x42], "A😀\u{FFFD}"),
      (.utf16BE, [0xFE, 0xFF, 0, 0x41], "A"),
      (
        .utf8, [0xEF, 0xBB, 0xBF, 0x41, 0xC3, 0xF0, 0x9F, 0x98, 0xED, 0xA0, 0x80, 0x42],
        "A\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}B"
      ),
      (.shiftJIS, [0x93, 0xFA, 0x96, 0x7B, 0x5C, 0xB1], "日本\\ｱ"),
      (.eucJP, [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
      (.iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "日A"),
      (.gbk, [0xD6, 0xD0, 0xCE, 0xC4, 0x80], "中文€"),
      (.gb18030, [0x81, 0x30, 0x81, 0x30], "\u{80}"),
      (.big5, [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
      (.eucKR, [0xC7, 0xD1, 0xB1, 0xDB, 0x81, 0x41], "한글갂"),
      (.eucKR, [0xC7, 0x41, 0xC7], "\u{FFFD}A\u{FFFD}"),
    ] as [(Encoding, [UInt8], String)])
  func decoding(_ encoding: Encoding, _ bytes: [UInt8], _ text: String) {
    #expect(String(decoding: Decoder.decode(bytes, as: encoding), as: UTF8.self) == text)
  }

  @Test(
    arguments: [
      (.utf8, [0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80], "€😀"),
      (.utf16LE, [0x3D, 0xD8, 0, 0xDE], "😀"),
      (.gb18030, [0x90, 0x30, 0x81, 0x30, 0x81, 0x40], "\u{10000}丂"),
      (.eucJP, [0x8F, 0xB0, 0xA1, 0xC6, 0xFC], "丂日"),
      (.iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41], "日A"),
      (.big5, [0x88, 0x62], "Ê\u{304}"),
    ] as [(Encoding, [UInt8], String)])
  func decodingByteByByte(_ encoding: Encoding, _ bytes: [UInt8], _ text: String) {
    var output: [UInt8] = []
    var state = 0
    for (index, byte) in bytes.enumerated() {
      // What goes on from another's state is no other decoder.
      var decoder = StreamingDecoder(encoding, isFatal: true)
      decoder.state = state
      #expect(decoder.decode([byte], isLast: index == bytes.count - 1, into: &output))
      state = decoder.state
    }
    #expect(String(decoding: output, as: UTF8.self) == text)
  }

  @Test(
    arguments: [
      (.utf8, [0xE2, 0x82]), (.utf16BE, [0xD8, 0x00]), (.shiftJIS, [0x81]), (.gb18030, [0x81, 0x30, 0x81]),
      (.iso2022JP, [0x1B]), (.windows1253, [0xD2]),
    ] as [(Encoding, [UInt8])])
  func fatalErrors(_ encoding: Encoding, _ bytes: [UInt8]) {
    var decoder = StreamingDecoder(encoding, isFatal: true)
    var output: [UInt8] = []
    #expect(!decoder.decode(bytes, isLast: true, into: &output))
  }

  @Test(
    arguments: [
      (.shiftJIS, "日\u{203E}한", [0x93, 0xFA, 0x7E, 0x3F]), (.eucJP, "日ｱ", [0xC6, 0xFC, 0x8E, 0xB1]),
      (.iso2022JP, "日A", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42, 0x41]),
      (.gbk, "中€", [0xD6, 0xD0, 0x80]), (.gb18030, "\u{10000}", [0x90, 0x30, 0x81, 0x30]), (.big5, "中", [0xA4, 0xA4]),
      (.eucKR, "한글", [0xC7, 0xD1, 0xB1, 0xDB]), (.windows1252, "é€Ω", [0xE9, 0x80, 0x3F]),
    ] as [(Encoding, String, [UInt8])])
  func encoding(_ encoding: Encoding, _ text: String, _ bytes: [UInt8]) {
    #expect(Encoder.encode(text, as: encoding) { _ in [0x3F] } == bytes)
  }

  @Test func everySingleByteTableIsWhole() {
    for encoding in Encoding.allCases {
      guard let table = SingleByteTables.upperHalf(encoding) else { continue }
      #expect(table.count == 128, "\(encoding)")
    }
  }

  @Test func everyEncodingDecodesAnything() {
    var random = SeededGenerator(seed: 7)
    for encoding in Encoding.allCases {
      for _ in 0..<20 {
        let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
        let decoded = Decoder.decode(bytes, as: encoding)
        #expect(decoded.withUnsafeBufferPointer { Decoder.isValidUTF8($0) }, "\(encoding)")
      }
    }
  }

  @Test func newlines() {
    var bytes = Array("a\r\nb\rc\r\r\nd\n\r".utf8)
    Decoder.normalizeNewlines(&bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a\nb\nc\n\nd\n\n")
  }

  @Test func order() {
    let meta = Array("<meta charset=koi8-r>".utf8)
    #expect(HTMLParser.parse(bytes: meta).encoding == .koi8R)
    #expect(HTMLParser.parse(bytes: meta, transportCharset: "utf-8").encoding == .utf8)
    #expect(HTMLParser.parse(bytes: [0xFF, 0xFE] + meta, transportCharset: "utf-8").encoding == .utf16LE)
    #expect(HTMLParser.parse(bytes: Array("é".utf8)).encoding == .windows1252)
    #expect(HTMLParser.parse(bytes: Array("é".utf8), detectsUTF8: true).encoding == .utf8)
  }

  /// Only a `meta` that is one counts, and behind the first 1024 bytes only one of the head.
  @Test(arguments: [
    ("<title><meta charset=koi8-r></title>", Encoding.windows1252),
    ("<style><meta charset=koi8-r></style>", .windows1252),
    ("<title>x</title><meta charset=koi8-r>", .koi8R), ("<body><meta charset=koi8-r>", .koi8R),
    ("<!--\(String(repeating: "x", count: 1000))--></head><meta charset=koi8-r>", .koi8R),
    ("<!--LONG--><meta charset=koi8-r>", .koi8R), ("<!--LONG--></head><meta charset=koi8-r>", .windows1252),
    ("<!--LONG--><template><meta charset=koi8-r></template>", .windows1252),
  ])
  func whereMetaCounts(markup: String, encoding: Encoding) {
    let long = String(repeating: "x", count: 2000)
    let bytes = Array(markup.split(separator: "LONG", omittingEmptySubsequences: false).joined(separator: long).utf8)
    #expect(HTMLParser.parse(bytes: bytes).encoding == encoding, "\(markup)")
  }

  /// A `meta` beyond the first 1024 bytes makes the parser start again.
  @Test func lateMeta() {
    let bytes = Array(("<!--" + String(repeating: "x", count: 2000) + "--><meta charset=utf-8><p>é").utf8)
    let parsed = HTMLParser.parse(bytes: bytes)
    #expect(parsed.encoding == .utf8)
    #expect(String(decoding: parsed.document.textContent(.document), as: UTF8.self) == "é")
  }
}

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
