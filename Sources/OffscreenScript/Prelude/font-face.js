// Fonts of scripts and of `@font-face` rules. https://drafts.csswg.org/css-font-loading-3/#fontface-interface
//
// Layout loads fonts when it needs them, and waits. A face that a script adds is a `@font-face` rule for it; whether its
// font is there, `native.loadsFont` finds out in the same way.
(function (core) {
  "use strict";
  const { native, put, error, RegExpExec } = core;
  core.load("bytes.js");

  // The attributes' names, those of the descriptors, and what those are without a declaration.
  const descriptors = core.list(
    core.list("style", "font-style", "normal"), core.list("weight", "font-weight", "normal"),
    core.list("stretch", "font-stretch", "normal"), core.list("unicodeRange", "unicode-range", "U+0-10FFFF"),
    core.list("featureSettings", "font-feature-settings", "normal"),
    core.list("variationSettings", "font-variation-settings", "normal"), core.list("display", "font-display", "auto"),
    core.list("ascentOverride", "ascent-override", "normal"), core.list("descentOverride", "descent-override", "normal"),
    core.list("lineGapOverride", "line-gap-override", "normal"), core.list("sizeAdjust", "size-adjust", "100%"));

  const number = "(?:\\d*\\.)?\\d+";
  const ranges = new core.RegExp(`^${number}(?:\\s+${number})?$`);
  const percentages = new core.RegExp(`^${number}%(?:\\s+${number}%)?$`);
  const oblique = new core.RegExp(`^oblique\\s+[+-]?${number}(?:deg|g?rad|turn)?\\s+[+-]?${number}(?:deg|g?rad|turn)?$`);
  const unicodeRange = /^u\+(?:([0-9a-f]{0,6})(\?{0,6})|([0-9a-f]{1,6})-([0-9a-f]{1,6}))$/i;
  const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/;

  /** A value as it is serialized; null where a descriptor does not take it. */
  function descriptorText(name, value) {
    const text = core.stripASCIIWhitespace(value), lower = core.toASCIILowercase(text);
    if (RegExpExec(wide, lower) !== null) return null;
    const asProperty = (property) => native.declaration(property, text)?.[1] ?? null;
    switch (name) {
      case "font-style": return RegExpExec(oblique, lower) !== null ? lower : asProperty(name);
      case "font-weight":
        if (lower === "bolder" || lower === "lighter") return null;
        return RegExpExec(ranges, lower) !== null ? lower : asProperty(name);
      case "font-stretch": return RegExpExec(percentages, lower) !== null ? lower : asProperty(name);
      case "font-family": return familyText(text);
      case "src": return native.isFontSource(text) ? text : null;
      case "unicode-range": return unicodeRanges(text);
      case "font-display": return RegExpExec(/^(?:auto|block|swap|fallback|optional)$/, lower) === null ? null : lower;
      case "ascent-override": case "descent-override": case "line-gap-override":
        return lower === "normal" || RegExpExec(percentages, lower) !== null ? lower : null;
      case "size-adjust": return RegExpExec(percentages, lower) !== null ? lower : null;
      default: return asProperty(name);
    }
  }

  /** https://drafts.csswg.org/css-fonts-4/#unicode-range-desc : comments may stand between its tokens. */
  function unicodeRanges(text) {
    const parts = core.split(text, ",");
    let result = "";
    for (let index = 0; index < parts.length; index += 1) {
      let part = core.stripASCIIWhitespace(parts[index]);
      for (let found; (found = RegExpExec(/^([^]*?)\/\*[^]*?\*\/([^]*)$/, part)) !== null;) part = found[1] + found[2];
      const found = RegExpExec(unicodeRange, part);
      if (found === null) return null;
      let low, high;
      if (found[3] !== undefined) {
        low = core.NumberParseInt(found[3], 16);
        high = core.NumberParseInt(found[4], 16);
      } else {
        const count = found[1].length + found[2].length;
        if (count < 1 || count > 6) return null;
        low = core.NumberParseInt(found[1] + core.StringRepeat("0", found[2].length), 16);
        high = core.NumberParseInt(found[1] + core.StringRepeat("f", found[2].length), 16);
      }
      if (high > 0x10ffff || low > high) return null;
      const hex = (value) => core.StringToUpperCase(core.NumberToString(value, 16));
      result += (index > 0 ? ", " : "") + "U+" + hex(low) + (low === high ? "" : "-" + hex(high));
    }
    return result;
  }

  /** A family's name as a string or identifiers. */
  function familyText(value) {
    const text = core.stripASCIIWhitespace(value);
    if (text === "" || RegExpExec(wide, core.toASCIILowercase(text)) !== null) return null;
    const flat = native.declaration("font-family", text);
    if (flat === null || core.StringIndexOf(flat[1], ",") >= 0) return null;
    return flat[1];
  }

  // MARK: Sources

  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  function base64(bytes) {
    let text = "";
    const length = core.TypedArrayLength(bytes);
    for (let index = 0; index < length; index += 3) {
      const value = (bytes[index] << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
      text += alphabet[value >> 18] + alphabet[(value >> 12) & 63]
        + (index + 1 < length ? alphabet[(value >> 6) & 63] : "=") + (index + 2 < length ? alphabet[value & 63] : "=");
    }
    return text;
  }

  // MARK: Faces

  let stateOf;
  const isFace = core.recognizes((value) => stateOf(value));
  const key = core.list();

  class FontFace {
    #state;
    constructor(family, source, options = undefined) {
      if (family === key) {
        this.#state = source;
        source.object = this;
        return;
      }
      core.requireArguments(arguments.length, 2);
      family = core.string(family);
      let bytes = null;
      if (core.isBufferSource(source)) {
        bytes = core.viewBytes(source);
      } else {
        source = core.string(source);
      }
      options = core.dictionary(options);
      const state = this.#state = makeState();
      state.object = this;
      state.family = familyText(family) ?? core.styles.stringText(family);
      let isValid = true;
      for (let index = 0; index < descriptors.length; index += 1) {
        const given = core.member(options, descriptors[index][0], core.string, undefined);
        if (given === undefined) continue;
        const text = descriptorText(descriptors[index][1], given);
        if (text === null) isValid = false;
        else state.values[index] = text;
      }
      if (bytes !== null) {
        state.source = "url(data:font/ttf;base64," + base64(bytes) + ")";
        const isFont = native.loadsFont(state.source, "");
        if (isValid) settle(state, isFont, "SyntaxError");
      } else {
        state.source = source;
        isValid &&= native.isFontSource(source);
      }
      if (!isValid) settle(state, false, "SyntaxError");
    }
    get family() { return this.#state.family; }
    set family(value) {
      const text = familyText(core.string(value));
      if (text === null) throw error("SyntaxError", "The text is no name of a family.");
      change(this.#state, () => { this.#state.family = text; });
    }
    get status() { return this.#state.status; }
    get loaded() {
      if (!isFace(this)) return core.PromiseReject(new core.TypeError("Illegal invocation"));
      return this.#state.loaded;
    }
    load() {
      if (!isFace(this)) return core.PromiseReject(new core.TypeError("Illegal invocation"));
      load(this.#state);
      return this.#state.loaded;
    }
    static { stateOf = (face) => face.#state; }
  }
  for (let index = 0; index < descriptors.length; index += 1) {
    const name = descriptors[index][0], at = index;
    core.mixin(FontFace, {
      get [name]() { return stateOf(this).values[at]; },
      set [name](value) {
        const state = stateOf(this), text = descriptorText(descriptors[at][1], core.string(value));
        if (text === null) throw error("SyntaxError", "The descriptor does not take the value.");
        change(state, () => { state.values[at] = text; });
      },
    });
  }
  core.FontFace = FontFace;
  core.define({ FontFace });

  function makeState() {
    const values = core.list();
    for (let index = 0; index < descriptors.length; index += 1) put(values, descriptors[index][2]);
    // `sets` hear of changes; `rule` is one of a style sheet.
    const state = { __proto__: null, family: "", source: "", base: "", values, status: "unloaded", loaded: null, resolve: null,
      reject: null, object: null, sets: core.list(), rule: null };
    state.loaded = new core.Promise((resolve, reject) => {
      state.resolve = resolve;
      state.reject = reject;
    });
    return state;
  }

  /** The face of a `@font-face` rule; null where it has none. */
  function faceOfRule(rule) {
    if (rule.face !== undefined) return rule.face;
    rule.face = null;
    const pairs = core.ruleDescriptors(rule);
    const state = makeState();
    for (let index = 0; index < pairs.length; index += 2) {
      if (pairs[index] === "font-family") state.family = familyText(pairs[index + 1]) ?? "";
      if (pairs[index] === "src" && native.isFontSource(pairs[index + 1])) state.source = pairs[index + 1];
      for (let place = 0; place < descriptors.length; place += 1) {
        if (descriptors[place][1] !== pairs[index]) continue;
        state.values[place] = descriptorText(pairs[index], pairs[index + 1]) ?? state.values[place];
      }
    }
    if (state.family === "" || state.source === "") return null;
    state.rule = rule;
    state.base = rule.sheet?.href ?? "";
    new FontFace(key, state);
    return (rule.face = state);
  }

  /** Changes a face; the sets that it is in see that. */
  function change(state, steps) {
    steps();
    for (let index = 0; index < state.sets.length; index += 1) state.sets[index].changed();
  }

  /** https://drafts.csswg.org/css-font-loading-3/#dom-fontface-load */
  function load(state) {
    if (state.status !== "unloaded") return;
    state.status = "loading";
    for (let index = 0; index < state.sets.length; index += 1) state.sets[index].began(state);
    core.queueTask(() => settle(state, native.loadsFont(state.source, state.base), "NetworkError"));
  }

  function settle(state, isLoaded, problem) {
    if (state.status === "loaded" || state.status === "error") return;
    state.status = isLoaded ? "loaded" : "error";
    if (isLoaded) {
      state.resolve(state.object);
    } else {
      // Nobody has to look at it.
      core.PromiseThen(state.loaded, undefined, () => {});
      state.reject(error(problem, "The font could not be loaded."));
    }
    for (let index = 0; index < state.sets.length; index += 1) state.sets[index].ended(state);
  }

  /** The face as a rule. */
  function ruleText(state) {
    let text = "@font-face { font-family: " + state.family + "; src: " + state.source + ";";
    for (let index = 0; index < descriptors.length; index += 1) {
      if (state.values[index] !== descriptors[index][2]) text += " " + descriptors[index][1] + ": " + state.values[index] + ";";
    }
    return text + " }";
  }

  const known = new core.SafeSet();
  known.add("font-family");
  known.add("src");
  for (let index = 0; index < descriptors.length; index += 1) known.add(descriptors[index][1]);
  core.fontDescriptorText = (name, value) => (known.has(name) ? descriptorText(name, value) : null);

  core.fontFaces = { isFace, stateOf: (face) => stateOf(face), faceOfRule, load, ruleText, familyText };
})
