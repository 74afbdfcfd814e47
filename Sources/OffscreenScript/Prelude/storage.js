// Storage, in memory, for one page. https://html.spec.whatwg.org/multipage/webstorage.html
(function (core) {
  "use strict";
  const { error, put, SafeMap, Stamp, TypeError } = core;

  // Characters of names and values together.
  const quota = 5 * 1024 * 1024;

  class State extends Stamp {
    #items = new SafeMap();
    #size = 0;
    static has(value) { return core.isObject(value) && #items in value; }
    static items(value) {
      if (!State.has(value)) throw new TypeError("Illegal invocation");
      return value.#items;
    }
    static set(value, key, text) {
      const items = State.items(value);
      const old = items.get(key);
      const size = value.#size + text.length - (old === undefined ? -key.length : old.length);
      if (size > quota) throw error("QuotaExceededError", "The quota has been exceeded.");
      value.#size = size;
      items.set(key, text);
    }
    static remove(value, key) {
      const items = State.items(value);
      const old = items.get(key);
      if (old === undefined) return;
      value.#size -= key.length + old.length;
      items.delete(key);
    }
    static clear(value) {
      State.items(value).clear();
      value.#size = 0;
    }
  }

  function keysOf(storage) {
    const keys = core.list();
    State.items(storage).forEach((text, key) => put(keys, key));
    return keys;
  }

  const targets = new core.SafeWeakMap();
  const target = (value) => (core.isObject(value) && targets.get(value)) || value;

  class Storage {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return State.items(target(this)).size; }
    key(index) {
      core.requireArguments(arguments.length, 1);
      return keysOf(target(this))[core.unsignedLong(index)] ?? null;
    }
    getItem(key) {
      core.requireArguments(arguments.length, 1);
      return State.items(target(this)).get(core.string(key)) ?? null;
    }
    setItem(key, value) {
      core.requireArguments(arguments.length, 2);
      State.set(target(this), core.string(key), core.string(value));
    }
    removeItem(key) {
      core.requireArguments(arguments.length, 1);
      State.remove(target(this), core.string(key));
    }
    clear() { State.clear(target(this)); }
  }
  core.define({ Storage });

  // https://webidl.spec.whatwg.org/#js-legacy-platform-objects
  const handler = {
    __proto__: null,
    get(storage, key, receiver) {
      if (typeof key === "string" && !core.ReflectHas(Storage.prototype, key)) return State.items(storage).get(key);
      return core.ReflectGet(storage, key, receiver);
    },
    has(storage, key) {
      return (typeof key === "string" && State.items(storage).has(key)) || core.ReflectHas(storage, key);
    },
    set(storage, key, value, receiver) {
      if (typeof key !== "string") return core.ReflectSet(storage, key, value, receiver);
      State.set(storage, key, core.string(value));
      return true;
    },
    defineProperty(storage, key, descriptor) {
      if (typeof key !== "string") return core.ReflectDefineProperty(storage, key, descriptor);
      State.set(storage, key, core.string(descriptor.value));
      return true;
    },
    deleteProperty(storage, key) {
      if (typeof key !== "string") return core.ReflectDeleteProperty(storage, key);
      State.remove(storage, key);
      return true;
    },
    ownKeys(storage) {
      const keys = keysOf(storage);
      const own = core.ReflectOwnKeys(storage);
      for (let index = 0; index < own.length; index += 1) put(keys, own[index]);
      return core.array(keys);
    },
    getOwnPropertyDescriptor(storage, key) {
      const value = typeof key === "string" ? State.items(storage).get(key) : undefined;
      return value === undefined
        ? core.ReflectGetOwnPropertyDescriptor(storage, key)
        : { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
    preventExtensions() { return false; },
  };

  function make() {
    const storage = core.ObjectCreate(Storage.prototype);
    new State(storage);
    const proxy = new core.Proxy(storage, handler);
    targets.set(proxy, storage);
    return proxy;
  }
  let local, session;
  core.defineGlobals({
    get localStorage() { return (local = local ?? make()); },
    get sessionStorage() { return (session = session ?? make()); },
  });
})
