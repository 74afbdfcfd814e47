import OffscreenDOM
import OffscreenGeometry
import OffscreenPaint

/// Scripts' questions about the elements of drawings.
/// https://svgwg.org/svg2-draft/types.html#InterfaceSVGGraphicsElement
extension PageGeometry {
  /// x, y, width and height in the element's own space; nil where it is not rendered.
  func drawingBox(of element: NodeID) -> [Double]? {
    vectors.boundingBox(of: element).map { [$0.x, $0.y, $0.width, $0.height] }
  }

  /// a to f of the matrix from the element's space to that of the nearest viewport, or to the page's viewport.
  func drawingMatrix(of element: NodeID, toScreen: Bool) -> [Double]? {
    let matrix = toScreen ? screenMatrix(of: element) : vectors.viewportMatrix(of: element)
    return matrix.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }
  }

  func pathLength(of shape: NodeID) -> Double? { vectors.measure(of: shape)?.length }

  func pathPoint(of shape: NodeID, at distance: Double) -> [Double]? {
    vectors.measure(of: shape)?.place(at: distance).map { [$0.point.x, $0.point.y] }
  }

  func isInShape(_ shape: NodeID, x: Double, y: Double, stroke: Bool) -> Bool {
    vectors.contains(PaintPoint(x: x, y: y), in: shape, stroke: stroke)
  }

  /// How many UTF-16 code units a text has; of each, where it starts and ends, its cell, its rotation, its advance.
  /// Those that are drawn with the one before have its numbers, without advance.
  func drawnText(of element: NodeID) -> [Double]? {
    guard let (text, range) = vectors.text(of: element) else { return nil }
    var result = [0.0]
    for character in text.characters[range] {
      let (cell, start, end) = (character.extent, character.start, character.end)
      for unit in 0..<character.units {
        let advance = unit == 0 && character.isFirst ? character.advance : 0
        result += [
          start.x, start.y, end.x, end.y, cell.x, cell.y, cell.width, cell.height, character.rotation, advance,
        ]
      }
    }
    result[0] = Double((result.count - 1) / 10)
    return result
  }
}
