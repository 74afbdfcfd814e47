import Offscreen
import OffscreenLoading

/// How pictures are named: text with `{path}` and other parts in it. The ending is the
/// format's.
public struct NameTemplate: Sendable, Hashable {
  /// The parts, in braces.
  public enum Part: String, Sendable, CaseIterable {
    /// The page's path below its folder, without the ending `.html`; of an address, host and path.
    case path
    /// The folders of that path.
    case folder
    /// The last name of that path, without any ending.
    case stem
    /// Of an address, with its port where that is not the usual one; `file` for files.
    case host
    /// The page's number in the order of the inputs, from 1.
    case n
    /// CSS pixels of the viewport.
    case width, height
    /// Eight hexadecimal digits that stand for the page's path.
    case hash
  }

  private enum Piece: Hashable { case text([UInt8]), part(Part) }
  private var pieces: [Piece] = []

  /// `{path}`.
  public static let usual = NameTemplate(pieces: [.part(.path)])

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// Throws where a name in braces is unknown, a brace is not closed, or the name would lead out of the folder.
  public init(_ text: String) throws(BatchError) {
    func failure(_ why: String) -> BatchError {
      BatchError("the name '\(text.prefix(200))' \(why)")
    }
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { pieces.append(.text(Array(rest[..<brace].utf8))) }
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw failure("has a brace that is not closed")
      }
      let word = String(rest[rest.index(after: brace)..<end])
      guard let part = Part(rawValue: word) else {
        let all = Part.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        throw failure("has {\(word)}, which stands for nothing; there are \(all)")
      }
      pieces.append(.part(part))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(Array(rest.utf8))) }
    if pieces.isEmpty { throw failure("is empty") }
    if text.hasPrefix("/") || text.split(separator: "/").contains("..") {
      throw failure("leads out of the output folder")
    }
    let ending =
      text.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    if OutputFolder.pictureEndings.contains(ending.lowercased()) {
      throw failure("has an ending: that comes from the format (see --format)")
    }
  }

  /// The picture's place below the output folder. `ending`: with its dot.
  func output(_ name: PictureName, number: Int, viewport: Viewport, ending: String) -> String {
    let slash = UInt8(ascii: "/")
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .part(.path): bytes += Array(name.path.joined(separator: [slash]))
      case .part(.folder): bytes += Array(name.folder.joined(separator: [slash]))
      case .part(.stem): bytes += name.stem
      case .part(.host): bytes += Array((name.host.isEmpty ? "file" : name.host).utf8)
      case .part(.n): bytes += Array("\(number)".utf8)
      case .part(.width): bytes += Array("\(viewport.width)".utf8)
      case .part(.height): bytes += Array("\(viewport.height)".utf8)
      case .part(.hash): bytes += name.hash
      }
    }
    let names = bytes.split(separator: slash).map { Array($0) }.filter { !$0.elementsEqual(".".utf8) }
    return PictureName.path(names.isEmpty ? [Array("index".utf8)] : names, ending: ending)
  }
}
