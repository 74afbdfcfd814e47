import CFonts

/// One font that may serve a request.
struct FontCandidate {
  enum State {
    case waiting
    case loaded(FontID)
    case unusable
  }

  let face: FontFace
  /// Those of the page's `@font-face` rule; nil for a bundled face.
  let descriptors: FontFaceDescriptors?
  /// The family that it was asked for by.
  let family: String
  var state = State.waiting

  init(face: FontFace, descriptors: FontFaceDescriptors?, family: String = "") {
    self.face = face
    self.family = family
    self.descriptors = descriptors
  }

  /// The rule's `unicode-range` lets the character through.
  func covers(_ codepoint: UInt32) -> Bool {
    guard let ranges = descriptors?.unicodeRanges, !ranges.isEmpty else { return true }
    return ranges.contains { $0.contains(codepoint) }
  }
}

/// A request with the fonts that were found for it, in order.
final class ResolvedRequest {
  let request: FontRequest
  let index: Int32
  var candidates: [FontCandidate]
  var primary = FontID(rawValue: 0)
  let options: Int32
  /// With letter spacing: without ligatures.
  let spacedOptions: Int32
  /// Some `@font-face` serves a part of the characters only.
  let hasUnicodeRanges: Bool
  /// How many page fonts there were when the fonts were chosen.
  var pageFaceCount = 0

  init(
    request: FontRequest, index: Int32, candidates: [FontCandidate], options: Int32,
    spacedOptions: Int32
  ) {
    self.request = request
    self.index = index
    self.candidates = candidates
    self.options = options
    self.spacedOptions = spacedOptions
    hasUnicodeRanges = candidates.contains { $0.descriptors?.unicodeRanges.isEmpty == false }
  }
}

/// Features and language in HarfBuzz's form.
struct ShapingOptions {
  struct Key: Hashable {
    var features: [FontFeature]
    var language: String
    var hasLetterSpacing: Bool
  }

  let features: [hb_feature_t]
  let language: hb_language_t?
  /// The page sets no feature, kerning excepted.
  let keepsLetters: Bool

  init(_ key: Key) {
    // Letters that are spaced do not join; the features that the page sets come later and win.
    // https://drafts.csswg.org/css-text-4/#letter-spacing-property
    let unjoined = [FontFeature(FontTag("liga"), 0), FontFeature(FontTag("clig"), 0)]
    features = Self.features((key.hasLetterSpacing ? unjoined : []) + key.features)
    keepsLetters = key.features.allSatisfy { $0.tag == FontTag("kern") }
    language =
      key.language.isEmpty ? nil : key.language.withCString { hb_language_from_string($0, -1) }
  }

  static func features(_ features: [FontFeature]) -> [hb_feature_t] {
    features.prefix(256).map {
      hb_feature_t(tag: $0.tag.rawValue, value: $0.value, start: 0, end: UInt32.max)
    }
  }
}
