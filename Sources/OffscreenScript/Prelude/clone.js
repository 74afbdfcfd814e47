// Structured cloning. https://html.spec.whatwg.org/multipage/structured-data.html#structured-serialize
(function (core) {
  "use strict";
  const { error, SafeMap, put } = core;
  core.load("bytes.js");

  const constructors = {
    __proto__: null, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView,
  };
  const errors = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const mostDepth = 5_000;

  function has(method, value) {
    try {
      method(value);
      return true;
    } catch {
      return false;
    }
  }

  const refuse = (value) => {
    let name = "The object";
    try {
      name = typeof value === "symbol" ? "A symbol" : typeof value === "function" ? "A function" : core.ObjectToString(value);
    } catch {}
    throw error("DataCloneError", `${name} could not be cloned.`);
  };

  /** Platform objects that can be cloned: functions that give a copy, or undefined. Files with interfaces add theirs. */
  core.serializers = core.serializers ?? core.list();

  function clone(value, memory, depth) {
    if (typeof value === "symbol" || typeof value === "function") refuse(value);
    if (!core.isObject(value)) return value;
    if (memory.has(value)) return memory.get(value);
    if (depth > mostDepth) throw new core.RangeError("The value is nested too deeply.");
    const keep = (copy) => {
      memory.set(value, copy);
      return copy;
    };
    if (has(core.BooleanValueOf, value)) return keep(core.Object(core.BooleanValueOf(value)));
    if (has(core.NumberValueOf, value)) return keep(core.Object(core.NumberValueOf(value)));
    if (has(core.StringValueOf, value)) return keep(core.Object(core.StringValueOf(value)));
    if (has(core.BigIntValueOf, value)) return keep(core.Object(core.BigIntValueOf(value)));
    if (has(core.DateGetTime, value)) return keep(new core.Date(core.DateGetTime(value)));
    if (core.ObjectToString(value) === "[object RegExp]" && has(core.RegExpSource, value)) {
      return keep(new core.RegExp(core.RegExpSource(value), core.RegExpFlags(value)));
    }
    if (has(core.ArrayBufferByteLength, value)) return keep(core.ArrayBufferSlice(value, 0));
    if (core.ArrayBufferIsView(value)) {
      const kind = core.TypedArrayKind(value) ?? "DataView";
      const view = core.viewOf(value);
      const buffer = clone(view.buffer, memory, depth + 1);
      const length = kind === "DataView" ? view.byteLength : core.TypedArrayLength(value);
      return keep(core.ReflectConstruct(constructors[kind], core.list(buffer, view.byteOffset, length)));
    }
    if (has(core.MapSize, value)) {
      const copy = keep(new core.Map()), entries = core.list();
      core.MapForEach(value, (item, key) => put(entries, core.list(key, item)));
      for (let index = 0; index < entries.length; index += 1) {
        core.MapSet(copy, clone(entries[index][0], memory, depth + 1), clone(entries[index][1], memory, depth + 1));
      }
      return copy;
    }
    if (has(core.SetSize, value)) {
      const copy = keep(new core.Set()), items = core.list();
      core.SetForEach(value, (item) => put(items, item));
      for (let index = 0; index < items.length; index += 1) core.SetAdd(copy, clone(items[index], memory, depth + 1));
      return copy;
    }
    if (core.ObjectToString(value) === "[object Error]" || core.ReflectGetOwnPropertyDescriptor(value, "stack") !== undefined) {
      return keep(cloneError(value));
    }
    for (let index = 0; index < core.serializers.length; index += 1) {
      const copy = core.serializers[index](value, (inner) => clone(inner, memory, depth + 1));
      if (copy !== undefined) return keep(copy);
    }
    const isArray = core.ArrayIsArray(value);
    if (!isArray && isPlatformObject(value)) refuse(value);
    const copy = keep(isArray ? new core.Array(value.length) : core.ObjectCreate(core.Object.prototype));
    const keys = core.ObjectKeys(value);
    for (let index = 0; index < keys.length; index += 1) {
      if (!core.ObjectHasOwn(value, keys[index])) continue;
      core.ReflectDefineProperty(copy, keys[index], {
        __proto__: null, value: clone(value[keys[index]], memory, depth + 1), writable: true, enumerable: true, configurable: true,
      });
    }
    return copy;
  }

  function cloneError(value) {
    const name = core.string(value.name);
    const message = core.ReflectGetOwnPropertyDescriptor(value, "message")?.value;
    if (core.isDOMException(value)) return new core.DOMException(value.message, name);
    const copy = core.ReflectConstruct(errors[name] ?? errors.Error, core.list());
    if (message !== undefined) {
      core.ReflectDefineProperty(copy, "message",
        { __proto__: null, value: core.string(message), writable: true, enumerable: false, configurable: true });
    }
    return copy;
  }

  const isPlatformObject = (value) => core.isNode(value) || core.isEventTarget(value) || core.isEvent(value)
    || core.isDOMException(value) || core.isBranded(value);

  /** https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializewithtransfer */
  core.structuredClone = function (value, transfer = core.list()) {
    const memory = new SafeMap();
    for (let index = 0; index < transfer.length; index += 1) {
      const buffer = transfer[index];
      if (!has(core.ArrayBufferByteLength, buffer) || memory.has(buffer)) {
        throw error("DataCloneError", "A value cannot be transferred, or is listed twice.");
      }
      memory.set(buffer, buffer);
    }
    // 1. What is not transferred is copied, so that nothing is detached where that fails.
    for (let index = 0; index < transfer.length; index += 1) memory.set(transfer[index], core.ArrayBufferSlice(transfer[index], 0));
    const copy = clone(value, memory, 0);
    for (let index = 0; index < transfer.length; index += 1) core.ArrayBufferTransfer(transfer[index]);
    return copy;
  };
})
