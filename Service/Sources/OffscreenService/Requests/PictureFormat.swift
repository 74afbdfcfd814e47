/// What a picture is encoded as.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpeg, webp, avif, gif, pdf

  init?(name: String) {
    switch name.lowercased() {
    case "jpg": self = .jpeg
    case let name: self.init(rawValue: name)
    }
  }

  var mediaType: String { self == .pdf ? "application/pdf" : "image/\(rawValue)" }

  /// The best of those that a client takes; nil where there is none. Without a preference it is PNG, which everybody
  /// reads and which loses nothing.
  /// https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
  static func negotiated(accept: String?, among formats: [PictureFormat]) -> PictureFormat? {
    guard let accept, !accept.isEmpty else { return .png }
    let ranges = accept.split(separator: ",").prefix(100).map { MediaRange($0) }
    var best: (format: PictureFormat, quality: Double, isNamed: Bool)?
    // Where several are equally welcome, the smaller file comes first.
    for format in [PictureFormat.webp, .avif, .png, .jpeg, .gif] where formats.contains(format) {
      let fitting = ranges.compactMap { range in range.specificity(for: format.mediaType).map { ($0, range.quality) } }
      guard let (specificity, quality) = fitting.max(by: { $0.0 < $1.0 }), quality > 0 else { continue }
      let isNamed = specificity == 2
      let isBetter = best.map { quality > $0.quality || (quality == $0.quality && isNamed && !$0.isNamed) } ?? true
      if isBetter { best = (format, quality, isNamed) }
    }
    guard let best else { return nil }
    // Who takes anything gets PNG.
    if !best.isNamed, ranges.contains(where: { $0.quality == best.quality && $0.specificity(for: "image/png") != nil })
    {
      return .png
    }
    return best.format
  }

  private struct MediaRange {
    var type: Substring
    var quality = 1.0

    init(_ text: Substring) {
      let parts = text.split(separator: ";")
      type = Self.trimmed(parts.first ?? "")
      for parameter in parts.dropFirst() {
        let sides = parameter.split(separator: "=", maxSplits: 1)
        if sides.count == 2, Self.trimmed(sides[0]).lowercased() == "q" {
          quality = Double(Self.trimmed(sides[1])).map { min(max($0, 0), 1) } ?? 0
        }
      }
    }

    /// 2: named; 1: `image/*`; 0: `*/*`.
    func specificity(for mediaType: String) -> Int? {
      switch type.lowercased() {
      case mediaType: 2
      case "image/*" where mediaType.hasPrefix("image/"): 1
      case "*/*": 0
      default: nil
      }
    }

    private static func trimmed(_ text: Substring) -> Substring {
      var text = text
      while text.first?.isWhitespace == true { text.removeFirst() }
      while text.last?.isWhitespace == true { text.removeLast() }
      return text
    }
  }
}
