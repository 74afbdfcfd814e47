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
    add("isRendered") { call in call.realm.make(services.isRendered(try call.node(0))) }
    add("innerText") { call in call.realm.make(services.innerText(of: try call.node(0))) }
  }
}
