// Lists of strings. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#the-domstringlist-interface
(function (core) {
  "use strict";
  const { list, put } = core;

  class Strings {
    constructor(strings) {
      this.strings = strings;
      this.interface = "DOMStringList";
      this.named = null;
    }
    length() { return this.strings.length; }
    at(index) { return this.strings[index]; }
  }

  const stateOf = (object) => core.collections.stateOf(object, "DOMStringList");
  class DOMStringList {
    constructor() { throw new core.TypeError("Illegal constructor"); }
    get length() { return stateOf(this).length(); }
    item(index) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      return state.at(core.unsignedLong(index)) ?? null;
    }
    contains(string) {
      const state = stateOf(this);
      core.requireArguments(arguments.length, 1);
      return core.ArrayIndexOf(state.strings, core.string(string)) >= 0;
    }
  }
  core.define({ DOMStringList });
  core.ReflectDefineProperty(DOMStringList.prototype, core.SymbolIterator,
    { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });

  core.stringList = (strings) => core.collections.makeCollection(DOMStringList, new Strings(strings));

  /** The keys of a map, by their code units. */
  core.sortedNames = function (map) {
    const names = list();
    map.forEach((value, name) => put(names, name));
    return core.ArraySort(names, (one, other) => (one < other ? -1 : one > other ? 1 : 0));
  };
})
