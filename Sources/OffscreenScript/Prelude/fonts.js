// The fonts of a document. https://drafts.csswg.org/css-font-loading-3/#FontFaceSet-interface
(function (core) {
  "use strict";
  const { native, put, error, TypeError, ReflectDefineProperty, SafeSet } = core;
  core.load("sheets.js");
  core.load("font-face.js");
  const { isFace, stateOf, faceOfRule, load, ruleText } = core.fontFaces;
  const key = core.list();

  const requireFace = (value) => stateOf(core.convertInterface(value, isFace, "FontFace"));

  // MARK: What is in it: faces of style sheets, then those that scripts have added

  const added = core.list();
  const known = new SafeSet();

  function facesOfSheets() {
    const rules = core.fontFaceRules(), faces = core.list();
    for (let index = 0; index < rules.length; index += 1) {
      const face = faceOfRule(rules[index]);
      if (face === null) continue;
      if (!known.has(face)) {
        known.add(face);
        put(face.sets, watcher);
      }
      put(faces, face);
    }
    return faces;
  }

  function allFaces() {
    const faces = facesOfSheets();
    for (let index = 0; index < added.length; index += 1) put(faces, added[index]);
    return faces;
  }

  function apply() {
    let text = "";
    for (let index = 0; index < added.length; index += 1) text += ruleText(added[index]) + "\n";
    core.setFontRules(text);
    looked = -1;
  }

  // MARK: Loading. https://drafts.csswg.org/css-font-loading-3/#font-face-set-events

  let loading = core.list(), loaded = core.list(), failed = core.list();
  let status = "loaded";
  let ready = null;

  function makeReady() {
    ready = { __proto__: null, promise: null, resolve: null, isSettled: false };
    ready.promise = new core.Promise((resolve) => { ready.resolve = resolve; });
  }

  const objectsOf = (states) => {
    const list = core.list();
    for (let index = 0; index < states.length; index += 1) put(list, states[index].object);
    return core.array(list);
  };

  const watcher = {
    __proto__: null,
    changed: apply,
    /** https://drafts.csswg.org/css-font-loading-3/#switch-the-fontfaceset-to-loading */
    began(face) {
      put(loading, face);
      if (status === "loading") return;
      status = "loading";
      if (ready.isSettled) makeReady();
      core.queueTask(() => core.fire(set, "loading", { __proto__: null }, "FontFaceSetLoadEvent"));
    },
    /** https://drafts.csswg.org/css-font-loading-3/#switch-the-fontfaceset-to-loaded */
    ended(face) {
      const place = core.ArrayIndexOf(loading, face);
      if (place < 0) return;
      core.ArraySplice(loading, place, 1);
      put(face.status === "loaded" ? loaded : failed, face);
      if (loading.length === 0) core.queueTask(finish);
    },
  };

  function finish() {
    if (loading.length > 0 || status !== "loading") return;
    const done = loaded, broken = failed;
    loaded = core.list();
    failed = core.list();
    status = "loaded";
    settleReady();
    core.fire(set, "loadingdone", { __proto__: null, fontfaces: objectsOf(done) }, "FontFaceSetLoadEvent");
    if (broken.length > 0) core.fire(set, "loadingerror", { __proto__: null, fontfaces: objectsOf(broken) }, "FontFaceSetLoadEvent");
  }

  function settleReady() {
    if (ready.isSettled || status === "loading") return;
    ready.isSettled = true;
    ready.resolve(set);
  }

  // What layout has asked for, is loaded: it is looked for again when the document has changed.
  let looked = -1;
  function look() {
    const version = core.versions[0] + core.versions[2] + core.versions[4];
    if (version !== looked) {
      looked = version;
      const faces = allFaces();
      for (let index = 0; index < faces.length; index += 1) {
        if (faces[index].status === "unloaded" && native.isFontUsed(plainName(faces[index].family))) load(faces[index]);
      }
    }
    settleReady();
  }

  /** A family without quotation marks. */
  const plainName = (family) => (family[0] === "\"" ? core.StringSlice(family, 1, -1) : family);

  // MARK: Finding faces. https://drafts.csswg.org/css-font-loading-3/#find-the-matching-font-faces

  /** The families of a `font` value, and which style is asked for. */
  function requireFont(font) {
    const flat = native.declaration("font", font);
    const found = { __proto__: null, families: core.list(), weight: 400, style: "normal" };
    if (flat === null) throw error("SyntaxError", "The value is no font.");
    for (let index = 0; index < flat.length; index += 3) {
      const name = flat[index], value = flat[index + 1];
      if (core.RegExpExec(/^(?:inherit|initial|unset|revert|revert-layer)$/, value) !== null || value[0] === "\u0001"
        || core.StringIndexOf(value, "var(") >= 0) {
        throw error("SyntaxError", "The value is no font by itself.");
      }
      if (name === "font-family") found.families = core.split(value, ",");
      if (name === "font-weight") found.weight = value === "bold" ? 700 : value === "normal" ? 400 : +value || 400;
      if (name === "font-style") found.style = value;
    }
    return found;
  }

  function covers(range, text) {
    if (range === "U+0-10FFFF") return true;
    const parts = core.split(range, ",");
    for (let index = 0; index < text.length; index += 1) {
      const code = core.StringCodePointAt(text, index);
      for (let place = 0; place < parts.length; place += 1) {
        const ends = core.split(core.StringSlice(core.stripASCIIWhitespace(parts[place]), 2), "-");
        const low = core.NumberParseInt(core.ArrayJoin(core.split(ends[0], "?"), "0"), 16);
        const high = core.NumberParseInt(ends[1] ?? core.ArrayJoin(core.split(ends[0], "?"), "F"), 16);
        if (code >= low && code <= high) return true;
      }
    }
    return false;
  }

  /** How far a face is from what is asked for: of several, the nearest are taken. */
  function distance(face, wanted) {
    const isSlanted = face.values[0] !== "normal", weight = face.values[1];
    const own = weight === "bold" ? 700 : weight === "normal" ? 400 : +core.split(weight, " ")[0];
    const most = +(core.split(weight, " ")[1] ?? own);
    const away = wanted.weight < own ? own - wanted.weight : wanted.weight > most ? wanted.weight - most : 0;
    // Light ones are looked for downwards first, heavy ones upwards.
    const isOtherWay = wanted.weight > 500 ? own < wanted.weight : own > wanted.weight;
    return (isSlanted === (wanted.style !== "normal") ? 0 : 1e6) + away + (isOtherWay && away > 0 ? 1e3 : 0);
  }

  function matching(font, text) {
    const wanted = requireFont(font), faces = allFaces(), found = core.list();
    for (let index = 0; index < wanted.families.length; index += 1) {
      const family = core.toASCIILowercase(plainName(core.stripASCIIWhitespace(wanted.families[index])));
      let nearest = Infinity;
      const own = core.list();
      for (let place = 0; place < faces.length; place += 1) {
        if (core.toASCIILowercase(plainName(faces[place].family)) !== family) continue;
        put(own, faces[place]);
        nearest = core.MathMin(nearest, distance(faces[place], wanted));
      }
      for (let place = 0; place < own.length; place += 1) {
        if (distance(own[place], wanted) === nearest && covers(own[place].values[3], text)) put(found, own[place]);
      }
    }
    return found;
  }

  // MARK: The interface

  class FontFaceSet extends core.EventTarget {
    #brand;
    constructor(token) {
      if (token !== key) throw new TypeError("Illegal constructor");
      super();
      this.#brand = true;
    }
    get ready() { return this.#brand, ready.promise; }
    get status() { return this.#brand, status; }
    get size() { return this.#brand, allFaces().length; }
    has(face) {
      this.#brand;
      return core.ArrayIndexOf(allFaces(), requireFace(face)) >= 0;
    }
    add(face) {
      this.#brand;
      const state = requireFace(face);
      if (state.rule !== null) throw error("InvalidModificationError", "The face is one of a style sheet.");
      if (core.ArrayIndexOf(added, state) >= 0) return this;
      put(added, state);
      put(state.sets, watcher);
      apply();
      if (state.status === "loading") watcher.began(state);
      core.rendering.request();
      return this;
    }
    delete(face) {
      this.#brand;
      const state = requireFace(face), place = core.ArrayIndexOf(added, state);
      if (place < 0) return false;
      core.ArraySplice(added, place, 1);
      forget(state);
      apply();
      return true;
    }
    clear() {
      this.#brand;
      const gone = core.ArraySplice(added, 0, added.length);
      for (let index = 0; index < gone.length; index += 1) forget(gone[index]);
      apply();
    }
    forEach(callback, thisValue = undefined) {
      this.#brand;
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      const faces = allFaces();
      for (let index = 0; index < faces.length; index += 1) {
        core.call(callback, thisValue, faces[index].object, faces[index].object, this);
      }
    }
    keys() { return this.#brand, iterate(false); }
    values() { return this.#brand, iterate(false); }
    entries() { return this.#brand, iterate(true); }
    check(font, text = " ") {
      this.#brand;
      core.requireArguments(arguments.length, 1);
      const faces = matching(core.string(font), core.string(text));
      for (let index = 0; index < faces.length; index += 1) if (faces[index].status !== "loaded") return false;
      return true;
    }
    load(font, text = " ") {
      try {
        this.#brand;
        core.requireArguments(arguments.length, 1);
        const faces = matching(core.string(font), core.string(text)), waiting = core.list();
        for (let index = 0; index < faces.length; index += 1) {
          load(faces[index]);
          put(waiting, faces[index].loaded);
        }
        return all(waiting);
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
  }
  core.eventHandlers(FontFaceSet, core.list("loading", "loadingdone", "loadingerror"));

  /** A promise of what all of ours come to. */
  function all(promises) {
    return new core.Promise((resolve, reject) => {
      const results = core.list();
      let count = promises.length;
      if (count === 0) resolve(core.array(results));
      for (let index = 0; index < promises.length; index += 1) {
        put(results, undefined);
        core.PromiseThen(promises[index], (value) => {
          results[index] = value;
          count -= 1;
          if (count === 0) resolve(core.array(results));
        }, reject);
      }
    });
  }

  function iterate(hasPairs) {
    const faces = allFaces(), list = core.list();
    for (let index = 0; index < faces.length; index += 1) {
      const { object } = faces[index];
      put(list, hasPairs ? core.array(core.list(object, object)) : object);
    }
    return core.call(core.arrayMethods.values, core.array(list));
  }

  function forget(state) {
    core.ArraySplice(state.sets, core.ArrayIndexOf(state.sets, watcher), 1);
    const place = core.ArrayIndexOf(loading, state);
    if (place < 0) return;
    core.ArraySplice(loading, place, 1);
    if (loading.length === 0) core.queueTask(finish);
  }

  core.define({ FontFaceSet });
  ReflectDefineProperty(FontFaceSet.prototype, core.SymbolIterator,
    { __proto__: null, value: FontFaceSet.prototype.values, writable: true, enumerable: false, configurable: true });

  let set = null;
  core.fontSet = function () {
    if (set !== null) return set;
    set = new FontFaceSet(key);
    makeReady();
    // Once layout was asked for, it is known what is used.
    core.rendering.add(core.rendering.RESIZE, look);
    core.rendering.request();
    return set;
  };
})
