import OffscreenImages

/// A part of a picture that may look different.
package enum Mask: Hashable, Sendable {
  /// Pixels of the picture.
  case box(PixelBox)
  /// The boxes of elements, in either picture.
  case elements(selector: String)

  /// From `x,y,w,h`, all of them whole numbers, or a selector. Nil where it is neither.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      Int(part.filter { $0 != " " })
    }
    if parts.allSatisfy({ $0 != nil }), !parts.isEmpty {
      let numbers = parts.compactMap { $0 }
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
      self = .box(PixelBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    } else {
      guard ElementSelector(text) != nil else { return nil }
      self = .elements(selector: text)
    }
  }

  package var description: String {
    switch self {
    case .box(let box): "\(box.x),\(box.y),\(box.width),\(box.height)"
    case .elements(let selector): selector
    }
  }
}
