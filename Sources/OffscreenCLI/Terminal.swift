import Foundation
import Offscreen
import OffscreenPlatform

/// The terminal at the other end, if there is one.
enum Terminal {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal at a descriptor; 80 where it does not say.
  static func columns(_ descriptor: Int32) -> Int {
    let columns = size(descriptor).map { Int($0.ws_col) } ?? 0
    return columns > 0 ? columns : 80
  }

  /// Pixels of the terminal's width; 800 where it does not say.
  static func pixelWidth(_ descriptor: Int32) -> Int {
    let pixels = size(descriptor).map { Int($0.ws_xpixel) } ?? 0
    return pixels > 0 ? pixels : 800
  }

  /// Whether coloured text is welcome: https://no-color.org
  static func allowsColor(_ descriptor: Int32) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal(descriptor) && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// How the terminal shows pictures: by its environment, or else by asking it for its device
  /// attributes, of which 4 stands for sixels.
  static func graphics() -> TerminalGraphics? {
    if let known = TerminalGraphics(environment: ProcessInfo.processInfo.environment) { return known }
    return deviceAttributes().split(separator: ";").contains("4") ? .sixel : nil
  }

  private static func size(_ descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// The text between `ESC [ ?` and `c` in the answer; empty where none comes in a fifth of a second.
  private static func deviceAttributes() -> String {
    guard let terminal = fopen("/dev/tty", "r+") else { return "" }
    defer { fclose(terminal) }
    let descriptor = fileno(terminal)
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return "" }
    var raw = before
    raw.c_lflag &= ~UInt32(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &raw)
    defer { tcsetattr(descriptor, TCSANOW, &before) }
    guard OffscreenPlatform.write(descriptor, "\u{1B}[c", 3) == 3 else { return "" }
    var answer: [UInt8] = []
    while answer.count < 200 {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      guard poll(&wanted, 1, 200) == 1, read(descriptor, &byte, 1) == 1 else { return "" }
      if byte == UInt8(ascii: "c") { break }
      answer.append(byte)
    }
    return String(decoding: answer, as: UTF8.self).split(separator: "?").last.map(String.init) ?? ""
  }
}
