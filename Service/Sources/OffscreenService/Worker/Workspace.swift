import Foundation
import NIOCore
import Synchronization

/// The folder, in memory where the system has such a place, through which pages go to renderers and pictures come back.
///
/// A renderer may write into the folder of its output, and is assumed to be lost: so pages of different origins, and
/// pages that came with their requests, have folders of their own, and what lies there is read as a stranger's.
final class Workspace: Sendable {
  struct Trouble: Error, CustomStringConvertible { var description: String }

  let path: String
  private struct State {
    var next = 0
    /// Requests under way by folder.
    var users: [String: Int] = [:]
  }
  private let state = Mutex(State())

  /// `parent`: nil for `/dev/shm`, or else the folder of temporary files.
  init(parent: String? = nil) throws(Trouble) {
    let candidates = parent.map { [$0] } ?? ["/dev/shm", NSTemporaryDirectory()]
    for candidate in candidates {
      let template = candidate + (candidate.hasSuffix("/") ? "" : "/") + "offscreen-serve-XXXXXX"
      var bytes = Array(template.utf8CString)
      // It is for this user alone.
      guard mkdtemp(&bytes) != nil else { continue }
      path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return
    }
    throw Trouble(
      description:
        "\(candidates.joined(separator: ", ")): no folder can be made there for pictures under way: name another "
        + "(--work-folder)")
  }

  deinit { remove() }

  /// Removes all of it. To be called when nothing is under way.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// A place for one request, until `body` returns. `page`: the address or file for the worker; `output`: a path
  /// without ending.
  func withPlace<Value: Sendable>(
    for page: PageRequest.Page, _ body: (_ page: String, _ output: String) async throws -> Value
  ) async throws -> Value {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    switch page {
    case .address(let address):
      let folder = path + "/" + Self.name(ofOriginOf: address)
      // Made under the lock: another request may be about to remove it.
      try state.withLock { state in
        try Self.make(folder)
        state.users[folder, default: 0] += 1
      }
      defer {
        state.withLock { state in
          state.users[folder, default: 1] -= 1
          if state.users[folder] == 0 {
            state.users[folder] = nil
            try? FileManager.default.removeItem(atPath: folder)
          }
        }
      }
      let output = folder + "/\(number)"
      return try await body(address, output)
    case .upload(let upload):
      let folder = path + "/upload-\(number)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Self.make(folder)
      try Self.make(folder + "/picture")
      for file in upload.files { try Self.write(file, below: folder + "/page") }
      guard let first = upload.files.first else { throw Trouble(description: "no page is given") }
      return try await body(folder + "/page/" + first.path, folder + "/picture/\(number)")
    }
  }

  /// What a renderer has written: a plain file of at most `limit` bytes, and no link to another. It is removed.
  func take(_ path: String, limit: Int) throws(Trouble) -> ByteBuffer {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Trouble(description: "the renderer has left no result") }
    defer {
      close(descriptor)
      unlink(path)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      throw Trouble(description: "the result is no file of at most \(limit) bytes")
    }
    var buffer = ByteBufferAllocator().buffer(capacity: Int(status.st_size))
    while buffer.readableBytes < Int(status.st_size) {
      let wanted = Int(status.st_size) - buffer.readableBytes
      let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
        max(0, Foundation.read(descriptor, space.baseAddress, wanted))
      }
      if count == 0 { break }
    }
    return buffer
  }

  /// Addresses of one origin have one name; `OptionReader.checked(address:)` sees to it that the text tells it.
  private static func name(ofOriginOf address: String) -> String {
    guard let start = address.range(of: "://") else {
      // Of `data:`; each is an origin of its own.
      return "data-" + SHA256.hash(address).hexadecimal
    }
    let origin = address[..<start.upperBound] + address[start.upperBound...].prefix { !"/?#".contains($0) }
    return "origin-" + SHA256.hash(origin.lowercased()).hexadecimal
  }

  private static func make(_ folder: String) throws(Trouble) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw Trouble(description: "no folder can be made for the request: \(String(cString: strerror(errno)))")
    }
  }

  private static func write(_ file: PageRequest.Upload.File, below folder: String) throws(Trouble) {
    let whole = folder + "/" + file.path
    do {
      let parent = whole.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: "/" + parent, withIntermediateDirectories: true)
      try Data(buffer: file.contents).write(to: URL(fileURLWithPath: whole), options: .withoutOverwriting)
    } catch {
      throw Trouble(description: "\(file.path): cannot be kept for the renderer")
    }
  }
}
