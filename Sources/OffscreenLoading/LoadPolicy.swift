import OffscreenPlatform

/// The policy for a page's loads.
package struct LoadPolicy: Sendable {
  /// Which hosts may be connected to.
  package enum Network: String, Sendable, CaseIterable {
    case none
    /// No private and no loopback addresses.
    case `public`
    case all
  }

  /// Where file pages may read, and what their `/absolute` addresses start from. Nil: nowhere.
  package var root: RootFolder?
  /// Whether the user said what pages may read, be it by `auto`: then the page itself may not be a link that
  /// leads out of it, or out of its own folder where it lies elsewhere. Else the user named the page, and with it
  /// whatever it leads to.
  package var isRootNamed = false
  /// The folders in the root, by their paths in it, that `/absolute` addresses may start from: the first in
  /// which there is what they name. The root itself is the last.
  var starts: [[UInt8]] = [[]]
  /// Whether the user may name pipes and descriptors as files: not where requests come that way.
  package var allowsStreams = true
  package var network: Network
  package var hosts = HostRules()

  package init(root: RootFolder?, network: Network = .public) {
    (self.root, self.network) = (root, network)
  }

  /// The policy for a page: its root is the folder that was asked for, or its own.
  ///
  /// By default that is the page's own folder, however much a page asks for: an untrusted page that
  /// is in `~/Downloads` must not read what is in `~`, and its folder does not make a page trusted.
  /// So a wider folder is the user's to give: by its name, or by `auto`.
  package init(page: PageURL, root: String? = nil, network: Network = .public) throws(LoadError) {
    self.network = network
    isRootNamed = root != nil
    if root == Self.automaticRoot, page.isFile {
      widen(for: FilePath.folder(of: FilePath.normalized(page.decodedPath)))
    } else if let root, root != Self.automaticRoot {
      self.root = try RootFolder(path: FilePath.absolute(FilePath.bytes(of: root)), name: root)
    } else if page.isFile {
      // A folder that is not there is no error yet: reading the page will say what is wrong.
      self.root = try? RootFolder(path: FilePath.folder(of: page.decodedPath))
    }
  }

  /// In place of a folder's name. One that is called so is written `./auto`.
  package static let automaticRoot = "auto"

  /// A page below the working folder may read all that is there: the project that its user works on. An
  /// `/absolute` address starts from the nearest folder above the page in which there is what it names. A
  /// working folder that holds the user's home, or is it, is no project; there the page has its own folder.
  private mutating func widen(for folder: [UInt8]) {
    let project = FilePath.workingFolder()
    let home = getenv("HOME").map { FilePath.resolved(FilePath.absolute(Array(String(cString: $0).utf8))) } ?? []
    guard let below = FilePath.relative(folder, to: project), project.count > 1,
      FilePath.relative(home, to: project) == nil,
      let root = try? RootFolder(path: project)
    else {
      root = try? RootFolder(path: folder)
      return
    }
    self.root = root
    var start = below
    starts = []
    while !start.isEmpty, starts.count < 256 {
      starts.append(start)
      start = Array(start[..<(start.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    }
    starts.append([])
  }
}
