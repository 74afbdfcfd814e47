/// Loads `file:` addresses.
struct FileFetcher {
  let root: RootFolder?
  let limits: Limits

  func fetch(_ url: PageURL, _ referrer: PageURL?) throws(LoadError) -> Resource {
    let path = url.decodedPath
    let name = String(decoding: path, as: UTF8.self)
    if let host = url.host, !host.isEmpty { throw LoadError(url.href, .schemeNotAllowed("file://\(host)")) }

    guard let referrer else {
      return try fetch(url, path, in: []) { (path) throws(LoadError) in
        try FileReader.read(path: path, limit: limits.resourceBytes)
      }
    }
    guard referrer.isFile else { throw LoadError(name, .fileFromNetwork) }
    guard let root else { throw LoadError(name, .outsideRoot("(none)")) }

    // A path that does not lie in the root folder may be an `/absolute` reference, which starts there.
    let normal = FilePath.normalized(path)
    let inside = root.relativePath(normal)
    do throws(LoadError) {
      return try fetch(url, inside ?? Array(normal.dropFirst()), in: root.path) { (path) throws(LoadError) in
        try FileReader.read(path, in: root, limit: limits.resourceBytes)
      }
    } catch {
      // Of a path outside of the root, not even its absence is told.
      if inside == nil, error.reason == .noSuchFile { throw LoadError(name, .outsideRoot(root.name)) }
      throw error
    }
  }

  /// Where a page's address leads to: the file that is read, or would be.
  func location(of url: PageURL) -> [UInt8] {
    let normal = FilePath.normalized(url.decodedPath)
    guard let root, root.relativePath(normal) == nil else { return normal }
    return root.path + normal
  }

  /// Reads the file whose name includes the query, as download tools write them, or else the one
  /// without.
  private func fetch(
    _ url: PageURL, _ path: [UInt8], in folder: [UInt8], read: ([UInt8]) throws(LoadError) -> [UInt8]
  ) throws(LoadError) -> Resource {
    if let query = url.query, !query.isEmpty {
      let text = Array(query.utf8)
      let decoded = PercentEncoding.decoded(text)
      for candidate in decoded == text ? [text] : [text, decoded] {
        let name = path + [UInt8(ascii: "?")] + candidate
        if let bytes = try? read(name) { return resource(url, path, bytes, folder, name) }
      }
    }
    return resource(url, path, try read(path), folder, path)
  }

  /// Servers know the type of a file by its name; without one they leave it to the bytes.
  private func resource(
    _ url: PageURL, _ path: [UInt8], _ bytes: [UInt8], _ folder: [UInt8], _ name: [UInt8]
  ) -> Resource {
    Resource(
      bytes: bytes, mimeType: MIMEType(fileName: path) ?? .sniffed(bytes), finalURL: url,
      file: folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name)
  }
}
