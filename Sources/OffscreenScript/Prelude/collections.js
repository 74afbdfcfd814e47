// Lists of nodes, of attributes and of tokens. https://dom.spec.whatwg.org/#old-style-collections
(function (core) {
  "use strict";
  const { native, links, versions, put, error, SafeMap, SafeSet } = core;
  const tree = core.tree;
  const { FIRST, NEXT, link, isElement, nameOf, namespaceOf } = tree;
  const idAtom = core.atom("id"), nameAtom = core.atom("name");

  // MARK: Objects with indexed and named properties
  // https://webidl.spec.whatwg.org/#js-legacy-platform-objects

  /** What a collection's object and the target behind it stand for. */
  class State extends core.Stamp {
    #state;
    constructor(object, state) {
      super(object);
      this.#state = state;
    }
    static of(object) { return object.#state; }
    static has(object) { return core.isObject(object) && #state in object; }
  }

  /** A string's array index, or -1. */
  function indexOf(key) {
    const length = key.length;
    if (length === 0 || length > 10) return -1;
    const number = +key;
    return number >>> 0 === number && number !== 4294967295 && "" + number === key ? number : -1;
  }

  // A state has: `interface`, the name of the interface that its members ask for; `length()`; `at(index)`, the value
  // or undefined; `named(name)`, the value or undefined; `names()`, a list; perhaps `set(index, value)`. One without
  // names has null for `named`. `overridesBuiltins`: names come before what the object has.
  function namedValue(target, state, key) {
    if (state.named === null || typeof key !== "string") return undefined;
    if (!state.overridesBuiltins && core.ReflectHas(target, key)) return undefined;
    return state.named(key);
  }

  const handler = {
    __proto__: null,

    get(target, key, receiver) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        if (index >= 0) return state.at(index);
        const value = namedValue(target, state, key);
        if (value !== undefined) return value;
      }
      return core.ReflectGet(target, key, receiver);
    },

    getOwnPropertyDescriptor(target, key) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        const value = index >= 0 ? state.at(index) : namedValue(target, state, key);
        if (value !== undefined) {
          return {
            __proto__: null, value, configurable: true, enumerable: index >= 0 || state.namesAreEnumerable === true,
            writable: index >= 0 ? state.set !== undefined : state.setNamed !== undefined,
          };
        }
        if (index >= 0) return undefined;
      }
      return core.ReflectGetOwnPropertyDescriptor(target, key);
    },

    has(target, key) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        if (index >= 0) return state.at(index) !== undefined;
        if (namedValue(target, state, key) !== undefined) return true;
      }
      return core.ReflectHas(target, key);
    },

    set(target, key, value, receiver) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        if (index >= 0) {
          if (state.set === undefined) return false;
          state.set(index, value);
          return true;
        }
        if (state.setNamed !== undefined && State.has(receiver) && State.of(receiver) === state) {
          state.setNamed(key, value);
          return true;
        }
        if (namedValue(target, state, key) !== undefined) return false;
      }
      return core.ReflectSet(target, key, value, receiver);
    },

    defineProperty(target, key, descriptor) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        if (index >= 0) {
          if (state.set === undefined || !("value" in descriptor)) return false;
          state.set(index, descriptor.value);
          return true;
        }
        if (namedValue(target, state, key) !== undefined) return false;
      }
      return core.ReflectDefineProperty(target, key, descriptor);
    },

    deleteProperty(target, key) {
      if (typeof key === "string") {
        const state = State.of(target);
        const index = indexOf(key);
        if (index >= 0) return state.at(index) === undefined;
        if (namedValue(target, state, key) !== undefined) return false;
      }
      return core.ReflectDeleteProperty(target, key);
    },

    ownKeys(target) {
      const state = State.of(target);
      const keys = core.list();
      const seen = new SafeSet();
      const length = state.length();
      for (let index = 0; index < length; index += 1) put(keys, "" + index);
      if (state.named !== null) {
        const names = state.names();
        for (let index = 0; index < names.length; index += 1) {
          const name = names[index];
          if (seen.has(name) || indexOf(name) >= 0 || (!state.overridesBuiltins && core.ReflectHas(target, name))) continue;
          seen.add(name);
          put(keys, name);
        }
      }
      const own = core.ReflectOwnKeys(target);
      for (let index = 0; index < own.length; index += 1) if (!seen.has(own[index])) put(keys, own[index]);
      return keys;
    },

    preventExtensions() { return false; },
  };

  /** The object of an interface for a state. */
  function makeCollection(Class, state) {
    const target = core.ObjectCreate(Class.prototype);
    new State(target, state);
    const object = new core.Proxy(target, handler);
    new State(object, state);
    return object;
  }

  /** The state behind `this`; a TypeError where it is of another interface. */
  function stateOf(object, name) {
    const state = State.of(object);
    if (state.interface !== name) throw new core.TypeError("The object has another interface.");
    return state;
  }

  // MARK: Lists of nodes

  // The getter that a page could have replaced.
  const typedLength = core.uncurryThis(core.ReflectGetOwnPropertyDescriptor(
    core.ReflectGetPrototypeOf(core.Int32Array.prototype), "length").get);

  /** Numbers of nodes as a list of ours, from what a primitive gave. */
  function listOf(ids) {
    if (core.ArrayIsArray(ids)) return ids;
    const list = core.list();
    const length = typedLength(ids);
    for (let index = 0; index < length; index += 1) list[index] = ids[index];
    return list;
  }
  core.ids = listOf;

  class FixedNodes {
    constructor(ids) {
      this.ids = listOf(ids);
      this.interface = "NodeList";
      this.named = null;
    }
    length() { return this.ids.length; }
    at(index) { return index < this.ids.length ? core.wrap(this.ids[index]) : undefined; }
  }

  /** A list that is made anew when the structure (or the attributes) of any document has changed. */
  class LiveNodes {
    constructor(name, compute, dependsOnAttributes) {
      this.interface = name;
      this.compute = compute;
      this.dependsOnAttributes = dependsOnAttributes;
      this.structure = -1;
      this.attributes = -1;
      this.cached = null;
      this.named = null;
    }
    get ids() {
      if (this.cached === null || this.structure !== versions[0]
        || (this.dependsOnAttributes && this.attributes !== versions[2])) {
        this.structure = versions[0];
        this.attributes = versions[2];
        this.cached = listOf(this.compute());
      }
      return this.cached;
    }
    length() { return this.ids.length; }
    at(index) {
      const ids = this.ids;
      return index < ids.length ? core.wrap(ids[index]) : undefined;
    }
  }

  class ChildNodes extends LiveNodes {
    constructor(parent) {
      super("NodeList", () => tree.childrenOf(parent), false);
      this.parent = parent;
    }
    // Without a list: pages that take children out one by one ask for the first again and again.
    at(index) {
      if (index > 0) return super.at(index);
      const child = link(this.parent, FIRST);
      return child < 0 ? undefined : core.wrap(child);
    }
  }

  /** Elements with the names that their `id` and `name` attributes give them. */
  class LiveElements extends LiveNodes {
    constructor(compute, dependsOnAttributes) {
      super("HTMLCollection", compute, dependsOnAttributes);
      this.named = this.namedElement;
      this.namesStructure = -1;
      this.namesAttributes = -1;
      this.byName = null;
    }

    /** https://dom.spec.whatwg.org/#dom-htmlcollection-nameditem-key */
    get table() {
      if (this.byName === null || this.namesStructure !== versions[0] || this.namesAttributes !== versions[2]) {
        const table = new SafeMap();
        const ids = this.ids;
        for (let index = 0; index < ids.length; index += 1) {
          const element = ids[index];
          const id = native.attribute(element, idAtom, 7);
          if (id !== null && id !== "" && !table.has(id)) table.set(id, element);
          const name = namespaceOf(element) === 0 ? native.attribute(element, nameAtom, 7) : null;
          if (name !== null && name !== "" && !table.has(name)) table.set(name, element);
        }
        this.byName = table;
        this.namesStructure = versions[0];
        this.namesAttributes = versions[2];
      }
      return this.byName;
    }

    namedElement(name) {
      const id = this.table.get(name);
      return id === undefined ? undefined : core.wrap(id);
    }

    /** https://dom.spec.whatwg.org/#interface-htmlcollection: the supported property names. */
    names() {
      const names = core.list();
      const ids = this.ids;
      for (let index = 0; index < ids.length; index += 1) {
        const id = native.attribute(ids[index], idAtom, 7);
        if (id !== null && id !== "") put(names, id);
        const name = namespaceOf(ids[index]) === 0 ? native.attribute(ids[index], nameAtom, 7) : null;
        if (name !== null && name !== "") put(names, name);
      }
      return names;
    }
  }

  class NodeList {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    get length() { return stateOf(this, "NodeList").length(); }

    item(index) {
      const state = stateOf(this, "NodeList");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }
  }

  class HTMLCollection {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    get length() { return stateOf(this, "HTMLCollection").length(); }

    item(index) {
      const state = stateOf(this, "HTMLCollection");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }

    namedItem(name) {
      const state = stateOf(this, "HTMLCollection");
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      return name === "" ? null : state.namedItem?.(name) ?? state.named(name) ?? null;
    }
  }

  const staticNodeList = (ids) => makeCollection(NodeList, new FixedNodes(ids));
  const childNodeList = (parent) => makeCollection(NodeList, new ChildNodes(parent));
  const liveNodeList = (compute, dependsOnAttributes = false) =>
    makeCollection(NodeList, new LiveNodes("NodeList", compute, dependsOnAttributes));
  const liveElements = (compute, dependsOnAttributes = false) =>
    makeCollection(HTMLCollection, new LiveElements(compute, dependsOnAttributes));

  function childElements(parent) {
    const list = core.list();
    for (let child = link(parent, FIRST); child >= 0; child = link(child, NEXT)) if (isElement(child)) put(list, child);
    return list;
  }

  class ChildElements extends LiveElements {
    constructor(parent) {
      super(() => childElements(parent), false);
      this.parent = parent;
    }
    at(index) {
      if (index > 0) return super.at(index);
      const child = tree.childElement(this.parent, FIRST, NEXT);
      return child < 0 ? undefined : core.wrap(child);
    }
  }

  // One list for each name that is asked for: pages ask again and again.
  const kept = new SafeMap();
  const mostKept = 1000;

  function keptElements(key, compute, dependsOnAttributes) {
    let list = kept.get(key);
    if (list === undefined) {
      if (kept.size >= mostKept) kept.clear();
      list = liveElements(compute, dependsOnAttributes);
      kept.set(key, list);
    }
    return list;
  }

  /** https://dom.spec.whatwg.org/#concept-getelementsbytagname */
  function elementsByTagName(root, name) {
    return keptElements(root + " name " + name, () => filteredByTagName(root, name), false);
  }

  function filteredByTagName(root, name) {
    if (name === "*") return native.elementsByTagName(root, -1, -1, -1);
    const lower = tree.isInHTMLDocument(root) ? core.toASCIILowercase(name) : name;
    if (tree.foreignElements.size === 0) {
      return native.elementsByTagName(root, core.atom(name), core.atom(lower), -1);
    }
    // Elements with prefixes are compared by their qualified names.
    const all = listOf(native.elementsByTagName(root, -1, -1, -1));
    const found = core.list();
    for (let index = 0; index < all.length; index += 1) {
      const id = all[index];
      if (tree.qualifiedName(id) === (namespaceOf(id) === 0 ? lower : name)) put(found, id);
    }
    return found;
  }

  /** https://dom.spec.whatwg.org/#concept-getelementsbytagnamens */
  function elementsByTagNameNS(root, namespace, name) {
    return keptElements(root + " in " + (namespace ?? "") + " " + name, () => {
      const number = namespace === "*" ? -1 : tree.namespaceNumber(namespace);
      const atom = name === "*" ? -1 : core.atom(name);
      const found = listOf(native.elementsByTagName(root, atom, atom, number));
      if (number !== 6) return found;
      const filtered = core.list();
      for (let index = 0; index < found.length; index += 1) {
        if (tree.namespaceURI(found[index]) === namespace) put(filtered, found[index]);
      }
      return filtered;
    }, false);
  }

  const elementsByClassName = (root, names) => keptElements(root + " class " + names, () =>
    native.elementsByClassName(root, names, core.quirks(tree.documentOf(root)) === 2), true);

  // MARK: Tokens

  // A boolean as `supports` gives it: lower case names that a browser acts upon.
  /** https://dom.spec.whatwg.org/#interface-domtokenlist */
  class Tokens {
    constructor(element, attribute, supported) {
      this.interface = "DOMTokenList";
      this.named = null;
      this.element = element;
      this.attribute = attribute;
      this.supported = supported;
      this.version = -1;
      this.cached = null;
    }

    get list() {
      if (this.cached === null || this.version !== versions[2]) {
        this.version = versions[2];
        this.cached = parseTokens(native.attribute(this.element, this.attribute, 7) ?? "");
      }
      return this.cached;
    }

    length() { return this.list.length; }
    at(index) { return index < this.list.length ? this.list[index] : undefined; }

    /** https://dom.spec.whatwg.org/#concept-dtl-update */
    update(tokens) {
      if (tokens.length === 0 && native.attribute(this.element, this.attribute, 7) === null) return;
      let text = "";
      for (let index = 0; index < tokens.length; index += 1) text += (index > 0 ? " " : "") + tokens[index];
      core.setAttribute(this.element, this.attribute, 7, text);
    }
  }

  const isSpace = (code) => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;

  function hasSpace(text) {
    for (let index = 0; index < text.length; index += 1) if (isSpace(core.StringCharCodeAt(text, index))) return true;
    return false;
  }

  /** https://dom.spec.whatwg.org/#concept-ordered-set-parser */
  function parseTokens(text) {
    const tokens = core.list();
    const length = text.length;
    let index = 0;
    while (index < length) {
      while (index < length && isSpace(core.StringCharCodeAt(text, index))) index += 1;
      const start = index;
      while (index < length && !isSpace(core.StringCharCodeAt(text, index))) index += 1;
      if (index > start) {
        const token = core.StringSlice(text, start, index);
        if (position(tokens, token) < 0) put(tokens, token);
      }
    }
    return tokens;
  }

  function position(tokens, token) {
    for (let index = 0; index < tokens.length; index += 1) if (tokens[index] === token) return index;
    return -1;
  }

  function without(tokens, token) {
    const rest = core.list();
    for (let index = 0; index < tokens.length; index += 1) if (tokens[index] !== token) put(rest, tokens[index]);
    return rest;
  }

  function copy(tokens) {
    const all = core.list();
    for (let index = 0; index < tokens.length; index += 1) put(all, tokens[index]);
    return all;
  }

  function checkToken(token) {
    if (token === "") throw error("SyntaxError", "The token must not be empty.");
  }

  function checkSpaces(token) {
    if (hasSpace(token)) throw error("InvalidCharacterError", "The token contains white space.");
  }

  /** The arguments from an index on as strings, which are all converted before any is checked. */
  function tokensOf(values) {
    const tokens = core.list();
    for (let index = 0; index < values.length; index += 1) put(tokens, core.string(values[index]));
    for (let index = 0; index < tokens.length; index += 1) checkToken(tokens[index]);
    for (let index = 0; index < tokens.length; index += 1) checkSpaces(tokens[index]);
    return tokens;
  }

  class DOMTokenList {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    get length() { return stateOf(this, "DOMTokenList").length(); }

    item(index) {
      const state = stateOf(this, "DOMTokenList");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }

    contains(token) {
      const state = stateOf(this, "DOMTokenList");
      core.requireArguments(arguments.length, 1);
      return position(state.list, core.string(token)) >= 0;
    }

    add() {
      const state = stateOf(this, "DOMTokenList");
      const tokens = tokensOf(arguments);
      const all = copy(state.list);
      for (let index = 0; index < tokens.length; index += 1) if (position(all, tokens[index]) < 0) put(all, tokens[index]);
      state.update(all);
    }

    remove() {
      const state = stateOf(this, "DOMTokenList");
      const tokens = tokensOf(arguments);
      let all = state.list;
      for (let index = 0; index < tokens.length; index += 1) all = without(all, tokens[index]);
      state.update(all);
    }

    toggle(token, force = undefined) {
      const state = stateOf(this, "DOMTokenList");
      core.requireArguments(arguments.length, 1);
      token = core.string(token);
      if (force !== undefined) force = !!force;
      checkToken(token);
      checkSpaces(token);
      if (position(state.list, token) >= 0) {
        if (force === true) return true;
        state.update(without(state.list, token));
        return false;
      }
      if (force === false) return false;
      const all = copy(state.list);
      put(all, token);
      state.update(all);
      return true;
    }

    replace(token, newToken) {
      const state = stateOf(this, "DOMTokenList");
      core.requireArguments(arguments.length, 2);
      token = core.string(token);
      newToken = core.string(newToken);
      checkToken(token);
      checkToken(newToken);
      checkSpaces(token);
      checkSpaces(newToken);
      if (position(state.list, token) < 0) return false;
      const all = core.list();
      let isPlaced = false;
      for (let index = 0; index < state.list.length; index += 1) {
        const other = state.list[index];
        if (other !== token && other !== newToken) put(all, other);
        else if (!isPlaced) {
          isPlaced = true;
          put(all, newToken);
        }
      }
      state.update(all);
      return true;
    }

    supports(token) {
      const state = stateOf(this, "DOMTokenList");
      core.requireArguments(arguments.length, 1);
      token = core.string(token);
      if (!state.supported) throw new core.TypeError("The attribute has no supported tokens.");
      return position(state.supported, core.toASCIILowercase(token)) >= 0;
    }

    get value() {
      const state = stateOf(this, "DOMTokenList");
      return native.attribute(state.element, state.attribute, 7) ?? "";
    }
    set value(value) {
      const state = stateOf(this, "DOMTokenList");
      core.setAttribute(state.element, state.attribute, 7, core.string(value));
    }

    toString() {
      const state = stateOf(this, "DOMTokenList");
      return native.attribute(state.element, state.attribute, 7) ?? "";
    }
  }

  /** A token list of an attribute; `supported`: the lower case tokens of `supports`, or none. */
  core.tokenList = (element, attribute, supported = null) =>
    makeCollection(DOMTokenList, new Tokens(element, attribute, supported));
  core.parseTokens = parseTokens;

  // MARK: Attributes

  // The list of https://dom.spec.whatwg.org/#interface-namednodemap; attributes.js says what an element has.
  class Attributes {
    constructor(element) {
      this.interface = "NamedNodeMap";
      this.element = element;
    }
    length() { return native.attributes(this.element).length >> 1; }
    at(index) {
      const list = native.attributes(this.element);
      return 2 * index < list.length ? core.attributeObject(this.element, list[2 * index], list[2 * index + 1]) : undefined;
    }
    named(name) { return core.attributeNode(this.element, name) ?? undefined; }
    /** On HTML elements, only names in lower case. */
    names() {
      const names = core.attributeNames(this.element);
      if (namespaceOf(this.element) !== 0 || !tree.isInHTMLDocument(this.element)) return names;
      const lower = core.list();
      for (let index = 0; index < names.length; index += 1) {
        if (core.toASCIILowercase(names[index]) === names[index]) put(lower, names[index]);
      }
      return lower;
    }
  }

  class NamedNodeMap {
    constructor() { throw new core.TypeError("Illegal constructor"); }

    get length() { return stateOf(this, "NamedNodeMap").length(); }

    item(index) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }

    getNamedItem(qualifiedName) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 1);
      return core.attributeNode(state.element, core.string(qualifiedName));
    }

    getNamedItemNS(namespace, localName) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 2);
      return core.attributeNodeNS(state.element, tree.orNull(namespace), core.string(localName));
    }

    setNamedItem(attr) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(state.element, attr);
    }

    setNamedItemNS(attr) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 1);
      return core.setAttributeNode(state.element, attr);
    }

    removeNamedItem(qualifiedName) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 1);
      return removeFound(core.attributeNode(state.element, core.string(qualifiedName)));
    }

    removeNamedItemNS(namespace, localName) {
      const state = stateOf(this, "NamedNodeMap");
      core.requireArguments(arguments.length, 2);
      return removeFound(core.attributeNodeNS(state.element, tree.orNull(namespace), core.string(localName)));
    }
  }

  function removeFound(attr) {
    if (attr === null) throw error("NotFoundError", "There is no such attribute.");
    core.removeAttributeNode(attr);
    return attr;
  }

  core.namedNodeMap = (element) => makeCollection(NamedNodeMap, new Attributes(element));

  // What a state does not have is not looked for among a page's additions to all objects.
  const bases = core.list(FixedNodes, LiveNodes, Tokens, Attributes);
  for (let index = 0; index < bases.length; index += 1) core.ObjectSetPrototypeOf(bases[index].prototype, null);

  // MARK: Interfaces

  // https://webidl.spec.whatwg.org/#js-iterable: the array's own functions.
  const { values, entries, keys, forEach } = core.arrayMethods;

  function makeIterable(Class, hasAll) {
    const property = (value) => ({ __proto__: null, value, writable: true, enumerable: true, configurable: true });
    core.ReflectDefineProperty(Class.prototype, core.SymbolIterator,
      { __proto__: null, value: values, writable: true, enumerable: false, configurable: true });
    if (!hasAll) return;
    core.ReflectDefineProperty(Class.prototype, "entries", property(entries));
    core.ReflectDefineProperty(Class.prototype, "keys", property(keys));
    core.ReflectDefineProperty(Class.prototype, "values", property(values));
    core.ReflectDefineProperty(Class.prototype, "forEach", property(forEach));
  }

  core.define({ NodeList, HTMLCollection, DOMTokenList, NamedNodeMap });
  makeIterable(NodeList, true);
  makeIterable(DOMTokenList, true);
  makeIterable(HTMLCollection, false);
  makeIterable(NamedNodeMap, false);

  core.NodeList = NodeList;
  core.HTMLCollection = HTMLCollection;
  // `makeCollection(Class, state)` with a state of the shape above serves further interfaces; `LiveNodes` and
  // `LiveElements` are states to build upon.
  core.collections = {
    makeCollection, stateOf, State, LiveNodes, LiveElements, FixedNodes, staticNodeList, childNodeList, liveNodeList, liveElements,
    keptElements, elementsByTagName, elementsByTagNameNS, elementsByClassName, makeIterable, indexOf, handler,
    children: (parent) => makeCollection(HTMLCollection, new ChildElements(parent)),
  };
  core.childNodeList = childNodeList;
})
