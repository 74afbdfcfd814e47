import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint
import OffscreenText

/// The canvases of a page, and the pictures that are drawn on them, by the numbers that scripts give them. What they draw
/// comes in batches.
package final class DrawingSurfaces {
  private enum Source {
    case surface(DrawingSurface)
    /// What does not change.
    case still(PageImage)
  }

  private var sources: [Int: Source] = [:]
  /// Of the surfaces and of the pictures that were made of others.
  private var pixels: [Int: Int] = [:]
  private var pixelCount = 0
  private let budget = DrawingBudget(pixels: 1 << 27)
  private let memory = PathCoverage.Memory()
  /// The one that instructions are of.
  private var current: (number: Int, surface: DrawingSurface)?
  /// By their texts.
  private var filters: [String: [PaintFilter]] = [:]
  private let texts: DrawingTexts

  /// All surfaces together: 256 megabytes.
  private static let mostPixels = 1 << 26
  private static let (mostSources, mostFilters) = (20_000, 2_000)

  /// `fonts`: the page's, with those that a style asks for.
  package init(fonts: @escaping (FontStyle) -> PageFonts) { texts = DrawingTexts(fonts: fonts) }

  /// Whether something was not drawn, being too much work.
  package var isCutShort: Bool { budget.isSpent }

  // MARK: Opening and closing

  /// Makes a surface. One that is too large has no pixels.
  /// `isWide`: whether its colours are of Display P3.
  package func open(_ number: Int, width: Int, height: Int, hasAlpha: Bool, isWide: Bool = false) {
    close(number)
    let isAllowed = takes(width, height, for: number)
    let size = isAllowed ? (width, height) : (0, 0)
    sources[number] = .surface(
      DrawingSurface(
        width: size.0, height: size.1, hasAlpha: hasAlpha, isWide: isWide, budget: budget, memory: memory))
  }

  package func close(_ number: Int) {
    if current?.number == number { current = nil }
    sources[number] = nil
    pixelCount -= pixels.removeValue(forKey: number) ?? 0
  }

  /// Whether there is room; what the number had is given back.
  private func takes(_ width: Int, _ height: Int, for number: Int) -> Bool {
    pixelCount -= pixels.removeValue(forKey: number) ?? 0
    guard width > 0, height > 0, width <= 32_767, height <= 32_767,
      sources[number] != nil || sources.count < Self.mostSources
    else { return false }
    let count = width * height
    guard count <= Bitmap.maximumPixels, pixelCount + count <= Self.mostPixels else { return false }
    pixels[number] = count
    pixelCount += count
    return true
  }

  /// A picture that does not change.
  package func keep(_ image: PageImage, as number: Int) {
    guard sources[number] != nil || sources.count < Self.mostSources else { return }
    close(number)
    sources[number] = .still(image)
  }

  /// Keeps a bitmap that was made for this.
  private func keep(_ bitmap: Bitmap, as number: Int) {
    close(number)
    guard takes(bitmap.width, bitmap.height, for: number) else { return }
    sources[number] = .still(PageImage(bitmap: bitmap))
  }

  private func surface(_ number: Int) -> DrawingSurface? {
    if case .surface(let surface)? = sources[number] { surface } else { nil }
  }

  /// A source as a picture in sRGB: of a surface, as it is now.
  package func picture(_ number: Int) -> PageImage? { picture(number, isWide: false) }

  private func picture(_ number: Int, isWide: Bool) -> PageImage? {
    switch sources[number] {
    case .surface(let surface):
      guard let bitmap = surface.bitmap else { return nil }
      if surface.isWide == isWide { return PageImage(bitmap: bitmap) }
      return WideColors.converted(bitmap, toWide: isWide).map { PageImage(bitmap: $0) }
    case .still(let image):
      guard isWide else { return image }
      return bitmap(of: image).flatMap { WideColors.converted($0, toWide: true) }.map { PageImage(bitmap: $0) }
    case nil: return nil
    }
  }

  /// A source in the colours of a surface that it is drawn on; nil where changing them is too much work.
  private func picture(_ number: Int, on surface: DrawingSurface) -> PageImage? {
    let changed: Int =
      switch sources[number] {
      case .surface(let other): other.isWide == surface.isWide ? 0 : other.pixelCount
      case .still(let image): surface.isWide ? naturalSize(of: image).map { Int($0.width * $0.height) } ?? 0 : 0
      case nil: 0
      }
    guard changed == 0 || budget.allows(effect: DrawingCost.colorSpace * changed) else { return nil }
    return picture(number, isWide: surface.isWide)
  }

  /// In its natural size.
  private func bitmap(of image: PageImage) -> Bitmap? {
    naturalSize(of: image).flatMap { image.bitmap(width: Int($0.width), height: Int($0.height)) }
  }

  /// Whether a surface was drawn on since the last time.
  package func takeChange(_ number: Int) -> Bool { surface(number)?.takeChange() ?? false }

  // MARK: Drawing

  package func run(_ numbers: [Double], strings: [String]) {
    var list = DrawingInstructions(numbers, strings)
    while let kind = list.next() {
      if kind == .surface {
        let number = list.whole()
        current = surface(number).map { (number: number, surface: $0) }
      } else {
        run(kind, &list)
      }
    }
  }

  /// Reads an instruction whole, even where there is nothing to carry it out on.
  private func run(_ kind: DrawingInstructions.Kind, _ list: inout DrawingInstructions) {
    let surface = current?.surface
    switch kind {
    case .surface: break
    case .save: surface?.save()
    case .restore: surface?.restore()
    case .transform:
      let transform = list.transform()
      surface?.state.transform = transform
    case .fillColor:
      let color = list.color()
      surface?.state.fill = .color(color)
    case .strokeColor:
      let color = list.color()
      surface?.state.stroke = .color(color)
    case .fillGradient:
      let gradient = list.gradient()
      surface?.state.fill = gradient.map { .gradient($0) } ?? .nothing
    case .strokeGradient:
      let gradient = list.gradient()
      surface?.state.stroke = gradient.map { .gradient($0) } ?? .nothing
    case .fillPattern:
      let style = pattern(&list)
      surface?.state.fill = style
    case .strokePattern:
      let style = pattern(&list)
      surface?.state.stroke = style
    case .alpha:
      let alpha = list.number()
      surface?.state.alpha = max(0, min(1, alpha))
    case .operation:
      let operation = DrawingOperation(rawValue: list.whole()) ?? .sourceOver
      surface?.state.operation = operation
    case .line:
      var line = surface?.state.line ?? DrawingState().line
      list.line(&line)
      surface?.state.line = line
    case .dashes:
      let (offset, dashes) = (list.number(), list.list())
      surface?.state.line.dashOffset = offset
      surface?.state.line.dashes = dashes
    case .shadow:
      let shadow = DrawingShadow(color: list.color(), blur: list.number(), x: list.number(), y: list.number())
      surface?.state.shadow = shadow
    case .filter:
      let filters = filters(list.string(), (surface?.state.font ?? texts.usualFont).style)
      surface?.state.filters = filters
    case .smoothing:
      let smooths = list.flag()
      surface?.state.smoothsImages = smooths
    case .font:
      let text = list.string()
      let font = font(text, &list)
      surface?.state.font = font
    case .clip:
      let (rule, path) = (list.rule(), list.path())
      surface?.clip(to: path, rule)
    case .fill:
      let (rule, path) = (list.rule(), list.path())
      surface?.fill(path, rule)
    case .stroke:
      let path = list.path()
      surface?.stroke(path)
    case .fillRect:
      let rect = list.rect()
      surface?.fillRect(rect)
    case .clearRect:
      let rect = list.rect()
      surface?.clearRect(rect)
    case .image:
      let (number, part, target) = (list.whole(), list.rect(), list.rect())
      draw(number, part, target, on: surface)
    case .text: drawText(&list, surface)
    case .reset:
      let (width, height) = (list.whole(), list.whole())
      reset(width: width, height: height)
    }
  }

  private func reset(width: Int, height: Int) {
    guard let (number, surface) = current else { return }
    let isAllowed = takes(width, height, for: number) && budget.allows(effect: width * height)
    surface.reset(width: isAllowed ? width : 0, height: isAllowed ? height : 0)
  }

  private func pattern(_ list: inout DrawingInstructions) -> DrawingState.Style {
    let (number, repeatsX, repeatsY, transform) = (list.whole(), list.flag(), list.flag(), list.transform())
    guard let surface = current?.surface, let picture = picture(number, on: surface),
      let bitmap = bitmap(of: picture)
    else { return .nothing }
    return .pattern(DrawingPattern(picture: bitmap, repeatsX: repeatsX, repeatsY: repeatsY, transform: transform))
  }

  /// In whole pixels that there may be.
  private func naturalSize(of image: PageImage) -> (width: Double, height: Double)? {
    // A drawing without a size of its own is as large as a replaced element.
    let width = image.naturalWidth ?? image.naturalHeight.flatMap { h in image.naturalRatio.map { h * $0 } } ?? 300
    let height = image.naturalHeight ?? image.naturalRatio.map { width / $0 } ?? 150
    guard width >= 1, height >= 1, width <= 32_767, height <= 32_767 else { return nil }
    return (width.rounded(), height.rounded())
  }

  private func draw(_ number: Int, _ part: PaintRect, _ target: PaintRect, on surface: DrawingSurface?) {
    guard let surface, var picture = picture(number, on: surface),
      let natural = naturalSize(of: picture)
    else { return }
    if self.surface(number) === surface {
      // A canvas that is drawn on itself.
      guard budget.allows(effect: surface.pixelCount), let copy = surface.bitmap?.copied() else { return }
      picture = PageImage(bitmap: copy)
    }
    surface.draw(picture, from: part, to: target, natural: natural)
  }

  // MARK: Text

  private func font(_ text: String, _ list: inout DrawingInstructions) -> DrawingFont {
    texts.font(
      DrawingFont.Description(
        text: text, letterSpacing: list.number(), wordSpacing: list.number(), kerning: list.whole(),
        stretch: list.whole(), capitals: list.whole()))
  }

  private func filters(_ text: String, _ font: FontStyle) -> [PaintFilter] {
    let key = "\(font.size) \(text)"
    if let known = filters[key] { return known }
    var environment = ComputationEnvironment.initial
    environment.font.size = Double(font.size)
    let functions = LoneValues.filters(text, in: environment) ?? []
    let result = functions.compactMap { PaintFilter($0, .black) }
    if filters.count >= Self.mostFilters { filters = [:] }
    filters[key] = result
    return result
  }

  private func drawText(_ list: inout DrawingInstructions, _ surface: DrawingSurface?) {
    let (text, x, y, width, isStroked) = (list.string(), list.number(), list.number(), list.number(), list.flag())
    let (isRightToLeft, place) = (list.flag(), place(&list))
    guard let surface, budget.allows(effect: 3_000 + 500 * text.utf8.count) else { return }
    let line = texts.text(text, surface.state.font ?? texts.usualFont, isRightToLeft: isRightToLeft)
    surface.draw(line, at: x, y: y, place, within: width, isStroked: isStroked)
  }

  private func place(_ list: inout DrawingInstructions) -> DrawingTextPlace {
    DrawingTextPlace(
      align: DrawingFont.Align(rawValue: list.whole()) ?? .left,
      baseline: DrawingFont.Baseline(rawValue: list.whole()) ?? .alphabetic)
  }

  /// The measures of a text: `numbers` say more of its font, as the instruction does, and where it stands.
  package func measure(_ text: String, _ numbers: [Double], font: String) -> [Double] {
    var list = DrawingInstructions(numbers, [])
    let font = self.font(font, &list)
    let line = texts.text(text, font, isRightToLeft: list.flag())
    return line.measures(at: place(&list))
  }

  // MARK: Paths

  /// Whether a point is in a path: its fill rule, then the path.
  package func isInFill(_ numbers: [Double], x: Double, y: Double) -> Bool {
    var list = DrawingInstructions(numbers, [])
    let (rule, path) = (list.rule(), list.path())
    return Self.ruler(.identity)?.contains(PaintPoint(x: x, y: y), in: path, rule) ?? false
  }

  /// Whether a point is in a path's stroke: the line, dashes and transform as the instructions have them, then the path.
  package func isInStroke(_ numbers: [Double], x: Double, y: Double) -> Bool {
    var list = DrawingInstructions(numbers, [])
    var line = DrawingState().line
    list.line(&line)
    (line.dashOffset, line.dashes) = (list.number(), list.list())
    let transform = list.transform()
    guard let inverse = transform.inverse, let ruler = Self.ruler(transform) else { return false }
    line.path = list.path().transformed(by: inverse)
    guard budget.allows(effect: DrawingCost.stroke(line, ruler, area: 0)) else { return false }
    return ruler.contains(PaintPoint(x: x, y: y), in: line)
  }

  private static func ruler(_ transform: Transform) -> Canvas? {
    Canvas(frame: DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1), transform: transform)
  }

  /// SVG path data as numbers, as instructions have them.
  package static func segments(ofPathData text: String) -> [Double] {
    var numbers: [Double] = []
    for element in PaintPath(data: text).elements {
      switch element {
      case .move(let point): numbers += [0, point.x, point.y]
      case .line(let point): numbers += [1, point.x, point.y]
      case .curve(let a, let b, let end): numbers += [2, a.x, a.y, b.x, b.y, end.x, end.y]
      case .close: numbers.append(3)
      }
    }
    return numbers
  }

  // MARK: Pixels

  /// Red, green, blue and alpha of a rectangle's pixels, in Display P3 or in sRGB; nil where it is too large.
  package func pixels(of number: Int, x: Int, y: Int, width: Int, height: Int, isWide: Bool = false) -> [UInt8]? {
    guard width > 0, height > 0, width <= 1 << 24, height <= 1 << 24, width * height <= Self.mostPixels else {
      return nil
    }
    guard let surface = surface(number), let bitmap = surface.bitmap else {
      return [UInt8](repeating: 0, count: width * height * 4)
    }
    var bytes = bitmap.rgba(x: x, y: y, width: width, height: height)
    if surface.isWide != isWide { WideColors.convert(&bytes, toWide: isWide) }
    return bytes
  }

  package func put(
    _ bytes: [UInt8], width: Int, height: Int, on number: Int, atX x: Int, y: Int,
    part: (x: Int, y: Int, width: Int, height: Int), isWide: Bool = false
  ) {
    guard let surface = surface(number), let bitmap = surface.bitmap else { return }
    var bytes = bytes
    if surface.isWide != isWide { WideColors.convert(&bytes, toWide: surface.isWide) }
    bitmap.put(rgba: bytes, width: width, height: height, atX: x, y: y, part: part)
    surface.wrote()
  }

  /// How a picture is made of a part of another one.
  package struct Copying: Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    package var newWidth: Int
    package var newHeight: Int
    package var isFlipped = false
    package var isPixelated = false
    package init(x: Double, y: Double, width: Double, height: Double, newWidth: Int, newHeight: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      (self.newWidth, self.newHeight) = (newWidth, newHeight)
    }
  }

  /// Keeps a copy of a part of a picture. False where there is nothing, or no room.
  package func copy(_ number: Int, to copy: Int, _ copying: Copying) -> Bool {
    // A surface that is too large has no pixels.
    guard let picture = picture(number), let natural = naturalSize(of: picture) else { return false }
    let surface = DrawingSurface(
      width: copying.newWidth, height: copying.newHeight, hasAlpha: true, budget: budget, memory: memory)
    let (width, height) = (Double(copying.newWidth), Double(copying.newHeight))
    surface.state.smoothsImages = !copying.isPixelated
    if copying.isFlipped { surface.state.transform = Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height) }
    surface.draw(
      picture, from: PaintRect(x: copying.x, y: copying.y, width: copying.width, height: copying.height),
      to: PaintRect(x: 0, y: 0, width: width, height: height), natural: natural)
    guard let bitmap = surface.bitmap else { return false }
    keep(bitmap, as: copy)
    return sources[copy] != nil
  }

  /// Keeps a picture of pixels, as `put` takes them.
  package func keep(_ bytes: [UInt8], width: Int, height: Int, isWide: Bool, as number: Int) -> Bool {
    guard width > 0, height > 0, let bitmap = try? Bitmap(width: width, height: height) else { return false }
    var bytes = bytes
    if isWide { WideColors.convert(&bytes, toWide: false) }
    bitmap.put(rgba: bytes, width: width, height: height, atX: 0, y: 0, part: (0, 0, width, height))
    keep(bitmap, as: number)
    return sources[number] != nil
  }

  package func size(of number: Int) -> (width: Double, height: Double)? {
    picture(number).flatMap { naturalSize(of: $0) }
  }

  /// A picture as a file. `quality`: 0 to 1, or nil for the usual one.
  /// https://html.spec.whatwg.org/multipage/canvas.html#a-serialisation-of-the-bitmap-as-a-file
  package func file(of number: Int, type: String, quality: Double?) -> (bytes: [UInt8], type: String)? {
    guard let bitmap = picture(number).flatMap({ bitmap(of: $0) }) else { return nil }
    let percent = quality.map { Int(max(0, min(1, $0)) * 100 + 0.5) }
    switch type {
    case "image/jpeg":
      let data = bitmap.onBlack().flatMap { try? $0.jpegData(quality: percent ?? 92) }
      return data.map { ($0, type) }
    case "image/webp":
      let data = try? bitmap.webpData(quality: percent == 100 ? nil : percent ?? 80)
      return data.map { ($0, type) }
    default: return (bitmap.pngData(), "image/png")
    }
  }
}
