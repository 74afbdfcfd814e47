import OffscreenCSS

/// The control characters that `unicode-bidi` and `direction` stand for.
/// https://drafts.csswg.org/css-writing-modes-4/#bidi-control-codes-injection-table
package struct BidiCodes {
  package private(set) var open: [UInt32] = []
  package private(set) var close: [UInt32] = []

  /// `isBlock`: around the text of a block, whose direction the paragraph has already.
  package init(_ value: UnicodeBidi, _ direction: Direction, isBlock: Bool) {
    let isLTR = direction == .ltr
    let isolate: UInt32 = isLTR ? 0x2066 : 0x2067
    let override: UInt32 = isLTR ? 0x202D : 0x202E
    switch value {
    case .normal: break
    case .embed: if !isBlock { (open, close) = ([isLTR ? 0x202A : 0x202B], [0x202C]) }
    case .isolate: if !isBlock { (open, close) = ([isolate], [0x2069]) }
    case .bidiOverride: (open, close) = ([override], [0x202C])
    case .isolateOverride:
      (open, close) = isBlock ? ([override], [0x202C]) : ([isolate, override], [0x202C, 0x2069])
    case .plaintext: if !isBlock { (open, close) = ([0x2068], [0x2069]) }
    }
  }
}
