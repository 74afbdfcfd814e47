// Storage, in memory, for one page and those that it leads to. https://html.spec.whatwg.org/multipage/webstorage.html
(function (core) {
  "use strict";
  const { native, error, put, SafeMap, TypeError } = core;

  // Characters of names and values together.
  const quota = 5 * 1024 * 1024;

  // An object's area: what it holds, which all windows of its origin share.
  const State = core.brand();
  const itemsOf = (storage) => State.of(storage).items;

  function setItem(storage, key, text) {
    const area = State.of(storage);
    const old = area.items.get(key);
    if (old === text) return;
    const size = area.size + text.length - (old === undefined ? -key.length : old.length);
    if (size > quota) throw error("QuotaExceededError", "The quota has been exceeded.");
    area.size = size;
    area.items.set(key, text);
    tellOthers(area, key, old ?? null, text);
  }

  function removeItem(storage, key) {
    const area = State.of(storage);
    const old = area.items.get(key);
    if (old === undefined) return;
    area.size -= key.length + old.length;
    area.items.delete(key);
    tellOthers(area, key, old, null);
  }

  /** Fires events in the other windows. https://html.spec.whatwg.org/multipage/webstorage.html#concept-storage-broadcast */
  function tellOthers(area, key, oldValue, newValue) {
    if (core.cores.length === 1 || area.origin === "null") return;
    const url = native.documentURL();
    for (let index = 0; index < core.cores.length; index += 1) {
      const other = core.cores[index];
      if (other === core || other.native.origin() !== area.origin) continue;
      other.queueTask(() => {
        if (!other.isHeard(other.global, "storage", false)) return;
        other.load("storage.js");
        other.fire(other.global, "storage",
          { __proto__: null, key, oldValue, newValue, url, storageArea: other.storageOf(area.kind) }, "StorageEvent");
      });
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
      const area = State.of(this);
      if (area.items.size === 0) return;
      area.items.clear();
      area.size = 0;
      tellOthers(area, null, null, null);
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

  const areas = core.agent.storageAreas ??= new SafeMap();

  function areaOf(kind) {
    const origin = native.origin(), isOpaque = origin === "null";
    if (isOpaque && native.parentWindow() !== native.windowNumber()) {
      throw error("SecurityError", "The document's origin has no storage.");
    }
    let area = isOpaque ? undefined : areas.get(`${kind} ${origin}`);
    if (area !== undefined) return area;
    area = { __proto__: null, kind, origin, items: new SafeMap(), size: 0 };
    if (!isOpaque) areas.set(`${kind} ${origin}`, area);
    // What earlier pages of the origin have left.
    const left = native.storage(kind);
    for (let index = 0; index + 1 < left.length; index += 2) {
      area.items.set(left[index], left[index + 1]);
      area.size += left[index].length + left[index + 1].length;
    }
    return area;
  }

  function make(kind) {
    const area = areaOf(kind);
    const storage = core.ObjectCreate(Storage.prototype);
    new State(storage, area);
    const proxy = new core.Proxy(storage, handler);
    // Methods are called on the proxy.
    new State(proxy, area);
    return proxy;
  }
  let local, session;
  core.storageOf = (kind) => (kind === "local" ? (local = local ?? make("local")) : (session = session ?? make("session")));
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
