// What elements and their kin have that few pages ask for: element.js names it.
// https://dom.spec.whatwg.org/#interface-element
(function (core) {
  "use strict";
  const { native, error, hooks, SafeMap, tree, attributes, elementID, names, compileSelector: compile } = core;
  const { ELEMENT, DOCUMENT, TEXT, FIRST, LAST, PREVIOUS, NEXT, kindOf, link, parentOf, isElement } = tree;
  const { nodeOf, parentID, childID, tokenList, checkAttributeName } = core.elements;
  const { isAttributeName } = names;
  const NONE = 7;
  const slotAtom = core.atom("slot"), partAtom = core.atom("part");

  // MARK: Names

  const isOneOf = (name, characters) => {
    for (let index = 0; index < name.length; index += 1) {
      if (core.StringIncludes(characters, name[index])) return true;
    }
    return false;
  };
  const isPrefix = (name) => name !== "" && !isOneOf(name, "\t\n\f\r \0/>");
  const isDocumentTypeName = (name) => !isOneOf(name, "\t\n\f\r \0>");

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
  names.validateAndExtract = validateAndExtract;
  names.isPrefix = isPrefix;
  names.isDocumentTypeName = isDocumentTypeName;

  // MARK: ParentNode and ChildNode

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

  core.bring("ParentNode", {
    get lastElementChild() { return core.wrap(tree.childElement(parentID(this), LAST, PREVIOUS)); },
    get childElementCount() {
      let count = 0;
      for (let child = link(parentID(this), FIRST); child >= 0; child = link(child, NEXT)) if (isElement(child)) count += 1;
      return count;
    },
    prepend() { prepend(arguments, parentID(this)); },
    replaceChildren() { replaceChildren(arguments, parentID(this)); },
    moveBefore(node, child) {
      const id = parentID(this);
      core.requireArguments(arguments.length, 2);
      move(tree.requireNode(node), id, child === null || child === undefined ? -1 : tree.requireNode(child));
    },
  });

  core.bring("ChildNode", {
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
  });

  core.bring("Text in slots", {
    get assignedSlot() {
      const id = core.id(this);
      if (kindOf(id) !== TEXT) throw new core.TypeError("The object is no Text.");
      return core.shadow === null ? null : core.assignedSlot(id);
    },
  });

  // MARK: Element

  const attributeMaps = new SafeMap();

  core.bring("Element", {
    get namespaceURI() { return tree.namespaceURI(elementID(this)); },
    get prefix() { return tree.prefixOf(elementID(this)); },
    computedStyleMap() { return core.computedStyleMap(elementID(this)); },
    get slot() { return native.attribute(elementID(this), slotAtom, NONE) ?? ""; },
    set slot(value) { core.setAttribute(elementID(this), slotAtom, NONE, core.string(value)); },
    get part() { return tokenList(elementID(this), partAtom); },
    set part(value) { core.setAttribute(elementID(this), partAtom, NONE, core.string(value)); },
    get attributes() {
      const id = elementID(this);
      let map = attributeMaps.get(id);
      if (map === undefined) attributeMaps.set(id, map = core.namedNodeMap(id));
      return map;
    },
    hasAttributes() { return native.attributes(elementID(this)).length > 0; },
    getAttributeNames() { return core.array(core.attributeNames(elementID(this))); },
    getAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const key = attributes.findNS(id, uri, core.string(localName));
      return key < 0 ? null : attributes.valueOf(id, key);
    },
    setAttributeNS(namespace, qualifiedName, value) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 3);
      const uri = tree.orNull(namespace);
      qualifiedName = core.string(qualifiedName);
      value = core.string(value);
      const { prefix, name } = validateAndExtract(uri, qualifiedName, isAttributeName);
      attributes.setNS(id, uri, prefix, name, value);
    },
    removeAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      const key = attributes.findNS(id, uri, core.string(localName));
      if (key >= 0) attributes.remove(id, key >> 3, key & 7);
    },
    animate(keyframes, options = undefined) {
      elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.animate(this, keyframes, options);
    },
    getAnimations(options = undefined) { return core.animationsOf(elementID(this), options); },
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
    },
    hasAttributeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return attributes.findNS(id, uri, core.string(localName)) >= 0;
    },
    getAttributeNode(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.attributeNode(id, core.string(qualifiedName));
    },
    getAttributeNodeNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return core.attributeNodeNS(id, uri, core.string(localName));
    },
    setAttributeNode(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(id, attr);
    },
    setAttributeNodeNS(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(id, attr);
    },
    removeAttributeNode(attr) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      if (!core.isAttr(attr)) throw new core.TypeError("The argument is not an Attr.");
      if (core.attributeOwner(attr) !== id) throw error("NotFoundError", "The attribute is not one of this element.");
      core.removeAttributeNode(attr);
      return attr;
    },
    webkitMatchesSelector(selectors) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return native.matches(compile(core.string(selectors)), id, id);
    },
    getElementsByTagName(qualifiedName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByTagName(id, core.string(qualifiedName));
    },
    getElementsByTagNameNS(namespace, localName) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 2);
      const uri = tree.orNull(namespace);
      return core.collections.elementsByTagNameNS(id, uri, core.string(localName));
    },
    getElementsByClassName(classNames) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.collections.elementsByClassName(id, core.string(classNames));
    },
    get customElementRegistry() { return core.registryOf(elementID(this)); },
    attachShadow(init) {
      const id = elementID(this);
      core.requireArguments(arguments.length, 1);
      return core.attachShadow(id, init);
    },
    get shadowRoot() {
      const id = elementID(this);
      return core.shadow === null ? null : core.openShadowRoot(id);
    },
    get assignedSlot() {
      const id = elementID(this);
      return core.shadow === null ? null : core.assignedSlot(id);
    },
  });
})
