/// The attributes `marginwidth` and `marginheight` of the element whose frame a document is in: hints
/// for its body.
/// https://html.spec.whatwg.org/multipage/rendering.html#the-page
package struct FrameMargins: Equatable, Sendable {
  package var width: String?
  package var height: String?
  var isEmpty: Bool { width == nil && height == nil }
  package init() {}
}
