// What some kinds of HTML's elements need: forms, disabled controls, what clicks do, interfaces with names of their own.
(function (core) {
  "use strict";
  const { SafeMap, SafeSet, ReflectOwnKeys, ReflectDefineProperty, tree, atom } = core;
  const { FIRST, NEXT, parentOf, nameOf, namespaceOf } = tree;
  const { isHTML, isNamed, has, atomSet, HTMLElement } = core.html;

  // MARK: Clicks

  const clicking = new SafeSet();

  /** https://html.spec.whatwg.org/multipage/interaction.html#dom-click */
  function click(id, isTrusted = false, init = undefined) {
    if (isDisabled(id) || clicking.has(id)) return;
    clicking.add(id);
    try {
      const event = core.makeEvent("click", init ?? {
        __proto__: null, bubbles: true, cancelable: true, composed: true, view: core.global, pointerId: -1,
      }, "PointerEvent", isTrusted);
      core.dispatch(event, core.wrap(id));
    } finally {
      clicking.delete(id);
    }
  }

  const disabledAtom = atom("disabled"), fieldsetAtom = atom("fieldset"), legendAtom = atom("legend");
  const canBeDisabled = atomSet("button input select textarea fieldset optgroup option");

  const controls = atomSet("button input select textarea fieldset");
  const optgroupAtom = atom("optgroup"), optionAtom = atom("option");

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled */
  function isDisabled(id) {
    if (!isHTML(id)) return false;
    const name = nameOf(id);
    const isCustom = !canBeDisabled.has(name);
    if (isCustom && !(core.isFormAssociated?.(id) ?? false)) return false;
    if (has(id, disabledAtom)) return true;
    if (name === optionAtom) {
      const parent = parentOf(id);
      return parent >= 0 && isNamed(parent, optgroupAtom) && has(parent, disabledAtom);
    }
    return (isCustom || controls.has(name)) && isInDisabledFieldset(id);
  }

  function isInDisabledFieldset(id) {
    let child = id;
    for (let node = parentOf(id); node >= 0; node = parentOf(node)) {
      if (isNamed(node, fieldsetAtom) && has(node, disabledAtom)) {
        // What lies in the first legend of a fieldset is not disabled by it.
        let legend = tree.childElement(node, FIRST, NEXT);
        while (legend >= 0 && !isNamed(legend, legendAtom)) legend = tree.siblingElement(legend, NEXT);
        if (legend < 0 || legend !== child) return true;
      }
      child = node;
    }
    return false;
  }

  // What a click on an element does: `(element, event)` gives `{before, canceled, run}` or null, by the name's atom.
  const behaviours = new SafeMap();
  const behaviourFiles = new SafeMap();

  function behave(names, behaviour) {
    const list = core.split(names, " ");
    for (let index = 0; index < list.length; index += 1) behaviours.set(atom(list[index]), behaviour);
  }

  const aAtom = atom("a");

  core.activation = function (id, event) {
    if (!isHTML(id)) return namespaceOf(id) === 1 && nameOf(id) === aAtom ? activateLink(id, event) : null;
    const name = nameOf(id);
    const file = behaviourFiles.get(name);
    if (file === undefined) return null;
    core.load(file);
    return behaviours.get(name)?.(id, event) ?? null;
  };

  function activateLink(id, event) {
    core.load("links.js");
    return behaviours.get(aAtom)(id, event);
  }

  const behaviourRows = {
    "links.js": "a area", "forms.js": "button label", "inputs.js": "input", "interactive.js": "summary",
  };
  const behaviourNames = ReflectOwnKeys(behaviourRows);
  for (let index = 0; index < behaviourNames.length; index += 1) {
    const list = core.split(behaviourRows[behaviourNames[index]], " ");
    for (let place = 0; place < list.length; place += 1) behaviourFiles.set(atom(list[place]), behaviourNames[index]);
  }

  // MARK: What files further on give

  const listed = atomSet("button fieldset input label legend object option output select textarea img");

  /** An element's form, or -1. */
  core.formOwner = (id) => {
    if (!isHTML(id) || !(listed.has(nameOf(id)) || core.isFormAssociated?.(id))) return -1;
    core.load("forms.js");
    return core.forms.ownerOf(id);
  };

  core.popovers = () => {
    core.load("interactive.js");
    return core.popovers();
  };

  const noArguments = core.list();

  /**
   * An interface with indexed or named properties: `traps` stand behind every object of it, in place of its prototype.
   * Deviation: they are no properties of the objects themselves.
   */
  function exotic(name, members, traps) {
    const Class = { [name]: function () { return core.ReflectConstruct(HTMLElement, noArguments, new.target); } }[name];
    core.ReflectSetPrototypeOf(Class, HTMLElement);
    const prototype = core.ObjectCreate(HTMLElement.prototype);
    ReflectDefineProperty(prototype, "constructor",
      { __proto__: null, value: Class, writable: true, enumerable: false, configurable: true });
    Class.prototype = new core.Proxy(prototype, traps);
    ReflectDefineProperty(Class, "prototype", { __proto__: null, writable: false, enumerable: false });
    core.mixin(Class, members);
    return Class;
  }

  core.html.behave = behave;
  core.html.isDisabled = isDisabled;
  core.html.click = click;
  core.html.exotic = exotic;
})
