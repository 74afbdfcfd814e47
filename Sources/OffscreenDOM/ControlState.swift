/// What a form control, an interactive or a custom element holds beside its attributes, once scripts or a user have
/// changed it.
/// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#a-form-control's-value
package struct ControlState: Equatable, Sendable {
  /// Where the value is dirty.
  package var value: String?
  package var isChecked: Bool?
  /// Of an option.
  package var isSelected: Bool?
  package var isIndeterminate = false
  /// A dialog that `showModal()` has shown, or a popover that is showing: in the top layer.
  package var isModal = false
  package var isPopoverOpen = false
  /// What has opened the popover: it is its anchor, if nothing else is.
  package var popoverSource = NodeID.none
  /// Its place in the top layer's order, from 1; 0 is outside of it.
  package fileprivate(set) var topLayerPlace = 0
  /// Of a custom element: whether it is defined, where its name does not say so already.
  package var isDefined: Bool?
  /// https://dom.spec.whatwg.org/#concept-element-is-value, where scripts gave it one.
  package var isValue: String?
  /// Whether it takes part in forms as an element of the page's own, and then whether its value is refused.
  package var isFormAssociated = false
  package var isInvalid = false
  /// What `:state()` finds.
  package var customStates: Set<Atom> = []

  package init() {}
}

extension Document {
  /// Nil where nothing has changed it.
  package func controlState(_ node: NodeID) -> ControlState? { controlStates.isEmpty ? nil : controlStates[node] }

  /// https://drafts.csswg.org/css-position-4/#top-layer
  package func isInTopLayer(_ node: NodeID) -> Bool {
    topLayerCount > 0 && (controlState(node)?.topLayerPlace ?? 0) > 0
  }

  /// Counts as a change of the attribute that says it in markup.
  package func setControlState(_ node: NodeID, _ change: (inout ControlState) -> Void) {
    guard isElement(node) else { return }
    let before = controlStates[node]
    var state = before ?? ControlState()
    change(&state)
    if (state.isModal || state.isPopoverOpen) != (state.topLayerPlace > 0) {
      topLayerCount += state.topLayerPlace > 0 ? -1 : 1
      lastTopLayerPlace += 1
      state.topLayerPlace = state.topLayerPlace > 0 ? 0 : lastTopLayerPlace
    }
    guard state != before else { return }
    controlStates[node] = state
    let old = before ?? ControlState()
    if state.value != old.value { changedAttribute(node, Atom(.value), .none, before: []) }
    if state.isChecked != old.isChecked || state.isIndeterminate != old.isIndeterminate {
      changedAttribute(node, Atom(.checked), .none, before: [])
    }
    if state.isSelected != old.isSelected { changedAttribute(node, Atom(.selected), .none, before: []) }
    if state.isModal != old.isModal || state.isPopoverOpen != old.isPopoverOpen {
      changedAttribute(node, Atom(.open), .none, before: [])
    }
    // No attribute says these: they count as `is`, which selectors alone depend on.
    if state.isDefined != old.isDefined || state.customStates != old.customStates {
      changedAttribute(node, names.intern("is"), .none, before: [])
    }
    if state.isFormAssociated != old.isFormAssociated || state.isInvalid != old.isInvalid {
      changedAttribute(node, Atom(.required), .none, before: [])
    }
  }
}
