import OffscreenDOM

extension Primitives {
  func addAttributes() {
    let document = document
    add("attribute") { call in
      let (node, name) = (try call.node(0), try call.atom(1))
      let value = document.withAttribute(node, name, namespace: try call.namespace(2)) { $0.map { [UInt8]($0) } }
      return value.map { call.realm.make($0) } ?? call.realm.null
    }
    addAction("setAttribute") { call in
      let (node, name, namespace) = (try call.node(0), try call.atom(1), try call.namespace(2))
      let value = try call.bytes(3)
      value.withUnsafeBufferPointer { document.setAttribute(node, name, namespace: namespace, value: $0) }
    }
    addAction("removeAttribute") { call in
      document.removeAttribute(try call.node(0), try call.atom(1), namespace: try call.namespace(2))
    }
    add("attributes") { call in
      var numbers: [Int] = []
      document.forEachAttribute(try call.node(0)) { name, namespace, _ in
        numbers += [Int(name.rawValue), namespace.number]
      }
      return call.realm.make { numbers.map { call.realm.make($0) } }
    }
  }
}
