// What all files of the prelude share: saved builtins, Web IDL's conversions, and how interfaces are put on the Window.
(function (core) {
  "use strict";
  const { native, global } = core;

  // MARK: Saved builtins
  // `core.StringSlice(text, 1)` is `text.slice(1)` as it was before any page could replace it.

  const { call: callFunction, bind } = Function.prototype;
  const uncurryThis = bind.bind(callFunction);
  const call = uncurryThis(callFunction);

  const upper = (name) => name[0].toUpperCase() + name.slice(1);

  /** Methods of a prototype, which take what was `this` as their first argument. */
  function saveMethods(prefix, prototype, names) {
    for (let index = 0; index < names.length; index += 1) {
      core[prefix + upper(names[index])] = uncurryThis(prototype[names[index]]);
    }
  }

  function saveFunctions(prefix, object, names) {
    for (let index = 0; index < names.length; index += 1) core[prefix + upper(names[index])] = object[names[index]];
  }

  saveFunctions("Reflect", Reflect, ["apply", "construct", "defineProperty", "deleteProperty", "get",
    "getOwnPropertyDescriptor", "getPrototypeOf", "has", "ownKeys", "preventExtensions", "set", "setPrototypeOf"]);
  saveFunctions("Object", Object, ["assign", "create", "defineProperty", "entries", "freeze", "getOwnPropertyNames",
    "getPrototypeOf", "is", "isFrozen", "keys", "setPrototypeOf"]);
  core.ObjectHasOwn = uncurryThis(Object.prototype.hasOwnProperty);
  saveFunctions("Number", Number, ["isFinite", "isInteger", "isNaN", "isSafeInteger", "parseFloat", "parseInt"]);
  core.NumberToString = uncurryThis(Number.prototype.toString);
  core.NumberToFixed = uncurryThis(Number.prototype.toFixed);
  saveFunctions("Math", Math, ["abs", "ceil", "floor", "log", "max", "min", "pow", "round", "sqrt", "trunc"]);
  const { sin, cos, tan, atan2, hypot, PI } = Math;
  core.trigonometry = { sin, cos, tan, atan2, hypot, PI };
  saveFunctions("JSON", JSON, ["parse", "stringify"]);
  core.StringFromCharCode = String.fromCharCode;
  core.StringFromCodePoint = String.fromCodePoint;
  core.ArrayIsArray = Array.isArray;
  // Undefined in older engines.
  core.ErrorIsError = Error.isError;
  core.ArrayBufferIsView = ArrayBuffer.isView;

  saveMethods("String", String.prototype, ["at", "charAt", "charCodeAt", "codePointAt", "endsWith", "includes", "indexOf",
    "isWellFormed", "lastIndexOf", "normalize", "padEnd", "padStart", "repeat", "slice", "startsWith", "substring",
    "toLowerCase", "toUpperCase", "toWellFormed", "trim", "trimEnd", "trimStart"]);
  // Those that look at no other property of the page: `sort` is for lists of ours.
  saveMethods("Array", Array.prototype, ["fill", "indexOf", "includes", "join", "lastIndexOf", "pop", "reverse", "shift",
    "slice", "sort", "splice", "unshift"]);
  saveMethods("TypedArray", Object.getPrototypeOf(Uint8Array.prototype), ["at", "fill", "set"]);
  saveMethods("Map", Map.prototype, ["clear", "delete", "forEach", "get", "has", "set"]);
  saveMethods("Set", Set.prototype, ["add", "clear", "delete", "entries", "forEach", "has", "values"]);
  saveMethods("WeakMap", WeakMap.prototype, ["delete", "get", "has", "set"]);
  saveMethods("WeakSet", WeakSet.prototype, ["add", "delete", "has"]);
  saveMethods("Promise", Promise.prototype, ["then"]);
  core.PromiseResolve = Promise.resolve.bind(Promise);
  core.PromiseReject = Promise.reject.bind(Promise);
  core.GeneratorNext = uncurryThis(Object.getPrototypeOf(function* () {}).prototype.next);
  core.AsyncGeneratorNext = uncurryThis(Object.getPrototypeOf(async function* () {}).prototype.next);
  core.RegExpExec = uncurryThis(RegExp.prototype.exec);
  core.DateGetTime = uncurryThis(Date.prototype.getTime);
  core.DateToString = uncurryThis(Date.prototype.toString);
  core.SymbolToText = uncurryThis(Symbol.prototype.toString);
  core.FunctionToString = uncurryThis(Function.prototype.toString);

  core.ObjectToString = uncurryThis(Object.prototype.toString);
  core.BooleanValueOf = uncurryThis(Boolean.prototype.valueOf);
  core.NumberValueOf = uncurryThis(Number.prototype.valueOf);
  core.StringValueOf = uncurryThis(String.prototype.valueOf);
  core.BigIntValueOf = uncurryThis(BigInt.prototype.valueOf);
  core.BigIntToString = uncurryThis(BigInt.prototype.toString);
  core.ArrayBufferSlice = uncurryThis(ArrayBuffer.prototype.slice);
  core.ArrayBufferResize = uncurryThis(ArrayBuffer.prototype.resize);
  core.ArrayBufferTransfer = uncurryThis(ArrayBuffer.prototype.transfer);

  /** Accessors of a prototype, as functions of what was `this`. */
  function saveGetters(prefix, prototype, names) {
    for (let index = 0; index < names.length; index += 1) {
      core[prefix + upper(names[index])] = uncurryThis(Object.getOwnPropertyDescriptor(prototype, names[index]).get);
    }
  }
  const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
  saveGetters("TypedArray", typedArrayPrototype, ["buffer", "byteLength", "byteOffset", "length"]);
  core.TypedArrayKind = uncurryThis(Object.getOwnPropertyDescriptor(typedArrayPrototype, Symbol.toStringTag).get);
  saveGetters("DataView", DataView.prototype, ["buffer", "byteLength", "byteOffset"]);
  saveGetters("ArrayBuffer", ArrayBuffer.prototype, ["byteLength", "detached", "maxByteLength", "resizable"]);
  if (global.SharedArrayBuffer !== undefined) saveGetters("SharedArrayBuffer", SharedArrayBuffer.prototype, ["byteLength"]);
  saveGetters("Map", Map.prototype, ["size"]);
  saveGetters("Set", Set.prototype, ["size"]);
  const flagNames = ["hasIndices", "global", "ignoreCase", "multiline", "dotAll", "unicode", "unicodeSets", "sticky"];
  saveGetters("RegExp", RegExp.prototype, ["source", ...flagNames]);
  /** The flags, asked for one by one: their getter would ask the page's. Throws for what is none. */
  core.RegExpFlags = function (value) {
    let flags = "";
    for (let index = 0; index < flagNames.length; index += 1) {
      if (core["RegExp" + upper(flagNames[index])](value)) flags += "dgimsuvy"[index];
    }
    return flags;
  };
  core.RegExpPrototype = RegExp.prototype;
  core.WeakRefDeref = uncurryThis(WeakRef.prototype.deref);

  core.call = call;
  core.uncurryThis = uncurryThis;
  core.SymbolIterator = Symbol.iterator;
  core.SymbolAsyncIterator = Symbol.asyncIterator;
  core.AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);
  core.SymbolToStringTag = Symbol.toStringTag;
  core.SymbolToPrimitive = Symbol.toPrimitive;
  core.arrayMethods = {
    values: Array.prototype.values, entries: Array.prototype.entries, keys: Array.prototype.keys,
    forEach: Array.prototype.forEach,
  };
  const constructors = ["Array", "ArrayBuffer", "BigInt", "DataView", "Date", "Error", "EvalError", "Float16Array", "Float32Array", "Float64Array",
    "Function", "Int32Array", "Map", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "RegExp", "Set",
    "String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint8Array", "Uint8ClampedArray", "Uint16Array",
    "Uint32Array", "WeakMap", "WeakRef", "WeakSet"];
  for (let index = 0; index < constructors.length; index += 1) core[constructors[index]] = global[constructors[index]];

  core.viewConstructors = {
    __proto__: null, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float16Array: global.Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView,
  };

  const {
    ObjectCreate, ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct, ReflectDefineProperty,
    ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, SymbolIterator, SymbolToStringTag, TypeError,
    RegExpExec, StringToLowerCase, StringToUpperCase, StringCharCodeAt, StringFromCharCode, StringSlice,
  } = core;

  /** A property's descriptor that inherits nothing: pages may put `value` on `Object.prototype`. */
  core.descriptor = function (object, key) {
    const descriptor = ReflectGetOwnPropertyDescriptor(object, key);
    return descriptor === undefined ? undefined : ObjectSetPrototypeOf(descriptor, null);
  };

  // MARK: Lists and tables without a prototype of the page's

  /** A class with the methods of another as they are now, and nothing behind it. */
  function isolate(Class, Base) {
    const keys = ReflectOwnKeys(Base.prototype);
    for (let index = 0; index < keys.length; index += 1) {
      if (keys[index] !== "constructor") {
        ReflectDefineProperty(Class.prototype, keys[index], ReflectGetOwnPropertyDescriptor(Base.prototype, keys[index]));
      }
    }
    delete Class.prototype.constructor;
    ObjectSetPrototypeOf(Class.prototype, null);
    return Class;
  }

  core.SafeMap = isolate(class extends Map { constructor() { super(); } }, Map);
  core.SafeSet = isolate(class extends Set { constructor() { super(); } }, Set);
  core.SafeWeakMap = isolate(class extends WeakMap { constructor() { super(); } }, WeakMap);
  core.SafeWeakSet = isolate(class extends WeakSet { constructor() { super(); } }, WeakSet);
  const { SafeMap, SafeWeakSet } = core;

  class List extends Array {
    constructor() { super(); }
  }
  const listPrototype = List.prototype;
  delete listPrototype.constructor;
  ObjectSetPrototypeOf(listPrototype, null);

  /** A list of the arguments, for the prelude alone: an Array with no prototype of the page's. */
  core.list = function () {
    const list = new List();
    for (let index = 0; index < arguments.length; index += 1) list[index] = arguments[index];
    return list;
  };

  /** Adds to a list of ours or to an Array that is made for the page. */
  function put(list, value) {
    if (ObjectGetPrototypeOf(list) === listPrototype) {
      list[list.length] = value;
    } else {
      ReflectDefineProperty(list, list.length,
        { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    }
  }
  core.put = put;

  /** The cores of all realms of the page: the windows in frames have their own. */
  ObjectSetPrototypeOf(core.agent, null);
  core.cores = core.agent.cores ??= core.list();
  put(core.cores, core);

  /** Whether the test is true of the core of some realm. */
  core.isOfSomeRealm = function (test) {
    for (let index = 0; index < core.cores.length; index += 1) if (test(core.cores[index])) return true;
    return false;
  };

  core.FunctionPrototype = Function.prototype;
  core.ObjectPrototype = Object.prototype;

  /**
   * The core of the realm that a page's function or object is of, as far as its prototypes tell.
   * https://webidl.spec.whatwg.org/#dfn-callback-context
   */
  core.realmOf = function (value) {
    if (core.cores.length === 1 || !core.isObject(value)) return core;
    try {
      let prototype = ObjectGetPrototypeOf(value);
      // Further ones than these are the page's own doing.
      for (let steps = 0; steps < 8 && prototype !== null; steps += 1) {
        if (prototype === core.FunctionPrototype || prototype === core.ObjectPrototype) return core;
        for (let index = 0; index < core.cores.length; index += 1) {
          const other = core.cores[index];
          if (prototype === other.FunctionPrototype || prototype === other.ObjectPrototype) return other;
        }
        prototype = ObjectGetPrototypeOf(prototype);
      }
    } catch {}
    return core;
  };

  /** Whether an object is a proxy that was revoked: calling it throws an error of the proxy's window. */
  core.isRevoked = function (value) {
    try {
      ObjectGetPrototypeOf(value);
      return false;
    } catch {
      return true;
    }
  };

  /** A page's Array with what a list holds. */
  core.array = (list) => core.ArraySlice(list);

  const { WeakRefDeref } = core;

  /** Objects that are told of something as long as someone else keeps them. */
  class WeakList {
    #references = new List();
    // At this length those that are gone are taken out.
    #limit = 32;

    add(object) {
      const references = this.#references;
      references[references.length] = new core.WeakRef(object);
      if (references.length < this.#limit) return;
      const alive = new List();
      for (let index = 0; index < references.length; index += 1) {
        if (WeakRefDeref(references[index]) !== undefined) alive[alive.length] = references[index];
      }
      this.#references = alive;
      this.#limit = core.MathMax(32, 2 * alive.length);
    }

    forEach(steps) {
      const references = this.#references;
      const length = references.length;
      for (let index = 0; index < length; index += 1) {
        const object = WeakRefDeref(references[index]);
        if (object !== undefined) steps(object);
      }
    }
  }
  core.weakList = () => new WeakList();

  core.hooks = { __proto__: null };
  // How often scripts have changed style sheets otherwise than by the document.
  core.styleVersion = 0;

  // MARK: Strings

  core.isWellFormed = core.StringIsWellFormed;

  const capital = /[A-Z]/, small = /[a-z]/, beyondASCII = /[^\0-\x7f]/;

  function convertASCII(text, first, difference) {
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      const code = StringCharCodeAt(text, index);
      result += code >= first && code < first + 26 ? StringFromCharCode(code + difference) : text[index];
    }
    return result;
  }

  core.toASCIILowercase = function (text) {
    if (RegExpExec(capital, text) === null) return text;
    return RegExpExec(beyondASCII, text) === null ? StringToLowerCase(text) : convertASCII(text, 65, 32);
  };

  core.toASCIIUppercase = function (text) {
    if (RegExpExec(small, text) === null) return text;
    return RegExpExec(beyondASCII, text) === null ? StringToUpperCase(text) : convertASCII(text, 97, -32);
  };

  const spaces = /^[\t\n\f\r ]*([^]*?)[\t\n\f\r ]*$/;
  /** https://infra.spec.whatwg.org/#strip-leading-and-trailing-ascii-whitespace */
  core.stripASCIIWhitespace = (text) => RegExpExec(spaces, text)[1];

  /** The parts of a text between separators, without any setter of the page's. */
  core.split = function (text, separator) {
    const parts = core.list();
    let start = 0;
    for (;;) {
      const end = core.StringIndexOf(text, separator, start);
      if (end < 0) break;
      put(parts, StringSlice(text, start, end));
      start = end + separator.length;
    }
    put(parts, StringSlice(text, start));
    return parts;
  };

  // Names of MathML and SVG that have a hyphen.
  const reserved = ["annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
    "font-face-name", "missing-glyph"];
  const customName = /^[a-z][^\0\t\n\f\r \/>A-Z]*$/;
  /** https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name */
  core.isCustomElementName = function (name) {
    if (core.StringIndexOf(name, "-") < 0 || RegExpExec(customName, name) === null) return false;
    for (let index = 0; index < reserved.length; index += 1) if (reserved[index] === name) return false;
    return true;
  };

  // MARK: Names

  const atoms = new SafeMap();
  const spellings = core.list();

  core.atom = function (string) {
    let atom = atoms.get(string);
    if (atom === undefined) {
      atom = native.atom(string);
      atoms.set(string, atom);
    }
    return atom;
  };

  core.spelling = (atom) => spellings[atom] ?? learnSpelling(atom);

  function learnSpelling(atom) {
    while (spellings.length < atom) spellings[spellings.length] = undefined;
    return (spellings[atom] = native.spelling(atom));
  }

  core.interfaceOf = new SafeMap();
  core.svgInterfaceOf = new SafeMap();

  // MARK: Web IDL's conversions. https://webidl.spec.whatwg.org/#js-type-mapping

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  core.isObject = isObject;

  core.boolean = (value) => !!value;
  core.string = (value) => (typeof value === "string" ? value : `${value}`);
  core.usvString = (value) => core.StringToWellFormed(`${value}`);
  /** `[LegacyNullToEmptyString] DOMString` */
  core.stringOrEmpty = (value) => (value === null ? "" : `${value}`);
  /** Type `T?` by the conversion of `T`. */
  core.nullable = (value, convert) => (value === null || value === undefined ? null : convert(value));

  const latin1 = /^[\0-\xff]*$/;
  core.byteString = function (value) {
    const string = `${value}`;
    if (RegExpExec(latin1, string) === null) throw new TypeError("The string has characters that are no bytes.");
    return string;
  };

  core.long = (value) => value | 0;
  core.unsignedLong = (value) => value >>> 0;
  core.octet = (value) => value & 255;
  core.byte = (value) => (value << 24) >> 24;
  core.short = (value) => (value << 16) >> 16;
  core.unsignedShort = (value) => value & 65535;

  /** https://webidl.spec.whatwg.org/#abstract-opdef-converttoint, of 64 bits. */
  function modulo64(value) {
    value = core.MathTrunc(+value);
    if (!core.NumberIsFinite(value)) return 0;
    value %= 18446744073709551616;
    return value < 0 ? value + 18446744073709551616 : value + 0;
  }
  core.unsignedLongLong = modulo64;
  core.longLong = function (value) {
    value = modulo64(value);
    return value >= 9223372036854775808 ? value - 18446744073709551616 : value;
  };

  /** `[EnforceRange]` of an integer type from `low` to `high`. */
  core.enforceRange = function (value, low, high) {
    value = +value;
    if (!core.NumberIsFinite(value)) throw new TypeError("The number is not finite.");
    value = core.MathTrunc(value) + 0;
    if (value < low || value > high) throw new TypeError("The number is out of range.");
    return value;
  };

  /** `[Clamp]` of an integer type from `low` to `high`: rounds halves to even. */
  core.clamp = function (value, low, high) {
    value = +value;
    if (value !== value) return 0;
    value = core.MathMin(core.MathMax(value, low), high);
    const floor = core.MathFloor(value), rest = value - floor;
    if (rest < 0.5 || (rest === 0.5 && floor % 2 === 0)) return floor + 0;
    return floor + 1;
  };

  core.unrestrictedDouble = (value) => +value;
  core.double = function (value) {
    value = +value;
    if (!core.NumberIsFinite(value)) throw new TypeError("The number is not finite.");
    return value;
  };
  core.unrestrictedFloat = (value) => core.fround(value);
  core.float = function (value) {
    value = core.fround(value);
    if (!core.NumberIsFinite(value)) throw new TypeError("The number is not finite.");
    return value;
  };
  core.fround = Math.fround;

  core.object = function (value) {
    if (!isObject(value)) throw new TypeError("The value is not an object.");
    return value;
  };

  /** A string that must be one of a list. */
  core.enumeration = function (value, values) {
    value = core.string(value);
    for (let index = 0; index < values.length; index += 1) if (values[index] === value) return value;
    throw new TypeError(`"${value}" is not one of the values that are known.`);
  };

  const emptyDictionary = core.ObjectFreeze({ __proto__: null });
  /** What a dictionary's members are read from. */
  core.dictionary = function (value) {
    if (value === undefined || value === null) return emptyDictionary;
    if (!isObject(value)) throw new TypeError("The value is not an object.");
    return value;
  };

  /** A dictionary's member, converted; what it is without one. */
  core.member = function (dictionary, name, convert, otherwise) {
    const value = dictionary[name];
    return value === undefined ? otherwise : convert(value);
  };

  /** A callback function. */
  core.convertCallback = function (value) {
    if (typeof value !== "function") throw new TypeError("The callback is not a function.");
    return value;
  };

  /** An `EventHandler`: functions and objects are kept, anything else is null. */
  core.convertHandler = (value) => (isObject(value) ? value : null);

  core.requireArguments = function (count, needed) {
    if (count < needed) {
      throw new TypeError(`${needed} argument${needed === 1 ? "" : "s"} required, but only ${count} present.`);
    }
  };

  /** The value if it is an object of the interface that `is` knows; otherwise a TypeError. */
  core.convertInterface = function (value, is, name) {
    if (!is(value)) throw new TypeError(`The value is not of type ${name}.`);
    return value;
  };

  /** A list with the converted items of what a page can iterate. https://webidl.spec.whatwg.org/#js-sequence */
  core.sequence = function (value, convert) {
    if (!isObject(value)) throw new TypeError("The value is not iterable.");
    const method = value[SymbolIterator];
    if (method === undefined || method === null) throw new TypeError("The value is not iterable.");
    return core.iterate(value, method, convert);
  };

  core.iterate = function (value, method, convert) {
    const list = core.list();
    const iterator = core.object(call(method, value));
    const next = iterator.next;
    for (;;) {
      const step = core.object(call(next, iterator));
      if (step.done) return list;
      put(list, convert === undefined ? step.value : convert(step.value));
    }
  };

  /** A list of pairs. https://webidl.spec.whatwg.org/#js-record */
  core.record = function (value, convertKey, convertValue) {
    const list = core.list();
    const keys = ReflectOwnKeys(core.object(value));
    for (let index = 0; index < keys.length; index += 1) {
      const descriptor = ReflectGetOwnPropertyDescriptor(value, keys[index]);
      if (descriptor === undefined || !descriptor.enumerable) continue;
      const key = convertKey(keys[index]);
      put(list, core.list(key, convertValue(value[keys[index]])));
    }
    return list;
  };

  // MARK: Functions that say that they are native

  const ours = new SafeWeakSet();
  const beforeName = "function ", afterName = "() { [native code] }", engineBody = "() {\n    [native code]\n}";

  /** Makes a function say that it is native. */
  core.conceal = function (value) {
    ours.add(value);
    return value;
  };

  /** Whether a function is one of ours. */
  core.isInterface = (value) => ours.has(value);

  function concealDescriptor(descriptor) {
    if (typeof descriptor.value === "function") ours.add(descriptor.value);
    if (descriptor.get !== undefined) ours.add(descriptor.get);
    if (descriptor.set !== undefined) ours.add(descriptor.set);
  }

  // Handlers of attributes, which are made by a function around them.
  const sourceTexts = new core.SafeWeakMap();
  core.setSourceText = (value, text) => sourceTexts.set(value, text);

  const { toString } = {
    toString() {
      if (typeof this === "function" && sourceTexts.has(this)) return sourceTexts.get(this);
      if (typeof this === "function" && ours.has(this)) {
        const name = ReflectGetOwnPropertyDescriptor(this, "name")?.value;
        return beforeName + (typeof name === "string" ? name : "") + afterName;
      }
      const text = core.FunctionToString(this);
      // The engine writes its own functions on three lines: nothing else can be read so.
      return StringSlice(text, -engineBody.length) === engineBody ? StringSlice(text, 0, -engineBody.length) + afterName : text;
    },
  };
  core.conceal(toString);
  ReflectDefineProperty(Function.prototype, "toString",
    { __proto__: null, value: toString, writable: true, enumerable: false, configurable: true });

  // MARK: Interfaces. https://webidl.spec.whatwg.org/#js-interfaces

  /** Copies members, which become enumerable. */
  function addMembers(target, source) {
    const keys = ReflectOwnKeys(source);
    for (let index = 0; index < keys.length; index += 1) {
      const descriptor = core.descriptor(source, keys[index]);
      concealDescriptor(descriptor);
      descriptor.enumerable = typeof keys[index] === "string";
      ReflectDefineProperty(target, keys[index], descriptor);
    }
  }

  function finishMembers(object, isConstructor) {
    const keys = ReflectOwnKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === "constructor" || (isConstructor && (key === "prototype" || key === "name" || key === "length"))) continue;
      const descriptor = core.descriptor(object, key);
      concealDescriptor(descriptor);
      if (descriptor.enumerable || typeof key !== "string" || !descriptor.configurable) continue;
      descriptor.enumerable = true;
      ReflectDefineProperty(object, key, descriptor);
    }
  }

  /** Makes a class an interface, without putting it on the Window. */
  core.finish = function (Class, name) {
    ours.add(Class);
    finishMembers(Class.prototype, false);
    finishMembers(Class, true);
    ReflectDefineProperty(Class.prototype, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
    return Class;
  };

  // Globals that are to be loaded when they are first touched: `{file, get}` by name.
  const pending = new SafeMap();
  // Files that have been evaluated, or are being.
  const loaded = new core.SafeSet();

  // Of a worker: the names that its scope has, and the object that has those which are no interfaces.
  core.exposed = null;
  core.members = global;
  // Interfaces and namespaces, which are not enumerable.
  const isInterfaceName = (name) => (name[0] >= "A" && name[0] <= "Z") || name === "console" || name === "webkitURL";
  const ownerOf = (name) => (core.members === global || isInterfaceName(name) ? global : core.members);

  function setGlobal(name, descriptor) {
    if (core.exposed !== null && !core.exposed.has(name)) return;
    const owner = ownerOf(name);
    const lazy = pending.get(name);
    if (lazy !== undefined) {
      loaded.add(lazy.file);
      pending.delete(name);
      // What the page has set or deleted meanwhile stays as it is.
      if (ReflectGetOwnPropertyDescriptor(owner, name)?.get !== lazy.get) return;
    }
    ReflectDefineProperty(owner, name, descriptor);
  }

  core.define = function (classes) {
    const names = ReflectOwnKeys(classes);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index], Class = classes[name];
      core.finish(Class, name);
      setGlobal(name, { __proto__: null, value: Class, writable: true, enumerable: false, configurable: true });
    }
  };

  /** Another name of an interface on the Window. */
  core.alias = (name, Class) =>
    setGlobal(name, { __proto__: null, value: Class, writable: true, enumerable: false, configurable: true });

  /** Puts members on an object. */
  core.addMembers = addMembers;

  /** Puts members on an interface's prototype. */
  core.mixin = (Class, members) => addMembers(Class.prototype, members);

  /** Puts static members on an interface. */
  core.mixinStatic = (Class, members) => addMembers(Class, members);

  core.constants = function (Class, constants) {
    const names = ReflectOwnKeys(constants);
    for (let index = 0; index < names.length; index += 1) {
      const descriptor = { __proto__: null, value: constants[names[index]], enumerable: true };
      ReflectDefineProperty(Class, names[index], descriptor);
      ReflectDefineProperty(Class.prototype, names[index], descriptor);
    }
  };

  /**
   * Members of the Window, which are its own properties: https://webidl.spec.whatwg.org/#Global. One that is reached
   * by its bare name gets `this` undefined.
   */
  core.defineGlobals = function (members, isUnforgeable = false) {
    const keys = ReflectOwnKeys(members);
    for (let index = 0; index < keys.length; index += 1) {
      const descriptor = core.descriptor(members, keys[index]);
      concealDescriptor(descriptor);
      descriptor.enumerable = true;
      if (isUnforgeable) {
        descriptor.configurable = false;
        if ("value" in descriptor) descriptor.writable = false;
      }
      setGlobal(keys[index], descriptor);
    }
  };

  /** The same for getters that are `[Replaceable]`: setting one makes it a plain property. */
  core.defineReplaceable = function (members) {
    const keys = ReflectOwnKeys(members);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      const setter = core.descriptor({
        set [key](value) {
          ReflectDefineProperty(this ?? global, key,
            { __proto__: null, value, writable: true, enumerable: true, configurable: true });
        },
      }, key).set;
      const descriptor = core.descriptor(members, key);
      descriptor.set = setter;
      concealDescriptor(descriptor);
      setGlobal(key, descriptor);
    }
  };

  // MARK: Files that are loaded when a page first touches one of their globals

  /** Evaluates a lazy file, once. */
  core.load = function (file) {
    if (loaded.has(file)) return;
    loaded.add(file);
    native.loadPrelude(file);
  };

  core.entry.load = core.load;

  /** Functions of `core` that load the file which then replaces them. */
  core.lazyFunctions = function (file, names) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core[name] = function () {
        core.load(file);
        return ReflectApply(core[name], undefined, arguments);
      };
    }
  };

  /** Values of `core` that the file which is loaded for them puts there. */
  core.lazyValues = function (file, names) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      ReflectDefineProperty(core, name, {
        __proto__: null, configurable: true, get() {
          core.load(file);
          return core[name];
        },
        set(value) { ReflectDefineProperty(core, name, { __proto__: null, value, writable: true, configurable: true }); },
      });
    }
  };

  function loadGlobal(name) {
    const lazy = pending.get(name);
    if (lazy !== undefined) {
      core.load(lazy.file);
      // A file that is being loaded, or does not have it.
      if (pending.has(name)) return undefined;
    }
    return core.ReflectGet(global, name);
  }

  /** `{"url.js": ["URL", "URLSearchParams"], ...}` */
  core.lazyFiles = function (files) {
    const names = ReflectOwnKeys(files);
    for (let index = 0; index < names.length; index += 1) {
      const globals = files[names[index]];
      for (let place = 0; place < globals.length; place += 1) addLazy(globals[place], names[index]);
    }
  };

  function addLazy(name, file) {
    if (core.exposed !== null && !core.exposed.has(name)) return;
    const enumerable = !isInterfaceName(name);
    // Nobody sees the names of these functions: who asks for the property loads the file.
    const accessor = {
      __proto__: null, enumerable, configurable: true,
      get() { return loadGlobal(name); },
      set(value) {
        const target = this ?? global;
        ReflectDefineProperty(target, name,
          { __proto__: null, value, writable: true, enumerable: target === global ? enumerable : true, configurable: true });
      },
    };
    concealDescriptor(accessor);
    pending.set(name, { __proto__: null, file, get: accessor.get });
    ReflectDefineProperty(ownerOf(name), name, accessor);
  }

  // Who asks for the property of such a global sees it as it will be.
  function showLazy(owner) {
    const original = owner.getOwnPropertyDescriptor;
    const { getOwnPropertyDescriptor } = {
      getOwnPropertyDescriptor(object, key) {
        if (object === global || object === core.members) {
          if (typeof key === "string" && pending.has(key)) loadGlobal(key);
        } else if (core.agent.faces?.has(object)) {
          // A window that shows another page has what that has.
          object = native.windowBehind(core.agent.faces.get(object)) ?? object;
        }
        return original(object, key);
      },
    };
    ReflectDefineProperty(owner, "getOwnPropertyDescriptor",
      { __proto__: null, value: core.conceal(getOwnPropertyDescriptor), writable: true, enumerable: false, configurable: true });
  }
  showLazy(Object);
  showLazy(Reflect);

  // Windows stay extensible. https://html.spec.whatwg.org/multipage/nav-history-apis.html#windowproxy-preventextensions
  function keepExtensible(owner, refused) {
    const original = owner.preventExtensions;
    const { preventExtensions } = {
      preventExtensions(object) { return object === global ? refused() : original(object); },
    };
    ReflectDefineProperty(owner, "preventExtensions",
      { __proto__: null, value: core.conceal(preventExtensions), writable: true, enumerable: false, configurable: true });
  }
  keepExtensible(Object, () => { throw new TypeError("A window stays extensible."); });
  keepExtensible(Reflect, () => false);

  // MARK: DOMException. https://webidl.spec.whatwg.org/#idl-DOMException

  const codes = {
    __proto__: null, IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
    SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17,
    SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
    InvalidNodeTypeError: 24, DataCloneError: 25,
  };

  /** Puts private fields on an object that another constructor has made. */
  class Stamp {
    constructor(object) { return object; }
  }
  core.Stamp = Stamp;

  /** Whether a function gives the state of a value, rather than throw: what private fields say. */
  core.recognizes = (stateOf) => function (value) {
    if (!isObject(value)) return false;
    try {
      stateOf(value);
      return true;
    } catch {
      return false;
    }
  };

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
  const brands = core.list();

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
  core.carriers = core.list();

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

  const ExceptionState = core.agent.ExceptionState ??= class extends Stamp {
    #name;
    #message;
    constructor(object, name, message) {
      super(object);
      this.#name = name;
      this.#message = message;
    }
    static name(object) { return object.#name; }
    static message(object) { return object.#message; }
    static has(object) { return isObject(object) && #name in object; }
  };

  const noArguments = core.list();

  // A line of the engine's stack: a function's name, and the place unless it is the prelude's or native.
  const innerLine = /^[^\n@]*@(?:\[native code\])?(?:\n|$)/;
  const outerLine = /@([^\n]*):(\d+):(\d+)(?:\n|$)/;

  /** Takes the prelude's own functions from the top of an exception's stack. */
  function trimStack(exception) {
    const stack = ReflectGetOwnPropertyDescriptor(exception, "stack")?.value;
    if (typeof stack !== "string") return;
    let rest = stack, line;
    while (rest !== "" && (line = RegExpExec(innerLine, rest)) !== null) rest = StringSlice(rest, line[0].length);
    ReflectDefineProperty(exception, "stack",
      { __proto__: null, value: rest, writable: true, enumerable: false, configurable: true });
    delete exception.line;
    delete exception.column;
    delete exception.sourceURL;
  }

  /** Where an exception was thrown, as far as its stack says. */
  core.position = function (exception) {
    const stack = ReflectGetOwnPropertyDescriptor(exception, "stack")?.value;
    const found = typeof stack === "string" ? RegExpExec(outerLine, stack) : null;
    if (found === null) return { url: undefined, line: 0, column: 0 };
    return { url: found[1], line: +found[2], column: +found[3] };
  };

  // The slots throw the errors of the realm that has made them.
  const own = (value) => {
    if (!ExceptionState.has(value)) throw new TypeError("Illegal invocation");
    return value;
  };

  class DOMException {
    constructor(message = "", name = "Error") {
      message = core.string(message);
      name = core.string(name);
      // An Error of the engine's, so that it has a stack.
      const exception = ReflectConstruct(core.Error, noArguments, new.target);
      new ExceptionState(exception, name, message);
      trimStack(exception);
      return exception;
    }
    get name() { return ExceptionState.name(own(this)); }
    get message() { return ExceptionState.message(own(this)); }
    get code() { return codes[ExceptionState.name(own(this))] ?? 0; }
  }
  ObjectSetPrototypeOf(DOMException.prototype, core.Error.prototype);
  core.constants(DOMException, {
    INDEX_SIZE_ERR: 1, DOMSTRING_SIZE_ERR: 2, HIERARCHY_REQUEST_ERR: 3, WRONG_DOCUMENT_ERR: 4, INVALID_CHARACTER_ERR: 5,
    NO_DATA_ALLOWED_ERR: 6, NO_MODIFICATION_ALLOWED_ERR: 7, NOT_FOUND_ERR: 8, NOT_SUPPORTED_ERR: 9,
    INUSE_ATTRIBUTE_ERR: 10, INVALID_STATE_ERR: 11, SYNTAX_ERR: 12, INVALID_MODIFICATION_ERR: 13, NAMESPACE_ERR: 14,
    INVALID_ACCESS_ERR: 15, VALIDATION_ERR: 16, TYPE_MISMATCH_ERR: 17, SECURITY_ERR: 18, NETWORK_ERR: 19, ABORT_ERR: 20,
    URL_MISMATCH_ERR: 21, QUOTA_EXCEEDED_ERR: 22, TIMEOUT_ERR: 23, INVALID_NODE_TYPE_ERR: 24, DATA_CLONE_ERR: 25,
  });
  core.define({ DOMException });
  core.DOMException = DOMException;
  core.isDOMException = ExceptionState.has;
  core.exceptionName = ExceptionState.name;
  core.exceptionMessage = ExceptionState.message;
  core.error = (name, message = "") => new DOMException(message, name);

  // MARK: Microtasks

  const settled = Promise.resolve();
  ReflectDefineProperty(settled, "constructor", { __proto__: null, value: undefined });

  /** Calls a function of ours in a microtask. */
  core.queueMicrotask = function (steps) {
    core.PromiseThen(settled, steps);
  };

  // Whether none of the page's functions is running: the same in all windows.
  const turn = (core.agent.turn ??= { __proto__: null, isOurs: false });

  /** A function that Swift calls in place of one of the entries, while no script is running. */
  core.entry.makeTurn = (entry) => function () {
    turn.isOurs = true;
    try {
      return ReflectApply(entry, undefined, arguments);
    } finally {
      turn.isOurs = false;
    }
  };

  /**
   * Calls a function of the page. After the outermost one, microtasks run; not where a promise that it gives is yet to be
   * listened to, so that nobody takes its rejection for one that is not handled.
   */
  // https://html.spec.whatwg.org/multipage/webappapis.html#clean-up-after-running-script
  core.callPage = function (callback, thisValue = undefined, parameters = noArguments, isFollowed = true) {
    if (!turn.isOurs) return ReflectApply(callback, thisValue, parameters);
    turn.isOurs = false;
    try {
      return ReflectApply(callback, thisValue, parameters);
    } finally {
      if (isFollowed) native.performMicrotaskCheckpoint();
      turn.isOurs = true;
    }
  };

  // MARK: Tasks and timers

  const tasks = new SafeMap();
  let lastTask = 0;

  /** Calls a function of ours in a task of its own. */
  core.queueTask = function (steps, milliseconds = 0) {
    lastTask += 1;
    tasks.set(lastTask, steps);
    native.queueTask(lastTask, milliseconds);
  };

  /** Calls a function of ours when the script that runs has ended, and the microtasks that it leaves, before the next task. */
  core.atEndOfTurn = function (steps) {
    lastTask += 1;
    tasks.set(lastTask, steps);
    native.endOfTurn(lastTask);
  };

  core.entry.task = function (number) {
    const steps = tasks.get(number);
    tasks.delete(number);
    steps?.();
  };

  // `{steps, repeats}` by number.
  const timers = new SafeMap();

  /** Calls a function of ours after a time of the page's clock; gives a number. */
  core.startTimer = function (milliseconds, repeats, steps) {
    const number = native.setTimer(milliseconds, repeats);
    timers.set(number, { steps, repeats });
    return number;
  };

  core.stopTimer = function (number) {
    if (timers.delete(number)) native.clearTimer(number);
  };

  core.entry.timer = function (number) {
    const timer = timers.get(number);
    if (timer === undefined) return;
    if (!timer.repeats) timers.delete(number);
    timer.steps();
  };
})
