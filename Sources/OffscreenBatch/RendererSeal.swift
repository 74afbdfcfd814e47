import Foundation
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

  /// The rights, as a line to a `RendererTemplate`.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(Rights(sandbox))).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Makes what reading such a line needs, for processes that are forked from this one.
  package static func warmUp() {
    var sandbox = Sandbox()
    sandbox.readable = []
    _ = Rights(line: Array(RendererSeal(for: sandbox, base: sandbox, earlier: nil).line.utf8))
  }

  /// What such a line says.
  package struct Rights: Codable {
    private var writableFolders: [String]
    private var writableFiles: [String]
    private var readable: [String]?
    private var usesNetwork: Bool

    init(_ sandbox: Sandbox) {
      writableFolders = sandbox.writableFolders.map(FilePath.text(of:)).sorted()
      writableFiles = sandbox.writableFiles.map(FilePath.text(of:)).sorted()
      readable = sandbox.readable?.map(FilePath.text(of:)).sorted()
      usesNetwork = sandbox.usesNetwork
    }

    /// Nil where it says none.
    package init?(line: [UInt8]) {
      guard let rights = try? JSONDecoder().decode(Rights.self, from: Data(line)) else { return nil }
      self = rights
    }

    package var sandbox: Sandbox {
      var sandbox = Sandbox()
      sandbox.writableFolders = Set(writableFolders.map(FilePath.bytes(of:)))
      sandbox.writableFiles = Set(writableFiles.map(FilePath.bytes(of:)))
      sandbox.readable = readable.map { Set($0.map(FilePath.bytes(of:))) }
      sandbox.usesNetwork = usesNetwork
      return sandbox
    }
  }
}
