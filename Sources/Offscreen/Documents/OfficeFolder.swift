import Foundation
import OffscreenLoading
import OffscreenPlatform

/// What LibreOffice has of the file system to itself: a profile, and places for documents. It goes with the process that
/// made it; where that was killed, the next one removes it.
final class OfficeFolder {
  let path: String
  private let lock: Int32

  var profile: String { path + "/profile" }
  var incoming: String { path + "/in" }
  var outgoing: String { path + "/out" }
  var temporary: String { path + "/tmp" }
  /// A document that stays open: without one, the program ends after the first that it has converted.
  var kept: String { incoming + "/keep.rtf" }
  /// Where it may make files.
  var writable: [String] { [profile, incoming, outgoing, temporary] }

  /// Nil where none can be made.
  init?() {
    let base = Self.base
    Self.removeAbandoned(in: base)
    var template = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    lock = offscreen_open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      try? FileManager.default.removeItem(atPath: path)
      return nil
    }
    let user = profile + "/user"
    for folder in writable + [user] where mkdir(folder, 0o700) != 0 {
      remove()
      return nil
    }
    for (file, text) in [(kept, "{\\rtf1 }"), (user + "/registrymodifications.xcu", Self.settings)] {
      guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
        remove()
        return nil
      }
    }
  }

  deinit { close(lock) }

  func remove() {
    for socket in sockets { unlink(socket) }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Where the program listens: in the first of the folders that can be written to. The name holds a hash of the
  /// profile's address.
  var sockets: [String] {
    let address = "file://" + (profile.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? profile)
    let long = ContentHash.md5(address.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    // Zeros in front of a byte are left out, in some versions.
    let digits = Array(long)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { String(digits[$0...($0 + 1)]) }
    let short = bytes.map { $0.first == "0" ? String($0.dropFirst()) : $0 }.joined()
    return Self.socketFolders.flatMap { folder in
      Set([short, long]).map { "\(folder)/OSL_PIPE_\(getuid())_SingleOfficeIPC_\($0)" }
    }
  }

  static let socketFolders = ["/tmp", "/var/tmp"]

  private static var base: String {
    getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  private static var prefix: String { "offscreen-office-\(getuid())-" }

  /// Removes the folders of processes that were killed: nobody holds their locks.
  private static func removeAbandoned(in base: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] where name.hasPrefix(prefix) {
      let path = base + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { continue }
      let lock = offscreen_open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { OfficeFolder(abandoned: path, lock).remove() } else { close(lock) }
    }
  }

  private init(abandoned path: String, _ lock: Int32) { (self.path, self.lock) = (path, lock) }

  /// No macros, no links to other documents, nothing in the language of the machine.
  private static let settings: String = {
    let values = [
      ("Setup/L10N", "ooLocale", "en-US"),
      // A version that is new to the profile would try out how it draws, for a second.
      ("Setup/Product", "ooSetupLastVersion", "99.9"),
      ("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
      ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
      ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
      ("Office.Common/Save/Document", "AutoSave", "false"),
      ("Office.Writer/Content/Update", "Link", "2"),
      ("Office.Calc/Content/Update", "Link", "2"),
      ("Office.Recovery/RecoveryInfo", "Enabled", "false"),
      ("Office.Recovery/AutoSave", "Enabled", "false"),
    ]
    let items = values.map { path, name, value in
      "<item oor:path=\"/org.openoffice.\(path)\"><prop oor:name=\"\(name)\" oor:op=\"fuse\"><value>\(value)</value></prop></item>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      \(items.joined())</oor:items>

      """
  }()
}
