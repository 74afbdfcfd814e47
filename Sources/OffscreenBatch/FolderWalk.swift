import OffscreenLoading
import OffscreenPlatform

/// Finds the pages of a folder. Hidden folders and the output folder are left out. Links are followed where
/// they lead to something below the root; others are noted.
struct FolderWalk {
  struct Page {
    /// Relative to the folder.
    var path: [UInt8]
    /// Why it cannot be rendered.
    var problem: BatchItem.Problem?
  }

  static let pageEndings: Set<String> = ["html", "htm", "xhtml", "xht"]
  /// Entries of folders that are looked at.
  static let mostEntries = 1_000_000

  /// As it is called in messages, and as it is opened.
  let name: String
  let folder: [UInt8]
  /// The folder that links may lead to, without links in its own path.
  let root: [UInt8]
  private let rootName: String
  /// The folder of the pictures, if it is there.
  var outputs: FileIdentity?
  var include: [GlobPattern] = []
  var exclude: [GlobPattern] = []

  private(set) var pages: [Page] = []
  /// Links that lead to folders which are walked anyway.
  private(set) var notes: [String] = []
  private var looked = 0

  private struct Folder {
    /// Relative; empty is the folder itself.
    var path: [UInt8]
    /// It and those above it.
    var identities: [FileIdentity]
  }

  /// `root`: nil is the folder itself.
  init(_ folder: [UInt8], root: [UInt8]?) throws(BatchError) {
    name = PagePath.text(folder)
    self.folder = folder
    let path = root ?? folder
    rootName = PagePath.text(path)
    guard let canonical = FilePath.canonical(FilePath.absolute(path)) else {
      throw BatchError("\(rootName): the folder cannot be read: \(String(cString: strerror(errno)))")
    }
    self.root = canonical
  }

  /// Looks at everything. The pages are sorted by their names' bytes.
  mutating func run() throws(BatchError) {
    guard let status = FilePath.status(folder) else {
      throw BatchError("\(name): the folder cannot be read: \(String(cString: strerror(errno)))")
    }
    var open = [Folder(path: [], identities: [status.identity])]
    while let current = open.popLast() {
      switch names(in: current.path) {
      case .failure(let problem):
        if current.path.isEmpty { throw BatchError(problem.message) }
        pages.append(Page(path: current.path, problem: problem))
      case .success(let names):
        for name in names {
          looked += 1
          guard looked <= Self.mostEntries else {
            throw BatchError(
              "\(self.name): more than \(Self.mostEntries) files: name the folders of it that are wanted")
          }
          if let folder = look(at: name, in: current) { open.append(folder) }
        }
      }
    }
    pages.sort { $0.path.lexicographicallyPrecedes($1.path) }
  }

  /// Takes a page, or gives back a folder.
  private mutating func look(at name: [UInt8], in parent: Folder) -> Folder? {
    let path = parent.path.isEmpty ? name : parent.path + [UInt8(ascii: "/")] + name
    guard let own = FilePath.status(full(path), isFollowing: false) else { return nil }
    let isLink = own.kind == S_IFLNK
    // A link that leads nowhere is a page that is not there.
    let target = isLink ? FilePath.status(full(path)) : own
    guard target?.kind == S_IFDIR, let target else {
      guard wants(path), !isOwnSheet(path, parent) else { return nil }
      pages.append(Page(path: path, problem: isLink ? problem(ofLink: path) : nil))
      return nil
    }
    if name.first == UInt8(ascii: ".") || exclude.contains(where: { $0.matches(path) }) { return nil }
    if target.identity == outputs { return nil }
    if isLink {
      if let problem = problem(ofLink: path) {
        pages.append(Page(path: path, problem: problem))
        return nil
      }
      if parent.identities.contains(target.identity) {
        notes.append("\(text(path)): a link to a folder that it is in: not followed")
        return nil
      }
    }
    return Folder(path: path, identities: parent.identities + [target.identity])
  }

  private func problem(ofLink path: [UInt8]) -> BatchItem.Problem? {
    guard let target = FilePath.canonical(full(path)), FilePath.relative(target, to: root) == nil else { return nil }
    return BatchItem.Problem(
      .policy, "\(text(path)): a link that leads out of \(rootName), which is not followed (see --root, --exclude)")
  }

  /// Where the pictures stand among the pages, the contact sheet is none of them.
  private func isOwnSheet(_ path: [UInt8], _ parent: Folder) -> Bool {
    parent.identities.last == outputs && ContactSheet.isOurs(full(path))
  }

  private func wants(_ path: [UInt8]) -> Bool {
    if exclude.contains(where: { $0.matches(path) }) { return false }
    if !include.isEmpty { return include.contains { $0.matches(path) } }
    return Self.isPage(path)
  }

  static func isPage(_ path: [UInt8]) -> Bool {
    pageEndings.contains(PagePath.fileExtension(of: path))
  }

  private func full(_ path: [UInt8]) -> [UInt8] { Self.joined(folder, path) }
  private func text(_ path: [UInt8]) -> String { PagePath.text(full(path)) }

  static func joined(_ folder: [UInt8], _ path: [UInt8]) -> [UInt8] {
    if path.isEmpty { return folder }
    return folder.last == UInt8(ascii: "/") ? folder + path : folder + [UInt8(ascii: "/")] + path
  }

  private func names(in path: [UInt8]) -> Result<[[UInt8]], BatchItem.Problem> {
    FolderNames.read(full(path)).mapError { code in
      BatchItem.Problem(.input, "\(text(path)): the folder cannot be read: \(String(cString: strerror(code.number)))")
    }
  }
}

/// The names in a folder.
enum FolderNames {
  struct Code: Error { var number: Int32 }

  static func read(_ path: [UInt8]) -> Result<[[UInt8]], Code> {
    guard let stream = FilePath.withCString(path, { $0.flatMap { opendir($0) } }) else {
      return .failure(Code(number: errno))
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { names.append(name) }
    }
    return .success(names)
  }
}
