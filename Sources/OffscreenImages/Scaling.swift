/// A box that a picture is made to fit, as the option `--thumbnail` gives it: `WxH`, `Wx` or `xH`.
package struct FitBox: Equatable, Sendable {
  package var width: Int?
  package var height: Int?

  package init(width: Int?, height: Int?) { (self.width, self.height) = (width, height) }

  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    func side(_ part: some StringProtocol) -> Int?? {
      if part.isEmpty { return .some(nil) }
      guard part.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(part), value > 0,
        value <= 65_535
      else { return nil }
      return value
    }
    guard let width = side(parts[0]), let height = side(parts[1]), width != nil || height != nil else {
      return nil
    }
    (self.width, self.height) = (width, height)
  }

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

extension Bitmap {
  package func scaled(toFit box: FitBox) throws(ImageError) -> Bitmap {
    let size = box.size(fitting: width, height)
    return try scaled(toWidth: size.width, height: size.height)
  }

  /// The picture at a smaller size: every pixel is the mean of the area that it covers, parts of
  /// pixels counted as parts. A side that is not smaller keeps its size.
  package func scaled(toWidth newWidth: Int, height newHeight: Int) throws(ImageError) -> Bitmap {
    let newWidth = max(1, min(newWidth, width))
    let newHeight = max(1, min(newHeight, height))
    if newWidth == width, newHeight == height { return self }
    // Weights have 8 bits down the columns: more rows than that in one are taken in two steps.
    if height / newHeight > 64 {
      let step = try scaled(toWidth: newWidth, height: newHeight * ((height / newHeight) / 32))
      return try step.scaled(toWidth: newWidth, height: newHeight)
    }
    let target = try Bitmap(width: newWidth, height: newHeight)
    target.isOpaque = isOpaque
    let rows = AreaWeights(from: height, to: newHeight, total: 256)
    let columns = AreaWeights(from: width, to: newWidth, total: 1 << 16)

    let bytes = data.assumingMemoryBound(to: UInt8.self)
    // One row of sums: rows of the source, weighted, 16 bits a channel.
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: stride) { sums in
      guard let sums = sums.baseAddress else { return }
      for y in 0..<newHeight {
        let taps = rows.taps(y)
        for tap in 0..<taps.count {
          let source = bytes + (taps.first + tap) * stride
          let weight = UInt16(truncatingIfNeeded: rows.weights[taps.offset + tap])
          if tap == 0 {
            for index in 0..<stride { sums[index] = UInt16(source[index]) &* weight }
          } else {
            for index in 0..<stride { sums[index] &+= UInt16(source[index]) &* weight }
          }
        }
        Self.averageColumns(sums, columns, into: target.row(y))
      }
    }
    return target
  }

  private static func averageColumns(
    _ sums: UnsafeMutablePointer<UInt16>, _ columns: AreaWeights,
    into row: UnsafeMutableBufferPointer<UInt32>
  ) {
    columns.weights.withUnsafeBufferPointer { weights in
      for x in row.indices {
        let taps = columns.taps(x)
        var total = SIMD4<UInt32>(repeating: 1 << 23)
        let source = UnsafeRawPointer(sums + taps.first * 4)
        for tap in 0..<taps.count {
          let pixel = source.loadUnaligned(fromByteOffset: tap &* 8, as: SIMD4<UInt16>.self)
          total &+= SIMD4<UInt32>(truncatingIfNeeded: pixel) &* weights[taps.offset + tap]
        }
        total &>>= 24
        row[x] = total[0] | total[1] << 8 | total[2] << 16 | total[3] << 24
      }
    }
  }
}

/// For each place of a shorter line, the places of a longer one that it covers and how much of each,
/// in whole numbers that add up to the same total everywhere.
struct AreaWeights {
  private(set) var weights: [UInt32] = []
  private var firsts: [(first: Int, offset: Int)] = []

  init(from length: Int, to newLength: Int, total: UInt32) {
    for index in 0..<newLength {
      // In units of 1 / newLength of a place of the longer line, so that everything is whole.
      let start = index * length
      let end = start + length
      let first = start / newLength
      let last = (end - 1) / newLength
      firsts.append((first, weights.count))
      // Shares are rounded so that the running total is exact.
      var covered = 0
      var given: UInt32 = 0
      for place in first...last {
        covered += min(end, (place + 1) * newLength) - max(start, place * newLength)
        let upToHere = UInt32((covered * Int(total) + length / 2) / length)
        weights.append(upToHere - given)
        given = upToHere
      }
    }
    firsts.append((0, weights.count))
  }

  @inline(__always)
  func taps(_ index: Int) -> (first: Int, offset: Int, count: Int) {
    let (first, offset) = firsts[index]
    return (first, offset, firsts[index + 1].offset - offset)
  }
}
