// HTML's elements: how their attributes are reflected, what they all share, and where each interface is made.
// https://html.spec.whatwg.org/multipage/dom.html#elements
(function (core) {
  "use strict";
  const {
    native, links, put, SafeMap, SafeSet, TypeError, ReflectOwnKeys,
  } = core;
  const tree = core.tree;
  const { nameOf } = tree;
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

  // MARK: Reflection. https://html.spec.whatwg.org/multipage/common-dom-interfaces.html#reflecting-content-attributes-in-idl-attributes

  /**
   * Members of a class that reflect attributes, by their kinds: `{string: "name align", tokens: {relList: ...}}`.
   * `htmlFor=for` says which attribute, where it is not the member in lower case.
   */
  function reflect(Class, is, rows) {
    const names = ReflectOwnKeys(rows);
    for (let index = 0; index < names.length; index += 1) {
      const kind = names[index], row = rows[kind];
      const members = typeof row === "string" ? core.split(row, " ") : ReflectOwnKeys(row);
      for (let place = 0; place < members.length; place += 1) {
        const member = members[place], equals = core.StringIndexOf(member, "=");
        const details = typeof row === "string" ? undefined : row[member];
        if (equals < 0) reflectOne(Class, is, kind, member, core.toASCIILowercase(member), details);
        else reflectOne(Class, is, kind, core.StringSlice(member, 0, equals), core.StringSlice(member, equals + 1), details);
      }
    }
  }

  function reflectOne(Class, is, kind, member, name, details) {
    let made = null;
    const accessor = () => (made ??= core.reflected(kind, is, name, details));
    core.mixin(Class, {
      get [member]() { return accessor().get(this); },
      set [member](value) { accessor().set(this, value); },
    });
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

  const makers = new SafeMap(), classes = new SafeMap();
  // What `core.provide` was given.
  const { provided } = core;

  /** `make(is)` gives the class of an interface; `is` gives the number of its element. */
  function declare(name, make) { makers.set(name, make); }

  function classNamed(name) {
    if (!makers.has(name)) core.load(fileOf(name));
    // Its file may have asked for it already.
    const known = classes.get(name);
    if (known !== undefined) return known;
    const elements = elementsOf(name);
    const Class = makers.get(name)(elements.length === 0 ? undefined : checkFor(elements));
    classes.set(name, Class);
    core.finish(Class, name);
    core[name] = Class;
    core.alias(name, Class);
    return Class;
  }

  /** The row of an interface. */
  function rowOf(name) {
    for (let index = 0; index < provided.length; index += 1) {
      const place = core.StringIndexOf(provided[index].text, " " + name + ":");
      if (place >= 0) return { __proto__: null, file: provided[index].file, text: provided[index].text, place: place + 1 };
    }
    return undefined;
  }

  const fileOf = (name) => rowOf(name).file;

  function elementsOf(name) {
    const row = rowOf(name), names = core.list();
    if (row === undefined) return names;
    const end = core.StringIndexOf(row.text, " ", row.place);
    const parts = core.split(core.StringSlice(row.text, row.place, end < 0 ? row.text.length : end), ":");
    for (let index = 1; index < parts.length - 1; index += 1) put(names, parts[index]);
    return names;
  }

  /** The name of the interface of an element; undefined where no file makes one for it. */
  function interfaceFor(name) {
    if (core.StringIndexOf(name, ":") >= 0) return undefined;
    for (let index = 0; index < provided.length; index += 1) {
      const { text } = provided[index];
      const place = core.StringIndexOf(text, ":" + name + ":");
      if (place < 0) continue;
      const start = core.StringLastIndexOf(text, " ", place) + 1;
      return core.StringSlice(text, start, core.StringIndexOf(text, ":", start));
    }
    return undefined;
  }

  const isPlain = (name) => core.StringIndexOf(name, ":") < 0 && core.StringIndexOf(plain, ":" + name + ":") >= 0;

  // What node.js asks for an element's class.
  const own = core.interfaceOf;
  core.interfaceOf = {
    __proto__: null,
    get(name) {
      const known = own.get(name);
      if (known !== undefined) return known;
      const found = interfaceFor(name);
      if (found !== undefined) return classNamed(found);
      return isPlain(name) ? HTMLElement : undefined;
    },
    set(name, Class) { own.set(name, Class); },
    has: (name) => own.has(name) || interfaceFor(name) !== undefined || isPlain(name),
  };

  // MARK: HTMLElement

  class HTMLElement extends core.Element {
    constructor() {
      // The files of custom elements say which node a class of the page's is for.
      const existing = core.htmlConstructor?.(new.target);
      if (existing !== undefined) return existing;
      super();
    }
  }

  core.later(HTMLElement.prototype, "HTMLElement", "html-members.js",
    "translate= hidden= click:0 draggable= spellcheck= writingSuggestions= autocapitalize= autocorrect= innerText= outerText= "
    + "contentEditable= isContentEditable popover= attachInternals:0 showPopover:0 hidePopover:0 togglePopover:0");
  core.later(HTMLElement.prototype, "HTMLElement's attributes", "html-members.js",
    "title= lang= accessKey= inert= dir= enterKeyHint= inputMode=");
  core.later(HTMLElement.prototype, "HTMLElement and others", "html-members.js",
    "dataset nonce= autofocus= tabIndex= focus:0 blur:0");
  core.mixin(HTMLElement, {
    get style() { return core.inlineStyle(core.elementID(this)); },
    set style(value) { core.inlineStyle(core.elementID(this)).cssText = value; },
  });
  core.later(HTMLElement.prototype, "HTMLElement and others", "html-members.js", "attributeStyleMap");
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

  // MARK: What is in files of its own

  function atomSet(text) {
    const names = core.words(text), result = new SafeSet();
    for (let index = 0; index < names.length; index += 1) result.add(atom(names[index]));
    return result;
  }

  core.html = {
    __proto__: null, isHTML, isNamed, htmlID, requireHTML, checkFor, get, has, set, remove, reflect, policies, crossOrigins, priorities, loadings,
    declare, classNamed, atomSet, HTMLElement, most: 2147483647, ownedBy,
  };
  core.lazyValues("reflection.js", "associated Enumeration parseInteger parseNonNegative parseNumber resolve",
    core.html);
  core.lazyFunctions("reflection.js", "reflected");
  core.lazyValues("html-members.js", "inherited isEditable popoverState", core.html);
  core.lazyValues("html-members.js", "sharedElementMembers");
  core.lazyValues("html-support.js", "behave click exotic isDisabled", core.html);
  core.lazyFunctions("html-support.js", "activation formOwner popovers");

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

  // MARK: Elements that others make

  core.lazyFunctions("dataset.js", "makeDataset");
  core.lazyFunctions("rendered-text.js", "setInnerText setOuterText");
  core.lazyFunctions("media.js", "decodeImage loadImage");

  // Elements that have no interface of their own.
  const plain = ":abbr:acronym:address:article:aside:b:basefont:bdi:bdo:big:center:cite:code:dd:dfn:dt:em:figcaption:"
    + "figure:footer:header:hgroup:i:kbd:main:mark:nav:nobr:noembed:noframes:noscript:plaintext:rb:rp:rt:rtc:"
    + "ruby:s:samp:search:section:small:strike:strong:sub:summary:sup:tt:u:var:wbr:";

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
  core.eventHandlers(core.Document, core.globalEventHandlers);
  core.eventHandlers(core.Document, ["readystatechange", "visibilitychange"]);

  core.lazyValues("mathml.js", "MathMLElement");
  core.forgetClasses();
})
