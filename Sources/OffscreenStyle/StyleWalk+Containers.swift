import OffscreenCSS
import OffscreenDOM

/// What an earlier layout found of a query container.
package struct ContainerState: Equatable, Sendable {
  /// The content box, in CSS pixels.
  package var width: Double
  package var height: Double
  /// Where its contents can be scrolled to.
  package var scrollable: BoxSides = []
  /// Where it is kept in sight by its `position: sticky`.
  package var stuck: BoxSides = []
  /// By which of its fallbacks it is placed.
  package var fallback: PositionFallback?

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension StyleWalk {
  /// `isPseudo`: a pseudo-element asks its element too.
  /// https://drafts.csswg.org/css-conditional-5/#container-queries
  func containersMatch(_ rule: Int32, _ node: NodeID, isPseudo: Bool) -> Bool {
    let matching = containerMatching
    return rules.rule(rule).containers.allSatisfy { matching.matches($0, node, isPseudo: isPseudo) }
  }

  var containerMatching: ContainerMatching {
    ContainerMatching(styled: styled, builder: builder, rules: rules, containers: containers, state: containerState)
  }
}

/// Container queries, asked of the elements around that have their styles.
struct ContainerMatching {
  let styled: StyledDocument
  let builder: StyleBuilder
  let rules: CascadeRules
  /// From the outermost.
  let containers: [NodeID]
  let state: ((NodeID) -> ContainerState?)?

  /// Whether one of the queries holds.
  func matches(_ list: ContainerQueryList, _ node: NodeID, isPseudo: Bool) -> Bool {
    list.queries.contains { matches($0, node, isPseudo: isPseudo) }
  }

  private func matches(_ query: ContainerQuery, _ node: NodeID, isPseudo: Bool) -> Bool {
    guard !query.isUnknown, let container = container(of: node, query, isPseudo: isPseudo),
      let style = styled.style(of: container)
    else { return false }
    guard let condition = query.condition else { return true }
    // Before the first layout nothing matches.
    if !query.needs.isEmpty, state == nil { return false }
    let state = self.state?(container)
    let environment = environment(of: container, style)
    return condition.evaluate { test in
      switch test {
      case .size(let feature):
        state.flatMap {
          let zoom = Double(style.inherited.zoom)
          return feature.evaluate(width: $0.width / zoom, height: $0.height / zoom, in: environment)
        }
      case .style(let condition):
        condition.evaluate { $0.matches(style, registered: builder.registered, rules.context, in: environment) }
      case .scrollState(let condition):
        state.flatMap { state in
          condition.evaluate {
            switch $0.name {
            case .scrollable: $0.matches(state.scrollable, in: style)
            case .stuck: $0.matches(state.stuck, in: style)
            case .snapped: $0.matches([], in: style)
            }
          }
        }
      case .anchored(let condition):
        state.flatMap { state in condition.evaluate { $0.matches(state.fallback) } }
      }
    } ?? false
  }

  /// What lengths in a query are relative to: its container, as if it had them itself.
  private func environment(of container: NodeID, _ style: ComputedStyle) -> ComputationEnvironment {
    var environment = builder.environment(of: style)
    let around = containers.firstIndex(of: container).map { containers[..<$0] } ?? containers[...]
    (environment.containerWidth, environment.containerHeight) = sizes(of: around)
    return environment
  }

  /// The nearest element around that can answer. Every element is a container for questions of style.
  private func container(of node: NodeID, _ query: ContainerQuery, isPseudo: Bool) -> NodeID? {
    func fits(_ container: NodeID, _ style: ComputedStyle) -> Bool {
      query.needs.areMet(by: style) && query.name.map { style.box.containerNames.contains($0) } ?? true
    }
    if !query.needs.isEmpty {
      return containers.last { container in styled.style(of: container).map { fits(container, $0) } ?? false }
    }
    var ancestor = isPseudo ? node : styled.document.flatParent(node)
    while let style = styled.style(of: ancestor) {
      if fits(ancestor, style) { return ancestor }
      ancestor = styled.document.flatParent(ancestor)
    }
    return nil
  }

  /// What container units are relative to inside of these containers.
  /// https://drafts.csswg.org/css-conditional-5/#container-lengths
  func sizes(of containers: ArraySlice<NodeID>) -> (width: Double?, height: Double?) {
    var (width, height): (Double?, Double?) = (nil, nil)
    guard let state else { return (nil, nil) }
    for container in containers.reversed() {
      guard let style = styled.style(of: container), style.box.containerType != .normal,
        let size = state(container)
      else { continue }
      let isHorizontal = style.text.writingMode.isHorizontal
      let hasBoth = style.box.containerType == .size
      let zoom = Double(style.inherited.zoom)
      if width == nil, hasBoth || isHorizontal { width = size.width / zoom }
      if height == nil, hasBoth || !isHorizontal { height = size.height / zoom }
      if width != nil, height != nil { break }
    }
    return (width, height)
  }
}
