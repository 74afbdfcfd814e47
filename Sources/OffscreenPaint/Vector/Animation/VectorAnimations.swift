import OffscreenDOM

/// The animations of a document's drawings, on the page's clock: what they make of elements at a moment is put into
/// the document, beside what its attributes say.
/// https://svgwg.org/specs/animations/
package final class VectorAnimations {
  /// The clock of an outermost `svg` element.
  private struct Container {
    /// The moment of the page's clock that is its zero.
    var zero: Double
    var pausedAt: Double?
    func time(at moment: Double) -> Double { pausedAt ?? moment - zero }
  }

  /// What was said of an animation last.
  private struct Announced {
    var begin = -Double.infinity
    var hasEnded = true
    var iteration = 0.0
  }

  private let document: Document
  private var effects: [(place: Int, effect: AnimationEffect)] = []
  private var timed: [TimedElement] = []
  private var places: [NodeID: Int] = [:]
  private var identifiers: [String: [Int]] = [:]
  /// Of the document that was read.
  private var versions: DocumentVersions?
  private var containers: [NodeID: Container] = [:]
  private var given: [NodeID: TimeGraph.Given] = [:]
  private var announced: [NodeID: Announced] = [:]
  private var graph: TimeGraph?
  /// How many animations may still be looked at, each as often as frames are asked for because of them.
  private var budget = 1_000_000
  /// The page's clock, in seconds since its drawings began to move.
  private var moment = 0.0

  private static let names = ["animate", "set", "animateTransform", "animateMotion"]
  private static let (mostElements, mostGiven, mostEvents) = (5_000, 200, 10_000)

  package init(_ document: Document) { self.document = document }

  /// Whether a document may have animations. What has none pays nothing.
  package static func mayBe(in document: Document) -> Bool { names.contains { document.names.find($0) != nil } }

  /// Puts what animations make of a document at one moment into it.
  package static func sample(_ document: Document, at seconds: Double) {
    if mayBe(in: document) { VectorAnimations(document).sample(at: seconds) }
  }

  package var hasAnimations: Bool {
    read()
    return !timed.isEmpty
  }

  /// Whether time alone changes something.
  package var isMoving: Bool {
    guard let graph, graph.isMoving, budget > 0 else { return false }
    return containers.values.contains { $0.pausedAt == nil }
  }

  // MARK: The elements

  private func read() {
    if versions == document.versions { return }
    versions = document.versions
    (effects, timed, places, identifiers) = ([], [], [:], [:])
    let wanted = Self.names.compactMap { document.names.find($0) }
    let root = document.documentElement
    guard !wanted.isEmpty, !root.isNone else { return }
    let vectors = VectorElements(document: document, styles: nil)
    var node = root
    while !node.isNone, timed.count < Self.mostElements {
      if document.namespace(node) == .svg, document.isElement(node), wanted.contains(document.name(node)) {
        read(node, vectors)
      }
      node = document.nextShadowIncluding(node, within: root)
    }
  }

  private func read(_ node: NodeID, _ vectors: VectorElements) {
    // 1. The outermost `svg` around.
    var container = NodeID.none
    var ancestor = document.parent(node)
    while !ancestor.isNone, document.isElement(ancestor), document.namespace(ancestor) == .svg {
      if document.name(ancestor) == .svg { container = ancestor }
      ancestor = document.parent(ancestor)
    }
    guard !container.isNone else { return }
    // 2. What it animates. https://svgwg.org/specs/animations/#TargetElement
    var target = document.parent(node)
    if let address = vectors.address(node) { target = vectors.find(reference: address, from: node) ?? .none }
    let element = TimedElement(node, target: target, container: container, in: document)
    let place = timed.count
    timed.append(element)
    places[node] = place
    if let identifier = document.attribute(node, .id) { identifiers[identifier, default: []].append(place) }
    if containers[container] == nil { containers[container] = Container(zero: moment) }
    if let effect = AnimationEffect(element, vectors) { effects.append((place, effect)) }
  }

  private func named(_ identifier: String, _ element: TimedElement) -> Int? {
    guard let found = identifiers[identifier] else { return nil }
    let root = document.treeRoot(element.node)
    return found.first { document.treeRoot(timed[$0].node) == root }
  }

  // MARK: A moment

  /// What animations make of the document so many seconds after its drawings began to move. What happened since the
  /// last time, in order.
  @discardableResult
  package func sample(at seconds: Double) -> [DrawingEvent] {
    // The clocks of drawings that are new begin before.
    read()
    moment = max(moment, seconds)
    update()
    budget -= timed.count
    return events()
  }

  private func update() {
    read()
    guard !timed.isEmpty || graph != nil else { return }
    let graph = TimeGraph(
      timed, at: containers.mapValues { $0.time(at: moment) }, given: given,
      named: { [unowned self] in named($0, $1) })
    self.graph = graph
    // https://www.w3.org/TR/2001/REC-smil-animation-20010904/#AnimationSandwichModel : those that began later are above.
    var active: [(begin: Double, place: Int, iteration: Double, part: Double, effect: AnimationEffect)] = []
    for (place, effect) in effects {
      switch graph.state(place) {
      case .inactive: break
      case .running(let begin, let iteration, let part), .frozen(let begin, let iteration, let part):
        let shift = containers[effect.timed.container].map { moment - $0.time(at: moment) } ?? 0
        active.append((begin + shift, place, iteration, part, effect))
      }
    }
    active.sort { ($0.begin, $0.place) < ($1.begin, $1.place) }
    var result: [NodeID: AnimatedElement] = [:]
    for animation in active {
      animation.effect.apply(
        iteration: animation.iteration, part: animation.part,
        to: &result[animation.effect.timed.target, default: AnimatedElement()], in: document)
    }
    document.setAnimated(result)
    versions = document.versions
  }

  /// https://svgwg.org/specs/animations/#InterfaceTimeEvent
  private func events() -> [DrawingEvent] {
    guard let graph else { return [] }
    var result: [(time: Double, event: DrawingEvent)] = []
    for (place, element) in timed.enumerated() {
      guard let now = containers[element.container]?.time(at: moment) else { continue }
      var known = announced[element.node] ?? Announced()
      func add(_ type: String, _ time: Double, _ detail: Int = 0) {
        if result.count < Self.mostEvents {
          result.append((time, DrawingEvent(element: element.node, type: type, detail: detail)))
        }
      }
      for interval in graph.intervals[place] where interval.begin <= now && interval.begin >= known.begin {
        if interval.begin > known.begin {
          if !known.hasEnded { add("endEvent", interval.begin) }
          known = Announced(begin: interval.begin, hasEnded: false)
          add("beginEvent", interval.begin)
        }
        if known.hasEnded { continue }
        if let duration = element.duration {
          let whole = ((min(now, interval.end) - interval.begin) / duration).rounded(.down)
          let last = interval.begin + whole * duration < interval.end ? whole : whole - 1
          while known.iteration < last, result.count < Self.mostEvents {
            known.iteration += 1
            add("repeatEvent", interval.begin + known.iteration * duration, Int(min(known.iteration, 1e6)))
          }
        }
        if interval.end <= now {
          add("endEvent", interval.end)
          known.hasEnded = true
        }
      }
      announced[element.node] = known
    }
    return result.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element.event)
  }

  // MARK: What scripts ask and do. https://svgwg.org/specs/animations/#InterfaceSVGAnimationElement

  /// Seconds of a drawing's own clock.
  package func time(of container: NodeID) -> Double {
    containers[container].map { $0.time(at: moment) } ?? max(0, moment)
  }

  package func isPaused(_ container: NodeID) -> Bool { containers[container]?.pausedAt != nil }

  package func pause(_ container: NodeID) {
    let time = time(of: container)
    containers[container, default: Container(zero: moment)].pausedAt = time
  }

  package func goOn(_ container: NodeID) {
    guard let pausedAt = containers[container]?.pausedAt else { return }
    containers[container] = Container(zero: moment - pausedAt)
  }

  package func setTime(_ seconds: Double, of container: NodeID) {
    var clock = containers[container] ?? Container(zero: moment)
    let isBack = seconds < clock.time(at: moment)
    if clock.pausedAt != nil { clock.pausedAt = seconds } else { clock.zero = moment - seconds }
    containers[container] = clock
    update()
    guard let graph else { return }
    // What was jumped over does not happen.
    for (place, element) in timed.enumerated() where element.container == container {
      if isBack { given[element.node]?.removeLater(than: seconds) }
      let interval = graph.intervals[place].last { $0.begin <= seconds }
      guard let interval else {
        announced[element.node] = nil
        continue
      }
      var known = Announced(begin: interval.begin, hasEnded: interval.end <= seconds)
      if let duration = element.duration {
        known.iteration = ((min(seconds, interval.end) - interval.begin) / duration).rounded(.down)
      }
      announced[element.node] = known
    }
    if isBack { update() }
  }

  /// The outermost `svg` around an animation.
  package func container(of element: NodeID) -> NodeID? {
    read()
    return places[element].map { timed[$0].container }
  }

  package func target(of element: NodeID) -> NodeID {
    read()
    return places[element].map { timed[$0].target } ?? .none
  }

  package func begin(_ element: NodeID, after offset: Double) { give(element, offset) { $0.begins.append($1) } }
  package func end(_ element: NodeID, after offset: Double) { give(element, offset) { $0.ends.append($1) } }

  private func give(_ element: NodeID, _ offset: Double, _ add: (inout TimeGraph.Given, Double) -> Void) {
    read()
    guard let place = places[element] else { return }
    var times = given[element] ?? TimeGraph.Given()
    add(&times, time(of: timed[place].container) + offset)
    times.keepLatest(Self.mostGiven)
    given[element] = times
    update()
  }

  /// When the interval begins that is, or else the next one.
  package func startTime(of element: NodeID) -> Double? {
    update()
    return places[element].flatMap { graph?.currentInterval($0)?.begin }
  }

  package func simpleDuration(of element: NodeID) -> Double? {
    read()
    return places[element].flatMap { timed[$0].duration }
  }

  // MARK: Events at elements

  /// The elements and types of events that animations wait for.
  package var awaitedEvents: [(element: NodeID, type: String)] {
    read()
    let vectors = VectorElements(document: document, styles: nil)
    return timed.flatMap { element in
      (element.begins + element.ends).compactMap { condition in
        guard case .event(_, let type, _) = condition, let source = source(of: condition, for: element, vectors) else {
          return nil
        }
        return (source, type)
      }
    }
  }

  private func source(
    of condition: TimedElement.Condition, for element: TimedElement, _ vectors: VectorElements
  ) -> NodeID? {
    guard case .event(let name, _, _) = condition else { return nil }
    guard let name else { return element.target.isNone ? nil : element.target }
    return vectors.find(reference: "#" + name, from: element.node)
  }

  package func happened(_ type: String, at node: NodeID) {
    read()
    let vectors = VectorElements(document: document, styles: nil)
    for element in timed {
      func times(_ conditions: [TimedElement.Condition]) -> [Double] {
        conditions.compactMap { condition in
          guard case .event(_, type, let offset) = condition, source(of: condition, for: element, vectors) == node
          else {
            return nil
          }
          return time(of: element.container) + offset
        }
      }
      let (begins, ends) = (times(element.begins), times(element.ends))
      if begins.isEmpty, ends.isEmpty { continue }
      given[element.node, default: TimeGraph.Given()].begins += begins
      given[element.node, default: TimeGraph.Given()].ends += ends
      given[element.node]?.keepLatest(Self.mostGiven)
    }
    update()
  }
}

extension TimeGraph.Given {
  mutating func keepLatest(_ count: Int) {
    if begins.count > count { begins.removeFirst(begins.count - count) }
    if ends.count > count { ends.removeFirst(ends.count - count) }
  }

  mutating func removeLater(than time: Double) {
    begins.removeAll { $0 > time }
    ends.removeAll { $0 > time }
  }
}
