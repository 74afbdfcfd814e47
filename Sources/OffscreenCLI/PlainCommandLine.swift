import Offscreen

/// Reads the command lines that `render` mostly gets.
///
/// Optimization: ArgumentParser finds out by reflection which options a command has, which takes longer than
/// to render a small page. What is not as plain as this, and all that is wrong, is left to it: it knows every
/// option, and explains.
enum PlainCommandLine {
  static func renderJob(_ arguments: [String]) -> RenderJob? {
    guard arguments.first == "render" else { return nil }
    var requested = RequestedOptions()
    var job = RenderJob(input: "", options: PageOptions())
    var rest = arguments.dropFirst()[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        if !job.input.isEmpty || argument.isEmpty { return nil }
        job.input = argument
        continue
      }
      switch argument {
      case "--full-page": requested.fullPage = true
      case "--no-scripts": requested.scripts = false
      case "--json": job.printsJSON = true
      case "--timings": job.printsTimings = true
      case "-q", "--quiet": job.isQuiet = true
      case _:
        // A value stands behind its option, or behind `=`.
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
          !value.hasPrefix("-") || value == "-"
        else { return nil }
        switch parts[0] {
        case "-o" where parts.count == 1, "--output": job.outputs.append(value)
        case "--viewport": requested.viewport = value
        case "--scale":
          guard let scale = Double(value) else { return nil }
          requested.scale = scale
        case "--thumbnail": requested.thumbnail = value
        case "--background": requested.background = value
        case "--settle": requested.settle = value
        case "--timeout": requested.timeout = value
        case "--root": requested.root = value
        case "--network": requested.network = value
        case "--fonts": job.fonts = value
        case "--quality":
          guard let quality = Int(value) else { return nil }
          job.quality = quality
        case _: return nil
        }
      }
    }
    guard !job.input.isEmpty, job.problem == nil, let options = try? requested.pageOptions() else { return nil }
    job.options = options
    return job
  }
}
