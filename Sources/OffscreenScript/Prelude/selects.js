// Select elements and their options. https://html.spec.whatwg.org/multipage/form-elements.html#the-select-element
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap, TypeError } = core;
  const tree = core.tree;
  const { FIRST, NEXT, TEXT, link, nameOf, parentOf, kindOf, namespaceOf } = tree;
  const { HTMLElement, reflect, declare, exotic, classNamed, isNamed, isHTML, get, has, set, atomSet, ownedBy, isDisabled } = core.html;
  const { LiveElements, makeCollection, stateOf, makeIterable, liveElements, indexOf } = core.collections;
  core.load("forms.js");
  core.load("validity.js");
  core.load("inputs.js");
  const forms = core.forms;
  const atom = core.atom;
  const selectAtom = atom("select"), optionAtom = atom("option"), groupAtom = atom("optgroup"), selectedAtom = atom("selected"),
    multipleAtom = atom("multiple"), sizeAtom = atom("size"), valueAtom = atom("value"), labelAtom = atom("label"), idAtom = atom("id"),
    nameAtom = atom("name"), requiredAtom = atom("required"), scriptAtom = atom("script");

  // MARK: Finding

  const isOption = (id) => isNamed(id, optionAtom);
  const isGroup = (id) => isNamed(id, groupAtom);

  /** https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-option-list */
  function optionsOf(select) {
    const list = core.list();
    let node = tree.nextNode(select, select);
    while (node >= 0) {
      if (isOption(node)) put(list, node);
      const isLeaf = isOption(node) || isNamed(node, selectAtom) || (isGroup(node) && isInGroup(node, select));
      node = isLeaf ? tree.nextSkippingChildren(node, select) : tree.nextNode(node, select);
    }
    return list;
  }

  function isInGroup(id, select) {
    for (let node = parentOf(id); node !== select; node = parentOf(node)) if (isGroup(node)) return true;
    return false;
  }

  /** The select that an option is one of, or -1. */
  function selectOf(option) {
    let node = parentOf(option);
    while (node >= 0 && !isNamed(node, selectAtom)) {
      if (isOption(node)) return -1;
      node = parentOf(node);
    }
    return node;
  }

  // MARK: Selectedness

  // What scripts have made of options; those without a state are as their attribute says.
  const selectedness = new SafeMap(), dirty = new SafeMap(), pushed = new SafeMap();
  // Selects in which nothing is selected although one would be, with the options that they had then.
  const emptied = new SafeMap();

  const own = (option) => selectedness.get(option) ?? has(option, selectedAtom);
  const isMultiple = (select) => has(select, multipleAtom);

  function displaySize(select) {
    const size = core.html.parseNonNegative(get(select, sizeAtom));
    return size !== null && size > 0 ? size : isMultiple(select) ? 4 : 1;
  }

  const isOptionDisabled = (option) => isDisabled(option);

  function isSame(one, other) {
    if (one.length !== other.length) return false;
    for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
    return true;
  }

  /** https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm */
  function selectedOf(select) {
    const options = optionsOf(select), list = core.list();
    for (let index = 0; index < options.length; index += 1) if (own(options[index])) put(list, options[index]);
    if (isMultiple(select)) return list;
    if (list.length > 0) return list.length === 1 ? list : core.list(list[list.length - 1]);
    if (displaySize(select) !== 1) return list;
    const before = emptied.get(select);
    if (before !== undefined) {
      if (isSame(before, options)) return list;
      emptied.delete(select);
    }
    for (let index = 0; index < options.length; index += 1) {
      if (!isOptionDisabled(options[index])) return core.list(options[index]);
    }
    return list;
  }

  function isSelected(option) {
    const select = selectOf(option);
    return select < 0 ? own(option) : core.ArrayIndexOf(selectedOf(select), option) >= 0;
  }

  /** Style and layout know the attribute; what is other than that they are told. */
  function push(option, value) {
    if ((pushed.get(option) ?? has(option, selectedAtom)) === value) return;
    pushed.set(option, value);
    native.setFormState(option, "selected", value);
  }

  function pushAll(select) {
    const options = optionsOf(select), selected = selectedOf(select);
    for (let index = 0; index < options.length; index += 1) {
      push(options[index], core.ArrayIndexOf(selected, options[index]) >= 0);
    }
  }

  function setSelected(option, value) {
    const select = selectOf(option);
    if (select >= 0 && !isMultiple(select)) {
      // What is selected by default is fixed before that changes.
      const options = optionsOf(select);
      if (value) for (let index = 0; index < options.length; index += 1) selectedness.set(options[index], false);
      emptied.delete(select);
    }
    selectedness.set(option, value);
    if (select >= 0) pushAll(select);
    else push(option, value);
  }

  /** Selects one option and no other; -1: none. */
  function selectOnly(select, option) {
    const options = optionsOf(select);
    for (let index = 0; index < options.length; index += 1) selectedness.set(options[index], options[index] === option);
    if (option >= 0) {
      dirty.set(option, true);
      emptied.delete(select);
    } else {
      emptied.set(select, options);
    }
    pushAll(select);
  }

  function attributeChanged(id, name, namespace, old, value) {
    if (namespace !== 7) return;
    if (name === selectedAtom) {
      if (!isOption(id) || dirty.has(id) || (old === null) === (value === null)) return;
      setSelected(id, value !== null);
    } else if (isNamed(id, selectAtom) && (emptied.has(id) || selectedness.size > 0)) {
      pushAll(id);
    }
  }
  const watched = atomSet("selected multiple size");
  attributeChanged.wants = (name) => watched.has(name);
  put(hooks.attributeChanged, attributeChanged);

  put(hooks.cloned, (id, copy, isDeep) => {
    if (selectedness.size > 0) copyStates(id, copy, isDeep);
  });

  function copyStates(id, copy, isDeep) {
    const state = selectedness.get(id);
    if (state !== undefined) {
      selectedness.set(copy, state);
      if (dirty.has(id)) dirty.set(copy, true);
      push(copy, state);
    }
    if (!isDeep) return;
    let other = link(copy, FIRST);
    for (let child = link(id, FIRST); child >= 0 && other >= 0; child = link(child, NEXT)) {
      copyStates(child, other, true);
      other = link(other, NEXT);
    }
  }

  // MARK: Options

  /** https://html.spec.whatwg.org/multipage/form-elements.html#dom-option-text */
  function textOf(option) {
    let text = "";
    let node = tree.nextNode(option, option);
    while (node >= 0) {
      if (kindOf(node) === TEXT) text += tree.dataOf(node);
      const isScript = nameOf(node) === scriptAtom && tree.isElement(node) && namespaceOf(node) <= 1;
      node = isScript ? tree.nextSkippingChildren(node, option) : tree.nextNode(node, option);
    }
    return core.collapseWhitespace(text);
  }

  const optionValue = (option) => get(option, valueAtom) ?? textOf(option);

  declare("HTMLOptionElement", (is) => {
    class HTMLOptionElement extends HTMLElement {
      get label() {
        const id = is(this);
        return get(id, labelAtom) ?? textOf(id);
      }
      set label(value) { set(is(this), labelAtom, core.string(value)); }
      get selected() { return isSelected(is(this)); }
      set selected(value) {
        const id = is(this);
        dirty.set(id, true);
        setSelected(id, !!value);
      }
      get value() { return optionValue(is(this)); }
      set value(value) { set(is(this), valueAtom, core.string(value)); }
      get text() { return textOf(is(this)); }
      set text(value) { tree.setTextContent(is(this), core.string(value)); }
      get index() {
        const id = is(this);
        const select = selectOf(id);
        return select < 0 ? 0 : core.MathMax(0, core.ArrayIndexOf(optionsOf(select), id));
      }
    }
    reflect(HTMLOptionElement, is, { boolean: "disabled defaultSelected=selected" });
    forms.addForm(HTMLOptionElement, is);
    return HTMLOptionElement;
  });

  declare("HTMLOptGroupElement", (is) => {
    class HTMLOptGroupElement extends HTMLElement {}
    reflect(HTMLOptGroupElement, is, { string: "label", boolean: "disabled" });
    return HTMLOptGroupElement;
  });

  // https://html.spec.whatwg.org/multipage/form-elements.html#dom-option
  function Option(text, value, defaultSelected, selected) {
    if (new.target === undefined) throw new TypeError("Option is a constructor.");
    const id = native.createElement(optionAtom, 0);
    const string = text === undefined ? "" : core.string(text);
    if (string !== "") tree.preInsert(tree.createText(string), id, -1);
    if (value !== undefined) set(id, valueAtom, core.string(value));
    if (defaultSelected) set(id, selectedAtom, "");
    selectedness.set(id, !!selected);
    dirty.delete(id);
    push(id, !!selected);
    return core.wrap(id);
  }

  // MARK: Changing the list

  /** The number of an option or a group of options. */
  function requireOption(value) {
    const id = core.idIfNode(value);
    if (id < 0 || (!isOption(id) && !isGroup(id))) throw new TypeError("The value is neither an option nor an optgroup.");
    return id;
  }

  /** https://html.spec.whatwg.org/multipage/form-elements.html#dom-htmloptionscollection-add */
  function add(select, element, before) {
    const id = requireOption(element);
    let next = -1;
    if (before !== null && before !== undefined) {
      const node = core.idIfNode(before);
      if (node >= 0 && isHTML(node)) {
        next = node;
      } else {
        const index = core.long(before), options = optionsOf(select);
        next = index >= 0 && index < options.length ? options[index] : -1;
      }
    }
    if (tree.contains(id, select)) throw error("HierarchyRequestError", "The element contains the select.");
    if (next >= 0 && (next === select || !tree.contains(select, next))) {
      throw error("NotFoundError", "The element before which to insert is not in the select.");
    }
    if (next === id) return;
    tree.preInsert(id, next < 0 ? select : parentOf(next), next);
    if (selectedness.size > 0) pushAll(select);
  }

  function removeAt(select, index) {
    const options = optionsOf(select);
    if (index >= 0 && index < options.length) tree.remove(options[index]);
    if (selectedness.size > 0) pushAll(select);
  }

  const mostOptions = 100000;

  const setLength = tree.reacting((select, length) => {
    const options = optionsOf(select);
    if (length > options.length) {
      if (length > mostOptions) return;
      const document = tree.documentOf(select);
      for (let index = options.length; index < length; index += 1) {
        tree.preInsert(ownedBy(native.createElement(optionAtom, 0), document), select, -1);
      }
    } else {
      for (let index = options.length - 1; index >= length; index -= 1) tree.remove(options[index]);
    }
    if (selectedness.size > 0) pushAll(select);
  });

  /** https://html.spec.whatwg.org/multipage/form-elements.html#dom-htmloptionscollection-setter */
  const setAt = tree.reacting((select, index, value) => {
    if (value === null || value === undefined) return removeAt(select, index);
    const id = core.idIfNode(value);
    if (id < 0 || !isOption(id)) throw new TypeError("The value is not an HTMLOptionElement.");
    const length = optionsOf(select).length;
    if (index > length) setLength(select, index);
    const options = optionsOf(select);
    if (index >= options.length) tree.preInsert(id, select, -1);
    else if (options[index] !== id) tree.replace(id, parentOf(options[index]), options[index]);
    if (selectedness.size > 0) pushAll(select);
  });

  function selectedIndex(select) {
    const selected = selectedOf(select);
    return selected.length === 0 ? -1 : core.ArrayIndexOf(optionsOf(select), selected[0]);
  }

  function setSelectedIndex(select, index) {
    const options = optionsOf(select);
    selectOnly(select, index >= 0 && index < options.length ? options[index] : -1);
  }

  class Options extends LiveElements {
    constructor(select) {
      super(() => optionsOf(select), false);
      this.select = select;
      this.isOptions = true;
    }
    set(index, value) { setAt(this.select, index, value); }
  }

  const optionsState = (object) => {
    const state = stateOf(object, "HTMLCollection");
    if (!core.ObjectHasOwn(state, "isOptions")) throw new TypeError("The object has another interface.");
    return state;
  };

  declare("HTMLOptionsCollection", () => {
    class HTMLOptionsCollection extends core.HTMLCollection {
      constructor() { throw new TypeError("Illegal constructor"); }
      get length() { return optionsState(this).length(); }
      set length(value) { setLength(optionsState(this).select, core.unsignedLong(value)); }
      add(element, before = null) {
        const { select } = optionsState(this);
        core.requireArguments(arguments.length, 1);
        add(select, element, before);
      }
      remove(index) {
        const { select } = optionsState(this);
        core.requireArguments(arguments.length, 1);
        removeAt(select, core.long(index));
      }
      get selectedIndex() { return selectedIndex(optionsState(this).select); }
      set selectedIndex(value) { setSelectedIndex(optionsState(this).select, core.long(value)); }
    }
    makeIterable(HTMLOptionsCollection, false);
    return HTMLOptionsCollection;
  });

  const collections = new SafeMap(), selectedLists = new SafeMap();

  function collectionOf(select) {
    let collection = collections.get(select);
    if (collection === undefined) {
      collection = makeCollection(classNamed("HTMLOptionsCollection"), new Options(select));
      collections.set(select, collection);
    }
    return collection;
  }

  // MARK: HTMLSelectElement

  /** The select that a property with an index is of, or -1. */
  function selectBehind(receiver) {
    const id = core.idIfNode(receiver);
    return id >= 0 && isNamed(id, selectAtom) ? id : -1;
  }

  declare("HTMLSelectElement", (is) => {
    const HTMLSelectElement = exotic("HTMLSelectElement", {
      get type() { return isMultiple(is(this)) ? "select-multiple" : "select-one"; },
      get options() { return collectionOf(is(this)); },
      get length() { return optionsOf(is(this)).length; },
      set length(value) { setLength(is(this), core.unsignedLong(value)); },
      item(index) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        const options = optionsOf(id);
        index = core.unsignedLong(index);
        return index < options.length ? core.wrap(options[index]) : null;
      },
      namedItem(name) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        name = core.string(name);
        const options = optionsOf(id);
        for (let index = 0; name !== "" && index < options.length; index += 1) {
          if (get(options[index], idAtom) === name || get(options[index], nameAtom) === name) return core.wrap(options[index]);
        }
        return null;
      },
      add(element, before = null) {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        add(id, element, before);
      },
      remove(index) {
        const id = is(this);
        if (arguments.length > 0) removeAt(id, core.long(index));
        else if (parentOf(id) >= 0) tree.remove(id);
      },
      get selectedOptions() {
        const id = is(this);
        let list = selectedLists.get(id);
        if (list === undefined) {
          list = liveElements(() => selectedOf(id), true);
          selectedLists.set(id, list);
        }
        return list;
      },
      get selectedIndex() { return selectedIndex(is(this)); },
      set selectedIndex(value) { setSelectedIndex(is(this), core.long(value)); },
      get value() {
        const selected = selectedOf(is(this));
        return selected.length === 0 ? "" : optionValue(selected[0]);
      },
      set value(value) {
        const id = is(this);
        value = core.string(value);
        const options = optionsOf(id);
        let found = -1;
        for (let index = 0; index < options.length && found < 0; index += 1) {
          if (optionValue(options[index]) === value) found = options[index];
        }
        selectOnly(id, found);
      },
      showPicker() {
        const id = is(this);
        if (isDisabled(id)) throw error("InvalidStateError", "The element is disabled.");
        throw error("NotAllowedError", "Nobody has asked for it.");
      },
    }, {
      __proto__: null,
      get(target, key, receiver) {
        const index = typeof key === "string" ? indexOf(key) : -1;
        const select = index >= 0 ? selectBehind(receiver) : -1;
        if (select < 0) return core.ReflectGet(target, key, receiver);
        const options = optionsOf(select);
        return index < options.length ? core.wrap(options[index]) : undefined;
      },
      set(target, key, value, receiver) {
        const index = typeof key === "string" ? indexOf(key) : -1;
        const select = index >= 0 ? selectBehind(receiver) : -1;
        if (select < 0) return core.ReflectSet(target, key, value, receiver);
        setAt(select, index, value);
        return true;
      },
    });
    reflect(HTMLSelectElement, is, { string: "name", boolean: "disabled multiple required", unsignedLong: "size" });
    forms.addForm(HTMLSelectElement, is);
    forms.addLabels(HTMLSelectElement, is);
    forms.addValidation(HTMLSelectElement, is);
    core.addAutocomplete(HTMLSelectElement, is);
    makeIterable(HTMLSelectElement, false);
    return HTMLSelectElement;
  });

  // MARK: Resetting and validity

  forms.resets.set(selectAtom, (id) => {
    const options = optionsOf(id);
    for (let index = 0; index < options.length; index += 1) {
      selectedness.delete(options[index]);
      dirty.delete(options[index]);
    }
    emptied.delete(id);
    pushAll(id);
  });

  /** https://html.spec.whatwg.org/multipage/form-elements.html#placeholder-label-option */
  function placeholderOf(select) {
    if (!has(select, requiredAtom) || isMultiple(select) || displaySize(select) !== 1) return -1;
    const options = optionsOf(select);
    return options.length > 0 && optionValue(options[0]) === "" && parentOf(options[0]) === select ? options[0] : -1;
  }

  forms.flags.set(selectAtom, (id) => {
    if (!has(id, requiredAtom)) return null;
    const selected = selectedOf(id), placeholder = placeholderOf(id);
    for (let index = 0; index < selected.length; index += 1) if (selected[index] !== placeholder) return null;
    return { __proto__: null, valueMissing: true };
  });

  core.selects = { optionsOf, selectedOf, optionValue, isOptionDisabled };

  core.ReflectDefineProperty(Option, "prototype",
    { __proto__: null, value: classNamed("HTMLOptionElement").prototype, writable: false, enumerable: false, configurable: false });
  core.ReflectDefineProperty(Option, "length", { __proto__: null, value: 0, configurable: true });
  core.alias("Option", core.conceal(Option));
})
