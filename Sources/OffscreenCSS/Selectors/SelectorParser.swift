import OffscreenDOM

/// What selectors of a style sheet are read with.
package struct SelectorContext {
  package let names: NameTable
  /// `@namespace` rules: prefixes, and the default namespace.
  package var prefixes: [String: NamespaceName] = [:]
  package var defaultNamespace: NamespaceName?
  /// The selectors of the style rule around, to which `&` refers.
  package var parent: SelectorList? {
    didSet {
      nesting = parent?.filtered { $0.pseudoElement == nil }
      nestingInHas = nesting?.filtered { !$0.containsHas }
    }
  }
  /// Those of them that could stand in `:is()` there: the others match nothing. Found once, not for each `&`.
  fileprivate private(set) var nesting: SelectorList?
  fileprivate private(set) var nestingInHas: SelectorList?
  /// Whether they are scoped by the `@scope` around.
  package var isScoped = false

  package init(names: NameTable) { self.names = names }
}

/// Reads selector lists.
/// https://drafts.csswg.org/selectors-4/#grammar
package struct SelectorParser {
  package let context: SelectorContext
  /// Inside `:is()` and its like the default namespace counts only for what names a type, and
  /// pseudo-elements are not allowed.
  private var depth = 0
  private var isInHas = false

  /// Chosen so that indices of a selector stay small; longer selectors are invalid.
  private static let maximumParts = 4096

  /// Whether lists may be forgiving.
  private let forgives: Bool

  package init(_ context: SelectorContext, forgives: Bool = true) {
    (self.context, self.forgives) = (context, forgives)
  }

  /// The selectors of a style rule; nil if one of them is invalid. In a nested rule they may be
  /// relative to the parent.
  package func styleRuleSelectors(_ cursor: TokenCursor) -> SelectorList? {
    list(cursor, form: context.parent != nil ? .nested : context.isScoped ? .scoped : .absolute, isForgiving: false)
  }

  /// What a scope begins or ends with. Pseudo-elements are in no scope.
  /// https://drafts.csswg.org/css-cascade-6/#typedef-scope-start
  package func scopeSelectors(_ cursor: TokenCursor) -> SelectorList? {
    guard let list = styleRuleSelectors(cursor), list.selectors.allSatisfy({ $0.pseudoElement == nil })
    else { return nil }
    return list
  }

  /// `&`, as declarations have it that stand in a group of rules alone.
  package var nesting: SelectorList {
    var draft = Draft()
    addNesting(&draft)
    draft.compounds = [draft.current]
    return SelectorList([compile(draft)])
  }

  /// For `@supports selector()`: nil where a part is unknown.
  package func complexSelector(_ cursor: TokenCursor) -> Selector? {
    var cursor = cursor
    guard let selector = complex(&cursor, .absolute), cursor.isAtEnd else { return nil }
    return selector
  }

  /// For scripts: a list of complex selectors.
  package func selectorList(_ cursor: TokenCursor) -> SelectorList? {
    list(cursor, form: .absolute, isForgiving: false)
  }

  enum Form { case absolute, nested, scoped, relative }

  private func list(_ cursor: TokenCursor, form: Form, isForgiving: Bool) -> SelectorList? {
    var cursor = cursor
    var selectors: [Selector] = []
    let isForgiving = isForgiving && forgives
    if isForgiving, cursor.isAtEnd { return SelectorList([]) }
    while true {
      var part = cursor
      let start = cursor.position
      while !cursor.isAtEnd, cursor.kind != .comma { cursor.advanceValue() }
      part = TokenCursor(cursor.buffer, start..<cursor.position)
      if let selector = complex(&part, form), part.isAtEnd {
        selectors.append(selector)
      } else if !isForgiving {
        return nil
      }
      guard cursor.consumeComma() else { return SelectorList(selectors) }
    }
  }

  // MARK: Complex selectors

  /// A complex selector while it is read.
  private struct Draft {
    /// Left to right.
    var compounds: [[SelectorPart]] = []
    /// The combinator before each compound but the first.
    var combinators: [Combinator] = []
    var current: [SelectorPart] = []
    /// Whether the current compound has a type or universal selector.
    var hasType = false
    var specificity = Specificity.zero
    var pseudoElement: PseudoElement?
    var pseudoElementTest = PseudoElementTest()
    /// Whether there is a pseudo-element, and what may follow it.
    var followers: PseudoElement.Followers?
    var neverMatches = false
    var containsNesting = false
    var containsScope = false
    var needsShadowTree = false
    /// Whether the pseudo-element is one that stands for elements: `::slotted()`, `::part()`.
    var isOfElements = false
    var lists: [SelectorList] = []
    var attributes: [AttributeTest] = []
    var languages: [String] = []
    var count = 0

    mutating func add(_ part: SelectorPart, _ specificity: Specificity = .zero) {
      if case .pseudoClass(.scope) = part { containsScope = true }
      // Optimization: most compounds have a namespace, a name and one thing more.
      if current.isEmpty { current.reserveCapacity(4) }
      current.append(part)
      count += 1
      self.specificity += specificity
    }

    mutating func add(list: SelectorList) -> Int32 {
      lists.append(list)
      return Int32(truncatingIfNeeded: lists.count - 1)
    }
  }

  private func complex(_ cursor: inout TokenCursor, _ form: Form) -> Selector? {
    var draft = Draft()
    let leading = form == .absolute ? nil : consumeCombinator(&cursor, afterWhitespace: false)
    if form == .absolute, consumeCombinator(&cursor, afterWhitespace: false) != nil { return nil }
    while true {
      guard compound(&cursor, &draft), draft.count <= Self.maximumParts else { return nil }
      let hasWhitespace = cursor.kind == .whitespace
      cursor.skipWhitespace()
      let isHost = draft.current.contains {
        switch $0 {
        case .host, .hostContext: true
        default: false
        }
      }
      // A host has no features: `*` is none that it has.
      if isHost, draft.hasType { addNever(&draft) }
      // The default namespace holds for what has no type too, save the subject of an inner selector.
      // https://drafts.csswg.org/selectors-4/#matches
      if !draft.hasType, !isHost, depth == 0 || !cursor.isAtEnd, let namespace = context.defaultNamespace {
        draft.current.insert(.namespace(namespace), at: 0)
        draft.count += 1
      }
      draft.compounds.append(draft.current)
      draft.current = []
      if cursor.isAtEnd { break }
      // Nothing may follow a pseudo-element.
      guard draft.followers == nil else { return nil }
      guard let combinator = consumeCombinator(&cursor, afterWhitespace: hasWhitespace) else { return nil }
      draft.combinators.append(combinator)
    }
    switch form {
    case .absolute: break
    case .nested:
      // https://drafts.csswg.org/css-nesting-1/#syntax: without a `&` one is implied at the start.
      if leading != nil || !draft.containsNesting {
        addNesting(&draft)
        draft.compounds.insert(draft.current, at: 0)
        draft.combinators.insert(leading ?? .descendant, at: 0)
      }
    case .scoped:
      // https://drafts.csswg.org/css-cascade-6/#scoped-rules: without a `:scope` or `&` one is implied at the start.
      if leading != nil || !draft.containsScope {
        draft.compounds.insert([.pseudoClass(.scope)], at: 0)
        draft.combinators.insert(leading ?? .descendant, at: 0)
      }
    case .relative:
      draft.compounds.insert([.anchor], at: 0)
      draft.combinators.insert(leading ?? .descendant, at: 0)
    }
    return compile(draft)
  }

  private func compile(_ draft: Draft) -> Selector {
    var parts: [SelectorPart] = []
    parts.reserveCapacity(draft.count + draft.combinators.count + 1)
    for index in draft.compounds.indices.reversed() {
      parts.append(contentsOf: draft.compounds[index])
      if index > 0 { parts.append(.combinator(draft.combinators[index - 1])) }
    }
    let isEmpty = draft.lists.isEmpty && draft.attributes.isEmpty && draft.languages.isEmpty
    return Selector(
      parts: parts, specificity: draft.specificity, pseudoElement: draft.pseudoElement,
      pseudoElementTest: draft.pseudoElementTest,
      neverMatches: draft.neverMatches, needsShadowTree: draft.needsShadowTree, subjects: subjects(of: parts, draft),
      tables: isEmpty
        ? nil
        : SelectorTables(lists: draft.lists, attributes: draft.attributes, languages: draft.languages),
      containsHas: draft.lists.contains(where: \.containsHas)
        || parts.contains { if case .has = $0 { true } else { false } },
      ancestorKeys: Selector.ancestorKeys(of: parts))
  }

  private func subjects(of parts: [SelectorPart], _ draft: Draft) -> SelectorSubjects {
    var subjects = SelectorSubjects.tree
    for part in parts {
      switch part {
      case .combinator(.slotted): return .slotted
      case .combinator(.part): return .parts
      case .combinator: return subjects
      case .host, .hostContext: subjects = .host
      case .matchesAny(let index) where subjects == .tree:
        let inner = draft.lists[Int(index)].subjects
        if !inner.isEmpty { subjects = inner }
      default: break
      }
    }
    return subjects
  }

  private func consumeCombinator(_ cursor: inout TokenCursor, afterWhitespace: Bool) -> Combinator? {
    for (character, combinator) in [
      (">", .child), ("+", .nextSibling), ("~", .subsequentSibling),
    ] as [(Unicode.Scalar, Combinator)] where cursor.isDelim(character) {
      cursor.advance()
      return combinator
    }
    return afterWhitespace ? .descendant : nil
  }

  // MARK: Compound selectors

  /// Reads simple selectors up to whitespace, a combinator or the end; at least one.
  private func compound(_ cursor: inout TokenCursor, _ draft: inout Draft) -> Bool {
    let start = cursor.position
    guard let hasType = typeSelector(&cursor, &draft) else { return false }
    draft.hasType = hasType
    while !cursor.isAtEnd {
      let token = cursor.peek
      switch token.kind {
      case .whitespace: return cursor.position > start
      case .hash:
        guard token.flags.contains(.id), draft.followers == nil else { return false }
        draft.add(.id(intern(token, cursor)), Specificity(ids: 1))
        cursor.advanceToken()
      case .delim:
        if token.isDelim(".") {
          cursor.advanceToken()
          let name = cursor.peek
          guard name.kind == .ident, draft.followers == nil else { return false }
          draft.add(.class(intern(name, cursor)), Specificity(classes: 1))
          cursor.advanceToken()
        } else if token.isDelim("&") {
          guard draft.followers == nil else { return false }
          addNesting(&draft)
          cursor.advanceToken()
        } else {
          return cursor.position > start
        }
      case .openSquare:
        guard draft.followers == nil, attributeSelector(cursor.contents(), &draft) else { return false }
        cursor.advanceValue()
      case .colon:
        cursor.advanceToken()
        if cursor.kind == .colon {
          cursor.advanceToken()
          guard pseudoElement(&cursor, &draft) else { return false }
        } else {
          guard pseudoClass(&cursor, &draft) else { return false }
        }
      default: return false
      }
    }
    return cursor.position > start
  }

  private func addNesting(_ draft: inout Draft) {
    draft.containsNesting = true
    // Outside of nested rules it is `:scope`.
    guard let parent = isInHas ? context.nestingInHas : context.nesting else {
      return draft.add(.pseudoClass(.scope))
    }
    draft.add(.matchesAny(draft.add(list: parent)), parent.specificity)
  }

  private func intern(_ token: Token, _ cursor: TokenCursor) -> Atom {
    cursor.buffer.withText(token) { context.names.intern($0) }
  }

  /// `atom`: that of the name as it is written.
  private func internLowercased(_ token: Token, _ cursor: TokenCursor, _ atom: Atom) -> Atom {
    let hasUppercase = cursor.buffer.withText(token) { $0.contains { $0 &- 0x41 < 26 } }
    return hasUppercase ? context.names.intern(cursor.buffer.lowercased(token)) : atom
  }

  /// A type or universal selector, if there is one: whether there was; nil where it is invalid.
  private func typeSelector(_ cursor: inout TokenCursor, _ draft: inout Draft) -> Bool? {
    guard let (prefix, name) = qualifiedName(&cursor, allowsUniversal: true) else { return nil }
    guard let name else { return prefix == nil ? false : nil }
    switch prefix {
    case nil: if let namespace = context.defaultNamespace { draft.add(.namespace(namespace)) }
    case .any: break
    case .is(let namespace): draft.add(.namespace(namespace))
    }
    guard name.kind == .ident else { return true }
    let atom = intern(name, cursor)
    draft.add(.type(name: atom, lowercased: internLowercased(name, cursor, atom)), Specificity(types: 1))
    return true
  }

  /// `name`, `*`, `prefix|name`, `*|name`, `|name`. The outer nil: invalid.
  private func qualifiedName(
    _ cursor: inout TokenCursor, allowsUniversal: Bool
  ) -> (prefix: NamespaceTest?, name: Token?)? {
    func isName(_ token: Token) -> Bool {
      token.kind == .ident || (allowsUniversal && token.isDelim("*"))
    }
    let first = cursor.peek
    var copy = cursor
    if !first.isDelim("|") {
      guard first.kind == .ident || first.isDelim("*") else { return .some((nil, nil)) }
      copy.advanceToken()
    }
    var isPrefixed = false
    if copy.isDelim("|") {
      var after = copy
      after.advanceToken()
      // `[a|=b]` has no prefix.
      if isName(after.peek) {
        isPrefixed = true
        copy = after
      } else if first.isDelim("|") {
        return nil
      }
    }
    guard isPrefixed else {
      guard isName(first) else { return .some((nil, nil)) }
      cursor.advanceToken()
      return (nil, first)
    }
    let name = copy.peek
    copy.advanceToken()
    cursor = copy
    if first.isDelim("|") { return (.is(NamespaceName(.none)), name) }
    if first.isDelim("*") { return (.any, name) }
    guard let namespace = context.prefixes[cursor.string(first)] else { return nil }
    return (.is(namespace), name)
  }

  private func attributeSelector(_ contents: TokenCursor, _ draft: inout Draft) -> Bool {
    var cursor = contents
    guard let (prefix, name) = qualifiedName(&cursor, allowsUniversal: false), let name else { return false }
    cursor.skipWhitespace()
    let atom = intern(name, cursor)
    var test = AttributeTest(
      name: atom, lowercasedName: internLowercased(name, cursor, atom),
      namespace: prefix ?? .is(NamespaceName(.none)))
    if !cursor.isAtEnd {
      guard let comparison = attributeOperator(&cursor) else { return false }
      test.operator = comparison
      let value = cursor.peek
      guard value.kind == .ident || value.kind == .string else { return false }
      test.value = cursor.buffer.withText(value) { Array($0) }
      cursor.advance()
      if cursor.consumeIdent("i") {
        test.caseSensitivity = .asciiInsensitive
      } else if !cursor.consumeIdent("s"),
        AttributeTest.caseInsensitiveInHTML.contains(cursor.buffer.lowercased(name))
      {
        test.caseSensitivity = .insensitiveInHTML
      }
      guard cursor.isAtEnd else { return false }
    }
    draft.attributes.append(test)
    draft.add(
      .attribute(Int32(truncatingIfNeeded: draft.attributes.count - 1)), Specificity(classes: 1))
    return true
  }

  private func attributeOperator(_ cursor: inout TokenCursor) -> AttributeTest.Operator? {
    if cursor.consumeDelim("=") { return .equals }
    for (character, comparison) in [
      ("~", .includes), ("|", .dashMatch), ("^", .prefix), ("$", .suffix), ("*", .substring),
    ] as [(Unicode.Scalar, AttributeTest.Operator)] where cursor.isDelim(character) {
      cursor.advanceToken()
      return cursor.consumeDelim("=") ? comparison : nil
    }
    return nil
  }

  // MARK: Pseudo-elements and pseudo-classes

  private func pseudoElement(_ cursor: inout TokenCursor, _ draft: inout Draft) -> Bool {
    let token = cursor.peek
    guard token.kind == .ident || token.kind == .function else { return false }
    let isFunction = token.kind == .function
    let contents = cursor.contents()
    guard !isFunction || !contents.isAtEnd else { return false }
    cursor.advanceValue()
    if isFunction, depth == 0, draft.followers == nil {
      switch cursor.buffer.lowercased(token) {
      case "slotted": return slotted(contents, &draft)
      case "part": return part(contents, &draft)
      case "highlight":
        var name = contents
        let argument = name.peek
        guard argument.kind == .ident else { return false }
        draft.pseudoElementTest.highlight = intern(argument, name)
        name.advance()
        guard name.isAtEnd else { return false }
      case "scroll-button":
        var side = contents
        let name = side.isDelim("*") ? "*" : side.buffer.lowercased(side.peek)
        guard let button = PseudoElement.scrollButton(name) else { return false }
        side.advance()
        guard side.isAtEnd else { return false }
        let named = PseudoElement.Named(element: button, followers: [.userAction, .enabled])
        return add(named, &draft)
      default: break
      }
    }
    return pseudoElement(cursor.buffer.lowercased(token), isFunction: isFunction, &draft)
  }

  /// The subject is what is in the slot that the compound before matches.
  /// https://drafts.csswg.org/css-scoping-1/#slotted-pseudo
  private func slotted(_ contents: TokenCursor, _ draft: inout Draft) -> Bool {
    draft.compounds.append(draft.current)
    draft.combinators.append(.slotted)
    draft.current = []
    var (parser, cursor) = (self, contents)
    parser.depth += 1
    cursor.skipWhitespace()
    guard parser.compound(&cursor, &draft) else { return false }
    cursor.skipWhitespace()
    draft.needsShadowTree = true
    return cursor.isAtEnd && finishElements(&draft, followers: .pseudoElement)
  }

  /// The subject is an element of those names in the shadow tree of what the compound before matches.
  /// https://drafts.csswg.org/css-shadow-parts-1/#part
  private func part(_ contents: TokenCursor, _ draft: inout Draft) -> Bool {
    draft.compounds.append(draft.current)
    draft.combinators.append(.part)
    draft.current = []
    var cursor = contents
    cursor.skipWhitespace()
    repeat {
      let token = cursor.peek
      guard token.kind == .ident else { return false }
      draft.add(.part(intern(token, cursor)))
      cursor.advance()
    } while !cursor.isAtEnd
    return finishElements(&draft, followers: [.pseudoElement, .userAction, .state])
  }

  private func finishElements(_ draft: inout Draft, followers: PseudoElement.Followers) -> Bool {
    draft.specificity += Specificity(types: 1)
    (draft.followers, draft.isOfElements, draft.hasType) = (followers, true, true)
    return true
  }

  private func pseudoElement(_ name: String, isFunction: Bool, _ draft: inout Draft) -> Bool {
    guard depth == 0, let named = PseudoElement.named(name, isFunction: isFunction),
      forgives || PseudoElement.isSupported(name)
    else { return false }
    if let followers = draft.followers {
      if isFunction, name == "part" || name == "slotted" { return false }
      // Only pseudo-elements that are in the tree: https://drafts.csswg.org/css-scoping-1/#slotted-pseudo
      let isSlotted = draft.isOfElements && !followers.contains(.state)
      if isSlotted, named.element == .firstLine || named.element == .firstLetter { return false }
      let isScrollMarker = followers == .scrollMarker && named.element == .scrollMarker
      guard isScrollMarker || followers.contains(name == "marker" ? .marker : .pseudoElement) else { return false }
      if !draft.isOfElements, let outer = draft.pseudoElement, let inner = named.element.flatMap({ outer.inner($0) }) {
        return add(PseudoElement.Named(element: inner, followers: named.followers), &draft)
      }
      if !draft.isOfElements || named.element == nil { draft.neverMatches = true }
      draft.isOfElements = false
    }
    return add(named, &draft)
  }

  private func add(_ named: PseudoElement.Named, _ draft: inout Draft) -> Bool {
    draft.specificity += Specificity(types: 1)
    draft.followers = named.followers
    draft.pseudoElement = named.element ?? .before
    if named.element == nil { draft.neverMatches = true }
    return true
  }

  private func pseudoClass(_ cursor: inout TokenCursor, _ draft: inout Draft) -> Bool {
    let token = cursor.peek
    guard token.kind == .ident || token.kind == .function else { return false }
    let name = cursor.buffer.lowercased(token)
    if let followers = draft.followers { return follower(name, &cursor, followers, &draft) }
    if token.kind == .function {
      let isValid = functionalPseudoClass(name, cursor.contents(), &draft)
      cursor.advanceValue()
      return isValid
    }
    cursor.advanceToken()
    if PseudoElement.isLegacy(name) { return pseudoElement(name, isFunction: false, &draft) }
    guard let named = PseudoClass.named(name) else { return false }
    switch named {
    case .known(let pseudoClass): draft.add(.pseudoClass(pseudoClass), Specificity(classes: 1))
    case .host: addHost(.host(-1), .zero, &draft)
    case .neverMatching: addNever(&draft)
    }
    return true
  }

  private func addHost(_ part: SelectorPart, _ specificity: Specificity, _ draft: inout Draft) {
    draft.needsShadowTree = true
    draft.add(part, Specificity(classes: 1))
    draft.specificity += specificity
  }

  private func addNever(_ draft: inout Draft) {
    draft.add(.never, Specificity(classes: 1))
    draft.neverMatches = true
  }

  /// A pseudo-class behind a pseudo-element speaks of what readers do, and so never matches; its
  /// negation always does.
  private func follower(
    _ name: String, _ cursor: inout TokenCursor, _ followers: PseudoElement.Followers, _ draft: inout Draft
  ) -> Bool {
    let isFunction = cursor.kind == .function
    let contents = cursor.contents()
    cursor.advanceValue()
    switch name {
    case "is" where isFunction, "where" where isFunction:
      guard let states = states(contents, followers) else {
        addNever(&draft)
        return true
      }
      draft.pseudoElementTest.states.formIntersection(states)
      if name == "is" { draft.specificity += Specificity(classes: 1) }
    case "not" where isFunction:
      var negated = contents
      guard negated.consume(.colon), let operand = negated.consumeIdent(), negated.isAtEnd,
        isFollower(negated.buffer.lowercased(operand), followers)
      else { return false }
      draft.specificity += Specificity(classes: 1)
      if let states = states(contents, followers) { draft.pseudoElementTest.states.subtract(states) }
    case "state" where isFunction && followers.contains(.state): addNever(&draft)
    default:
      guard !isFunction, isFollower(name, followers) else { return false }
      if draft.isOfElements, case .known(let state)? = PseudoClass.named(name) {
        draft.add(.pseudoClass(state), Specificity(classes: 1))
        return true
      }
      if let states = Self.states(name, followers) {
        draft.pseudoElementTest.states.formIntersection(states)
        draft.specificity += Specificity(classes: 1)
        return true
      }
      addNever(&draft)
    }
    return true
  }

  private static func states(_ name: String, _ followers: PseudoElement.Followers) -> PseudoStates? {
    followers.contains(.target)
      ? PseudoState.markers[name] : followers.contains(.enabled) ? PseudoState.buttons[name] : nil
  }

  /// The states of the pseudo-element that pseudo-classes in a list ask for; nil where one asks for something else.
  private func states(_ contents: TokenCursor, _ followers: PseudoElement.Followers) -> PseudoStates? {
    var cursor = contents
    var all: PseudoStates = []
    repeat {
      cursor.skipWhitespace()
      guard cursor.consume(.colon), let name = cursor.consumeIdent(),
        let states = Self.states(cursor.buffer.lowercased(name), followers)
      else { return nil }
      all.formUnion(states)
    } while cursor.consumeComma()
    return cursor.isAtEnd ? all : nil
  }

  private func isFollower(_ name: String, _ followers: PseudoElement.Followers) -> Bool {
    (followers.contains(.userAction) && PseudoClass.isUserAction(name))
      || (followers.contains(.scrollbar)
        && (PseudoClass.isOfScrollbars(name) || name == "enabled" || name == "disabled"))
      || (followers.contains(.current) && name == "current") || Self.states(name, followers) != nil
  }

  private func functionalPseudoClass(
    _ name: String, _ contents: TokenCursor, _ draft: inout Draft
  ) -> Bool {
    var cursor = contents
    switch name {
    case "is", "where", "-webkit-any":
      guard let list = nested(contents, isForgiving: name != "-webkit-any", &draft) else { return false }
      draft.add(.matchesAny(draft.add(list: list)), name == "where" ? .zero : list.specificity)
    case "not":
      guard let list = nested(contents, isForgiving: false, &draft) else { return false }
      draft.add(.not(draft.add(list: list)), list.specificity)
    case "has":
      guard !isInHas else { return false }
      var parser = self
      parser.depth += 1
      parser.isInHas = true
      guard let list = parser.list(contents, form: .relative, isForgiving: false) else { return false }
      noteNesting(contents, &draft)
      draft.add(.has(draft.add(list: list)), list.specificity)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let pattern = AnPlusB(&cursor) else { return false }
      let ofType = name.hasSuffix("of-type")
      var of: Int32 = -1
      var specificity = Specificity(classes: 1)
      if !ofType, cursor.consumeIdent("of") {
        guard let list = nested(cursor, isForgiving: false, &draft) else { return false }
        of = draft.add(list: list)
        specificity += list.specificity
      } else if !cursor.isAtEnd {
        return false
      }
      draft.add(
        .nth(pattern, fromEnd: name.hasPrefix("nth-last"), ofType: ofType, of: of), specificity)
    case "lang":
      // Deviation: one name, as in Chromium.
      guard let token = cursor.consumeIdent(), cursor.isAtEnd else { return false }
      draft.languages.append(cursor.buffer.lowercased(token))
      draft.add(
        .language(Int32(truncatingIfNeeded: draft.languages.count - 1)), Specificity(classes: 1))
    case "dir":
      guard let direction = cursor.consumeIdent(), cursor.isAtEnd else { return false }
      if cursor.matches(direction, "ltr") || cursor.matches(direction, "rtl") {
        draft.add(
          .direction(isRightToLeft: cursor.matches(direction, "rtl")), Specificity(classes: 1))
      } else {
        addNever(&draft)
      }
    case "state":
      guard let name = cursor.consumeIdent(), cursor.isAtEnd else { return false }
      draft.add(.state(intern(name, cursor)), Specificity(classes: 1))
    case "host", "host-context":
      // https://drafts.csswg.org/css-scoping-1/#host-selector: one compound selector.
      guard let list = nested(contents, isForgiving: false, &draft), list.selectors.count == 1,
        !list.selectors[0].parts.contains(where: { if case .combinator = $0 { true } else { false } })
      else { return false }
      let index = draft.add(list: list)
      addHost(name == "host" ? .host(index) : .hostContext(index), list.specificity, &draft)
    case "active-view-transition-type":
      guard !cursor.isAtEnd else { return false }
      addNever(&draft)
    default: return false
    }
    return true
  }

  private func nested(_ cursor: TokenCursor, isForgiving: Bool, _ draft: inout Draft) -> SelectorList? {
    var parser = self
    parser.depth += 1
    noteNesting(cursor, &draft)
    return parser.list(cursor, form: .absolute, isForgiving: isForgiving)
  }

  /// Whether an argument contains the nesting selector `&`, or `:scope`.
  private func noteNesting(_ cursor: TokenCursor, _ draft: inout Draft) {
    let tokens = cursor.buffer.tokens
    if context.parent != nil {
      if !draft.containsNesting { draft.containsNesting = cursor.range.contains { tokens[$0].isDelim("&") } }
    } else if context.isScoped, !draft.containsScope {
      draft.containsScope = cursor.range.contains { index in
        tokens[index].isDelim("&")
          || tokens[index].kind == .colon && index + 1 < cursor.range.upperBound
            && tokens[index + 1].kind == .ident && cursor.buffer.lowercased(tokens[index + 1]) == "scope"
      }
    }
  }
}
