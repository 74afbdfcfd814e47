import OffscreenDOM

extension Primitives {
  func addTree() {
    let (document, scripts) = (document, scripts)
    add("atom") { call in
      let bytes = try call.bytes(0)
      return call.realm.make(Int(bytes.withUnsafeBufferPointer { document.names.intern($0) }.rawValue))
    }
    // Of a name that something has already; -1 else: nothing can have it.
    add("knownAtom") { call in
      call.realm.make(Int(document.names.find(try call.string(0))?.rawValue ?? -1))
    }
    add("spelling") { call in call.realm.make(document.names.spelling(of: try call.atom(0))) }
    add("createElement") { call in
      let (name, namespace) = (try call.atom(0), try call.namespace(1))
      return call.realm.make(try scripts.making { document.makeElement(name, namespace: namespace) })
    }
    add("createText") { call in
      let bytes = try call.bytes(0)
      return call.realm.make(try scripts.making { document.makeText(bytes) })
    }
    add("createComment") { call in
      let bytes = try call.bytes(0)
      return call.realm.make(try scripts.making { document.makeComment(bytes) })
    }
    add("createProcessingInstruction") { call in
      let (target, bytes) = (try call.atom(0), try call.bytes(1))
      return call.realm.make(try scripts.making { document.makeProcessingInstruction(target: target, bytes) })
    }
    add("createFragment") { call in call.realm.make(try scripts.making { document.makeFragment() }) }
    add("createDocument") { call in call.realm.make(try scripts.making { document.makeDocument() }) }
    add("createDocumentType") { call in
      let (name, publicID, systemID) = (try call.atom(0), try call.bytes(1), try call.bytes(2))
      return call.realm.make(
        try scripts.making { document.makeDocumentType(name: name, publicID: publicID, systemID: systemID) })
    }
    add("templateContents") { call in call.realm.make(document.templateContents(try call.node(0))) }
    add("insert") { call in
      let (node, parent, next) = (try call.node(0), try call.node(1), try call.optionalNode(2))
      do throws(InsertionRefusal) {
        try document.insert(node, into: parent, before: next)
      } catch {
        let number =
          switch error {
          case .containsParent: 1
          case .notAChild: 2
          case .notAllowed: 3
          }
        return call.realm.make(number)
      }
      return call.realm.make(0)
    }
    addAction("noteMove") { call in document.noteMove(of: try call.node(0)) }
    addAction("remove") { call in document.remove(try call.node(0)) }
    add("clone") { call in
      let (node, deep) = (try call.node(0), call.boolean(1))
      let copy = try scripts.making { document.clone(node, deep: deep) }
      scripts.noteClone(of: node, copy)
      return call.realm.make(copy)
    }
    add("text") { call in
      let node = try call.node(0)
      return call.realm.make(document.text(node))
    }
    addAction("setText") { call in document.setText(try call.bytes(1), of: try call.node(0)) }
    add("textContent") { call in call.realm.make(document.textContent(try call.node(0))) }
    add("publicID") { call in call.realm.make(document.identifiers(try call.node(0)).publicID) }
    add("systemID") { call in call.realm.make(document.identifiers(try call.node(0)).systemID) }
    add("quirks") { call in
      let mode =
        switch scripts.quirksMode(of: try call.node(0)) {
        case .noQuirks: 0
        case .limitedQuirks: 1
        case .quirks: 2
        }
      return call.realm.make(mode)
    }
    addAction("prepareScripts") { call in scripts.prepareInserted(try call.node(0)) }
  }
}
