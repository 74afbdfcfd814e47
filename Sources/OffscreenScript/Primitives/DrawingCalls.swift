import Foundation
import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenRaster

/// What canvases ask for. Surfaces and pictures have numbers that the prelude gives them.
extension Primitives {
  func addDrawings() {
    addSurfaces()
    addPictures()
    addPixels()
    addDrawingValues()
  }

  private var drawings: DrawingSurfaces { scripts.services.drawings }

  private func addSurfaces() {
    let (drawings, services) = (drawings, scripts.services)
    addAction("openDrawing") { call in
      let (number, element) = (try call.integer(0), try scripts.shower(call.integer(4)))
      drawings.open(
        number, width: try call.integer(1), height: try call.integer(2), hasAlpha: call.boolean(3),
        isWide: call.boolean(5))
      if !element.isNone { services.show(number, in: element) }
    }
    addAction("closeDrawing") { call in drawings.close(try call.integer(0)) }
    // Strings that are drawn again are not sent again. The last argument: whether they are forgotten.
    var strings: [String] = []
    addAction("draw") { call in
      strings += try call.strings(2)
      drawings.run(try call.numbers(0), strings: strings)
      if call.boolean(3) { strings = [] }
    }
    add("isInFill") { call in
      call.realm.make(drawings.isInFill(try call.numbers(0), x: try call.number(2), y: try call.number(3)))
    }
    add("isInStroke") { call in
      call.realm.make(drawings.isInStroke(try call.numbers(0), x: try call.number(2), y: try call.number(3)))
    }
    add("pathSegments") { call in call.realm.make(DrawingSurfaces.segments(ofPathData: try call.string(0))) }
  }

  private func addPictures() {
    let (drawings, scripts) = (drawings, scripts)
    let services = scripts.services
    func size(_ number: Int, _ realm: ScriptRealm) -> ScriptValue {
      drawings.size(of: number).map { realm.make([$0.width, $0.height]) } ?? realm.null
    }
    // Width, height and whether it is foreign; empty without a picture, null for a broken one.
    add("keepPicture") { call in
      let (number, realm) = (try call.integer(0), call.realm)
      let element = try call.node(1)
      guard scripts.imageState(of: element).isComplete else { return realm.make([Double]()) }
      switch services.picture(of: element) {
      case .none: return realm.make([Double]())
      case .broken: return realm.null
      case .found(let image, let isForeign):
        drawings.keep(image, as: number)
        guard let size = drawings.size(of: number) else { return realm.null }
        return realm.make([size.width, size.height, isForeign ? 1 : 0])
      }
    }
    add("keepFile") { call in
      let number = try call.integer(0)
      guard let bytes = try call.binary(1), let source = try? ImageSource(bytes: bytes) else { return call.realm.null }
      drawings.keep(PageImage(source: source), as: number)
      return size(number, call.realm)
    }
    add("keepPixels") { call in
      let number = try call.integer(0)
      guard let bytes = try call.binary(1) else { return call.realm.make(false) }
      return call.realm.make(
        drawings.keep(
          bytes, width: try call.integer(2), height: try call.integer(3), isWide: call.boolean(4), as: number))
    }
    // from, to, x, y, width, height, new width, new height, whether it is upside down, whether it is pixelated
    add("copyPicture") { call in
      var copying = DrawingSurfaces.Copying(
        x: try call.number(2), y: try call.number(3), width: try call.number(4), height: try call.number(5),
        newWidth: try call.integer(6), newHeight: try call.integer(7))
      (copying.isFlipped, copying.isPixelated) = (call.boolean(8), call.boolean(9))
      return call.realm.make(drawings.copy(try call.integer(0), to: try call.integer(1), copying))
    }
  }

