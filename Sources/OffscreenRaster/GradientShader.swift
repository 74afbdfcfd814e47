import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// Computes a gradient's colour at every pixel: exact stops.
struct GradientShader {
  private struct Segment {
    var start: Float
    var end: Float
    /// 0 to 255: blue, green, red, alpha; premultiplied where they are mixed so.
    var color: SIMD4<Float>
    /// For each unit of position.
    var slope: SIMD4<Float>
  }
  private let positions: GradientPositions
  private var segments: [Segment] = []
  private let isRepeating: Bool
  private let first: Float
  private let length: Float
  private let opacity: Float
  private let isMixedPremultiplied: Bool
  private let hasGaps: Bool
  /// Whether no pixel is seen through.
  let isOpaque: Bool

  init(_ gradient: PaintGradient, opacity: Double, _ placement: GradientPositions.Placement) {
    positions = GradientPositions(shape: gradient.shape, placement: placement)
    self.opacity = Float(max(0, min(1, opacity)))
    var stops = gradient.stops
    if stops.isEmpty { stops = [.init(position: 0, color: .transparent)] }
    let hasOpaqueStops = stops.allSatisfy { $0.color.alpha >= 1 }
    isMixedPremultiplied = gradient.isMixedPremultiplied || hasOpaqueStops
    hasGaps = positions.hasGaps
    isOpaque = hasOpaqueStops && self.opacity == 1 && !hasGaps
    let start = Float(stops[0].position)
    let end = Float(stops[stops.count - 1].position)
    let span = end - start
    // Stops that are all in one place: what repeats has no width, its mean is seen.
    isRepeating = gradient.isRepeating && span > 1e-6
    first = start
    length = span
    let limit = Float.greatestFiniteMagnitude
    var colors: [SIMD4<Float>] = []
    for stop in stops {
      colors.append(
        isMixedPremultiplied
          ? Self.parts(stop.color, isPremultiplied: true) * self.opacity
          : Self.parts(stop.color, isPremultiplied: false))
    }
    if gradient.isRepeating, !isRepeating {
      let mean = stops.count > 1 ? colors[colors.count - 1] : colors[0]
      segments = [Segment(start: -limit, end: limit, color: mean, slope: .zero)]
      return
    }
    segments.append(Segment(start: -limit, end: start, color: colors[0], slope: .zero))
    for index in 1..<max(1, stops.count) {
      let (a, b) = (Float(stops[index - 1].position), Float(stops[index].position))
      guard b - a > 1e-30 else { continue }
      segments.append(
        Segment(start: a, end: b, color: colors[index - 1], slope: (colors[index] - colors[index - 1]) / (b - a)))
    }
    segments.append(Segment(start: end, end: limit, color: colors[colors.count - 1], slope: .zero))
  }

  private static func parts(_ color: Color, isPremultiplied: Bool) -> SIMD4<Float> {
    let alpha = Pixels.clamp(color.alpha)
    let factor = isPremultiplied ? alpha * 255 : 255
    return SIMD4(
      Pixels.clamp(color.blue) * factor, Pixels.clamp(color.green) * factor, Pixels.clamp(color.red) * factor,
      alpha * 255)
  }

  // MARK: Pixels

