/// Chooses the colours of a palette for a picture and the entry of each pixel. The same picture
/// gives the same palette and the same pixels in every run.
///
/// Colours are counted in bins of 4x4x4. Boxes of bins are cut where that takes away most of the squared
/// error, as X. Wu does (Graphics Gems II, "Efficient Statistical Color Quantization"); means are then moved
/// to what they stand for. Areas of one colour keep it exactly. Where a colour lies between two of the palette,
/// a Bayer pattern mixes them.
struct ColorQuantizer {
  /// `0xAARRGGBB`; 0, transparent, comes last where the picture has such pixels.
  private(set) var palette: [UInt32]
  /// By bin: the entry that is nearest, another one, and how many of 64 pixels show the other.
  private var choices: [Choice]

  private struct Choice {
    var first: UInt8 = 0
    var second: UInt8 = 0
    var share: UInt8 = 0
  }

  /// Colours of a bin, weighted by how well eyes tell them apart.
  private typealias Point = SIMD3<Double>
  private static let weights = Point(0.55, 0.8, 0.4)

  private struct Sample {
    var bin: Int
    var point: Point
    var count: Double
    /// The colour that most of the bin's pixels have, if one has; and whether it has.
    var color: UInt32
    var hasOneColor: Bool
  }

  /// `most`: 2 to 256.
  init(_ bitmap: Bitmap, most: Int) {
    var histogram = Histogram()
    histogram.count(bitmap)
    let samples = histogram.samples()
    let room = max(1, most - (histogram.hasTransparent ? 1 : 0))
    var means = Self.cut(samples, into: room)
    var owners = [UInt8](repeating: 0, count: samples.count)
    for _ in 0..<3 { Self.move(&means, to: samples, &owners) }
    let colors = Self.colors(means, samples, owners)
    let points = colors.map(Self.point)
    choices = [Choice](repeating: Choice(), count: 1 << 18)
    for sample in samples { choices[sample.bin] = Self.choice(for: sample.point, points) }
    palette = histogram.hasTransparent ? colors + [0] : colors
  }

  func index(of pixel: UInt32, x: Int, y: Int) -> UInt8 {
    if pixel == 0 { return UInt8(truncatingIfNeeded: palette.count - 1) }
    let choice = choices[Histogram.bin(pixel)]
    return Self.bayer[(y & 7) << 3 | x & 7] < choice.share ? choice.second : choice.first
  }

  private static let bayer: [UInt8] = (0..<64).map { place in
    // The bits of x ^ y and y, interleaved and from the lowest up.
    let (x, y) = (place & 7, place >> 3)
    var value = 0
    for bit in 0..<3 { value = value << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1 }
    return UInt8(truncatingIfNeeded: value)
  }

  private static func point(_ color: UInt32) -> Point {
    Point(Double(color >> 16 & 255), Double(color >> 8 & 255), Double(color & 255)) * weights
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    let difference = a - b
    return (difference * difference).sum()
  }

  // MARK: Counting

  private struct Histogram {
    private(set) var hasTransparent = false
    private var bins = [Bin](repeating: Bin(), count: 1 << 18)

    private struct Bin {
      var count: UInt32 = 0
      /// Sums of the low bits, which are not in the bin's number.
      var low: SIMD3<UInt32> = .zero
      /// The colour that leads a vote of all pixels, and by how many: if one has the majority, it is this.
      var color: UInt32 = 0
      var lead: UInt32 = 0
    }

    @inline(__always) static func bin(_ pixel: UInt32) -> Int {
      Int(pixel >> 18 & 63) << 12 | Int(pixel >> 10 & 63) << 6 | Int(pixel >> 2 & 63)
    }

    mutating func count(_ bitmap: Bitmap) {
      for y in 0..<bitmap.height {
        let row = bitmap.row(y)
        var x = 0
        while x < row.count {
          let pixel = row[x]
          let start = x
          repeat { x += 1 } while x < row.count && row[x] == pixel
          if pixel == 0 { hasTransparent = true } else { add(pixel, UInt32(truncatingIfNeeded: x - start)) }
        }
      }
    }

    private mutating func add(_ pixel: UInt32, _ count: UInt32) {
      // A bitmap has fewer pixels than would overflow these sums.
      let index = Self.bin(pixel)
      bins[index].count &+= count
      bins[index].low &+= SIMD3(pixel >> 16 & 3, pixel >> 8 & 3, pixel & 3) &* count
      if bins[index].color == pixel {
        bins[index].lead &+= count
      } else if bins[index].lead < count {
        bins[index].lead = count &- bins[index].lead
        bins[index].color = pixel
      } else {
        bins[index].lead &-= count
      }
    }

    func samples() -> [Sample] {
      var samples: [Sample] = []
      for index in bins.indices where bins[index].count > 0 {
        let bin = bins[index]
        let high = Point(Double(index >> 12), Double(index >> 6 & 63), Double(index & 63)) * 4
        let count = Double(bin.count)
        let mean = high + Point(Double(bin.low.x), Double(bin.low.y), Double(bin.low.z)) / count
        let hasOneColor = bin.lead > bin.count / 2
        samples.append(
          Sample(
            bin: index, point: hasOneColor ? ColorQuantizer.point(bin.color) : mean * ColorQuantizer.weights,
            count: count, color: bin.color, hasOneColor: hasOneColor))
      }
      return samples
    }
  }

