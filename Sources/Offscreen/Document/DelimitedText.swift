import OffscreenHTML
import OffscreenLoading

/// Makes a table of text whose cells are parted by commas and the like. https://www.rfc-editor.org/rfc/rfc4180
struct DelimitedText {
  enum Separator: Equatable {
    case tab
    /// Which one, the first line says: programs write what the language of their user takes for numbers' points.
    case found
  }

  private let separator: Separator
  /// Whether the first line names the columns: most files have such a line, few say so.
  private let hasHeader: Bool

  init(_ separator: Separator, hasHeader: Bool) { (self.separator, self.hasHeader) = (separator, hasHeader) }

  /// Nil of a type that has none.
  static func separator(of type: MIMEType) -> Separator? {
    switch type.essence {
    case "text/csv", "application/csv", "text/comma-separated-values": .found
    case "text/tab-separated-values": .tab
    default: nil
    }
  }

  /// HTML of text in UTF-8. There is no more of it once it has more elements than are wanted: the parser then says so.
  func markup(_ text: [UInt8], _ mostElements: Int) -> [UInt8] {
    var markup = Array("<!doctype html><style>\(Self.style)</style><table>".utf8)
    let separator = separator == .tab ? UInt8(ascii: "\t") : Self.likelySeparator(of: text)
    var reader = Reader(text: text, separator: separator)
    var (cell, elements, isFirst) = ([UInt8](), 0, true)
    while elements <= mostElements, !reader.isAtEnd {
      let name = isFirst && hasHeader ? "th" : "td"
      markup += "<tr>".utf8
      elements += 1
      var goesOn = true
      while goesOn, elements <= mostElements {
        goesOn = reader.read(into: &cell)
        markup += "<\(name)>".utf8
        cell.withUnsafeBufferPointer { MarkupText.appendHTML($0, in: .content, to: &markup) }
        elements += 1
      }
      markup += "\n".utf8
      isFirst = false
    }
    return markup
  }

  private static let style = """
    body { font: 14px/1.4 sans-serif; margin: 8px; color: #1f2328; background: white } \
    table { border-collapse: collapse; font-variant-numeric: tabular-nums } \
    td, th { border: 1px solid #d1d9e0; padding: 3px 8px; text-align: start; vertical-align: top; white-space: pre-wrap } \
    th { background: #f6f8fa; font-weight: 600 }
    """

  /// The one that is most often in the first line, outside of quotes.
  private static func likelySeparator(of text: [UInt8]) -> UInt8 {
    let candidates = ",;\t|".utf8.map { $0 }
    var counts = [Int](repeating: 0, count: candidates.count)
    var isQuoted = false
    for byte in text.prefix(1 << 16) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }

  private struct Reader {
    let text: [UInt8]
    let separator: UInt8
    private var position = 0

    init(text: [UInt8], separator: UInt8) { (self.text, self.separator) = (text, separator) }

    var isAtEnd: Bool { position >= text.count }

    /// Reads a cell. Whether another one follows in the same row.
    mutating func read(into cell: inout [UInt8]) -> Bool {
      cell.removeAll(keepingCapacity: true)
      let quote = UInt8(ascii: "\"")
      var isQuoted = false
      if position < text.count, text[position] == quote {
        isQuoted = true
        position += 1
      }
      while position < text.count {
        let byte = text[position]
        position += 1
        if isQuoted {
          guard byte == quote else {
            cell.append(byte)
            continue
          }
          // A doubled quote is one of the cell's.
          if position < text.count, text[position] == quote {
            cell.append(quote)
            position += 1
          } else {
            isQuoted = false
          }
        } else if byte == separator {
          return true
        } else if byte == 13 || byte == 10 {
          if byte == 13, position < text.count, text[position] == 10 { position += 1 }
          return false
        } else {
          cell.append(byte)
        }
      }
      return false
    }
  }
}
