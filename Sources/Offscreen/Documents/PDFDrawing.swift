import OffscreenImages
import OffscreenLoading
import OffscreenPlatform
import OffscreenRaster

/// Pictures of the pages of a PDF document.
struct PDFDrawing {
  struct Page {
    /// A PNG.
    var picture: [UInt8]
    /// In points.
    var width: Float
    var height: Float
  }

  var pages: [Page] = []
  /// Of the document.
  var pageCount = 0

  /// `first`: from 1.
  static func make(
    _ bytes: [UInt8], first: Int, count: Int, width: Int?, scale: Double, mostPixels: Int, within limit: Duration
  ) throws(RenderError) -> PDFDrawing {
    var order = HelperOrder(.draw, within: limit)
    (order.firstPage, order.pageCount) = (Int32(clamping: first), Int32(clamping: count))
    (order.width, order.scale) = (Int32(clamping: width ?? 0), Float(scale))
    order.mostPixels = Int32(clamping: mostPixels)
    guard let drawing = PDFDrawing(message: try DocumentHelper.work(order, on: bytes)) else {
      throw RenderError(.crash, "the process that draws PDF made no sense")
    }
    return drawing
  }

  // MARK: From process to process

  private init?(message bytes: [UInt8]) {
    var position = 0
    func number() -> UInt32? {
      guard bytes.count - position >= 4 else { return nil }
      defer { position += 4 }
      return bytes[position..<(position + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    guard let count = number(), count <= 1 << 24 else { return nil }
    pageCount = Int(count)
    while position < bytes.count {
      guard let width = number().map(Float.init(bitPattern:)), let height = number().map(Float.init(bitPattern:)),
        let size = number(), Int(size) <= bytes.count - position, width > 0, height > 0, width.isFinite,
        height.isFinite
      else { return nil }
      pages.append(Page(picture: Array(bytes[position..<(position + Int(size))]), width: width, height: height))
      position += Int(size)
    }
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  // MARK: In the process that draws

  /// What the process may do from now on.
  static func seal(_ order: HelperOrder) {
    var limits = ResourceLimits()
    (limits.memory, limits.fileSize, limits.openFiles) = (2 << 30, DocumentHelper.mostOutput, 64)
    limits.apply()
    // A page has five seconds; of many, all have the time that there is.
    let time = order.pageCount > 1 ? max(.seconds(5), order.limit) : .seconds(5)
    ResourceLimits.limitProcessorTime(time, isFinal: true)
    // It reads what is open already, and files of fonts; what started it has told whether the kernel can.
    var sandbox = Sandbox()
    sandbox.readable = []
    if !Sandbox.isSwitchedOff { _ = sandbox.seal() }
  }

  static func answer(to order: HelperOrder, _ bytes: [UInt8]) -> [UInt8] {
    var message: [UInt8] = [HelperAnswer.good]
    do {
      let document = try PDFDocument(bytes)
      append(UInt32(clamping: document.pageCount), to: &message)
      let first = Int(order.firstPage)
      guard first >= 1, first <= document.pageCount else {
        throw PDFDocument.Failure.noSuchPage(first, of: document.pageCount)
      }
      var pixels = Int(order.mostPixels)
      let scale = order.scale > 0 && order.scale.isFinite ? Double(order.scale) : 1
      for number in first...min(document.pageCount, first + max(1, Int(order.pageCount)) - 1) {
        let page = try document.page(number)
        let natural = min(page.width * 4 / 3 * scale, Double(PDFDocument.mostPixels))
        let width = order.width > 0 ? Int(order.width) : Int(natural.rounded())
        let bitmap = try page.draw(width: width)
        pixels -= bitmap.width * bitmap.height
        // The first is drawn in any case.
        if number > first, pixels < 0 { break }
        let picture = bitmap.pngData()
        if message.count + picture.count > DocumentHelper.mostOutput { break }
        append(Float(page.width).bitPattern, to: &message)
        append(Float(page.height).bitPattern, to: &message)
        append(UInt32(clamping: picture.count), to: &message)
        message += picture
      }
    } catch {
      return HelperAnswer.failure("\(error)")
    }
    return message
  }
}
