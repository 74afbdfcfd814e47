// Typed OM: the declarations of elements and rules as values. https://drafts.css-houdini.org/css-typed-om-1/#declared-stylepropertymap-objects
(function (core) {
  "use strict";
  const { native, put, SafeMap, TypeError } = core;
  core.load("typed-values.js");
  const {
    key, Value, textOf, nameOf, requireProperty, isShorthand, validText, reify, reifyAll, reifyRegistered, hasReferences,
    listValued, plain, wide, unparsed,
  } = core.typed;
  const { isCustom } = core.styles;
  const { tokens, trimmed } = core.typedTokens;

  // MARK: What a map is of: `values(name)`, a list that is empty where nothing is declared, and `names()`

  class DeclaredMap {
    constructor(declaration) { this.source = core.styles.source(declaration); }
    names() { return this.source.block().names; }
    values(name) {
      const block = this.source.block();
      if (isShorthand(name)) {
        const text = block.value(name);
        return text === "" ? core.list() : core.list(hasReferences(tokens(text)) ? reify(text, name) : plain(text, name));
      }
      const text = block.values.get(name);
      return text === undefined || text[0] === "\u0001" ? core.list() : reifyAll(text, name);
    }
  }

  class ComputedMap {
    constructor(element) { this.element = element; }
    names() {
      if (!core.tree.isInDocument(this.element)) return core.list();
      return core.styles.computedNames(this.element);
    }
    values(name) {
      const text = native.computedStyleValue(this.element, name);
      if (text === null) return core.list();
      if (isCustom(name)) {
        const syntax = native.registeredSyntax(name);
        return syntax === null ? core.list(unparsed(text)) : reifyRegistered(text, name, syntax);
      }
      if (isShorthand(name)) return core.list(plain(text, name));
      return reifyAll(text, name);
    }
  }
  core.ObjectSetPrototypeOf(DeclaredMap.prototype, null);
  core.ObjectSetPrototypeOf(ComputedMap.prototype, null);

  const Map = core.brand();

  /** The map behind `this`; a TypeError for what is none, or must not be changed. */
  function declared(object) {
    const map = Map.of(object);
    if (map.source === undefined) throw new TypeError("Illegal invocation");
    return map;
  }

  /** A property's name; of one that has another name, the one that it is declared by. */
  function requireName(property) {
    const name = nameOf(core.string(property));
    const longhands = requireProperty(name);
    return longhands.length === 1 ? longhands[0] : name;
  }

  /** By code points; custom properties are last. */
  function isBefore(one, other) {
    const isLast = isCustom(one);
    return isLast === isCustom(other) ? one < other : !isLast;
  }

  /** https://drafts.css-houdini.org/css-typed-om-1/#the-stylepropertymap: [name, values] of all that is declared. */
  function pairsOf(object) {
    const map = Map.of(object);
    const names = core.array(map.names()), pairs = core.list();
    core.ArraySort(names, (one, other) => (one === other ? 0 : isBefore(one, other) ? -1 : 1));
    for (let index = 0; index < names.length; index += 1) {
      const values = map.values(names[index]);
      if (values.length > 0) put(pairs, core.list(names[index], core.array(values)));
    }
    return pairs;
  }

  class StylePropertyMapReadOnly {
    constructor(token = undefined, map = undefined) {
      if (token !== key) throw new TypeError("Illegal constructor");
      new Map(this, map);
    }
    get(property) {
      const map = Map.of(this);
      core.requireArguments(arguments.length, 1);
      return map.values(requireName(property))[0];
    }
    getAll(property) {
      const map = Map.of(this);
      core.requireArguments(arguments.length, 1);
      return core.array(map.values(requireName(property)));
    }
    has(property) {
      const map = Map.of(this);
      core.requireArguments(arguments.length, 1);
      return map.values(requireName(property)).length > 0;
    }
    get size() { return Map.of(this).names().length; }
  }

  /** An iterator over what is declared now: to find it anew in each step would take as long as there are properties. */
  function iterate(object, place) {
    const pairs = pairsOf(object), list = core.list();
    for (let index = 0; index < pairs.length; index += 1) put(list, place < 0 ? core.array(pairs[index]) : pairs[index][place]);
    return core.call(core.arrayMethods.values, core.array(list));
  }
  core.mixin(StylePropertyMapReadOnly, {
    entries() { return iterate(this, -1); },
    keys() { return iterate(this, 0); },
    values() { return iterate(this, 1); },
    forEach(callback, thisArgument = undefined) {
      const pairs = pairsOf(this);
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      for (let index = 0; index < pairs.length; index += 1) {
        core.call(callback, thisArgument, pairs[index][1], pairs[index][0], this);
      }
    },
  });
  core.ReflectDefineProperty(StylePropertyMapReadOnly.prototype, core.SymbolIterator,
    { __proto__: null, value: StylePropertyMapReadOnly.prototype.entries, writable: true, enumerable: false, configurable: true });

  // MARK: Changes

  /** The text of a value for a property; a TypeError where it is none of its values. */
  function textFor(name, value) {
    if (!Value.has(value)) return valid(name, core.string(value));
    const fields = Value.of(value), text = textOf(value);
    switch (fields.kind) {
      case "plain":
        if (fields.property !== name) throw notTaken();
        return valid(name, text);
      case "unparsed":
        // What was written stays as it is.
        valid(name, text);
        return text;
      default:
        if (isCustom(name)) throw notTaken();
        if (fields.kind === "unit") return unitText(name, fields, text);
        if (fields.type === undefined && fields.kind !== "keyword") return valid(name, text);
        // Mathematics are not simplified, keywords not written out.
        valid(name, text);
        return text;
    }
  }

  /** Numbers that are out of a property's range go into `calc()`, as does what must not be read as a length. */
  function unitText(name, fields, text) {
    const whole = "calc(" + text + ")";
    if (fields.unit === "number" && fields.value === 0 && validText(name, whole) === null) throw notTaken();
    const own = validText(name, text);
    return own === null ? valid(name, whole) : own;
  }

  function valid(name, text) {
    const result = validText(name, text);
    if (result === null) throw notTaken();
    return result;
  }
  const notTaken = () => new TypeError("The property does not take the value.");

  /** Whether one of the values is kept as it was written, rather than as it is serialized. */
  function isKept(values) {
    for (let index = 0; index < values.length; index += 1) {
      if (!Value.has(values[index])) continue;
      const fields = Value.of(values[index]);
      if (fields.kind === "unparsed" || fields.kind === "keyword" || (fields.type !== undefined && fields.kind !== "unit")) return true;
    }
    return false;
  }

  /** The texts of several values, which stand between commas. */
  function joined(name, values, before) {
    let text = before;
    for (let index = 0; index < values.length; index += 1) {
      const own = textFor(name, values[index]);
      const list = trimmed(tokens(own));
      const isWhole = hasReferences(list) || (list.length === 1 && list[0].kind === "identifier" && wide.has(list[0].name));
      if (isWhole && (values.length > 1 || before !== "")) throw notTaken();
      text += (text === "" ? "" : ", ") + own;
    }
    return text;
  }

  function write(map, name, text, values) {
    const flat = core.styles.parse(name, text);
    if (flat === null) throw notTaken();
    const declarations = flat.length === 3 && isKept(values) ? core.list(flat[0], text, "") : flat;
    const block = map.source.block();
    if (block.set(declarations, false)) map.source.write(block);
  }

  class StylePropertyMap extends StylePropertyMapReadOnly {
    constructor(token = undefined, map = undefined) { super(token, map); }
    set(property, ...values) {
      const map = declared(this);
      core.requireArguments(arguments.length, 1);
      const name = requireName(property);
      if (values.length === 0 || (values.length > 1 && !listValued.has(name))) throw notTaken();
      write(map, name, joined(name, values, ""), values);
    }
    append(property, ...values) {
      const map = declared(this);
      core.requireArguments(arguments.length, 1);
      const name = requireName(property);
      if (!listValued.has(name)) throw notTaken();
      if (values.length === 0) return;
      const before = map.source.block().value(name), list = trimmed(tokens(before));
      if (hasReferences(list) || (list.length === 1 && list[0].kind === "identifier" && wide.has(list[0].name))) throw notTaken();
      // What refers to other properties is no item of a list.
      for (let index = 0; index < values.length; index += 1) {
        if (hasReferences(tokens(textFor(name, values[index])))) throw notTaken();
      }
      write(map, name, joined(name, values, before), values);
    }
    delete(property) {
      const map = declared(this);
      core.requireArguments(arguments.length, 1);
      const longhands = requireProperty(requireName(property));
      const block = map.source.block();
      if (block.remove(longhands)) map.source.write(block);
    }
    clear() { declared(this).source.replace(""); }
  }

  core.define({ StylePropertyMapReadOnly, StylePropertyMap });

  // MARK: The maps of elements and rules

  const inline = new SafeMap(), computed = new SafeMap();

  core.inlineStyleMap = function (element) {
    let map = inline.get(element);
    if (map === undefined) inline.set(element, map = new StylePropertyMap(key, new DeclaredMap(core.inlineStyle(element))));
    return map;
  };
  core.computedStyleMap = function (element) {
    let map = computed.get(element);
    if (map === undefined) computed.set(element, map = new StylePropertyMapReadOnly(key, new ComputedMap(element)));
    return map;
  };
  core.declaredStyleMap = (declaration) => new StylePropertyMap(key, new DeclaredMap(declaration));
})
