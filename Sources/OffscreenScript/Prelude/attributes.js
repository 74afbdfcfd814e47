// Attributes, and the objects that stand for them. https://dom.spec.whatwg.org/#interface-attr
(function (core) {
  "use strict";
  const { native, put, hooks, SafeMap } = core;
  const tree = core.tree;
  const { namespaces } = tree;
  const NONE = 7, OTHER = 6, XMLNS = 5;

  // The arena knows an attribute by its local name and the number of its namespace: its key is both. What else there
  // is to know (an unknown namespace, an unusual prefix) is kept here: by element, then by key, {namespace, prefix, name}.
  const foreign = new SafeMap();
  // Whether an attribute has a namespace without a prefix: then its qualified name may be that of another.
  const state = { __proto__: null, hasBareNames: false };

  const keyOf = (atom, number) => atom * 8 + number;
  const xmlnsAtom = core.atom("xmlns");

  const usualPrefix = (atom, number) =>
    number === 3 ? "xlink" : number === 4 ? "xml" : number === XMLNS && atom !== xmlnsAtom ? "xmlns" : null;

  /** Namespace, prefix and local name of an element's attribute. */
  function describe(element, atom, number) {
    const known = foreign.size === 0 ? undefined : foreign.get(element)?.get(keyOf(atom, number));
    if (known !== undefined) return known;
    return { namespace: number < OTHER ? namespaces[number] : null, prefix: usualPrefix(atom, number),
      name: core.spelling(atom) };
  }

  function qualifiedName(details) {
    return details.prefix === null ? details.name : details.prefix + ":" + details.name;
  }

  // MARK: Finding

  // From a name as it is asked for to its atom; -1 - atom where it may be a qualified name with a prefix.
  const exactNames = new SafeMap(), lowerNames = new SafeMap();

  function remember(names, name, spelled) {
    const atom = core.atom(spelled);
    const value = core.StringIncludes(spelled, ":") || atom === xmlnsAtom ? -1 - atom : atom;
    names.set(name, value);
    return value;
  }

  function codeOf(element, name) {
    if (tree.namespaceOf(element) === 0 && tree.isInHTMLDocument(element)) {
      return lowerNames.get(name) ?? remember(lowerNames, name, core.toASCIILowercase(name));
    }
    return exactNames.get(name) ?? remember(exactNames, name, name);
  }

  /** The key of the first attribute with a qualified name, or -1. https://dom.spec.whatwg.org/#concept-element-attributes-get-by-name */
  function find(element, name) {
    const code = codeOf(element, name);
    const atom = code < 0 ? -1 - code : code;
    if (code >= 0 && !state.hasBareNames) return native.attribute(element, atom, NONE) === null ? -1 : keyOf(atom, NONE);
    const wanted = core.spelling(atom);
    const list = native.attributes(element);
    for (let index = 0; index < list.length; index += 2) {
      if (qualifiedName(describe(element, list[index], list[index + 1])) === wanted) {
        return keyOf(list[index], list[index + 1]);
      }
    }
    return -1;
  }

  const valueOf = (element, key) => native.attribute(element, key >> 3, key & 7);

  function get(element, name) {
    const code = codeOf(element, name);
    if (code >= 0 && !state.hasBareNames) return native.attribute(element, code, NONE);
    const key = find(element, name);
    return key < 0 ? null : valueOf(element, key);
  }

  // The Attr of an element's attribute, by element and key, where a page has seen it.
  const objects = new SafeMap();

  // MARK: Changing

  const observesAttributes = () => core.observing?.attributes > 0;

  // For each atom, the hooks that want to know of its attributes; as many hooks as there were when they were asked.
  let interests = core.list(), askedHooks = 0;
  const nobody = core.list();

  /** Hooks have changed what they want to know. */
  core.forgetInterests = () => { askedHooks = -1; };

  /** The functions of `hooks.attributeChanged` for a name: all but those whose `wants(atom)` says no. */
  function interested(atom) {
    const list = hooks.attributeChanged;
    if (askedHooks !== list.length) {
      interests = core.list();
      askedHooks = list.length;
    }
    while (interests.length <= atom) interests[interests.length] = undefined;
    let found = interests[atom];
    if (found === undefined) {
      found = nobody;
      for (let index = 0; index < list.length; index += 1) {
        // An own member: a page may give all functions one of the name.
        if (core.ObjectHasOwn(list[index], "wants") && !list[index].wants(atom)) continue;
        if (found === nobody) found = core.list();
        put(found, list[index]);
      }
      interests[atom] = found;
    }
    return found;
  }

  function changed(element, atom, number, old, value) {
    const list = interested(atom);
    for (let index = 0; index < list.length; index += 1) list[index](element, atom, number, old, value);
  }

  function record(element, atom, number, old) {
    const details = describe(element, atom, number);
    core.mutated("attributes", element, details.name, details.namespace, old);
  }

  /** Changes or appends an attribute. https://dom.spec.whatwg.org/#concept-element-attributes-change */
  function set(element, atom, number, value) {
    if (interested(atom).length === 0 && !observesAttributes()) {
      native.setAttribute(element, atom, number, value);
      return;
    }
    setObserved(element, atom, number, value);
  }

  const setObserved = tree.reacting((element, atom, number, value) => {
    const old = native.attribute(element, atom, number);
    if (observesAttributes()) record(element, atom, number, old);
    native.setAttribute(element, atom, number, value);
    changed(element, atom, number, old, value);
  });

  /** https://dom.spec.whatwg.org/#concept-element-attributes-remove */
  const remove = tree.reacting((element, atom, number) => {
    const old = native.attribute(element, atom, number);
    if (old === null) return;
    if (observesAttributes()) record(element, atom, number, old);
    if (objects.size > 0) core.detachAttribute(element, keyOf(atom, number), old);
    native.removeAttribute(element, atom, number);
    if (foreign.size > 0) foreign.get(element)?.delete(keyOf(atom, number));
    changed(element, atom, number, old, null);
  });

  /** `setAttribute` of a name that is not in lower case yet. */
  function setByName(element, name, value) {
    const code = codeOf(element, name);
    if (code >= 0 && !state.hasBareNames) return set(element, code, NONE, value);
    const key = find(element, name);
    if (key >= 0) set(element, key >> 3, key & 7, value);
    else set(element, code < 0 ? -1 - code : code, NONE, value);
  }

  // MARK: For the other files

  core.attributes = {
    __proto__: null, get, set, setByName, remove, find, valueOf, describe, qualifiedName, codeOf, keyOf, usualPrefix, foreign, objects, state, record,
    changed, observesAttributes,
  };
  core.lazyValues("attribute-objects.js", "findNS setNS", core.attributes);
  core.foreignAttributes = foreign;
  core.describeAttribute = describe;
  /** Sets an attribute by atom and namespace's number, with records and hooks. */
  core.setAttribute = set;
  core.removeAttribute = remove;
  core.getAttribute = (element, atom) => native.attribute(element, atom, NONE);
  core.lazyFunctions("attribute-objects.js",
    "areEqualAttributes attributeDocument attributeName attributeNames attributeNode attributeNodeNS "
      + "attributeObject attributeOwner attributeSignature attributeState attributeValue cloneAttribute "
      + "copyForeignAttributes detachAttribute haveEqualAttributes isAttr isAttributeBefore makeAttr "
      + "removeAttributeNode setAttributeNode setAttributeValue");
  core.lazyValues("attribute-objects.js", "Attr");
  if (tree.isXMLDocument(0)) core.load("attribute-objects.js");
})
