import CRsvg
import Synchronization

/// An SVG document, drawn by librsvg. It has no base address, so that nothing outside is loaded but
/// `data:` URLs.
package final class VectorImage: Sendable {
  /// The root element's size in CSS pixels; nil where it has none or gives
  /// percentages.
  /// https://www.w3.org/TR/SVG2/coords.html#IntrinsicSizing
  package let naturalWidth: Double?
  package let naturalHeight: Double?
  package let naturalRatio: Double?
  private let hasViewBox: Bool
  /// A view box without a width or height lets nothing be drawn, and leaves no dimensions.
  private let isEmpty: Bool
  private let handles: Mutex<Handles>
  private let styleSheet: [UInt8]
  /// What decides how long drawing takes, where that may be long; of others what a picture of a megapixel takes.
  private let scan: VectorScan?
  private let usualWork: Double
  /// How many units of the document the picture is wide, where it says so.
  private let unitWidth: Double?
  private static let bearableWork = 30_000_000.0

  /// Text longer than this is not looked at.
  package static let maximumBytes = 16 << 20

  /// `styleSheet` applies to the document as a user style sheet does: it can set what `currentColor`
  /// means for a drawing that stands in a page.
  package init(bytes: [UInt8], styleSheet: [UInt8] = [], budget: PixelBudget? = nil) throws(ImageError) {
    guard bytes.count <= Self.maximumBytes else { throw .unsupported(.svg, "a document this long") }
    // librsvg would unpack it, to any size.
    guard !bytes.starts(with: [0x1F, 0x8B]) else { throw .unsupported(.svg, "compression") }
    let scan = VectorScan(bytes)
    if let budget, !budget.take(elements: scan.elements.count) { throw .budgetExceeded }
    let root = SVGRoot(bytes)
    let document = scan.withoutLargeKernels(root?.normalized(bytes) ?? bytes)
    var handles = Handles(drawing: try Handle(document))
    try handles.drawing.apply(styleSheet)
    self.styleSheet = styleSheet
    // Optimization: most drawings are so small that nothing more is to be asked of them.
    usualWork = VectorWork.cost(of: scan, width: 1_000, height: 1_000, unitWidth: root?.viewBox?.width ?? 1_000)
    self.scan = usualWork > Self.bearableWork ? scan : nil
    unitWidth = root?.viewBox?.width
    if let background = root?.background {
      // Where it is not a colour, the first declaration stands.
      let document = """
        <svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" \
        style="fill:none;fill:\(background)"/></svg>
        """
      handles.background = try Handle(Array(document.utf8))
    }
    let viewBox = root?.viewBox
    isEmpty = viewBox.map { $0.width <= 0 || $0.height <= 0 } ?? false
    let (width, height) = isEmpty ? (nil, nil) : (root?.width, root?.height)
    (naturalWidth, naturalHeight, hasViewBox) = (width, height, viewBox != nil)
    if isEmpty {
      naturalRatio = nil
    } else if let width, let height {
      naturalRatio = width > 0 && height > 0 ? width / height : nil
    } else {
      // What is stretched to any shape has none of its own.
      naturalRatio = root?.isStretched == true ? nil : viewBox.map { $0.width / $0.height }
    }
    self.handles = Mutex(handles)
  }

  /// How long the picture takes to draw, in nanoseconds.
  func work(width: Int, height: Int, objectWidth: Double?, without omission: VectorWork.Omission) -> Double {
    guard let scan else { return usualWork * max(0.01, Double(width) * Double(height) / 1_000_000) }
    return VectorWork.cost(
      of: scan, width: width, height: height, unitWidth: unitWidth ?? objectWidth ?? Double(width), without: omission)
  }

  /// The picture at a size in device pixels. `objectWidth` and `objectHeight` say how many CSS pixels
  /// that is, which counts where the drawing does not scale with its size.
  package func render(
    width: Int, height: Int, objectWidth: Double? = nil, objectHeight: Double? = nil,
    without omission: VectorWork.Omission = .nothing
  ) throws(ImageError) -> Bitmap {
    guard width <= 32_767, height <= 32_767 else { throw .tooLarge(width: width, height: height) }
    let bitmap = try Bitmap(width: width, height: height)
    if isEmpty { return bitmap }
    var size = (width: objectWidth ?? Double(width), height: objectHeight ?? Double(height))
    // Without a view box, but with a size of its own, a picture is stretched to the place it gets.
    if !hasViewBox, let naturalWidth, let naturalHeight { size = (naturalWidth, naturalHeight) }
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .empty }

    try handles.withLock { (handles) throws(ImageError) in
      if handles.omission != omission {
        // The sheet that is set last is the one that counts.
        try handles.drawing.apply(styleSheet + Array((omission.styleSheet ?? "svg{}").utf8))
        handles.omission = omission
      }
      let surface = cairo_image_surface_create_for_data(
        bitmap.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(bitmap.stride))
      defer { cairo_surface_destroy(surface) }
      let context = cairo_create(surface)
      defer { cairo_destroy(context) }
      cairo_scale(context, Double(width) / size.width, Double(height) / size.height)
      let viewport = OffscreenRsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
      try handles.background?.render(context, viewport)
      try handles.drawing.render(context, viewport)
      cairo_surface_flush(surface)
    }
    return bitmap
  }

  private struct Handles {
    var drawing: Handle
    /// A sheet of one colour behind it.
    var background: Handle?
    /// What the drawing is drawn without.
    var omission = VectorWork.Omission.nothing
  }

  /// The library is opened when it is first needed.
  private static let library: OffscreenRsvg? = {
    var library = OffscreenRsvg()
    return offscreen_rsvg_open(&library) != 0 ? library : nil
  }()

  static var isAvailable: Bool { library != nil }

  /// Of librsvg; nil where it is not installed.
  static var libraryVersion: String? {
    guard let version = library?.version else { return nil }
    return "\(version.0).\(version.1).\(version.2)"
  }

  /// Owns one of librsvg's documents.
  private final class Handle: @unchecked Sendable {
    private let library: OffscreenRsvg
    private let pointer: UnsafeMutableRawPointer

    init(_ bytes: [UInt8]) throws(ImageError) {
      guard let library = VectorImage.library else { throw .unsupported(.svg, "drawing without librsvg") }
      var error: UnsafeMutablePointer<OffscreenRsvgError>?
      guard let pointer = library.handle_new_from_data(bytes, UInt(bytes.count), &error) else {
        throw Self.failure(&error, library)
      }
      library.handle_set_dpi(pointer, 96)
      (self.library, self.pointer) = (library, pointer)
    }

    deinit { library.object_unref(pointer) }

    func apply(_ styleSheet: [UInt8]) throws(ImageError) {
      var error: UnsafeMutablePointer<OffscreenRsvgError>?
      if styleSheet.isEmpty { return }
      guard library.handle_set_stylesheet(pointer, styleSheet, UInt(styleSheet.count), &error) != 0 else {
        throw Self.failure(&error, library)
      }
    }

    func render(_ context: OpaquePointer?, _ viewport: OffscreenRsvgRectangle) throws(ImageError) {
      var (viewport, error) = (viewport, nil as UnsafeMutablePointer<OffscreenRsvgError>?)
      guard library.handle_render_document(pointer, context, &viewport, &error) != 0 else {
        throw Self.failure(&error, library)
      }
    }

    private static func failure(
      _ error: inout UnsafeMutablePointer<OffscreenRsvgError>?, _ library: OffscreenRsvg
    ) -> ImageError {
      defer { library.clear_error(&error) }
      guard let error, let message = error.pointee.message else { return .malformed(.svg, "unreadable") }
      return .malformed(.svg, String(cString: message))
    }
  }
}
