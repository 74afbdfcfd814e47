import OffscreenDOM
import OffscreenStyle

/// What has become of a document and its styles since it was laid out.
///
/// Scripts often ask for a style alone, and the update of the rendering only finds what animations begin by: of several
/// changes, the layout is of the last.
struct WaitingChanges {
  /// The styles that the layout is of.
  let before: StyledDocument
  private(set) var changes: [DocumentChange] = []
  /// Of the styles since then; it may name elements that have their styles back.
  private(set) var change = StyleChange()
  private var elements: Set<NodeID> = []

  init(before: StyledDocument) { self.before = before }

  mutating func add(_ changes: [DocumentChange], _ change: StyleChange) {
    self.changes += changes
    self.change.add(effect: change.effect, change.elements.filter { elements.insert($0).inserted })
  }

  /// Whether to lay out all costs no more than to look at them.
  var areTooMany: Bool { changes.count > MutationJournal.limit }
}
