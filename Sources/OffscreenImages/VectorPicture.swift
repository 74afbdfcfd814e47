/// A picture of shapes, which is drawn anew at each size.
package protocol VectorPicture: AnyObject, Sendable {
  /// In CSS pixels; nil where the picture has none.
  var naturalWidth: Double? { get }
  var naturalHeight: Double? { get }
  /// Width by height.
  var naturalRatio: Double? { get }

  /// The same for a reader who prefers dark colours; nil where it looks the same.
  var inDark: (any VectorPicture)? { get }

  /// The whole picture at a size in device pixels. `objectWidth` and `objectHeight` say how many CSS pixels that is,
  /// which counts where the drawing does not scale with its size. Callers take turns.
  func render(
    width: Int, height: Int, objectWidth: Double?, objectHeight: Double?
  ) throws(ImageError) -> Bitmap
}

extension VectorPicture {
  package var inDark: (any VectorPicture)? { nil }
}