  private func addPixels() {
    let drawings = drawings
    add("readPixels") { call in
      let bytes = drawings.pixels(
        of: try call.integer(0), x: try call.integer(1), y: try call.integer(2), width: try call.integer(3),
        height: try call.integer(4), isWide: call.boolean(5))
      return bytes.map { call.realm.makeBinary($0) } ?? call.realm.null
    }
    // number, bytes, width, height, x, y, of the part that is written x, y, width, height, whether they are of Display P3
    addAction("writePixels") { call in
      guard let bytes = try call.binary(1) else { return }
      let part = (try call.integer(6), try call.integer(7), try call.integer(8), try call.integer(9))
      drawings.put(
        bytes, width: try call.integer(2), height: try call.integer(3), on: try call.integer(0),
        atX: try call.integer(4),
        y: try call.integer(5), part: part, isWide: call.boolean(10))
    }
    // Bytes and their type; null where there are no pixels.
    add("encodePicture") { call in
      let quality = call.isNull(2) ? nil : try call.number(2)
      guard let file = drawings.file(of: try call.integer(0), type: try call.string(1), quality: quality) else {
        return call.realm.null
      }
      return call.realm.make { [call.realm.makeBinary(file.bytes), call.realm.make(file.type)] }
    }
    add("base64") { call in
      guard let bytes = try call.binary(0) else { return call.realm.make("") }
      return call.realm.make(Data(bytes).base64EncodedString())
    }
  }

  private func addDrawingValues() {
    let (drawings, services, document) = (drawings, scripts.services, document)
    func environment(_ element: NodeID) -> ComputationEnvironment {
      var environment = ComputationEnvironment.initial
      if !element.isNone, let style = services.style(of: element) {
        environment.color = style.inherited.color
        environment.font.size = Double(style.font.size)
      }
      return environment
    }
    // Red, green, blue, alpha, the text, whether it depends on the element, red, green and blue in Display P3; null where
    // it is not valid.
    add("drawingColor") { call in
      let (text, realm) = (try call.string(0), call.realm)
      guard let found = LoneValues.color(text, in: environment(try call.optionalNode(1))) else { return realm.null }
      let color = found.color
      return realm.make {
        [
          realm.make(Double(color.red)), realm.make(Double(color.green)), realm.make(Double(color.blue)),
          realm.make(Double(color.alpha)), realm.make(found.text), realm.make(found.isRelative),
          realm.make(found.wide.x), realm.make(found.wide.y), realm.make(found.wide.z),
        ]
      }
    }
    // A font as it is serialized.
    add("drawingFont") { call in
      let (text, element) = (try call.string(0), try call.optionalNode(1))
      let parent = element.isNone ? nil : services.style(of: element)?.font
      let font = LoneValues.font(text, parent: parent ?? .ofDrawings, in: environment(element))
      return call.realm.make(font.map { LoneValues.text(of: $0) })
    }
    add("isFilter") { call in
      call.realm.make(LoneValues.filters(try call.string(0), in: .initial) != nil)
    }
    // CSS pixels of a length in a font; null where it is not valid.
    add("drawingLength") { call in
      var environment = ComputationEnvironment.initial
      let font = LoneValues.font(try call.string(1), parent: .ofDrawings, in: .initial) ?? .ofDrawings
      environment.font.size = Double(font.size)
      return LoneValues.length(try call.string(0), in: environment).map { call.realm.make($0) } ?? call.realm.null
    }
    add("measureText") { call in
      call.realm.make(drawings.measure(try call.string(0), try call.numbers(1), font: try call.string(3)))
    }
    add("isRightToLeft") { call in
      let element = try call.node(0)
      if let style = services.style(of: element) { return call.realm.make(style.text.direction == .rtl) }
      if document.isConnected(element) {
        return call.realm.make(services.computedValue(of: element, pseudo: "", name: "direction") == "rtl")
      }
      // It has no style yet: what `dir` gives it.
      var saying = element
      while !saying.isNone, !document.hasAttribute(saying, .dir) { saying = document.parent(saying) }
      let direction = saying.isNone ? nil : document.attribute(saying, .dir)
      return call.realm.make(direction?.lowercased() == "rtl")
    }
  }
}
