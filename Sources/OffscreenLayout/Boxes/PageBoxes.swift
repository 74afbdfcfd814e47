import OffscreenCSS
import OffscreenDOM
import OffscreenStyle

/// What counters say on a page.
package struct PageCounters: Hashable, Sendable {
  package var page: Int
  package var pages: Int
  package init(page: Int, pages: Int) { (self.page, self.pages) = (page, pages) }
}

extension BoxTreeBuilder {
  /// The boxes of a page beside what is on it: its own, and those in its margins, in the order of the style's.
  /// https://drafts.csswg.org/css-page-3/#margin-boxes
  package static func build(
    _ input: BoxTreeInput, page style: PageStyle, _ page: PageCounters, viewportStyle: ComputedStyle
  ) -> BoxTree {
    var builder = BoxTreeBuilder(input)
    builder.principalStyle = viewportStyle
    return builder.run(style, page, viewportStyle)
  }

  private mutating func run(_ style: PageStyle, _ page: PageCounters, _ viewportStyle: ComputedStyle) -> BoxTree {
    let element = document.documentElement
    counters.enter(element)
    counters.reset("page", to: page.page)
    counters.reset("pages", to: page.pages)
    // The page's own box is painted as a root element's is: its background covers the sheet.
    var values = StyleValues(copying: style.box)
    (values.box.display, values.box.position, values.box.float) = (.block, .static, .none)
    var box = Box(kind: .container, node: element, style: ComputedStyle(values))
    box.flags = .formattingContextRoot
    let own = add(box, level: .block)
    for margin in style.marginBoxes { drafts[own].children.append(marginBox(margin.style, element)) }
    var rootBox = Box(kind: .container, node: .document, style: viewportStyle)
    rootBox.flags = .formattingContextRoot
    let root = add(rootBox, level: .block)
    drafts[root].children = [own]
    flatten(root)
    return tree
  }

  private mutating func marginBox(_ style: ComputedStyle, _ element: NodeID) -> Int {
    counters.enter(element)
    defer { counters.leave(element) }
    changeCounters(of: element, style, isElement: false)
    var values = StyleValues(copying: style)
    (values.box.position, values.box.float) = (.static, .none)
    let style = ComputedStyle(values)
    let outer = enterDecorations(style, display: style.box.display)
    defer { currentDecorations = outer }
    var box = Box(kind: .container, node: element, style: style)
    box.origin = .before
    box.flags = .formattingContextRoot
    box.decorations = currentDecorations
    let draft = add(box, level: .block)
    var contents: [Int] = []
    if case .items(let items, _) = style.content.content {
      generateContent(items, style, element, .before, into: &contents)
    }
    drafts[draft].children = contents
    finishContainer(draft)
    return draft
  }
}
