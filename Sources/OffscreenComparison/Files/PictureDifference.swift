import Offscreen
import OffscreenImages

/// The differences of two pictures, or of the inspect data of two pages.
package struct PictureDifference: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case same, different
  }

  package let status: Status
  /// Nil where the inspect data alone was compared.
  package let pixels: PictureComparison?
  /// Moved rows, and the other changes; nil where nothing moved as a whole.
  package let shift: ShiftedComparison?
  /// The differences of the pictures' fingerprints.
  package let fingerprint: [Fingerprint.Difference]
  /// Elements that moved or changed, where inspect data is at hand.
  package let elements: [ElementChange]
  /// Elements that moved only with their parents.
  package let carriedAlong: Int
  /// Notes about the comparison itself, a line each.
  package let notes: [String]
  /// Where they differ, as PNG; nil where they do not, or where it was not wanted.
  package let picture: [UInt8]?

  package var isMatch: Bool { status == .same }

  /// Compares two pictures. Files that are the same byte by byte are not decoded.
  package init(
    _ expected: PictureFile, _ actual: PictureFile, options: ComparisonOptions = ComparisonOptions()
  ) throws(ComparisonError) {
    var notes: [String] = []
    let masks = try Self.masks(options, expected, actual, notes: &notes)
    let rules = options.pixelRules(masks: masks)
    var elements = Self.elements(expected, actual, options)
    if options.preset == .layout, elements == nil {
      throw ComparisonError(
        "\(actual.name): the preset layout needs inspect data beside both pictures "
          + "(offscreen inspect PAGE > \(PictureFile.inspectionPath(of: actual.name)))")
    }
    let compared = try ComparedPixels(expected, actual, rules, draws: options.drawsDifferences)
    fingerprint = Self.fingerprint(expected, actual)
    if options.preset != .layout, let shift = compared.shift, let data = actual.elements {
      let scale = data.scale(pictureWidth: actual.size[0])
      elements?.leaveOut(movedBy: shift.shifts.map { Double($0.distance) / scale })
    }
    var changes = elements?.changes ?? []
    let layoutChanges = changes.count { $0.kind != .style && !Self.isMasked($0, masks, expected, actual) }
    if let data = actual.elements ?? expected.elements {
      changes += Self.painted(compared, data, besides: changes)
    }
    self.elements = changes
    carriedAlong = elements?.carriedAlong ?? 0
    pixels = compared.strict
    shift = compared.shift
    picture = compared.picture
    let isMatch =
      switch options.preset {
      case .exact, .rounding, .perceptual:
        compared.strict.isMatch || options.ignoresShifts && compared.shift?.isMatch ?? false
      case .layout: layoutChanges == 0
      }
    if isMatch, !compared.strict.isMatch, let shift { notes.append("\(shift.description), which is ignored") }
    self.notes = notes
    status = isMatch ? .same : .different
  }

  /// Compares the inspect data of two pages.
  package init(_ expected: ElementData, _ actual: ElementData, options: ComparisonOptions) {
    let comparison = ElementComparison(expected, actual, threshold: options.threshold ?? 1)
    status = comparison.changes.allSatisfy { $0.kind == .style } ? .same : .different
    (pixels, shift, picture, fingerprint, notes) = (nil, nil, nil, [], [])
    (elements, carriedAlong) = (comparison.changes, comparison.carriedAlong)
  }

  // MARK: Parts

  /// Whether the element lies under a mask, in the picture that has it.
  private static func isMasked(
    _ change: ElementChange, _ masks: [PixelBox], _ expected: PictureFile, _ actual: PictureFile
  ) -> Bool {
    if masks.isEmpty { return false }
    let file = change.kind == .removed ? expected : actual
    guard let data = file.elements, let element = data.elements.first(where: { $0.path == change.path }) else {
      return false
    }
    let box = element.pixels(scale: data.scale(pictureWidth: file.size[0]))
    return masks.contains { $0.contains(box) }
  }

  private static func masks(
    _ options: ComparisonOptions, _ expected: PictureFile, _ actual: PictureFile, notes: inout [String]
  ) throws(ComparisonError) -> [PixelBox] {
    var boxes: [PixelBox] = []
    for mask in options.masks {
      switch mask {
      case .box(let box): boxes.append(box)
      case .elements(let text):
        guard let selector = ElementSelector(text) else { throw ComparisonError("\(text): not a valid selector") }
        let found = [expected, actual].compactMap { file in
          file.elements.map { selector.boxes(in: $0, pictureWidth: file.size[0]) }
        }
        if found.isEmpty {
          throw ComparisonError(
            "\(actual.name): the mask \(text) needs inspect data beside the picture "
              + "(offscreen inspect PAGE > \(PictureFile.inspectionPath(of: actual.name)))")
        }
        if found.allSatisfy(\.isEmpty) { notes.append("the mask \(text) matches no element") }
        for box in found.joined() where !boxes.contains(box) { boxes.append(box) }
      }
    }
    return boxes
  }

  private static func elements(
    _ expected: PictureFile, _ actual: PictureFile, _ options: ComparisonOptions
  ) -> ElementComparison? {
    guard let old = expected.elements, let new = actual.elements else { return nil }
    return ElementComparison(old, new, threshold: options.boxThreshold)
  }

  /// Only where both have one: pictures of other programs have none.
  private static func fingerprint(_ expected: PictureFile, _ actual: PictureFile) -> [Fingerprint.Difference] {
    guard let old = expected.fingerprint, let new = actual.fingerprint else { return [] }
    return old.differences(to: new)
  }

  private static func painted(
    _ compared: ComparedPixels, _ data: ElementData, besides known: [ElementChange]
  ) -> [ElementChange] {
    let scale = data.scale(pictureWidth: compared.strict.actualSize[0])
    let regions = (compared.shift?.rest ?? compared.strict).regions
    if regions.isEmpty { return [] }
    return PaintAttribution(regions, data, scale: scale).changes(besides: known) { boxes in
      // Below rows that moved, the two pictures do not show the same at one place.
      let firstMoved = compared.shift?.shifts.map { min($0.top, $0.top + $0.distance) }.min() ?? .max
      guard boxes.allSatisfy({ $0.bottom <= firstMoved }), let (expected, actual) = compared.bitmaps else { return nil }
      return ColorChange(expected, actual, in: boxes)
    }
  }
}

