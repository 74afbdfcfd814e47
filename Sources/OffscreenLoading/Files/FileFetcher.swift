/// Reads what `file:` addresses name.
struct FileFetcher: Sendable {
  /// The file that was read, and what is in it.
  typealias File = (path: [UInt8], bytes: [UInt8])

  let policy: LoadPolicy
  let limits: Limits
  let deadline: ContinuousClock.Instant

  func fetch(_ url: PageURL, _ kind: ResourceKind, _ referrer: PageURL?) throws(LoadError) -> File {
    let path = url.decodedPath
    let name = String(decoding: path, as: UTF8.self)
    if let host = url.host, !host.isEmpty { throw LoadError(url.displayed, .schemeNotAllowed("file://\(host)")) }

    guard let referrer else { return try fetch(named: url, path, isPage: kind == .document) }
    guard referrer.isFile else { throw LoadError(name, .fileFromNetwork) }
    guard let root = policy.root else { throw LoadError(name, .outsideRoot("(none)")) }

    let normal = FilePath.normalized(path)
    if let inside = root.relativePath(normal) { return try fetch(url, inside, in: root) }
    // A path that does not lie in the root folder may be an `/absolute` reference, which starts there.
    for start in policy.starts {
      do throws(LoadError) {
        return try fetch(url, start.isEmpty ? Array(normal.dropFirst()) : start + normal, in: root)
      } catch {
        if error.reason != .noSuchFile { throw error }
      }
    }
    // Errors do not reveal whether a path outside of the root exists.
    throw LoadError(name, .outsideRoot(root.name))
  }

  /// The path that the user named.
  private func fetch(named url: PageURL, _ path: [UInt8], isPage: Bool) throws(LoadError) -> File {
    if isPage, policy.isRootNamed, let root = policy.root, !policy.allowsStreams || !NamedFile.isPipe(path) {
      let normal = FilePath.normalized(path)
      if let inside = root.relativePath(normal) { return try fetch(page: url, inside, in: root) }
      if let own = try? RootFolder(path: FilePath.folder(of: normal)), let inside = own.relativePath(normal) {
        // A page that lies elsewhere may lead to what is beside it, or into the root.
        if let target = FilePath.canonical(normal).flatMap(root.relativePath) {
          return try fetch(page: url, target, in: root)
        }
        return try fetch(page: url, inside, in: own)
      }
    }
    return try fetch(url, path, in: []) { (path) throws(LoadError) in
      try NamedFile.read(
        path: path, limit: limits.resourceBytes, deadline: deadline, allowsStreams: policy.allowsStreams)
    }
  }

  /// Where the user says what pages may read, they do not lead out of it by links.
  private func fetch(page url: PageURL, _ inside: [UInt8], in folder: RootFolder) throws(LoadError) -> File {
    do throws(LoadError) {
      return try fetch(url, inside, in: folder)
    } catch {
      guard case .outsideRoot = error.reason else { throw error }
      throw LoadError(error.subject, .linkOutsideRoot(folder.name))
    }
  }

  private func fetch(_ url: PageURL, _ inside: [UInt8], in root: RootFolder) throws(LoadError) -> File {
    try fetch(url, inside, in: root.path) { (path) throws(LoadError) in
      try FileReader.read(path, in: root, limit: limits.resourceBytes)
    }
  }

  /// Where a page's address leads to: the file that is read, or would be.
  func location(of url: PageURL) -> [UInt8] {
    let normal = FilePath.normalized(url.decodedPath)
    guard let root = policy.root, root.relativePath(normal) == nil else { return normal }
    return root.path + normal
  }

  /// Reads the file whose name includes the query, as download tools write them, or else the one
  /// without.
  private func fetch(
    _ url: PageURL, _ path: [UInt8], in folder: [UInt8], read: ([UInt8]) throws(LoadError) -> [UInt8]
  ) throws(LoadError) -> File {
    if let query = url.query, !query.isEmpty {
      let text = Array(query.utf8)
      let decoded = PercentEncoding.decoded(text)
      for candidate in decoded == text ? [text] : [text, decoded] {
        let name = path + [UInt8(ascii: "?")] + candidate
        if let bytes = try? read(name) { return (Self.file(name, in: folder), bytes) }
      }
    }
    return (Self.file(path, in: folder), try read(path))
  }

  private static func file(_ name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
  }
}
