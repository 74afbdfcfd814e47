// Web IDL's conversions that few pages need, and what else of core.js is asked for seldom.
// https://webidl.spec.whatwg.org/#js-type-mapping
(function (core) {
  "use strict";
  const {
    call, isObject, put, list, TypeError, RegExpExec, ReflectGetOwnPropertyDescriptor, ReflectOwnKeys, ObjectGetPrototypeOf, StringSlice,
    SymbolIterator, WeakRefDeref,
  } = core;

  // MARK: Numbers and strings

  const latin1 = /^[\0-\xff]*$/;
  core.byteString = function (value) {
    const string = `${value}`;
    if (RegExpExec(latin1, string) === null) throw new TypeError("The string has characters that are no bytes.");
    return string;
  };

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

  core.unrestrictedFloat = (value) => core.fround(value);
  core.float = function (value) {
    value = core.fround(value);
    if (!core.NumberIsFinite(value)) throw new TypeError("The number is not finite.");
    return value;
  };

  /** A string that must be one of a list. */
  core.enumeration = function (value, values) {
    value = core.string(value);
    for (let index = 0; index < values.length; index += 1) if (values[index] === value) return value;
    throw new TypeError(`"${value}" is not one of the values that are known.`);
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

  // MARK: Names

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

  // MARK: What pages give

  /** Whether an object is a proxy that was revoked: calling it throws an error of the proxy's window. */
  core.isRevoked = function (value) {
    try {
      ObjectGetPrototypeOf(value);
      return false;
    } catch {
      return true;
    }
  };

  /** The flags, asked for one by one: their getter would ask the page's. Throws for what is none. */
  core.RegExpFlags = function (value) {
    let flags = "";
    for (let index = 0; index < core.flagNames.length; index += 1) {
      if (core["RegExp" + core.StringToUpperCase(core.flagNames[index][0]) + StringSlice(core.flagNames[index], 1)](value)) flags += "dgimsuvy"[index];
    }
    return flags;
  };

  // MARK: Lists of what may be gone

  /** Objects that are told of something as long as someone else keeps them. */
  class WeakList {
    #references = list();
    // At this length those that are gone are taken out.
    #limit = 32;

    add(object) {
      const references = this.#references;
      references[references.length] = new core.WeakRef(object);
      if (references.length < this.#limit) return;
      const alive = list();
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
})
