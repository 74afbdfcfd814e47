import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenLoading

/// Which of several pictures an `img` shows: by density, by width, by media and by type.
/// https://html.spec.whatwg.org/multipage/images.html#select-an-image-source
struct ImageSelection {
  let document: Document
  let media: MediaContext
  /// How wide pictures of `sizes=auto` were laid out, in CSS pixels.
  var autoWidths: [NodeID: Double] = [:]

  struct Choice: Equatable {
    var address: String
    /// Picture pixels per CSS pixel.
    var density: Double
  }

  init(document: Document, media: MediaContext) { (self.document, self.media) = (document, media) }

  /// The selected source of an `img`.
  /// https://html.spec.whatwg.org/multipage/images.html#update-the-source-set
  func choice(for image: NodeID) -> Choice? {
    let source = source(for: image)
    let set = source.map { candidates(of: $0) } ?? candidates(of: image)
    let sizes = document.attribute(source ?? image, .sizes)
    // Optimization: without width descriptors the attribute is not read.
    let needsWidth = set.contains { if case .width = $0.descriptor { true } else { false } }
    guard needsWidth else { return choose(from: set, width: nil) }
    let autoWidth = allowsAutoSizes(image) ? autoWidths[image] : nil
    return choose(from: set, width: SourceSizes.width(sizes, in: media, autoWidth: autoWidth))
  }

  /// Whether the choice has to wait until the picture has been laid out.
  func waitsForLayout(_ image: NodeID) -> Bool { autoWidths[image] == nil && allowsAutoSizes(image) }

  /// https://html.spec.whatwg.org/multipage/images.html#allows-auto-sizes
  private func allowsAutoSizes(_ image: NodeID) -> Bool {
    guard let sizes = document.attribute(image, .sizes)?.lowercased(), sizes == "auto" || sizes.hasPrefix("auto,")
    else { return false }
    return document.attribute(image, .loading)?.lowercased() == "lazy"
  }

  /// The element whose `width` and `height` are hints for the picture's size.
  /// https://html.spec.whatwg.org/multipage/images.html#dimension-attribute-source
  func dimensionSource(of image: NodeID) -> NodeID {
    guard let source = source(for: image),
      document.hasAttribute(source, .width) || document.hasAttribute(source, .height)
    else { return image }
    return source
  }

  /// The first `source` before an `img` in a `picture` that has something to offer.
  private func source(for image: NodeID) -> NodeID? {
    let parent = document.parent(image)
    guard !parent.isNone, document.isHTML(parent, .picture) else { return nil }
    var child = document.firstChild(parent)
    while !child.isNone, child != image {
      if document.isHTML(child, .source), isUsable(child) { return child }
      child = document.nextSibling(child)
    }
    return nil
  }

  private func isUsable(_ source: NodeID) -> Bool {
    guard let set = document.attribute(source, .srcset), !set.isEmpty else { return false }
    if let media = document.attribute(source, .media), !MediaQueryList(media).matches(self.media) { return false }
    if let type = document.attribute(source, .type), !type.isEmpty {
      guard let essence = MIMEType(type)?.essence, ImageFormat.shows(type: essence) else { return false }
    }
    return !SourceSet(set).candidates.isEmpty
  }

  /// A `src` counts as one of density 1 where no candidate has that and none has a width.
  /// https://html.spec.whatwg.org/multipage/images.html#create-a-source-set
  private func candidates(of element: NodeID) -> [SourceSet.Candidate] {
    var set = document.attribute(element, .srcset).map { SourceSet($0).candidates } ?? []
    guard document.isHTML(element, .img), let address = document.attribute(element, .src), !address.isEmpty
    else { return set }
    let isCovered = set.contains {
      switch $0.descriptor {
      case .width: true
      case .density(let density): density == 1
      }
    }
    if !isCovered { set.append(SourceSet.Candidate(address: address, descriptor: .density(1))) }
    return set
  }

  /// https://html.spec.whatwg.org/multipage/images.html#select-an-image-source-from-a-source-set
  private func choose(from candidates: [SourceSet.Candidate], width: Double?) -> Choice? {
    // 1. Every candidate by its density; of equal ones the first counts.
    var choices: [Choice] = []
    var seen: Set<Double> = []
    for candidate in candidates {
      let density =
        switch candidate.descriptor {
        case .density(let density): density
        case .width(let pixels): Double(pixels) / (width ?? media.width)
        }
      if seen.insert(density).inserted { choices.append(Choice(address: candidate.address, density: density)) }
    }
    choices.sort { $0.density < $1.density }
    guard var best = choices.first else { return nil }

    // 2. The densest of those that the device cannot outdo: from one to the next beyond what the device
    // shows, only where the device is past their geometric mean.
    // Deviation: the specification leaves it open; this is Chromium's way.
    let wanted = media.devicePixelRatio
    for next in choices.dropFirst() {
      if next.density >= wanted {
        let isPastTheMiddle = wanted >= (best.density * next.density).squareRoot()
        let isTooCoarse = wanted <= 1 && wanted > best.density
        if isPastTheMiddle || isTooCoarse { best = next }
        break
      }
      best = next
    }
    return best
  }

  /// All addresses that an `img` or a `source` offers.
  func addresses(of element: NodeID) -> [String] { candidates(of: element).map(\.address) }
}
