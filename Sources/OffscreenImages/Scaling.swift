/// A box that a picture is made to fit; a side that is nil has any length.
package struct FitBox: Equatable, Sendable {
  package var width: Int?
  package var height: Int?

  package init(width: Int?, height: Int?) { (self.width, self.height) = (width, height) }

  /// The largest size of the same shape that fits, never larger than the picture itself.
  package func size(fitting width: Int, _ height: Int) -> (width: Int, height: Int) {
    var scale = 1.0
    if let limit = self.width { scale = min(scale, Double(limit) / Double(max(1, width))) }
    if let limit = self.height { scale = min(scale, Double(limit) / Double(max(1, height))) }
    func scaled(_ side: Int, _ limit: Int?) -> Int {
      let value = Int((Double(side) * scale).rounded())
      return max(1, min(value, limit ?? value, side))
    }
    return (scaled(width, self.width), scaled(height, self.height))
  }
}

/// A size that a picture is made to cover, as `object-fit: cover` does it, but from the top: what is seen of a page
/// first is at its top.
package struct CoverBox: Equatable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The largest part of a picture that has the box's shape: in the middle of its width, at the top of its height.
  package func part(of width: Int, _ height: Int) -> (x: Int, width: Int, height: Int) {
    let scale = max(Double(self.width) / Double(max(1, width)), Double(self.height) / Double(max(1, height)))
    func side(_ length: Int, _ whole: Int) -> Int { max(1, min(whole, Int((Double(length) / scale).rounded()))) }
    let part = (width: side(self.width, width), height: side(self.height, height))
    return ((width - part.width) / 2, part.width, part.height)
  }
}

extension Bitmap {
  /// The picture at a smaller size: every pixel is the mean of the area that it covers, parts of
  /// pixels counted as parts. A side that is not smaller keeps its size.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) throws(ImageError) -> Bitmap {
    let newWidth = max(1, min(newWidth, width))
    let newHeight = max(1, min(newHeight, height))
    if newWidth == width, newHeight == height { return self }
    let scaler = try AreaScaler(from: (width, height), to: (newWidth, newHeight))
    scaler.append(self)
    return scaler.bitmap
  }
}
