/// The part of a page that a picture shows.
public enum PictureRegion: Hashable, Sendable {
  /// The viewport, at its scroll position.
  case viewport
  /// From the top down to the document's end, as wide as the viewport.
  case fullPage
  /// The first element that a selector matches and that has a box.
  case element(String)
  /// The elements that each of these selectors names in that way, together: as much as holds all of them.
  case elements([String])
  /// Every element that a selector matches and that has a box, up to 1,000: a picture of each, in document order.
  case eachElement(String)
  /// A part of the document.
  case rect(PageRect)
  /// The page on sheets of paper: a picture of each, or all in one PDF document.
  case pages
}

extension PictureRegion {
  /// Pictures of one page.
  static let mostPictures = 1_000
  /// Selectors of one picture.
  private static let mostSelectors = 100

  /// What is wrong with it, if anything.
  var problem: String? {
    switch self {
    case .viewport, .fullPage, .pages: return nil
    case .element(let selector), .eachElement(let selector):
      return PageSelector(selector) == nil ? PageSelector.problem(selector) : nil
    case .elements(let selectors):
      if selectors.isEmpty { return "a picture of elements needs a selector" }
      if selectors.count > Self.mostSelectors { return "a picture has at most \(Self.mostSelectors) selectors" }
      return selectors.first { PageSelector($0) == nil }.map { PageSelector.problem($0) }
    case .rect(let rect): return rect.isValid ? nil : "the part \(rect) of the page has no area or is out of bounds"
    }
  }

  /// Whether it is of the page as a reader finds it.
  var showsStart: Bool {
    switch self {
    case .viewport, .fullPage: true
    case .element, .elements, .eachElement, .rect, .pages: false
    }
  }
}

/// A part of a document, in CSS pixels from its top left, as `offscreen inspect` writes them.
public struct PageRect: Hashable, Sendable, Codable, LosslessStringConvertible {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// From `x,y,w,h`; nil where it is not that, or empty, or out of bounds.
  public init?(_ text: String) {
    guard let numbers = PagePoint.numbers(text, count: 4) else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    if !isValid { return nil }
  }

  public var description: String { "\(x),\(y),\(width),\(height)" }

  /// Whether it has an area and lies where a document may be.
  var isValid: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && $0.magnitude <= PagePoint.furthest } && width > 0 && height > 0
  }
}

/// A point of a document, in CSS pixels from its top left.
public struct PagePoint: Hashable, Sendable, Codable, LosslessStringConvertible {
  public var x: Double
  public var y: Double

  public static let zero = PagePoint(x: 0, y: 0)
  /// How far a document may reach.
  static let furthest = 33_554_431.0

  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// From `x,y`; nil where it is not that.
  public init?(_ text: String) {
    guard let numbers = Self.numbers(text, count: 2) else { return nil }
    self.init(x: numbers[0], y: numbers[1])
  }

  public var description: String { "\(x),\(y)" }

  static func numbers(_ text: String, count: Int) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      Double(part.filter { $0 != " " }).flatMap { $0.isFinite && $0.magnitude <= furthest ? $0 : nil }
    }
    return parts.count == count && numbers.count == count ? numbers : nil
  }
}
