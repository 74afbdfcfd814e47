import OffscreenPlatform
import Synchronization

// A page of an archive in place of one of the network.

extension WebArchive.Page {
  /// How a request ends: by what was recorded, nearest in time to the page, along recorded redirects. Nothing leaves
  /// the process.
  func outcome(of request: NetworkRequest, _ limits: Limits) -> NetworkOutcome {
    var trace = NetworkTrace()
    trace.source = .archive
    var (url, content) = (request.url, request.content)
    trace.redirects = request.redirects
    let result = Result { () throws(LoadError) -> HTTPResponse? in
      while true {
        // Not implemented: answers to what was posted.
        guard ["GET", "HEAD"].contains(content?.method ?? "GET"),
          var response = try archive.answer(of: url, near: time, limits)
        else { throw LoadError(url.displayed, .notInArchive) }
        if content?.method == "HEAD" { response.bytes = [] }
        response.content = content
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"] else {
          return response
        }
        trace.redirects.append(.init(url: url.href, status: response.status))
        guard let target = url.joined(location) else {
          throw LoadError(url.displayed, .network("redirects to an address that is not valid"))
        }
        guard target.isHTTP else { throw LoadError(target.displayed, .redirectForbidden(target.scheme)) }
        guard trace.redirects.count <= limits.redirects else {
          throw LoadError(request.url.displayed, .tooManyRedirects(limits.redirects))
        }
        (url, content) = (target.withoutCredentials(), content?.redirected(by: response.status))
        if request.stopsAtRedirects { return nil }
      }
    }
    trace.end = ContinuousClock.now
    switch result {
    case .success(nil): return .redirected(url, content, trace)
    case .success(let response?): return .finished(.success(response), trace)
    case .failure(let error): return .finished(.failure(error), trace)
    }
  }
}

extension WebArchive {
  /// What is known of the archives that were opened last: many pages of one are rendered one after the other.
  private struct Known {
    var path: [UInt8]
    var status: [Int]
    var archive: WebArchive
  }
  private static let known = Mutex<[Known]>([])
  private static let mostKnown = 4

  /// Opens the file that the user named; whoever else wants it waits until its index is there. `policy`: what may be
  /// read, where the user said that.
  package static func open(path: [UInt8], name: String, policy: LoadPolicy) throws(LoadError) -> WebArchive {
    let end = String(decoding: path.suffix(9), as: UTF8.self).lowercased()
    let descriptor = try descriptor(path, name, policy)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw FileReader.error(name, code)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw LoadError(name, status.st_mode & S_IFMT == S_IFDIR ? .isFolder : .notRegularFile)
    }
    let file = ArchiveFile(descriptor: descriptor, count: Int(status.st_size))
    let identity = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec),
      Int(status.st_mtim.tv_nsec),
    ]
    let result = known.withLock { known in
      if let found = known.first(where: { $0.path == path && $0.status == identity }) {
        return Result<WebArchive, LoadError>.success(found.archive)
      }
      return Result { () throws(LoadError) in
        let archive = try WebArchive(file, name: name, isWACZ: end.hasSuffix(".wacz"))
        known.insert(Known(path: path, status: identity, archive: archive), at: 0)
        known = Array(known.prefix(mostKnown))
        return archive
      }
    }
    return try result.get()
  }

  private static func descriptor(_ path: [UInt8], _ name: String, _ policy: LoadPolicy) throws(LoadError) -> Int32 {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor: Int32
    if policy.isRootNamed, let root = policy.root {
      // As a page does, an archive below the root may not lead out of it, nor one that lies elsewhere out of its folder.
      let normal = FilePath.normalized(path)
      let folder = root.relativePath(normal) == nil ? try RootFolder(path: FilePath.folder(of: normal)) : root
      descriptor = folder.relativePath(normal).map { folder.open($0) } ?? -1
      if descriptor < 0, errno == EXDEV { throw LoadError(name, .linkOutsideRoot(folder.name)) }
    } else {
      descriptor = FilePath.withCString(path) { pointer in pointer.map { offscreen_open($0, flags, 0) } ?? -1 }
    }
    guard descriptor >= 0 else { throw FileReader.error(name, errno) }
    return descriptor
  }
}
