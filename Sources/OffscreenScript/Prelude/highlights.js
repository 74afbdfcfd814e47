// Custom highlights. https://drafts.csswg.org/css-highlight-api-1/
(function (core) {
  "use strict";
  core.load("range.js");
  core.load("iterable.js");
  core.load("highlighting.js");
  const { put, TypeError, SymbolIterator, ReflectDefineProperty } = core;
  const { boundsOf, compare, rootOf, lengthOf } = core.ranges;
  const types = core.list("highlight", "spelling-error", "grammar-error");

  // Members in the order in which they came, `[name, value]`. Who iterates goes on behind what is taken out meanwhile.
  class Members {
    pairs = core.list();
    #places = new core.SafeMap();
    get size() { return this.#places.size; }
    get(name) { return this.#places.get(name)?.[1]; }
    has(name) { return this.#places.has(name); }
    set(name, value) {
      const known = this.#places.get(name);
      if (known !== undefined) {
        known[1] = value;
        return;
      }
      const pair = core.list(name, value);
      this.#places.set(name, pair);
      put(this.pairs, pair);
    }
    delete(name) {
      const pair = this.#places.get(name);
      if (pair === undefined) return false;
      this.#places.delete(name);
      this.pairs[core.ArrayIndexOf(this.pairs, pair)] = null;
      return true;
    }
    clear() {
      for (let index = 0; index < this.pairs.length; index += 1) this.pairs[index] = null;
      this.#places.clear();
    }
  }

  let rangesOf, priorityOf;

  const requireRange = (value) => {
    if (!core.isObject(value)) throw new TypeError("The value is not a range.");
    boundsOf(value);
    return value;
  };

  class Highlight {
    #ranges = new Members();
    #priority = 0;
    #type = "highlight";
    constructor() {
      for (let index = 0; index < arguments.length; index += 1) {
        this.#ranges.set(requireRange(arguments[index]), arguments[index]);
      }
    }
    get priority() { return this.#priority; }
    set priority(value) { this.#priority = core.long(value); }
    get type() { return this.#type; }
    set type(value) {
      value = core.string(value);
      if (core.ArrayIndexOf(types, value) >= 0) this.#type = value;
    }
    get size() { return this.#ranges.size; }
    has(range) { return this.#ranges.has(range); }
    add(range) {
      const ranges = this.#ranges;
      core.requireArguments(arguments.length, 1);
      ranges.set(requireRange(range), range);
      return this;
    }
    delete(range) { return this.#ranges.delete(range); }
    clear() { this.#ranges.clear(); }
    static {
      rangesOf = (highlight) => highlight.#ranges;
      priorityOf = (highlight) => highlight.#priority;
    }
  }

  const key = core.list();
  let entriesOf;

  class HighlightRegistry {
    #entries = new Members();
    constructor(token) {
      if (token !== key) throw new TypeError("Illegal constructor");
    }
    get size() { return this.#entries.size; }
    has(name) { return this.#entries.has(core.string(name)); }
    get(name) { return this.#entries.get(core.string(name)); }
    set(name, highlight) {
      const entries = this.#entries;
      core.requireArguments(arguments.length, 2);
      name = core.string(name);
      rangesOf(highlight);
      entries.set(name, highlight);
      return this;
    }
    delete(name) { return this.#entries.delete(core.string(name)); }
    clear() { this.#entries.clear(); }
    static { entriesOf = (registry) => registry.#entries; }
  }

  core.iterable(Highlight, "Highlight", (highlight) => rangesOf(highlight).pairs);
  core.iterable(HighlightRegistry, "HighlightRegistry", (registry) => entriesOf(registry).pairs);
  // Of what is like a set, the values are what is iterated over, and `keys` is the same function.
  const { values } = Highlight.prototype;
  ReflectDefineProperty(Highlight.prototype, "keys",
    { __proto__: null, value: values, writable: true, enumerable: true, configurable: true });
  ReflectDefineProperty(Highlight.prototype, SymbolIterator,
    { __proto__: null, value: values, writable: true, enumerable: false, configurable: true });

  const registry = new HighlightRegistry(key);
  core.highlightRegistry = registry;
  core.define({ Highlight, HighlightRegistry });

  /** https://drafts.csswg.org/css-highlight-api-1/#range-invalidation */
  function isValid(bounds) {
    return core.tree.isInPage(bounds.start) && rootOf(bounds.start) === rootOf(bounds.end)
      && bounds.startOffset <= lengthOf(bounds.start) && bounds.endOffset <= lengthOf(bounds.end)
      && compare(bounds.start, bounds.startOffset, bounds.end, bounds.endOffset) < 0;
  }

  /** The lowest first: by priority, then in the order of registration. */
  core.customHighlights = function (add) {
    const entries = entriesOf(registry).pairs, sorted = core.list();
    for (let index = 0; index < entries.length; index += 1) {
      if (entries[index] === null) continue;
      let place = sorted.length;
      while (place > 0 && priorityOf(sorted[place - 1][1]) > priorityOf(entries[index][1])) place -= 1;
      core.ArraySplice(sorted, place, 0, entries[index]);
    }
    for (let index = 0; index < sorted.length; index += 1) {
      const { pairs } = rangesOf(sorted[index][1]);
      for (let place = 0; place < pairs.length; place += 1) {
        if (pairs[place] === null) continue;
        const bounds = boundsOf(pairs[place][0]);
        if (isValid(bounds)) add("highlight:" + sorted[index][0], bounds);
      }
    }
  };
})
