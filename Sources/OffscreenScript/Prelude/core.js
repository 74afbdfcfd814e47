// What all files of the prelude share: saved builtins, Web IDL's conversions, and how interfaces are put on the Window.
(function (core) {
  "use strict";
  const { native, global } = core;
  // What is not there is nothing of the page's, and what comes later meets no setter of its.
  Object.setPrototypeOf(core, null);
  Object.setPrototypeOf(core.entry, null);

  // MARK: Saved builtins
  // `core.StringSlice(text, 1)` is `text.slice(1)` as it was before any page could replace it.

  const { call: callFunction, bind } = Function.prototype;
  const uncurryThis = bind.bind(callFunction);
  const call = uncurryThis(callFunction);

  const upper = (name) => name[0].toUpperCase() + name.slice(1);

  // Texts are read faster than lists of as many strings are made; no page has replaced `split` yet.

  /** Methods of a prototype, which take what was `this` as their first argument. */
  function saveMethods(prefix, prototype, text) {
    const names = text.split(" ");
    for (let index = 0; index < names.length; index += 1) {
      core[prefix + upper(names[index])] = uncurryThis(prototype[names[index]]);
    }
  }

  function saveFunctions(prefix, object, text) {
    const names = text.split(" ");
    for (let index = 0; index < names.length; index += 1) core[prefix + upper(names[index])] = object[names[index]];
  }

  saveFunctions("Reflect", Reflect, "apply construct defineProperty deleteProperty get getOwnPropertyDescriptor "
    + "getPrototypeOf has ownKeys preventExtensions set setPrototypeOf");
  saveFunctions("Object", Object, "assign create defineProperty entries freeze getOwnPropertyNames "
    + "getPrototypeOf is isFrozen keys setPrototypeOf");
  core.ObjectHasOwn = uncurryThis(Object.prototype.hasOwnProperty);
  saveFunctions("Number", Number, "isFinite isInteger isNaN isSafeInteger parseFloat parseInt");
  core.NumberToString = uncurryThis(Number.prototype.toString);
  core.NumberToFixed = uncurryThis(Number.prototype.toFixed);
  saveFunctions("Math", Math, "abs ceil floor log max min pow round sqrt trunc");
  const { sin, cos, tan, atan2, hypot, PI } = Math;
  core.trigonometry = { sin, cos, tan, atan2, hypot, PI };
  saveFunctions("JSON", JSON, "parse stringify");
  core.StringFromCharCode = String.fromCharCode;
  core.StringFromCodePoint = String.fromCodePoint;
  core.ArrayIsArray = Array.isArray;
  // Undefined in older engines.
  core.ErrorIsError = Error.isError;
  core.ArrayBufferIsView = ArrayBuffer.isView;

  saveMethods("String", String.prototype, "at charAt charCodeAt codePointAt endsWith includes indexOf "
    + "isWellFormed lastIndexOf normalize padEnd padStart repeat slice startsWith substring toLowerCase "
    + "toUpperCase toWellFormed trim trimEnd trimStart");
  // Those that look at no other property of the page: `sort` is for lists of ours.
  saveMethods("Array", Array.prototype, "fill indexOf includes join lastIndexOf pop reverse shift slice sort "
    + "splice unshift");
  saveMethods("TypedArray", Object.getPrototypeOf(Uint8Array.prototype), "at fill set");
  saveMethods("Map", Map.prototype, "clear delete forEach get has set");
  saveMethods("Set", Set.prototype, "add clear delete entries forEach has values");
  saveMethods("WeakMap", WeakMap.prototype, "delete get has set");
  saveMethods("WeakSet", WeakSet.prototype, "add delete has");
  saveMethods("Promise", Promise.prototype, "then");
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
  function saveGetters(prefix, prototype, text) {
    const names = text.split(" ");
    for (let index = 0; index < names.length; index += 1) {
      core[prefix + upper(names[index])] = uncurryThis(Object.getOwnPropertyDescriptor(prototype, names[index]).get);
    }
  }
  const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype);
  saveGetters("TypedArray", typedArrayPrototype, "buffer byteLength byteOffset length");
  core.TypedArrayKind = uncurryThis(Object.getOwnPropertyDescriptor(typedArrayPrototype, Symbol.toStringTag).get);
  saveGetters("DataView", DataView.prototype, "buffer byteLength byteOffset");
  saveGetters("ArrayBuffer", ArrayBuffer.prototype, "byteLength detached maxByteLength resizable");
  if (global.SharedArrayBuffer !== undefined) saveGetters("SharedArrayBuffer", SharedArrayBuffer.prototype, "byteLength");
  saveGetters("Map", Map.prototype, "size");
  saveGetters("Set", Set.prototype, "size");
  const flags = "hasIndices global ignoreCase multiline dotAll unicode unicodeSets sticky";
  core.flagNames = flags.split(" ");
  saveGetters("RegExp", RegExp.prototype, flags + " source");
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
  saveFunctions("", global, "Array ArrayBuffer BigInt DataView Date Error EvalError Float16Array Float32Array "
    + "Float64Array Function Int32Array Map Number Object Promise Proxy RangeError ReferenceError RegExp Set "
    + "String Symbol SyntaxError TypeError URIError Uint8Array Uint8ClampedArray Uint16Array Uint32Array "
    + "WeakMap WeakRef WeakSet");

  core.viewConstructors = {
    __proto__: null, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float16Array: global.Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView,
  };

  const {
    ObjectCreate, ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectApply, ReflectDefineProperty,
    ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, SymbolToStringTag, TypeError,
    RegExpExec, StringToLowerCase, StringToUpperCase, StringCharCodeAt, StringFromCharCode, StringIndexOf, StringSlice,
  } = core;

  // Until a page's scripts run, what the engine does quickest need not be what no page can replace: without a compiler, a
  // saved builtin costs ten times as much as a method.
  let isStarting = true;
  /** The page's scripts may run from here on. */
  core.endStart = () => { isStarting = false; };
  core.isStarting = () => isStarting;

  /** A property's descriptor that inherits nothing: pages may put `value` on `Object.prototype`. */
  core.descriptor = function (object, key) {
    const descriptor = ReflectGetOwnPropertyDescriptor(object, key);
    return descriptor === undefined ? undefined : ObjectSetPrototypeOf(descriptor, null);
  };

  /** The same for what is only given to `Reflect.defineProperty`: while no script has run, there is nothing to inherit. */
  const descriptorToDefine = core.descriptorToDefine = (object, key) =>
    (isStarting ? ReflectGetOwnPropertyDescriptor(object, key) : core.descriptor(object, key));

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

  /** A page's Array with what a list holds. */
  core.array = (list) => core.ArraySlice(list);

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
    const parts = new List();
    let start = 0, count = 0;
    for (;;) {
      const end = StringIndexOf(text, separator, start);
      if (end < 0) break;
      parts[count] = StringSlice(text, start, end);
      count += 1;
      start = end + separator.length;
    }
    parts[count] = StringSlice(text, start);
    return parts;
  };

  /** The words of a text of ours. */
  core.words = (text) => (isStarting ? text.split(" ") : core.split(text, " "));
  const beginning = core.beginning = (text, end) => (isStarting ? text.slice(0, end) : StringSlice(text, 0, end));

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

  core.long = (value) => value | 0;
  core.unsignedLong = (value) => value >>> 0;
  core.unrestrictedDouble = (value) => +value;
  core.double = function (value) {
    value = +value;
    if (!core.NumberIsFinite(value)) throw new TypeError("The number is not finite.");
    return value;
  };
  core.fround = Math.fround;

  core.object = function (value) {
    if (!isObject(value)) throw new TypeError("The value is not an object.");
    return value;
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

  // MARK: Functions that say that they are native

  const ours = new SafeWeakSet();
  const beforeName = "function ", afterName = "() { [native code] }", engineBody = "() {\n    [native code]\n}";

  /** Makes a function say that it is native. */
  core.conceal = function (value) {
    ours.add(value);
    return value;
  };

  // Descriptors whose functions are ours, until someone asks whether a function is.
  let concealed = new List();

  /** Whether a function is one of ours. */
  core.isInterface = function (value) {
    if (concealed !== null) {
      const descriptors = concealed;
      concealed = null;
      // Some were made while there was nothing to inherit.
      for (let index = 0; index < descriptors.length; index += 1) {
        concealDescriptor(ObjectSetPrototypeOf(descriptors[index], null));
      }
      pending.forEach(concealDescriptor);
    }
    return ours.has(value);
  };

  function concealDescriptor(descriptor) {
    if (concealed !== null) {
      concealed[concealed.length] = descriptor;
      return;
    }
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
      if (typeof this === "function" && core.isInterface(this)) {
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

  core.concealDescriptor = concealDescriptor;

  /** Copies members, which become enumerable. */
  function addMembers(target, source) {
    const keys = ReflectOwnKeys(source);
    for (let index = 0; index < keys.length; index += 1) addMember(target, source, keys[index]);
  }

  function addMember(target, source, key) {
    const descriptor = descriptorToDefine(source, key);
    concealDescriptor(descriptor);
    descriptor.enumerable = typeof key === "string";
    ReflectDefineProperty(target, key, descriptor);
  }

  function finishMembers(object, isConstructor) {
    const keys = ReflectOwnKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === "constructor" || (isConstructor && (key === "prototype" || key === "name" || key === "length"))) continue;
      const descriptor = descriptorToDefine(object, key);
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
  const isInterfaceName = (name) => (name < "[" && name >= "A") || name === "console" || name === "webkitURL";
  const ownerOf = (name) => (core.members === global || isInterfaceName(name) ? global : core.members);

  function setGlobal(name, descriptor) {
    if (core.exposed !== null && !core.exposed.has(name)) return;
    const owner = ownerOf(name);
    const lazy = pending.get(name);
    if (lazy !== undefined) {
      if (lazy.file !== undefined) loaded.add(lazy.file);
      pending.delete(name);
      concealDescriptor(lazy);
      // What the page has set or deleted meanwhile stays as it is.
      if (ReflectGetOwnPropertyDescriptor(owner, name)?.get !== lazy.get) return;
    }
    // The page may have made it one that stays as it is.
    if (!ReflectDefineProperty(owner, name, descriptor) && lazy !== undefined) lazy.made = descriptor;
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
      const descriptor = descriptorToDefine(members, keys[index]);
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
    for (let index = 0; index < keys.length; index += 1) addReplaceable(keys[index], descriptorToDefine(members, keys[index]));
  };

  function addReplaceable(key, descriptor) {
    const { set } = core.descriptor({
      set [key](value) {
        ReflectDefineProperty(this ?? global, key,
          { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      },
    }, key);
    descriptor.set = set;
    concealDescriptor(descriptor);
    setGlobal(key, descriptor);
  }

  // MARK: Members whose file is evaluated when one of them is first used

  // What files have brought: objects with members, by the names that `core.later` knows them by.
  const brought = new SafeMap();

  /** Gives the members of a group that `core.later` has announced. */
  core.bring = (group, members) => brought.set(group, members);

  function fetched(member) {
    core.load(member.file);
    const { value, get, set } = core.descriptor(brought.get(member.group), member.name);
    member.value = value;
    member.get = get;
    member.set = set;
    return member;
  }

  const noParameters = core.list();
  // By how many arguments they ask for.
  const lateMethods = [
    (name, member) => ({
      [name]() { return ReflectApply(member.value ?? fetched(member).value, this, arguments); },
    }),
    (name, member) => ({
      [name](first) { return ReflectApply(member.value ?? fetched(member).value, this, arguments); },
    }),
    (name, member) => ({
      [name](first, second) { return ReflectApply(member.value ?? fetched(member).value, this, arguments); },
    }),
    (name, member) => ({
      [name](first, second, third) { return ReflectApply(member.value ?? fetched(member).value, this, arguments); },
    }),
  ];
  const lateGetter = (name, member) => ({
    get [name]() { return ReflectApply(member.get ?? fetched(member).get, this, noParameters); },
  });
  const lateAttribute = (name, member) => ({
    get [name]() { return ReflectApply(member.get ?? fetched(member).get, this, noParameters); },
    set [name](value) { ReflectApply(member.set ?? fetched(member).set, this, core.list(value)); },
  });

  function lateMember(word, group, file, define, target) {
    const last = word.length - 1, mark = word[last];
    const isMethod = word[last - 1] === ":", isPlain = !isMethod && mark !== "=";
    const name = isPlain ? word : beginning(word, isMethod ? last - 1 : last);
    const member = { __proto__: null, name, group, file, value: undefined, get: undefined, set: undefined };
    const made = isMethod ? lateMethods[mark](name, member) : isPlain ? lateGetter(name, member) : lateAttribute(name, member);
    const descriptor = descriptorToDefine(made, name);
    concealDescriptor(descriptor);
    return define(name, descriptor, target);
  }

  const nothing = { __proto__: null };
  const defineLate = (name, descriptor, target) => ReflectDefineProperty(target, name, descriptor);

  /**
   * Members of an object that a file brings when one of them is first used. `text` says which there are, in order:
   * `name:2` is a method that asks for two arguments, `name` an attribute that is only read, `name=` one that is also set.
   * What is called often is better defined at once, since such a member calls the one that it stands for: `own`, an object
   * without a prototype, has those, whose bare names stand in the text.
   */
  core.later = function (target, group, file, text, own = nothing) {
    const words = core.words(text);
    const define = target === global ? setGlobal : defineLate;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index];
      if (word in own) addMember(target, own, word);
      else lateMember(word, group, file, define, target);
    }
  };

  /** The same for getters of the Window that are `[Replaceable]`. */
  core.laterReplaceable = function (group, file, text) {
    const names = core.words(text);
    for (let index = 0; index < names.length; index += 1) lateMember(names[index], group, file, addReplaceable);
  };

  // MARK: Files that are loaded when a page first touches one of their globals

  // Of a window whose scripts have touched nothing of its document yet: the files that make nodes, which all others but those
  // of `core.needNoNodes` want to be there.
  core.nodeFiles = null;

  /** Evaluates a lazy file, once. */
  core.load = function (file) {
    if (core.nodeFiles !== null && !core.needNoNodes.has(file)) loadNodes();
    if (loaded.has(file)) return;
    loaded.add(file);
    native.loadPrelude(file);
  };

  function loadNodes() {
    const files = core.nodeFiles;
    core.nodeFiles = null;
    for (let index = 0; index < files.length; index += 1) loaded.add(files[index]);
    let isMade = false;
    try {
      native.loadPrelude("nodes");
      isMade = true;
    } finally {
      // A page's stack may have come to its end: they are made anew for the next who asks.
      if (!isMade) {
        core.nodeFiles = files;
        core.wrap = core.wrapLater;
      }
    }
  }

  core.entry.load = core.load;

  /** Functions of `core` that load the file which then replaces them; their names are the words of a text. */
  core.lazyFunctions = function (file, text) {
    const names = core.words(text);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core[name] = function () {
        core.load(file);
        return ReflectApply(core[name], undefined, arguments);
      };
    }
  };

  /** Values of `core`, or of an object of its own, that the file which is loaded for them puts there. */
  core.lazyValues = function (file, text, owner = core) {
    const names = core.words(text);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      ReflectDefineProperty(owner, name, {
        __proto__: null, configurable: true, enumerable: true, get() {
          core.load(file);
          return owner[name];
        },
        set(value) {
          ReflectDefineProperty(owner, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
        },
      });
    }
  };

  function loadGlobal(name) {
    const lazy = pending.get(name);
    if (lazy !== undefined) {
      if (lazy.load !== undefined) return lazy.load(name);
      core.load(lazy.file);
      // A file that is being loaded, or does not have it.
      if (pending.has(name)) return undefined;
    }
    return core.ReflectGet(global, name);
  }

  /** The globals of files: `url.js URL URLSearchParams blob.js Blob ...`. */
  core.lazyFiles = function (text) {
    const words = core.words(text);
    let file;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index], isInterface = isInterfaceName(word);
      if (!isInterface && isFileName(word)) file = word;
      else addLazy(word, file, undefined, isInterface);
    }
  };

  const isFileName = (word) => (isStarting ? word.endsWith(".js") : core.StringEndsWith(word, ".js"));

  // This is done for hundreds of names at the start of every page.
  function addLazy(name, file, load, isInterface) {
    if (core.exposed !== null && !core.exposed.has(name)) return;
    // Nobody sees the names of these functions: who asks for the property loads the file.
    const lazy = {
      __proto__: null, file, load, enumerable: !isInterface, configurable: true,
      made: undefined,
      get() {
        if (lazy.made === undefined) return loadGlobal(name);
        return lazy.made.get === undefined ? lazy.made.value : ReflectApply(lazy.made.get, this, []);
      },
      set(value) {
        const target = this ?? global;
        ReflectDefineProperty(target, name,
          { __proto__: null, value, writable: true, enumerable: target !== global || !isInterface, configurable: true });
      },
    };
    pending.set(name, lazy);
    if (concealed === null) concealDescriptor(lazy);
    ReflectDefineProperty(isInterface ? global : core.members, name, lazy);
  }

  /** An interface that a function of its name makes. */
  core.lazyGlobal = (name, load) => addLazy(name, undefined, load, isInterfaceName(name));

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

  // MARK: Objects with internal slots

  /**
   * What all windows of one origin have in common, made by the first that needs it. It throws the errors of that one's
   * realm, which lead to its globals: so others have their own, and so has each worker.
   */
  core.ofOrigin = function (name, make) {
    if (core.exposed !== null) return make();
    const found = (core.agent.origins ??= new core.SafeMap()), key = name + " " + native.originKey();
    let value = found.get(key);
    if (value === undefined) found.set(key, value = make());
    return value;
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

  // Of all objects whose slots `brand` has made, and how they are copied to other realms.
  core.brands = core.list();
  core.carriers = core.list();
  core.lazyFunctions("brands.js", "brand carry copyCarried isBranded loadBrandOf sharedBrand");

  // MARK: What is in files of its own

  const noArguments = core.list();
  core.lazyFiles("exceptions.js DOMException");
  core.lazyValues("exceptions.js", "DOMException");
  core.lazyFunctions("exceptions.js", "error exceptionMessage exceptionName isDOMException position");
  core.lazyFunctions("conversions.js",
    "RegExpFlags byte byteString clamp convertInterface enforceRange enumeration float isCustomElementName "
      + "isRevoked iterate longLong octet record sequence short unrestrictedFloat unsignedLongLong "
      + "unsignedShort weakList");

  // MARK: Microtasks

  let settled;

  /** Calls a function of ours in a microtask. */
  core.queueMicrotask = function (steps) {
    if (settled === undefined) {
      settled = core.PromiseResolve();
      ReflectDefineProperty(settled, "constructor", { __proto__: null, value: undefined });
    }
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
