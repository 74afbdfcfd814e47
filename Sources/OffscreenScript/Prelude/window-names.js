// Elements as properties of the Window.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
//
// The engine has no Proxy among the prototypes of its global object. Instead each name that an element has when a
// script begins becomes a getter of the named properties object, which finds the element anew.
(function (core) {
  "use strict";
  const { native, versions, list, put, SafeSet, ReflectDefineProperty } = core;
  const idAtom = core.atom("id"), nameAtom = core.atom("name");
  const properties = core.windowProperties;
  const NONE = 7;

  const known = new SafeSet();
  let structure = -1, attributes = -1;
  let selector = -1;
  const withName = new SafeSet();
  withName.add(core.atom("embed"));
  withName.add(core.atom("form"));
  withName.add(core.atom("iframe"));
  withName.add(core.atom("img"));
  withName.add(core.atom("object"));

  /** Makes getters of the names that came with the nodes since. */
  function learn() {
    if (structure === versions[0] && attributes === versions[2]) return;
    structure = versions[0];
    attributes = versions[2];
    if (selector < 0) {
      selector = native.compileSelector("[id], embed[name], form[name], iframe[name], img[name], object[name]");
    }
    const elements = native.queryAll(selector, 0);
    for (let index = 0; index < elements.length; index += 1) {
      const element = elements[index];
      add(native.attribute(element, idAtom, NONE));
      if (hasNameOf(element)) add(native.attribute(element, nameAtom, NONE));
    }
  }

  const hasNameOf = (element) => withName.has(core.tree.nameOf(element)) && core.tree.namespaceOf(element) === 0;

  function add(name) {
    if (name === null || name === "" || known.has(name)) return;
    known.add(name);
    // What EventTarget and Object have is not hidden.
    if (core.ReflectHas(properties, name)) return;
    const accessor = core.descriptor({
      get [name]() { return find(name); },
      set [name](value) {
        ReflectDefineProperty(this ?? core.global, name,
          { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      },
    }, name);
    core.conceal(accessor.get);
    core.conceal(accessor.set);
    accessor.enumerable = false;
    ReflectDefineProperty(properties, name, accessor);
  }

  function find(name) {
    const elements = matching(name);
    for (let index = 0; index < elements.length; index += 1) {
      if (core.spelling(core.tree.nameOf(elements[index])) !== "iframe") continue;
      const frame = native.attribute(elements[index], nameAtom, NONE) === name ? core.contentWindowOf?.(elements[index]) : null;
      if (frame !== null && frame !== undefined) return frame;
    }
    if (elements.length <= 1) return elements.length === 0 ? undefined : core.wrap(elements[0]);
    return core.collections.keptElements("window " + name, () => matching(name), true);
  }

  /** Elements with a name, in tree order. */
  function matching(name) {
    const quoted = core.JSONStringify(name);
    const compiled = core.RegExpExec(plain, name) === null ? -1 : native.compileSelector(`[id=${quoted}], embed[name=${quoted}], `
      + `form[name=${quoted}], iframe[name=${quoted}], img[name=${quoted}], object[name=${quoted}]`);
    if (compiled >= 0) return native.queryAll(compiled, 0);
    const all = native.queryAll(selector, 0);
    const found = list();
    for (let index = 0; index < all.length; index += 1) {
      if (native.attribute(all[index], idAtom, NONE) === name
        || (hasNameOf(all[index]) && native.attribute(all[index], nameAtom, NONE) === name)) put(found, all[index]);
    }
    return found;
  }
  // Names that mean the same between quotes of a selector.
  const plain = /^[-\w]+$/;

  /** Looks for names before page code runs. */
  function learnBefore(name) {
    const { entry } = core;
    const inner = entry[name];
    if (inner === undefined) return;
    entry[name] = function (a, b, c, d, e) {
      learn();
      return inner(a, b, c, d, e);
    };
  }
  learnBefore("currentScript");
  learnBefore("fire");
  learnBefore("timer");
  learnBefore("task");
  learnBefore("bridge");
})
