extension Primitives {
  func addStyle() {
    let (services, document) = (scripts.services, document)
    add("declarations") { call in call.realm.make(services.declarations(try call.string(0))) }
    add("declaration") { call in
      services.declaration(try call.string(0), try call.string(1)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("shorthand") { call in call.realm.make(services.shorthand(try call.string(0), try call.strings(1))) }
    add("longhands") { call in
      services.longhands(try call.string(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("supports") { call in call.realm.make(services.supports(try call.string(0), try call.string(1))) }
    add("supportsCondition") { call in call.realm.make(services.supportsCondition(try call.string(0))) }
    add("computedValue") { call in
      call.realm.make(
        services.computedValue(of: try call.node(0), pseudo: try call.optionalString(1) ?? "", name: try call.string(2))
      )
    }
    add("snapAreas") { call in
      let root = try call.node(0)
      return call.realm.make(
        document.elements(below: root) { services.style(of: $0)?.unshown.snapAlign != nil })
    }
    add("computedStyleValue") { call in
      services.computedStyleValue(of: try call.node(0), name: try call.string(1)).map { call.realm.make($0) }
        ?? call.realm.null
    }
    add("registerProperty") { call in
      let problem = services.registerProperty(
        try call.string(0), syntax: try call.string(1), isInherited: call.boolean(2),
        initial: try call.optionalString(3))
      scripts.stylesChanged()
      return problem.map { call.realm.make($0) } ?? call.realm.null
    }
    add("registeredSyntax") { call in
      services.registeredSyntax(try call.string(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("timelineState") { call in
      let range = (start: try call.string(2), end: try call.string(3))
      return services.timelineState(of: try call.node(0), try call.string(1), range: range).map { call.realm.make($0) }
        ?? call.realm.null
    }
    add("transitionNames") { call in call.realm.make(services.transitionNames(in: try call.node(0))) }
    add("isFontSource") { call in call.realm.make(services.isFontSource(try call.string(0))) }
    add("mayChangeCounterStyle") { call in
      let (name, value) = (try call.string(0), try call.string(1))
      return call.realm.make(services.mayChangeCounterStyle(name, to: value, system: try call.string(2)))
    }
    add("loadsFont") { call in call.realm.make(services.loadsFont(try call.string(0), base: try call.string(1))) }
    add("isFontUsed") { call in call.realm.make(services.isFontUsed(try call.string(0))) }
    add("computedNames") { call in call.realm.make(services.computedNames()) }
    add("matchesMedia") { call in call.realm.make(services.matchesMedia(try call.string(0))) }
    add("propertyNames") { call in call.realm.make(services.propertyNames()) }
    add("customNames") { call in call.realm.make(services.customNames(of: try call.node(0))) }
    add("styleSheets") { call in call.realm.make(services.sheetOwners(in: try call.node(0))) }
    add("sheetText") { call in call.realm.make(services.sheetText(of: try call.node(0))) }
    add("importedText") { call in
      call.realm.make(services.importedText(try call.string(0), base: try call.string(1)))
    }
    addAction("setImportedText") { call in
      services.setImportedText(at: try call.string(0), try call.string(1))
    }
    addAction("setSheetText") { call in
      services.setSheetText(of: try call.node(0), try call.string(1))
      scripts.stylesChanged()
    }
    addAction("setSheetDisabled") { call in
      services.setSheetDisabled(try call.node(0), call.boolean(1))
      scripts.stylesChanged()
    }
    addAction("adoptSheets") { call in
      services.adoptSheets(try call.strings(1), by: try call.node(0))
      scripts.stylesChanged()
    }
    add("rules") { call in call.realm.make(services.rules(try call.string(0), isNested: call.boolean(1))) }
    add("selectorText") { call in
      call.realm.make(
        services.selectorText(
          try call.string(0), isNested: call.boolean(1), namespaces: try call.strings(2), nests: call.boolean(3)))
    }
    add("scopeText") { call in
      services.scopeText(try call.string(0), isNested: call.boolean(1), namespaces: try call.strings(2))
        .map { call.realm.make($0) } ?? call.realm.null
    }
    add("preludeText") { call in call.realm.make(services.preludeText(try call.string(0))) }
    add("containerText") { call in
      services.containerText(try call.string(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("functionText") { call in
      services.functionText(try call.string(0)).map { call.realm.make($0) } ?? call.realm.null
    }
    add("mediaText") { call in call.realm.make(services.mediaText(try call.string(0))) }
  }
}
