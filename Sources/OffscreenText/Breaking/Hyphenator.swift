import CHyphen
import CGLib

/// Finds where words may be parted, by the patterns of the dictionaries that are installed.
/// https://drafts.csswg.org/css-text-4/#hyphenation
package final class Hyphenator {
  /// Longer words are names of things, not words.
  private static let longestWord = 128

  /// Files by language, in lower case with underscores: `en_us`.
  private let files: [String: String]
  /// By the language asked for; nil where there is none for it.
  private var dictionaries: [String: HyphenationDictionary?] = [:]

  /// `folder` holds files as `hyph_en_US.dic`. With no such folder there are no dictionaries.
  package init(folder: String = "/usr/share/hyphen") {
    var files: [String: String] = [:]
    if let listing = g_dir_open(folder, 0, nil) {
      defer { g_dir_close(listing) }
      while let entry = g_dir_read_name(listing) {
        let name = String(cString: entry)
        guard name.hasPrefix("hyph_"), name.hasSuffix(".dic") else { continue }
        files[name.dropFirst(5).dropLast(4).lowercased()] = "\(folder)/\(name)"
      }
    }
    self.files = files
  }

  /// Languages that have a dictionary, as BCP 47 writes them in lower case.
  package var languages: [String] { files.keys.sorted().map { $0.replacing("_", with: "-") } }

  /// Adds the places within words to those found already.
  func mark(_ text: UnsafeBufferPointer<UInt8>, rules: BreakRules, in breaks: inout [BreakOpportunity]) {
    guard let limits = rules.hyphenation, let dictionary = dictionary(for: rules.language) else { return }
    var word: [UInt32] = []
    var offsets: [Int] = []
    var hasSoftHyphen = false
    func finish() {
      defer {
        word.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        hasSoftHyphen = false
      }
      // Soft hyphens in a word say where it may be parted, and nowhere else.
      guard !hasSoftHyphen, word.count >= limits.word, word.count <= Self.longestWord else { return }
      for index in dictionary.places(in: word)
      where index >= limits.before && word.count - index >= limits.after {
        let offset = offsets[index]
        if breaks[offset].line == .none, breaks[offset].isGraphemeStart { breaks[offset].line = .hyphen }
      }
    }
    var position = 0
    while position < text.count {
      let (scalar, length) = Scalars.decode(text, position, text.count)
      if scalar == 0xAD {
        hasSoftHyphen = true
      } else if g_unichar_isalpha(scalar) != 0 || g_unichar_ismark(scalar) != 0 {
        if word.count <= Self.longestWord {
          word.append(scalar)
          offsets.append(position)
        }
      } else {
        finish()
      }
      position += length
    }
    finish()
  }

  private func dictionary(for language: String) -> HyphenationDictionary? {
    if let known = dictionaries[language] { return known }
    // Languages come from pages.
    if dictionaries.count >= 64 { dictionaries.removeAll() }
    let found = file(for: language).flatMap { HyphenationDictionary(file: $0) }
    dictionaries[language] = .some(found)
    return found
  }

  /// The dictionary of the language and region, else of the language, else of its first region.
  private func file(for language: String) -> String? {
    let tag = language.lowercased().replacing("-", with: "_")
    guard let primary = tag.split(separator: "_").first else { return nil }
    if let exact = files[tag] ?? files[String(primary)] { return exact }
    return files.keys.filter { $0.hasPrefix("\(primary)_") }.min().flatMap { files[$0] }
  }
}

/// One language's patterns.
private final class HyphenationDictionary {
  private let library: OffscreenHyphen
  private let handle: UnsafeMutablePointer<HyphenDict>

  /// Nil where it cannot be read, or the library is not installed.
  init?(file: String) {
    guard let library = TextLibraries.hyphen, let handle = library.load(file) else { return nil }
    (self.library, self.handle) = (library, handle)
  }

  deinit { library.free(handle) }

  /// The indexes of characters that a hyphen may stand before. Places where the spelling would change
  /// are left out.
  func places(in word: [UInt32]) -> [Int] {
    var bytes: [UInt8] = []
    for scalar in word {
      let lowered = Unicode.Scalar(g_unichar_tolower(scalar)) ?? "\u{FFFD}"
      bytes.append(contentsOf: String(lowered).utf8)
    }
    if handle.pointee.utf8 == 0 {
      guard let encoded = encode(bytes), encoded.count == word.count else { return [] }
      bytes = encoded
    }
    let count = bytes.count
    var marks = [CChar](repeating: 0, count: count + 5)
    var replacements: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var positions: UnsafeMutablePointer<Int32>?
    var cuts: UnsafeMutablePointer<Int32>?
    defer {
      if let replacements { for index in 0..<count { free(replacements[index]) } }
      free(replacements)
      free(positions)
      free(cuts)
    }
    let failed = bytes.withUnsafeBytes {
      library.hyphenate2(
        handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: count), &marks, nil,
        &replacements, &positions, &cuts)
    }
    guard failed == 0 else { return [] }
    // A mark stands at the character before the hyphen.
    return word.indices.dropLast().filter { index in
      marks[index] & 1 == 1 && (replacements.map { $0[index] == nil } ?? true)
    }.map { $0 + 1 }
  }

  private func encode(_ text: [UInt8]) -> [UInt8]? {
    var written: gsize = 0
    let converted = withUnsafePointer(to: &handle.pointee.cset) { set in
      set.withMemoryRebound(to: CChar.self, capacity: 1) { name in
        text.withUnsafeBytes {
          g_convert(
            $0.baseAddress?.assumingMemoryBound(to: CChar.self), gssize(text.count), name, "UTF-8", nil, &written,
            nil)
        }
      }
    }
    guard let converted else { return nil }
    defer { g_free(converted) }
    return converted.withMemoryRebound(to: UInt8.self, capacity: Int(written)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(written)))
    }
  }
}
