// What a custom element says of itself. https://html.spec.whatwg.org/multipage/custom-elements.html#element-internals
(function (core) {
  "use strict";
  const { native, error, SafeMap, TypeError } = core;
  const tree = core.tree;
  core.load("custom-elements.js");
  core.load("form-associated.js");
  core.load("validity.js");
  const { customs, PRECUSTOMIZED, CUSTOM, shadowRootOf } = core.custom;
  const { validity, forms } = core;

  const Brand = core.brand();

  /** https://html.spec.whatwg.org/multipage/custom-elements.html#dom-attachinternals */
  core.attachInternals = function (id) {
    const refuse = (why) => { throw error("NotSupportedError", "The element " + why + "."); };
    const definition = core.customElements.definitionOf(id);
    if (definition === undefined || definition.isBuiltIn) refuse("is no custom element");
    if (definition.disablesInternals) refuse("has a definition that allows no internals");
    const custom = customs.get(id);
    if (custom === undefined || (custom.state !== PRECUSTOMIZED && custom.state !== CUSTOM)) refuse("is not upgraded yet");
    if (custom.internals !== null) refuse("has its internals already");
    const internals = {
      __proto__: null, custom, id, value: null, state: null, flags: null, message: "", anchor: null, states: null,
      strings: new SafeMap(), elements: new SafeMap(), arrays: new SafeMap(),
    };
    custom.internals = internals;
    const object = core.ObjectCreate(ElementInternals.prototype);
    new Brand(object, internals);
    return object;
  };

  /** The internals of an element that takes part in forms. */
  function associated(object) {
    const internals = Brand.of(object);
    if (!core.isFormAssociated(internals.id)) {
      throw error("NotSupportedError", "The element is not form-associated.");
    }
    return internals;
  }

  // MARK: Values. https://html.spec.whatwg.org/multipage/custom-elements.html#dom-elementinternals-setformvalue

  function convertValue(value) {
    if (value === null || value === undefined) return null;
    if (core.isObject(value)) {
      if (core.isFile?.(value)) return value;
      if (core.formData?.isFormData(value)) return copyEntries(core.formData.entriesOf(value));
    }
    return core.usvString(value);
  }

  function copyEntries(entries) {
    const list = core.list();
    for (let index = 0; index < entries.length; index += 1) {
      core.put(list, { name: entries[index].name, value: entries[index].value });
    }
    return list;
  }

  // MARK: Validity. https://html.spec.whatwg.org/multipage/custom-elements.html#dom-elementinternals-setvalidity

  const flagNames = ["badInput", "customError", "patternMismatch", "rangeOverflow", "rangeUnderflow", "stepMismatch", "tooLong",
    "tooShort", "typeMismatch", "valueMissing"];

  /** The flags that are true; null for none. */
  function readFlags(value) {
    const dictionary = core.dictionary(value);
    let flags = null;
    for (let index = 0; index < flagNames.length; index += 1) {
      const name = flagNames[index];
      if (core.member(dictionary, name, core.boolean, false)) (flags ??= { __proto__: null })[name] = true;
    }
    return flags;
  }

  function setValidity(internals, flags, message, anchor) {
    if (flags !== null && (message === undefined || message === "")) {
      throw new TypeError("What is wrong has to be said in words.");
    }
    if (anchor !== null && !isWithin(internals.id, anchor)) {
      throw error("NotFoundError", "The anchor is not inside of the element.");
    }
    internals.flags = flags;
    internals.message = flags === null ? "" : message;
    internals.anchor = anchor;
    native.setFormState(internals.id, "invalid", flags !== null);
  }

  /** Whether a node is an element or lies in it, in its shadow trees too. */
  function isWithin(id, node) {
    for (;;) {
      if (tree.contains(id, node)) return true;
      node = core.shadow === null ? -1 : core.shadow.hostOf(tree.rootOf(node));
      if (node < 0) return false;
    }
  }

  function convertAnchor(value) {
    if (value === null || value === undefined) return null;
    return core.html.requireHTML(value);
  }

  // MARK: ElementInternals

  class ElementInternals {
    constructor() { throw new TypeError("Illegal constructor"); }

    get shadowRoot() {
      const { id } = Brand.of(this);
      return core.wrap(shadowRootOf(id));
    }

    setFormValue(value, state = undefined) {
      const internals = Brand.of(this);
      core.requireArguments(arguments.length, 1);
      const converted = convertValue(value);
      const convertedState = state === undefined ? converted : convertValue(state);
      associated(this);
      internals.value = converted;
      internals.state = convertedState;
    }

    get form() { return core.wrap(forms.ownerOf(associated(this).id)); }

    setValidity(flags = undefined, message = undefined, anchor = undefined) {
      const internals = Brand.of(this);
      const read = readFlags(flags);
      if (message !== undefined) message = core.string(message);
      const place = convertAnchor(anchor);
      associated(this);
      setValidity(internals, read, message, place);
    }
    get willValidate() { return validity.willValidate(associated(this).id); }
    get validity() { return validity.stateOf(associated(this).id); }
    get validationMessage() { return associated(this).message; }
    checkValidity() { return validity.check(associated(this).id); }
    reportValidity() { return validity.report(associated(this).id); }

    get labels() { return forms.labelsOf(associated(this).id); }

    get states() {
      const internals = Brand.of(this);
      return internals.states ??= makeStates(internals.id);
    }
  }

  // MARK: CustomStateSet. https://html.spec.whatwg.org/multipage/custom-elements.html#customstateset

  const StateBrand = core.brand();

  class CustomStateSet {
    constructor() { throw new TypeError("Illegal constructor"); }

    add(value) {
      const { set, id } = StateBrand.of(this);
      core.requireArguments(arguments.length, 1);
      value = core.string(value);
      core.SetAdd(set, value);
      native.setFormState(id, "addState", value);
      return this;
    }
    clear() {
      const { set, id } = StateBrand.of(this);
      core.SetForEach(set, (value) => native.setFormState(id, "removeState", value));
      core.SetClear(set);
    }
    delete(value) {
      const { set, id } = StateBrand.of(this);
      core.requireArguments(arguments.length, 1);
      value = core.string(value);
      native.setFormState(id, "removeState", value);
      return core.SetDelete(set, value);
    }
    has(value) {
      const { set } = StateBrand.of(this);
      core.requireArguments(arguments.length, 1);
      return core.SetHas(set, core.string(value));
    }
    get size() { return core.SetSize(StateBrand.of(this).set); }
    entries() { return core.SetEntries(StateBrand.of(this).set); }
    values() { return core.SetValues(StateBrand.of(this).set); }
    forEach(callback, thisArgument = undefined) {
      const { set } = StateBrand.of(this);
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      core.SetForEach(set, (value) => core.call(callback, thisArgument, value, value, this));
    }
  }

  function makeStates(id) {
    const object = core.ObjectCreate(CustomStateSet.prototype);
    new StateBrand(object, { __proto__: null, set: new core.Set(), id });
    return object;
  }

  // MARK: ARIA. https://w3c.github.io/aria/#ARIAMixin

  function addString(member) {
    core.mixin(ElementInternals, {
      get [member]() { return Brand.of(this).strings.get(member) ?? null; },
      set [member](value) {
        const { strings } = Brand.of(this);
        if (value === null || value === undefined) strings.delete(member);
        else strings.set(member, core.string(value));
      },
    });
  }

  function requireElement(value) {
    const id = core.idIfNode(value);
    if (id < 0 || !tree.isElement(id)) throw new TypeError("The value is not an Element.");
    return id;
  }

  /** Whether an element is in the tree of another one, or in one around it. */
  function isInReach(id, other) {
    for (let node = id; node >= 0;) {
      const root = tree.rootOf(node);
      if (tree.rootOf(other) === root) return true;
      node = core.shadow === null ? -1 : core.shadow.hostOf(root);
    }
    return false;
  }

  function addElement(member) {
    core.mixin(ElementInternals, {
      get [member]() {
        const { id, elements } = Brand.of(this);
        const other = elements.get(member);
        return other !== undefined && isInReach(id, other) ? core.wrap(other) : null;
      },
      set [member](value) {
        const { elements } = Brand.of(this);
        if (value === null || value === undefined) elements.delete(member);
        else elements.set(member, requireElement(value));
      },
    });
  }

  function addElements(member) {
    core.mixin(ElementInternals, {
      get [member]() {
        const { id, elements, arrays } = Brand.of(this);
        const all = elements.get(member);
        if (all === undefined) return null;
        const list = core.list();
        for (let index = 0; index < all.length; index += 1) if (isInReach(id, all[index])) core.put(list, core.wrap(all[index]));
        // The same array as long as it holds the same.
        const known = arrays.get(member);
        let isSame = known !== undefined && known.length === list.length;
        for (let index = 0; isSame && index < list.length; index += 1) isSame = known[index] === list[index];
        if (isSame) return known;
        const array = core.ObjectFreeze(core.array(list));
        arrays.set(member, array);
        return array;
      },
      set [member](value) {
        const { elements } = Brand.of(this);
        if (value === null || value === undefined) elements.delete(member);
        else elements.set(member, core.sequence(value, requireElement));
      },
    });
  }

  addString("role");
  for (let index = 0; index < core.ariaStrings.length; index += 1) addString("aria" + core.ariaStrings[index]);
  for (let index = 0; index < core.ariaReferences.length; index += 1) {
    const name = core.ariaReferences[index];
    if (index > 0) addElements("aria" + name + "Elements");
    else addElement("aria" + name + "Element");
  }

  core.define({ ElementInternals, CustomStateSet });
  core.ReflectDefineProperty(CustomStateSet.prototype, "keys",
    { __proto__: null, value: CustomStateSet.prototype.values, writable: true, enumerable: true, configurable: true });
  core.ReflectDefineProperty(CustomStateSet.prototype, core.SymbolIterator,
    { __proto__: null, value: CustomStateSet.prototype.values, writable: true, enumerable: false, configurable: true });
})
