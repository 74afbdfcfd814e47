import CCairo
import Foundation
import OffscreenGeometry
import OffscreenPaint
import OffscreenText

/// Makes a PDF document of display lists, page by page: text as text in the fonts of the page, shapes as shapes.
package final class DocumentWriter {
  /// A place of a document.
  package struct Place: Hashable, Sendable {
    /// From 1.
    package var page: Int
    /// CSS pixels from the page's top left.
    package var x: Double
    package var y: Double
    package init(page: Int, x: Double, y: Double) { (self.page, self.x, self.y) = (page, x, y) }
  }

  /// What is told of a document beside its pages.
  package struct Facts: Sendable {
    package var title = ""
    package var author = ""
    package var subject = ""
    package var keywords = ""
    package var creator = ""
    /// ISO 8601.
    package var date = ""
    package init() {}
  }

  private let output = Output()
  private let surface: OpaquePointer
  private let cairo: OpaquePointer
  private let fonts: PageFonts
  private let documentFonts: DocumentFonts
  /// What drawing may cost that is drawn as pictures.
  private let budget: DrawingBudget
  /// Whether something was left out, as drawing it takes too much work.
  package var isCutShort: Bool { budget.isSpent }

  /// CSS pixels to points.
  static let points = 0.75

  private final class Output {
    var bytes: [UInt8] = []
  }

  package init?(_ fonts: PageFonts, _ facts: Facts) {
    self.fonts = fonts
    documentFonts = DocumentFonts(fonts)
    budget = DrawingBudget(pixels: 1 << 26)
    let context = Unmanaged.passUnretained(output).toOpaque()
    let write: cairo_write_func_t = { context, data, length in
      guard let context, let data else { return CAIRO_STATUS_WRITE_ERROR }
      let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
      output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
      return CAIRO_STATUS_SUCCESS
    }
    guard let surface = cairo_pdf_surface_create_for_stream(write, context, 612, 792) else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    (self.surface, self.cairo) = (surface, cairo)
    for (key, text) in [
      (CAIRO_PDF_METADATA_TITLE, facts.title), (CAIRO_PDF_METADATA_AUTHOR, facts.author),
      (CAIRO_PDF_METADATA_SUBJECT, facts.subject), (CAIRO_PDF_METADATA_KEYWORDS, facts.keywords),
      (CAIRO_PDF_METADATA_CREATOR, facts.creator), (CAIRO_PDF_METADATA_CREATE_DATE, facts.date),
    ] where !text.isEmpty {
      cairo_pdf_surface_set_metadata(surface, key, Self.text(text))
    }
    cairo_surface_set_fallback_resolution(surface, 192, 192)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Begins a page of this size in CSS pixels, and draws it.
  package func page(width: Double, height: Double, _ body: (DocumentPage) -> Void) {
    cairo_pdf_surface_set_size(surface, width * Self.points, height * Self.points)
    cairo_save(cairo)
    cairo_scale(cairo, Self.points, Self.points)
    body(
      DocumentPage(
        cairo: cairo, width: width, height: height, fonts: fonts, documentFonts: documentFonts, budget: budget))
    cairo_restore(cairo)
    cairo_show_page(cairo)
  }

  /// Adds a chapter to the outline. `parent`: what came of adding the one that it is in; 0 for none.
  package func addOutline(_ title: String, at place: Place, in parent: Int32) -> Int32 {
    cairo_pdf_surface_add_outline(
      surface, parent, Self.text(title), Self.attributes(of: place), cairo_pdf_outline_flags_t(0))
  }

  /// The document; nil where it could not be made.
  package func finish() -> [UInt8]? {
    cairo_surface_finish(surface)
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      return nil
    }
    defer { output.bytes = [] }
    return output.bytes
  }

  static func attributes(of place: Place) -> String {
    "page=\(max(1, place.page)) pos=[\(number(place.x * points)) \(number(place.y * points))]"
  }

  static func number(_ value: Double) -> String {
    let value = value.isFinite ? min(max(value, -100_000), 100_000) : 0
    // The program has no data of locales: a format that asks for one ends it.
    return String(format: "%.3f", value)
  }

  /// As Cairo takes it: without the character that ends its texts.
  private static func text(_ text: String) -> String {
    String(text.prefix(2_000)).replacingOccurrences(of: "\0", with: "")
  }
}

/// A page of a PDF document while it is drawn, in CSS pixels from its top left.
package struct DocumentPage {
  let cairo: OpaquePointer
  let width: Double
  let height: Double
  let fonts: PageFonts
  let documentFonts: DocumentFonts
  let budget: DrawingBudget

  /// Fills the whole page.
  package func fill(_ color: Color) {
    cairo_set_source_rgba(cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    cairo_paint(cairo)
  }

  /// Draws a list whose origin is at a place of the page. `clip`: what is seen of it, in the page's coordinates.
  package func draw(_ list: DisplayList, x: Double, y: Double, clip: PaintRect) {
    cairo_save(cairo)
    cairo_rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
    cairo_clip(cairo)
    cairo_translate(cairo, x, y)
    var player = DocumentPlayer(list, on: self, Transform.translation(x: x, y: y), clip)
    player.play(list.commands.indices)
    cairo_restore(cairo)
  }

  /// Makes an area lead to an address.
  package func link(_ area: PaintRect, to address: String) {
    guard address.utf8.count < Self.longestAddress else { return }
    tag(area, "uri='\(Self.inDocument(address))'")
  }

  private static let longestAddress = 10_000

  /// Cairo writes an address into the document as it is: what ends a text there, or begins another, is said in percents.
  static func inDocument(_ address: String) -> String {
    var result = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case "(": result += "%28"
      case ")": result += "%29"
      case "\\": result += "%5C"
      case "'": result += "%27"
      case "\0": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Makes an area lead to a destination of the document, which has to be made too.
  package func link(_ area: PaintRect, toDestination number: Int) { tag(area, "dest='d\(number)'") }

  /// Makes a place of this page the destination of links. Cairo knows pages that are still to come by such only.
  package func addDestination(_ number: Int, x: Double, y: Double) {
    let place = "x=\(DocumentWriter.number(x)) y=\(DocumentWriter.number(y))"
    cairo_tag_begin(cairo, CAIRO_TAG_DEST, "name='d\(number)' \(place)")
    cairo_tag_end(cairo, CAIRO_TAG_DEST)
  }

  private func tag(_ area: PaintRect, _ target: String) {
    let area = area.intersection(PaintRect(x: 0, y: 0, width: width, height: height))
    guard !area.isEmpty else { return }
    let numbers = [area.x, area.y, area.width, area.height].map { DocumentWriter.number($0) }.joined(separator: " ")
    cairo_tag_begin(cairo, CAIRO_TAG_LINK, "rect=[\(numbers)] \(target)")
    cairo_tag_end(cairo, CAIRO_TAG_LINK)
  }
}
