import Foundation
import OffscreenDOM
import OffscreenGeometry
import OffscreenImages
import OffscreenLayout
import OffscreenLoading
import OffscreenPaint
import OffscreenRaster

/// A page on sheets of paper: a PDF document, or a picture of each sheet.
extension LaidOutPage {
  func renderPages(_ outputs: [PictureOutput]) throws(RenderError) -> Rendering {
    if options.failsOnTimeout, let late = loader.firstLate { throw RenderError(late) }
    var pictures: [RenderedPicture] = []
    var notes: [String] = []
    for (index, output) in outputs.enumerated() where output.format == .pdf {
      var document = try makeDocument()
      document.output = index
      pictures.append(document)
    }
    let others = outputs.enumerated().filter { $0.element.format != .pdf }
    if !others.isEmpty { pictures += try sheetPictures(others.map { ($0.offset, $0.element) }, &notes) }
    return rendering(pictures.sorted { ($0.output, $0.number ?? 0) < ($1.output, $1.number ?? 0) }, notes: notes)
  }

  // MARK: Documents

  private func makeDocument() throws(RenderError) -> RenderedPicture {
    let tree = session.layout(at: viewport)
    if let paper {
      // It is one, with its text as text.
      let first = tree.pages.first?.frame.size ?? .zero
      return RenderedPicture(data: paper, width: first.width.rounded, height: first.height.rounded)
    }
    let base = PageStyling.baseURL(of: document, page: session.source.page, session.source.security)
    let marks = DocumentMarks(tree, document, base: base, page: session.source.page)
    guard let writer = DocumentWriter(session.fonts, facts(of: document)) else {
      throw RenderError(.limit, "\(name): there is no memory for a PDF document")
    }
    try session.eachSheet(at: viewport, scale: 1) { sheet throws(RenderError) in
      note(sheet.contents)
      let start = ContinuousClock.now
      writer.page(width: sheet.width, height: sheet.height) { page in
        let whole = PaintRect(x: 0, y: 0, width: sheet.width, height: sheet.height)
        if let background = options.background.sheet { page.fill(background) }
        if let margins = sheet.margins { page.draw(margins, x: 0, y: 0, clip: whole) }
        page.draw(sheet.contents, x: sheet.origin.x, y: sheet.origin.y, clip: sheet.clip)
        for link in marks.links[sheet.number - 1] {
          let area = link.area.offset(x: sheet.origin.x, y: sheet.origin.y)
          switch link.target {
          case .address(let address): page.link(area, to: address)
          case .destination(let number): page.link(area, toDestination: number)
          }
        }
        for (number, point) in marks.destinations[sheet.number - 1] {
          page.addDestination(number, x: sheet.origin.x + point.x, y: sheet.origin.y + point.y)
        }
      }
      add(ContinuousClock.now - start, to: .raster)
    }
    // Chapters are inside of those before them that have a lower level.
    var open: [(level: Int, number: Int32)] = []
    for chapter in marks.chapters {
      while let last = open.last, last.level >= chapter.level { open.removeLast() }
      let number = writer.addOutline(chapter.title, at: Self.place(chapter.place, tree), in: open.last?.number ?? 0)
      open.append((chapter.level, number))
    }
    let start = ContinuousClock.now
    guard let data = writer.finish() else { throw RenderError(.limit, "\(name): the PDF document could not be made") }
    add(ContinuousClock.now - start, to: .encode)
    if writer.isCutShort { note(.drawing) }
    let first = tree.pages.first?.frame.size ?? .zero
    return RenderedPicture(data: data, width: first.width.rounded, height: first.height.rounded)
  }

  private static func place(_ place: DocumentMarks.Place, _ tree: FragmentTree) -> DocumentWriter.Place {
    let origin = PaintPoint(tree.pages[place.page].frame.origin)
    return DocumentWriter.Place(page: place.page + 1, x: origin.x + place.point.x, y: origin.y + place.point.y)
  }

  private func facts(of document: Document) -> DocumentWriter.Facts {
    var facts = DocumentWriter.Facts()
    facts.title = document.title.onOneLine(1_000)
    func meta(_ name: String) -> String {
      var node = document.documentElement
      while !node.isNone {
        if document.isHTML(node, .meta), document.attribute(node, .name)?.lowercased() == name,
          let content = document.attribute(node, .content)
        {
          return content.onOneLine(1_000)
        }
        node = document.next(node, within: .document)
      }
      return ""
    }
    (facts.author, facts.subject, facts.keywords) = (meta("author"), meta("description"), meta("keywords"))
    facts.creator = "Offscreen \(OffscreenVersion.current)"
    // What the page's clock shows: with a date that is given, the same page makes the same bytes.
    let seconds = (options.date.flatMap { PageOptions.instant($0) }).map { $0 / 1_000 } ?? Date().timeIntervalSince1970
    facts.date = Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(.iso8601)
    return facts
  }

  // MARK: Pictures

  private func sheetPictures(
    _ outputs: [(index: Int, output: PictureOutput)], _ notes: inout [String]
  ) throws(RenderError) -> [RenderedPicture] {
    var taken = 0
    let count = session.layout(at: viewport).pages.count
    var pictures: [RenderedPicture] = []
    let scale = options.scale
    var pixels = options.limits.picturePixels * PictureAreas.pixelFactor
    try session.eachSheet(at: viewport, scale: scale) { sheet throws(RenderError) in
      note(sheet.contents)
      let (width, height) = (
        max(1, Int((sheet.width * scale).rounded())), max(1, Int((sheet.height * scale).rounded()))
      )
      pixels -= width * height
      guard pixels >= 0 else { return }
      taken = sheet.number
      var list = DisplayListBuilder(commandLimit: options.limits.commands)
      if let margins = sheet.margins { list.append(margins) }
      list.pushClip(sheet.clip)
      list.pushTransform(.translation(x: sheet.origin.x, y: sheet.origin.y))
      list.append(sheet.contents)
      list.pop()
      list.pop()
      do {
        let area = PictureArea(width: width, height: height)
        let made = try encode(list.seal(), area, outputs.map(\.output), number: sheet.number)
        for var picture in made {
          picture.output = outputs[picture.output].index
          pictures.append(picture)
        }
      } catch {
        throw RenderError(.limit, "the picture of \(width)x\(height) pixels could not be made: \(error)")
      }
    }
    if taken < count {
      let what = "the pictures have too many pixels together: only the first \(taken) sheets are taken"
      notes.append(options.limits.warning("picturePixels", what))
    }
    return pictures
  }
}

extension PictureBackground {
  /// What a sheet is painted with; paper is white by itself.
  fileprivate var sheet: Color? { self == .white || !isOpaque ? nil : color }
}
