// Lists of values in attributes. https://svgwg.org/svg2-draft/types.html#ListInterfaces
(function (core) {
  "use strict";
  const { error, TypeError, RegExpExec } = core;
  const { set } = core.html;
  const { Reflected, make, kept, classes, illegal, textOf, makeLength, parseLength, addMember, checkNames } = core.svg;
  const { makeCollection, stateOf } = core.collections;
  const atom = core.atom;
  const known = { __proto__: null };

  /** The items of a list, as its attribute is now. */
  class ListState {
    constructor(name, codec, id, attribute, isReadOnly) {
      this.interface = name;
      this.named = null;
      this.codec = codec;
      this.id = id;
      this.name = attribute;
      this.isReadOnly = isReadOnly;
      this.text = "";
      this.items = core.list();
    }
    refresh() {
      const text = textOf(this) ?? "";
      if (text !== this.text) {
        this.release(0, this.items.length);
        this.items = this.codec.parse(text, this);
        this.text = text;
      }
      return this;
    }
    /** Items that others may hold are not in the list any more. */
    release(from, to) {
      if (this.codec.details === null) return;
      for (let index = from; index < to; index += 1) this.codec.details(this.items[index]).list = null;
    }
    length() { return this.refresh().items.length; }
    at(index) {
      const { items } = this.refresh();
      return index < items.length ? items[index] : undefined;
    }
    set(index, value) {
      this.change();
      replace(this, value, index);
    }
    change() {
      if (this.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
      return this.refresh();
    }
    /** Takes `removed` items out and puts one in, if there is one. */
    splice(index, removed, item) {
      const items = core.list();
      this.release(index, index + removed);
      for (let at = 0; at < index; at += 1) core.put(items, this.items[at]);
      if (item !== null) {
        if (this.codec.details !== null) this.codec.details(item).list = this;
        core.put(items, item);
      }
      for (let at = index + removed; at < this.items.length; at += 1) core.put(items, this.items[at]);
      this.items = items;
      this.write();
    }
    write() {
      const texts = core.list();
      for (let index = 0; index < this.items.length; index += 1) core.put(texts, this.codec.write(this.items[index]));
      this.text = core.ArrayJoin(texts, this.codec.separator ?? " ");
      set(this.id, this.name, this.text);
    }
  }

  /** An item to be put into a list: what is in one already is copied. */
  function taken(list, item) {
    if (list.codec.details === null) return core.string(item);
    if (!core.isObject(item)) throw new TypeError("The value has another interface.");
    const details = list.codec.details(item);
    return details.list === null || details.list === undefined && details.id < 0 ? item : list.codec.copy(details);
  }

  function place(list, index) {
    if (index >= list.items.length) throw error("IndexSizeError", "There is no such item.");
    return index;
  }

  function replace(list, item, index) {
    item = taken(list, item);
    list.splice(place(list, index), 1, item);
    return item;
  }

  /**
   * `codec`: `parse(text, list)` gives the items; `details(item)` has a member `list`, null where items are plain values;
   * `copy(details)` an item in no list; `write(item)` its text. `further(state, change)`: members more.
   */
  function defineList(name, codec, further = null) {
    const state = (object) => stateOf(object, name);
    const change = (object, count = 0, needed = 0) => {
      const list = state(object);
      core.requireArguments(count, needed);
      return list.change();
    };
    const Class = { [name]: class {
      constructor() { illegal(); }
      get length() { return state(this).length(); }
      get numberOfItems() { return state(this).length(); }
      clear() {
        const list = change(this);
        list.splice(0, list.items.length, null);
      }
      initialize(newItem) {
        const list = change(this, arguments.length, 1);
        const item = taken(list, newItem);
        list.splice(0, list.items.length, item);
        return item;
      }
      getItem(index) {
        const list = state(this);
        core.requireArguments(arguments.length, 1);
        index = core.unsignedLong(index);
        return list.refresh().items[place(list, index)];
      }
      insertItemBefore(newItem, index) {
        const list = change(this, arguments.length, 2);
        const item = taken(list, newItem);
        index = core.unsignedLong(index);
        list.splice(index < list.items.length ? index : list.items.length, 0, item);
        return item;
      }
      replaceItem(newItem, index) {
        const list = change(this, arguments.length, 2);
        return replace(list, newItem, core.unsignedLong(index));
      }
      removeItem(index) {
        const list = change(this, arguments.length, 1);
        index = place(list, core.unsignedLong(index));
        const item = list.items[index];
        list.splice(index, 1, null);
        return item;
      }
      appendItem(newItem) {
        const list = change(this, arguments.length, 1);
        const item = taken(list, newItem);
        list.splice(list.items.length, 0, item);
        return item;
      }
    } }[name];
    if (further !== null) core.mixin(Class, further(state, change));
    core.collections.makeIterable(Class, false);
    known[name] = { Class, codec };
    core.define({ [name]: Class });
  }

  function makeList(name, id, attribute, isReadOnly) {
    const { Class, codec } = known[name];
    return makeCollection(Class, new ListState(name, codec, id, attribute, isReadOnly));
  }

  // MARK: Lengths

  /** The texts between spaces and commas. */
  function parts(text) {
    const found = core.list();
    let start = -1;
    for (let index = 0; index <= text.length; index += 1) {
      const unit = index < text.length ? core.StringCharCodeAt(text, index) : 32;
      const isGap = unit === 32 || unit === 44 || (unit >= 9 && unit <= 13);
      if (isGap && start >= 0) core.put(found, core.StringSlice(text, start, index));
      if (isGap) start = -1;
      else if (start < 0) start = index;
    }
    return found;
  }

  defineList("SVGLengthList", {
    parse: (text, state) => {
      const texts = parts(text), items = core.list();
      for (let index = 0; index < texts.length; index += 1) {
        if (parseLength(texts[index]) === null) return core.list();
        core.put(items, makeLength(texts[index], state, state.id, directions[core.spelling(state.name)]));
      }
      return items;
    },
    details: (item) => Reflected.of(item, "length"),
    copy: (details) => makeLength(textOfLength(details), null, -1, details.direction),
    write: (item) => Reflected.of(item, "length").text,
  });
  const directions = { __proto__: null, x: "x", dx: "x", y: "y", dy: "y" };
  const textOfLength = (details) => details.name === null ? details.text : textOf(details) ?? details.otherwise;

  class SVGAnimatedLengthList {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated lengths").base; }
    get animVal() { return Reflected.of(this, "animated lengths").animated; }
  }

  // MARK: Numbers

  class SVGNumber {
    constructor() { illegal(); }
    get value() { return Reflected.of(this, "number").value; }
    set value(value) {
      const details = Reflected.of(this, "number");
      value = core.float(value);
      if (details.list?.isReadOnly) throw error("NoModificationAllowedError", "The value is an animation's.");
      details.value = value;
      details.list?.write();
    }
  }
  const makeNumber = (value, list) => make(SVGNumber, { kind: "number", value, list });
  const plainNumber = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

  defineList("SVGNumberList", {
    parse: (text, state) => {
      const texts = parts(text), items = core.list();
      for (let index = 0; index < texts.length; index += 1) {
        if (RegExpExec(plainNumber, texts[index]) === null) break;
        core.put(items, makeNumber(core.unrestrictedFloat(+texts[index]), state));
      }
      return items;
    },
    details: (item) => Reflected.of(item, "number"),
    copy: ({ value }) => makeNumber(value, null),
    write: (item) => "" + Reflected.of(item, "number").value,
  });

  class SVGAnimatedNumberList {
    constructor() { illegal(); }
    get baseVal() { return Reflected.of(this, "animated numbers").base; }
    get animVal() { return Reflected.of(this, "animated numbers").animated; }
  }

  function animatedList(Class, kind, name, id, attribute) {
    return kept(id, name + " " + attribute, () => make(Class, {
      kind, base: makeList(name, id, atom(attribute), false), animated: makeList(name, id, atom(attribute), true),
    }));
  }
  const animatedLengths = (id, attribute) => animatedList(SVGAnimatedLengthList, "animated lengths", "SVGLengthList", id, attribute);
  const animatedNumbers = (id, attribute) => animatedList(SVGAnimatedNumberList, "animated numbers", "SVGNumberList", id, attribute);

  // https://svgwg.org/svg2-draft/text.html#InterfaceSVGTextPositioningElement
  const isPositioned = checkNames("text tspan");
  const lengths = core.list("x", "y", "dx", "dy");
  for (let index = 0; index < lengths.length; index += 1) {
    addMember(classes.SVGTextPositioningElement, isPositioned, lengths[index], (id) => animatedLengths(id, lengths[index]));
  }
  addMember(classes.SVGTextPositioningElement, isPositioned, "rotate", (id) => animatedNumbers(id, "rotate"));

  // MARK: Texts. https://svgwg.org/svg2-draft/struct.html#InterfaceSVGTests

  const texts = { __proto__: null, parse: parts, details: null, copy: null, write: (item) => item };
  defineList("SVGStringList", texts);
  known.systemLanguage = { Class: known.SVGStringList.Class, codec: { __proto__: texts, separator: ", " } };

  const isGraphics = checkNames("a circle defs ellipse foreignObject g image line path polygon polyline rect svg switch symbol text textPath "
    + "tspan use animate animateMotion animateTransform set pattern mask clipPath");
  const strings = (id, attribute) => kept(id, attribute, () => {
    const { Class, codec } = known[attribute] ?? known.SVGStringList;
    return makeCollection(Class, new ListState("SVGStringList", codec, id, atom(attribute), false));
  });
  const tested = core.list(classes.SVGGraphicsElement, classes.SVGAnimationElement, classes.SVGMaskElement, classes.SVGPatternElement);
  for (let index = 0; index < tested.length; index += 1) {
    addMember(tested[index], isGraphics, "requiredExtensions", (id) => strings(id, "requiredExtensions"));
    addMember(tested[index], isGraphics, "systemLanguage", (id) => strings(id, "systemLanguage"));
  }

  core.define({ SVGAnimatedLengthList, SVGNumber, SVGAnimatedNumberList });
  const { svg } = core;
  svg.defineList = defineList;
  svg.makeList = makeList;
  svg.makeNumber = makeNumber;
  svg.animatedNumbers = animatedNumbers;
})
