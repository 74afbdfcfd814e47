import OffscreenPlatform

/// A question to LibreOffice as it runs: the one that its own program asks when it is started a second time.
/// https://git.libreoffice.org/core (desktop/source/app/officeipcthread.cxx)
final class OfficeConnection {
  private let descriptor: Int32

  /// Nil where nobody listens.
  init?(to path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if descriptor < 0 || offscreen_connect(descriptor, path) == 0 { return nil }
  }

  deinit { close(descriptor) }

  /// What came of waiting.
  enum Wait {
    case message(String)
    /// The program has ended, or says what it should not.
    case ended
    case late
    /// Nobody waits for the answer any more.
    case unwanted
  }

  /// `abandoned`: a descriptor that hangs up once nobody waits for the answer; -1: none.
  func message(before deadline: ContinuousClock.Instant, abandoned: Int32) -> Wait {
    var bytes: [UInt8] = []
    while bytes.count < 1_000 {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      var waited = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: abandoned, events: 0, revents: 0),
      ]
      let count = poll(&waited, 2, Int32(clamping: Int(left / .milliseconds(1))))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return .late }
      if waited[1].revents != 0 { return .unwanted }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return .ended }
      if byte == 0 { return .message(String(decoding: bytes, as: UTF8.self)) }
      bytes.append(byte)
    }
    return .ended
  }

  /// Arguments as of a command line. Whether they could be sent.
  func send(_ arguments: [String]) -> Bool {
    var message = Array("InternalIPC::Arguments1file:///".utf8)
    for argument in arguments {
      message.append(UInt8(ascii: ","))
      for byte in argument.utf8 {
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\\") { message.append(UInt8(ascii: "\\")) }
        message.append(byte)
      }
    }
    message.append(0)
    var position = 0
    while position < message.count {
      let count = message[position...].withUnsafeBytes { SocketPair.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return false }
      position += count
    }
    return true
  }

  static let greeting = "InternalIPC::SendArguments"
  static let done = "InternalIPC::ProcessingDone"
}
