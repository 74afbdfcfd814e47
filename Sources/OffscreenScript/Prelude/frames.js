// Other windows: those of the frames in this window's document, and the one around.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-windowproxy-exotic-object
//
// Windows are numbers here, by what shows them. A window of the same origin is a global object, that of the first page
// in it: the engine looks up its properties in the page that is there now. Of another origin, scripts get a Proxy that
// lets them do what the standard allows.
//
// Deviation: a page that came later knows itself by its own global object, which is another one than others have.
(function (core) {
  "use strict";
  const { native, global, hooks, put, error, SafeMap, ReflectDefineProperty } = core;
  const own = native.windowNumber();

  // MARK: Windows

  const restricted = new SafeMap();
  const restrictedWindows = new core.SafeWeakSet();
  core.entry.restrictedWindow = (number) => restrictedWindow(number, () => native.isWindowClosed(number));
  /** Whether something is what other windows know this one by. */
  core.isFace = (value) => value === native.windowObject(own);
  core.isRestrictedWindow = (value) => core.isObject(value) && restrictedWindows.has(value);

  function windowOf(number) {
    if (number === own) return global;
    if (number < 0) return null;
    const face = native.windowObject(number);
    if (face === null) return restrictedWindow(number, () => native.isWindowClosed(number));
    faces.set(face, number);
    return face;
  }
  // What windows of other realms are known by, with their numbers.
  const faces = core.agent.faces ??= new core.SafeWeakMap();

  // Names that are as if they were not there: what asks for them is the language itself.
  // https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginpropertyfallback-(-p-)
  const isHidden = (key) => key === "then" || key === core.SymbolToStringTag || key === core.Symbol.hasInstance
    || key === core.Symbol.isConcatSpreadable;

  const refuse = () => {
    throw error("SecurityError", "The window is of another origin.");
  };

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginproperties-(-o-) */
  function restrictedWindow(number, isClosed) {
    let proxy = restricted.get(number);
    if (proxy !== undefined) return proxy;
    const location = restrictedObject({ __proto__: null, replace: (url) => go(number, url, true) },
      { __proto__: null, href: (url) => go(number, url, false) }, () => undefined, () => 0);
    const members = {
      __proto__: null, close() { native.closeWindow(number); }, focus() {}, blur() {}, location,
      postMessage(message, options = undefined, transfer = undefined) {
        core.requireArguments(arguments.length, 1);
        core.postToWindow(message, options, transfer, number);
      },
      get parent() { return windowOf(native.parentOf(number)); },
      get top() { return windowOf(native.topOf(number)); },
      get opener() { return windowOf(native.openerOf(number)); },
      get closed() { return isClosed(); },
      get length() { return native.windowsIn(number, null).length; },
    };
    core.conceal(members.close);
    core.conceal(members.focus);
    core.conceal(members.blur);
    core.conceal(members.postMessage);
    // Its frames, by their place and by their names.
    const frameAt = (key) => {
      const index = core.RegExpExec(isIndex, key) !== null;
      const found = native.windowsIn(number, index ? null : key)[index ? +key : 0];
      return found === undefined ? undefined : windowOf(found);
    };
    proxy = restrictedObject(members, { __proto__: null, location: (url) => go(number, url, false) }, frameAt,
      () => members.length);
    members.window = members.self = members.frames = proxy;
    restricted.set(number, proxy);
    restrictedWindows.add(proxy);
    return proxy;
  }
  const isIndex = /^(?:0|[1-9]\d{0,9})$/;

  /** What may be seen of an object of another origin; `find` gives what is called by other names. */
  function restrictedObject(members, setters, find, count) {
    for (const name in setters) core.conceal(setters[name]);
    if ("replace" in members) core.conceal(members.replace);
    const known = (key) => typeof key === "string" && (key in members || key in setters);
    const found = (key) => (typeof key === "string" ? find(key) : undefined);
    return new core.Proxy({}, {
      __proto__: null,
      get(target, key) {
        if (known(key)) return key in members ? members[key] : refuse();
        return found(key) ?? (isHidden(key) ? undefined : refuse());
      },
      set(target, key, value) {
        if (typeof key !== "string" || !(key in setters)) refuse();
        setters[key](core.usvString(value));
        return true;
      },
      has: (target, key) => known(key) || found(key) !== undefined || (isHidden(key) ? false : refuse()),
      deleteProperty: refuse,
      defineProperty: refuse,
      getOwnPropertyDescriptor(target, key) {
        const value = key in members && known(key) ? members[key] : found(key);
        if (value !== undefined) return { value, writable: false, enumerable: false, configurable: true };
        if (known(key)) return { set: setters[key], get: undefined, enumerable: false, configurable: true };
        // https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginpropertyfallback-(-p-)
        return isHidden(key) ? { value: undefined, writable: false, enumerable: false, configurable: true } : refuse();
      },
      // https://html.spec.whatwg.org/multipage/nav-history-apis.html#crossoriginownpropertykeys-(-o-)
      ownKeys() {
        const keys = core.list();
        for (let index = 0; index < count(); index += 1) put(keys, `${index}`);
        const names = core.ReflectOwnKeys(members);
        for (let index = 0; index < names.length; index += 1) put(keys, names[index]);
        if (!("location" in members)) put(keys, "href");
        put(keys, "then");
        put(keys, core.SymbolToStringTag);
        put(keys, core.Symbol.hasInstance);
        put(keys, core.Symbol.isConcatSpreadable);
        return core.array(keys);
      },
      getPrototypeOf: () => null,
      setPrototypeOf: (target, prototype) => prototype === null,
      isExtensible: () => true,
      preventExtensions: () => false,
    });
  }

  function go(number, address, replaces) {
    const url = native.url(core.usvString(address), native.baseURL());
    if (url === null) throw error("SyntaxError", "The address is not valid.");
    if (!native.navigateWindow(number, url[0], "script", replaces, true)) {
      throw error("SecurityError", "The window may not be led elsewhere from here.");
    }
  }

  core.windowOf = windowOf;
  core.parentWindow = () => windowOf(native.parentWindow());
  core.topWindow = () => windowOf(native.topWindow());
  core.frameElement = () => native.frameElement();

  /** The window that a frame shows; null for an element without one. */
  core.contentWindowOf = (id) => {
    const number = native.contentWindow(id);
    return number >= 0 ? windowOf(number) : null;
  };

  core.contentDocumentOf = (id) => {
    const number = native.contentWindow(id);
    return number >= 0 ? native.documentObject(number) : null;
  };

  // MARK: Frames by number. https://html.spec.whatwg.org/multipage/nav-history-apis.html#accessing-other-browsing-contexts

  let numbered = 0;

  /** A getter for each frame that there is. */
  function numberFrames() {
    const count = native.frames().length;
    for (; numbered < count; numbered += 1) {
      const index = numbered;
      const accessor = core.descriptor({ get frame() { return core.contentWindowOf(native.frames()[index] ?? -1) ?? undefined; } }, "frame");
      core.conceal(accessor.get);
      accessor.set = undefined;
      ReflectDefineProperty(global, index, accessor);
    }
    for (; numbered > count; numbered -= 1) core.ReflectDeleteProperty(global, numbered - 1);
  }

  core.frameCount = () => native.frames().length;
  core.entry.frames = numberFrames;

  // MARK: Frames that come and go

  const atoms = new core.SafeSet();
  atoms.add(core.atom("iframe"));
  atoms.add(core.atom("frame"));
  const sourceAtom = core.atom("src"), markupAtom = core.atom("srcdoc"), nameAtom = core.atom("name");

  function inserted(root) { native.framesInserted(root); }
  function removed() { native.framesRemoved(); }
  inserted.atoms = removed.atoms = atoms;
  put(hooks.inserted, inserted);
  put(hooks.removed, removed);

  function attributeChanged(id, name, namespace) {
    if (namespace !== 7 || !atoms.has(core.tree.nameOf(id)) || core.tree.namespaceOf(id) !== 0) return;
    if (name === nameAtom) native.frameRenamed(id);
    else native.frameChanged(id);
  }
  attributeChanged.wants = (name) => name === sourceAtom || name === markupAtom || name === nameAtom;
  put(hooks.attributeChanged, attributeChanged);

  // MARK: Nodes of other windows. https://dom.spec.whatwg.org/#concept-node-adopt
  //
  // Each window has an arena of its own: a node that comes from another one is copied into this one's, and its object
  // becomes the copy's. Deviation: the object then is of this window's interfaces.

  /** The core of the window whose node something is, or undefined. */
  function coreOf(value) {
    for (let index = 0; index < core.cores.length; index += 1) {
      const other = core.cores[index];
      if (other !== core && other.idIfNode !== undefined && other.idIfNode(value) >= 0) return other;
    }
    return undefined;
  }

  core.coreOfNode = coreOf;
  core.isForeignNode = (value) => coreOf(value) !== undefined;

  const isDocument = (other, id) => other.tree.kindOf(id) === other.tree.DOCUMENT;

  /** A copy of another window's node, with all below it; -1 for other values. */
  core.copyNode = (value) => {
    const other = coreOf(value);
    if (other === undefined || isDocument(other, other.id(value))) return -1;
    return native.importNode(other.documentNumber, other.id(value));
  };

  /** What two nodes must have in common to be equal, beside their children. https://dom.spec.whatwg.org/#concept-node-equals */
  core.nodeSignature = (id) => {
    const { tree } = core;
    const kind = tree.kindOf(id);
    const parts = core.list(kind);
    if (kind === tree.DOCTYPE) {
      put(parts, core.spelling(tree.nameOf(id)));
      put(parts, native.publicID(id));
      put(parts, native.systemID(id));
    } else if (kind === tree.ELEMENT) {
      put(parts, core.spelling(tree.nameOf(id)));
      put(parts, tree.namespaceURI(id));
      put(parts, tree.prefixOf(id));
      put(parts, core.attributeSignature(id));
    } else if (kind >= tree.TEXT && kind <= tree.INSTRUCTION) {
      put(parts, tree.dataOf(id));
      put(parts, kind === tree.INSTRUCTION ? core.spelling(tree.nameOf(id)) : tree.sections.has(id));
    }
    return core.JSONStringify(core.array(parts));
  };

  /** Whether a node equals one of another window. */
  core.equalsForeign = (one, value) => {
    const other = coreOf(value);
    const root = other.id(value);
    let node = one, twin = root;
    for (;;) {
      if (node < 0 || twin < 0) return node === twin;
      if (core.nodeSignature(node) !== other.nodeSignature(twin)) return false;
      if (core.tree.childrenOf(node).length !== other.tree.childrenOf(twin).length) return false;
      node = core.tree.nextNode(node, one);
      twin = other.tree.nextNode(twin, root);
    }
  };

  /** Takes over another window's node, with all below it. */
  core.takeNode = (value) => {
    const other = coreOf(value);
    if (isDocument(other, other.id(value)) || other.isAttributeNode(value)) core.tree.refuse(3);
    const root = other.id(value);
    if (other.tree.parentOf(root) >= 0) other.tree.remove(root);
    const copy = native.importNode(other.documentNumber, root);
    let from = root, to = copy;
    while (from >= 0 && to >= 0) {
      const object = other.madeObject(from);
      if (object !== undefined) takeObject(other, object, from, to);
      from = other.tree.nextNode(from, root);
      to = core.tree.nextNode(to, copy);
    }
    return copy;
  };

  function takeObject(other, object, from, to) {
    const listeners = other.listenersOf(object);
    const Class = core.classOf(to);
    if (core.isNode(object)) {
      core.renumber(object, to);
      core.register(to, object);
    } else {
      core.willAdopt(object);
      core.construct(Class, to);
    }
    core.ObjectSetPrototypeOf(object, Class.prototype);
    core.setListeners(object, listeners);
    other.forgetObject(from);
    other.renumber(object, -1);
  }
  core.documentNumber = native.documentNumber();

  core.entry.post = (message, target, moved, from) => {
    core.load("messaging.js");
    core.receiveMessage(message, target, moved, from);
  };
  core.entry.wrap = core.wrap;
  numberFrames();
})
