/// What the animations of drawings make of an element at one moment, beside what its attributes say.
/// https://svgwg.org/specs/animations/#AnimationSandwichModel
package struct AnimatedElement: Equatable {
  /// The way of a property between two values, which the cascade finds.
  package struct Property: Equatable {
    package var name: String
    /// Nil is what is below.
    package var from: String?
    package var to: String
    package var progress: Double
    /// Whether the value comes on top of what is below.
    package var isAdditive: Bool
    /// How often it does.
    package var count: Int

    package init(name: String, from: String?, to: String, progress: Double, isAdditive: Bool, count: Int = 1) {
      (self.name, self.from, self.to, self.progress) = (name, from, to, progress)
      (self.isAdditive, self.count) = (isAdditive, count)
    }
  }

  /// By name, without namespace.
  package var attributes: [Atom: String] = [:]
  /// The lowest first.
  package var properties: [Property] = []
  /// The numbers a to f of a matrix outside of the element's own.
  package var motion: [Double]?

  package init() {}
}

/// What happened to an animation of a drawing.
package struct DrawingEvent {
  package var element: NodeID
  package var type: String
  /// Of a repetition, its number.
  package var detail = 0

  package init(element: NodeID, type: String, detail: Int = 0) {
    (self.element, self.type, self.detail) = (element, type, detail)
  }
}

extension Document {
  /// The value of an attribute as animations have it; nil where they have none.
  package func animatedAttribute(_ node: NodeID, _ name: Atom) -> String? {
    animatedElements.isEmpty ? nil : animatedElements[node]?.attributes[name]
  }

  /// The value of an attribute as it is shown.
  package func shownAttribute(_ node: NodeID, _ name: Atom) -> String? {
    if let value = animatedAttribute(node, name) { return value }
    if let view, view.root == node, let value = view.attributes[name] { return value }
    return attribute(node, name)
  }

  /// The same as bytes, without a copy where nothing has changed it. The document is not changed while `body` runs.
  package func withShownAttribute(_ node: NodeID, _ name: Atom, _ body: (UnsafeBufferPointer<UInt8>?) -> Void) {
    if animatedElements.isEmpty, view == nil { return withAttribute(node, name, body) }
    guard var value = shownAttribute(node, name) else { return body(nil) }
    value.withUTF8 { body($0) }
  }

  /// The document is shown with these attributes in place of its root element's: before anything is made of it.
  package func view(_ root: NodeID, _ attributes: [Atom: String]) { view = (root, attributes) }

  /// All that animations have changed, in place of what they had changed before. Counts as a change of the attributes.
  package func setAnimated(_ elements: [NodeID: AnimatedElement]) {
    let before = animatedElements
    if before.isEmpty, elements.isEmpty { return }
    animatedElements = elements
    for node in Set(before.keys).union(elements.keys).sorted(by: { $0.rawValue < $1.rawValue })
    where before[node] != elements[node] {
      let (old, new) = (before[node] ?? AnimatedElement(), elements[node] ?? AnimatedElement())
      for name in Set(old.attributes.keys).union(new.attributes.keys).sorted(by: { $0.rawValue < $1.rawValue })
      where old.attributes[name] != new.attributes[name] { changedAttribute(node, name, .none, before: []) }
      if old.properties != new.properties { changedAttribute(node, Atom(.style), .none, before: []) }
      if old.motion != new.motion { changedAttribute(node, names.intern("transform"), .none, before: []) }
    }
  }
}
