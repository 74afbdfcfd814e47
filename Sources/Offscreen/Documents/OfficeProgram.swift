import Foundation
import OffscreenLoading
import OffscreenPlatform

/// Where LibreOffice is on this machine.
struct OfficeProgram: Sendable {
  /// The folder of its programs and libraries.
  let folder: String
  /// The program itself, not the script that starts it.
  var file: String { folder + "/soffice.bin" }

  /// The folder that `OFFSCREEN_LIBREOFFICE` names, or else the first of the usual ones that holds it.
  static func find(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> OfficeProgram? {
    let named = environment["OFFSCREEN_LIBREOFFICE"].flatMap { $0.isEmpty ? nil : [$0] }
    let others = (try? FileManager.default.contentsOfDirectory(atPath: "/opt")) ?? []
    let usual =
      ["/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program", "/usr/local/lib/libreoffice/program"]
      + others.filter { $0.hasPrefix("libreoffice") }.sorted().reversed().map { "/opt/\($0)/program" }
    return (named ?? usual).map { OfficeProgram(folder: $0) }.first { OffscreenProgram.isProgram($0.file) }
  }

  /// Whether the part is installed.
  func has(_ module: OfficeFormat.Module) -> Bool { access(folder + "/" + module.library, R_OK) == 0 }

  /// What there is to install for documents of a format.
  static func lack(of format: OfficeFormat) -> String? {
    if let program = find(), program.has(format.module) { return nil }
    return "LibreOffice, which reads it, is not there: apt-get install \(format.module.package)"
  }

  /// What changes with another version.
  var version: String {
    let bytes = FileManager.default.contents(atPath: folder + "/versionrc") ?? Data()
    return ContentHash.sha256([UInt8](bytes.prefix(1 << 16)))
  }

  /// Folders that it reads besides what every process may (`Sandbox`).
  var readable: [String] {
    // Configuration, extensions, and who the user is.
    [
      FilePath.text(of: FilePath.folder(of: FilePath.bytes(of: folder))), "/etc/libreoffice", "/var/lib/libreoffice",
      "/var/spool/libreoffice", "/etc/passwd", "/etc/nsswitch.conf",
    ]
  }
}
