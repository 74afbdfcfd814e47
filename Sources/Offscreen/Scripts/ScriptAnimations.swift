import OffscreenCSS
import OffscreenDOM
import OffscreenScript
import OffscreenStyle

/// The animations of a page whose scripts run, between their side, which has the clock, and the style engine, which
/// applies them.
final class PageAnimations {
  private var session: PageSession
  private var table: AnimationTable? { session.source.scripted.animations }
  private var document: Document { session.source.document }
  /// What was found in the document as it was.
  private var scanned: (versions: DocumentVersions, mayBegin: Bool)?
  /// By text; nil where it is not valid.
  private var easings: [String: Easing?] = [:]

  private static let mostEasings = 1_000

  init(_ session: PageSession) { self.session = session }

  /// The document is laid out anew.
  func use(_ session: PageSession) {
    let table = table
    self.session = session
    if self.table !== table { session.use(table) }
  }

  func begin() { if table == nil { session.use(AnimationTable()) } }

  // MARK: What may begin

  /// Whether a change of the document may begin an animation or a transition, so that styles have to be found in each
  /// update of the rendering.
  func mayBegin() -> Bool {
    guard let table else { return false }
    if table.isAsked { return true }
    if session.current?.styling.engine.sheets.mentionAnimations == true {
      table.isAsked = true
      return true
    }
    if let scanned, scanned.versions == document.versions { return scanned.mayBegin }
    var node = document.documentElement
    while !node.isNone, !(document.isElement(node) && mentionsAnimations(node)) {
      node = document.next(node, within: .document)
    }
    scanned = (document.versions, !node.isNone)
    return !node.isNone
  }

  private func mentionsAnimations(_ element: NodeID) -> Bool {
    if let text = document.attribute(element, .style), AnimationTable.isMentioned(in: text.utf8) { return true }
    switch document.name(element).known {
    case .style: return AnimationTable.isMentioned(in: document.textContent(element))
    // Nobody has asked for it yet.
    case .link:
      return session.current == nil && document.attribute(element, .rel)?.lowercased().contains("stylesheet") == true
    default: return false
    }
  }

  // MARK: What began

  var hasChanges: Bool { table.map { !$0.changes.isEmpty } ?? false }

  /// Of each change: kind, number, element, pseudo-element, name, delay and duration in milliseconds, iterations,
  /// direction, fill mode, easing, whether it is paused, order.
  func takeChanges() -> [String] {
    (table?.takeChanges() ?? []).flatMap { change -> [String] in
      let timing = change.timing
      return [
        change.kind.rawValue, "\(change.number)", "\(change.target.node.rawValue)",
        change.target.pseudo.flatMap { Self.names[$0] } ?? "", change.name, "\(timing.delay * 1000)",
        "\(timing.duration * 1000)", timing.iterations.isFinite ? "\(timing.iterations)" : "Infinity",
        timing.direction.rawValue, timing.fillMode.rawValue, change.easing, change.isPaused ? "1" : "0",
        "\(change.order)",
      ]
    }
  }

  private static let pseudoElements: [String: PseudoElement] = [
    "::before": .before, "::after": .after, "::marker": .marker, "::first-line": .firstLine,
    "::first-letter": .firstLetter, "::placeholder": .placeholder, "::selection": .selection,
    "::backdrop": .backdrop, "::file-selector-button": .fileSelectorButton, "::details-content": .detailsContent,
  ]
  private static let names = Dictionary(uniqueKeysWithValues: pseudoElements.map { ($0.value, $0.key) })

  // MARK: Effects

  func makeNumber() -> Int { table?.makeNumber() ?? 0 }

  func set(_ number: Int, _ effect: ScriptEffect) {
    guard let table else { return }
    var pseudo: PseudoElement?
    if !effect.pseudo.isEmpty {
      guard let known = Self.pseudoElements[effect.pseudo] else { return table.remove(number) }
      pseudo = known
    }
    let kind: AnimationTable.Kind =
      effect.kind == "transition" ? .transition : effect.kind == "animation" ? .animation : .script
    let frames = stride(from: 0, to: effect.keyframes.count - 3, by: 4).map { index in
      ScriptKeyframe(
        offset: Double(effect.keyframes[index]) ?? 0, easing: easingFunction(effect.keyframes[index + 1]) ?? .linear,
        composition: AnimationStyle.Composition(rawValue: effect.keyframes[index + 2]),
        declarations: effect.keyframes[index + 3])
    }
    table.set(
      number, kind: kind, order: effect.order, on: .init(node: effect.element, pseudo: pseudo), frames,
      composition: AnimationStyle.Composition(rawValue: effect.composite) ?? .replace,
      accumulatesIterations: effect.accumulatesIterations, context)
  }

  private var context: ParsingContext {
    let base = session.current?.base ?? session.source.page
    return ParsingContext(joinURL: { address, _ in base.joined(address)?.href ?? address })
  }

  /// `flags`: 1 before its phase, 2 current, 4 finished.
  func setState(_ number: Int, progress: Double, iteration: Double, flags: Int) {
    // Beyond this, no value says anything.
    let limit = 1e6
    table?.setState(
      number,
      .init(
        progress: progress.isNaN ? nil : min(max(progress, -limit), limit), iteration: iteration,
        isBefore: flags & 1 != 0, isCurrent: flags & 2 != 0, isFinished: flags & 4 != 0))
  }

  func remove(_ number: Int) { table?.remove(number) }

  func keyframes(of number: Int) -> [String] { table?.keyframeTexts(of: number) ?? [] }

  // MARK: Easing

  private func easingFunction(_ text: String) -> Easing? {
    if let known = easings[text] { return known }
    if easings.count >= Self.mostEasings { easings = [:] }
    let found = Easing(text)
    easings.updateValue(found, forKey: text)
    return found
  }

  func easing(_ text: String) -> String? { easingFunction(text)?.text(in: ComputedText(.initial)) }

  func ease(_ text: String, _ progress: Double, isBefore: Bool) -> Double {
    easingFunction(text)?.value(at: progress, isBefore: isBefore) ?? progress
  }
}
