/// What a page may load.
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
  package var network: Network

  package init(root: RootFolder?, network: Network = .public) {
    (self.root, self.network) = (root, network)
  }

  /// The policy for a page: its root is the folder that was asked for, or its own.
  package init(page: PageURL, root: String? = nil, network: Network = .public) throws(LoadError) {
    if let root {
      self.root = try RootFolder(path: FilePath.absolute(Array(root.utf8)))
    } else if page.isFile {
      // A folder that is not there is no error yet: reading the page will say what is wrong.
      self.root = try? RootFolder(path: FilePath.folder(of: page.decodedPath))
    } else {
      self.root = nil
    }
    self.network = network
  }
}
