import Offscreen

/// Reads the command lines that `render` mostly gets.
///
/// Optimization: ArgumentParser finds out by reflection which options a command has, which takes longer than
/// to render a small page. What is not as plain as this, and all that is wrong, is left to it: it knows every
/// option, and explains.
enum PlainCommandLine {
  static func renderJob(_ arguments: [String]) -> RenderJob? {
    guard arguments.first == "render" else { return nil }
    var (given, defaults) = (RequestedOptions(), RequestedOptions())
    var job = RenderJob(input: "", options: PageOptions())
    var rest = arguments.dropFirst()[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        if !job.input.isEmpty || argument.isEmpty { return nil }
        job.input = argument
        continue
      }
      switch argument {
      case "--json": job.printsJSON = true
      case "--timings": job.printsTimings = true
      case "-q", "--quiet": job.isQuiet = true
      case "--no-sandbox": job.isSealed = false
      case _:
        // 1. What has no value.
        if let option = option(argument), option.form == .flag {
          given[option] = .flag(true)
          continue
        }
        if argument == "--no-scripts", let option = option("--scripts") {
          given[option] = .flag(false)
          continue
        }
        // 2. A value follows its option, or `=`.
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
          !value.hasPrefix("-") || value == "-"
        else { return nil }
        switch parts[0] {
        case "-o" where parts.count == 1, "--output": job.outputs.append(value)
        case "--fonts": job.fonts = value
        case "--" + PageSettings.defaults: defaults = PageDefaults(json: value)?.options ?? defaults
        case let name:
          guard let option = option(String(name)), option.form == .text || option.form == .number,
            let value = try? option.value(ofArguments: [value])
          else { return nil }
          given[option] = value
        }
      }
    }
    defaults.take(given)
    guard !job.input.isEmpty, let options = try? defaults.pageOptions() else { return nil }
    (job.given, job.requested, job.options) = (given, defaults, options)
    job.goOntoPaper()
    guard job.problem == nil else { return nil }
    return job
  }

  private static func option(_ argument: String) -> PageOption? {
    guard argument.hasPrefix("--") else { return nil }
    return PageOption.all.first { $0.flag == argument.dropFirst(2) }
  }
}
