// Custom elements that take part in forms. https://html.spec.whatwg.org/multipage/custom-elements.html#form-associated-custom-element
(function (core) {
  "use strict";
  const { native, put, hooks, SafeMap, SafeSet } = core;
  const tree = core.tree;
  const { isHTML, isNamed, get, has, isDisabled } = core.html;
  core.load("forms.js");
  const { ownerOf, ancestor, isListed } = core.forms;
  const { customs, customIn, enqueueCallback, walk, isConnected } = core.custom;
  const atom = core.atom;
  const formAtom = atom("form"), disabledAtom = atom("disabled"), idAtom = atom("id"), fieldsetAtom = atom("fieldset"),
    readOnlyAtom = atom("readonly"), datalistAtom = atom("datalist"), nameAtom = atom("name");

  core.isFormAssociated = (id) => customs.get(id)?.definition?.isFormAssociated === true;

  // MARK: Form owners and fieldsets

  // Those that stand in no document, the latest last; no more than so many are told of what happens around them there.
  const detached = new SafeMap();
  const mostDetached = 256;
  // Those that name their form.
  const naming = new SafeSet();
  let count = 0;

  /** Tells an element of its form, and whether it is disabled, where that has changed. */
  function update(custom) {
    const { id } = custom;
    const form = ownerOf(id), wasDisabled = custom.isDisabled;
    if (form !== custom.form) {
      custom.form = form;
      enqueueCallback(custom, "formAssociatedCallback", core.list(core.wrap(form)));
    }
    custom.isDisabled = isDisabled(id);
    if (custom.isDisabled !== wasDisabled) enqueueCallback(custom, "formDisabledCallback", core.list(custom.isDisabled));
  }

  function updateBelow(root) {
    walk(root, (id) => {
      const custom = customIn(id);
      if (custom !== null && custom.definition.isFormAssociated) update(custom);
    });
  }

  const updateNaming = tree.reacting(() => naming.forEach((custom) => update(custom)));
  // The parser tells nobody of the forms that it makes.
  core.parserPaused = () => { if (naming.size > 0) updateNaming(); };

  /** An element has been put into a document or taken out of one. */
  function placed(custom) {
    detached.delete(custom.id);
    if (!isConnected(custom.id)) detach(custom);
    noteName(custom);
    update(custom);
  }

  function noteName(custom) {
    if (has(custom.id, formAtom)) naming.add(custom);
    else naming.delete(custom);
  }

  function detach(custom) {
    detached.set(custom.id, custom);
    if (detached.size <= mostDetached) return;
    let first = -1;
    detached.forEach((other, id) => { if (first < 0) first = id; });
    detached.delete(first);
  }

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades, step 11 */
  function begin(custom) {
    count += 1;
    native.setFormState(custom.id, "formAssociated", true);
    noteName(custom);
    if (!isConnected(custom.id)) detach(custom);
    update(custom);
  }

  let isWatching = false;
  function add() {
    if (isWatching) return;
    isWatching = true;
    put(hooks.inserted, core.parserPaused);
    put(hooks.removed, core.parserPaused);
    put(hooks.moved, (root) => {
      updateBelow(root);
      updateNaming();
    });
    put(hooks.childrenChanged, (parent) => {
      if (detached.size > 0 && !isConnected(parent)) detached.forEach((custom) => update(custom));
      // What comes first in it may be another legend.
      if (count > 0 && isNamed(parent, fieldsetAtom)) updateBelow(parent);
    });
    const changed = (element, name, namespace) => {
      if (namespace !== core.custom.NONE) return;
      if (name === idAtom) return updateNaming();
      if (name === disabledAtom && isNamed(element, fieldsetAtom)) return updateBelow(element);
      const custom = customIn(element);
      if (custom === null || !custom.definition.isFormAssociated) return;
      if (name === formAtom) noteName(custom);
      update(custom);
    };
    changed.wants = (name) => name === formAtom || name === disabledAtom || name === idAtom;
    put(hooks.attributeChanged, changed);
  }

  // MARK: What forms ask

  /** The listed elements of a tree, in order, where some of them may be custom ones. */
  core.formAssociatedIn = function (root) {
    if (count === 0) return undefined;
    const list = core.list();
    for (let node = tree.nextNode(root, root); node >= 0; node = tree.nextNode(node, root)) {
      if (isHTML(node) && isListed(node)) put(list, node);
    }
    return list;
  };

  core.resetCustomElement = function (id) {
    const custom = customIn(id);
    if (custom !== null && custom.definition.isFormAssociated) enqueueCallback(custom, "formResetCallback");
  };

  const isBarred = (id) => isDisabled(id) || ancestor(id, datalistAtom) >= 0;

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-entry-list, step 5.5 */
  core.addCustomEntries = function (id, list) {
    const internals = customIn(id)?.internals;
    if (internals === null || internals === undefined || isBarred(id)) return;
    const { value } = internals;
    if (value === null) return;
    if (typeof value === "string" || core.isBlob?.(value)) {
      const name = get(id, nameAtom) ?? "";
      if (name !== "") put(list, { name: core.StringToWellFormed(name), value });
      return;
    }
    for (let index = 0; index < value.length; index += 1) put(list, { name: value[index].name, value: value[index].value });
  };

  // MARK: What validation asks

  core.customWillValidate = (id) => core.isFormAssociated(id) && !isBarred(id) && !has(id, readOnlyAtom);
  core.customValidity = (id) => customs.get(id)?.internals?.flags ?? null;
  core.customMessage = (id) => customs.get(id)?.internals?.message ?? "";

  core.formAssociated = { __proto__: null, add, begin, placed };
})
