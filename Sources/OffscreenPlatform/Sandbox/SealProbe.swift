/// Tries, from inside a sealed process, what code that has taken it over would try.
package struct SealProbe: Codable, Equatable, Sendable {
  /// What is there to be found. Paths.
  package struct Targets: Codable, Sendable {
    package var secretFile: String
    package var secretFolder: String
    package var pageFile: String
    package var fontCache: String
    /// The name of a variable that the process that asked has in its environment.
    package var variable: String

    package init(secretFile: String, secretFolder: String, pageFile: String, fontCache: String, variable: String) {
      (self.secretFile, self.secretFolder, self.pageFile) = (secretFile, secretFolder, pageFile)
      (self.fontCache, self.variable) = (fontCache, variable)
    }
  }

  package var attempt: String
  package var isRefused: Bool
  /// What the kernel said; empty where it let it.
  package var reason: String

  package static var names: [String] {
    (0..<offscreen_probe_count()).map { String(cString: offscreen_probe_name($0)) }
  }

  /// Ends the process where it can become another program.
  package static func run(_ targets: Targets) -> [SealProbe] {
    targets.secretFile.withCString { secretFile in
      targets.secretFolder.withCString { secretFolder in
        targets.pageFile.withCString { pageFile in
          targets.fontCache.withCString { fontCache in
            targets.variable.withCString { variable in
              var raw = OffscreenProbeTargets()
              (raw.secret_file, raw.secret_folder, raw.page_file) = (secretFile, secretFolder, pageFile)
              (raw.font_cache, raw.variable) = (fontCache, variable)
              return (0..<offscreen_probe_count()).map { probe($0, raw) }
            }
          }
        }
      }
    }
  }

  private static func probe(_ index: Int, _ targets: OffscreenProbeTargets) -> SealProbe {
    var error: Int32 = 0
    let outcome = withUnsafePointer(to: targets) { offscreen_probe_run(index, $0, &error) }
    return SealProbe(
      attempt: String(cString: offscreen_probe_name(index)), isRefused: outcome == 0,
      reason: outcome == 1 ? "" : String(cString: strerror(error)))
  }
}
