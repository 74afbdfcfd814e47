// How the properties of elements reflect attributes: html.js has the properties.
// https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap, TypeError, RegExpExec, ReflectOwnKeys, tree, atom } = core;
  const { kindOf } = tree;
  const { get, has, set, remove } = core.html;

  const most = 2147483647;

  // MARK: Numbers and addresses in attributes

  const integer = /^[\t\n\f\r ]*([+-]?[0-9]+)/;
  const number = /^[\t\n\f\r ]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/;

  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers; null for an error. */
  function parseInteger(text) {
    const found = text === null ? null : RegExpExec(integer, text);
    return found === null ? null : +found[1] + 0;
  }

  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers */
  function parseNonNegative(text) {
    const value = parseInteger(text);
    return value !== null && value < 0 ? null : value;
  }

  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-floating-point-number-values */
  function parseNumber(text) {
    const found = text === null ? null : RegExpExec(number, text);
    if (found === null) return null;
    const value = +found[1];
    return core.NumberIsFinite(value) ? value + 0 : null;
  }

  /** An address of an element's document, or null. */
  function resolve(id, text) {
    const parts = native.url(text, core.baseURL(tree.documentOf(id)), tree.documentOf(id) === 0);
    return parts === null ? null : parts[0];
  }

  /** Keywords and the states that are meant where there is none, or none that is known. */
  class Enumeration {
    constructor(details) {
      // Made when the page's scripts run already: nothing of theirs may be found on it.
      core.ObjectSetPrototypeOf(details, null);
      const { keywords, missing = "", invalid = missing, aliases, isNullable = false } = details;
      this.states = new SafeMap();
      const list = core.split(keywords, " ");
      for (let index = 0; index < list.length; index += 1) this.states.set(list[index], list[index]);
      if (aliases !== undefined) {
        const names = ReflectOwnKeys(aliases);
        for (let index = 0; index < names.length; index += 1) this.states.set(names[index], aliases[names[index]]);
      }
      this.missing = missing;
      this.invalid = invalid;
      this.isNullable = isNullable;
    }
    state(text) {
      return text === null ? this.missing : this.states.get(core.toASCIILowercase(text)) ?? this.invalid;
    }
  }

  const accessor = (get, set) => ({ __proto__: null, get, set });

  // Each gives what a member of a class reads and sets, for an attribute: `is` gives the element's number.
  const kinds = {
    __proto__: null,

    string(is, name) {
      return accessor((object) => get(is(object), name) ?? "",
        (object, value) => set(is(object), name, core.string(value)));
    },

    /** `[LegacyNullToEmptyString]` */
    nullAsEmpty(is, name) {
      return accessor((object) => get(is(object), name) ?? "",
        (object, value) => set(is(object), name, core.stringOrEmpty(value)));
    },

    url(is, name) {
      return accessor((object) => {
        const id = is(object);
        const text = get(id, name);
        return text === null ? "" : resolve(id, text) ?? text;
      }, (object, value) => set(is(object), name, core.usvString(value)));
    },

    boolean(is, name) {
      return accessor((object) => has(is(object), name), (object, value) => {
        const id = is(object);
        if (value) set(id, name, "");
        else remove(id, name);
      });
    },

    enumeration(is, name, details) {
      const values = new Enumeration(details);
      return accessor((object) => values.state(get(is(object), name)), (object, value) => {
        const id = is(object);
        if (!values.isNullable) set(id, name, core.string(value));
        else if (value === null || value === undefined) remove(id, name);
        else set(id, name, core.string(value));
      });
    },

    long(is, name, otherwise = 0) {
      return accessor((object) => {
        const value = parseInteger(get(is(object), name));
        return value === null || value > most || value < -most - 1 ? otherwise : value;
      }, (object, value) => set(is(object), name, "" + core.long(value)));
    },

    /** Limited to only non-negative numbers. */
    nonNegative(is, name, otherwise = -1) {
      return accessor((object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.long(value);
        if (value < 0) throw error("IndexSizeError", "The value must not be negative.");
        set(id, name, "" + value);
      });
    },

    unsignedLong(is, name, otherwise = 0) {
      return accessor((object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    /** Limited to only positive numbers. */
    positive(is, name, otherwise = 1) {
      return accessor((object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most || value === 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        if (value === 0) throw error("IndexSizeError", "The value must be positive.");
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    positiveWithFallback(is, name, otherwise) {
      return accessor((object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most || value === 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most || value === 0 ? otherwise : value));
      });
    },

    clamped(is, name, { low, high, otherwise }) {
      return accessor((object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null ? otherwise : value < low ? low : value > high ? high : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    double(is, name, otherwise = 0) {
      return accessor((object) => parseNumber(get(is(object), name)) ?? otherwise,
        (object, value) => set(is(object), name, "" + core.double(value)));
    },

    /** Limited to only positive numbers: others leave the attribute alone. */
    positiveDouble(is, name, otherwise) {
      return accessor((object) => {
        const value = parseNumber(get(is(object), name));
        return value === null || value <= 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.double(value);
        if (value > 0) set(id, name, "" + value);
      });
    },

    /** `details`: the tokens that are supported, or nothing. */
    tokens(is, name, details) {
      const supported = details === undefined ? null : core.split(details, " ");
      return accessor((object) => core.tokenListOf(is(object), name, supported),
        (object, value) => set(is(object), name, core.string(value)));
    },

    /** An element by its ID. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#attr-associated-element */
    element(is, name) {
      return accessor((object) => core.wrap(associated(is(object), name)), (object, value) => {
        const id = is(object);
        if (value === null || value === undefined) {
          explicitElements.get(name)?.delete(id);
          return remove(id, name);
        }
        const other = core.idIfNode(value);
        if (other < 0 || kindOf(other) !== tree.ELEMENT) throw new TypeError("The value is not an Element.");
        set(id, name, "");
        let known = explicitElements.get(name);
        if (known === undefined) {
          explicitElements.set(name, known = new SafeMap());
          watchExplicitElements(name);
        }
        known.set(id, other);
      });
    },
  };

  // Elements that were set by the property, until the attribute changes: by the attribute, then by element.
  const explicitElements = new SafeMap();

  function watchExplicitElements(name) {
    const hook = (element, changed) => explicitElements.get(changed)?.delete(element);
    hook.wants = (changed) => changed === name;
    put(hooks.attributeChanged, hook);
  }

  /** The element that another names by an attribute, or -1. */
  function associated(id, name) {
    const explicit = explicitElements.get(name)?.get(id);
    if (explicit !== undefined) return tree.isSeenFrom(explicit, id) ? explicit : -1;
    const text = get(id, name);
    return text === null || text === "" ? -1 : native.elementByID(tree.rootOf(id), atom(text));
  }

  const { html } = core;
  html.parseInteger = parseInteger;
  html.parseNonNegative = parseNonNegative;
  html.parseNumber = parseNumber;
  html.resolve = resolve;
  html.associated = associated;
  html.Enumeration = Enumeration;
  core.reflected = (kind, is, name, details) => kinds[kind](is, atom(name), details);
})
