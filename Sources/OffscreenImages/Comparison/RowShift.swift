/// Rows of a picture that are, in another one, the same at another height.
package struct RowShift: Hashable, Sendable {
  /// The first row, in the expected picture.
  package var top: Int
  /// Behind the last row; nil where all that is below moved.
  package var bottom: Int?
  /// Rows downwards; less than zero is upwards. Never zero.
  package var distance: Int

  package init(top: Int, bottom: Int?, distance: Int) {
    (self.top, self.bottom, self.distance) = (top, bottom, distance)
  }

  /// `everything below y=300 moved down by 12 px`
  package var description: String {
    let what = bottom.map { "what is from y=\(top) to \($0)" } ?? "everything below y=\(top)"
    return "\(what) moved \(distance > 0 ? "down" : "up") by \(abs(distance)) px"
  }
}
