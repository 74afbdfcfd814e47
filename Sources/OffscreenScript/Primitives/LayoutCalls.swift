extension Primitives {
  func addLayout() {
    let services = scripts.services
    add("clientRects") { call in call.realm.make(services.clientRects(of: try call.node(0))) }
    add("textRects") { call in
      call.realm.make(
        services.textRects(of: try call.node(0), from: try call.integer(1), to: try call.integer(2)))
    }
    add("geometry") { call in
      services.geometry(of: try call.node(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("offsetParent") { call in call.realm.make(services.offsetParent(of: try call.node(0))) }
    addAction("scrollTo") { call in
      services.scroll(try call.optionalNode(0), toX: try call.number(1), y: try call.number(2))
    }
    add("viewport") { call in call.realm.make(services.viewport()) }
    add("elementsFromPoint") { call in
      call.realm.make(services.elementsFromPoint(x: try call.number(0), y: try call.number(1)))
    }
    add("isSkipped") { call in
      call.realm.make(services.isSkipped(try call.node(0), automatic: call.boolean(1)))
    }
    add("isRendered") { call in call.realm.make(services.isRendered(try call.node(0))) }
    addAction("setHighlights") { call in services.setHighlights(try call.strings(0), try call.numbers(1)) }
    addShapes()
    add("innerText") { call in call.realm.make(services.innerText(of: try call.node(0))) }
  }

  private func addShapes() {
    let services = scripts.services
    add("drawingBox") { call in
      services.drawingBox(of: try call.node(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("drawingMatrix") { call in
      let matrix = services.drawingMatrix(of: try call.node(0), toScreen: try call.integer(1) != 0)
      return matrix.map { call.realm.make($0) } ?? call.realm.null
    }
    add("pathLength") { call in
      services.pathLength(of: try call.node(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("pathPoint") { call in
      let point = services.pathPoint(of: try call.node(0), at: try call.number(1))
      return point.map { call.realm.make($0) } ?? call.realm.null
    }
    add("isInShape") { call in
      call.realm.make(
        services.isInShape(
          try call.node(0), x: try call.number(1), y: try call.number(2), stroke: try call.integer(3) != 0))
    }
    add("fontUnits") { call in call.realm.make(services.fontUnits(of: try call.node(0))) }
    add("drawnText") { call in
      services.drawnText(of: try call.node(0)).map { call.realm.make($0) } ?? call.realm.null
    }
  }
}
