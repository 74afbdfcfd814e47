import OffscreenDOM
import OffscreenLoading
import OffscreenPaint

extension Document {
  /// What the fragment of its address makes of a document: a target, and the view of a drawing.
  func show(fragment: String?) {
    setTarget(TargetFragment(fragment, decoded: PercentEncoding.decodedText))
    VectorView.show(fragment, in: self)
  }
}
