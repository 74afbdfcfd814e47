import Foundation
import Offscreen
import OffscreenLoading
import OffscreenPlatform

/// The folder of the pictures, and which files in it are ours: the pictures that our manifest names, or that an
/// earlier run planned and was killed before it wrote the manifest; and contact sheets, which have a mark. No other is
/// ever written over.
struct OutputFolder {
  /// The file extensions of pictures.
  static let pictureEndings = Set(PictureOutput.Format.pictureEndings)
  /// The pictures that a run is about to make and that no manifest names yet. It is there while a run is.
  static let planName = ".offscreen-batch"
  /// Entries of the folder that are looked at for what is not ours.
  private static let mostEntries = FolderWalk.mostEntries

  let path: String
  /// Pictures that an earlier run planned, and that no manifest names.
  private let earlier: Set<String>
  /// With those of this run.
  private var planned: Set<String>

  private var bytes: [UInt8] { FilePath.bytes(of: path) }

  /// The path of a name in the folder.
  private func place(_ name: String) -> [UInt8] { PagePath.bytes(name, in: path) }

  init(_ path: String) {
    self.path = path
    let plan = FilePath.absolute(PagePath.bytes(Self.planName, in: path))
    let known = (try? FileReader.read(path: plan, limit: 1 << 30)) ?? []
    earlier = Set(known.split(separator: 0x0A).compactMap { try? JSONDecoder().decode(String.self, from: Data($0)) })
    planned = earlier
  }

  // MARK: What is there

  /// Throws where the folder holds what is not ours: pages, or pictures. Writes nothing.
  func check(_ manifest: Manifest, _ items: [BatchItem], overwrites: Bool) throws(BatchError) {
    guard let status = FilePath.status(bytes) else {
      if errno != ENOENT { throw BatchError(OutputError(path: path, code: errno).description) }
      return
    }
    guard status.kind == S_IFDIR else { throw BatchError("\(path): is a file, not a folder for pictures") }
    if FilePath.withCString(bytes, { $0.map { access($0, W_OK | X_OK) } ?? -1 }) != 0 {
      throw BatchError(OutputError(path: path, code: errno).description)
    }
    if overwrites { return }
    let wayOut = "choose another folder, or add --overwrite"
    if manifest.isForeign {
      throw BatchError("\(path)/\(Manifest.fileName): is not a manifest that offscreen made: \(wayOut)")
    }
    for item in items where item.problem == nil && !isOurs(item.output, manifest) {
      if FilePath.status(place(item.output), isFollowing: false) != nil {
        throw BatchError("\(path): holds \(item.output), which offscreen batch did not make: \(wayOut) to replace it")
      }
    }
    if let (found, what) = stranger(manifest) {
      throw BatchError(
        "\(path): holds \(what) that offscreen batch did not make (\(PagePath.text(found))): \(wayOut) to write among them"
      )
    }
  }

  private func isOurs(_ output: String, _ manifest: Manifest) -> Bool {
    manifest.entries[output] != nil || planned.contains(output) || output == manifest.cutOutput
  }

