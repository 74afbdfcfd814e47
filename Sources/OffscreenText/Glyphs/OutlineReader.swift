import CFonts

/// Turns FreeType's points and tags into moves, lines and curves.
/// https://freetype.org/freetype2/docs/glyphs/glyphs-6.html
enum OutlineReader {
  static func read(_ outline: FT_Outline, into result: inout GlyphOutline) {
    guard let points = outline.points, let tags = outline.tags, let contours = outline.contours
    else { return }
    let count = Int(outline.n_points)
    var start = 0
    for contour in 0..<Int(outline.n_contours) {
      let end = Int(contours[contour])
      guard end >= start, end < count else { return }
      read(
        UnsafeBufferPointer(start: points + start, count: end - start + 1),
        UnsafeBufferPointer(start: tags + start, count: end - start + 1), &result)
      start = end + 1
    }
  }

  /// In 1/64 pixel, y up; a middle is rounded as FreeType rounds it.
  private struct Place {
    var column: Int
    var row: Int
    var x: Double { Double(column) / 64 }
    var y: Double { -Double(row) / 64 }
    func middle(_ other: Place) -> Place {
      Place(column: (column + other.column) / 2, row: (row + other.row) / 2)
    }
  }

  private static func read(
    _ points: UnsafeBufferPointer<FT_Vector>, _ tags: UnsafeBufferPointer<CChar>,
    _ result: inout GlyphOutline
  ) {
    let count = points.count
    func place(_ index: Int) -> Place {
      let point = points[index % count]
      return Place(column: point.x, row: point.y)
    }
    // 1 is on the curve, 0 a quadratic control point, 2 a cubic one.
    func kind(_ index: Int) -> CChar { tags[index % count] & 3 }
    // A contour may begin with a control point.
    guard kind(0) != 2 else { return }
    var index = 1
    let first: Place
    var last = count
    if kind(0) & 1 != 0 {
      first = place(0)
    } else if kind(count - 1) & 1 != 0 {
      first = place(count - 1)
      index = 0
      last = count - 1
    } else {
      first = place(0).middle(place(count - 1))
      index = 0
    }
    result.elements.append(.move(x: first.x, y: first.y))
    while index < last {
      let here = place(index)
      if kind(index) & 1 != 0 {
        result.elements.append(.line(x: here.x, y: here.y))
        index += 1
      } else if kind(index) == 2 {
        let second = place(index + 1)
        let end = index + 2 < last ? place(index + 2) : first
        result.elements.append(
          .cubic(c1x: here.x, c1y: here.y, c2x: second.x, c2y: second.y, x: end.x, y: end.y))
        index += 3
      } else {
        let isLast = index + 1 >= last
        let nextIsOn = !isLast && kind(index + 1) & 1 != 0
        let end = isLast ? first : nextIsOn ? place(index + 1) : here.middle(place(index + 1))
        result.elements.append(.quad(cx: here.x, cy: here.y, x: end.x, y: end.y))
        index += nextIsOn ? 2 : 1
      }
    }
    result.elements.append(.close)
  }
}