  /// The pixels of a part of device space; nil without memory.
  func bitmap(of box: DeviceRect) -> Bitmap? {
    guard let picture = try? Bitmap(width: box.width, height: box.height) else { return nil }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: box.width) { places in
      if positions.isConstantAlongRows {
        let place = UnsafeMutableBufferPointer(rebasing: places[0..<1])
        for y in 0..<box.height {
          let row = picture.row(y)
          fill(UnsafeMutableBufferPointer(rebasing: row[0..<1]), x: box.minX, y: box.minY + y, place)
          row.update(repeating: row[0])
        }
      } else if positions.isConstantAlongColumns {
        let top = picture.row(0)
        fill(top, x: box.minX, y: box.minY, places)
        for y in 1..<max(1, box.height) { _ = picture.row(y).update(fromContentsOf: top) }
      } else {
        for y in 0..<box.height { fill(picture.row(y), x: box.minX, y: box.minY + y, places) }
      }
    }
    return picture
  }

  /// Gives `body` a function for the pixels of parts of rows, which hold until it is called again: by the place of the
  /// first one in device space, and how many they are. All lie in `width` columns from `left`.
  func withRows(
    from left: Int, of width: Int, _ body: ((Int, Int, Int) -> UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { pixels in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { places in
        func part(_ start: Int, _ count: Int) -> UnsafeMutableBufferPointer<UInt32> {
          UnsafeMutableBufferPointer(rebasing: pixels[start..<start + count])
        }
        // How much of a row is there, and which.
        var (known, line) = (0, 0)
        // Optimization: a shape has several parts in each row, whose pixels are counted once.
        if positions.isConstantAlongRows {
          body { x, y, count in
            if known == 0 || y != line {
              fill(part(0, 1), x: x, y: y, UnsafeMutableBufferPointer(rebasing: places[0..<1]))
              (known, line) = (1, y)
            }
            if known < count {
              part(known, count - known).update(repeating: pixels[0])
              known = count
            }
            return part(0, count)
          }
        } else if positions.isConstantAlongColumns {
          body { x, y, count in
            if known == 0 {
              fill(part(0, width), x: left, y: y, UnsafeMutableBufferPointer(rebasing: places[0..<width]))
            }
            known = width
            return part(x - left, count)
          }
        } else {
          body { x, y, count in
            let row = part(0, count)
            fill(row, x: x, y: y, UnsafeMutableBufferPointer(rebasing: places[0..<count]))
            return row
          }
        }
      }
    }
  }

  /// Fills a row of pixels; `x`, `y` are the first one's place in device space, `places` is as long as the row.
  private func fill(
    _ row: UnsafeMutableBufferPointer<UInt32>, x: Int, y: Int, _ places: UnsafeMutableBufferPointer<Float>
  ) {
    positions.fill(places, x: x, y: y)
    if isRepeating { wrap(places) }
    var (index, hint) = (0, 0)
    while index < row.count {
      if places[index].isNaN {
        if hasGaps {
          row[index] = 0
          index += 1
          continue
        }
        places[index] = first
      }
      let segment = segment(at: places[index], &hint)
      // Optimization: as many pixels as lie in this segment, together.
      var end = index + 1
      while end < row.count, places[end] >= segment.start, places[end] < segment.end { end += 1 }
      fill(
        UnsafeMutableBufferPointer(rebasing: row[index..<end]),
        UnsafeMutableBufferPointer(rebasing: places[index..<end]), segment)
      index = end
    }
  }

  /// Positions of the first repetition.
  private func wrap(_ places: UnsafeMutableBufferPointer<Float>) {
    for index in places.indices {
      let place = (places[index] - first) / length
      places[index] = first + (place - place.rounded(.down)) * length
    }
  }

  /// The segment of a position; `hint` is that of the one before.
  private func segment(at place: Float, _ hint: inout Int) -> Segment {
    while hint > 0, place < segments[hint].start { hint -= 1 }
    while hint < segments.count - 1, place >= segments[hint].end { hint += 1 }
    return segments[hint]
  }

  /// Fills pixels whose positions lie in one segment.
  private func fill(
    _ row: UnsafeMutableBufferPointer<UInt32>, _ places: UnsafeMutableBufferPointer<Float>, _ segment: Segment
  ) {
    let (color, slope, start) = (segment.color, segment.slope, segment.start)
    if slope == .zero { return row.update(repeating: pixel(color)) }
    if isMixedPremultiplied {
      for index in row.indices {
        let offset = places[index] - start
        row[index] = Self.pixel(
          color[0] + slope[0] * offset, color[1] + slope[1] * offset, color[2] + slope[2] * offset,
          color[3] + slope[3] * offset)
      }
    } else {
      let factor = opacity / 255
      for index in row.indices {
        let offset = places[index] - start
        let alpha = color[3] + slope[3] * offset
        let share = alpha * factor
        row[index] = Self.pixel(
          (color[0] + slope[0] * offset) * share, (color[1] + slope[1] * offset) * share,
          (color[2] + slope[2] * offset) * share, alpha * opacity)
      }
    }
  }

  private func pixel(_ color: SIMD4<Float>) -> UInt32 {
    if isMixedPremultiplied { return Self.pixel(color[0], color[1], color[2], color[3]) }
    let share = color[3] * opacity / 255
    return Self.pixel(color[0] * share, color[1] * share, color[2] * share, color[3] * opacity)
  }

  /// The nearest whole parts of a pixel.
  ///
  /// Optimization: a number from 32,768 on has 8 bits behind the point, so that its whole part stands in the bits above
  /// these. A conversion would be checked, each by itself.
  @inline(__always)
  private static func pixel(_ blue: Float, _ green: Float, _ red: Float, _ alpha: Float) -> UInt32 {
    func part(_ value: Float) -> UInt32 { ((value + (0.5 - 1 / 512) + 32_768).bitPattern &>> 8) & 255 }
    return part(blue) | part(green) &<< 8 | part(red) &<< 16 | part(alpha) &<< 24
  }
}
