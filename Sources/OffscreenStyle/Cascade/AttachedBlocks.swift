import OffscreenCSS
import OffscreenDOM

/// Declarations that elements bring themselves: `style` attributes and presentational hints. Equal
/// ones are read once.
struct AttachedBlocks {
  private let document: Document
  private let context: ParsingContext
  private let baseURL: String
  private var hintMaker: PresentationalHints
  private var blocks: [DeclarationBlock] = []
  private var attributes: [String: Int32] = [:]
  private var hints: [String: Int32] = [:]
  /// Of SVG elements, nil where their attributes stand for nothing.
  private var svgHints: [SVGKey: Int32?] = [:]
  private var svgKey = SVGKey()
  /// The SVG element that was asked for last, if no animation has changed its attributes.
  private var lastKnown = (node: NodeID.none, block: nil as Int32?, hasTransform: false)

  private struct SVGKey: Hashable {
    var bytes: [UInt8] = []
    /// Optimization: an array hashes its elements one by one.
    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  init(
    document: Document, context: ParsingContext, baseURL: String, resources: any StyleResources
  ) {
    (self.document, self.context, self.baseURL) = (document, context, baseURL)
    hintMaker = PresentationalHints(document: document, resources: resources)
  }

  /// How many blocks are kept.
  var count: Int { blocks.count }

  /// What was found out of elements holds no more; equal attributes still have equal blocks.
  mutating func forgetElements() {
    hintMaker = PresentationalHints(document: document, resources: hintMaker.resources)
    lastKnown.node = .none
  }

  /// A block by the (negative) number that it was given.
  func block(_ number: Int32) -> DeclarationBlock { blocks[Int(-1 - number)] }

  private mutating func add(_ block: DeclarationBlock) -> Int32 {
    blocks.append(block)
    return -Int32(truncatingIfNeeded: blocks.count)
  }

  mutating func styleAttribute(of node: NodeID) -> Int32? {
    guard let text = document.attribute(node, .style), !text.isEmpty,
      hintMaker.resources.allowsStyleAttribute(text, of: node)
    else { return nil }
    if let known = attributes[text] { return known }
    // Attributes are read as pages wrote them: quirks hold in them too.
    let number = add(DeclarationBlock(text, in: context.reading(baseURL)))
    attributes[text] = number
    return number
  }

  /// What an element's attributes stand for.
  struct Hints {
    var block: Int32?
    /// The value of the attribute for `transform`, which is not in the block: nearly every element has another one.
    var transform: String?
  }

  mutating func hints(of node: NodeID) -> Hints {
    guard document.namespace(node) == .svg else { return Hints(block: declared(by: node)) }
    guard document.animatedElements.isEmpty || document.animatedElements[node] == nil else {
      return Hints(block: declared(by: node), transform: hintMaker.transform(of: node))
    }
    if lastKnown.node.isNone || !hintMaker.isAlike(node, lastKnown.node) {
      lastKnown.hasTransform = hintMaker.svgKey(of: node, into: &svgKey.bytes)
      lastKnown.block = svgKey.bytes.isEmpty ? nil : blockOfKey(node)
      lastKnown.node = node
    }
    return Hints(block: lastKnown.block, transform: lastKnown.hasTransform ? hintMaker.transform(of: node) : nil)
  }

  private mutating func blockOfKey(_ node: NodeID) -> Int32? {
    if let known = svgHints[svgKey] { return known }
    let block = declared(by: node)
    svgHints[svgKey] = .some(block)
    return block
  }

  /// Nil where the text is in error.
  mutating func transformHint(_ text: String) -> Int32? {
    SVGTransformList(text).map { hint("transform:\($0.css);") }
  }

  private mutating func declared(by node: NodeID) -> Int32? { hintMaker.declarations(of: node).map { hint($0) } }

  /// Declarations of the user agent's that no selector says the condition of.
  mutating func userAgentBlock(_ text: String) -> Int32 { hint(text) }

  private mutating func hint(_ text: String) -> Int32 {
    if let known = hints[text] { return known }
    let number = add(DeclarationBlock(text, in: context.reading(baseURL, isUserAgentSheet: true)))
    hints[text] = number
    return number
  }
}
