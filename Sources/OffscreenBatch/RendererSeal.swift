import OffscreenLoading
import OffscreenPlatform

/// The sandbox of a process that renders the pages of one trust domain. A page that needs more gets another process.
package struct RendererSeal {
  /// Paths of so many pages are kept open to a process at most.
  private static let mostPaths = 64

  let sandbox: Sandbox
  /// The kernel knows a folder itself, not its path: one that was removed and made anew is another.
  private let identities: [[UInt8]: FileIdentity]

  /// `earlier`: what the process before it was sealed for, so that pages which take turns between some
  /// folders do not cost a process each.
  init(for needs: Sandbox, base: Sandbox, earlier: RendererSeal?) {
    var sandbox = base
    sandbox.formUnion(needs)
    if let earlier, sandbox.pathCount + earlier.sandbox.pathCount <= Self.mostPaths {
      sandbox.formUnion(earlier.sandbox)
    }
    sandbox.makePaths()
    self.sandbox = sandbox
    identities = Self.identities(of: sandbox)
  }

  func serves(_ needs: Sandbox) -> Bool {
    sandbox.covers(needs) && Self.identities(of: sandbox) == identities
  }

  private static func identities(of sandbox: Sandbox) -> [[UInt8]: FileIdentity] {
    var identities: [[UInt8]: FileIdentity] = [:]
    for path in sandbox.writableFolders.union(sandbox.writableFiles) {
      if let status = FilePath.status(path) { identities[path] = status.identity }
    }
    return identities
  }

  /// The rights, to a `RendererTemplate`.
  var message: [UInt8] { Self.message(of: sandbox) }

  /// What a field of such a message says. A zero byte ends it, which no path holds.
  private enum Field: UInt8 {
    case writableFolder = 0x64  // d
    case writableFile = 0x66  // f
    case readable = 0x72  // r
    case readsAll = 0x61  // a
    case usesNetwork = 0x6e  // n
  }

  private static func message(of sandbox: Sandbox) -> [UInt8] {
    var message: [UInt8] = []
    func add(_ field: Field, _ paths: some Sequence<[UInt8]>) {
      for path in paths where !path.contains(0) { message += [field.rawValue] + path + [0] }
    }
    add(.writableFolder, sandbox.writableFolders)
    add(.writableFile, sandbox.writableFiles)
    if let readable = sandbox.readable { add(.readable, readable) } else { add(.readsAll, [[]]) }
    if sandbox.usesNetwork { add(.usesNetwork, [[]]) }
    return message
  }

  /// What such a message says; nil where it makes no sense.
  package static func rights(in message: [UInt8]) -> Sandbox? {
    var sandbox = Sandbox()
    sandbox.readable = []
    guard message.last == 0 || message.isEmpty else { return nil }
    if message.isEmpty { return sandbox }
    for field in message.dropLast().split(separator: 0, omittingEmptySubsequences: false) {
      guard let kind = field.first.flatMap(Field.init) else { return nil }
      let path = Array(field.dropFirst())
      switch kind {
      case .writableFolder: sandbox.writableFolders.insert(path)
      case .writableFile: sandbox.writableFiles.insert(path)
      case .readable: sandbox.readable?.insert(path)
      case .readsAll: sandbox.readable = nil
      case .usesNetwork: sandbox.usesNetwork = true
      }
    }
    return sandbox
  }
}