/// The pixels of two pictures, compared.
private struct ComparedPixels {
  let strict: PictureComparison
  var shift: ShiftedComparison?
  /// Nil where the files are the same.
  var bitmaps: (Bitmap, Bitmap)?
  /// Where they differ, as PNG.
  var picture: [UInt8]?

  init(_ expected: PictureFile, _ actual: PictureFile, _ rules: ComparisonRules, draws: Bool) throws(ComparisonError) {
    if expected.bytes == actual.bytes {
      strict = PictureComparison(equalPicturesOf: expected.size, rules: rules)
      return
    }
    let (first, second) = (try expected.decode(), try actual.decode())
    strict = PictureComparison(first, second, rules: rules)
    bitmaps = (first, second)
    let isEqual = strict.differingPixels == 0 && strict.expectedSize == strict.actualSize
    if isEqual { return }
    let shifted = ShiftedComparison.find(first, second, rules: rules, strict: strict)
    shift = shifted?.comparison
    guard draws else { return }
    do {
      let drawn =
        try shifted.map { try $0.comparison.picture($0.aligned, second) }
        ?? PictureComparison.picture(first, second, rules: rules)
      picture = drawn.pngData(text: [PNGText("Software", "Offscreen diff")])
    } catch {
      // The union of two very unlike sizes can be too large to draw; they differ all the same.
    }
  }
}
