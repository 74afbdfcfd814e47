import OffscreenLoading
import OffscreenPlatform

/// The sandbox of a renderer process, sealed when it was started. A page that needs more gets another process.
struct RendererSeal {
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

  /// The process's arguments.
  var arguments: [String] {
    ["--sealed"] + sandbox.writableFolders.map(FilePath.text(of:)).sorted().flatMap { ["--writable-folder", $0] }
      + sandbox.writableFiles.map(FilePath.text(of:)).sorted().flatMap { ["--writable-file", $0] }
  }
}
