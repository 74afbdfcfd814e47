// What few pages ask of nodes: whether two are equal, which one comes first, namespaces, joined texts.
(function (core) {
  "use strict";
  const { native, tree, hooks } = core;
  const {
    DOCUMENT, DOCTYPE, ELEMENT, TEXT, COMMENT, INSTRUCTION, FRAGMENT, FIRST, NEXT, link, parentOf, kindOf, nameOf, namespaceOf,
    namespaceURI, namespaces, prefixOf, isElement, childElement, nextNode, dataOf, sections,
  } = tree;

  // MARK: Equality and order

  /** https://dom.spec.whatwg.org/#concept-node-equals */
  function areEqual(one, other) {
    if (one === other) return true;
    const kind = kindOf(one);
    if (kind !== kindOf(other)) return false;
    switch (kind) {
      case DOCTYPE:
        if (nameOf(one) !== nameOf(other) || native.publicID(one) !== native.publicID(other)
          || native.systemID(one) !== native.systemID(other)) return false;
        break;
      case ELEMENT:
        if (nameOf(one) !== nameOf(other) || namespaceOf(one) !== namespaceOf(other)
          || namespaceURI(one) !== namespaceURI(other) || prefixOf(one) !== prefixOf(other)
          || !core.haveEqualAttributes(one, other)) return false;
        break;
      case INSTRUCTION:
        if (nameOf(one) !== nameOf(other) || dataOf(one) !== dataOf(other)) return false;
        break;
      case TEXT:
        if (sections.has(one) !== sections.has(other) || dataOf(one) !== dataOf(other)) return false;
        break;
      case COMMENT:
        if (dataOf(one) !== dataOf(other)) return false;
        break;
    }
    let second = link(other, FIRST);
    for (let first = link(one, FIRST); first >= 0; first = link(first, NEXT)) {
      if (second < 0 || !areEqual(first, second)) return false;
      second = link(second, NEXT);
    }
    return second < 0;
  }

  const DISCONNECTED = 1, PRECEDING = 2, FOLLOWING = 4, CONTAINS = 8, CONTAINED_BY = 16, SPECIFIC = 32;

  /** The position of `other` seen from `one`, for nodes that are no attributes. */
  function comparePosition(one, other) {
    if (one === other) return 0;
    let depth = 0, otherDepth = 0;
    for (let node = parentOf(one); node >= 0; node = parentOf(node)) depth += 1;
    for (let node = parentOf(other); node >= 0; node = parentOf(node)) otherDepth += 1;
    let a = one, b = other;
    for (let steps = depth; steps > otherDepth; steps -= 1) a = parentOf(a);
    for (let steps = otherDepth; steps > depth; steps -= 1) b = parentOf(b);
    if (a === b) return depth > otherDepth ? CONTAINS + PRECEDING : CONTAINED_BY + FOLLOWING;
    while (parentOf(a) !== parentOf(b)) {
      a = parentOf(a);
      b = parentOf(b);
    }
    if (parentOf(a) < 0) return DISCONNECTED + SPECIFIC + (a > b ? PRECEDING : FOLLOWING);
    for (let node = link(a, NEXT); node >= 0; node = link(node, NEXT)) if (node === b) return FOLLOWING;
    return PRECEDING;
  }

  /** https://dom.spec.whatwg.org/#dom-node-comparedocumentposition, of two that are not the same. */
  function compareDocumentPosition(node, id, other, otherID, attributeID) {
    if (otherID < 0) return DISCONNECTED + SPECIFIC + PRECEDING;
    if (id !== attributeID && otherID !== attributeID) return comparePosition(id, otherID);
    const owner = id === attributeID ? core.attributeOwner(node) : id;
    const otherOwner = otherID === attributeID ? core.attributeOwner(other) : otherID;
    if (owner >= 0 && owner === otherOwner) {
      if (id !== attributeID) return CONTAINED_BY + FOLLOWING;
      if (otherID !== attributeID) return CONTAINS + PRECEDING;
      return SPECIFIC + (core.isAttributeBefore(other, node) ? PRECEDING : FOLLOWING);
    }
    if (owner < 0 || otherOwner < 0) return DISCONNECTED + SPECIFIC + (owner > otherOwner ? PRECEDING : FOLLOWING);
    const position = comparePosition(owner, otherOwner);
    // An attribute is contained by what contains its element, and contains nothing.
    if (id === attributeID && position & CONTAINED_BY) return PRECEDING;
    if (otherID === attributeID && position & CONTAINS) return FOLLOWING;
    return position;
  }

  // MARK: Namespaces of a node

  /** https://dom.spec.whatwg.org/#locate-a-namespace */
  function locateNamespace(id, prefix) {
    if (kindOf(id) === DOCUMENT) {
      id = childElement(id, FIRST, NEXT);
    } else if (!isElement(id)) {
      id = kindOf(id) === DOCTYPE || kindOf(id) === FRAGMENT ? -1 : parentOf(id);
    }
    for (; id >= 0 && isElement(id); id = parentOf(id)) {
      if (prefix === "xml") return namespaces[4];
      if (prefix === "xmlns") return namespaces[5];
      const uri = namespaceURI(id);
      if (uri !== null && prefixOf(id) === prefix) return uri;
      const value = native.attribute(id, core.atom(prefix === null ? "xmlns" : prefix), 5);
      if (value !== null) return value === "" ? null : value;
    }
    return null;
  }

  /** https://dom.spec.whatwg.org/#locate-a-namespace-prefix */
  function locatePrefix(id, uri) {
    if (kindOf(id) === DOCUMENT) {
      id = childElement(id, FIRST, NEXT);
    } else if (!isElement(id)) {
      id = kindOf(id) === DOCTYPE || kindOf(id) === FRAGMENT ? -1 : parentOf(id);
    }
    const xmlns = core.atom("xmlns");
    for (; id >= 0 && isElement(id); id = parentOf(id)) {
      if (namespaceURI(id) === uri && prefixOf(id) !== null) return prefixOf(id);
      const attributes = native.attributes(id);
      for (let index = 0; index < attributes.length; index += 2) {
        if (attributes[index + 1] === 5 && attributes[index] !== xmlns
          && native.attribute(id, attributes[index], 5) === uri) return core.spelling(attributes[index]);
      }
    }
    return null;
  }

  // MARK: Texts

  const isExclusiveText = (id) => id >= 0 && kindOf(id) === TEXT && !sections.has(id);

  /** https://dom.spec.whatwg.org/#dom-node-normalize */
  function normalize(root) {
    for (let node = nextNode(root, root); node >= 0;) {
      if (kindOf(node) !== TEXT || sections.has(node)) {
        node = nextNode(node, root);
        continue;
      }
      let length = dataOf(node).length;
      if (length === 0) {
        const empty = node;
        node = tree.nextSkippingChildren(node, root);
        tree.remove(empty);
        continue;
      }
      let added = "";
      for (let next = link(node, NEXT); isExclusiveText(next); next = link(next, NEXT)) added += dataOf(next);
      if (isExclusiveText(link(node, NEXT))) {
        tree.replaceData(node, length, 0, added);
        for (let next = link(node, NEXT); isExclusiveText(next); next = link(next, NEXT)) {
          if (hooks.merging.length > 0) tree.run(hooks.merging, node, length, next);
          length += dataOf(next).length;
        }
        for (let next = link(node, NEXT); isExclusiveText(next); next = link(node, NEXT)) tree.remove(next);
      }
      node = nextNode(node, root);
    }
  }

  core.nodeComparing = { areEqual, comparePosition, locateNamespace, locatePrefix };

  /** The number of all attributes, where one of two nodes is one. */
  const attributeIDOf = (node, other, otherID) =>
    (core.isAttributeNode(node) || (otherID >= 0 && core.isAttributeNode(other)) ? core.attributeID() : -2);

  core.bring("Node", {
    normalize() { normalize(core.id(this)); },

    isEqualNode(other) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      if (other === null || other === undefined) return false;
      const otherID = tree.requireNode(other);
      if (core.isAttributeNode(this) || (otherID >= 0 && core.isAttributeNode(other))) {
        return id === otherID && core.areEqualAttributes(this, other);
      }
      return otherID === tree.FOREIGN ? core.equalsForeign(id, other) : areEqual(id, otherID);
    },

    isSameNode(other) {
      core.id(this);
      core.requireArguments(arguments.length, 1);
      if (other === null || other === undefined) return false;
      tree.requireNode(other);
      return this === other;
    },

    compareDocumentPosition(other) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      const otherID = tree.requireNode(other);
      return this === other ? 0 : compareDocumentPosition(this, id, other, otherID, attributeIDOf(this, other, otherID));
    },

    lookupPrefix(namespace) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      const uri = tree.orNull(namespace);
      if (uri === null) return null;
      const start = core.isAttributeNode(this) ? core.attributeOwner(this) : id;
      return start < 0 ? null : locatePrefix(start, uri);
    },

    lookupNamespaceURI(prefix) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      const wanted = tree.orNull(prefix);
      const start = core.isAttributeNode(this) ? core.attributeOwner(this) : id;
      return start < 0 ? null : locateNamespace(start, wanted);
    },

    isDefaultNamespace(namespace) {
      const id = core.id(this);
      core.requireArguments(arguments.length, 1);
      const uri = tree.orNull(namespace);
      const start = core.isAttributeNode(this) ? core.attributeOwner(this) : id;
      return (start < 0 ? null : locateNamespace(start, null)) === uri;
    },
  });
})
