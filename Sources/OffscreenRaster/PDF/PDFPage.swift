import CCairo
import CPoppler
import OffscreenImages

/// Draws a page of a PDF document. Poppler is large, and documents can be made to break it: call this in
/// a process of its own.
package enum PDFPage {
  /// Whether the library is there that draws them.
  package static var isAvailable: Bool {
    var poppler = OffscreenPoppler()
    return offscreen_poppler_open(&poppler) != 0
  }

  package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    case noLibrary
    case unreadable(String)
    case noSuchPage(Int, of: Int)
    case noSize
    case notDrawn

    package var description: String {
      switch self {
      case .noLibrary: "the library libpoppler-glib.so.8 cannot be used: apt-get install libpoppler-glib8"
      case .unreadable(let reason): "not a PDF document that can be read: \(reason)"
      case .noSuchPage(let number, let count): "there is no page \(number): the document has \(count)"
      case .noSize: "the page has no size"
      case .notDrawn: "the page could not be drawn"
      }
    }
  }

  /// `number` counts from 1; the picture is `width` pixels wide, on white.
  package static func draw(_ bytes: [UInt8], number: Int, width: Int) throws(Failure) -> Bitmap {
    var poppler = OffscreenPoppler()
    guard offscreen_poppler_open(&poppler) != 0 else { throw .noLibrary }
    guard let data = poppler.bytes_new(bytes, UInt(bytes.count)) else { throw .notDrawn }
    defer { poppler.bytes_unref(data) }
    // 1. The document and its page.
    var error: UnsafeMutablePointer<OffscreenPopplerError>?
    guard let document = poppler.document_new_from_bytes(data, nil, &error) else {
      throw .unreadable(error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "unknown")
    }
    defer { poppler.object_unref(document) }
    let count = Int(poppler.document_get_n_pages(document))
    guard number >= 1, number <= count, let page = poppler.document_get_page(document, Int32(clamping: number - 1))
    else {
      throw .noSuchPage(number, of: count)
    }
    defer { poppler.object_unref(page) }
    // 2. The picture keeps its shape.
    var (pageWidth, pageHeight) = (0.0, 0.0)
    poppler.page_get_size(page, &pageWidth, &pageHeight)
    guard pageWidth > 0, pageHeight > 0, pageWidth.isFinite, pageHeight.isFinite else { throw .noSize }
    let width = max(1, min(width, 16_384))
    let scale = Double(width) / pageWidth
    let height = max(1, Int(min(pageHeight * scale, 16_384).rounded()))
    guard let bitmap = try? Bitmap(width: width, height: height),
      let surface = cairo_image_surface_create_for_data(
        bitmap.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: width),
        Int32(clamping: height), Int32(clamping: bitmap.stride))
    else { throw .notDrawn }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { throw .notDrawn }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_paint(cairo)
    cairo_scale(cairo, scale, scale)
    // 3. Page contents only: forms and annotations are drawn with them.
    poppler.page_render(page, UnsafeMutableRawPointer(cairo))
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { throw .notDrawn }
    cairo_surface_flush(surface)
    bitmap.isOpaque = true
    return bitmap
  }
}
