// Interfaces with pairs to iterate over. https://webidl.spec.whatwg.org/#idl-iterable
(function (core) {
  "use strict";
  const { SymbolIterator } = core;

  const iteratorPrototype = core.ObjectGetPrototypeOf(core.ObjectGetPrototypeOf(core.call(core.arrayMethods.values, core.list())));

  /**
   * Gives an interface `entries`, `keys`, `values`, `forEach`. `pairsOf`: the list of its [name, value], as it is now, with
   * null for what was there.
   */
  core.iterable = function (Class, name, pairsOf) {
    const Brand = core.brand();
    const prototype = core.ObjectCreate(iteratorPrototype);
    const { next } = {
      next() {
        const state = Brand.of(this);
        const pairs = pairsOf(state.object);
        while (pairs[state.index] === null) state.index += 1;
        const pair = pairs[state.index];
        if (pair === undefined) return { value: undefined, done: true };
        state.index += 1;
        return { value: state.kind === 2 ? [pair[0], pair[1]] : pair[state.kind], done: false };
      },
    };
    core.ReflectDefineProperty(prototype, "next",
      { __proto__: null, value: core.conceal(next), writable: true, enumerable: true, configurable: true });
    core.ReflectDefineProperty(prototype, core.SymbolToStringTag,
      { __proto__: null, value: `${name} Iterator`, configurable: true });

    function iterate(object, kind) {
      pairsOf(object);
      const iterator = core.ObjectCreate(prototype);
      new Brand(iterator, { __proto__: null, object, kind, index: 0 });
      return iterator;
    }
    core.mixin(Class, {
      entries() { return iterate(this, 2); },
      keys() { return iterate(this, 0); },
      values() { return iterate(this, 1); },
      forEach(callback, thisArgument = undefined) {
        pairsOf(this);
        core.requireArguments(arguments.length, 1);
        core.convertCallback(callback);
        for (let index = 0; ; index += 1) {
          const pair = pairsOf(this)[index];
          if (pair === undefined) return;
          if (pair === null) continue;
          core.call(callback, thisArgument, pair[1], pair[0], this);
        }
      },
    });
    core.ReflectDefineProperty(Class.prototype, SymbolIterator,
      { __proto__: null, value: Class.prototype.entries, writable: true, enumerable: false, configurable: true });
  };
})
