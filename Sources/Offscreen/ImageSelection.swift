import OffscreenDOM

/// Which of several sources an `img` shows.
///
/// Not implemented: `sizes` and width descriptors against the viewport; the first candidate of
/// density 1, or the first one, is taken.
/// https://html.spec.whatwg.org/multipage/images.html#select-an-image-source
enum ImageSelection {
  static func source(of image: NodeID, in document: Document) -> String? {
    if let source = document.attribute(image, .src), !source.isEmpty { return source }
    return document.attribute(image, .srcset).flatMap(firstCandidate)
  }

  /// All addresses of a `srcset`.
  static func candidates(_ list: String) -> [String] {
    list.split(separator: ",").prefix(64).compactMap { candidate in
      candidate.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.first.map(String.init)
    }
  }

  private static func firstCandidate(_ list: String) -> String? {
    var first: String?
    for candidate in list.split(separator: ",").prefix(64) {
      let parts = candidate.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
      guard let address = parts.first else { continue }
      if parts.count == 1 || parts[1] == "1x" { return String(address) }
      if first == nil { first = String(address) }
    }
    return first
  }
}
