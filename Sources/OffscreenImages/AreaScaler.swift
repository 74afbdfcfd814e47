/// Makes a smaller picture out of one that comes band by band, or out of its upper part: every pixel is the mean
/// of the area that it covers. A larger one is made in the same way.
///
/// Means are of the values as they are stored, not of light: dark text on a light ground, which most pages
/// are, would come out pale and thin in linear light, and small text would no longer be read. Light text
/// on dark grounds pays for it with a little of its weight.
package final class AreaScaler {
  /// The new picture; finished once all rows have come.
  package let bitmap: Bitmap
  private let width: Int
  /// Where the part begins, in the source.
  private let column: Int
  private let rows: AreaWeights
  private let columns: AreaWeights
  /// The source rows that the current row covers, weighted and added up, four channels a pixel.
  private var sums: [UInt16]
  private var sourceRow = 0
  private var targetRow = 0
  private var isOpaque = true

  /// `size`: of the whole picture, or of the part of it that begins in this column at the top.
  package init(
    from size: (width: Int, height: Int), to newSize: (width: Int, height: Int), column: Int = 0
  ) throws(ImageError) {
    precondition(size.width > 0 && size.height > 0 && column >= 0)
    self.column = column
    bitmap = try Bitmap(width: newSize.width, height: newSize.height)
    width = size.width
    // 8 bits of weight and 8 of colour make 16-bit sums, which are the fastest.
    rows = AreaWeights(from: size.height, to: newSize.height, total: 1 << 8)
    columns = AreaWeights(from: size.width, to: newSize.width, total: 1 << 16)
    sums = [UInt16](repeating: 0, count: size.width * 4)
  }

  /// Adds the next rows, from a bitmap as wide as the source; those below the part do not count.
  package func append(_ band: Bitmap, rows: Range<Int>? = nil) {
    precondition(band.width >= column + width)
    isOpaque = isOpaque && band.isOpaque
    for y in rows ?? 0..<band.height where targetRow < bitmap.height {
      append(UnsafePointer((band.data + y * band.stride + column * 4).assumingMemoryBound(to: UInt8.self)))
      sourceRow += 1
    }
    if targetRow == bitmap.height { bitmap.isOpaque = isOpaque }
  }

  /// A row belongs to one or two rows of a smaller picture, to several of a larger one.
  private func append(_ source: UnsafePointer<UInt8>) {
    while targetRow < bitmap.height {
      let taps = rows.taps(targetRow)
      guard taps.first <= sourceRow else { return }
      let tap = sourceRow - taps.first
      let weight = UInt16(truncatingIfNeeded: rows.weights[taps.offset + tap])
      sums.withUnsafeMutableBufferPointer { sums in
        if tap == 0 {
          for index in sums.indices { sums[index] = UInt16(source[index]) &* weight }
        } else {
          for index in sums.indices { sums[index] &+= UInt16(source[index]) &* weight }
        }
      }
      guard tap == taps.count - 1 else { return }
      averageColumns()
      targetRow += 1
    }
  }

  private func averageColumns() {
    let row = bitmap.row(targetRow)
    sums.withUnsafeBytes { sums in
      columns.weights.withUnsafeBufferPointer { weights in
        guard let base = sums.baseAddress else { return }
        for x in row.indices {
          let taps = columns.taps(x)
          var total = SIMD4<UInt32>(repeating: 1 << 23)
          for tap in 0..<taps.count {
            let pixel = base.loadUnaligned(
              fromByteOffset: (taps.first &+ tap) &* 8, as: SIMD4<UInt16>.self)
            total &+= SIMD4<UInt32>(truncatingIfNeeded: pixel) &* weights[taps.offset &+ tap]
          }
          total &>>= 24
          row[x] = total[0] | total[1] << 8 | total[2] << 16 | total[3] << 24
        }
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
