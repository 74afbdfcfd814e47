/// The options of a picture of a page.
public struct SnapshotOptions: Sendable {
  /// Default: the viewport; of a PDF document, the page on sheets of paper. What is on paper sees the media `print`.
  public var region = PictureRegion.viewport
  /// CSS pixels around an element or a part that is shown, up to 10,000.
  public var padding = 0.0
  /// How long the page has settled, on its own clock; nil is as the page's options say.
  public var settle: Duration?
  /// Device pixels per CSS pixel, up to 8; nil is as the page's options say.
  public var scale: Double?
  /// A box to scale the picture down into, in device pixels.
  public var thumbnail: ThumbnailSize?
  public var format = PictureOutput.Format.png
  /// The backdrop, visible where the page paints nothing; nil is as the page's options say. JPEG has no transparency.
  public var background: PictureBackground?

  public init(
    region: PictureRegion = .viewport, padding: Double = 0, settle: Duration? = nil, scale: Double? = nil,
    thumbnail: ThumbnailSize? = nil, format: PictureOutput.Format = .png, background: PictureBackground? = nil
  ) {
    (self.region, self.padding, self.settle, self.scale) = (region, padding, settle, scale)
    (self.thumbnail, self.format, self.background) = (thumbnail, format, background)
  }

  func options(_ page: PageOptions, scroll: PagePoint) -> PageOptions {
    var options = page
    options.region = format == .pdf && region == .viewport ? .pages : region
    if options.isOnPages { options.media = .print }
    options.padding = padding
    options.scroll = scroll
    if let settle { options.settle = settle }
    if let scale { options.scale = scale }
    options.thumbnail = thumbnail
    if let background { options.background = background }
    return options
  }
}

/// A picture of a page.
public struct Snapshot: Sendable {
  /// The bytes of the file, in the format that was asked for.
  public var data: [UInt8]
  /// Device pixels.
  public var width: Int
  public var height: Int
  /// What was left out or could not be had.
  public var warnings: [String]

  /// Writes the picture as a whole file, or not at all. Missing folders are made.
  public func write(to path: String) throws(RenderError) {
    try RenderedPicture(data: data, width: width, height: height).write(to: path)
  }
}