  // MARK: Cutting

  /// Samples and the cut through them that takes away most of their squared error.
  private struct Box {
    var samples: [Sample]
    var gain = 0.0
    var axis = 0
    /// Bins below it, on the axis, come into one part.
    var border = 0

    init(_ samples: [Sample]) {
      self.samples = samples
      for axis in 0..<3 {
        var counts = [Double](repeating: 0, count: 64)
        var sums = [Point](repeating: .zero, count: 64)
        var (all, total) = (0.0, Point.zero)
        for sample in samples {
          let place = Self.place(sample, axis)
          counts[place] += sample.count
          sums[place] += sample.point * sample.count
          all += sample.count
          total += sample.point * sample.count
        }
        guard all > 0 else { return }
        let whole = (total * total).sum() / all
        var (count, sum) = (0.0, Point.zero)
        for border in 1..<64 {
          count += counts[border - 1]
          sum += sums[border - 1]
          guard count > 0, count < all else { continue }
          let rest = total - sum
          let gain = (sum * sum).sum() / count + (rest * rest).sum() / (all - count) - whole
          if gain > self.gain { (self.gain, self.axis, self.border) = (gain, axis, border) }
        }
      }
    }

    static func place(_ sample: Sample, _ axis: Int) -> Int { sample.bin >> (12 - 6 * axis) & 63 }

    func halves() -> (Box, Box) {
      (
        Box(samples.filter { Self.place($0, axis) < border }), Box(samples.filter { Self.place($0, axis) >= border })
      )
    }

    var mean: Point {
      var (count, sum) = (0.0, Point.zero)
      for sample in samples {
        count += sample.count
        sum += sample.point * sample.count
      }
      return count > 0 ? sum / count : .zero
    }
  }

  private static func cut(_ samples: [Sample], into most: Int) -> [Point] {
    var boxes = [Box(samples)]
    while boxes.count < most {
      guard let best = boxes.indices.max(by: { boxes[$0].gain < boxes[$1].gain }), boxes[best].gain > 0 else { break }
      let (one, other) = boxes[best].halves()
      boxes[best] = one
      boxes.append(other)
    }
    return boxes.map(\.mean)
  }

  /// Gives each sample to its nearest mean, and moves the means to the middle of what they own.
  private static func move(_ means: inout [Point], to samples: [Sample], _ owners: inout [UInt8]) {
    var counts = [Double](repeating: 0, count: means.count)
    var sums = [Point](repeating: .zero, count: means.count)
    for (index, sample) in samples.enumerated() {
      var nearest = 0
      var least = Double.infinity
      for place in means.indices {
        let distance = distance(sample.point, means[place])
        if distance < least { (least, nearest) = (distance, place) }
      }
      owners[index] = UInt8(truncatingIfNeeded: nearest)
      counts[nearest] += sample.count
      sums[nearest] += sample.point * sample.count
    }
    for place in means.indices where counts[place] > 0 { means[place] = sums[place] / counts[place] }
  }

  /// The means as colours; a mean most of whose pixels have one colour is that colour.
  private static func colors(_ means: [Point], _ samples: [Sample], _ owners: [UInt8]) -> [UInt32] {
    var counts = [Double](repeating: 0, count: means.count)
    var largest = [Sample?](repeating: nil, count: means.count)
    for (sample, owner) in zip(samples, owners) {
      counts[Int(owner)] += sample.count
      if sample.count > largest[Int(owner)]?.count ?? 0 { largest[Int(owner)] = sample }
    }
    return means.indices.map { place in
      if let sample = largest[place], sample.hasOneColor, sample.count * 2 > counts[place] { return sample.color }
      let color = (means[place] / weights).clamped(lowerBound: .zero, upperBound: Point(repeating: 255))
      let rounded = SIMD3<UInt32>(color, rounding: .toNearestOrAwayFromZero)
      return 0xFF00_0000 | rounded.x << 16 | rounded.y << 8 | rounded.z
    }
  }

  // MARK: Mixing

  /// The nearest entry, and the one that mixed with it comes nearest: patterns of colours that are far from
  /// each other would be seen.
  private static func choice(for point: Point, _ palette: [Point]) -> Choice {
    var first = 0
    var least = Double.infinity
    for place in palette.indices {
      let distance = distance(point, palette[place])
      if distance < least { (least, first) = (distance, place) }
    }
    var choice = Choice(first: UInt8(truncatingIfNeeded: first))
    // Invisibly small.
    guard least > 1.5 else { return choice }
    var best = least
    for place in palette.indices where place != first {
      let way = palette[place] - palette[first]
      let length = (way * way).sum()
      guard length > 0 else { continue }
      let share = min(0.5, max(0, ((point - palette[first]) * way).sum() / length))
      let error = distance(point, palette[first] + way * share) + 0.15 * share * (1 - share) * length
      if error < best {
        best = error
        choice.second = UInt8(truncatingIfNeeded: place)
        choice.share = UInt8(truncatingIfNeeded: Int((share * 64).rounded()))
      }
    }
    return choice
  }
}
