import OffscreenCSS
import OffscreenDOM
import OffscreenLoading
import OffscreenStyle

/// Begins to load what a page will need from the network, before each stage comes to it: so it comes
/// side by side. What the stages get is the same without it.
struct PreloadScan {
  let selection: ImageSelection
  /// The base URL.
  let base: PageURL
  let loader: DocumentLoader
  private var document: Document { selection.document }

  init(selection: ImageSelection, base: PageURL, loader: DocumentLoader) {
    (self.selection, self.base, self.loader) = (selection, base, loader)
  }

  /// The pictures of elements.
  func beginElements() {
    if loader.loader.network == .none { return }
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isElement(node), document.namespace(node) == .html, let name = document.name(node).known {
        switch name {
        case .img: if !selection.waitsForLayout(node) { begin(selection.choice(for: node)?.address, .image) }
        case .input where document.attribute(node, .type)?.lowercased() == "image":
          begin(document.attribute(node, .src), .image)
        case .video: begin(document.attribute(node, .poster), .image)
        case .embed: begin(document.attribute(node, .src), .image, type: document.attribute(node, .type))
        case .object:
          begin(
            document.names.find("data").flatMap { document.attribute(node, $0) }, .image,
            type: document.attribute(node, .type))
        case .iframe where document.attribute(node, .srcdoc) == nil, .frame:
          begin(document.attribute(node, .src), .frame)
        default: break
        }
      }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  /// The images of styles.
  func begin(_ styles: StyledDocument) {
    if loader.loader.network == .none { return }
    for style in styles.styles where style.box.display != .none {
      for layer in style.background.layers { begin(layer.image) }
      begin(style.border.image.source)
      for mask in style.effect.masks { begin(mask.layer.image) }
      begin(style.effect.maskBorder.source)
      begin(style.inherited.listStyleImage)
      if case .items(let items, _) = style.content.content {
        for case .image(let image) in items { begin(image) }
      }
    }
  }

  /// Loads what elements would show under other circumstances: all candidates of pictures, and style
  /// sheets for other media.
  func loadAlternatives() {
    var addresses: [(String, ResourceKind)] = []
    let root = document.documentElement
    var node = root
    while !node.isNone {
      if document.isElement(node), document.namespace(node) == .html, let name = document.name(node).known {
        switch name {
        case .img, .source:
          for address in selection.addresses(of: node) { addresses.append((address, .image)) }
          if let source = document.attribute(node, .src), name == .img { addresses.append((source, .image)) }
        case .link:
          let types = document.attribute(node, .rel)?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
          if types.contains("stylesheet"), let address = document.attribute(node, .href) {
            addresses.append((address, .styleSheet))
          }
        default: break
        }
      }
      node = document.nextShadowIncluding(node, within: root)
    }
    let wanted = addresses.compactMap { address, kind in base.joined(address).map { ($0, kind) } }
    for (url, kind) in wanted { loader.prefetch(url, as: kind) }
    for (url, kind) in wanted { _ = loader.load(url, as: kind) }
  }

  private func begin(_ value: ImageValue) {
    switch value {
    case .url(let address): begin(address, .image)
    case .resolution(let inner, _): begin(inner)
    case .crossFade(let parts): for part in parts { begin(part.image) }
    case .none, .gradient, .color: break
    }
  }

  /// Optimization: of a file page, most addresses are files, which take no time.
  private func begin(_ address: String?, _ kind: ResourceKind, type: String? = nil) {
    guard let address, !address.isEmpty, base.isHTTP || address.contains("//") else { return }
    if let type, !type.isEmpty, !type.lowercased().hasPrefix("image/") { return }
    guard let url = base.joined(address), url.isHTTP else { return }
    loader.prefetch(url, as: kind)
  }
}
