// Storage, in memory, for the windows of one page and for those that it leads to.
// https://html.spec.whatwg.org/multipage/webstorage.html
//
// Deviation: a window that was opened has the session's storage in common with the one that opened it, not a copy.
(function (core) {
  "use strict";
  const { native, error, put, SafeMap, TypeError } = core;

  // Characters of names and values together.
  const quota = 5 * 1024 * 1024;

  const State = core.brand();
  const itemsOf = (storage) => State.of(storage).items;

  function setItem(storage, key, text) {
    const state = State.of(storage);
    const old = state.items.get(key);
    const size = state.size + text.length - (old === undefined ? -key.length : old.length);
    if (size > quota) throw error("QuotaExceededError", "The quota has been exceeded.");
    if (old === text) return;
    state.size = size;
    state.items.set(key, text);
    tell(state, key, old ?? null, text);
  }

  function removeItem(storage, key) {
    const state = State.of(storage);
    const old = state.items.get(key);
    if (old === undefined) return;
    state.size -= key.length + old.length;
    state.items.delete(key);
    tell(state, key, old, null);
  }

  /** Other windows of the origin hear of it. https://html.spec.whatwg.org/multipage/webstorage.html#concept-storage-broadcast */
  function tell(state, key, oldValue, newValue) {
    const { cores } = core;
    for (let index = 0; index < cores.length; index += 1) {
      if (cores[index] !== core) cores[index].storageChanged?.(state.kind, native.originKey(), key, oldValue, newValue, native.documentURL());
    }
  }

  function keysOf(storage) {
    const keys = core.list();
    itemsOf(storage).forEach((text, key) => put(keys, key));
    return keys;
  }

  class Storage {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return itemsOf(this).size; }
    key(index) {
      core.requireArguments(arguments.length, 1);
      return keysOf(this)[core.unsignedLong(index)] ?? null;
    }
    getItem(key) {
      core.requireArguments(arguments.length, 1);
      return itemsOf(this).get(core.string(key)) ?? null;
    }
    setItem(key, value) {
      core.requireArguments(arguments.length, 2);
      setItem(this, core.string(key), core.string(value));
    }
    removeItem(key) {
      core.requireArguments(arguments.length, 1);
      removeItem(this, core.string(key));
    }
    clear() {
      const state = State.of(this);
      if (state.items.size === 0) return;
      state.items.clear();
      state.size = 0;
      tell(state, null, null, null);
    }
  }
  core.define({ Storage });
  core.Storage = Storage;

  // https://webidl.spec.whatwg.org/#js-legacy-platform-objects
  const handler = {
    __proto__: null,
    get(storage, key, receiver) {
      if (typeof key === "string" && !core.ReflectHas(Storage.prototype, key)) return itemsOf(storage).get(key);
      return core.ReflectGet(storage, key, receiver);
    },
    has(storage, key) {
      return (typeof key === "string" && itemsOf(storage).has(key)) || core.ReflectHas(storage, key);
    },
    set(storage, key, value, receiver) {
      if (typeof key !== "string") return core.ReflectSet(storage, key, value, receiver);
      setItem(storage, key, core.string(value));
      return true;
    },
    defineProperty(storage, key, descriptor) {
      if (typeof key !== "string") return core.ReflectDefineProperty(storage, key, descriptor);
      setItem(storage, key, core.string(descriptor.value));
      return true;
    },
    deleteProperty(storage, key) {
      if (typeof key !== "string") return core.ReflectDeleteProperty(storage, key);
      removeItem(storage, key);
      return true;
    },
    ownKeys(storage) {
      const keys = keysOf(storage);
      const own = core.ReflectOwnKeys(storage);
      for (let index = 0; index < own.length; index += 1) put(keys, own[index]);
      return core.array(keys);
    },
    getOwnPropertyDescriptor(storage, key) {
      const value = typeof key === "string" ? itemsOf(storage).get(key) : undefined;
      return value === undefined
        ? core.ReflectGetOwnPropertyDescriptor(storage, key)
        : { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
    preventExtensions() { return false; },
  };

  // The windows of the page have them in common, by kind and origin.
  const areas = core.agent.storage ??= new SafeMap();

  function areaOf(kind) {
    if (native.isForbidden("origin")) throw error("SecurityError", "A document in a sandbox has no storage.");
    const key = kind + " " + native.originKey();
    let area = areas.get(key);
    if (area !== undefined) return area;
    area = { __proto__: null, kind, items: new SafeMap(), size: 0 };
    areas.set(key, area);
    // What earlier pages of the origin have left.
    const left = native.storage(kind);
    for (let index = 0; index + 1 < left.length; index += 2) {
      area.items.set(left[index], left[index + 1]);
      area.size += left[index].length + left[index + 1].length;
    }
    return area;
  }

  function make(kind) {
    const storage = core.ObjectCreate(Storage.prototype);
    const area = areaOf(kind);
    new State(storage, area);
    const proxy = new core.Proxy(storage, handler);
    // Methods are called on the proxy.
    new State(proxy, area);
    return proxy;
  }
  let local, session;
  core.storageOf = (kind) => (kind === "local" ? local = local ?? make(kind) : session = session ?? make(kind));
  core.defineGlobals({
    get localStorage() { return core.storageOf("local"); },
    get sessionStorage() { return core.storageOf("session"); },
  });

  function keep(kind, storage) {
    if (storage === undefined) return;
    const items = core.list();
    itemsOf(storage).forEach((text, key) => {
      put(items, key);
      put(items, text);
    });
    native.keepStorage(kind, core.array(items));
  }
  core.entry.keepStorage = function () {
    keep("local", local);
    keep("session", session);
  };
})
