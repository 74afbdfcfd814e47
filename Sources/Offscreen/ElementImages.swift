import OffscreenDOM
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading

/// The pictures that elements show.
final class ElementImages {
  private let document: Document
  private let base: PageURL
  private let store: ImageStore
  private var known: [NodeID: ElementImage] = [:]

  init(document: Document, base: PageURL, store: ImageStore) {
    (self.document, self.base, self.store) = (document, base, store)
  }

  func image(of element: NodeID) -> ElementImage {
    if let image = known[element] { return image }
    let image = find(element)
    known[element] = image
    return image
  }

  private func find(_ element: NodeID) -> ElementImage {
    if document.namespace(element) == .svg {
      // Inline SVG is drawn as a picture of its own.
      let markup = SVGSerializer.document(element, in: document)
      return store.image(bytes: Array(markup.utf8), mimeType: "image/svg+xml").map { .image($0) } ?? .none
    }
    guard let name = document.name(element).known else { return .none }
    switch name {
    case .img: return picture(at: ImageSelection.source(of: element, in: document))
    case .input: return picture(at: document.attribute(element, .src))
    case .video: return document.attribute(element, .poster).map { picture(at: $0) } ?? .none
    case .embed: return embedded(document.attribute(element, .src), type: document.attribute(element, .type))
    case .object:
      let address = document.names.find("data").flatMap { document.attribute(element, $0) }
      return embedded(address, type: document.attribute(element, .type))
    default: return .none
    }
  }

  /// What is not a picture is left to the element's own content.
  private func embedded(_ address: String?, type: String?) -> ElementImage {
    if let type, !type.isEmpty, !type.lowercased().hasPrefix("image/") { return .none }
    if case .image(let image) = picture(at: address) { return .image(image) }
    return .none
  }

  private func picture(at address: String?) -> ElementImage {
    guard let address, !address.isEmpty else { return .none }
    guard let url = base.joined(address) else { return .broken }
    return store.image(url.href).map { .image($0) } ?? .broken
  }
}
