import ArgumentParser
import OffscreenComparison

/// When two pictures count as the same.
struct DiffTolerance: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      exact: bit by bit. rounding: channels within 2 of 255. perceptual: differences that can be seen. \
      layout: boxes and texts of elements, within 1 CSS pixel.
      """, valueName: "PRESET"))
  var preset = ComparisonPreset.exact

  @Option(
    help: ArgumentHelp(
      """
      In place of the preset's: steps of a channel, 0 to 255 (exact, rounding), a distance in OKLab, 0 to 1 \
      (perceptual), CSS pixels (layout).
      """, valueName: "F"))
  var threshold: Double?

  @Option(help: ArgumentHelp("How many pixels may differ by more than that.", valueName: "N"))
  var maxPixels: Int?

  @Option(help: ArgumentHelp("Which share of the pixels may: 0.1% or 0.001.", valueName: "R"))
  var maxRatio: Ratio?

  @Option(help: ArgumentHelp("Leave a part out: x,y,w,h or a selector. May be given again.", valueName: "MASK"))
  var mask: [Mask] = []

  @Flag(help: "Pass over pixels that only smooth an edge differently. Hides small changes of text.")
  var ignoreAntialiasing = false

  @Flag(help: "Count rows that only moved, as a whole, as the same: what is below a gap that grew or shrank.")
  var ignoreShifts = false

  var options: ComparisonOptions {
    var options = ComparisonOptions()
    options.preset = preset
    options.threshold = threshold
    options.tolerablePixels = maxPixels ?? 0
    options.tolerableRatio = maxRatio?.value ?? 0
    options.ignoresAntialiasing = ignoreAntialiasing
    options.ignoresShifts = ignoreShifts
    options.masks = mask
    return options
  }

  /// What makes no sense, does not go together, or would change nothing.
  var problem: String? {
    if let (parameter, reason) = options.problem { return "--\(Self.option(of: parameter)): \(reason)" }
    if maxPixels != nil, maxRatio != nil { return "--max-pixels and --max-ratio: give one of them" }
    guard preset == .layout else { return nil }
    let ofPixels = [
      ("--max-pixels", maxPixels != nil), ("--max-ratio", maxRatio != nil),
      ("--ignore-antialiasing", ignoreAntialiasing),
      ("--ignore-shifts", ignoreShifts),
    ]
    return ofPixels.first(where: \.1).map {
      "\($0.0) has no effect with --preset layout, which compares boxes and texts"
    }
  }
}

extension DiffTolerance {
  private static func option(of parameter: ComparisonOptions.Parameter) -> String {
    switch parameter {
    case .threshold: "threshold"
    case .tolerablePixels: "max-pixels"
    case .tolerableRatio: "max-ratio"
    }
  }
}

/// `0.1%` or `0.001`.
struct Ratio: ExpressibleByArgument {
  var value: Double

  init?(argument: String) {
    let isPercentage = argument.hasSuffix("%")
    guard let number = Double(isPercentage ? String(argument.dropLast()) : argument), number.isFinite else {
      return nil
    }
    value = isPercentage ? number / 100 : number
  }
}

extension ComparisonPreset: ExpressibleByArgument {}

extension Mask: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
