import CFonts

/// The descriptors of one `@font-face` rule that matter for matching and drawing.
package struct FontFaceDescriptors: Hashable, Sendable {
  /// Nil is `auto`: 400 while faces are matched, all that its axis has where it is drawn.
  package var weight: ClosedRange<Double>?
  /// Percent; nil as for the weight.
  package var stretch: ClosedRange<Double>?
  package var slant: FontSlant
  /// The degrees that `oblique` gives to its axis; nil where the rule gives none.
  package var slantRange: ClosedRange<Double>?
  /// Empty: all characters.
  package var unicodeRanges: [ClosedRange<UInt32>]
  package var variations: [FontVariation]
  /// `font-feature-settings`: what the page's styles say wins.
  package var features: [FontFeature] = []
  package var override: MetricsOverride

  package init(
    weight: ClosedRange<Double>? = nil, stretch: ClosedRange<Double>? = nil,
    slant: FontSlant = .normal, unicodeRanges: [ClosedRange<UInt32>] = [],
    variations: [FontVariation] = [], override: MetricsOverride = MetricsOverride()
  ) {
    self.weight = weight
    self.stretch = stretch
    self.slant = slant
    self.unicodeRanges = unicodeRanges
    self.variations = variations
    self.override = override
  }
}

/// The faces of the page's `@font-face` rules.
struct PageFaces {
  enum Entry {
    case loaded(FontFace)
    /// No character of the page is in the face's `unicode-range`, so that it is not loaded.
    case unneeded
    case failed
  }

  private var rules: [String: [(entry: Entry, descriptors: FontFaceDescriptors)]] = [:]
  private(set) var count = 0

  mutating func add(_ entry: Entry, family: String, descriptors: FontFaceDescriptors) {
    rules[family.lowercased(), default: []].append((entry, descriptors))
    count += 1
  }

  /// The faces of the family that match best: those that differ in `unicode-range` only make one
  /// composite face, in which later rules come first. Nil where the page has no such family, or has tried
  /// all of the composite face in vain: then it is the machine's family of that name, if there is one.
  /// https://drafts.csswg.org/css-fonts-4/#font-style-matching
  func candidates(family: String, for request: FontRequest) -> [FontCandidate]? {
    guard count > 0, let known = rules[family.lowercased()] else { return nil }
    var best: (Double, Double, Double)?
    var composite: [(entry: Entry, descriptors: FontFaceDescriptors)] = []
    for (entry, descriptors) in known.reversed() {
      let score = (
        Self.distance(descriptors.stretch ?? 100...100, request.stretch, narrowFirst: request.stretch <= 100),
        Self.slantDistance(descriptors.slant, request.slant),
        Self.weightDistance(descriptors.weight ?? 400...400, request.weight)
      )
      if let known = best {
        if score == known { composite.append((entry, descriptors)) }
        if score < known { (best, composite) = (score, [(entry, descriptors)]) }
      } else {
        (best, composite) = (score, [(entry, descriptors)])
      }
    }
    var result: [FontCandidate] = []
    var isInVain = true
    for (entry, descriptors) in composite {
      if case .failed = entry { continue }
      isInVain = false
      if case .loaded(let face) = entry {
        result.append(FontCandidate(face: face, descriptors: descriptors, family: family))
      }
    }
    return isInVain ? nil : result
  }

  /// 0 inside the range; values on the preferred side come before all on the other.
  private static func distance(
    _ range: ClosedRange<Double>, _ wanted: Double, narrowFirst: Bool
  ) -> Double {
    if range.contains(wanted) { return 0 }
    let isBelow = range.upperBound < wanted
    let distance = isBelow ? wanted - range.upperBound : range.lowerBound - wanted
    return isBelow == narrowFirst ? distance : distance + 10_000
  }

  private static func slantDistance(_ face: FontSlant, _ wanted: FontSlant) -> Double {
    switch (wanted, face) {
    case (.normal, .normal), (.italic, .italic): 0
    case (.normal, .oblique(let degrees)): 100 + abs(degrees)
    case (.normal, .italic): 1000
    case (.italic, .oblique(let degrees)), (.oblique, .oblique(let degrees)):
      100 + abs(degrees - wanted.degrees)
    case (.oblique, .italic): 1000
    case (.italic, .normal), (.oblique, .normal): 2000
    }
  }

  /// 400 to 500 look up to 500 first, then down, then up; below 400 down first, above 500 up first.
  private static func weightDistance(_ range: ClosedRange<Double>, _ wanted: Double) -> Double {
    if range.contains(wanted) { return 0 }
    if wanted >= 400 && wanted <= 500 {
      let low = range.lowerBound
      if low > wanted && low <= 500 { return low - wanted }
      if range.upperBound < wanted { return 1000 + wanted - range.upperBound }
      return 10_000 + low
    }
    return distance(range, wanted, narrowFirst: wanted < 400)
  }
}

extension PageFonts {
  /// Takes in a `@font-face` rule's file (TrueType, OpenType, WOFF or WOFF2); false where the bytes
  /// are no font that can be used. Requests interned before see the face too.
  package func addFontFace(
    bytes: [UInt8], family: String, descriptors: FontFaceDescriptors = FontFaceDescriptors()
  ) -> Bool {
    guard pageFaces.count < 1024, bytes.count <= 32 << 20, let plain = sfnt(bytes) else {
      return false
    }
    let face = FontFace(bytes: plain)
    guard let typeface = face.typeface(freeType), typeface.freeTypeFace(coordinates: []) != nil
    else { return false }
    pageFaces.add(.loaded(face), family: family, descriptors: descriptors)
    return true
  }

  /// `src: local(name)`: a bundled face by its full or PostScript name.
  package func addFontFace(
    local name: String, family: String, descriptors: FontFaceDescriptors = FontFaceDescriptors()
  ) -> Bool {
    guard pageFaces.count < 1024, let face = catalog.face(localName: name) else { return false }
    pageFaces.add(.loaded(face), family: family, descriptors: descriptors)
    return true
  }

  /// Takes note of a rule whose file could not be had. `isNeeded`: some character of the page is in its
  /// `unicode-range`; a browser would not have asked for it otherwise, and waits.
  package func noteMissingFontFace(family: String, descriptors: FontFaceDescriptors, isNeeded: Bool) {
    guard pageFaces.count < 1024 else { return }
    pageFaces.add(isNeeded ? .failed : .unneeded, family: family, descriptors: descriptors)
  }

  /// FreeType unpacks WOFF and WOFF2 when it opens them; tag 0 then reads the whole plain file.
  private func sfnt(_ bytes: [UInt8]) -> [UInt8]? {
    let isPacked = bytes.starts(with: [0x77, 0x4F, 0x46])
    return bytes.withUnsafeBufferPointer { data -> [UInt8]? in
      var opened: FT_Face?
      guard
        FT_New_Memory_Face(freeType.handle, data.baseAddress, FT_Long(data.count), 0, &opened) == 0,
        let face = opened
      else { return nil }
      defer { FT_Done_Face(face) }
      guard face.pointee.face_flags & FT_Long(FT_FACE_FLAG_SFNT) != 0 else { return nil }
      if !isPacked { return bytes }
      var length: FT_ULong = 0
      guard FT_Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length > 0, length <= 64 << 20 else {
        return nil
      }
      var plain = [UInt8](repeating: 0, count: Int(length))
      guard FT_Load_Sfnt_Table(face, 0, 0, &plain, &length) == 0 else { return nil }
      return plain
    }
  }
}
