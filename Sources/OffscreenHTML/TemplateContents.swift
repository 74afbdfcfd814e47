import OffscreenDOM

extension Document {
  /// The node whose children are those of `node` in markup: a template's are its contents'.
  /// https://html.spec.whatwg.org/multipage/scripting.html#template-contents
  func container(_ node: NodeID) -> NodeID {
    let contents = isElement(node) ? templateContents(node) : .none
    return contents.isNone ? node : contents
  }
}
