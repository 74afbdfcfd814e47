import OffscreenCSS
import OffscreenGeometry
import OffscreenText
package struct GridLayout { init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {}
 mutating func run() -> LayoutResult { LayoutResult(size: .zero) }
 static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes { .zero } }
package struct TableLayout { init(context: LayoutContext, box: BoxID, space: ConstraintSpace) {}
 mutating func run() -> LayoutResult { LayoutResult(size: .zero) }
 static func intrinsicSizes(of box: BoxID, context: LayoutContext) -> MinMaxSizes { .zero } }
final class InlineContent { var isEmpty = true }
extension LayoutContext { func inlineContent(of: BoxID) -> InlineContent { InlineContent() }
 func primaryFont(_ s: ComputedStyle) -> FontID { FontID(rawValue: 0) } }
package struct InlineLayout { init(context: LayoutContext, container: BoxID, constraint: InlineConstraint) {}
 mutating func run() -> InlineLayoutResult { InlineLayoutResult() }
 static func intrinsicSizes(of box: BoxID, context: LayoutContext, percentageBlock: LayoutUnit?) -> MinMaxSizes { .zero } }
