// Keys of indexed databases: their order, key paths, ranges. https://w3c.github.io/IndexedDB/#keys
(function (core) {
  "use strict";
  const { error, list, put, TypeError } = core;
  core.load("bytes.js");

  const NUMBER = 0, DATE = 1, STRING = 2, BINARY = 3, ARRAY = 4;
  // As in Chromium: what is deeper is no valid key.
  const mostDepth = 2_000;
  // https://w3c.github.io/IndexedDB/#maximum-key-generator-value
  const mostGenerated = 9007199254740992;

  /** A key is never changed: `value` is a number, a string, a `Uint8Array` or a list of keys. */
  const makeKey = (type, value) => ({ __proto__: null, type, value });

  // MARK: Order. https://w3c.github.io/IndexedDB/#compare-two-keys

  function compare(one, other) {
    if (one.type !== other.type) return one.type < other.type ? -1 : 1;
    if (one.type === ARRAY) return compareLists(one.value, other.value, compare);
    if (one.type === BINARY) return compareLists(one.value, other.value, compareValues);
    return compareValues(one.value, other.value);
  }

  const compareValues = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

  function compareLists(one, other, compareItems) {
    const length = core.MathMin(one.length, other.length);
    for (let index = 0; index < length; index += 1) {
      const result = compareItems(one[index], other[index]);
      if (result !== 0) return result;
    }
    return compareValues(one.length, other.length);
  }

  // MARK: From values. https://w3c.github.io/IndexedDB/#convert-a-value-to-a-key

  function timeOf(value) {
    try {
      return core.DateGetTime(value);
    } catch {
      return undefined;
    }
  }

  /** A key, or null for what is none. What a page's getters throw comes through. */
  function keyOf(value, seen = list()) {
    if (typeof value === "number") return value !== value ? null : makeKey(NUMBER, value);
    if (typeof value === "string") return makeKey(STRING, value);
    if (!core.isObject(value)) return null;
    const time = timeOf(value);
    if (time !== undefined) return time !== time ? null : makeKey(DATE, time);
    if (core.isBufferSource(value)) return binaryKey(value);
    if (!core.ArrayIsArray(value)) return null;
    if (seen.length >= mostDepth || core.ArrayIndexOf(seen, value) >= 0) return null;
    put(seen, value);
    const keys = list(), length = value.length;
    for (let index = 0; index < length; index += 1) {
      const key = core.ObjectHasOwn(value, index) ? keyOf(value[index], seen) : null;
      if (key === null) return null;
      put(keys, key);
    }
    core.ArrayPop(seen);
    return makeKey(ARRAY, keys);
  }

  function binaryKey(value) {
    const buffer = core.ArrayBufferIsView(value) ? core.viewOf(value).buffer : value;
    if (!core.isSharedBuffer(buffer) && core.ArrayBufferDetached(buffer)) return null;
    return makeKey(BINARY, core.copyBytes(core.viewBytes(value)));
  }

  /** https://w3c.github.io/IndexedDB/#convert-a-value-to-a-multientry-key */
  function multiEntryKeyOf(value) {
    if (!core.ArrayIsArray(value)) return keyOf(value);
    const keys = list(), length = value.length;
    for (let index = 0; index < length; index += 1) {
      const key = core.ObjectHasOwn(value, index) ? keyOf(value[index], list(value)) : null;
      if (key !== null && place(keys, key, identity).isFree) insert(keys, key, identity);
    }
    return makeKey(ARRAY, keys);
  }

  const identity = (key) => key;

  function requireKey(value) {
    const key = keyOf(value);
    if (key === null) throw error("DataError", "The value is not a valid key.");
    return key;
  }

  /** What a page sees of a key. https://w3c.github.io/IndexedDB/#convert-a-key-to-a-value */
  function valueOf(key) {
    if (key.type === DATE) return new core.Date(key.value);
    if (key.type === BINARY) return core.TypedArrayBuffer(core.copyBytes(key.value));
    if (key.type !== ARRAY) return key.value;
    const values = list();
    for (let index = 0; index < key.value.length; index += 1) put(values, valueOf(key.value[index]));
    return core.array(values);
  }

  /** About how many bytes it takes. */
  function sizeOf(key) {
    if (key.type === STRING) return 16 + 2 * key.value.length;
    if (key.type === BINARY) return 16 + key.value.length;
    let size = 16;
    if (key.type === ARRAY) for (let index = 0; index < key.value.length; index += 1) size += sizeOf(key.value[index]);
    return size;
  }

  // MARK: Lists in order

  /** Where a key is, or would be, in a list of what has keys. */
  function place(items, key, keyOfItem) {
    let low = 0, high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = compare(keyOfItem(items[middle]), key);
      if (order === 0) return { index: middle, isFree: false };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return { index: low, isFree: true };
  }

  function insert(items, item, keyOfItem) {
    const { index } = place(items, keyOfItem(item), keyOfItem);
    if (index === items.length) put(items, item);
    else core.ArraySplice(items, index, 0, item);
  }

  // MARK: Key paths. https://w3c.github.io/IndexedDB/#key-path-construct

  const identifier = /^[$_\p{ID_Start}][$_\u200c\u200d\p{ID_Continue}]*$/u;

  function isPath(text) {
    if (text === "") return true;
    const parts = core.split(text, ".");
    for (let index = 0; index < parts.length; index += 1) if (core.RegExpExec(identifier, parts[index]) === null) return false;
    return true;
  }

  /** `(DOMString or sequence<DOMString>)`, as a string or a list. */
  function convertPath(value) {
    if (!core.isObject(value)) return core.string(value);
    const method = value[core.SymbolIterator];
    return method === undefined || method === null ? core.string(value) : core.iterate(value, method, core.string);
  }

  function isValidPath(path) {
    if (typeof path === "string") return isPath(path);
    for (let index = 0; index < path.length; index += 1) if (!isPath(path[index])) return false;
    return path.length > 0;
  }

  /** What stands at a path in a copy, or undefined. https://w3c.github.io/IndexedDB/#evaluate-a-key-path-on-a-value */
  function evaluate(value, path) {
    if (path === "") return value;
    const parts = core.split(path, ".");
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if ((typeof value === "string" || core.ArrayIsArray(value)) && part === "length") value = value.length;
      else if (core.isBlob?.(value) && core.blobMember(value, part) !== undefined) value = core.blobMember(value, part);
      else if (core.isObject(value) && core.ObjectHasOwn(value, part)) value = value[part];
      else return undefined;
      if (value === undefined) return undefined;
    }
    return value;
  }

  /**
   * The key at a path, undefined where nothing is there, null where it is not valid.
   * https://w3c.github.io/IndexedDB/#extract-a-key-from-a-value-using-a-key-path
   */
  function extract(value, path, isMultiEntry = false) {
    if (typeof path === "string") {
      const found = evaluate(value, path);
      return found === undefined ? undefined : isMultiEntry ? multiEntryKeyOf(found) : keyOf(found);
    }
    const keys = list();
    for (let index = 0; index < path.length; index += 1) {
      const found = evaluate(value, path[index]);
      if (found === undefined) return undefined;
      const key = keyOf(found);
      if (key === null) return null;
      put(keys, key);
    }
    return makeKey(ARRAY, keys);
  }

  /** https://w3c.github.io/IndexedDB/#check-that-a-key-could-be-injected-into-a-value */
  function canInject(value, path) {
    const parts = core.split(path, ".");
    for (let index = 0; index < parts.length - 1; index += 1) {
      if (!core.isObject(value)) return false;
      if (!core.ObjectHasOwn(value, parts[index])) return true;
      value = value[parts[index]];
    }
    return core.isObject(value);
  }

  function setMember(object, name, value) {
    core.ReflectDefineProperty(object, name,
      { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  }

  /** https://w3c.github.io/IndexedDB/#inject-a-key-into-a-value-using-a-key-path */
  function inject(value, path, key) {
    const parts = core.split(path, ".");
    const last = parts.length - 1;
    for (let index = 0; index < last; index += 1) {
      if (!core.ObjectHasOwn(value, parts[index])) setMember(value, parts[index], core.ObjectCreate(core.Object.prototype));
      value = value[parts[index]];
    }
    setMember(value, parts[last], valueOf(key));
  }

  // MARK: Ranges. https://w3c.github.io/IndexedDB/#range-construct

  const Ranges = core.brand();
  const makeRange = (lower, upper, lowerOpen, upperOpen) => ({ __proto__: null, lower, upper, lowerOpen, upperOpen });
  const everything = makeRange(null, null, true, true);
  const only = (key) => makeRange(key, key, false, false);

  function isIn(range, key) {
    return isAboveLower(range, key) && isBelowUpper(range, key);
  }

  function isAboveLower(range, key) {
    if (range.lower === null) return true;
    const order = compare(key, range.lower);
    return order > 0 || (order === 0 && !range.lowerOpen);
  }

  function isBelowUpper(range, key) {
    if (range.upper === null) return true;
    const order = compare(key, range.upper);
    return order < 0 || (order === 0 && !range.upperOpen);
  }

  /** https://w3c.github.io/IndexedDB/#convert-a-value-to-a-key-range */
  function rangeOf(value, mayBeAll = true) {
    if (Ranges.has(value)) return Ranges.of(value);
    if (value === undefined || value === null) {
      if (mayBeAll) return everything;
      throw error("DataError", "No key or range is given.");
    }
    return only(requireKey(value));
  }

  /** https://w3c.github.io/IndexedDB/#is-a-potentially-valid-key-range */
  const mayBeRange = (value) => !core.isObject(value) || Ranges.has(value) || timeOf(value) !== undefined
    || core.isBufferSource(value) || core.ArrayIsArray(value);

  function wrapRange(range) {
    const object = core.ObjectCreate(IDBKeyRange.prototype);
    new Ranges(object, range);
    return object;
  }

  const keyValue = (key) => (key === null ? undefined : valueOf(key));

  class IDBKeyRange {
    constructor() { throw new TypeError("Illegal constructor"); }
    get lower() { return keyValue(Ranges.of(this).lower); }
    get upper() { return keyValue(Ranges.of(this).upper); }
    get lowerOpen() { return Ranges.of(this).lowerOpen; }
    get upperOpen() { return Ranges.of(this).upperOpen; }
    static only(value) {
      core.requireArguments(arguments.length, 1);
      return wrapRange(only(requireKey(value)));
    }
    static lowerBound(lower, open = false) {
      core.requireArguments(arguments.length, 1);
      return wrapRange(makeRange(requireKey(lower), null, !!open, true));
    }
    static upperBound(upper, open = false) {
      core.requireArguments(arguments.length, 1);
      return wrapRange(makeRange(null, requireKey(upper), true, !!open));
    }
    static bound(lower, upper, lowerOpen = false, upperOpen = false) {
      core.requireArguments(arguments.length, 2);
      lower = requireKey(lower);
      upper = requireKey(upper);
      const order = compare(lower, upper);
      if (order > 0 || (order === 0 && (lowerOpen || upperOpen))) {
        throw error("DataError", "The lower key is greater than the upper key, or the range is empty.");
      }
      return wrapRange(makeRange(lower, upper, !!lowerOpen, !!upperOpen));
    }
    includes(value) {
      const range = Ranges.of(this);
      core.requireArguments(arguments.length, 1);
      return isIn(range, requireKey(value));
    }
  }

  core.define({ IDBKeyRange });
  core.indexedKeys = {
    __proto__: null, ARRAY, NUMBER, mostGenerated, makeKey, compare, keyOf, requireKey, valueOf, sizeOf, convertPath, isValidPath,
    extract, canInject, inject, isIn, isAboveLower, isBelowUpper, rangeOf, mayBeRange, only,
  };
})
