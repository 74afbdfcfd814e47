import Foundation
import Offscreen
import Testing

@Suite struct DoctorTests {
  private func examine(_ fonts: String? = nil) throws -> Doctor.Report {
    try LargeStackThread.run { Doctor.examine(fonts: fonts) }
  }

  @Test func thisMachineIsWell() throws {
    let report = try examine()
    #expect(
      report.isHealthy
        && report.findings.map(\.name)
          == [
            "fonts", "scripts", "font cache", "text", "words", "AVIF", "colour profiles", "page scripts",
            "Markdown",
            "network", "PDF", "documents", "hyphenation", "sandbox", "rendering",
          ]
    )
    // What the kernel can do differs between machines.
    let optional: Set = ["network", "PDF", "documents", "hyphenation", "sandbox"]
    #expect(report.findings.allSatisfy { $0.state == .good || optional.contains($0.name) }, "\(report.text)")
    #expect(report.fontFiles > 50 && report.fontFaces >= report.fontFiles)
    #expect(report.fingerprint["engine"] == OffscreenVersion.current)
    #expect(report.text.contains("harfbuzz") && report.text.contains("ok       rendering"))
    let again = try JSONDecoder().decode(Doctor.Report.self, from: Data(report.json.utf8))
    #expect(again.fingerprint == report.fingerprint)
  }

  @Test func missingFontsAreFound() throws {
    let report = try examine("/no/such/folder")
    #expect(!report.isHealthy && report.fontFolder == nil)
    #expect(report.findings.filter { $0.state == .missing }.map(\.name) == ["fonts", "rendering"])
    #expect(report.text.contains("hint: "))
  }

  /// A folder with one font: most scripts are absent.
  @Test func absentScriptsAreNamed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let bundled = try #require(examine().fontFolder)
    for name in ["fonts.conf", "liberation/LiberationSans-Regular.ttf"] {
      let source = URL(filePath: bundled).appending(path: name)
      try FileManager.default.copyItem(at: source, to: folder.appending(path: source.lastPathComponent))
    }
    let report = try examine(folder.path)
    let scripts = try #require(report.findings.first { $0.name == "scripts" })
    #expect(scripts.state == .poor && scripts.detail.contains("emoji") && !scripts.detail.contains("Latin"))
    #expect(report.isHealthy && report.fontFaces == 1)
  }
}
