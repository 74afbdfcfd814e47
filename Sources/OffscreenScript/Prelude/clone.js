// Structured cloning, and what is transferred. https://html.spec.whatwg.org/multipage/structured-data.html
(function (core) {
  "use strict";
  const { error, SafeMap, put } = core;
  core.load("bytes.js");

  const constructors = core.viewConstructors;
  const errors = {
    __proto__: null, Error: core.Error, EvalError: core.EvalError, RangeError: core.RangeError,
    ReferenceError: core.ReferenceError, SyntaxError: core.SyntaxError, TypeError: core.TypeError, URIError: core.URIError,
  };
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
  /**
   * Platform objects that can be transferred: `{is, allocate, isDetached, transfer}`. The copy that `allocate` gives
   * becomes whole by `transfer(value, copy)`. Files with interfaces add theirs.
   */
  core.transferables = core.transferables ?? core.list();

  // MARK: Cloning. https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal

  function clone(value, memory, depth) {
    if (typeof value === "symbol" || typeof value === "function") refuse(value);
    if (!core.isObject(value)) return value;
    if (memory.has(value)) return memory.get(value);
    if (depth > mostDepth) throw new core.RangeError("The value is nested too deeply.");
    const keep = (copy) => {
      memory.set(value, copy);
      return copy;
    };
    if (core.ArrayIsArray(value)) return cloneMembers(value, keep(new core.Array(value.length)), memory, depth);
    const primitive = clonePrimitive(value);
    if (primitive !== undefined) return keep(primitive);
    if (has(core.ArrayBufferByteLength, value)) return keep(cloneBuffer(value));
    if (core.ArrayBufferIsView(value)) return keep(cloneView(value, memory, depth));
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
    if (core.isDOMException(value)) return keep(cloneException(value));
    if (isError(value)) return cloneError(value, keep, memory, depth);
    const copy = cloneByInterface(value, memory, depth);
    if (copy !== undefined) return keep(copy);
    if (isPlatformObject(value) || hasSlots(value)) refuse(value);
    return cloneMembers(value, keep(core.ObjectCreate(core.Object.prototype)), memory, depth);
  }

  /** Of a platform object that can be cloned, of whichever realm. */
  function cloneByInterface(value, memory, depth) {
    // Twice: the file that knows objects of the interface may not have been needed here before.
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < core.serializers.length; index += 1) {
        const copy = core.serializers[index](value, (inner) => clone(inner, memory, depth + 1));
        if (copy !== undefined) return copy;
      }
      if (round > 0 || !core.loadBrandOf(value)) break;
    }
    return core.copyCarried(value, (inner) => clone(inner, memory, depth + 1));
  }

  function clonePrimitive(value) {
    if (has(core.BooleanValueOf, value)) return core.Object(core.BooleanValueOf(value));
    if (has(core.NumberValueOf, value)) return core.Object(core.NumberValueOf(value));
    if (has(core.StringValueOf, value)) return core.Object(core.StringValueOf(value));
    if (has(core.BigIntValueOf, value)) return core.Object(core.BigIntValueOf(value));
    if (has(core.SymbolToText, value)) return refuse(value);
    if (has(core.DateGetTime, value)) return new core.Date(core.DateGetTime(value));
    if (has(core.RegExpSticky, value) && value !== core.RegExpPrototype) {
      return new core.RegExp(core.RegExpSource(value), core.RegExpFlags(value));
    }
    return undefined;
  }

  function cloneBuffer(value) {
    if (core.ArrayBufferDetached(value)) refuse(value);
    if (!core.ArrayBufferResizable(value)) return core.ArrayBufferSlice(value, 0);
    const length = core.ArrayBufferByteLength(value);
    const copy = new core.ArrayBuffer(length, { __proto__: null, maxByteLength: core.ArrayBufferMaxByteLength(value) });
    core.TypedArraySet(new core.Uint8Array(copy), new core.Uint8Array(value));
    return copy;
  }

  function cloneView(value, memory, depth) {
    const kind = core.TypedArrayKind(value) ?? "DataView";
    let view;
    try {
      // Both throw for a view of what its buffer no longer has.
      if (kind !== "DataView") core.TypedArrayAt(value, 0);
      view = core.viewOf(value);
    } catch {
      return refuse(value);
    }
    const { buffer, byteOffset, byteLength } = view;
    const tracks = core.isArrayBuffer(buffer) && core.ArrayBufferResizable(buffer) && tracksLength(value, buffer);
    const copy = clone(buffer, memory, depth + 1);
    if (tracks) return core.ReflectConstruct(constructors[kind], core.list(copy, byteOffset));
    const length = kind === "DataView" ? byteLength : core.TypedArrayLength(value);
    return core.ReflectConstruct(constructors[kind], core.list(copy, byteOffset, length));
  }

  /** Whether a view becomes longer or shorter with its buffer, which nothing but a try tells. */
  function tracksLength(view, buffer) {
    const lengthOf = () => {
      try {
        return core.viewOf(view).byteLength;
      } catch {
        return -1;
      }
    };
    const size = core.ArrayBufferByteLength(buffer), before = lengthOf(), most = core.ArrayBufferMaxByteLength(buffer);
    // Eight bytes are an element of the widest kind.
    if (size + 8 <= most) {
      core.ArrayBufferResize(buffer, size + 8);
      const tracks = lengthOf() !== before;
      core.ArrayBufferResize(buffer, size);
      return tracks;
    }
    if (before === 0) return false;
    const kept = core.ArrayBufferSlice(buffer, 0);
    core.ArrayBufferResize(buffer, core.viewOf(view).byteOffset);
    // One that tracks is empty now, any other is out of bounds: that is refused where nothing is left of it.
    let tracks = true;
    try {
      if (core.TypedArrayKind(view) === undefined) core.viewOf(view);
      else core.TypedArrayAt(view, 0);
    } catch {
      tracks = false;
    }
    core.ArrayBufferResize(buffer, size);
    core.TypedArraySet(new core.Uint8Array(buffer), new core.Uint8Array(kept));
    return tracks;
  }

  function cloneMembers(value, copy, memory, depth) {
    const keys = core.ObjectKeys(value);
    for (let index = 0; index < keys.length; index += 1) {
      if (!core.ObjectHasOwn(value, keys[index])) continue;
      core.ReflectDefineProperty(copy, keys[index], {
        __proto__: null, value: clone(value[keys[index]], memory, depth + 1), writable: true, enumerable: true, configurable: true,
      });
    }
    return copy;
  }

  // MARK: Errors

  /** What an object is called, without asking it: nothing where it has a tag of its own. */
  function tagOf(value) {
    for (let object = value; object !== null; object = core.ObjectGetPrototypeOf(object)) {
      const tag = core.descriptor(object, core.SymbolToStringTag);
      if (tag !== undefined) return object !== value && typeof tag.value === "string" ? tag.value : "";
    }
    return core.StringSlice(core.ObjectToString(value), 8, -1);
  }

  /** Older engines have no other way to tell one: only what is an Error is called so without a tag. */
  const isError = core.ErrorIsError ?? ((value) => tagOf(value) === "Error");

  const hidden = (object, name, value) => core.ReflectDefineProperty(object, name,
    { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  function cloneError(value, keep, memory, depth) {
    const name = value.name === undefined ? "Error" : core.string(value.name);
    const copy = keep(core.ReflectConstruct(errors[name] ?? errors.Error, core.list()));
    const message = core.descriptor(value, "message");
    if (message !== undefined && "value" in message) hidden(copy, "message", core.string(message.value));
    const stack = core.descriptor(value, "stack")?.value;
    if (typeof stack === "string") hidden(copy, "stack", stack);
    const cause = core.descriptor(value, "cause");
    if (cause !== undefined && "value" in cause) hidden(copy, "cause", clone(cause.value, memory, depth + 1));
    return copy;
  }

  function cloneException(value) {
    const copy = new core.DOMException(core.exceptionMessage(value), core.exceptionName(value));
    const stack = core.descriptor(value, "stack")?.value;
    if (typeof stack === "string") hidden(copy, "stack", stack);
    return copy;
  }

  // MARK: What is refused

  const isPlatformObject = (value) => core.isNode(value) || core.isEventTarget(value) || core.isEvent(value)
    || core.isOfSomeRealm((other) => other.isBranded(value));

  const probe = core.ObjectCreate(null);
  /** Objects of the language with slots that nobody copies. */
  function hasSlots(value) {
    if (has((map) => core.WeakMapHas(map, probe), value) || has((set) => core.WeakSetHas(set, probe), value)) return true;
    if (has(core.WeakRefDeref, value)) return true;
    const tag = tagOf(value);
    return tag === "Promise" || tag === "Generator" || tag === "AsyncGenerator" || tag === "SharedArrayBuffer";
  }

  // MARK: Transferring. https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializewithtransfer

  const isStream = (value) => core.isReadableStream(value) || core.streams?.isWritableStream?.(value) === true
    || core.streams?.isTransformStream?.(value) === true;

  /** `isKnown`: whether the file that knows it, of whichever realm, has been loaded. */
  function transferableOf(value, isKnown = false) {
    if (isStream(value)) core.load("stream-transfer.js");
    for (let index = 0; index < core.transferables.length; index += 1) {
      if (core.transferables[index].is(value)) return core.transferables[index];
    }
    return isKnown || !core.loadBrandOf(value) ? null : transferableOf(value, true);
  }

  const buffers = {
    __proto__: null,
    is: (value) => core.isObject(value) && has(core.ArrayBufferByteLength, value),
    // What is not transferred in the end is left as it was.
    allocate: (value) => (core.ArrayBufferDetached(value) ? null : cloneBuffer(value)),
    isDetached: (value) => core.ArrayBufferDetached(value),
    transfer: (value) => { core.ArrayBufferTransfer(value); },
  };
  put(core.transferables, buffers);

  /** A copy, and the list of what was transferred in their order. */
  core.cloneWithTransfer = function (value, transfer) {
    // 1. Each must be transferable, and listed once.
    const memory = new SafeMap(), kinds = core.list(), copies = core.list();
    for (let index = 0; index < transfer.length; index += 1) {
      const kind = transferableOf(transfer[index]);
      if (kind === null || memory.has(transfer[index])) {
        throw error("DataCloneError", "A value cannot be transferred, or is listed twice.");
      }
      put(kinds, kind);
      put(copies, kind.allocate(transfer[index]));
      memory.set(transfer[index], copies[index]);
    }
    // 2. All else is copied, and what comes out names the new objects.
    const copy = clone(value, memory, 0);
    // 3. Only then anything is taken away.
    for (let index = 0; index < transfer.length; index += 1) {
      if (kinds[index].isDetached(transfer[index])) {
        throw error("DataCloneError", "A value that is to be transferred is detached.");
      }
      kinds[index].transfer(transfer[index], copies[index]);
    }
    return { __proto__: null, copy, transferred: copies };
  };

  core.structuredClone = (value, transfer = core.list()) => core.cloneWithTransfer(value, transfer).copy;
})
