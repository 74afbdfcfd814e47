/// Why a picture cannot be shown.
package enum ImageError: Error, Equatable, Sendable {
  /// It has no pixels.
  case empty
  case unknownFormat
  /// The format is known, but this kind of it cannot be read.
  case unsupported(ImageFormat, String)
  case malformed(ImageFormat, String)
  case tooLarge(width: Int, height: Int)
  /// All pictures of the page together exceed their limit.
  case budgetExceeded
  case outOfMemory
  case encoding(String)
}

extension ImageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "a picture without pixels"
    case .unknownFormat: "not a picture of a known format"
    case .unsupported(let format, let what): "\(format.name): \(what) is not supported"
    case .malformed(let format, let what): "broken \(format.name) picture: \(what)"
    case .tooLarge(let width, let height): "a picture of \(width)x\(height) pixels is too large"
    case .budgetExceeded: "the pictures of the page are too large together"
    case .outOfMemory: "not enough memory for a picture"
    case .encoding(let what): "the picture cannot be written: \(what)"
    }
  }
}
