import OffscreenLoading
import OffscreenPlatform
import OffscreenText

extension Sandbox {
  /// What every process that renders reads: fonts, and what is known about them. `fonts`: a folder in place of the
  /// bundled one.
  package static func renderer(fonts: String?) -> Sandbox {
    var sandbox = Sandbox()
    sandbox.readable = Set([try? FontLocation.folder(fonts), fontCache].compactMap { $0 }.map { resolved($0) })
    return sandbox
  }

  /// What renderers know about fonts beforehand.
  package static var fontCache: String? { FontLocation.cacheFolder() }

  /// To be called before a process is sealed: it may then only read the cache.
  package static func prepareFontCache(fonts: String?) {
    if let folder = try? FontLocation.folder(fonts) { FontLocation.prepareCache(of: folder) }
  }

  /// What a page needs besides, in a process that loads by itself. `outputs`: the files that are made of it.
  package init(page options: PageOptions, outputs: [String]) {
    self.init(usesNetwork: options.network != .none, outputs: outputs, cache: options.cache, log: options.requestLog)
  }

  /// Files below a folder, where one is named.
  package init(folder: String?) {
    self.init()
    if let folder { writableFolders.insert(Self.resolved(folder)) }
    readable = []
  }

  /// The same of a page that another process loads for: to write what is made of it.
  package init(outputs: [String]) {
    self.init(usesNetwork: false, outputs: outputs, cache: nil, log: nil)
    readable = []
  }

  /// The same of a request's page.
  package init(_ request: WorkerRequest) {
    self.init(outputs: [request.output, request.inspect].compactMap { $0 })
  }

  private init(usesNetwork: Bool, outputs: [String], cache: String?, log: String?) {
    self.init()
    self.usesNetwork = usesNetwork
    for output in outputs where !output.isEmpty && output != "-" { addFile(output) }
    if let cache { writableFolders.insert(Self.resolved(cache)) }
    if let log { writableFiles.insert(Self.resolved(log)) }
  }

  private mutating func addFile(_ output: String) {
    switch OutputFile.place(of: output) {
    case .folder(let path): writableFolders.insert(path)
    case .device(let path): writableFiles.insert(path)
    }
  }

  private static func resolved(_ path: String) -> [UInt8] {
    FilePath.resolved(FilePath.absolute(FilePath.bytes(of: path)))
  }
}
