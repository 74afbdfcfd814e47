// HTML's elements: how their attributes are reflected, what they all share, and where each interface is made.
// https://html.spec.whatwg.org/multipage/dom.html#elements
(function (core) {
  "use strict";
  const {
    native, links, put, error, hooks, SafeMap, SafeSet, TypeError, RegExpExec, ReflectDefineProperty, ReflectGetOwnPropertyDescriptor,
    ReflectOwnKeys,
  } = core;
  const tree = core.tree;
  const { TEXT, FIRST, PREVIOUS, NEXT, link, parentOf, kindOf, nameOf, namespaceOf } = tree;
  const NONE = 7;
  const atom = core.atom;

  // MARK: What an object is

  /** Whether a node is an element of HTML's namespace. */
  const isHTML = (id) => (links[(id << 3) + 6] & 0xffff) === 2;
  /** Whether a node is the HTML element of a name. */
  const isNamed = (id, name) => links[(id << 3) + 5] === name && (links[(id << 3) + 6] & 0xffff) === 2;

  function refuse() { throw new TypeError("The object has another interface."); }

  function htmlID(object) {
    const id = core.id(object);
    if (!isHTML(id)) refuse();
    return id;
  }

  /** A function that gives the number of an HTML element with one of some names, and a TypeError for anything else. */
  function checkFor(names) {
    if (names.length === 1) {
      const name = atom(names[0]);
      return (object) => {
        const id = core.id(object);
        if (!isNamed(id, name)) refuse();
        return id;
      };
    }
    const known = new SafeSet();
    for (let index = 0; index < names.length; index += 1) known.add(atom(names[index]));
    return (object) => {
      const id = core.id(object);
      if (!isHTML(id) || !known.has(nameOf(id))) refuse();
      return id;
    };
  }

  const get = (id, name) => native.attribute(id, name, NONE);
  const has = (id, name) => native.attribute(id, name, NONE) !== null;
  const set = (id, name, value) => core.setAttribute(id, name, NONE, value);
  const remove = (id, name) => core.removeAttribute(id, name, NONE);

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

  // MARK: Reflection. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes

  const most = 2147483647;

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

  function define(Class, member, getter, setter) {
    core.mixin(Class, {
      get [member]() { return getter(this); },
      set [member](value) { setter(this, value); },
    });
  }

  // Each puts a member on a class, for an attribute: `is` gives the element's number.
  const kinds = {
    __proto__: null,

    string(Class, is, member, name) {
      define(Class, member, (object) => get(is(object), name) ?? "",
        (object, value) => set(is(object), name, core.string(value)));
    },

    /** `[LegacyNullToEmptyString]` */
    nullAsEmpty(Class, is, member, name) {
      define(Class, member, (object) => get(is(object), name) ?? "",
        (object, value) => set(is(object), name, core.stringOrEmpty(value)));
    },

    url(Class, is, member, name) {
      define(Class, member, (object) => {
        const id = is(object);
        const text = get(id, name);
        return text === null ? "" : resolve(id, text) ?? text;
      }, (object, value) => set(is(object), name, core.usvString(value)));
    },

    boolean(Class, is, member, name) {
      define(Class, member, (object) => has(is(object), name), (object, value) => {
        const id = is(object);
        if (value) set(id, name, "");
        else remove(id, name);
      });
    },

    enumeration(Class, is, member, name, details) {
      const values = new Enumeration(details);
      define(Class, member, (object) => values.state(get(is(object), name)), (object, value) => {
        const id = is(object);
        if (!values.isNullable) set(id, name, core.string(value));
        else if (value === null || value === undefined) remove(id, name);
        else set(id, name, core.string(value));
      });
    },

    long(Class, is, member, name, otherwise = 0) {
      define(Class, member, (object) => {
        const value = parseInteger(get(is(object), name));
        return value === null || value > most || value < -most - 1 ? otherwise : value;
      }, (object, value) => set(is(object), name, "" + core.long(value)));
    },

    /** Limited to only non-negative numbers. */
    nonNegative(Class, is, member, name, otherwise = -1) {
      define(Class, member, (object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.long(value);
        if (value < 0) throw error("IndexSizeError", "The value must not be negative.");
        set(id, name, "" + value);
      });
    },

    unsignedLong(Class, is, member, name, otherwise = 0) {
      define(Class, member, (object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    /** Limited to only positive numbers. */
    positive(Class, is, member, name, otherwise = 1) {
      define(Class, member, (object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most || value === 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        if (value === 0) throw error("IndexSizeError", "The value must be positive.");
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    positiveWithFallback(Class, is, member, name, otherwise) {
      define(Class, member, (object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null || value > most || value === 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most || value === 0 ? otherwise : value));
      });
    },

    clamped(Class, is, member, name, { low, high, otherwise }) {
      define(Class, member, (object) => {
        const value = parseNonNegative(get(is(object), name));
        return value === null ? otherwise : value < low ? low : value > high ? high : value;
      }, (object, value) => {
        const id = is(object);
        value = core.unsignedLong(value);
        set(id, name, "" + (value > most ? otherwise : value));
      });
    },

    double(Class, is, member, name, otherwise = 0) {
      define(Class, member, (object) => parseNumber(get(is(object), name)) ?? otherwise,
        (object, value) => set(is(object), name, "" + core.double(value)));
    },

    /** Limited to only positive numbers: others leave the attribute alone. */
    positiveDouble(Class, is, member, name, otherwise) {
      define(Class, member, (object) => {
        const value = parseNumber(get(is(object), name));
        return value === null || value <= 0 ? otherwise : value;
      }, (object, value) => {
        const id = is(object);
        value = core.double(value);
        if (value > 0) set(id, name, "" + value);
      });
    },

    /** `details`: the tokens that are supported, or nothing. */
    tokens(Class, is, member, name, details) {
      const supported = details === undefined ? null : core.split(details, " ");
      define(Class, member, (object) => core.tokenListOf(is(object), name, supported),
        (object, value) => set(is(object), name, core.string(value)));
    },

    /** An element by its ID. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#attr-associated-element */
    element(Class, is, member, name) {
      define(Class, member, (object) => core.wrap(associated(is(object), name)), (object, value) => {
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

  /**
   * Members of a class that reflect attributes, by their kinds: `{string: "name align", tokens: {relList: ...}}`.
   * `htmlFor=for` says which attribute, where it is not the member in lower case.
   */
  function reflect(Class, is, rows) {
    const names = ReflectOwnKeys(rows);
    for (let index = 0; index < names.length; index += 1) {
      const add = kinds[names[index]], row = rows[names[index]];
      const members = typeof row === "string" ? core.split(row, " ") : ReflectOwnKeys(row);
      for (let place = 0; place < members.length; place += 1) {
        const member = members[place], equals = core.StringIndexOf(member, "=");
        const details = typeof row === "string" ? undefined : row[member];
        if (equals < 0) add(Class, is, member, atom(core.toASCIILowercase(member)), details);
        else add(Class, is, core.StringSlice(member, 0, equals), atom(core.StringSlice(member, equals + 1)), details);
      }
    }
  }

  const policies = {
    keywords: "no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin "
      + "strict-origin-when-cross-origin unsafe-url",
  };
  const crossOrigins = {
    keywords: "anonymous use-credentials", missing: null, invalid: "anonymous", isNullable: true,
  };
  const priorities = { keywords: "high low auto", missing: "auto" };
  const loadings = { keywords: "lazy eager", missing: "eager" };

  // MARK: Interfaces
  // An interface is made when a page first touches its global or one of its elements.

  const makers = new SafeMap(), files = new SafeMap(), tags = new SafeMap(), classes = new SafeMap(), interfaces = new SafeMap();

  /** `make(is)` gives the class of an interface; `is` gives the number of its element. */
  function declare(name, make) { makers.set(name, make); }

  function classNamed(name) {
    if (!makers.has(name)) core.load(files.get(name));
    // Its file may have asked for it already.
    const known = classes.get(name);
    if (known !== undefined) return known;
    const elements = tags.get(name);
    const Class = makers.get(name)(elements === undefined ? undefined : checkFor(elements));
    classes.set(name, Class);
    core.finish(Class, name);
    core[name] = Class;
    const descriptor = ReflectGetOwnPropertyDescriptor(core.global, name);
    if (descriptor !== undefined && descriptor.get === accessors.get(name)) core.alias(name, Class);
    return Class;
  }

  const noArguments = core.list();

  /**
   * An interface with indexed or named properties: `traps` stand behind every object of it, in place of its prototype.
   * Deviation: they are no properties of the objects themselves.
   */
  function exotic(name, members, traps) {
    const Class = { [name]: function () { return core.ReflectConstruct(HTMLElement, noArguments, new.target); } }[name];
    core.ReflectSetPrototypeOf(Class, HTMLElement);
    const prototype = core.ObjectCreate(HTMLElement.prototype);
    ReflectDefineProperty(prototype, "constructor",
      { __proto__: null, value: Class, writable: true, enumerable: false, configurable: true });
    Class.prototype = new core.Proxy(prototype, traps);
    ReflectDefineProperty(Class, "prototype", { __proto__: null, writable: false, enumerable: false });
    core.mixin(Class, members);
    return Class;
  }

  const accessors = new SafeMap();

  /** Puts an interface's name on the Window. */
  function publish(name) {
    const members = {
      get [name]() { return classNamed(name); },
      set [name](value) {
        ReflectDefineProperty(core.global, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
      },
    };
    const descriptor = ReflectGetOwnPropertyDescriptor(members, name);
    core.conceal(descriptor.get);
    core.conceal(descriptor.set);
    accessors.set(name, descriptor.get);
    descriptor.enumerable = false;
    ReflectDefineProperty(core.global, name, descriptor);
  }

  /** Interfaces that a file makes, with the names of their elements. */
  function provide(file, rows) {
    const names = ReflectOwnKeys(rows);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      files.set(name, file);
      publish(name);
      if (rows[name] === "") continue;
      const list = core.split(rows[name], " ");
      tags.set(name, list);
      for (let place = 0; place < list.length; place += 1) interfaces.set(list[place], name);
    }
  }

  // What node.js asks for an element's class.
  const own = core.interfaceOf;
  core.interfaceOf = {
    __proto__: null,
    get(name) {
      const known = interfaces.get(name);
      return known === undefined ? own.get(name) : classNamed(known);
    },
    set(name, Class) {
      interfaces.delete(name);
      own.set(name, Class);
    },
    has: (name) => interfaces.has(name) || own.has(name),
  };

  // MARK: What HTML, SVG and MathML elements share
  // https://html.spec.whatwg.org/multipage/dom.html#htmlorsvgelement

  const tabIndexAtom = atom("tabindex"), nonceAtom = atom("nonce"), autofocusAtom = atom("autofocus");
  const elementID = core.elementID;
  const datasets = new SafeMap();
  // Nonces that were set by the property, until the attribute changes.
  const nonces = new SafeMap();

  const sharedMembers = {
    get dataset() {
      const id = elementID(this);
      let dataset = datasets.get(id);
      if (dataset === undefined) datasets.set(id, dataset = core.makeDataset(id));
      return dataset;
    },

    get nonce() {
      const id = elementID(this);
      return nonces.get(id) ?? get(id, nonceAtom) ?? "";
    },
    set nonce(value) {
      const id = elementID(this);
      value = core.string(value);
      nonces.set(id, value);
      native.setNonce(id, value);
      watchNonces();
    },

    get autofocus() { return has(elementID(this), autofocusAtom); },
    set autofocus(value) {
      const id = elementID(this);
      if (value) set(id, autofocusAtom, "");
      else remove(id, autofocusAtom);
    },

    get tabIndex() {
      const id = elementID(this);
      const value = parseInteger(get(id, tabIndexAtom));
      if (value !== null && value <= most && value >= -most - 1) return value;
      return core.focus.isFocusableByDefault(id) ? 0 : -1;
    },
    set tabIndex(value) { set(elementID(this), tabIndexAtom, "" + core.long(value)); },

    focus(options = undefined) {
      const id = elementID(this);
      options = core.dictionary(options);
      const focusVisible = options.focusVisible;
      const preventsScroll = options.preventScroll;
      core.focus.focus(id, focusVisible, preventsScroll);
    },
    blur() { core.focus.blur(elementID(this)); },

    get style() { return core.inlineStyle(elementID(this)); },
    set style(value) { core.inlineStyle(elementID(this)).cssText = value; },
    get attributeStyleMap() { return core.inlineStyleMap(elementID(this)); },
  };
  core.sharedElementMembers = sharedMembers;

  let watchesNonces = false;
  function watchNonces() {
    if (watchesNonces) return;
    watchesNonces = true;
    const hook = (element) => nonces.delete(element) && native.setNonce(element, null);
    hook.wants = (name) => name === nonceAtom;
    put(hooks.attributeChanged, hook);
    put(hooks.cloned, (id, copy) => {
      const nonce = nonces.get(id);
      if (nonce === undefined) return;
      nonces.set(copy, nonce);
      native.setNonce(copy, nonce);
    });
  }

  // MARK: HTMLElement

  const hiddenAtom = atom("hidden"), translateAtom = atom("translate"), draggableAtom = atom("draggable"),
    spellcheckAtom = atom("spellcheck"), editableAtom = atom("contenteditable"), capitalizeAtom = atom("autocapitalize"),
    correctAtom = atom("autocorrect"), suggestionsAtom = atom("writingsuggestions"), hrefAtom = atom("href"),
    typeAtom = atom("type"), popoverAtom = atom("popover");
  const aAtom = atom("a"), imgAtom = atom("img"), inputAtom = atom("input");

  /** The nearest of an element and its ancestors for which a function gives something. */
  function inherited(id, state) {
    for (let node = id; node >= 0 && kindOf(node) === tree.ELEMENT; node = parentOf(node)) {
      const value = state(node);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function keyword(id, name, values) {
    const text = get(id, name);
    return text === null ? undefined : values[core.toASCIILowercase(text)];
  }

  // https://html.spec.whatwg.org/multipage/forms.html#category-autocapitalize
  const inherits = atomSet("button fieldset input output select textarea");
  const translateStates = { __proto__: null, yes: true, "": true, no: false };
  const truths = { __proto__: null, true: true, "": true, false: false };
  const switches = { __proto__: null, on: true, "": true, off: false };
  const editableStates = { __proto__: null, true: "true", "": "true", false: "false", "plaintext-only": "plaintext-only" };
  const capitalizeStates = {
    __proto__: null, none: "none", off: "none", on: "sentences", sentences: "sentences", words: "words",
    characters: "characters",
  };

  /** https://html.spec.whatwg.org/multipage/interaction.html#attr-contenteditable */
  function isEditable(id) {
    const state = inherited(id, (node) => (isHTML(node) ? keyword(node, editableAtom, editableStates) : undefined));
    return state !== undefined && state !== "false";
  }

  class HTMLElement extends core.Element {
    constructor() {
      // The files of custom elements say which node a class of the page's is for.
      const existing = core.htmlConstructor?.(new.target);
      if (existing !== undefined) return existing;
      super();
    }

    get translate() {
      return inherited(htmlID(this), (id) => (isHTML(id) ? keyword(id, translateAtom, translateStates) : undefined)) ?? true;
    }
    set translate(value) { set(htmlID(this), translateAtom, value ? "yes" : "no"); }

    get hidden() {
      const text = get(htmlID(this), hiddenAtom);
      if (text === null) return false;
      return core.toASCIILowercase(text) === "until-found" ? "until-found" : true;
    }
    set hidden(value) {
      const id = htmlID(this);
      if (value === null || value === undefined) value = false;
      if (typeof value !== "boolean" && typeof value !== "number") value = core.string(value);
      if (typeof value === "string" && core.toASCIILowercase(value) === "until-found") set(id, hiddenAtom, "until-found");
      else if (value) set(id, hiddenAtom, "");
      else remove(id, hiddenAtom);
    }

    click() { click(htmlID(this)); }

    get draggable() {
      const id = htmlID(this);
      return keyword(id, draggableAtom, { __proto__: null, true: true, false: false })
        ?? (isNamed(id, imgAtom) || (isNamed(id, aAtom) && has(id, hrefAtom)));
    }
    set draggable(value) { set(htmlID(this), draggableAtom, value ? "true" : "false"); }

    get spellcheck() {
      return inherited(htmlID(this), (id) => (isHTML(id) ? keyword(id, spellcheckAtom, truths) : undefined)) ?? true;
    }
    set spellcheck(value) { set(htmlID(this), spellcheckAtom, value ? "true" : "false"); }

    get writingSuggestions() {
      const state = inherited(htmlID(this), (id) => {
        if (!isHTML(id) || !has(id, suggestionsAtom)) return undefined;
        return core.toASCIILowercase(get(id, suggestionsAtom)) !== "false";
      });
      return state === false ? "false" : "true";
    }
    set writingSuggestions(value) { set(htmlID(this), suggestionsAtom, core.string(value)); }

    /** https://html.spec.whatwg.org/multipage/interaction.html#own-autocapitalization-hint */
    get autocapitalize() {
      const id = htmlID(this);
      const own = (node) => (!has(node, capitalizeAtom) || get(node, capitalizeAtom) === "" ? ""
        : keyword(node, capitalizeAtom, capitalizeStates) ?? "sentences");
      const state = own(id);
      const form = state === "" && inherits.has(nameOf(id)) ? core.formOwner(id) : -1;
      return form < 0 ? state : own(form);
    }
    set autocapitalize(value) { set(htmlID(this), capitalizeAtom, core.string(value)); }

    get autocorrect() {
      const id = htmlID(this);
      if (isNamed(id, inputAtom)) {
        const type = core.toASCIILowercase(get(id, typeAtom) ?? "");
        if (type === "url" || type === "email" || type === "password") return false;
      }
      if (has(id, correctAtom)) return keyword(id, correctAtom, switches) ?? true;
      const form = inherits.has(nameOf(id)) ? core.formOwner(id) : -1;
      return form < 0 ? true : keyword(form, correctAtom, switches) ?? true;
    }
    set autocorrect(value) { set(htmlID(this), correctAtom, value ? "on" : "off"); }

    get innerText() { return native.innerText(htmlID(this)); }
    set innerText(value) {
      const id = htmlID(this);
      core.setInnerText(id, core.stringOrEmpty(value));
    }

    get outerText() { return native.innerText(htmlID(this)); }
    set outerText(value) { core.setOuterText(htmlID(this), core.stringOrEmpty(value)); }

    get contentEditable() { return keyword(htmlID(this), editableAtom, editableStates) ?? "inherit"; }
    set contentEditable(value) {
      const id = htmlID(this);
      value = core.toASCIILowercase(core.string(value));
      if (value === "inherit") return remove(id, editableAtom);
      if (value !== "true" && value !== "false" && value !== "plaintext-only") {
        throw error("SyntaxError", "The value is none of \"true\", \"false\", \"plaintext-only\" and \"inherit\".");
      }
      set(id, editableAtom, value);
    }
    get isContentEditable() { return isEditable(htmlID(this)); }

    get popover() { return popoverState(htmlID(this)); }
    set popover(value) {
      const id = htmlID(this);
      if (value === null || value === undefined) remove(id, popoverAtom);
      else set(id, popoverAtom, core.string(value));
    }
    attachInternals() {
      const id = htmlID(this);
      core.load("custom-elements.js");
      return core.customElements.attachInternals(id);
    }
    showPopover(options = undefined) { core.popovers().show(htmlID(this), options); }
    hidePopover() { core.popovers().hide(htmlID(this)); }
    togglePopover(options = undefined) { return core.popovers().toggle(htmlID(this), options); }
  }

  // https://html.spec.whatwg.org/multipage/popover.html#attr-popover
  const popoverStates = new Enumeration({
    keywords: "auto manual hint", aliases: { "": "auto" }, missing: null, invalid: "manual", isNullable: true,
  });
  const popoverState = (id) => popoverStates.state(get(id, popoverAtom));

  reflect(HTMLElement, htmlID, {
    string: "title lang accessKey", boolean: "inert",
    enumeration: {
      dir: { keywords: "ltr rtl auto" },
      enterKeyHint: { keywords: "enter done go next previous search send" },
      inputMode: { keywords: "none text tel url email numeric decimal search" },
    },
  });
  core.mixin(HTMLElement, sharedMembers);
  core.eventHandlers(HTMLElement, core.globalEventHandlers);

  class HTMLUnknownElement extends HTMLElement {}

  core.define({ HTMLElement, HTMLUnknownElement });
  core.HTMLElement = HTMLElement;
  core.HTMLUnknownElement = HTMLUnknownElement;

  /** A value that has to be an HTMLElement: its number. */
  function requireHTML(value) {
    const id = core.idIfNode(value);
    if (id < 0 || !isHTML(id)) throw new TypeError("The value is not an HTMLElement.");
    return id;
  }

  function ownedBy(id, document) {
    if (!tree.isAlone()) tree.setDocument(id, document);
    return id;
  }

  // MARK: Clicks

  const clicking = new SafeSet();

  /** https://html.spec.whatwg.org/multipage/interaction.html#dom-click */
  function click(id, isTrusted = false, init = undefined) {
    if (isDisabled(id) || clicking.has(id)) return;
    clicking.add(id);
    try {
      const event = core.makeEvent("click", init ?? {
        __proto__: null, bubbles: true, cancelable: true, composed: true, view: core.global, pointerId: -1,
      }, "PointerEvent", isTrusted);
      core.dispatch(event, core.wrap(id));
    } finally {
      clicking.delete(id);
    }
  }

  const disabledAtom = atom("disabled"), fieldsetAtom = atom("fieldset"), legendAtom = atom("legend");
  const canBeDisabled = atomSet("button input select textarea fieldset optgroup option");

  function atomSet(text) {
    const names = core.split(text, " "), result = new SafeSet();
    for (let index = 0; index < names.length; index += 1) result.add(atom(names[index]));
    return result;
  }

  const controls = atomSet("button input select textarea fieldset");
  const optgroupAtom = atom("optgroup"), optionAtom = atom("option");

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#concept-fe-disabled */
  function isDisabled(id) {
    if (!isHTML(id)) return false;
    const name = nameOf(id);
    const isCustom = !canBeDisabled.has(name);
    if (isCustom && !(core.isFormAssociated?.(id) ?? false)) return false;
    if (has(id, disabledAtom)) return true;
    if (name === optionAtom) {
      const parent = parentOf(id);
      return parent >= 0 && isNamed(parent, optgroupAtom) && has(parent, disabledAtom);
    }
    return (isCustom || controls.has(name)) && isInDisabledFieldset(id);
  }

  function isInDisabledFieldset(id) {
    let child = id;
    for (let node = parentOf(id); node >= 0; node = parentOf(node)) {
      if (isNamed(node, fieldsetAtom) && has(node, disabledAtom)) {
        // What lies in the first legend of a fieldset is not disabled by it.
        let legend = tree.childElement(node, FIRST, NEXT);
        while (legend >= 0 && !isNamed(legend, legendAtom)) legend = tree.siblingElement(legend, NEXT);
        if (legend < 0 || legend !== child) return true;
      }
      child = node;
    }
    return false;
  }

  // What a click on an element does: `(element, event)` gives `{before, canceled, run}` or null, by the name's atom.
  const behaviours = new SafeMap();
  const behaviourFiles = new SafeMap();

  function behave(names, behaviour) {
    const list = core.split(names, " ");
    for (let index = 0; index < list.length; index += 1) behaviours.set(atom(list[index]), behaviour);
  }

  core.activation = function (id, event) {
    if (!isHTML(id)) return namespaceOf(id) === 1 && nameOf(id) === aAtom ? activateLink(id, event) : null;
    const name = nameOf(id);
    const file = behaviourFiles.get(name);
    if (file === undefined) return null;
    core.load(file);
    return behaviours.get(name)?.(id, event) ?? null;
  };

  function activateLink(id, event) {
    core.load("links.js");
    return behaviours.get(aAtom)(id, event);
  }

  const behaviourRows = {
    "links.js": "a area", "forms.js": "button label", "inputs.js": "input", "interactive.js": "summary",
  };
  const behaviourNames = ReflectOwnKeys(behaviourRows);
  for (let index = 0; index < behaviourNames.length; index += 1) {
    const list = core.split(behaviourRows[behaviourNames[index]], " ");
    for (let place = 0; place < list.length; place += 1) behaviourFiles.set(atom(list[place]), behaviourNames[index]);
  }

  // MARK: What files further on give

  const listed = atomSet("button fieldset input label legend object option output select textarea img");

  /** An element's form, or -1. */
  core.formOwner = (id) => {
    if (!isHTML(id) || !(listed.has(nameOf(id)) || core.isFormAssociated?.(id))) return -1;
    core.load("forms.js");
    return core.forms.ownerOf(id);
  };

  core.popovers = () => {
    core.load("interactive.js");
    return core.popovers();
  };

  core.html = {
    isHTML, isNamed, htmlID, requireHTML, checkFor, get, has, set, remove, parseInteger, parseNonNegative, parseNumber, resolve,
    reflect, Enumeration, associated, policies, crossOrigins, priorities, loadings, declare, classNamed, exotic, provide, atomSet, behave, behaviours,
    isDisabled, isEditable, click, popoverState, inherited, HTMLElement, most, ownedBy,
  };

  // MARK: Focus. https://html.spec.whatwg.org/multipage/interaction.html#focus

  core.focus = {
    /** What is focused in the page's document, or -1 for its body. */
    element: -1,
    isFocusableByDefault: (id) => later().isFocusableByDefault(id),
    focus: (id, focusVisible, preventsScroll) => later().focus(id, focusVisible, preventsScroll),
    blur(id) { if (core.focus.element === id) later().blur(id); },
  };

  function later() {
    core.load("focus.js");
    return core.focusing;
  }

  // https://html.spec.whatwg.org/multipage/interaction.html#the-autofocus-attribute
  const wantsFocus = () => native.query(core.compileSelector("[autofocus]"), 0) >= 0;
  core.entry.flushAutofocus = () => { if (wantsFocus()) later().flushAutofocus(); };
  const setReadyState = core.entry.readyState;
  core.entry.readyState = (state) => {
    if (state === "interactive" && wantsFocus()) native.requestFrame();
    setReadyState(state);
  };

  // MARK: Where interfaces are made

  provide("elements.js", {
    HTMLHtmlElement: "html", HTMLHeadElement: "head", HTMLTitleElement: "title", HTMLBaseElement: "base", HTMLMetaElement: "meta",
    HTMLStyleElement: "style", HTMLLinkElement: "link", HTMLScriptElement: "script", HTMLTemplateElement: "template",
    HTMLBodyElement: "body", HTMLHeadingElement: "h1 h2 h3 h4 h5 h6", HTMLParagraphElement: "p", HTMLHRElement: "hr",
    HTMLPreElement: "pre listing xmp", HTMLQuoteElement: "blockquote q", HTMLOListElement: "ol", HTMLUListElement: "ul",
    HTMLMenuElement: "menu", HTMLLIElement: "li", HTMLDListElement: "dl", HTMLDivElement: "div", HTMLDataElement: "data",
    HTMLTimeElement: "time", HTMLSpanElement: "span", HTMLBRElement: "br", HTMLModElement: "ins del",
    HTMLIFrameElement: "iframe", HTMLEmbedElement: "embed", HTMLObjectElement: "object", HTMLMapElement: "map",
    HTMLDirectoryElement: "dir", HTMLFontElement: "font", HTMLFrameElement: "frame", HTMLFrameSetElement: "frameset",
    HTMLMarqueeElement: "marquee", HTMLParamElement: "param",
  });
  provide("links.js", { HTMLAnchorElement: "a", HTMLAreaElement: "area" });
  provide("tables.js", {
    HTMLTableElement: "table", HTMLTableCaptionElement: "caption", HTMLTableColElement: "col colgroup",
    HTMLTableSectionElement: "tbody thead tfoot", HTMLTableRowElement: "tr", HTMLTableCellElement: "td th",
  });
  provide("forms.js", {
    HTMLFormElement: "form", HTMLLabelElement: "label", HTMLButtonElement: "button", HTMLFieldSetElement: "fieldset",
    HTMLLegendElement: "legend", HTMLOutputElement: "output", HTMLProgressElement: "progress", HTMLMeterElement: "meter",
    HTMLDataListElement: "datalist", HTMLFormControlsCollection: "", RadioNodeList: "",
  });
  provide("inputs.js", { HTMLInputElement: "input", HTMLTextAreaElement: "textarea" });
  provide("selects.js", {
    HTMLSelectElement: "select", HTMLOptionElement: "option", HTMLOptGroupElement: "optgroup", HTMLOptionsCollection: "",
  });
  provide("validity.js", { ValidityState: "" });
  provide("media.js", {
    HTMLPictureElement: "picture", HTMLSourceElement: "source", HTMLImageElement: "img", HTMLTrackElement: "track",
    HTMLMediaElement: "", HTMLVideoElement: "video", HTMLAudioElement: "audio", MediaError: "", TimeRanges: "",
  });
  provide("shadow.js", { HTMLSlotElement: "slot" });
  provide("canvas-element.js", { HTMLCanvasElement: "canvas" });
  provide("interactive.js", { HTMLDetailsElement: "details", HTMLDialogElement: "dialog" });
  core.lazyFunctions("dataset.js", ["makeDataset"]);
  core.lazyFunctions("rendered-text.js", ["setInnerText", "setOuterText"]);
  core.lazyFunctions("media.js", ["decodeImage", "loadImage"]);
  core.lazyFiles({ "dataset.js": ["DOMStringMap"] });
  core.lazyFiles({ "media.js": ["Image", "Audio"], "interactive.js": ["CommandEvent"], "selects.js": ["Option"], "form-data.js": ["FormData"] });

  // Elements that have no interface of their own.
  const plain = core.split("abbr acronym address article aside b basefont bdi bdo big center cite code dd dfn dt em figcaption "
    + "figure footer header hgroup i kbd main mark nav nobr noembed noframes noscript plaintext rb rp rt rtc ruby s samp search "
    + "section small strike strong sub summary sup tt u var wbr", " ");
  for (let index = 0; index < plain.length; index += 1) own.set(plain[index], HTMLElement);

  // MARK: SVG and MathML

  const svg = core.svgInterfaceOf;
  core.svgInterfaceOf = {
    __proto__: null,
    get(name) {
      core.load("svg.js");
      if (name[0] === "f" && name[1] === "e") core.load("svg-filters.js");
      return svg.get(name);
    },
    set(name, Class) { svg.set(name, Class); },
  };
  core.lazyFiles({
    "svg.js": ["SVGElement", "SVGGraphicsElement", "SVGGeometryElement", "SVGSVGElement", "SVGAnimatedString", "SVGAnimatedLength",
      "SVGAnimatedEnumeration", "SVGAnimatedNumber", "SVGAnimatedRect", "SVGAnimatedTransformList", "SVGNumber", "SVGPointList", "SVGTransform",
      "SVGTransformList",
      "SVGAngle", "SVGAnimateElement", "SVGAnimateMotionElement", "SVGAnimateTransformElement", "SVGAnimatedAngle",
      "SVGAnimatedBoolean", "SVGAnimatedInteger", "SVGAnimatedLengthList", "SVGAnimatedNumberList",
      "SVGAnimatedPreserveAspectRatio", "SVGAnimationElement", "SVGLengthList", "SVGMPathElement", "SVGNumberList", "SVGPoint",
      "SVGPreserveAspectRatio", "SVGRect", "SVGSetElement", "SVGStringList",
      "SVGLength", "SVGAElement", "SVGCircleElement", "SVGClipPathElement", "SVGDefsElement", "SVGDescElement",
      "SVGEllipseElement", "SVGFilterElement", "SVGForeignObjectElement", "SVGGElement", "SVGGradientElement",
      "SVGImageElement", "SVGLineElement", "SVGLinearGradientElement", "SVGMarkerElement", "SVGMaskElement",
      "SVGMetadataElement", "SVGPathElement", "SVGPatternElement", "SVGPolygonElement", "SVGPolylineElement",
      "SVGRadialGradientElement", "SVGRectElement", "SVGScriptElement", "SVGStopElement", "SVGStyleElement",
      "SVGSwitchElement", "SVGSymbolElement", "SVGTSpanElement", "SVGTextContentElement", "SVGTextElement",
      "SVGTextPathElement", "SVGTextPositioningElement", "SVGTitleElement", "SVGUnitTypes", "SVGUseElement",
      "SVGViewElement"],
    "svg-animation.js": ["TimeEvent"],
    "svg-filters.js": ["SVGComponentTransferFunctionElement", "SVGFEBlendElement", "SVGFEColorMatrixElement",
      "SVGFEComponentTransferElement", "SVGFECompositeElement", "SVGFEConvolveMatrixElement", "SVGFEDiffuseLightingElement",
      "SVGFEDisplacementMapElement", "SVGFEDistantLightElement", "SVGFEDropShadowElement", "SVGFEFloodElement",
      "SVGFEFuncAElement", "SVGFEFuncBElement", "SVGFEFuncGElement", "SVGFEFuncRElement", "SVGFEGaussianBlurElement",
      "SVGFEImageElement", "SVGFEMergeElement", "SVGFEMergeNodeElement", "SVGFEMorphologyElement", "SVGFEOffsetElement",
      "SVGFEPointLightElement", "SVGFESpecularLightingElement", "SVGFESpotLightElement", "SVGFETileElement",
      "SVGFETurbulenceElement"],
  });

  core.eventHandlers(core.Document, core.globalEventHandlers);
  core.eventHandlers(core.Document, ["readystatechange", "visibilitychange"]);

  core.lazyFiles({ "mathml.js": ["MathMLElement"] });
  core.lazyValues("mathml.js", ["MathMLElement"]);
  core.forgetClasses();
})
