import Synchronization

/// A picture as layout and painting see it: natural dimensions, and pixels on demand.
/// https://drafts.csswg.org/css-images-3/#sizing-terms
package final class PageImage: Sendable {
  /// In CSS pixels; nil where the picture has none.
  package let naturalWidth: Double?
  package let naturalHeight: Double?
  /// Width by height.
  package let naturalRatio: Double?

  private enum Content {
    case raster(ImageSource)
    case vector(any VectorPicture)
    /// Nothing to decode: the picture itself.
    case bitmap(Bitmap)
  }

  private struct Cache {
    /// Raster pictures halved this many times.
    var levels: [Int: Bitmap] = [:]
    /// The last drawings of a vector picture, the newest last.
    var drawings: [(size: DrawingSize, bitmap: Bitmap)] = []
    var pixelsTaken = 0
    var failure: ImageError?
    var unturned: PageImage?
    var still: PageImage?
    var dark: PageImage?
    /// Read when the pixels are first asked for, where there is a clock.
    var animation: ImageAnimation??
    /// The frame that the pixels are of.
    var frame = 0
  }

  private struct DrawingSize: Equatable {
    var width: Int
    var height: Int
    var objectWidth: Double?
    var objectHeight: Double?
  }

  private let content: Content
  private let budget: PixelBudget?
  /// Which frame of an animation is shown follows it; without one the first.
  private let clock: PictureClock?
  private let cache = Mutex(Cache())
  private static let drawingsKept = 4
  private static let longestSide = 32_767

  package init(source: ImageSource, budget: PixelBudget? = nil, clock: PictureClock? = nil) {
    (content, self.budget, self.clock) = (.raster(source), budget, clock)
    let size = source.info.naturalSize
    naturalWidth = Double(size.width)
    naturalHeight = Double(size.height)
    naturalRatio = Double(size.width) / Double(size.height)
  }

  package init(vector: any VectorPicture) {
    (content, budget, clock) = (.vector(vector), nil, nil)
    naturalWidth = vector.naturalWidth
    naturalHeight = vector.naturalHeight
    naturalRatio = vector.naturalRatio
  }

  package init(bitmap: Bitmap) {
    (content, budget, clock) = (.bitmap(bitmap), nil, nil)
    naturalWidth = Double(bitmap.width)
    naturalHeight = Double(bitmap.height)
    naturalRatio = Double(bitmap.width) / Double(bitmap.height)
  }

  /// Its natural dimensions, where there is one at least: the other by the ratio. Else 0.
  package var naturalSize: (width: Double, height: Double) {
    let ratio = naturalRatio.flatMap { $0 > 0 ? $0 : nil }
    let width = naturalWidth ?? ratio.flatMap { ratio in naturalHeight.map { $0 * ratio } }
    let height = naturalHeight ?? ratio.flatMap { ratio in naturalWidth.map { $0 / ratio } }
    return (width ?? 0, height ?? 0)
  }

  /// The picture as it is stored: for `image-orientation: none`.
  /// https://drafts.csswg.org/css-images-3/#the-image-orientation
  package var unturned: PageImage {
    guard case .raster(let source) = content, source.info.orientation != .up else { return self }
    return cache.withLock { cache in
      if let known = cache.unturned { return known }
      let image = PageImage(source: source.unturned, budget: budget, clock: clock)
      cache.unturned = image
      return image
    }
  }

  /// The picture as an element shows it whose used colour scheme is dark, or is not.
  /// https://drafts.csswg.org/mediaqueries-5/#prefers-color-scheme
  package func shown(isDark: Bool) -> PageImage {
    guard isDark, case .vector(let vector) = content else { return self }
    return cache.withLock { cache in
      if let known = cache.dark { return known }
      let image = vector.inDark.map { PageImage(vector: $0) } ?? self
      cache.dark = image
      return image
    }
  }

  /// The picture without its motion: its first frame, as scripts draw it.
  /// https://html.spec.whatwg.org/multipage/canvas.html#check-the-usability-of-the-image-argument
  package var still: PageImage {
    guard case .raster(let source) = content, clock != nil else { return self }
    return cache.withLock { cache in
      if let known = cache.still { return known }
      if cache.animation == nil { cache.animation = .some(source.animation()) }
      guard case .some(.some) = cache.animation else { return self }
      let image = PageImage(source: source, budget: budget, clock: PictureClock())
      cache.still = image
      return image
    }
  }

  /// The picture as a file that any decoder shows as it is shown here; nil for drawings and where it is
  /// broken.
  package func file() -> (bytes: [UInt8], mimeType: String)? {
    if isVector { return nil }
    if case .raster(let source) = content, source.info.orientation == .up, !source.ignoresOrientation,
      source.info.format == .png || source.info.format == .jpeg || source.info.format == .gif,
      clock == nil || source.animation() == nil
    {
      return (source.bytes, source.info.format.mimeType)
    }
    guard let naturalWidth, let naturalHeight, naturalWidth * naturalHeight <= Self.largestFile,
      let bitmap = bitmap(width: Int(naturalWidth), height: Int(naturalHeight))
    else { return nil }
    let encoder = PNGEncoder(width: bitmap.width, height: bitmap.height, pixels: .withAlpha)
    encoder.append(bitmap)
    encoder.finish()
    return (encoder.takeOutput(), ImageFormat.png.mimeType)
  }

  /// Pixels of a picture that is encoded anew.
  private static let largestFile = 4_000_000.0

  package var isVector: Bool {
    switch content {
    case .vector: true
    case .raster, .bitmap: false
    }
  }

  /// Why `bitmap(width:height:)` gave nothing.
  package var failure: ImageError? { cache.withLock { $0.failure } }

  /// The pixels to draw the whole picture into `width` by `height` device pixels.
  ///
  /// A vector picture comes at exactly that size; `objectWidth` and `objectHeight` tell it the same
  /// size in CSS pixels. A raster picture comes at its own size, or halved until another halving
  /// would make it smaller than asked for: what remains is for the drawing, with bilinear filtering.
  /// Nil where the picture turns out to be broken or too large.
  package func bitmap(
    width: Int, height: Int, objectWidth: Double? = nil, objectHeight: Double? = nil
  ) -> Bitmap? {
    guard width > 0, height > 0 else { return nil }
    return cache.withLock { (cache) -> Bitmap? in
      if cache.failure != nil { return nil }
      do throws(ImageError) {
        switch content {
        case .vector(let picture):
          let size = DrawingSize(
            width: width, height: height, objectWidth: objectWidth, objectHeight: objectHeight)
          return try drawing(of: picture, size, &cache)
        case .raster(let source):
          choose(frameOf: source, &cache)
          return try halved(Self.level(source.info.width, source.info.height, width, height), &cache) {
            (level, cache) throws(ImageError) in try decode(source, level, &cache)
          }
        case .bitmap(let bitmap):
          return try halved(Self.level(bitmap.width, bitmap.height, width, height), &cache) { _, _ in
            (bitmap, 0)
          }
        }
      } catch {
        // A size that is too large says nothing about other sizes.
        if case .tooLarge = error {} else { cache.failure = error }
        return nil
      }
    }
  }

  /// How often a picture can be halved without becoming smaller than the target on either side. One
  /// that is too long for Cairo is halved in any case.
  private static func level(_ width: Int, _ height: Int, _ targetWidth: Int, _ targetHeight: Int) -> Int {
    var level = 0
    while width >> (level + 1) >= max(1, targetWidth), height >> (level + 1) >= max(1, targetHeight) {
      level += 1
    }
    while max(width, height) >> level > longestSide { level += 1 }
    return level
  }

  /// The picture at a level: from the cache, from the nearest larger one in it, or from `decode`,
  /// which gives a bitmap and its level.
  private func halved(
    _ level: Int, _ cache: inout Cache,
    decode: (Int, inout Cache) throws(ImageError) -> (Bitmap, Int)
  ) throws(ImageError) -> Bitmap {
    var (current, bitmap): (Int, Bitmap)
    if let nearest = cache.levels.keys.filter({ $0 <= level }).max(), let cached = cache.levels[nearest] {
      (current, bitmap) = (nearest, cached)
    } else {
      (bitmap, current) = try decode(level, &cache)
      cache.levels[current] = bitmap
    }
    if current == level { return bitmap }
    while current < level {
      bitmap = try bitmap.halved()
      current += 1
    }
    cache.levels[level] = bitmap
    return bitmap
  }

  private func decode(
    _ source: ImageSource, _ level: Int, _ cache: inout Cache
  ) throws(ImageError) -> (Bitmap, Int) {
    if case .some(let animation?) = cache.animation {
      try take(source.info.width * source.info.height, &cache)
      let start = animation.start(for: cache.frame, width: source.info.storedWidth, height: source.info.storedHeight)
      let frames = animation.frames[start...cache.frame].reduce(0) { $0 + $1.width * $1.height }
      let isAllowed = budget?.take(frames: min(frames, FrameCanvas.mostPixels)) ?? true
      return (try source.decode(animation, frame: isAllowed ? cache.frame : start), 0)
    }
    // A decoder may shrink too, with a filter of its own: the last halving is left to ours.
    let reduction = source.info.format == .jpeg ? min(3, max(0, level - 1)) : 0
    try take((source.info.width * source.info.height) >> (2 * reduction), &cache)
    return (try source.decode(reduction: 1 << reduction), reduction)
  }

  private func take(_ pixels: Int, _ cache: inout Cache) throws(ImageError) {
    guard pixels > cache.pixelsTaken else { return }
    if let budget, !budget.take(pixels - cache.pixelsTaken) { throw .budgetExceeded }
    cache.pixelsTaken = pixels
  }

  /// Pixels of another frame are of no use.
  private func choose(frameOf source: ImageSource, _ cache: inout Cache) {
    guard let clock else { return }
    if cache.animation == nil { cache.animation = .some(source.animation()) }
    guard case .some(let animation?) = cache.animation else { return }
    let frame = animation.index(at: clock.time)
    guard frame != cache.frame else { return }
    cache.frame = frame
    cache.levels = [:]
  }

  private func drawing(
    of picture: any VectorPicture, _ size: DrawingSize, _ cache: inout Cache
  ) throws(ImageError) -> Bitmap {
    if let index = cache.drawings.firstIndex(where: { $0.size == size }) {
      let found = cache.drawings.remove(at: index)
      cache.drawings.append(found)
      return found.bitmap
    }
    let pixels = size.width.multipliedReportingOverflow(by: size.height)
    if pixels.overflow || pixels.partialValue > ImageSource.maximumPixels {
      throw .tooLarge(width: size.width, height: size.height)
    }
    let bitmap = try picture.render(
      width: size.width, height: size.height, objectWidth: size.objectWidth, objectHeight: size.objectHeight)
    cache.drawings.append((size, bitmap))
    if cache.drawings.count > Self.drawingsKept { cache.drawings.removeFirst() }
    return bitmap
  }
}
