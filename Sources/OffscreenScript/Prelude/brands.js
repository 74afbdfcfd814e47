// Internal slots of objects, in one realm or in all of a page's, and how such objects are copied from one to another.
(function (core) {
  "use strict";
  const { isObject, put, TypeError, Stamp, brands } = core;

  /** The internal slots of the objects of one interface: `new Brand(object, fields)` gives it some. */
  core.brand = function () {
    const Brand = class extends Stamp {
      #fields;
      constructor(object, fields = undefined) {
        super(object);
        this.#fields = fields;
      }
      static has(value) { return isObject(value) && #fields in value; }
      /** Its fields; throws a TypeError for what is of another interface. */
      static of(value) {
        if (!isObject(value) || !(#fields in value)) throw new TypeError("Illegal invocation");
        return value.#fields;
      }
    };
    put(brands, Brand);
    return Brand;
  };
  /** Slots that all realms of the page have in common. */
  function makeSlots() {
    return class extends Stamp {
      #fields;
      constructor(object, fields) {
        super(object);
        this.#fields = fields;
      }
      static has(value) { return isObject(value) && #fields in value; }
      static fieldsOf(value) { return value.#fields; }
    };
  }

  /**
   * The same for objects that are sent from one realm to another: all realms know the slots by this name. `file`: what
   * to load for a realm to make such objects.
   */
  core.sharedBrand = function (name, file) {
    const shared = (core.agent.brands ??= core.list());
    let known = undefined;
    for (let index = 0; index < shared.length; index += 1) if (shared[index].name === name) known = shared[index];
    if (known === undefined) put(shared, known = { __proto__: null, name, file, Slots: makeSlots() });
    const { Slots } = known;
    const Brand = class extends Slots {
      constructor(object, fields = undefined) { super(object, fields); }
      static of(value) {
        if (!Slots.has(value)) throw new TypeError("Illegal invocation");
        return Slots.fieldsOf(value);
      }
    };
    Brand.has = Slots.has;
    put(brands, Brand);
    return Brand;
  };

  // MARK: What is copied from one realm to another

  /**
   * How objects of an interface are cloned, here and in other realms: `take` gives what one consists of, undefined for
   * what is none; `make` gives another one of it, where values in it are copied by its second argument. `file` says both.
   */
  core.carry = function (name, file, take, make) {
    put(core.carriers, { __proto__: null, name, file, take, make });
  };

  /** The copy of a platform object, of whichever realm; undefined for others. */
  core.copyCarried = function (value, clone) {
    for (let place = -1; place < core.cores.length; place += 1) {
      const { carriers } = place < 0 ? core : core.cores[place];
      for (let index = 0; index < carriers.length; index += 1) {
        const parts = carriers[index].take(value);
        if (parts !== undefined) return makeCarried(carriers[index], parts, clone);
      }
    }
    return undefined;
  };

  function makeCarried({ name, file }, parts, clone) {
    core.load(file);
    for (let index = 0; index < core.carriers.length; index += 1) {
      if (core.carriers[index].name === name) return core.carriers[index].make(parts, clone);
    }
    return undefined;
  }

  /** Loads what knows an object of another realm. Whether there is such a file. */
  core.loadBrandOf = function (value) {
    const shared = core.agent.brands ?? core.list();
    for (let index = 0; index < shared.length; index += 1) {
      if (!shared[index].Slots.has(value)) continue;
      core.load(shared[index].file);
      return true;
    }
    return false;
  };

  /** Whether something has the internal slots of an interface that was made with `brand`. */
  core.isBranded = function (value) {
    for (let index = 0; index < brands.length; index += 1) if (brands[index].has(value)) return true;
    return false;
  };
})
