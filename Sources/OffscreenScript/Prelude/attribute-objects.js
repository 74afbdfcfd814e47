// The objects that stand for attributes, and attributes with namespaces and prefixes. attributes.js has the others.
// https://dom.spec.whatwg.org/#interface-attr
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, tree } = core;
  const { namespaceNumber } = tree;
  const {
    set, remove, find, valueOf, describe, qualifiedName, keyOf, usualPrefix, foreign, objects, state, record, changed, observesAttributes,
  } = core.attributes;
  const NONE = 7, OTHER = 6, XMLNS = 5;
  const xmlnsAtom = core.atom("xmlns");

  function setDetails(element, atom, number, details) {
    if (details.namespace !== null && details.prefix === null && number !== XMLNS) state.hasBareNames = true;
    const isUsual = number !== OTHER && details.prefix === usualPrefix(atom, number);
    let known = foreign.get(element);
    if (isUsual) {
      known?.delete(keyOf(atom, number));
      return;
    }
    if (known === undefined) foreign.set(element, known = new SafeMap());
    known.set(keyOf(atom, number), details);
  }

  function copyForeignAttributes(source, target) {
    const list = native.attributes(source);
    for (let index = 0; index < list.length; index += 2) {
      const details = foreign.get(source).get(keyOf(list[index], list[index + 1]));
      if (details !== undefined) setDetails(target, list[index], list[index + 1], details);
    }
  }

  /** https://dom.spec.whatwg.org/#concept-element-attributes-get-by-namespace */
  function findNS(element, namespace, name) {
    const number = namespaceNumber(namespace);
    if (number !== OTHER) {
      const atom = core.atom(name);
      return native.attribute(element, atom, number) === null ? -1 : keyOf(atom, number);
    }
    if (!foreign.has(element)) return -1;
    const list = native.attributes(element);
    for (let index = 0; index < list.length; index += 2) {
      if (list[index + 1] !== OTHER) continue;
      const details = describe(element, list[index], OTHER);
      if (details.namespace === namespace && details.name === name) return keyOf(list[index], OTHER);
    }
    return -1;
  }

  /** The atom for a new attribute of a namespace that the arena does not know: two may have the same local name. */
  function atomFor(element, number, namespace, name) {
    const atom = core.atom(name);
    return number === OTHER && native.attribute(element, atom, OTHER) !== null ? core.atom(name + " " + namespace) : atom;
  }

  function setNS(element, namespace, prefix, name, value) {
    const key = findNS(element, namespace, name);
    if (key >= 0) return set(element, key >> 3, key & 7, value);
    const number = namespaceNumber(namespace);
    const atom = atomFor(element, number, namespace, name);
    setDetails(element, atom, number, { namespace, prefix, name });
    set(element, atom, number, value);
  }

  // MARK: Objects

  class State extends core.Stamp {
    #state;
    constructor(object, state) {
      super(object);
      this.#state = state;
    }
    static of(object) { return object.#state; }
    static has(object) { return core.isObject(object) && #state in object; }
  }

  class Attr extends core.Node {
    get namespaceURI() { return State.of(this).namespace; }
    get prefix() { return State.of(this).prefix; }
    get localName() { return State.of(this).name; }
    get name() { return qualifiedName(State.of(this)); }
    get value() { return attributeValue(this); }
    set value(value) {
      State.of(this);
      setAttributeValue(this, core.string(value));
    }
    get ownerElement() {
      const { element } = State.of(this);
      return element < 0 ? null : core.wrap(element);
    }
    get specified() {
      State.of(this);
      return true;
    }
  }

  /** `element` is -1 for one that stands alone, which has a value and a document. */
  function makeAttr(element, key, details, value, document) {
    const attr = core.construct(Attr, core.attributeID());
    new State(attr, { element, key, namespace: details.namespace, prefix: details.prefix, name: details.name, value, document });
    return attr;
  }

  function attributeObject(element, atom, number) {
    const key = keyOf(atom, number);
    let known = objects.get(element);
    if (known === undefined) objects.set(element, known = new SafeMap());
    let attr = known.get(key);
    if (attr === undefined) {
      attr = makeAttr(element, key, describe(element, atom, number), null, 0);
      known.set(key, attr);
    }
    return attr;
  }

  function detach(element, key, value) {
    const known = objects.get(element);
    const attr = known?.get(key);
    if (attr === undefined) return;
    const state = State.of(attr);
    state.document = tree.documentOf(element);
    state.element = -1;
    state.value = value;
    known.delete(key);
  }

  function attributeValue(attr) {
    const state = State.of(attr);
    return state.element < 0 ? state.value : valueOf(state.element, state.key) ?? "";
  }

  function setAttributeValue(attr, value) {
    const state = State.of(attr);
    if (state.element < 0) state.value = value;
    else set(state.element, state.key >> 3, state.key & 7, value);
  }

  const objectOf = (element, key) => (key < 0 ? null : attributeObject(element, key >> 3, key & 7));

  /** https://dom.spec.whatwg.org/#concept-element-attributes-set */
  const setAttributeNode = tree.reacting((element, attr) => {
    if (!State.has(attr)) throw new core.TypeError("The argument is not an Attr.");
    const state = State.of(attr);
    if (state.element >= 0 && state.element !== element) {
      throw error("InUseAttributeError", "The attribute belongs to another element.");
    }
    const key = findNS(element, state.namespace, state.name);
    const old = objectOf(element, key);
    if (old === attr) return attr;
    const number = namespaceNumber(state.namespace);
    const value = state.value;
    let atom;
    if (old !== null) {
      atom = key >> 3;
      const oldValue = valueOf(element, key);
      if (observesAttributes()) record(element, atom, number, oldValue);
      detach(element, key, oldValue);
      setDetails(element, atom, number, state);
      native.setAttribute(element, atom, number, value);
      attach(attr, element, keyOf(atom, number));
      changed(element, atom, number, oldValue, value);
    } else {
      atom = atomFor(element, number, state.namespace, state.name);
      setDetails(element, atom, number, { namespace: state.namespace, prefix: state.prefix, name: state.name });
      if (observesAttributes()) record(element, atom, number, null);
      native.setAttribute(element, atom, number, value);
      attach(attr, element, keyOf(atom, number));
      changed(element, atom, number, null, value);
    }
    return old;
  });

  function attach(attr, element, key) {
    const state = State.of(attr);
    state.element = element;
    state.key = key;
    state.value = null;
    let known = objects.get(element);
    if (known === undefined) objects.set(element, known = new SafeMap());
    known.set(key, attr);
  }

  function removeAttributeNode(attr) {
    const { element, key } = State.of(attr);
    remove(element, key >> 3, key & 7);
  }

  // MARK: For the other files

  function haveEqualAttributes(one, other) {
    const list = native.attributes(one);
    if (list.length !== native.attributes(other).length) return false;
    for (let index = 0; index < list.length; index += 2) {
      const details = describe(one, list[index], list[index + 1]);
      const key = findNS(other, details.namespace, details.name);
      if (key < 0 || valueOf(other, key) !== native.attribute(one, list[index], list[index + 1])) return false;
    }
    return true;
  }

  /** The attributes of an element as one text, whatever their order. */
  core.attributeSignature = function (element) {
    const list = native.attributes(element);
    const found = core.list();
    for (let index = 0; index < list.length; index += 2) {
      const { namespace, name } = describe(element, list[index], list[index + 1]);
      put(found, core.JSONStringify([namespace, name, native.attribute(element, list[index], list[index + 1])]));
    }
    return core.ArrayJoin(core.ArraySort(found), " ");
  };

  function attributeNames(element) {
    const list = native.attributes(element);
    const names = core.list();
    for (let index = 0; index < list.length; index += 2) {
      const number = list[index + 1];
      put(names, number === NONE ? core.spelling(list[index]) : qualifiedName(describe(element, list[index], number)));
    }
    return names;
  }

  // MARK: XML pages

  /**
   * Finds out what the arena does not hold of a page that was parsed as XML: which prefixes its names had, and which
   * unknown namespaces they are in. The declarations around tell, unless two of them name the same namespace.
   */
  function inferNames(id, bindings) {
    const list = native.attributes(id);
    for (let index = 0; index < list.length; index += 2) {
      if (list[index + 1] !== XMLNS) continue;
      const prefix = list[index] === xmlnsAtom ? null : core.spelling(list[index]);
      const uri = native.attribute(id, list[index], XMLNS);
      bindings = { prefix, uri: uri === "" ? null : uri, outer: bindings };
    }
    const number = tree.namespaceOf(id);
    const found = bindingOf(bindings, number, true);
    if (found !== null && (found.prefix !== null || number === OTHER)) {
      tree.foreignElements.set(id, { namespace: found.uri, prefix: found.prefix });
    }
    for (let index = 0; index < list.length; index += 2) {
      const attributeNumber = list[index + 1];
      if (attributeNumber === XMLNS || attributeNumber === NONE) continue;
      const binding = bindingOf(bindings, attributeNumber, false);
      if (binding === null) continue;
      setDetails(id, list[index], attributeNumber,
        { namespace: binding.uri, prefix: binding.prefix, name: core.spelling(list[index]) });
    }
    for (let child = tree.link(id, tree.FIRST); child >= 0; child = tree.link(child, tree.NEXT)) {
      if (tree.isElement(child)) inferNames(child, bindings);
    }
  }

  /** The innermost declaration of a namespace with a number that is in force; the default one first, where names may have it. */
  function bindingOf(bindings, number, allowsDefault) {
    if (number === NONE) return null;
    let best = null;
    for (let binding = bindings; binding !== null; binding = binding.outer) {
      if (binding.uri === null || namespaceNumber(binding.uri) !== number) continue;
      if (valueInForce(bindings, binding.prefix) !== binding) continue;
      if (binding.prefix === null ? allowsDefault : best === null) best = binding;
      if (allowsDefault && binding.prefix === null) return binding;
    }
    return best;
  }

  function valueInForce(bindings, prefix) {
    for (let binding = bindings; binding !== null; binding = binding.outer) if (binding.prefix === prefix) return binding;
    return null;
  }

  core.copyForeignAttributes = copyForeignAttributes;
  core.attributeObject = attributeObject;
  core.attributeNode = (element, name) => objectOf(element, find(element, name));
  core.attributeNodeNS = (element, namespace, name) => objectOf(element, findNS(element, namespace, name));
  core.setAttributeNode = setAttributeNode;
  core.removeAttributeNode = removeAttributeNode;
  core.attributeNames = attributeNames;
  core.haveEqualAttributes = haveEqualAttributes;
  core.isAttr = State.has;
  core.attributeState = State.of;
  core.makeAttr = (namespace, prefix, name, document) => makeAttr(-1, -1, { namespace, prefix, name }, "", document);

  core.attributeName = (attr) => qualifiedName(State.of(attr));
  core.attributeValue = attributeValue;
  core.setAttributeValue = setAttributeValue;
  core.attributeOwner = (attr) => State.of(attr).element;
  core.attributeDocument = (attr) => {
    const state = State.of(attr);
    return state.element < 0 ? state.document : tree.documentOf(state.element);
  };
  core.cloneAttribute = (attr) =>
    makeAttr(-1, -1, State.of(attr), attributeValue(attr), core.attributeDocument(attr));
  core.areEqualAttributes = (one, other) => {
    const first = State.of(one), second = State.of(other);
    return first.namespace === second.namespace && first.name === second.name
      && attributeValue(one) === attributeValue(other);
  };
  /** Whether an attribute comes before another one of the same element. */
  core.isAttributeBefore = (one, other) => {
    const { element, key } = State.of(one);
    const otherKey = State.of(other).key;
    const list = native.attributes(element);
    for (let index = 0; index < list.length; index += 2) {
      const found = keyOf(list[index], list[index + 1]);
      if (found === key) return true;
      if (found === otherKey) return false;
    }
    return false;
  };

  core.Attr = Attr;
  core.attributes.findNS = findNS;
  core.attributes.setNS = setNS;
  core.detachAttribute = detach;
  core.define({ Attr });

  // The page's own names.
  if (tree.isXMLDocument(0)) {
    const root = tree.childElement(0, tree.FIRST, tree.NEXT);
    if (root >= 0) inferNames(root, null);
  }
})
