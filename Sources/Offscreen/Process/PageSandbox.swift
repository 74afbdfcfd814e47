import OffscreenLoading
import OffscreenPlatform
import OffscreenText

extension Sandbox {
  /// What every process that renders does: keep the fonts' caches, and start this program for PDF.
  package static var renderer: Sandbox {
    var sandbox = Sandbox()
    if let folder = FontLocation.cacheFolder() { sandbox.writableFolders = [Array(folder.utf8)] }
    if let program = OffscreenProgram.find() { sandbox.programs = [program] }
    return sandbox
  }

  /// What a page needs besides. `outputs`: the files that are made of it.
  package init(page options: PageOptions, outputs: [String]) {
    self.init(usesNetwork: options.network != .none, outputs: outputs, cache: options.cache, log: options.requestLog)
  }

  /// Files below a folder, where one is named.
  package init(folder: String?) {
    self.init()
    if let folder { writableFolders.insert(Self.resolved(folder)) }
  }

  /// The same of a page that another process loads for: to write what is made of it.
  package init(outputs: [String]) {
    self.init(usesNetwork: false, outputs: outputs, cache: nil, log: nil)
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
