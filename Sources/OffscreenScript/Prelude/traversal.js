// Walking over a tree. https://dom.spec.whatwg.org/#traversal
(function (core) {
  "use strict";
  const { links, list, put, error, isObject, TypeError, ReflectApply } = core;
  const ACCEPT = 1, REJECT = 2, SKIP = 3;
  const FIRST = 1, LAST = 2, PREVIOUS = 3, NEXT = 4;

  const link = (id, place) => links[(id << 3) + place];
  const parentOf = (id) => links[id << 3];

  // From a kind of the arena to the bit of `whatToShow`: document, type, element, text, comment, instruction, fragment.
  const bits = [0x100, 0x200, 0x1, 0x4, 0x80, 0x40, 0x400];

  // MARK: NodeFilter

  const { NodeFilter } = { NodeFilter() { throw new TypeError("Illegal constructor"); } };
  const constants = {
    FILTER_ACCEPT: 1, FILTER_REJECT: 2, FILTER_SKIP: 3, SHOW_ALL: 0xFFFFFFFF, SHOW_ELEMENT: 0x1, SHOW_ATTRIBUTE: 0x2,
    SHOW_TEXT: 0x4, SHOW_CDATA_SECTION: 0x8, SHOW_ENTITY_REFERENCE: 0x10, SHOW_ENTITY: 0x20,
    SHOW_PROCESSING_INSTRUCTION: 0x40, SHOW_COMMENT: 0x80, SHOW_DOCUMENT: 0x100, SHOW_DOCUMENT_TYPE: 0x200,
    SHOW_DOCUMENT_FRAGMENT: 0x400, SHOW_NOTATION: 0x800,
  };
  const names = core.ReflectOwnKeys(constants);
  for (let index = 0; index < names.length; index += 1) {
    core.ReflectDefineProperty(NodeFilter, names[index],
      { __proto__: null, value: constants[names[index]], enumerable: true });
  }
  core.alias("NodeFilter", core.conceal(NodeFilter));

  function convertFilter(filter) {
    if (filter === null || filter === undefined) return null;
    if (!isObject(filter)) throw new TypeError("The filter is neither a function nor an object.");
    return filter;
  }

  /** What NodeIterator and TreeWalker have in common. */
  class Traversal {
    isActive = false;
    constructor(root, mask, filter) {
      this.root = root;
      this.id = core.id(root);
      this.isAttribute = core.isAttributeNode(root);
      this.mask = mask;
      this.filter = filter;
    }

    node(id) { return id === this.id ? this.root : core.wrap(id); }

    bit(id) {
      if (this.isAttribute) return 0x2;
      const kind = links[(id << 3) + 6] & 255;
      return kind === 3 && core.tree.sections.has(id) ? 0x8 : bits[kind];
    }

    /** https://dom.spec.whatwg.org/#concept-node-filter */
    accepts(id) {
      if (this.isActive) throw error("InvalidStateError", "The filter is being asked.");
      if ((this.mask & this.bit(id)) === 0) return SKIP;
      const filter = this.filter;
      if (filter === null) return ACCEPT;
      this.isActive = true;
      try {
        if (typeof filter === "function") return core.unsignedShort(ReflectApply(filter, undefined, [this.node(id)]));
        const accept = filter.acceptNode;
        const realm = core.realmOf(filter);
        if (typeof accept !== "function" || (realm !== core && core.isRevoked(accept))) {
          throw new realm.TypeError("The filter's acceptNode is not a function.");
        }
        return core.unsignedShort(ReflectApply(accept, filter, [this.node(id)]));
      } finally {
        this.isActive = false;
      }
    }
  }

  let pending = null;

  function make(Class, traversal) {
    pending = traversal;
    try {
      return new Class();
    } finally {
      pending = null;
    }
  }

  function takePending() {
    if (pending === null) throw new TypeError("Illegal constructor");
    const taken = pending;
    pending = null;
    return taken;
  }

  // MARK: NodeIterator

  const iterators = core.weakList();

  const { nextNode: nextInTree, nextSkippingChildren } = core.tree;

  function previousInTree(id, root) {
    if (id === root) return -1;
    let previous = link(id, PREVIOUS);
    if (previous < 0) return parentOf(id);
    return lastInside(previous);
  }

  function lastInside(id) {
    for (let last = link(id, LAST); last >= 0; last = link(id, LAST)) id = last;
    return id;
  }

  class NodeIterator {
    #state;
    constructor() {
      this.#state = takePending();
    }

    get root() { return this.#state.root; }
    get referenceNode() { return this.#state.node(this.#state.reference); }
    get pointerBeforeReferenceNode() { return this.#state.isBefore; }
    get whatToShow() { return this.#state.mask; }
    get filter() { return this.#state.filter; }
    nextNode() { return iterate(this.#state, true); }
    previousNode() { return iterate(this.#state, false); }
    detach() { this.#state; }
  }

  /** https://dom.spec.whatwg.org/#concept-nodeiterator-traverse */
  function iterate(state, isForward) {
    let node = state.reference, isBefore = state.isBefore;
    for (;;) {
      if (isForward === isBefore) {
        isBefore = !isBefore;
      } else {
        node = isForward ? nextInTree(node, state.id) : previousInTree(node, state.id);
        if (node < 0) return null;
      }
      if (state.accepts(node) === ACCEPT) break;
    }
    state.reference = node;
    state.isBefore = isBefore;
    return state.node(node);
  }

  /** https://dom.spec.whatwg.org/#nodeiterator-pre-removing-steps */
  function beforeRemoval(removed) {
    iterators.forEach((state) => {
      if (removed === state.id || !isInside(state.reference, removed) || !isInside(removed, state.id)) return;
      if (state.isBefore) {
        const next = nextSkippingChildren(removed, state.id);
        if (next >= 0) {
          state.reference = next;
          return;
        }
        state.isBefore = false;
      }
      const previous = link(removed, PREVIOUS);
      state.reference = previous < 0 ? parentOf(removed) : lastInside(previous);
    });
  }

  function isInside(id, ancestor) {
    while (id >= 0 && id !== ancestor) id = parentOf(id);
    return id >= 0;
  }

  let isListening = false;

  core.createNodeIterator = function (root, whatToShow, filter) {
    const state = new Traversal(root, whatToShow, convertFilter(filter));
    state.reference = state.id;
    state.isBefore = true;
    if (!isListening) {
      isListening = true;
      put(core.hooks.removing, beforeRemoval);
    }
    iterators.add(state);
    return make(NodeIterator, state);
  };

  // MARK: TreeWalker

  class TreeWalker {
    #state;
    constructor() {
      this.#state = takePending();
    }

    get root() { return this.#state.root; }
    get whatToShow() { return this.#state.mask; }
    get filter() { return this.#state.filter; }
    get currentNode() { return this.#state.currentNode; }
    set currentNode(node) {
      const state = this.#state;
      const id = core.tree.requireNode(node);
      state.currentNode = node;
      state.current = id;
    }

    parentNode() {
      const state = this.#state;
      let node = state.current;
      while (node !== state.id && node >= 0) {
        node = parentOf(node);
        if (node >= 0 && state.accepts(node) === ACCEPT) return moveTo(state, node);
      }
      return null;
    }

    firstChild() { return child(this.#state, FIRST, NEXT); }
    lastChild() { return child(this.#state, LAST, PREVIOUS); }
    previousSibling() { return sibling(this.#state, LAST, PREVIOUS); }
    nextSibling() { return sibling(this.#state, FIRST, NEXT); }

    previousNode() {
      const state = this.#state;
      let node = state.current;
      while (node !== state.id) {
        let previous = link(node, PREVIOUS);
        while (previous >= 0) {
          node = previous;
          let result = state.accepts(node);
          while (result !== REJECT && link(node, LAST) >= 0) {
            node = link(node, LAST);
            result = state.accepts(node);
          }
          if (result === ACCEPT) return moveTo(state, node);
          previous = link(node, PREVIOUS);
        }
        if (node === state.id || parentOf(node) < 0) return null;
        node = parentOf(node);
        if (state.accepts(node) === ACCEPT) return moveTo(state, node);
      }
      return null;
    }

    nextNode() {
      const state = this.#state;
      let node = state.current;
      let result = ACCEPT;
      for (;;) {
        while (result !== REJECT && link(node, FIRST) >= 0) {
          node = link(node, FIRST);
          result = state.accepts(node);
          if (result === ACCEPT) return moveTo(state, node);
        }
        node = nextSkippingChildren(node, state.id);
        if (node < 0) return null;
        result = state.accepts(node);
        if (result === ACCEPT) return moveTo(state, node);
      }
    }
  }

  function moveTo(state, id) {
    state.current = id;
    return (state.currentNode = state.node(id));
  }

  /** https://dom.spec.whatwg.org/#concept-traverse-children */
  function child(state, first, next) {
    let node = link(state.current, first);
    while (node >= 0) {
      const result = state.accepts(node);
      if (result === ACCEPT) return moveTo(state, node);
      if (result === SKIP) {
        const inner = link(node, first);
        if (inner >= 0) {
          node = inner;
          continue;
        }
      }
      for (;;) {
        const sibling = link(node, next);
        if (sibling >= 0) {
          node = sibling;
          break;
        }
        const parent = parentOf(node);
        if (parent < 0 || parent === state.id || parent === state.current) return null;
        node = parent;
      }
    }
    return null;
  }

  /** https://dom.spec.whatwg.org/#concept-traverse-siblings */
  function sibling(state, first, next) {
    let node = state.current;
    if (node === state.id) return null;
    for (;;) {
      let other = link(node, next);
      while (other >= 0) {
        node = other;
        const result = state.accepts(node);
        if (result === ACCEPT) return moveTo(state, node);
        other = link(node, first);
        if (result === REJECT || other < 0) other = link(node, next);
      }
      node = parentOf(node);
      if (node < 0 || node === state.id) return null;
      if (state.accepts(node) === ACCEPT) return null;
    }
  }

  core.createTreeWalker = function (root, whatToShow, filter) {
    const state = new Traversal(root, whatToShow, convertFilter(filter));
    state.current = state.id;
    state.currentNode = root;
    return make(TreeWalker, state);
  };

  core.define({ NodeIterator, TreeWalker });
})