  /// A page or a picture below the folder that is not ours; of many, the first by name in the first folder.
  private func stranger(_ manifest: Manifest) -> ([UInt8], String)? {
    var open: [[UInt8]] = [[]]
    var looked = 0
    while let folder = open.popLast() {
      guard case .success(let names) = FolderNames.read(FolderWalk.joined(bytes, folder)) else { continue }
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        looked += 1
        if looked > Self.mostEntries { return nil }
        let path = folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
        let full = FolderWalk.joined(bytes, path)
        guard let status = FilePath.status(full, isFollowing: false) else { continue }
        if status.kind == S_IFDIR {
          if name.first != UInt8(ascii: ".") { open.append(path) }
        } else if FolderWalk.isPage(path) {
          if !(folder.isEmpty && ContactSheet.isOurs(full)) { return (path, "pages") }
        } else if Self.isPicture(path) {
          if let text = String(validating: path, as: UTF8.self), isOurs(text, manifest) { continue }
          return (path, "pictures")
        }
      }
    }
    return nil
  }

  private static func isPicture(_ path: [UInt8]) -> Bool {
    pictureEndings.contains(PagePath.fileExtension(of: path))
  }

  /// Makes the folder, and those that it is in.
  func make() throws(BatchError) {
    let code = OutputFile.makeFolder(FilePath.absolute(bytes))
    if code != 0 {
      throw BatchError("\(path): the folder cannot be made: \(OutputError(path: path, code: code).reason)")
    }
  }

  /// Outputs that cannot be written though the folder can: pictures whose place is a link, or leads out of the folder
  /// through one, and those whose names differ in nothing that the file system sees.
  func problems(_ items: [BatchItem], tellsCase: Bool? = nil) -> [String: BatchItem.Problem] {
    var problems: [String: BatchItem.Problem] = [:]
    var folders: [[UInt8]: Bool] = [:]
    let base = FilePath.resolved(FilePath.absolute(bytes))
    var names: [String: String] = [:]
    var tellsCase = tellsCase
    for item in items where item.problem == nil {
      let full = FilePath.absolute(place(item.output))
      let folder = FilePath.folder(of: full)
      let isInside = folders[folder] ?? (FilePath.relative(FilePath.resolved(folder), to: base) != nil)
      folders[folder] = isInside
      if !isInside || FilePath.status(full, isFollowing: false)?.kind == S_IFLNK {
        problems[item.output] = BatchItem.Problem(
          .output,
          "\(item.name): its picture's place \(path)/\(item.output) is a link, or behind one: it is not written through"
        )
        continue
      }
      let folded = item.output.lowercased()
      if let other = names[folded] {
        let tells = tellsCase ?? self.tellsCase()
        tellsCase = tells
        if !tells {
          problems[item.output] = BatchItem.Problem(
            .output,
            "\(item.name): its picture \(item.output) and \(other) have one name on this file system (see --name)")
        }
      } else {
        names[folded] = item.output
      }
    }
    return problems
  }

  /// Whether the file system of a folder knows `a` from `A`.
  private func tellsCase() -> Bool {
    let descriptor = FilePath.withCString(place(Self.planName)) { pointer in
      pointer.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) } ?? -1
    }
    if descriptor >= 0 { close(descriptor) }
    return FilePath.status(place(Self.planName.uppercased())) == nil
  }

  // MARK: What a run does

  /// Notes the pictures that a run will make and that no manifest names: should it be killed before it can
  /// name them, the next one knows that they are ours.
  mutating func plan(_ items: [BatchItem], _ manifest: Manifest) throws(BatchError) {
    let new = items.map(\.output).filter { !$0.isEmpty && manifest.entries[$0] == nil }
    planned.formUnion(new)
    if !planned.isEmpty { try note(planned) }
  }

  private func note(_ outputs: Set<String>) throws(BatchError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    var lines: [UInt8] = []
    for output in outputs.sorted() { lines += Array((try? encoder.encode(output)) ?? Data()) + [0x0A] }
    try OutputFiles.write(lines, to: PagePath.text(Self.planName, in: path))
  }

  /// A run has ended, and its manifest names all that it made. What an earlier one made and this one did
  /// not come to stays noted.
  func finish(_ manifest: Manifest) throws(BatchError) {
    let left = earlier.filter { manifest.entries[$0] == nil && FilePath.status(place($0), isFollowing: false) != nil }
    if left.isEmpty { _ = Self.remove(place(Self.planName)) } else { try note(left) }
  }

  /// 0, or the number of the system (`errno`).
  private static func remove(_ file: [UInt8]) -> Int32 {
    FilePath.withCString(file) { $0.map { unlink($0) } ?? -1 } == 0 ? 0 : errno
  }

  /// The pictures of earlier runs that `prune` would remove.
  func gone(_ manifest: Manifest, _ items: [BatchItem]) -> [String] {
    let current = Set(items.map(\.output))
    return manifest.entries.keys.filter { output in
      !current.contains(output) && isRemovable(output)
    }.sorted()
  }

  /// The manifest may have come from anywhere: what it names is removed only where it is a picture in this
  /// folder.
  private func isRemovable(_ output: String) -> Bool {
    guard !output.hasPrefix("/"), !output.split(separator: "/").contains(".."), Self.isPicture(Array(output.utf8))
    else { return false }
    let full = FilePath.absolute(place(output))
    guard FilePath.status(full, isFollowing: false)?.kind == S_IFREG else { return false }
    return FilePath.relative(
      FilePath.resolved(FilePath.folder(of: full)), to: FilePath.resolved(FilePath.absolute(bytes))) != nil
  }

  /// Removes pictures, and the folders that are empty without them.
  func remove(_ outputs: [String]) throws(BatchError) {
    for output in outputs {
      let code = Self.remove(place(output))
      if code != 0, code != ENOENT {
        throw BatchError("\(path)/\(output): cannot be removed: \(OutputError(path: output, code: code).reason)")
      }
      var names = output.split(separator: "/").dropLast()
      while !names.isEmpty {
        let removed = FilePath.withCString(place(names.joined(separator: "/"))) { $0.map { rmdir($0) } ?? -1 }
        if removed != 0 { break }
        names = names.dropLast()
      }
    }
  }

  /// Entries of pictures that are not there, and of no page of this run.
  func forgotten(_ manifest: Manifest, _ items: [BatchItem]) -> [String] {
    let current = Set(items.map(\.output))
    return manifest.entries.keys.filter { output in
      !current.contains(output) && FilePath.status(place(output), isFollowing: false) == nil
    }
  }

  /// The contact sheet's name: the first of these that is not another file.
  func sheetName() throws(BatchError) -> String {
    let names = [ContactSheet.fileName, "contact-sheet.html"] + (2...9).map { "contact-sheet-\($0).html" }
    for name in names {
      let full = place(name)
      if FilePath.status(full, isFollowing: false) == nil || ContactSheet.isOurs(full) { return name }
    }
    throw BatchError(
      "\(path): there is no name for the contact sheet: \(names.joined(separator: ", ")) are pages that offscreen did not make"
    )
  }
}
