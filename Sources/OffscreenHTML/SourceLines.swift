/// Which line of a page's source its parser is at. What scripts write counts for no line: it has that of the place
/// where it is written.
struct SourceLines {
  /// Of the parser's input, up to where it is counted.
  private var position = 0
  /// Of the input's beginning, how much scripts have written.
  private var written = 0
  /// The last position's, from 1.
  private(set) var line = 1

  /// Goes on to a later position of the input.
  mutating func advance(in input: UnsafeMutablePointer<UInt8>, to end: Int) {
    let start = max(position, written)
    if start < end { line += UnsafeBufferPointer(start: input + start, count: end - start).lineFeeds }
    position = max(position, end)
  }

  /// So many bytes are put before the rest of the input, which then begins with them.
  mutating func splice(_ count: Int) { (position, written) = (0, count + max(0, written - position)) }
}

extension Sequence<UInt8> {
  var lineFeeds: Int { reduce(0) { $1 == 0x0A ? $0 + 1 : $0 } }
}
