// Elements, and what they share with documents, fragments and texts. https://dom.spec.whatwg.org/#interface-element
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap } = core;
  const tree = core.tree;
  const { ELEMENT, DOCUMENT, FRAGMENT, TEXT, FIRST, LAST, PREVIOUS, NEXT, kindOf, namespaceOf, nameOf, link, parentOf, isElement } = tree;
  const { attributes } = core;
  const NONE = 7;
  const idAtom = core.atom("id"), classAtom = core.atom("class"), slotAtom = core.atom("slot"), partAtom = core.atom("part");

  /** The number of an element; a TypeError for other objects. */
  function elementID(object) {
    const id = core.id(object);
    if (kindOf(id) !== ELEMENT) throw new core.TypeError("The object is no Element.");
    return id;
  }
  core.elementID = elementID;

  core.tagName = (id) => {
    const prefix = tree.prefixOf(id);
    if (namespaceOf(id) === 0 && tree.isInHTMLDocument(id)) {
      return prefix === null ? tree.upperName(nameOf(id)) : core.toASCIIUppercase(tree.qualifiedName(id));
    }
    return tree.qualifiedName(id);
  };

  // MARK: Names
  // https://dom.spec.whatwg.org/#namespaces

  function hasAny(name, characters) {
    for (let index = 0; index < name.length; index += 1) {
      if (core.StringIncludes(characters, name[index])) return true;
    }
    return false;
  }

  const spaces = "\t\n\f\r ";
  const isAttributeName = (name) => name !== "" && !hasAny(name, spaces + "\0/=>");
  const isPrefix = (name) => name !== "" && !hasAny(name, spaces + "\0/>");
  const isDocumentTypeName = (name) => !hasAny(name, spaces + "\0>");

  const isAlpha = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

  function isElementName(name) {
    if (name === "") return false;
    const first = core.StringCharCodeAt(name, 0);
    if (isAlpha(first)) return !hasAny(name, spaces + "\0/>");
    if (first !== 58 && first !== 95 && first < 128) return false;
    for (let index = 1; index < name.length; index += 1) {
      const code = core.StringCharCodeAt(name, index);
      if (!isAlpha(code) && !(code >= 48 && code <= 57) && code !== 45 && code !== 46 && code !== 58 && code !== 95
        && code < 128) return false;
    }
    return true;
  }

  /** https://dom.spec.whatwg.org/#validate-and-extract */
  function validateAndExtract(namespace, qualifiedName, isName) {
    let prefix = null, name = qualifiedName;
    const colon = core.StringIndexOf(qualifiedName, ":");
    if (colon >= 0) {
      prefix = core.StringSlice(qualifiedName, 0, colon);
      const second = core.StringIndexOf(qualifiedName, ":", colon + 1);
      name = core.StringSlice(qualifiedName, colon + 1, second < 0 ? qualifiedName.length : second);
      if (!isPrefix(prefix)) throw error("InvalidCharacterError", "The prefix is not valid.");
    }
    if (!isName(name)) throw error("InvalidCharacterError", "The name is not valid.");
    const isXMLNS = qualifiedName === "xmlns" || prefix === "xmlns";
    if ((prefix !== null && namespace === null) || (prefix === "xml" && namespace !== tree.namespaces[4])
      || isXMLNS !== (namespace === tree.namespaces[5])) {
      throw error("NamespaceError", "The name does not fit the namespace.");
    }
    return { namespace, prefix, name };
  }

  core.names = { isElementName, isAttributeName, isDocumentTypeName, isPrefix, validateAndExtract };

  // MARK: ParentNode and ChildNode

  /** https://dom.spec.whatwg.org/#converting-nodes-into-a-node; the number of one node, perhaps of a fragment. */
  function nodeOf(values, document) {
    if (values.length === 1) return oneNode(values[0], document);
    const nodes = core.list();
    for (let index = 0; index < values.length; index += 1) put(nodes, oneNode(values[index], document));
    const fragment = native.createFragment();
    if (!tree.isAlone()) tree.setDocument(fragment, document);
    for (let index = 0; index < nodes.length; index += 1) tree.preInsert(nodes[index], fragment, -1);
    return fragment;
  }

  function oneNode(value, document) {
    const id = core.idIfNode(value);
    if (id >= 0) return id;
    if (core.isForeignNode?.(value)) return tree.adoptedNode(value);
    const text = tree.createText(core.string(value));
    if (!tree.isAlone()) tree.setDocument(text, document);
    return text;
  }

  // What changes the tree in several steps, so that custom elements hear of all of them at the end.

  const append = tree.reacting((values, id) => tree.preInsert(nodeOf(values, tree.documentOf(id)), id, -1));
  const prepend = tree.reacting((values, id) => {
    const node = nodeOf(values, tree.documentOf(id));
    tree.preInsert(node, id, link(id, FIRST));
  });
  const replaceChildren = tree.reacting((values, id) => {
    const node = nodeOf(values, tree.documentOf(id));
    tree.ensureValidity(node, id, -1, -1);
    tree.replaceAll(node, id);
  });
  const insertBefore = tree.reacting((values, id, parent) => {
    let previous = link(id, PREVIOUS);
    while (previous >= 0 && includesNode(values, previous)) previous = link(previous, PREVIOUS);
    const node = nodeOf(values, tree.documentOf(id));
    tree.preInsert(node, parent, previous < 0 ? link(parent, FIRST) : link(previous, NEXT));
  });
  const insertAfter = tree.reacting((values, id, parent) => {
    const next = nextBeside(values, id);
    tree.preInsert(nodeOf(values, tree.documentOf(id)), parent, next);
  });
  const replaceWith = tree.reacting((values, id, parent) => {
    const next = nextBeside(values, id);
    const node = nodeOf(values, tree.documentOf(id));
    if (parentOf(id) === parent) tree.replace(node, parent, id);
    else tree.preInsert(node, parent, next);
  });

  /** The first sibling after a node that is none of some values, or -1. */
  function nextBeside(values, id) {
    let next = link(id, NEXT);
    while (next >= 0 && includesNode(values, next)) next = link(next, NEXT);
    return next;
  }

  /** The number of an element, document or fragment. */
  function parentID(object) {
    const id = core.id(object);
    const kind = kindOf(id);
    if (kind !== ELEMENT && kind !== FRAGMENT && kind !== DOCUMENT) throw new core.TypeError("The object is no ParentNode.");
    return id;
  }

  const selectorNumbers = new SafeMap();

  /** A selector's number; a SyntaxError where it is not valid. */
  function compile(text) {
    let number = selectorNumbers.get(text);
    if (number === undefined) {
      number = native.compileSelector(text);
      if (number < 0) throw error("SyntaxError", "'" + text + "' is not a valid selector.");
      if (selectorNumbers.size > 5000) selectorNumbers.clear();
      selectorNumbers.set(text, number);
    }
    return number;
  }
  core.compileSelector = compile;

  const childLists = new SafeMap();

  const parentMembers = {
    get children() {
      const id = parentID(this);
      let list = childLists.get(id);
      if (list === undefined) childLists.set(id, list = core.collections.children(id));
      return list;
    },
    get firstElementChild() { return core.wrap(tree.childElement(parentID(this), FIRST, NEXT)); },
    get lastElementChild() { return core.wrap(tree.childElement(parentID(this), LAST, PREVIOUS)); },
    get childElementCount() {
      let count = 0;
      for (let child = link(parentID(this), FIRST); child >= 0; child = link(child, NEXT)) if (isElement(child)) count += 1;
      return count;
    },
    prepend() { prepend(arguments, parentID(this)); },
    append() { append(arguments, parentID(this)); },
    replaceChildren() { replaceChildren(arguments, parentID(this)); },
    moveBefore(node, child) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 2);
      move(tree.requireNode(node), id, child === null || child === undefined ? -1 : tree.requireNode(child));
    },
    querySelector(selectors) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(native.query(compile(core.string(selectors)), id));
    },
    querySelectorAll(selectors) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.staticNodeList(native.queryAll(compile(core.string(selectors)), id));
    },
  };

  /** https://dom.spec.whatwg.org/#move */
  const move = tree.reacting((node, parent, next) => {
    if (tree.shadowIncludingRootOf(parent) !== tree.shadowIncludingRootOf(node)) tree.refuse(3);
    if (tree.isHostIncludingAncestor(node, parent)) tree.refuse(1);
    if (next >= 0 && parentOf(next) !== parent) tree.refuse(2);
    const kind = kindOf(node);
    if ((kind !== ELEMENT && (kind < TEXT || kind > tree.INSTRUCTION)) || parentOf(node) < 0) tree.refuse(3);
    if (kindOf(parent) === DOCUMENT) {
      if (kind === TEXT) tree.refuse(3);
      if (kind === ELEMENT) tree.ensureValidity(node, parent, next, -1);
    }
    if (next === node) next = link(node, NEXT);
    const old = parentOf(node);
    const watched = tree.observesChildren();
    const nodes = core.list(node);
    if (hooks.removing.length > 0) tree.run(hooks.removing, node);
    const oldPrevious = link(node, PREVIOUS), oldNext = link(node, NEXT);
    if (core.shadow !== null) core.shadow.removing(node, old);
    native.remove(node);
    if (core.shadow !== null) core.shadow.removed();
    if (next >= 0) tree.run(hooks.inserting, parent, next, 1);
    const previous = next < 0 ? link(parent, LAST) : link(next, PREVIOUS);
    if (core.shadow !== null) core.shadow.inserting(nodes, parent);
    native.insert(node, parent, next);
    native.noteMove(node);
    if (core.shadow !== null) core.shadow.inserted(nodes, parent);
    if (watched) {
      tree.recordChildren(old, tree.noNodes, nodes, oldPrevious, oldNext);
      tree.recordChildren(parent, nodes, tree.noNodes, previous, next);
    }
    if (hooks.moved.length > 0) tree.run(hooks.moved, node, old);
    if (hooks.childrenChanged.length > 0) {
      tree.run(hooks.childrenChanged, old);
      tree.run(hooks.childrenChanged, parent);
    }
  });

  /** Whether one of some values is a node. */
  function includesNode(values, id) {
    for (let index = 0; index < values.length; index += 1) if (core.idIfNode(values[index]) === id) return true;
    return false;
  }

  function childID(object) {
    const id = core.id(object);
    const kind = kindOf(id);
    if (kind === FRAGMENT || kind === DOCUMENT) throw new core.TypeError("The object is no ChildNode.");
    return id;
  }

  const childMembers = {
    before() {
      const id = childID(this);
      const parent = parentOf(id);
      if (parent >= 0) insertBefore(arguments, id, parent);
    },
    after() {
      const id = childID(this);
      const parent = parentOf(id);
      if (parent >= 0) insertAfter(arguments, id, parent);
    },
    replaceWith() {
      const id = childID(this);
      const parent = parentOf(id);
      if (parent >= 0) replaceWith(arguments, id, parent);
    },
    remove() {
      const id = childID(this);
      if (parentOf(id) >= 0) tree.remove(id);
    },
  };

  // MARK: Markup
  // https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html

  /**
   * A fragment of what a string says in a context. `scope`: the node whose custom elements its elements may be.
   * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps
   */
  function parseFragment(context, markup, runsScripts = false, allowsShadowRoots = false, scope = context) {
    const document = tree.documentOf(context);
    const isXML = tree.isXMLDocument(document);
    const fragment = isXML ? core.parseXMLFragment(context, markup) : native.parseFragment(context, markup, false, allowsShadowRoots);
    if (allowsShadowRoots) noteShadowRoots(markup);
    return finishFragment(fragment, context, document, markup, runsScripts, scope);
  }

  const hasScript = /[<:]script/i, hasFrame = /<i?frame/i;

  function finishFragment(fragment, context, document, markup, runsScripts, scope = context) {
    if (!tree.isAlone()) tree.setDocument(fragment, document);
    if (!runsScripts && core.RegExpExec(hasScript, markup) !== null) native.disableScripts?.(fragment);
    // Their windows are there as soon as they are in the document, even if no script has had the element in its hands.
    if (core.frameCount === undefined && core.RegExpExec(hasFrame, markup) !== null) core.load("frames.js");
    // What a template contains is for a document without definitions.
    if (core.customElements !== null && native.templateContents(context) < 0) {
      core.customElements.upgradeParsed(fragment, scope);
    }
    return fragment;
  }
  core.parseFragment = parseFragment;

  // These replace themselves.
  core.parseXMLFragment = (context, markup) => {
    core.load("parsing.js");
    return core.parseXMLFragment(context, markup);
  };
  core.serializeXML = (id, isOuter, isStrict) => {
    core.load("parsing.js");
    return core.serializeXML(id, isOuter, isStrict);
  };

  const hasShadowRoot = /shadowrootmode/i;

  /** Shadow roots that came with markup are to be watched. */
  function noteShadowRoots(markup) {
    if (core.shadow === null && core.RegExpExec(hasShadowRoot, markup) !== null) core.entry.shadowTrees();
  }
  core.noteShadowRoots = noteShadowRoots;

  /** https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-gethtml */
  core.getHTML = function (id, options) {
    options = core.dictionary(options);
    const isSerializable = core.member(options, "serializableShadowRoots", core.boolean, false);
    const roots = core.member(options, "shadowRoots", core.sequence, noRoots);
    const numbers = core.list();
    for (let index = 0; index < roots.length; index += 1) {
      const root = core.idIfNode(roots[index]);
      if (root < 0 || !tree.isShadowRoot(root)) throw new core.TypeError("A shadow root is none.");
      put(numbers, core.string(root));
    }
    if (numbers.length === 0 && !isSerializable) return native.serialize(id, false);
    return native.serializeShadows(id, isSerializable, numbers);
  };
  const noRoots = core.list();

  function serialize(id, isOuter) {
    if (tree.isXMLDocument(tree.documentOf(id))) return core.serializeXML(id, isOuter, true);
    return native.serialize(id, isOuter);
  }

  core.serialize = serialize;

  const contentsOrSelf = (id) => {
    const contents = namespaceOf(id) === 0 ? tree.templateContents(id) : -1;
    return contents >= 0 ? contents : id;
  };

  const setInnerHTML = tree.reacting((id, markup) => {
    if (markup === "") {
      const target = contentsOrSelf(id);
      if (link(target, FIRST) >= 0) tree.replaceAll(-1, target);
      return;
    }
    tree.replaceAll(parseFragment(id, markup), contentsOrSelf(id));
  });
  core.setInnerHTML = setInnerHTML;

  /** An element for the parsing of what goes beside a child: a `body` for the `html` element and for none. */
  function contextFor(parent) {
    if (parent >= 0 && isElement(parent)
      && !(namespaceOf(parent) === 0 && nameOf(parent) === htmlAtom && tree.isInHTMLDocument(parent))) return parent;
    const body = native.createElement(bodyAtom, 0);
    if (!tree.isAlone() && parent >= 0) tree.setDocument(body, tree.documentOf(parent));
    return body;
  }
  const htmlAtom = core.atom("html"), bodyAtom = core.atom("body");

  /** https://dom.spec.whatwg.org/#insert-adjacent; the number of the node, or -1 where there is no place. */
  function insertAdjacent(id, where, node) {
    const parent = parentOf(id);
    switch (core.toASCIILowercase(where)) {
      case "beforebegin":
        if (parent < 0) return -1;
        tree.preInsert(node, parent, id);
        return node;
      case "afterbegin":
        tree.preInsert(node, id, link(id, FIRST));
        return node;
      case "beforeend":
        tree.preInsert(node, id, -1);
        return node;
      case "afterend":
        if (parent < 0) return -1;
        tree.preInsert(node, parent, link(id, NEXT));
        return node;
      default:
        throw error("SyntaxError", "'" + where + "' is no place beside an element.");
    }
  }

  const insertMarkup = tree.reacting((id, where, context, markup) => {
    insertAdjacent(id, where, parseFragment(contextFor(context), markup));
  });
  const setOuterHTML = tree.reacting((id, parent, markup) => {
    tree.replace(parseFragment(contextFor(parent), markup), parent, id);
  });
  const setMarkup = tree.reacting((id, markup, allowsShadowRoots = false) => {
    const fragment = native.parseFragment(id, markup, false, allowsShadowRoots);
    if (allowsShadowRoots) noteShadowRoots(markup);
    tree.replaceAll(finishFragment(fragment, id, tree.documentOf(id), markup, false), contentsOrSelf(id));
  });

  // MARK: Element

  const tokenLists = new SafeMap();

  /** The token list of an attribute, the same each time. */
  function tokenList(id, atom, supported) {
    let lists = tokenLists.get(atom);
    if (lists === undefined) tokenLists.set(atom, lists = new SafeMap());
    let list = lists.get(id);
    if (list === undefined) lists.set(id, list = core.tokenList(id, atom, supported));
    return list;
  }
  core.tokenListOf = tokenList;

  const attributeMaps = new SafeMap();

  // Names that were found valid.
  const validNames = new core.SafeSet();

  function checkAttributeName(name) {
    if (validNames.has(name)) return;
    if (isAttributeName(name)) return void validNames.add(name);
    throw error("InvalidCharacterError", "'" + name + "' is not a valid attribute name.");
  }

  class Element extends core.Node {
    get namespaceURI() { return tree.namespaceURI(elementID(this)); }
    get prefix() { return tree.prefixOf(elementID(this)); }
    get localName() { return core.spelling(nameOf(elementID(this))); }
    get tagName() { return core.tagName(elementID(this)); }

    computedStyleMap() { return core.computedStyleMap(elementID(this)); }

    get id() { return native.attribute(elementID(this), idAtom, NONE) ?? ""; }
    set id(value) { core.setAttribute(elementID(this), idAtom, NONE, core.string(value)); }
    get className() { return native.attribute(elementID(this), classAtom, NONE) ?? ""; }
    set className(value) { core.setAttribute(elementID(this), classAtom, NONE, core.string(value)); }
    get slot() { return native.attribute(elementID(this), slotAtom, NONE) ?? ""; }
    set slot(value) { core.setAttribute(elementID(this), slotAtom, NONE, core.string(value)); }

    get classList() { return tokenList(elementID(this), classAtom); }
    set classList(value) { core.setAttribute(elementID(this), classAtom, NONE, core.string(value)); }
    get part() { return tokenList(elementID(this), partAtom); }
    set part(value) { core.setAttribute(elementID(this), partAtom, NONE, core.string(value)); }

    get attributes() {
      const id = elementID(this);
      let map = attributeMaps.get(id);
      if (map === undefined) attributeMaps.set(id, map = core.namedNodeMap(id));
      return map;
    }

    hasAttributes() { return native.attributes(elementID(this)).length > 0; }

    getAttributeNames() { return core.array(core.attributeNames(elementID(this))); }

    getAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return attributes.get(id, core.string(qualifiedName));
    }

    getAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const key = attributes.findNS(id, uri, core.string(localName));
      return key < 0 ? null : attributes.valueOf(id, key);
    }

    setAttribute(qualifiedName, value) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      qualifiedName = core.string(qualifiedName);
      value = core.string(value);
      checkAttributeName(qualifiedName);
      attributes.setByName(id, qualifiedName, value);
    }

    setAttributeNS(namespace, qualifiedName, value) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 3);
      const uri = tree.orNull(namespace);
      qualifiedName = core.string(qualifiedName);
      value = core.string(value);
      const { prefix, name } = validateAndExtract(uri, qualifiedName, isAttributeName);
      attributes.setNS(id, uri, prefix, name, value);
    }

    removeAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      const key = attributes.find(id, core.string(qualifiedName));
      if (key >= 0) attributes.remove(id, key >> 3, key & 7);
    }

    removeAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const key = attributes.findNS(id, uri, core.string(localName));
      if (key >= 0) attributes.remove(id, key >> 3, key & 7);
    }

    animate(keyframes, options = undefined) {
      elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.animate(this, keyframes, options);
    }

    getAnimations(options = undefined) { return core.animationsOf(elementID(this), options); }

    toggleAttribute(qualifiedName, force = undefined) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      qualifiedName = core.string(qualifiedName);
      if (force !== undefined) force = !!force;
      checkAttributeName(qualifiedName);
      const key = attributes.find(id, qualifiedName);
      if (key < 0) {
        if (force === false) return false;
        attributes.setByName(id, qualifiedName, "");
        return true;
      }
      if (force === true) return true;
      attributes.remove(id, key >> 3, key & 7);
      return false;
    }

    hasAttribute(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return attributes.find(id, core.string(qualifiedName)) >= 0;
    }

    hasAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return attributes.findNS(id, uri, core.string(localName)) >= 0;
    }

    getAttributeNode(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.attributeNode(id, core.string(qualifiedName));
    }

    getAttributeNodeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return core.attributeNodeNS(id, uri, core.string(localName));
    }

    setAttributeNode(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(id, attr);
    }

    setAttributeNodeNS(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(id, attr);
    }

    removeAttributeNode(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      if (!core.isAttr(attr)) throw new core.TypeError("The argument is not an Attr.");
      if (core.attributeOwner(attr) !== id) throw error("NotFoundError", "The attribute is not one of this element.");
      core.removeAttributeNode(attr);
      return attr;
    }

    closest(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.wrap(native.closest(compile(core.string(selectors)), id));
    }

    matches(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return native.matches(compile(core.string(selectors)), id, id);
    }

    webkitMatchesSelector(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return native.matches(compile(core.string(selectors)), id, id);
    }

    getElementsByTagName(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByTagName(id, core.string(qualifiedName));
    }

    getElementsByTagNameNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return core.collections.elementsByTagNameNS(id, uri, core.string(localName));
    }

    getElementsByClassName(classNames) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByClassName(id, core.string(classNames));
    }

    insertAdjacentElement(where, element) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      where = core.string(where);
      const other = tree.adoptedNode(element);
      if ( kindOf(other) !== ELEMENT) throw new core.TypeError("The argument is not an Element.");
      return insertAdjacent(id, where, other) < 0 ? null : element;
    }

    insertAdjacentText(where, data) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      where = core.string(where);
      insertAdjacent(id, where, oneNode(core.string(data), tree.documentOf(id)));
    }

    insertAdjacentHTML(position, string) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      position = core.string(position);
      string = core.string(string);
      const where = core.toASCIILowercase(position);
      let context = id;
      if (where === "beforebegin" || where === "afterend") {
        context = parentOf(id);
        if (context < 0 || kindOf(context) === DOCUMENT) {
          throw error("NoModificationAllowedError", "The element has no parent element.");
        }
      } else if (where !== "afterbegin" && where !== "beforeend") {
        throw error("SyntaxError", "'" + position + "' is no place beside an element.");
      }
      insertMarkup(id, where, context, string);
    }

    get innerHTML() { return serialize(elementID(this), false); }
    set innerHTML(value) { setInnerHTML(elementID(this), value === null ? "" : core.string(value)); }

    get outerHTML() { return serialize(elementID(this), true); }
    set outerHTML(value) {
      const id = elementID(this);
      const markup = value === null ? "" : core.string(value);
      const parent = parentOf(id);
      if (parent < 0) return;
      if (kindOf(parent) === DOCUMENT) {
        throw error("NoModificationAllowedError", "The document's element cannot be replaced by markup.");
      }
      setOuterHTML(id, parent, markup);
    }

    get customElementRegistry() { return core.registryOf(elementID(this)); }

    getHTML(options = undefined) {
      return core.getHTML(elementID(this), options);
    }

    setHTMLUnsafe(html) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      setMarkup(id, core.string(html), true);
    }

    attachShadow(init) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.attachShadow(id, init);
    }
    get shadowRoot() {
      const id = elementID(this);
      return core.shadow === null ? null : core.openShadowRoot(id);
    }
    get assignedSlot() {
      const id = elementID(this);
      return core.shadow === null ? null : core.assignedSlot(id);
    }

    get nextElementSibling() { return core.wrap(tree.siblingElement(elementID(this), NEXT)); }
    get previousElementSibling() { return core.wrap(tree.siblingElement(elementID(this), PREVIOUS)); }
  }

  core.Element = Element;
  core.mixin(Element, parentMembers);
  core.mixin(Element, childMembers);
  core.mixin(core.CharacterData, childMembers);
  core.mixin(core.Text, {
    get assignedSlot() {
      const id = core.id(this);
      if (kindOf(id) !== TEXT) throw new core.TypeError("The object is no Text.");
      return core.shadow === null ? null : core.assignedSlot(id);
    },
  });
  core.parentMembers = parentMembers;
  core.childMembers = childMembers;
  core.parentID = parentID;

  // MARK: Names that `with` statements leave alone
  // https://webidl.spec.whatwg.org/#Unscopable

  const SymbolUnscopables = core.Symbol.unscopables;
  core.unscopable = (Class, names) => {
    const object = core.ObjectCreate(null);
    for (let index = 0; index < names.length; index += 1) object[names[index]] = true;
    core.ReflectDefineProperty(Class.prototype, SymbolUnscopables,
      { __proto__: null, value: object, writable: false, enumerable: false, configurable: true });
  };
  core.unscopable(Element, ["after", "append", "before", "prepend", "remove", "replaceChildren", "replaceWith", "slot"]);
  core.unscopable(core.CharacterData, ["after", "before", "remove", "replaceWith"]);

  // MARK: ARIA
  // https://w3c.github.io/aria/#ARIAMixin: strings that are null where the attribute is missing.

  // Cold code is dear: it is done at the start of every page, so no more is done than must be.
  const ariaStrings = ["Atomic", "AutoComplete", "BrailleLabel", "BrailleRoleDescription", "Busy", "Checked", "ColCount",
    "ColIndex", "ColIndexText", "ColSpan", "Current", "Description", "Disabled", "Expanded", "HasPopup", "Hidden", "Invalid",
    "KeyShortcuts", "Label", "Level", "Live", "Modal", "MultiLine", "MultiSelectable", "Orientation", "Placeholder",
    "PosInSet", "Pressed", "ReadOnly", "Relevant", "Required", "RoleDescription", "RowCount", "RowIndex", "RowIndexText",
    "RowSpan", "Selected", "SetSize", "Sort", "ValueMax", "ValueMin", "ValueNow", "ValueText"];
  core.ariaStrings = ariaStrings;
  // Those whose attributes name elements: one, or a list. Their file is evaluated when one is first used.
  core.ariaReferences = ["ActiveDescendant", "Controls", "DescribedBy", "Details", "ErrorMessage", "FlowTo", "LabelledBy", "Owns"];

  const ariaAtom = (name) => core.atom("aria-" + core.toASCIILowercase(name));

  function loadedAria() {
    core.load("aria.js");
    return core.aria;
  }

  function addAccessor(members, name) {
    const descriptor = core.ReflectGetOwnPropertyDescriptor(members, name);
    core.conceal(descriptor.get);
    core.conceal(descriptor.set);
    core.ReflectDefineProperty(Element.prototype, name, descriptor);
  }

  function addString(member, name) {
    let atom = -1;
    const read = () => { atom = name === "role" ? core.atom("role") : ariaAtom(name); };
    addAccessor({
      get [member]() {
        const id = elementID(this);
        if (atom < 0) read();
        return native.attribute(id, atom, NONE);
      },
      set [member](value) {
        const id = elementID(this);
        if (atom < 0) read();
        if (value === null || value === undefined) core.removeAttribute(id, atom, NONE);
        else core.setAttribute(id, atom, NONE, core.string(value));
      },
    }, member);
  }

  function addReference(name, isList) {
    const member = "aria" + name + (isList ? "Elements" : "Element");
    addAccessor({
      get [member]() {
        const id = elementID(this);
        return isList ? loadedAria().elements(id, ariaAtom(name)) : loadedAria().element(id, ariaAtom(name));
      },
      set [member](value) {
        const id = elementID(this);
        if (isList) loadedAria().setElements(id, ariaAtom(name), value);
        else loadedAria().setElement(id, ariaAtom(name), value);
      },
    }, member);
  }

  addString("role", "role");
  for (let index = 0; index < ariaStrings.length; index += 1) addString("aria" + ariaStrings[index], ariaStrings[index]);
  for (let index = 0; index < core.ariaReferences.length; index += 1) addReference(core.ariaReferences[index], index > 0);

  core.define({ Element });
})
