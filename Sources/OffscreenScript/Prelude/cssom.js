// Declaration blocks: `element.style`, `getComputedStyle()`, the style of rules.
// https://drafts.csswg.org/cssom-1/#the-cssstyledeclaration-interface
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, SafeSet, StringIndexOf, StringSlice, StringStartsWith } = core;
  const { TypeError, ReflectDefineProperty } = core;
  const NONE = 7;
  const styleAtom = core.atom("style");

  // MARK: Properties

  // `longhands` of names that are asked for again and again.
  const longhandLists = new SafeMap();
  /** The names of a property's longhands; null where it is not known. */
  function longhandsOf(name) {
    let list = longhandLists.get(name);
    if (list === undefined) longhandLists.set(name, list = native.longhands(name));
    return list;
  }

  const isCustom = (name) => StringStartsWith(name, "--");
  const nameOf = (name) => (isCustom(name) ? name : core.toASCIILowercase(name));

  // Values that were parsed before: pages set the same few again and again.
  const parsed = new SafeMap();
  /** Flat longhands of one declaration, or null. */
  function parse(name, value) {
    const key = name + ":" + value;
    let found = parsed.get(key);
    if (found === undefined) {
      if (parsed.size > 2000) parsed.clear();
      parsed.set(key, found = native.declaration(name, value));
    }
    return found;
  }

  // In the order in which they are preferred to their longhands: those with more of them first.
  const shorthandNames = "grid border font mask animation background grid-area border-block border-inline font-variant "
    + "border-image border-radius grid-template inset margin padding border-color border-style border-width mask-border "
    + "transition text-decoration border-top border-right border-bottom border-left border-block-start border-block-end "
    + "border-inline-start border-inline-end outline column-rule list-style flex font-synthesis text-emphasis text-wrap "
    + "white-space columns container contain-intrinsic-size border-block-color border-block-style border-block-width "
    + "border-inline-color border-inline-style border-inline-width border-spacing flex-flow gap grid-column grid-row "
    + "inset-block inset-inline margin-block margin-inline overflow padding-block padding-inline place-content place-items "
    + "scroll-margin scroll-padding scroll-margin-block scroll-margin-inline scroll-padding-block scroll-padding-inline "
    + "overscroll-behavior text-box scroll-timeline view-timeline animation-range place-self -webkit-text-stroke background-position mask-position";
  let shorthandTable;

  /** The shorthands that a longhand is one of, preferred ones first. */
  function shorthandsOf(longhand) {
    if (shorthandTable === undefined) {
      shorthandTable = new SafeMap();
      const names = core.split(shorthandNames, " ");
      const sorted = core.list();
      for (let index = 0; index < names.length; index += 1) {
        const longhands = longhandsOf(names[index]);
        if (longhands === null || longhands.length < 2) continue;
        let place = sorted.length;
        while (place > 0 && longhandsOf(sorted[place - 1]).length < longhands.length) place -= 1;
        core.ArraySplice(sorted, place, 0, names[index]);
      }
      for (let index = 0; index < sorted.length; index += 1) {
        const longhands = longhandsOf(sorted[index]);
        for (let place = 0; place < longhands.length; place += 1) {
          let list = shorthandTable.get(longhands[place]);
          if (list === undefined) shorthandTable.set(longhands[place], list = core.list());
          put(list, sorted[index]);
        }
      }
    }
    return shorthandTable.get(longhand);
  }

  // What stands for the value of a longhand that a shorthand with `var()` set.
  const pending = "\u0001";
  const isPending = (value) => value[0] === pending;

  // MARK: Blocks

  /** Longhands with their values, in order. */
  class Block {
    names = core.list();
    values = new SafeMap();
    important = new SafeSet();

    /** Sets flat longhands; gives whether anything has changed. */
    set(flat, isImportant) {
      let isChanged = false;
      for (let index = 0; index < flat.length; index += 3) {
        const name = flat[index], value = flat[index + 1];
        const old = this.values.get(name);
        if (old === value && this.important.has(name) === isImportant) continue;
        isChanged = true;
        if (old === undefined) put(this.names, name);
        this.values.set(name, value);
        if (isImportant) this.important.add(name);
        else this.important.delete(name);
      }
      return isChanged;
    }

    remove(longhands) {
      let isChanged = false;
      for (let index = 0; index < longhands.length; index += 1) {
        const name = longhands[index];
        if (!this.values.delete(name)) continue;
        this.important.delete(name);
        core.ArraySplice(this.names, core.ArrayIndexOf(this.names, name), 1);
        isChanged = true;
      }
      return isChanged;
    }

    /** Reads a text; a later declaration of a property takes the place of an earlier one. */
    static read(text) {
      const block = new Block();
      if (text === null || text === "") return block;
      const flat = native.declarations(text);
      for (let index = 0; index < flat.length; index += 3) {
        const name = flat[index], isImportant = flat[index + 2] !== "";
        if (block.values.has(name)) {
          if (block.important.has(name) && !isImportant) continue;
          core.ArraySplice(block.names, core.ArrayIndexOf(block.names, name), 1);
        }
        put(block.names, name);
        block.values.set(name, flat[index + 1]);
        if (isImportant) block.important.add(name);
        else block.important.delete(name);
      }
      return block;
    }

    /** A property's value, of a shorthand by those of its longhands. */
    value(name) {
      const longhands = longhandsOf(name);
      if (longhands === null) return "";
      if (longhands.length === 1) {
        const value = this.values.get(longhands[0]);
        return value === undefined || isPending(value) ? "" : value;
      }
      return this.shorthand(name, longhands);
    }

    shorthand(name, longhands) {
      const flat = core.list();
      const isImportant = this.important.has(longhands[0]);
      for (let index = 0; index < longhands.length; index += 1) {
        const value = this.values.get(longhands[index]);
        if (value === undefined || this.important.has(longhands[index]) !== isImportant) return "";
        put(flat, longhands[index]);
        put(flat, value);
      }
      return native.shorthand(name, flat);
    }

    isImportant(name) {
      const longhands = longhandsOf(name);
      if (longhands === null || longhands.length === 0) return false;
      for (let index = 0; index < longhands.length; index += 1) if (!this.important.has(longhands[index])) return false;
      return true;
    }

    /** https://drafts.csswg.org/cssom-1/#serialize-a-css-declaration-block */
    text() {
      const { names, values, important } = this;
      let text = "";
      const done = new SafeSet();
      // `all`, where all is said the same of.
      const everything = names.length > 200 ? longhandsOf("all") : null;
      const common = everything === null ? "" : this.shorthand("all", everything);
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        if (done.has(name)) continue;
        if (common !== "" && core.ArrayIndexOf(everything, name) >= 0) {
          for (let inner = 0; inner < everything.length; inner += 1) done.add(everything[inner]);
          text += (text === "" ? "" : " ") + "all: " + common + (important.has(name) ? " !important;" : ";");
          continue;
        }
        let written = name, value = values.get(name);
        const shorthands = names.length > 1 || isPending(value) ? shorthandsOf(name) : undefined;
        for (let place = 0; shorthands !== undefined && place < shorthands.length; place += 1) {
          const longhands = longhandsOf(shorthands[place]);
          if (longhands.length > names.length) continue;
          const whole = this.shorthand(shorthands[place], longhands);
          if (whole === "") continue;
          written = shorthands[place];
          value = whole;
          for (let inner = 0; inner < longhands.length; inner += 1) done.add(longhands[inner]);
          break;
        }
        done.add(name);
        if (isPending(value)) continue;
        const end = important.has(name) ? " !important;" : ";";
        text += (text === "" ? "" : " ") + written + (value === "" ? ":" : ": " + value) + end;
      }
      return text;
    }
  }

  // MARK: What declarations are of

  /** The `style` attribute of an element. */
  class InlineSource {
    constructor(element) {
      this.element = element;
      this.known = undefined;
      this.version = -1;
      this.kept = undefined;
    }
    get rule() { return null; }
    get isReadOnly() { return false; }

    block() {
      const version = core.versions[2];
      if (version !== this.version) {
        this.version = version;
        const text = native.attribute(this.element, styleAtom, NONE);
        if (text !== this.known) {
          this.known = text;
          // What a policy of the page forbids declares nothing.
          const isForbidden = core.restrictsStyles && text !== null && !native.mayRun("style", text, this.element);
          this.kept = Block.read(isForbidden ? null : text);
          makeIndices(this.kept.names.length);
        }
      }
      return this.kept;
    }

    write(block) {
      const text = block.text();
      this.known = text;
      makeIndices(block.names.length);
      if (core.restrictsStyles) native.declareStyle(this.element, text);
      core.attributes.set(this.element, styleAtom, NONE, text);
    }

    replace(text) {
      const block = Block.read(text);
      this.kept = block;
      this.write(block);
    }
  }

  /** The declarations of a rule; `rule.declarationsChanged(text)` is told. */
  class RuleSource {
    constructor(rule, text, changed) {
      this.rule = rule;
      this.kept = Block.read(text);
      this.changed = changed;
      makeIndices(this.kept.names.length);
    }
    get isReadOnly() { return false; }
    block() { return this.kept; }
    write(block) {
      makeIndices(block.names.length);
      this.changed();
    }
    replace(text) {
      this.kept = Block.read(text);
      this.write(this.kept);
    }
  }

  /** Of a rule that takes some properties only, and no importance. */
  class PartialSource extends RuleSource {
    constructor(rule, text, changed, accepts) {
      super(rule, text, changed);
      this.accepts = accepts;
      this.cut();
    }
    cut() {
      const names = core.ArraySlice(this.kept.names);
      for (let index = 0; index < names.length; index += 1) {
        if (!this.accepts(names[index]) || this.kept.isImportant(names[index])) this.kept.remove(core.list(names[index]));
      }
    }
    replace(text) {
      this.kept = Block.read(text);
      this.cut();
      this.write(this.kept);
    }
  }

  /** Descriptors, which are no properties: as they were written. */
  class DescriptorBlock extends Block {
    /** `check(name, value)`: as it is serialized, null where it is not valid; undefined where all is. */
    constructor(pairs, check) {
      super();
      this.check = check;
      for (let index = 0; index < pairs.length; index += 2) this.setDescriptor(pairs[index], pairs[index + 1]);
    }
    setDescriptor(name, value) {
      const text = this.check === undefined ? value : this.check(name, value);
      if (text === null) return false;
      if (!this.values.has(name)) put(this.names, name);
      this.values.set(name, text);
      return true;
    }
    value(name) { return this.values.get(name) ?? ""; }
    isImportant() { return false; }
    text() {
      let text = "";
      for (let index = 0; index < this.names.length; index += 1) {
        text += (index > 0 ? " " : "") + this.names[index] + ": " + this.values.get(this.names[index]) + ";";
      }
      return text;
    }
  }

  class ComputedSource {
    constructor(element, pseudo) {
      this.element = element;
      this.pseudo = pseudo;
    }
    get rule() { return null; }
    get isReadOnly() { return true; }
  }

  let computedNames;
  function namesOfComputed() {
    if (computedNames === undefined) {
      computedNames = native.computedNames();
      makeIndices(computedNames.length);
    }
    return computedNames;
  }

  // MARK: The interface

  let sourceOf;

  function readOnly() {
    return error("NoModificationAllowedError", "Computed styles are read-only.");
  }

  function getValue(source, name) {
    if (source.isReadOnly) return source.element < 0 ? "" : native.computedValue(source.element, source.pseudo, name);
    return source.block().value(name);
  }

  function setValue(source, name, value, isImportant) {
    if (source.isReadOnly) throw readOnly();
    if (value === "") {
      removeValue(source, name);
      return;
    }
    const block = source.block();
    if (block.check !== undefined) {
      if (block.setDescriptor(name, value)) source.write(block);
      return;
    }
    if (source.accepts !== undefined && (isImportant || !source.accepts(name))) return;
    const flat = parse(name, value);
    if (flat === null) return;
    if (block.set(flat, isImportant)) source.write(block);
  }

  function removeValue(source, name) {
    const block = source.block();
    const longhands = block.check === undefined ? longhandsOf(name) : core.list(name);
    if (longhands === null) return;
    if (block.remove(longhands)) source.write(block);
  }

  function namesOf(source) {
    if (!source.isReadOnly) return source.block().names;
    if (source.element < 0 || !core.tree.isInDocument(source.element)) return core.list();
    const custom = native.customNames(source.element);
    if (custom.length === 0) return namesOfComputed();
    const names = core.ArraySlice(namesOfComputed());
    for (let index = 0; index < custom.length; index += 1) put(names, custom[index]);
    makeIndices(names.length);
    return names;
  }

  const key = core.list();

  class CSSStyleDeclaration {
    #source;
    constructor(token, source) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#source = source;
    }

    get cssText() { return this.#source.isReadOnly ? "" : this.#source.block().text(); }
    set cssText(value) {
      const source = this.#source;
      if (source.isReadOnly) throw readOnly();
      source.replace(core.stringOrEmpty(value));
    }
    get length() { return namesOf(this.#source).length; }
    item(index) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      return namesOf(source)[core.unsignedLong(index)] ?? "";
    }
    getPropertyValue(property) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      return getValue(source, nameOf(core.string(property)));
    }
    getPropertyPriority(property) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      const name = nameOf(core.string(property));
      return !source.isReadOnly && source.block().isImportant(name) ? "important" : "";
    }
    setProperty(property, value, priority = "") {
      const source = this.#source;
      core.requireArguments(arguments.length, 2);
      const name = nameOf(core.string(property));
      value = core.stringOrEmpty(value);
      priority = core.stringOrEmpty(priority);
      if (source.isReadOnly) throw readOnly();
      if (longhandsOf(name) === null && source.block().check === undefined) return;
      if (value === "") {
        removeValue(source, name);
        return;
      }
      if (priority !== "" && core.toASCIILowercase(priority) !== "important") return;
      setValue(source, name, value, priority !== "");
    }
    removeProperty(property) {
      const source = this.#source;
      core.requireArguments(arguments.length, 1);
      const name = nameOf(core.string(property));
      if (source.isReadOnly) throw readOnly();
      const value = source.block().value(name);
      removeValue(source, name);
      return value;
    }
    get parentRule() { return this.#source.rule; }

    get cssFloat() { return getValue(this.#source, "float"); }
    set cssFloat(value) { setValue(this.#source, "float", core.stringOrEmpty(value), false); }

    static { sourceOf = (declaration) => declaration.#source; }
  }
  const prototype = CSSStyleDeclaration.prototype;
  ReflectDefineProperty(CSSStyleDeclaration, "length", { __proto__: null, value: 0, configurable: true });
  core.define({ CSSStyleDeclaration });

  /** What an interface calls a descriptor. */
  function attributeOf(name) {
    const parts = core.split(name, "-");
    let attribute = parts[0];
    for (let index = 1; index < parts.length; index += 1) {
      attribute += core.StringToUpperCase(StringSlice(parts[index], 0, 1)) + StringSlice(parts[index], 1);
    }
    return attribute;
  }

  // https://drafts.csswg.org/css-anchor-position-1/#interfaces
  class CSSPositionTryDescriptors extends CSSStyleDeclaration {}
  const tried = core.list();
  function addTried(names, begin = "", end = "") {
    for (let index = 0; index < names.length; index += 1) put(tried, begin + names[index] + end);
  }
  const axes = core.list("block", "inline"), sizes = core.list("width", "height", "block-size", "inline-size");
  const physical = core.list("top", "right", "bottom", "left");
  addTried(core.list("margin", "inset", "place-self", "align-self", "justify-self", "position-anchor", "position-area"));
  addTried(physical);
  addTried(physical, "margin-");
  addTried(sizes);
  addTried(sizes, "min-");
  addTried(sizes, "max-");
  const ends = core.list("", "-start", "-end");
  for (let index = 0; index < ends.length; index += 1) {
    addTried(axes, "margin-", ends[index]);
    addTried(axes, "inset-", ends[index]);
  }
  const isTried = (name) => core.ArrayIndexOf(tried, name) >= 0;
  function addTriedAttribute(attribute, name) {
    core.mixin(CSSPositionTryDescriptors, {
      get [attribute]() { return getValue(sourceOf(this), name); },
      set [attribute](value) { setValue(sourceOf(this), name, core.stringOrEmpty(value), false); },
    });
  }
  for (let index = 0; index < tried.length; index += 1) {
    const name = tried[index], attribute = attributeOf(name);
    addTriedAttribute(attribute, name);
    if (attribute !== name) addTriedAttribute(name, name);
  }
  core.define({ CSSPositionTryDescriptors });

  // https://drafts.csswg.org/css-mixins-1/#the-function-declarations-interface
  class CSSFunctionDescriptors extends CSSStyleDeclaration {
    get result() { return getValue(sourceOf(this), "result"); }
    set result(value) { setValue(sourceOf(this), "result", core.stringOrEmpty(value), false); }
  }
  core.define({ CSSFunctionDescriptors });
  const functionText = (name, value) => (name === "result" || isCustom(name) ? value : null);
  class FunctionSource extends RuleSource {
    constructor(rule, text, changed, read) {
      super(rule, "", changed);
      this.read = read;
      this.kept = new DescriptorBlock(read(text), functionText);
      makeIndices(this.kept.names.length);
    }
    replace(text) {
      this.kept = new DescriptorBlock(this.read(text), functionText);
      this.write(this.kept);
    }
  }
  ReflectDefineProperty(prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  const make = (source) => new CSSStyleDeclaration(key, source);

  // MARK: Properties by index: accessors of the prototype, as many as any block has had

  let indexCount = 0;

  // More than any page looks at one by one.
  const mostIndices = 4000;

  function makeIndices(count) {
    count = core.MathMin(count, mostIndices);
    for (; indexCount < count; indexCount += 1) {
      const index = indexCount;
      const { get } = core.ReflectGetOwnPropertyDescriptor({ get [index]() { return namesOf(sourceOf(this))[index]; } }, index);
      core.conceal(get);
      ReflectDefineProperty(prototype, index, { __proto__: null, get, set: undefined, enumerable: false, configurable: true });
    }
  }
  makeIndices(1);

  // MARK: Properties by name

  const attributeNames = new SafeMap();

  /** https://drafts.csswg.org/cssom-1/#idl-attribute-to-css-property; null for what names no property. */
  function propertyOf(attribute) {
    let name = attributeNames.get(attribute);
    if (name !== undefined) return name;
    name = null;
    if (typeof attribute === "string" && attribute !== "" && attribute.length < 64) {
      let dashed = "";
      for (let index = 0; index < attribute.length; index += 1) {
        const code = core.StringCharCodeAt(attribute, index);
        dashed += code >= 65 && code <= 90 ? "-" + core.StringFromCharCode(code + 32) : attribute[index];
      }
      if (StringStartsWith(attribute, "webkit")) dashed = "-" + dashed;
      const isDashed = StringIndexOf(attribute, "-") >= 0;
      const isMixed = isDashed && dashed !== attribute;
      if (!isMixed && !isCustom(dashed) && dashed !== "css-float" && longhandsOf(dashed) !== null) name = dashed;
    }
    if (attributeNames.size < 5000) attributeNames.set(attribute, name);
    return name;
  }

  function defineAttribute(attribute, name) {
    const members = {
      get [attribute]() { return getValue(sourceOf(this), name); },
      set [attribute](value) { setValue(sourceOf(this), name, core.stringOrEmpty(value), false); },
    };
    core.mixin(CSSStyleDeclaration, members);
  }

  let hasAllAttributes = false;
  function allAttributes() {
    const list = core.list();
    const names = native.propertyNames();
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      if (isCustom(name)) continue;
      let camel = "";
      for (let place = name[0] === "-" ? 1 : 0; place < name.length; place += 1) {
        if (name[place] === "-") {
          place += 1;
          camel += core.StringToUpperCase(name[place] ?? "");
        } else {
          camel += name[place];
        }
      }
      put(list, camel);
      if (StringIndexOf(name, "-") >= 0) put(list, name);
      if (StringStartsWith(name, "-webkit-")) put(list, "W" + StringSlice(camel, 1));
    }
    return list;
  }

  // The attributes of some thousand names are made when they are first asked for: what the prototype does not have, the
  // object behind it is asked for.
  const objectPrototype = core.ObjectGetPrototypeOf(prototype);
  core.ReflectSetPrototypeOf(prototype, new core.Proxy(objectPrototype, {
    __proto__: null,
    get(target, attribute, receiver) {
      const name = typeof attribute === "string" && !(attribute in target) ? propertyOf(attribute) : null;
      if (name === null) return core.ReflectGet(target, attribute, receiver);
      defineAttribute(attribute, name);
      return receiver === prototype ? undefined : core.ReflectGet(prototype, attribute, receiver);
    },
    set(target, attribute, value, receiver) {
      const name = typeof attribute === "string" && !(attribute in target) ? propertyOf(attribute) : null;
      if (name === null) return core.ReflectSet(target, attribute, value, receiver);
      defineAttribute(attribute, name);
      return core.ReflectSet(prototype, attribute, value, receiver);
    },
    has(target, attribute) {
      return core.ReflectHas(target, attribute) || (typeof attribute === "string" && propertyOf(attribute) !== null);
    },
    ownKeys(target) {
      if (!hasAllAttributes) {
        hasAllAttributes = true;
        const names = allAttributes();
        for (let index = 0; index < names.length; index += 1) {
          const name = propertyOf(names[index]);
          if (name !== null && !core.ObjectHasOwn(prototype, names[index])) defineAttribute(names[index], name);
        }
      }
      return core.ReflectOwnKeys(target);
    },
  }));

  // MARK: What other files use

  const inline = new SafeMap();

  /** `element.style`, by the element's number. */
  core.inlineStyle = function (id) {
    let style = inline.get(id);
    if (style === undefined) inline.set(id, style = make(new InlineSource(id)));
    return style;
  };

  core.styles = {
    /** Sets one property of an element's style attribute. */
    set(element, name, value) { this.setAll(element, core.list(name), core.list(value)); },
    /** Sets properties of an element's style attribute, which changes once. */
    setAll(element, names, values) {
      const source = sourceOf(core.inlineStyle(element));
      const block = source.block();
      let isOther = false;
      for (let index = 0; index < names.length; index += 1) {
        const flat = parse(names[index], values[index]);
        if (flat !== null && block.set(flat, false)) isOther = true;
      }
      if (isOther) source.write(block);
    },
    /** The style of a rule; `changed()` is called after each change. */
    ofRule: (rule, text, changed) => make(new RuleSource(rule, text, changed)),
    /** Of a rule of fallback positions. */
    ofPositionTry: (rule, text, changed) => new CSSPositionTryDescriptors(key, new PartialSource(rule, text, changed, isTried)),
    /** Of declarations in a function; `read()` takes them apart. */
    ofFunction: (rule, text, changed, read) => new CSSFunctionDescriptors(key, new FunctionSource(rule, text, changed, read)),
    /** Of descriptors: name, value, name, value. */
    ofDescriptors(rule, pairs, changed, check = undefined) {
      const source = new RuleSource(rule, "", changed);
      const block = source.kept = new DescriptorBlock(pairs, check);
      makeIndices(block.names.length);
      const declaration = make(source);
      for (let index = 0; index < block.names.length; index += 1) {
        const name = block.names[index];
        if (longhandsOf(name) !== null) continue;
        const attribute = attributeOf(name);
        const { get } = core.ReflectGetOwnPropertyDescriptor({ get [attribute]() { return block.value(name); } }, attribute);
        core.conceal(get);
        ReflectDefineProperty(declaration, attribute, { __proto__: null, get, set: undefined, enumerable: true, configurable: true });
      }
      return declaration;
    },
    setDescriptor(declaration, name, value) {
      const source = sourceOf(declaration), block = source.block();
      if (block.setDescriptor(name, value)) source.write(block);
    },
    /** What a declaration block is of: `block()`, `write(block)`, `replace(text)`. */
    source: (declaration) => sourceOf(declaration),
    /** The names of all computed properties of an element, custom ones too. */
    computedNames: (element) => namesOf(new ComputedSource(element, "")),
    textOf: (declaration) => sourceOf(declaration).block().text(),
    parse, longhandsOf, isCustom,
    /** https://drafts.csswg.org/cssom-1/#serialize-a-string */
    stringText(text) {
      let result = "\"";
      for (let index = 0; index < text.length; index += 1) {
        const code = core.StringCharCodeAt(text, index);
        if (code === 0) result += "\ufffd";
        else if (code < 32 || code === 127) result += "\\" + core.NumberToString(code, 16) + " ";
        else result += (text[index] === "\"" || text[index] === "\\" ? "\\" : "") + text[index];
      }
      return result + "\"";
    },
  };

  core.computedStyleOf = function (element, pseudo) {
    const id = core.isNode(element) ? core.elementID(element) : core.id(element);
    if (pseudo !== null && pseudo !== "" && pseudo[0] === ":") {
      const isKnown = core.RegExpExec(knownPseudo, pseudo) !== null;
      return make(new ComputedSource(isKnown ? id : -1, pseudo));
    }
    return make(new ComputedSource(id, ""));
  };

  core.defineGlobals({
    getComputedStyle(element, pseudo = null) {
      core.requireArguments(arguments.length, 1);
      pseudo = core.nullable(pseudo, core.string);
      // An element of another window has the styles of that.
      const realm = core.coreOfNode?.(element) ?? core;
      realm.load("cssom.js");
      return realm.computedStyleOf(element, pseudo);
    },
  });
  const knownPseudo = /^(?:::?(?:before|after|first-line|first-letter)|::(?:marker|placeholder|selection|backdrop|file-selector-button|details-content))$/i;
})
