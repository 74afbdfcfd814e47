import Foundation

/// How a terminal shows pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  case kitty
  /// https://iterm2.com/documentation-images.html
  case iterm
  case sixel

  /// The protocol by the environment's variables; nil where they do not name a known terminal.
  public init?(environment: [String: String]) {
    let program = environment["TERM_PROGRAM"] ?? ""
    let terminal = environment["TERM"] ?? ""
    if environment["KITTY_WINDOW_ID"] != nil || terminal.contains("kitty") || program == "ghostty" {
      self = .kitty
    } else if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2" {
      self = .iterm
    } else if ["foot", "mlterm", "yaft", "contour"].contains(where: terminal.hasPrefix) {
      self = .sixel
    } else {
      return nil
    }
  }

  /// The format of the picture that `escapeSequence` takes.
  public var format: PictureOutput.Format { self == .sixel ? .sixel : .png }

  /// The escape sequence that draws the picture in the terminal.
  public func escapeSequence(_ picture: RenderedPicture) -> [UInt8] {
    switch self {
    case .sixel: return picture.data
    case .iterm:
      let text = Data(picture.data).base64EncodedString()
      return Array("\u{1B}]1337;File=inline=1;size=\(picture.data.count):\(text)\u{07}".utf8)
    case .kitty:
      // Chunks of at most 4096 characters; all but the last say that more will come.
      let text = Array(Data(picture.data).base64EncodedString().utf8)
      var out: [UInt8] = []
      var start = 0
      repeat {
        let end = min(start + 4096, text.count)
        let control = (start == 0 ? "f=100,a=T," : "") + "m=\(end < text.count ? 1 : 0)"
        out += Array("\u{1B}_G\(control);".utf8) + text[start..<end] + Array("\u{1B}\\".utf8)
        start = end
      } while start < text.count
      return out
    }
  }
}
