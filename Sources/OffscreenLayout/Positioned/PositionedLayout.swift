package import OffscreenCSS
package import OffscreenGeometry

/// Lays out the out-of-flow boxes that a fragment is the containing block of.
package struct PositionedLayout {
  let context: LayoutContext
  let containingBlock: BoxID
  let kind: FragmentKind

  package init(context: LayoutContext, containingBlock: BoxID, kind: FragmentKind) {
    (self.context, self.containingBlock, self.kind) = (context, containingBlock, kind)
  }

  /// Lays out those candidates that belong here, adding their fragments; returns the others.
  package func run(
    _ candidates: [OutOfFlowCandidate], containerSize: Size, border: Edges, adding links: inout [FragmentLink]
  ) -> [OutOfFlowCandidate] {
    candidates
  }
}
