import OffscreenCSS
import OffscreenDOM

/// Container queries, asked of the elements around that have their styles.
extension StyleWalk {
  /// https://drafts.csswg.org/css-conditional-5/#container-queries
  func containersMatch(_ rule: Int32, _ node: NodeID) -> Bool {
    rules.rule(rule).containers.allSatisfy { query in
      let asksSize = query.asksSize
      guard let container = container(of: node, query, asksSize: asksSize) else { return false }
      guard let condition = query.condition else { return true }
      guard let style = styled.style(of: container) else { return false }
      let size = asksSize ? containerSize?(container) : nil
      if asksSize, size == nil { return false }
      return condition.evaluate { test in
        switch test {
        case .size(let feature): size.flatMap { feature.evaluate($0, of: style) }
        case .style(let condition):
          condition.evaluate {
            $0.matches(style, registered: builder.registered, rules.context, in: builder.commonEnvironment)
          }
        }
      } ?? false
    }
  }

  /// The nearest element around that can answer. Every element is a container for questions of style.
  private func container(of node: NodeID, _ query: ContainerQuery, asksSize: Bool) -> NodeID? {
    if asksSize {
      return containers.last { container in
        guard let name = query.name else { return true }
        return styled.style(of: container)?.box.containerNames.contains(name) ?? false
      }
    }
    var ancestor = document.flatParent(node)
    while let style = styled.style(of: ancestor) {
      guard let name = query.name, !style.box.containerNames.contains(name) else { return ancestor }
      ancestor = document.flatParent(ancestor)
    }
    return nil
  }
}

extension MediaFeature {
  /// https://drafts.csswg.org/css-conditional-5/#container-features
  fileprivate func evaluate(_ size: (width: Double, height: Double), of style: ComputedStyle) -> Bool? {
    let isHorizontal = style.text.writingMode.isHorizontal
    var feature = self
    switch name {
    case "inline-size": feature.name = isHorizontal ? "width" : "height"
    case "block-size": feature.name = isHorizontal ? "height" : "width"
    case "width", "height", "aspect-ratio", "orientation": break
    default: return nil
    }
    // A container of its inline size knows nothing of the other.
    if style.box.containerType != .size, feature.name != (isHorizontal ? "width" : "height") { return nil }
    return feature.evaluate(MediaContext(width: size.width, height: size.height))
  }
}
