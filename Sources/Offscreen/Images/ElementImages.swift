import Foundation
import OffscreenDOM
import OffscreenHTML
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenStyle

/// The pictures that elements show.
final class ElementImages {
  private let document: Document
  private let base: PageURL
  private let store: ImageStore
  private let loader: DocumentLoader
  private let scripted: ScriptedState
  private(set) var selection: ImageSelection
  private var known: [NodeID: ElementImage] = [:]
  /// With the styles that inline drawings are drawn with.
  private var vectors: VectorElements

  /// Whether pictures were chosen by the widths of a layout.
  private(set) var hasWaited = false

  init(_ source: PageSession.Source, base: PageURL, selection: ImageSelection) {
    document = source.document
    (self.base, self.selection, store, loader) = (base, selection, source.images, source.requests)
    scripted = source.scripted
    vectors = VectorElements(document: document, styles: nil)
  }

  /// Inline drawings depend on the page's styles. `keepsDrawings`: those that they depend on are the same.
  func use(_ styles: StyledDocument, keepsDrawings: Bool = false) {
    vectors = VectorElements(document: document, styles: styles)
    known = keepsDrawings ? known.filter { document.namespace($0.key) == .svg } : [:]
  }

  /// Whether a picture waits for the width that its element gets.
  var isWaiting: Bool { known.contains { if case .waiting = $0.value { true } else { false } } }

  /// The elements whose picture depends on their place on the page.
  var waiting: [NodeID] { known.compactMap { if case .waiting = $0.value { $0.key } else { nil } } }

  /// What `waiting` waits for: how wide elements were laid out, in CSS pixels.
  func use(_ widths: [NodeID: Double]) {
    hasWaited = true
    for (element, width) in widths {
      selection.autoWidths[element] = width
      known[element] = nil
    }
  }

  func image(of element: NodeID) -> ElementImage {
    if let image = known[element] { return image }
    let image = find(element)
    known[element] = image
    return image
  }

  private func find(_ element: NodeID) -> ElementImage {
    if document.namespace(element) == .svg {
      let size = vectors.naturalSize(of: element)
      return .drawing(width: size.width, height: size.height, ratio: vectors.naturalRatio(of: element))
    }
    guard let name = document.name(element).known else { return .none }
    switch name {
    case .img:
      if selection.waitsForLayout(element) { return .waiting }
      let choice = selection.choice(for: element)
      guard let choice, case .image(var image, _) = picture(at: choice.address) else {
        // An empty address is a request that failed.
        let wasAsked = choice != nil || document.hasAttribute(element, .src)
        return wasAsked ? .broken : .none
      }
      if vectors.style(element).inherited.imageOrientation != .fromImage { image = image.unturned }
      return .image(image, density: choice.density)
    case .canvas:
      guard let surface = scripted.canvases[element], let picture = scripted.drawings?.picture(surface) else {
        return .none
      }
      return .image(picture, density: 1)
    case .input: return picture(at: document.attribute(element, .src))
    case .video: return document.attribute(element, .poster).map { picture(at: $0) } ?? .none
    case .embed: return embedded(element, document.attribute(element, .src), type: document.attribute(element, .type))
    case .object:
      let address = document.names.find("data").flatMap { document.attribute(element, $0) }
      return embedded(element, address, type: document.attribute(element, .type))
    default: return .none
    }
  }

  /// A picture or a document; what is neither is left to the element's own content.
  /// https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-object-element
  private func embedded(_ element: NodeID, _ address: String?, type: String?) -> ElementImage {
    guard let address, !address.isEmpty, let url = base.joined(address),
      loader.security.refusal(of: url, for: .object, .init(), by: element) == nil
    else { return .none }
    let type = type.flatMap { MIMEType($0) }
    if type?.isImage ?? true, case .image(let image, _) = picture(at: address) { return .image(image, density: 1) }
    guard type?.isDocument ?? true, url.scheme != "about", url.scheme != "javascript",
      case .success(let resource) = loader.load(url, as: .frame, for: .object), resource.mimeType.isDocument
    else { return .none }
    return .frame
  }

  /// The picture at an address that an attribute gives, relative to the document.
  func picture(_ address: String) -> PageImage? {
    if case .image(let image, _) = picture(at: address) { image } else { nil }
  }

  private func picture(at address: String?) -> ElementImage {
    guard let address, !address.isEmpty else { return .none }
    guard let url = base.joined(address) else { return .broken }
    return store.image(url.href).map { .image($0, density: 1) } ?? .broken
  }
}
