import Offscreen
import OffscreenImages

/// What two pictures, or the inspect data of two pages, differ in.
package struct PictureDifference: Sendable {
  package enum Status: String, Sendable, CaseIterable {
    case same, different
  }

  package let status: Status
  /// Nil where the inspect data alone was compared.
  package let pixels: PictureComparison?
  /// What made the pictures, as far as it is not the same.
  package let fingerprint: [Fingerprint.Difference]
  /// Elements that moved or changed, where inspect data is at hand.
  package let elements: [ElementChange]
  /// Elements that only went along with their parents.
  package let carriedAlong: Int
  /// What to know about the comparison itself, a line each.
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
    let elements = Self.elements(expected, actual, options)
    if options.preset == .layout, elements == nil {
      throw ComparisonError(
        "\(actual.name): the preset layout needs inspect data beside both pictures "
          + "(offscreen inspect PAGE > \(PictureFile.inspectionPath(of: actual.name)))")
    }
    let (pixels, picture) = try Self.pixels(expected, actual, rules, draws: options.drawsDifferences)
    fingerprint = Self.fingerprint(expected, actual)
    var changes = elements?.changes ?? []
    if let data = actual.elements ?? expected.elements, let pixels {
      changes += Self.painted(pixels, data, besides: changes)
    }
    self.elements = changes
    carriedAlong = elements?.carriedAlong ?? 0
    self.notes = notes
    let isMatch =
      switch options.preset {
      case .exact, .rounding, .perceptual: pixels?.isMatch ?? false
      case .layout: elements?.changes.isEmpty ?? false
      }
    status = isMatch ? .same : .different
    self.pixels = pixels
    self.picture = picture
  }

  /// Compares the inspect data of two pages.
  package init(_ expected: ElementData, _ actual: ElementData, options: ComparisonOptions) {
    let comparison = ElementComparison(expected, actual, threshold: options.threshold ?? 1)
    status = comparison.changes.isEmpty ? .same : .different
    (pixels, picture, fingerprint, notes) = (nil, nil, [], [])
    (elements, carriedAlong) = (comparison.changes, comparison.carriedAlong)
  }

  // MARK: Parts

  private static func pixels(
    _ expected: PictureFile, _ actual: PictureFile, _ rules: ComparisonRules, draws: Bool
  ) throws(ComparisonError) -> (PictureComparison?, [UInt8]?) {
    if expected.bytes == actual.bytes { return (PictureComparison(equalPicturesOf: expected.size, rules: rules), nil) }
    let (first, second) = (try expected.decode(), try actual.decode())
    let comparison = PictureComparison(first, second, rules: rules)
    let isEqual = comparison.differingPixels == 0 && comparison.expectedSize == comparison.actualSize
    if isEqual || !draws { return (comparison, nil) }
    do {
      return (comparison, try PictureComparison.picture(first, second, rules: rules).pngData())
    } catch {
      // The union of two very unlike sizes can be too large to draw; they differ all the same.
      return (comparison, nil)
    }
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

  /// Only where both tell: pictures of other programs carry none.
  private static func fingerprint(_ expected: PictureFile, _ actual: PictureFile) -> [Fingerprint.Difference] {
    guard let old = expected.fingerprint, let new = actual.fingerprint else { return [] }
    return old.differences(to: new)
  }

  /// The elements that the differing regions lie in, as far as no other change of theirs explains it.
  private static func painted(
    _ pixels: PictureComparison, _ data: ElementData, besides known: [ElementChange]
  ) -> [ElementChange] {
    let scale = data.scale(pictureWidth: pixels.actualSize[0])
    let boxes = data.elements.map { $0.pixels(scale: scale) }
    let knownPaths = Set(known.map(\.path))
    var found: [Int] = []
    for region in pixels.regions.prefix(200) {
      // The last one in document order that holds all of the region: the innermost, or one on top.
      guard let index = boxes.indices.last(where: { boxes[$0].contains(region.box) }) else { continue }
      if !found.contains(index), !knownPaths.contains(data.elements[index].path) { found.append(index) }
    }
    return found.sorted().map { index in
      let regions = pixels.regions.filter { boxes[index].contains($0.box) }
      let count = regions.reduce(0) { $0 + $1.differingPixels }
      return ElementChange(
        kind: .painted, element: data.elements[index].name, path: data.elements[index].path,
        detail: count == 1 ? "1 pixel" : "\(count) pixels")
    }
  }
}
