import OffscreenDOM

/// The trees whose sheets may speak of an element.
struct TreesAround {
  /// The shadow root of its own tree; `.none` in the document.
  let own: NodeID
  /// The root of the element's own shadow tree.
  let ofHost: NodeID
  /// Of the shadow trees that it stands in by slots, the outermost first, and then that of which it is the host.
  let inside: [NodeID]
  private let document: Document

  init(_ node: NodeID, in document: Document) {
    self.document = document
    own = document.containingShadowRoot(node)
    ofHost = document.shadowRoot(node)
    var inside: [NodeID] = []
    // A slot of a shadow tree is replaced by what stands in it.
    if own.isNone || !document.isHTML(node, .slot) {
      var slot = document.slotAround(node)
      while !slot.isNone {
        inside.append(document.treeRoot(slot))
        slot = document.slotAround(slot)
      }
    }
    if !ofHost.isNone { inside.append(ofHost) }
    self.inside = inside
  }

  /// The trees around its own, the innermost first; the document is `.none`.
  var outside: [NodeID] {
    var roots: [NodeID] = []
    var root = own
    while !root.isNone {
      root = document.containingShadowRoot(document.host(root))
      roots.append(root)
    }
    return roots
  }

  /// The root of a tree by its place, as `CascadeLevel.tree` counts.
  func root(at place: Int) -> NodeID {
    if place == 0 { return own }
    let (trees, index) = place < 0 ? (inside, -1 - place) : (outside, place - 1)
    return index < trees.count ? trees[index] : .none
  }
}
