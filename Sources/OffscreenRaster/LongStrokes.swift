import CCairo
import OffscreenGeometry
import OffscreenPaint

/// Lines of very many points. Cairo looks at every edge of a line beside all others that cross the same row of pixels:
/// a plot of a hundred thousand points is drawn piece by piece on a mask, and the mask is painted at once.
extension Stroke {
  /// Elements of a path in one piece.
  static let pieceLength = 400

  var isDrawnInPieces: Bool { dashes.isEmpty && path.elements.count > 4 * Self.pieceLength }
}

extension Canvas {
  /// Strokes with whatever the source is. False where there is no room for the mask.
  func strokeInPieces(_ stroke: Stroke) -> Bool {
    let reach = stroke.width * max(1.5, stroke.join == .miter ? stroke.miterLimit : 1) * transform.largestScale
    let box = DeviceRect(covering: stroke.path.bounds.mapped(by: transform).outset(by: min(reach, 1e6) + 1))
      .intersection(clip)
    guard !box.isEmpty,
      let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(clamping: box.width), Int32(clamping: box.height))
    else { return false }
    defer { cairo_surface_destroy(mask) }
    guard cairo_surface_status(mask) == CAIRO_STATUS_SUCCESS, let drawing = cairo_create(mask) else { return false }
    let (x, y) = (Double(frame.minX - box.minX), Double(frame.minY - box.minY))
    setPen(stroke, on: drawing)
    for piece in pieces(of: stroke.path.elements) {
      cairo_new_path(drawing)
      // The pen turns and scales what is drawn; points are in device space.
      cairo_save(drawing)
      cairo_identity_matrix(drawing)
      cairo_translate(drawing, x, y)
      add(piece, to: drawing, isStroked: true)
      cairo_restore(drawing)
      cairo_stroke(drawing)
    }
    cairo_destroy(drawing)
    cairo_mask_surface(cairo, mask, Double(box.minX - frame.minX), Double(box.minY - frame.minY))
    return true
  }

  /// Subpaths, those that are long cut into parts that have a line in common, so that its ends are joined in one of them.
  private func pieces(of elements: [PaintPath.Element]) -> [[PaintPath.Element]] {
    var all: [[PaintPath.Element]] = []
    var piece: [PaintPath.Element] = []
    var (start, current) = (PaintPoint.zero, PaintPoint.zero)
    var isCut = false
    var firstLine: PaintPath.Element?
    for element in elements {
      switch element {
      case .move(let point):
        // Optimization: short subpaths share a piece.
        if piece.count >= Stroke.pieceLength || isCut {
          all.append(piece)
          piece = []
        }
        piece.append(element)
        (start, current, isCut, firstLine) = (point, point, false, nil)
      case .line(let end), .curve(_, _, let end):
        if piece.count >= Stroke.pieceLength {
          piece.append(element)
          all.append(piece)
          piece = [.move(current)]
          isCut = true
        }
        piece.append(element)
        if firstLine == nil { firstLine = element }
        current = end
      case .close:
        if isCut {
          piece.append(.line(start))
          if let firstLine { piece.append(firstLine) }
          all.append(piece)
          piece = [.move(start)]
        } else {
          piece.append(element)
        }
        (current, isCut) = (start, false)
      }
    }
    all.append(piece)
    return all
  }
}
