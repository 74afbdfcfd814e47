// Elements that ARIA's attributes name. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes:element-2
(function (core) {
  "use strict";
  const { native, put, hooks, SafeMap, SafeSet } = core;
  const tree = core.tree;
  const NONE = 7;

  // What scripts have set, by attribute, then by element: one element's number, or a list of them.
  const explicit = new SafeMap();
  // The arrays that were given out, by attribute, then by element: {list, array}.
  const given = new SafeMap();
  let isSetting = false;

  function tableOf(tables, atom) {
    let table = tables.get(atom);
    if (table === undefined) tables.set(atom, table = new SafeMap());
    return table;
  }

  // An attribute that is set in another way is what counts from then on.
  function attributeChanged(element, atom, namespace) {
    if (!isSetting && namespace === NONE) explicit.get(atom)?.delete(element);
  }
  const watched = new SafeSet();
  attributeChanged.wants = (atom) => watched.has(atom);
  const names = core.ariaReferences;
  for (let index = 0; index < names.length; index += 1) watched.add(core.atom("aria-" + core.toASCIILowercase(names[index])));
  put(hooks.attributeChanged, attributeChanged);

  /** Whether an element may be named by another one: it is in the same tree. */
  const isInReach = (element, other) => tree.isSeenFrom(other, element);

  function setText(element, atom, remembered) {
    isSetting = true;
    try {
      core.setAttribute(element, atom, NONE, "");
    } finally {
      isSetting = false;
    }
    tableOf(explicit, atom).set(element, remembered);
  }

  function clear(element, atom) {
    explicit.get(atom)?.delete(element);
    core.removeAttribute(element, atom, NONE);
  }

  function requireElement(value) {
    const id = core.idIfNode(value);
    if (id < 0 || !tree.isElement(id)) throw new core.TypeError("The value is not an Element.");
    return id;
  }

  core.aria = {
    element(element, atom) {
      const set = explicit.get(atom)?.get(element);
      if (set !== undefined) return isInReach(element, set) ? core.wrap(set) : null;
      const id = native.attribute(element, atom, NONE);
      return id === null || id === "" ? null : core.wrap(native.elementByID(tree.rootOf(element), core.atom(id)));
    },

    setElement(element, atom, value) {
      if (value === null || value === undefined) return clear(element, atom);
      setText(element, atom, requireElement(value));
    },

    elements(element, atom) {
      const set = explicit.get(atom)?.get(element);
      const found = core.list();
      if (set !== undefined) {
        for (let index = 0; index < set.length; index += 1) if (isInReach(element, set[index])) put(found, set[index]);
      } else {
        const text = native.attribute(element, atom, NONE);
        if (text === null) return null;
        const ids = core.parseTokens(text), root = tree.rootOf(element);
        for (let index = 0; index < ids.length; index += 1) {
          const id = native.elementByID(root, core.atom(ids[index]));
          if (id >= 0) put(found, id);
        }
      }
      return arrayOf(element, atom, found);
    },

    setElements(element, atom, value) {
      if (value === null || value === undefined) return clear(element, atom);
      setText(element, atom, core.sequence(value, requireElement));
    },
  };

  /** The same frozen array as long as it holds the same elements. */
  function arrayOf(element, atom, list) {
    const table = tableOf(given, atom);
    const known = table.get(element);
    let isSame = known !== undefined && known.list.length === list.length;
    for (let index = 0; isSame && index < list.length; index += 1) isSame = known.list[index] === list[index];
    if (isSame) return known.array;
    const objects = core.list();
    for (let index = 0; index < list.length; index += 1) put(objects, core.wrap(list[index]));
    const array = core.ObjectFreeze(core.array(objects));
    table.set(element, { list, array });
    return array;
  }
})
