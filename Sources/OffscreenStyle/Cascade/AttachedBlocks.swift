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

  mutating func hints(of node: NodeID) -> Int32? {
    guard let text = hintMaker.declarations(of: node) else { return nil }
    if let known = hints[text] { return known }
    let number = add(DeclarationBlock(text, in: context.reading(baseURL, isUserAgentSheet: true)))
    hints[text] = number
    return number
  }
}
