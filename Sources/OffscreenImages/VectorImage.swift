import CRsvg
import Synchronization

/// An SVG document, drawn by librsvg. It has no base address, so that nothing outside is loaded but
/// `data:` URLs.
package final class VectorImage: Sendable {
  /// What the root element says about its size, in CSS pixels; nil where it says nothing or gives
  /// percentages.
  /// https://www.w3.org/TR/SVG2/coords.html#IntrinsicSizing
  package let naturalWidth: Double?
  package let naturalHeight: Double?
  package let naturalRatio: Double?
  private let hasViewBox: Bool
  private let handle: Mutex<Handle>

  /// Text longer than this is not looked at.
  package static let maximumBytes = 16 << 20

  /// `styleSheet` applies to the document as a user style sheet does: it can set what `currentColor`
  /// means for a drawing that stands in a page.
  package init(bytes: [UInt8], styleSheet: [UInt8] = []) throws(ImageError) {
    guard bytes.count <= Self.maximumBytes else { throw .unsupported(.svg, "a document this long") }
    // librsvg would unpack it, to any size.
    guard !bytes.starts(with: [0x1F, 0x8B]) else { throw .unsupported(.svg, "compression") }
    var error: UnsafeMutablePointer<GError>?
    guard let pointer = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
      throw .malformed(.svg, Self.message(&error))
    }
    let handle = Handle(pointer: pointer)
    rsvg_handle_set_dpi(pointer, 96)
    if !styleSheet.isEmpty, rsvg_handle_set_stylesheet(pointer, styleSheet, gsize(styleSheet.count), &error) == 0 {
      throw .malformed(.svg, Self.message(&error))
    }

    var (hasWidth, hasHeight, hasViewBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
    var (width, height) = (RsvgLength(), RsvgLength())
    var viewBox = RsvgRectangle()
    rsvg_handle_get_intrinsic_dimensions(
      pointer, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &viewBox)
    let naturalWidth = hasWidth != 0 ? Self.pixels(width) : nil
    let naturalHeight = hasHeight != 0 ? Self.pixels(height) : nil
    if let naturalWidth, let naturalHeight {
      naturalRatio = naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : nil
    } else if hasViewBox != 0, viewBox.width > 0, viewBox.height > 0 {
      naturalRatio = viewBox.width / viewBox.height
    } else {
      naturalRatio = nil
    }
    (self.naturalWidth, self.naturalHeight, self.hasViewBox) = (naturalWidth, naturalHeight, hasViewBox != 0)
    self.handle = Mutex(handle)
  }

  /// The picture at a size in device pixels. `objectWidth` and `objectHeight` say how many CSS pixels
  /// that is, which counts where the drawing does not scale with its size.
  package func render(
    width: Int, height: Int, objectWidth: Double? = nil, objectHeight: Double? = nil
  ) throws(ImageError) -> Bitmap {
    guard width <= 32_767, height <= 32_767 else { throw .tooLarge(width: width, height: height) }
    let bitmap = try Bitmap(width: width, height: height)
    var size = (width: objectWidth ?? Double(width), height: objectHeight ?? Double(height))
    // Without a view box, but with a size of its own, a picture is stretched to the place it gets.
    if !hasViewBox, let naturalWidth, let naturalHeight { size = (naturalWidth, naturalHeight) }
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { throw .empty }

    try handle.withLock { (handle) throws(ImageError) in
      let surface = cairo_image_surface_create_for_data(
        bitmap.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(bitmap.stride))
      defer { cairo_surface_destroy(surface) }
      let context = cairo_create(surface)
      defer { cairo_destroy(context) }
      cairo_scale(context, Double(width) / size.width, Double(height) / size.height)
      var viewport = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
      var error: UnsafeMutablePointer<GError>?
      guard rsvg_handle_render_document(handle.pointer, context, &viewport, &error) != 0 else {
        throw .malformed(.svg, Self.message(&error))
      }
      cairo_surface_flush(surface)
    }
    return bitmap
  }

  /// Absolute units; `em` is the initial font size, since the root element's own is not told.
  private static func pixels(_ length: RsvgLength) -> Double? {
    let factor: Double
    switch length.unit {
    case RSVG_UNIT_PX: factor = 1
    case RSVG_UNIT_EM: factor = 16
    case RSVG_UNIT_EX: factor = 8
    case RSVG_UNIT_IN: factor = 96
    case RSVG_UNIT_CM: factor = 96 / 2.54
    case RSVG_UNIT_MM: factor = 96 / 25.4
    case RSVG_UNIT_PT: factor = 96 / 72
    case RSVG_UNIT_PC: factor = 16
    default: return nil  // a percentage
    }
    let value = length.length * factor
    return value.isFinite && value >= 0 ? value : nil
  }

  private static func message(_ error: inout UnsafeMutablePointer<GError>?) -> String {
    defer { g_clear_error(&error) }
    guard let error, let message = error.pointee.message else { return "unreadable" }
    return String(cString: message)
  }

  /// Owns librsvg's object.
  private final class Handle: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<RsvgHandle>
    init(pointer: UnsafeMutablePointer<RsvgHandle>) { self.pointer = pointer }
    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }
}
