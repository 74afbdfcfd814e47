import Foundation
import OffscreenLoading
import OffscreenPlatform
import OffscreenText

/// LibreOffice in a process of its own, which converts one document after the other: to start it takes longer than most
/// conversions. It is sealed before it starts: no network, nothing that it starts, its own folder. What converted a
/// document of one page's trust domain converts none of another's.
final class OfficeProcess {
  private let program: OfficeProgram
  private let folder: OfficeFolder
  private var process: SealedProgram?
  private var restarts = 0
  private(set) var converted = 0

  enum Failure: Error {
    case late, unwanted, unreadable, tooLarge
    case ended
    case notStarted(String)
  }

  /// Of a document, and of what is made of it.
  static let mostBytes = 128 << 20
  /// What it may hold of memory (`ResourceLimits`).
  private static let mostMemory = 2 << 30
  /// Beyond, it is replaced before the next document.
  private static let muchMemory = 768 << 20
  private static let manyDocuments = 200

  init(_ program: OfficeProgram) throws(Failure) {
    self.program = program
    guard let folder = OfficeFolder() ?? OfficeFolder() else {
      throw .notStarted("no folder for its files can be made: set TMPDIR to one that can be written to")
    }
    self.folder = folder
    start()
  }

  func stop() {
    process?.end()
    process = nil
    folder.remove()
  }

  /// Whether it is as good as new.
  var isFresh: Bool {
    guard let process else { return false }
    return converted < Self.manyDocuments && ProcessMemory.resident(of: process.identifier) < Self.muchMemory
  }

  /// A PDF document with the first so many pages. After a failure other than `unreadable`, the process is of no use.
  /// `abandoned`: see `OfficeConnection`.
  func convert(
    _ bytes: [UInt8], _ format: OfficeFormat, pages: Int, before deadline: ContinuousClock.Instant, abandoned: Int32
  ) throws(Failure) -> [UInt8] {
    let source = folder.incoming + "/document." + format.ending
    let result = folder.outgoing + "/document.pdf"
    defer { for path in [source, result] { unlink(path) } }
    guard FileManager.default.createFile(atPath: source, contents: Data(bytes)) else {
      throw .notStarted("the document cannot be written to \(folder.path)")
    }
    let connection = try connection(before: deadline, abandoned)
    let range = "{\"PageRange\":{\"type\":\"string\",\"value\":\"1-\(pages)\"}}"
    guard
      connection.send([
        "--headless", "--convert-to", "pdf:\(format.module.exportFilter):\(range)", "--outdir", folder.outgoing, source,
      ])
    else { throw .ended }
    switch connection.message(before: deadline, abandoned: abandoned) {
    case .late: throw .late
    case .unwanted: throw .unwanted
    case .message(OfficeConnection.done): break
    case .ended, .message: throw .ended
    }
    converted += 1
    return try Self.read(result)
  }

  /// What it has written is no more to be trusted than the document.
  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = offscreen_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
    var bytes: [UInt8] = []
    while bytes.count <= mostBytes, DescriptorStream.read(from: descriptor, into: &bytes) {}
    if bytes.count > mostBytes { throw .tooLarge }
    if bytes.isEmpty { throw .unreadable }
    return bytes
  }

  // MARK: Starting

  private func connection(
    before deadline: ContinuousClock.Instant, _ abandoned: Int32
  ) throws(Failure) -> OfficeConnection {
    while ContinuousClock.now < deadline {
      if let ending = process?.ending() {
        process = nil
        if ending == .exited(SealedProgram.unsealedStatus) { throw .notStarted("it could not be sealed") }
        // A new profile is made, and then it wants to be started again.
        guard ending == .exited(Self.wantsRestart), restarts < 3 else { throw .ended }
        restarts += 1
        start()
      }
      if process == nil { throw .notStarted("no process can be made") }
      for socket in folder.sockets {
        guard let connection = OfficeConnection(to: socket) else { continue }
        switch connection.message(before: deadline, abandoned: abandoned) {
        case .message(OfficeConnection.greeting): return connection
        case .late: throw .late
        case .unwanted: throw .unwanted
        case .ended, .message: break
        }
      }
      usleep(5_000)
    }
    throw .late
  }

  private static let wantsRestart: Int32 = 81

  private func start() {
    for socket in folder.sockets { unlink(socket) }
    var limits = ResourceLimits()
    (limits.memory, limits.fileSize) = (Self.mostMemory, 2 * Self.mostBytes)
    let fonts = try? FontLocation.folder(nil)
    var environment = [
      "HOME=\(folder.temporary)", "TMPDIR=\(folder.temporary)", "PATH=/nonexistent", "LC_ALL=C.UTF-8",
      "SAL_USE_VCLPLUGIN=svp", "SAL_DISABLE_OPENCL=1", "GSETTINGS_BACKEND=memory",
      "OSL_SOCKET_PATH=\(folder.temporary)",
      // So that dates and times are the same on every machine.
      "TZ=UTC",
    ]
    // The fonts of pages: the same document looks the same on every machine.
    if let fonts { environment.append("FONTCONFIG_FILE=\(fonts)/fonts.conf") }
    if let cache = FontLocation.cacheFolder().map({ FilePath.text(of: FilePath.folder(of: FilePath.bytes(of: $0))) }) {
      environment.append("XDG_CACHE_HOME=\(cache)")
    }
    process = SealedProgram.start(
      program.file,
      [
        "-env:UserInstallation=file://" + folder.profile, "--headless", "--nologo", "--norestore", "--nolockcheck",
        folder.kept,
      ], environment: environment, sandbox: Sandbox.isSwitchedOff ? nil : sandbox(fonts), limits: limits)
  }

  private func sandbox(_ fonts: String?) -> Sandbox {
    var sandbox = Sandbox()
    sandbox.writableFolders = Set(folder.writable.map(FilePath.bytes(of:)))
    sandbox.readable = Set(
      (program.readable + [fonts, FontLocation.cacheFolder()].compactMap { $0 }).map(FilePath.bytes(of:)))
    sandbox.program = Sandbox.Program(
      file: FilePath.bytes(of: program.file), socketFolders: Set(OfficeFolder.socketFolders.map(FilePath.bytes(of:))))
    return sandbox
  }
}
