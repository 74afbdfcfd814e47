/// A note in a PNG file: a keyword and a text.
/// https://www.w3.org/TR/png-3/#11textinfo
package struct PNGText: Hashable, Sendable {
  /// 1 to 79 characters of printable Latin-1; what cannot be in a keyword is left out.
  package let keyword: String
  package let text: String

  package init(_ keyword: String, _ text: String) {
    let allowed = Array(keyword.utf8.filter { $0 >= 0x20 && $0 <= 0x7E }.prefix(79))
    self.keyword = String(decoding: allowed, as: UTF8.self)
    self.text = text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
  }

  /// `tEXt` for ASCII, which is the same in Latin-1; `iTXt`, not compressed, for all else.
  var chunkType: String { isASCII ? "tEXt" : "iTXt" }

  var chunkContent: [UInt8] {
    // iTXt: keyword, 0, compression flag, compression method, language, 0, translated keyword, 0.
    Array(keyword.utf8) + (isASCII ? [0] : [0, 0, 0, 0, 0]) + Array(text.utf8)
  }

  private var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The notes of a PNG file, as far as they are not compressed; none where it is not one. Chunks
  /// after the pixels are not looked for.
  package static func read(_ bytes: [UInt8]) -> [PNGText] {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return [] }
    var notes: [PNGText] = []
    var reader = ByteReader(bytes, from: 8)
    while let length = reader.big32(), let type = reader.big32(), Int(length) <= bytes.count - reader.position {
      let content = bytes[reader.position..<(reader.position + Int(length))]
      switch type {
      case 0x7445_5874: if let note = latin(content) { notes.append(note) }  // tEXt
      case 0x6954_5874: if let note = international(content) { notes.append(note) }  // iTXt
      case 0x4944_4154, 0x4945_4E44: return notes  // IDAT, IEND
      case _: break
      }
      reader.position += Int(length) + 4
    }
    return notes
  }

  private static func latin(_ content: ArraySlice<UInt8>) -> PNGText? {
    guard let end = content.firstIndex(of: 0) else { return nil }
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    return PNGText(text(content[..<end]), text(content[(end + 1)...]))
  }

  private static func international(_ content: ArraySlice<UInt8>) -> PNGText? {
    let parts = content.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count >= 4, parts[1].first == 0 else { return nil }
    // Language and translated keyword are passed over.
    let rest = parts[1].dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard rest.count == 3 else { return nil }
    return PNGText(String(decoding: parts[0], as: UTF8.self), String(decoding: rest[2], as: UTF8.self))
  }
}
