// Elements as properties of the Window.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
//
// The engine allows no Proxy among the prototypes of its global object: an object of a class of ours asks for names.
(function (core) {
  "use strict";
  const { native, list, put, versions, SafeSet } = core;
  const idAtom = core.atom("id"), nameAtom = core.atom("name");
  const NONE = 7;

  let selector = -1;
  const withName = new SafeSet();
  withName.add(core.atom("embed"));
  withName.add(core.atom("form"));
  withName.add(core.atom("iframe"));
  withName.add(core.atom("img"));
  withName.add(core.atom("object"));

  // Elements with a name that counts, as of these versions of the document.
  let named = list(), structure = -1, attributes = -1;

  function namedElements() {
    if (structure === versions[0] && attributes === versions[2]) return named;
    structure = versions[0];
    attributes = versions[2];
    if (selector < 0) selector = native.compileSelector("embed[name], form[name], iframe[name], img[name], object[name]");
    named = native.queryAll(selector, 0);
    return named;
  }

  const hasNameOf = (element) => withName.has(core.tree.nameOf(element)) && core.tree.namespaceOf(element) === 0;

  /** The frame or the elements that a name stands for; undefined where there are none. */
  core.findNamed = function (name) {
    // Most names that are asked for are nothing's.
    const atom = native.knownAtom(name);
    if (name === "" || (namedElements().length === 0 && (atom < 0 || native.elementByID(0, atom) < 0))) return undefined;
    const elements = matching(name);
    for (let index = 0; index < elements.length; index += 1) {
      if (core.spelling(core.tree.nameOf(elements[index])) !== "iframe") continue;
      const frame = native.attribute(elements[index], nameAtom, NONE) === name ? core.contentWindowOf?.(elements[index]) : null;
      if (frame !== null && frame !== undefined) return frame;
    }
    if (elements.length <= 1) return elements.length === 0 ? undefined : core.wrap(elements[0]);
    return core.collections.keptElements("window " + name, () => matching(name), true);
  };

  /** Elements with a name, in tree order. */
  function matching(name) {
    const withID = compiledFor(name);
    if (withID >= 0) return native.queryAll(withID, 0);
    if (everything < 0) everything = native.compileSelector("[id], embed[name], form[name], iframe[name], img[name], object[name]");
    const all = native.queryAll(everything, 0);
    const found = list();
    for (let index = 0; index < all.length; index += 1) {
      if (native.attribute(all[index], idAtom, NONE) === name
        || (hasNameOf(all[index]) && native.attribute(all[index], nameAtom, NONE) === name)) put(found, all[index]);
    }
    return found;
  }
  let everything = -1;

  function compiledFor(name) {
    if (core.RegExpExec(plain, name) === null) return -1;
    const quoted = core.JSONStringify(name);
    return native.compileSelector(`[id=${quoted}], embed[name=${quoted}], form[name=${quoted}], iframe[name=${quoted}], `
      + `img[name=${quoted}], object[name=${quoted}]`);
  }
  // Names that mean the same between quotes of a selector.
  const plain = /^[-\w]+$/;
})
