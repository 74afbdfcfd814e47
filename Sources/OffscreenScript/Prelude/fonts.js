// Fonts of scripts. https://drafts.csswg.org/css-font-loading-3/
//
// Layout loads fonts when it needs them, and waits: for a page, all fonts are there. A face that a script adds is a
// `@font-face` rule.
(function (core) {
  "use strict";
  const { native, put, TypeError, ReflectDefineProperty } = core;
  const key = core.list();

  const descriptorNames = core.list("style", "weight", "stretch", "unicodeRange", "featureSettings", "variationSettings",
    "display", "ascentOverride", "descentOverride", "lineGapOverride", "sizeAdjust");
  const rules = core.list("font-style", "font-weight", "font-stretch", "unicode-range", "font-feature-settings",
    "font-variation-settings", "font-display", "ascent-override", "descent-override", "line-gap-override", "size-adjust");
  const initial = core.list("normal", "normal", "normal", "U+0-10FFFF", "normal", "normal", "auto", "normal", "normal",
    "normal", "100%");

  let stateOf;
  const isFace = core.recognizes((value) => stateOf(value));

  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  function base64(bytes) {
    let text = "";
    for (let index = 0; index < bytes.length; index += 3) {
      const value = (bytes[index] << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
      text += alphabet[value >> 18] + alphabet[(value >> 12) & 63]
        + (index + 1 < bytes.length ? alphabet[(value >> 6) & 63] : "=")
        + (index + 2 < bytes.length ? alphabet[value & 63] : "=");
    }
    return text;
  }

  /** The text of `src`. */
  function sourceText(source) {
    if (core.isObject(source)) {
      if (core.ArrayBufferIsView(source)) {
        return "url(data:font/ttf;base64," + base64(new core.Uint8Array(source.buffer, source.byteOffset, source.byteLength)) + ")";
      }
      if (source instanceof core.ArrayBuffer) return "url(data:font/ttf;base64," + base64(new core.Uint8Array(source)) + ")";
    }
    return core.string(source);
  }

  class FontFace {
    #state;
    constructor(family, source, descriptors = undefined) {
      core.requireArguments(arguments.length, 2);
      family = core.string(family);
      const isBinary = core.isObject(source) && (core.ArrayBufferIsView(source) || source instanceof core.ArrayBuffer);
      source = sourceText(source);
      descriptors = core.dictionary(descriptors);
      const values = core.list();
      for (let index = 0; index < descriptorNames.length; index += 1) {
        put(values, core.member(descriptors, descriptorNames[index], core.string, initial[index]));
      }
      let resolve, reject;
      const loaded = new core.Promise((yes, no) => {
        resolve = yes;
        reject = no;
      });
      this.#state = { __proto__: null, family, source, values, status: "unloaded", loaded, resolve, reject, object: this };
      if (isBinary) finish(this.#state);
    }
    get family() { return this.#state.family; }
    set family(value) {
      this.#state.family = core.string(value);
      update(this.#state);
    }
    get status() { return this.#state.status; }
    get loaded() { return this.#state.loaded; }
    load() {
      const state = this.#state;
      if (state.status === "unloaded") {
        state.status = "loading";
        core.queueTask(() => finish(state));
      }
      return state.loaded;
    }
    static { stateOf = (face) => face.#state; }
  }
  for (let index = 0; index < descriptorNames.length; index += 1) {
    const name = descriptorNames[index], at = index;
    core.mixin(FontFace, {
      get [name]() { return stateOf(this).values[at]; },
      set [name](value) {
        stateOf(this).values[at] = core.string(value);
        update(stateOf(this));
      },
    });
  }

  /** https://drafts.csswg.org/css-font-loading-3/#font-face-load */
  function finish(state) {
    if (core.StringStartsWith(state.source, "url(") || core.StringStartsWith(state.source, "local(")) {
      state.status = "loaded";
      state.resolve(state.object);
    } else {
      state.status = "error";
      state.reject(core.error("SyntaxError", "The source of the font is not valid."));
    }
  }

  function ruleText(state) {
    let text = "@font-face { font-family: \"" + core.escapeIdentifier(state.family) + "\"; src: " + state.source + ";";
    for (let index = 0; index < rules.length; index += 1) {
      if (state.values[index] !== initial[index]) text += " " + rules[index] + ": " + state.values[index] + ";";
    }
    return text + " }";
  }

  const added = core.list();

  function update(state) {
    if (core.ArrayIndexOf(added, state) >= 0) apply();
  }

  function apply() {
    let text = "";
    for (let index = 0; index < added.length; index += 1) text += ruleText(added[index]) + "\n";
    core.load("sheets.js");
    core.setFontRules(text);
  }

  class FontFaceSet extends core.EventTarget {
    #ready;
    constructor(token) {
      if (token !== key) throw new TypeError("Illegal constructor");
      super();
      this.#ready = core.PromiseResolve(this);
    }
    get ready() { return this.#ready; }
    get status() { return this.#ready, "loaded"; }
    get size() { return this.#ready, added.length; }
    has(face) {
      this.#ready;
      return isFace(face) && core.ArrayIndexOf(added, stateOf(face)) >= 0;
    }
    add(face) {
      this.#ready;
      if (!isFace(face)) throw new TypeError("The value is no FontFace.");
      if (core.ArrayIndexOf(added, stateOf(face)) < 0) {
        put(added, stateOf(face));
        apply();
      }
      return this;
    }
    delete(face) {
      this.#ready;
      if (!isFace(face)) throw new TypeError("The value is no FontFace.");
      const place = core.ArrayIndexOf(added, stateOf(face));
      if (place < 0) return false;
      core.ArraySplice(added, place, 1);
      apply();
      return true;
    }
    clear() {
      this.#ready;
      added.length = 0;
      apply();
    }
    forEach(callback, thisValue = undefined) {
      this.#ready;
      core.convertCallback(callback);
      for (let index = 0; index < added.length; index += 1) {
        core.call(callback, thisValue, added[index].object, added[index].object, this);
      }
    }
    keys() { return this.values(); }
    values() {
      this.#ready;
      const faces = core.list();
      for (let index = 0; index < added.length; index += 1) put(faces, added[index].object);
      return core.call(core.arrayMethods.values, core.array(faces));
    }
    entries() {
      this.#ready;
      const faces = core.list();
      for (let index = 0; index < added.length; index += 1) {
        put(faces, core.array(core.list(added[index].object, added[index].object)));
      }
      return core.call(core.arrayMethods.values, core.array(faces));
    }
    check(font, text = " ") {
      this.#ready;
      core.requireArguments(arguments.length, 1);
      requireFont(core.string(font));
      return true;
    }
    load(font, text = " ") {
      try {
        this.#ready;
        core.requireArguments(arguments.length, 1);
        const family = core.toASCIILowercase(requireFont(core.string(font)));
        const found = core.list();
        for (let index = 0; index < added.length; index += 1) {
          if (!core.StringIncludes(family, core.toASCIILowercase(added[index].family))) continue;
          put(found, added[index].object);
          if (added[index].status === "unloaded") finish(added[index]);
        }
        return core.PromiseResolve(core.array(found));
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
  }
  core.eventHandlers(FontFaceSet, core.list("loading", "loadingdone", "loadingerror"));

  /** The families of a `font` value. */
  function requireFont(font) {
    const flat = native.declaration("font", font);
    if (flat === null) throw core.error("SyntaxError", "The value is no font.");
    for (let index = 0; index < flat.length; index += 3) if (flat[index] === "font-family") return flat[index + 1];
    return "";
  }

  core.define({ FontFace, FontFaceSet });
  ReflectDefineProperty(FontFaceSet.prototype, core.SymbolIterator,
    { __proto__: null, value: FontFaceSet.prototype.values, writable: true, enumerable: false, configurable: true });

  let set;
  core.fontSet = () => (set ??= new FontFaceSet(key));
})
