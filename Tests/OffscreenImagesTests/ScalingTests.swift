import Testing

@testable import OffscreenImages

@Suite struct ScalingTests {
  @Test(arguments: [
    (FitBox(width: 320, height: nil), [1280, 800], [320, 200]),
    (FitBox(width: nil, height: 100), [1280, 800], [160, 100]),
    (FitBox(width: 100, height: 100), [1280, 800], [100, 63]),
    (FitBox(width: 100, height: 10), [1280, 800], [16, 10]),
    (FitBox(width: 4000, height: 4000), [1280, 800], [1280, 800]),
    (FitBox(width: 320, height: nil), [1280, 70_000], [320, 17_500]),
    (FitBox(width: nil, height: 1), [70_000, 3], [23_333, 1]),
    (FitBox(width: 1, height: nil), [3, 70_000], [1, 23_333]),
  ])
  func boxes(_ box: FitBox, _ size: [Int], _ expected: [Int]) {
    let fitting = box.size(fitting: size[0], size[1])
    #expect([fitting.width, fitting.height] == expected)
  }

  /// The same means, in floating point and without care for speed.
  static func mean(_ bitmap: Bitmap, _ width: Int, _ height: Int, _ x: Int, _ y: Int, shift: UInt32) -> Double {
    let (scaleX, scaleY) = (Double(bitmap.width) / Double(width), Double(bitmap.height) / Double(height))
    var (sum, area) = (0.0, 0.0)
    for row in Int(Double(y) * scaleY)...min(bitmap.height - 1, Int(Double(y + 1) * scaleY)) {
      let partY = min(Double(row + 1), Double(y + 1) * scaleY) - max(Double(row), Double(y) * scaleY)
      for column in Int(Double(x) * scaleX)...min(bitmap.width - 1, Int(Double(x + 1) * scaleX)) {
        let partX = min(Double(column + 1), Double(x + 1) * scaleX) - max(Double(column), Double(x) * scaleX)
        guard partX > 0, partY > 0 else { continue }
        sum += partX * partY * Double(bitmap[column, row] >> shift & 255)
        area += partX * partY
      }
    }
    return sum / area
  }

  @Test(arguments: [(50, 40), (33, 27), (99, 80), (1, 1), (100, 7), (3, 80)])
  func meansOfAreas(_ width: Int, _ height: Int) throws {
    for bitmap in [try Bitmap.noise(100, 80), try Bitmap.gradient(100, 80)] {
      let scaled = try bitmap.scaled(toWidth: width, height: height)
      #expect(scaled.width == width && scaled.height == height)
      var worst = 0.0
      for y in stride(from: 0, to: height, by: 3) {
        for x in stride(from: 0, to: width, by: 3) {
          for shift in [0, 8, 16, 24] as [UInt32] {
            let wanted = Self.mean(bitmap, width, height, x, y, shift: shift)
            worst = max(worst, abs(wanted - Double(scaled[x, y] >> shift & 255)))
          }
        }
      }
      #expect(worst < 1.6)
    }
  }

  @Test func plainColoursStayAsTheyAre() throws {
    for (width, height) in [(1280, 800), (1000, 3000), (77, 5000)] {
      let bitmap = try Bitmap(width: width, height: height)
      bitmap.fill(0xFFFE_DCBA)
      let scaled = try bitmap.scaled(toWidth: 31, height: 17)
      #expect(scaled.values.allSatisfy { $0 == 0xFFFE_DCBA })
    }
  }

  @Test func bandsGiveTheSamePicture() throws {
    let picture = try Bitmap.page(300, 500)
    let whole = try picture.scaled(toWidth: 77, height: 130)
    for height in [1, 64, 499] {
      let scaler = try AreaScaler(from: (300, 500), to: (77, 130))
      for start in stride(from: 0, to: 500, by: height) {
        let band = try picture.cropped(x: 0, y: start, width: 300, height: min(height, 500 - start))
        scaler.append(band)
      }
      #expect(scaler.bitmap.values == whole.values && scaler.bitmap.isOpaque)
    }
  }
}
