/// Gathers pixels that differ into a few boxes. Memory goes with the area in tiles, not with the number
/// of pixels.
struct ChangedRegions {
  /// Pixels nearer than this count as one change.
  private static let tile = 16

  private struct Tile {
    var left = Int32.max
    var right = Int32.min
    var top = Int32.max
    var bottom = Int32.min
    var count: Int32 = 0

    mutating func add(_ x: Int32, _ y: Int32) {
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
      count += 1
    }

    mutating func unite(_ other: Tile) {
      (left, right) = (min(left, other.left), max(right, other.right))
      (top, bottom) = (min(top, other.top), max(bottom, other.bottom))
      count = count &+ other.count
    }

    var region: PictureComparison.Region {
      PictureComparison.Region(
        box: PixelBox(x: Int(left), y: Int(top), width: Int(right - left) + 1, height: Int(bottom - top) + 1),
        differingPixels: Int(count))
    }
  }

  private let columns: Int
  private let rows: Int
  /// None before the first pixel: most pictures are equal.
  private var tiles: [Tile] = []

  init(width: Int, height: Int) {
    columns = (width + Self.tile - 1) / Self.tile
    rows = (height + Self.tile - 1) / Self.tile
  }

  mutating func add(_ x: Int, _ y: Int) {
    if tiles.isEmpty { tiles = Array(repeating: Tile(), count: columns * rows) }
    tiles[y / Self.tile * columns + x / Self.tile].add(Int32(x), Int32(y))
  }

  /// Around everything.
  var boundingBox: PixelBox? {
    var whole = Tile()
    for tile in tiles where tile.count > 0 { whole.unite(tile) }
    return whole.count > 0 ? whole.region.box : nil
  }

  /// Tiles that touch make one region; from the top down.
  func regions() -> [PictureComparison.Region] {
    var isTaken = Array(repeating: false, count: tiles.count)
    var result: [PictureComparison.Region] = []
    var open: [Int] = []
    for start in tiles.indices where tiles[start].count > 0 && !isTaken[start] {
      var region = Tile()
      isTaken[start] = true
      open = [start]
      while let index = open.popLast() {
        region.unite(tiles[index])
        let (column, row) = (index % columns, index / columns)
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let next = y * columns + x
            if tiles[next].count > 0, !isTaken[next] {
              isTaken[next] = true
              open.append(next)
            }
          }
        }
      }
      result.append(region.region)
    }
    return result.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }
}
