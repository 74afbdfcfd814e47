// https://html.spec.whatwg.org/multipage/dom.html#domstringmap
(function (core) {
  "use strict";
  const { native, put, error, atom, TypeError, ReflectDefineProperty, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys } = core;
  const { get, set, remove } = core.html;
  const NONE = 7;

  class DOMStringMap {
    constructor() { throw new TypeError("Illegal constructor"); }
  }

  class DatasetState extends core.Stamp {
    #element;
    constructor(object, element) {
      super(object);
      this.#element = element;
    }
    static of(object) { return object.#element; }
  }

  const isSmall = (code) => code >= 97 && code <= 122;
  const isCapital = (code) => code >= 65 && code <= 90;

  /** The attribute of a property; null where none can have that name. */
  function dataAttribute(key) {
    let name = "data-";
    for (let index = 0; index < key.length; index += 1) {
      const code = core.StringCharCodeAt(key, index);
      if (code === 45 && index + 1 < key.length && isSmall(core.StringCharCodeAt(key, index + 1))) return null;
      name += isCapital(code) ? "-" + core.StringFromCharCode(code + 32) : key[index];
    }
    return name;
  }

  function dataValue(target, key) {
    if (typeof key !== "string") return null;
    const name = dataAttribute(key);
    return name === null ? null : get(DatasetState.of(target), atom(name));
  }

  const datasetHandler = {
    __proto__: null,
    get(target, key, receiver) { return dataValue(target, key) ?? core.ReflectGet(target, key, receiver); },
    has(target, key) { return dataValue(target, key) !== null || core.ReflectHas(target, key); },
    set(target, key, value, receiver) {
      if (typeof key !== "string") return core.ReflectSet(target, key, value, receiver);
      setData(target, key, value);
      return true;
    },
    defineProperty(target, key, descriptor) {
      if (typeof key !== "string") return ReflectDefineProperty(target, key, descriptor);
      if (!("value" in descriptor)) return false;
      setData(target, key, descriptor.value);
      return true;
    },
    deleteProperty(target, key) {
      if (dataValue(target, key) === null) return core.ReflectDeleteProperty(target, key);
      remove(DatasetState.of(target), atom(dataAttribute(key)));
      return true;
    },
    getOwnPropertyDescriptor(target, key) {
      const value = dataValue(target, key);
      if (value === null) return ReflectGetOwnPropertyDescriptor(target, key);
      return { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
    ownKeys(target) {
      const keys = core.list();
      const element = DatasetState.of(target);
      const list = native.attributes(element);
      for (let index = 0; index < list.length; index += 2) {
        if (list[index + 1] !== NONE) continue;
        const key = dataKey(core.spelling(list[index]));
        if (key !== null) put(keys, key);
      }
      const others = ReflectOwnKeys(target);
      for (let index = 0; index < others.length; index += 1) put(keys, others[index]);
      return keys;
    },
    preventExtensions() { return false; },
  };

  function setData(target, key, value) {
    value = core.string(value);
    const name = dataAttribute(key);
    if (name === null) throw error("SyntaxError", "'" + key + "' is not a valid property name.");
    if (!core.names.isAttributeName(name)) throw error("InvalidCharacterError", "'" + key + "' is not a valid name.");
    set(DatasetState.of(target), atom(name), value);
  }

  /** The property of an attribute, or null. */
  function dataKey(name) {
    if (!core.StringStartsWith(name, "data-")) return null;
    let key = "";
    for (let index = 5; index < name.length; index += 1) {
      const code = core.StringCharCodeAt(name, index);
      if (isCapital(code)) return null;
      if (code === 45 && index + 1 < name.length && isSmall(core.StringCharCodeAt(name, index + 1))) {
        index += 1;
        key += core.StringFromCharCode(core.StringCharCodeAt(name, index) - 32);
      } else {
        key += name[index];
      }
    }
    return key;
  }

  core.makeDataset = function (id) {
    const target = core.ObjectCreate(DOMStringMap.prototype);
    new DatasetState(target, id);
    return new core.Proxy(target, datasetHandler);
  };
  core.define({ DOMStringMap });
})
