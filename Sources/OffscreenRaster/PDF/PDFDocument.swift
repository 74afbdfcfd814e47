import CCairo
import CPoppler
import OffscreenImages

/// A PDF document whose pages are drawn. Poppler is large, and documents can be made to break it: use it in a process of
/// its own.
package final class PDFDocument {
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

  /// Of a picture's side.
  package static let mostPixels = 16_384

  private let poppler: OffscreenPoppler
  private let data: UnsafeMutableRawPointer
  private let document: UnsafeMutableRawPointer
  package let pageCount: Int

  package init(_ bytes: [UInt8]) throws(Failure) {
    var poppler = OffscreenPoppler()
    guard offscreen_poppler_open(&poppler) != 0 else { throw .noLibrary }
    guard let data = poppler.bytes_new(bytes, UInt(bytes.count)) else { throw .notDrawn }
    var error: UnsafeMutablePointer<OffscreenPopplerError>?
    guard let document = poppler.document_new_from_bytes(data, nil, &error) else {
      poppler.bytes_unref(data)
      throw .unreadable(error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "unknown")
    }
    (self.poppler, self.data, self.document) = (poppler, data, document)
    pageCount = Int(poppler.document_get_n_pages(document))
  }

  deinit {
    poppler.object_unref(document)
    poppler.bytes_unref(data)
  }

  /// `number` counts from 1.
  package func page(_ number: Int) throws(Failure) -> Page {
    guard number >= 1, number <= pageCount,
      let page = poppler.document_get_page(document, Int32(clamping: number - 1))
    else { throw .noSuchPage(number, of: pageCount) }
    return try Page(page, of: self)
  }

  package final class Page {
    private let page: UnsafeMutableRawPointer
    private let document: PDFDocument
    /// In points.
    package let width: Double
    package let height: Double

    fileprivate init(_ page: UnsafeMutableRawPointer, of document: PDFDocument) throws(Failure) {
      (self.page, self.document) = (page, document)
      var (width, height) = (0.0, 0.0)
      document.poppler.page_get_size(page, &width, &height)
      (self.width, self.height) = (width, height)
      guard width > 0, height > 0, width.isFinite, height.isFinite else { throw .noSize }
    }

    deinit { document.poppler.object_unref(page) }

    /// A picture that is `width` pixels wide, on white, and keeps the page's shape.
    package func draw(width: Int) throws(Failure) -> Bitmap {
      let pixels = max(1, min(width, PDFDocument.mostPixels))
      let scale = Double(pixels) / self.width
      let rows = max(1, Int(min(height * scale, Double(PDFDocument.mostPixels)).rounded()))
      guard let bitmap = try? Bitmap(width: pixels, height: rows),
        let surface = cairo_image_surface_create_for_data(
          bitmap.data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: pixels),
          Int32(clamping: rows), Int32(clamping: bitmap.stride))
      else { throw .notDrawn }
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { throw .notDrawn }
      defer { cairo_destroy(cairo) }
      cairo_set_source_rgb(cairo, 1, 1, 1)
      cairo_paint(cairo)
      cairo_scale(cairo, scale, scale)
      // Page contents only: forms and annotations are drawn with them.
      document.poppler.page_render(page, UnsafeMutableRawPointer(cairo))
      guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { throw .notDrawn }
      cairo_surface_flush(surface)
      bitmap.isOpaque = true
      return bitmap
    }
  }
}
