import CGLib
import CICU
import CPango

/// Finds the words of scripts that are written without spaces between them: Thai, Lao, Khmer and Burmese.
/// ICU has a dictionary for each; where it is not installed, Pango knows Thai. It belongs to one thread.
final class DictionaryWords {
  private let icu: () -> OffscreenICU?
  /// Opened with the first text that needs it.
  private lazy var iterator: LineIterator? = icu().flatMap(LineIterator.init)

  init(icu: @autoclosure @escaping () -> OffscreenICU? = TextLibraries.icu) { self.icu = icu }

  /// Whether a character is of a script that a dictionary may be for.
  static func mayServe(_ c: UInt32) -> Bool { c >= 0xE00 && c <= 0x17FF || c >= 0xA9E0 && c <= 0xAADF }

  /// Calls back for each character before which a word begins, by the words of a text without spaces. What
  /// stands between characters of other kinds is left to the rules for all scripts.
  func forEachWord(_ codepoints: [UInt32], rules: BreakRules, _ body: (Int) -> Void) {
    // Behind a mark the class is that of the letter which carries it.
    var classes: [LineBreakClass] = []
    classes.reserveCapacity(codepoints.count)
    for c in codepoints {
      let own = LineBreakClass(c, rules: rules)
      classes.append(own == .combining ? classes.last ?? .alphabetic : own)
    }
    if let iterator {
      iterator.forEachBreak(codepoints) { index in
        if classes[index] == .complexContext, classes[index - 1] == .complexContext { body(index) }
      }
    } else {
      forEachThaiBreak(codepoints) { index in
        if classes[index] == .complexContext, classes[index - 1] != .open { body(index) }
      }
    }
  }

  /// Pango asks libthai.
  private func forEachThaiBreak(_ codepoints: [UInt32], _ body: (Int) -> Void) {
    guard let pango = TextLibraries.pango else { return }
    // Pango counts the characters itself: the text is written anew, so that both counts agree.
    var bytes: [UInt8] = []
    for c in codepoints {
      for byte in String(Unicode.Scalar(c) ?? "\u{FFFD}").utf8 { bytes.append(byte) }
    }
    var attributes = [OffscreenPangoBreaks](repeating: 0, count: codepoints.count + 1)
    let length = Int32(clamping: bytes.count)
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
      pango.get_log_attrs(
        text, length, 0, pango.language_from_string("th"), &attributes,
        Int32(clamping: attributes.count))
    }
    for index in codepoints.indices.dropFirst()
    where attributes[index] & UInt32(OFFSCREEN_PANGO_LINE_BREAK) != 0 { body(index) }
  }
}

/// ICU's line breaks. https://unicode-org.github.io/icu/userguide/boundaryanalysis/
private final class LineIterator {
  private let library: OffscreenICU
  private let handle: UnsafeMutableRawPointer

  init?(_ library: OffscreenICU) {
    var status: Int32 = 0
    // The words are those of the script, whatever the language.
    guard let handle = library.open(Int32(OFFSCREEN_ICU_LINE), "en", nil, 0, &status) else { return nil }
    (self.library, self.handle) = (library, handle)
    // Above zero are errors, below warnings.
    if status > 0 { return nil }
  }

  deinit { library.close(handle) }

  /// Calls back for each character before which a line may begin, the first one excepted.
  func forEachBreak(_ codepoints: [UInt32], _ body: (Int) -> Void) {
    // 1. UTF-16, and the character that each unit belongs to.
    var units: [UInt16] = []
    var places: [Int] = []
    units.reserveCapacity(codepoints.count + 1)
    places.reserveCapacity(codepoints.count + 1)
    for (index, c) in codepoints.enumerated() {
      for unit in UTF16.encode(Unicode.Scalar(c) ?? "\u{FFFD}") ?? UTF16.encodedReplacementCharacter {
        units.append(unit)
        places.append(index)
      }
    }
    guard let count = Int32(exactly: units.count) else { return }
    // 2. ICU keeps the text's address and no copy.
    units.withUnsafeBufferPointer { buffer in
      var status: Int32 = 0
      library.set_text(handle, buffer.baseAddress, count, &status)
      guard status <= 0 else { return }
      while true {
        let position = Int(library.next(handle))
        guard position > 0, position < places.count else { break }
        body(places[position])
      }
      library.set_text(handle, nil, 0, &status)
    }
  }
}
