// Pictures, sounds and films. https://html.spec.whatwg.org/multipage/embedded-content.html
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap, RegExpExec, TypeError } = core;
  const tree = core.tree;
  const { FIRST, NEXT } = tree;
  const {
    HTMLElement, reflect, declare, checkFor, classNamed, isNamed, get, has, set, parseNonNegative, crossOrigins, policies, priorities,
    loadings, most, atomSet,
  } = core.html;
  const atom = core.atom;
  const srcAtom = atom("src"), srcsetAtom = atom("srcset"), widthAtom = atom("width"), heightAtom = atom("height"),
    imgAtom = atom("img"), sourceAtom = atom("source"), mutedAtom = atom("muted"), audioAtom = atom("audio");

  const players = atomSet("audio video");

  declare("HTMLPictureElement", () => {
    // Optimization: nobody listens before there is one that scripts know.
    put(hooks.childrenChanged, sourcesChanged);
    return class HTMLPictureElement extends HTMLElement {};
  });

  declare("HTMLSourceElement", (is) => {
    class HTMLSourceElement extends HTMLElement {}
    reflect(HTMLSourceElement, is, { string: "type srcset sizes media", url: "src", unsignedLong: "width height" });
    return HTMLSourceElement;
  });

  // MARK: Images. https://html.spec.whatwg.org/multipage/embedded-content.html#the-img-element

  const COMPLETE = 0, WIDTH = 1, HEIGHT = 2, SOURCE = 3, IS_SHOWN = 4;

  const hasSource = (id) => {
    const src = get(id, srcAtom);
    return (src !== null && src !== "") || has(id, srcsetAtom) || isPicture(tree.parentOf(id));
  };

  // How often an image was to show something else.
  const revisions = new SafeMap();

  /** Loads what an image shows now, which it chooses after a microtask. */
  function loadImage(id) {
    if (native.loadImage(id)) revisions.set(id, (revisions.get(id) ?? 0) + 1);
    core.queueMicrotask(() => native.chooseImage(id));
  }
  core.loadImage = loadImage;

  /** https://html.spec.whatwg.org/multipage/images.html#update-the-image-data */
  function sourceChanged(id, name, namespace, old, value) {
    if (namespace !== 7) return;
    if (isNamed(id, sourceAtom) && name !== srcAtom) return sourcesChanged(tree.parentOf(id));
    if (ofSources.has(name)) return;
    if (isNamed(id, imgAtom)) loadImage(id);
    else if (value !== null && name === srcAtom && core.html.isHTML(id) && players.has(tree.nameOf(id))) load(id);
  }
  const sourceNames = atomSet("src srcset sizes crossorigin media type"), ofSources = atomSet("media type");
  sourceChanged.wants = (name) => sourceNames.has(name);
  put(hooks.attributeChanged, sourceChanged);

  const pictureAtom = atom("picture");
  const isPicture = (id) => id >= 0 && isNamed(id, pictureAtom);

  /** An image whose sources have become others is loaded again, though it may be the same. */
  function sourcesChanged(picture) {
    if (!isPicture(picture)) return;
    for (let child = tree.link(picture, FIRST); child >= 0; child = tree.link(child, NEXT)) {
      if (isNamed(child, imgAtom)) loadImage(child);
    }
  }

  // https://html.spec.whatwg.org/multipage/images.html#relevant-mutations
  put(hooks.moved, (node, old) => {
    const parent = tree.parentOf(node);
    if (isNamed(node, sourceAtom)) {
      sourcesChanged(old);
      if (parent !== old) sourcesChanged(parent);
    } else if (isNamed(node, imgAtom) && (isPicture(old) || isPicture(parent))) {
      loadImage(node);
    }
  });

  /** The length that an image takes, or would take. */
  function shownLength(id, property, index) {
    if (native.isRendered(id)) {
      const found = RegExpExec(pixels, native.computedValue(id, "", property));
      if (found !== null) return core.MathRound(+found[1]);
    }
    return core.MathTrunc(native.imageState(id)[index]);
  }
  const pixels = /^([0-9.]+)px$/;

  const setLength = (id, name, value) => {
    value = core.unsignedLong(value);
    set(id, name, "" + (value > most ? 0 : value));
  };

  /** From the origin of the page, before transforms: along the offset parents. https://drafts.csswg.org/cssom-view-1/#dom-htmlimageelement-x */
  function placeOf(id, axis) {
    let place = 0;
    for (let element = id, depth = 0; element >= 0 && depth < 1000; depth += 1) {
      const geometry = native.geometry(element);
      if (geometry === null) return 0;
      // With the border of what is around, but of the image's own.
      place += geometry[12 + axis] + (element === id ? 0 : geometry[4 + axis]);
      element = native.offsetParent(element);
    }
    return place;
  }

  declare("HTMLImageElement", (is) => {
    class HTMLImageElement extends HTMLElement {
      get width() {
        const id = is(this);
        return shownLength(id, "width", WIDTH) || (parseNonNegative(get(id, widthAtom)) ?? 0);
      }
      set width(value) { setLength(is(this), widthAtom, value); }
      get height() {
        const id = is(this);
        return shownLength(id, "height", HEIGHT) || (parseNonNegative(get(id, heightAtom)) ?? 0);
      }
      set height(value) { setLength(is(this), heightAtom, value); }

      get naturalWidth() { return core.MathTrunc(native.imageState(is(this))[WIDTH]); }
      get naturalHeight() { return core.MathTrunc(native.imageState(is(this))[HEIGHT]); }
      get complete() {
        const id = is(this);
        return !hasSource(id) || native.imageState(id)[COMPLETE];
      }
      get currentSrc() {
        const id = is(this);
        return native.imageState(id)[SOURCE];
      }

      get x() { return placeOf(is(this), 0); }
      get y() { return placeOf(is(this), 1); }

      /** https://html.spec.whatwg.org/multipage/embedded-content.html#dom-img-decode */
      decode() { return decodeImage(this, is, hasSource); }
    }
    reflect(HTMLImageElement, is, {
      string: "alt srcset sizes useMap name align", url: "src lowsrc longDesc", boolean: "isMap", unsignedLong: "hspace vspace",
      nullAsEmpty: "border",
      enumeration: {
        crossOrigin: crossOrigins, referrerPolicy: policies, loading: loadings, fetchPriority: priorities,
        decoding: { keywords: "async sync auto", missing: "auto" },
      },
    });
    return HTMLImageElement;
  });

  const interval = 4;

  /** A promise that an image can be shown. `is` and `hasSource` are of its interface. */
  function decodeImage(image, is, hasSource) {
    return new core.Promise((resolve, reject) => {
      const id = is(image), revision = revisions.get(id) ?? 0;
      core.queueMicrotask(() => core.queueTask(() => waitForImage(id, revision, hasSource, resolve, reject)));
    });
  }
  core.decodeImage = decodeImage;

  function waitForImage(id, revision, hasSource, resolve, reject) {
    const state = native.imageState(id);
    const isCurrent = (revisions.get(id) ?? 0) === revision;
    if (isCurrent && hasSource(id) && !state[COMPLETE]) {
      core.startTimer(interval, false, () => waitForImage(id, revision, hasSource, resolve, reject));
    } else if (isCurrent && state[IS_SHOWN]) {
      resolve();
    } else {
      reject(core.error("EncodingError", "The image cannot be decoded."));
    }
  }

  // https://html.spec.whatwg.org/multipage/embedded-content.html#dom-image
  function Image(width, height) {
    if (new.target === undefined) throw new TypeError("Image is a constructor.");
    const id = native.createElement(imgAtom, 0);
    if (width !== undefined) set(id, widthAtom, "" + core.unsignedLong(width));
    if (height !== undefined) set(id, heightAtom, "" + core.unsignedLong(height));
    return core.wrap(id);
  }

  // https://html.spec.whatwg.org/multipage/media.html#dom-audio
  function Audio(src) {
    if (new.target === undefined) throw new TypeError("Audio is a constructor.");
    const id = native.createElement(audioAtom, 0);
    set(id, atom("preload"), "auto");
    if (src !== undefined) set(id, srcAtom, core.string(src));
    return core.wrap(id);
  }

  function defineFactory(factory, name) {
    core.ReflectDefineProperty(factory, "prototype",
      { __proto__: null, value: classNamed(name).prototype, writable: false, enumerable: false, configurable: false });
    core.ReflectDefineProperty(factory, "length", { __proto__: null, value: 0, configurable: true });
    core.alias(factory.name, core.conceal(factory));
  }

  // MARK: Media elements. https://html.spec.whatwg.org/multipage/media.html
  // Nothing is played: an element with a source is like one whose network is slow.

  const EMPTY = 0, LOADING = 2, NO_SOURCE = 3;

  class MediaState {
    networkState = EMPTY;
    isPaused = true;
    volume = 1;
    rate = 1;
    defaultRate = 1;
    position = 0;
    preservesPitch = true;
    promises = core.list();
    isMuted;
    constructor(id) { this.isMuted = has(id, mutedAtom); }
  }

  const states = new SafeMap();

  function stateOf(id) {
    let state = states.get(id);
    if (state === undefined) {
      states.set(id, state = new MediaState(id));
      if (has(id, srcAtom) || childSource(id) >= 0) state.networkState = LOADING;
    }
    return state;
  }

  function childSource(id) {
    let child = tree.childElement(id, FIRST, NEXT);
    while (child >= 0 && !isNamed(child, sourceAtom)) child = tree.siblingElement(child, NEXT);
    return child;
  }

  const fireLater = (id, type) => core.queueTask(() => core.fire(core.wrap(id), type));

  /** https://html.spec.whatwg.org/multipage/media.html#media-element-load-algorithm */
  function load(id) {
    const state = stateOf(id);
    rejectAll(state, "AbortError");
    if (state.networkState !== EMPTY) fireLater(id, "emptied");
    state.isPaused = true;
    state.rate = state.defaultRate;
    if (has(id, srcAtom) || childSource(id) >= 0) {
      state.networkState = LOADING;
      fireLater(id, "loadstart");
    } else {
      state.networkState = has(id, srcAtom) ? NO_SOURCE : EMPTY;
    }
  }

  /** The first source of a player begins its loading. https://html.spec.whatwg.org/multipage/embedded-content.html#the-source-element */
  function sourceInserted(id) {
    const player = tree.parentOf(id);
    if (!isNamed(id, sourceAtom) || player < 0 || !core.html.isHTML(player) || !players.has(tree.nameOf(player))) return;
    const state = states.get(player);
    if (has(player, srcAtom) || (state === undefined ? childSource(player) !== id : state.networkState !== EMPTY)) return;
    const begun = stateOf(player);
    begun.networkState = NO_SOURCE;
    core.queueMicrotask(() => {
      if (begun.networkState !== NO_SOURCE || childSource(player) < 0) return;
      begun.networkState = LOADING;
      fireLater(player, "loadstart");
    });
  }
  sourceInserted.atoms = atomSet("source");
  put(hooks.inserted, sourceInserted);

  function rejectAll(state, name) {
    const promises = state.promises;
    state.promises = core.list();
    for (let index = 0; index < promises.length; index += 1) {
      promises[index](core.error(name, "The playing was interrupted."));
    }
  }

  const containers = {
    __proto__: null, "video/webm": "vp8 vp9 av01 opus vorbis", "audio/webm": "opus vorbis", "audio/ogg": "opus vorbis flac",
    "video/ogg": "opus vorbis flac vp8", "application/ogg": "opus vorbis flac vp8", "audio/wav": "1", "audio/x-wav": "1",
    "audio/flac": "flac", "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/x-mp3": "mp3", "video/mp4": "vp9 av01 opus flac mp3",
    "audio/mp4": "opus flac mp3",
  };
  const certain = { __proto__: null, "audio/flac": true, "audio/mpeg": true, "audio/mp3": true, "audio/x-mp3": true };
  const mediaType = /^\s*([^\s;]+)\s*(?:;\s*codecs\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]*)))?/i;

  /** https://html.spec.whatwg.org/multipage/media.html#dom-navigator-canplaytype, as Chromium without proprietary codecs says it. */
  function canPlay(text) {
    const found = RegExpExec(mediaType, text);
    if (found === null) return "";
    const name = core.toASCIILowercase(found[1]);
    const known = containers[name];
    if (known === undefined) return "";
    const codecs = found[2] ?? found[3] ?? found[4];
    if (codecs === undefined || codecs === "") return certain[name] ? "probably" : "maybe";
    const list = core.split(codecs, ","), supported = core.split(known, " ");
    let result = "probably";
    for (let index = 0; index < list.length; index += 1) {
      const codec = core.stripASCIIWhitespace(list[index]);
      const dot = core.StringIndexOf(codec, ".");
      let start = dot < 0 ? codec : core.StringSlice(codec, 0, dot);
      if (start === "vp09") start = "vp9";
      if (core.ArrayIndexOf(supported, start) < 0) return "";
      if (codec === "av01") result = "maybe";
    }
    return result;
  }

  class RangesState extends core.Stamp {
    #ranges;
    constructor(object, ranges) {
      super(object);
      this.#ranges = ranges;
    }
    static of(object) { return object.#ranges; }
  }

  declare("TimeRanges", () => class TimeRanges {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return RangesState.of(this).length; }
    start(index) { return bound(this, arguments, 0); }
    end(index) { return bound(this, arguments, 1); }
  });

  function bound(object, values, side) {
    const ranges = RangesState.of(object);
    core.requireArguments(values.length, 1);
    const index = core.unsignedLong(values[0]);
    if (index >= ranges.length) throw error("IndexSizeError", "There is no such range.");
    return ranges[index][side];
  }

  function emptyRanges() {
    const object = core.ObjectCreate(classNamed("TimeRanges").prototype);
    new RangesState(object, core.list());
    return object;
  }

  declare("MediaError", () => {
    class MediaError {
      constructor() { throw new TypeError("Illegal constructor"); }
    }
    core.constants(MediaError, {
      MEDIA_ERR_ABORTED: 1, MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
    });
    return MediaError;
  });

  declare("HTMLMediaElement", () => {
    const is = checkFor(core.split("audio video", " "));
    class HTMLMediaElement extends HTMLElement {
      get error() {
        is(this);
        return null;
      }
      get currentSrc() {
        const id = is(this);
        const source = has(id, srcAtom) ? id : childSource(id);
        const text = source < 0 ? null : get(source, srcAtom);
        return text === null ? "" : core.html.resolve(id, text) ?? "";
      }
      get networkState() { return stateOf(is(this)).networkState; }
      get readyState() {
        is(this);
        return 0;
      }
      get buffered() {
        is(this);
        return emptyRanges();
      }
      get played() {
        is(this);
        return emptyRanges();
      }
      get seekable() {
        is(this);
        return emptyRanges();
      }
      load() { load(is(this)); }
      canPlayType(type) {
        is(this);
        core.requireArguments(arguments.length, 1);
        return canPlay(core.string(type));
      }
      get seeking() {
        is(this);
        return false;
      }
      get currentTime() { return stateOf(is(this)).position; }
      set currentTime(value) { stateOf(is(this)).position = core.MathMax(0, core.double(value)); }
      get duration() {
        is(this);
        return NaN;
      }
      get paused() { return stateOf(is(this)).isPaused; }
      get ended() {
        is(this);
        return false;
      }
      get defaultPlaybackRate() { return stateOf(is(this)).defaultRate; }
      set defaultPlaybackRate(value) {
        const id = is(this);
        stateOf(id).defaultRate = core.double(value);
        fireLater(id, "ratechange");
      }
      get playbackRate() { return stateOf(is(this)).rate; }
      set playbackRate(value) {
        const id = is(this);
        stateOf(id).rate = core.double(value);
        fireLater(id, "ratechange");
      }
      get preservesPitch() { return stateOf(is(this)).preservesPitch; }
      set preservesPitch(value) { stateOf(is(this)).preservesPitch = !!value; }

      play() {
        let id;
        try {
          id = is(this);
        } catch (thrown) {
          return core.PromiseReject(thrown);
        }
        const state = stateOf(id);
        if (state.networkState === EMPTY) load(id);
        if (state.isPaused) {
          state.isPaused = false;
          fireLater(id, "play");
          fireLater(id, "waiting");
        }
        return new core.Promise((resolve, reject) => put(state.promises, reject));
      }
      pause() {
        const id = is(this);
        const state = stateOf(id);
        if (state.isPaused) return;
        state.isPaused = true;
        core.queueTask(() => {
          core.fire(core.wrap(id), "timeupdate");
          core.fire(core.wrap(id), "pause");
          rejectAll(state, "AbortError");
        });
      }
      get volume() { return stateOf(is(this)).volume; }
      set volume(value) {
        const id = is(this);
        value = core.double(value);
        if (value < 0 || value > 1) throw error("IndexSizeError", "The volume is not from 0 to 1.");
        const state = stateOf(id);
        if (state.volume === value) return;
        state.volume = value;
        fireLater(id, "volumechange");
      }
      get muted() { return stateOf(is(this)).isMuted; }
      set muted(value) {
        const id = is(this);
        const state = stateOf(id);
        if (state.isMuted === !!value) return;
        state.isMuted = !!value;
        fireLater(id, "volumechange");
      }
    }
    reflect(HTMLMediaElement, is, {
      url: "src", boolean: "autoplay loop controls defaultMuted=muted",
      enumeration: {
        crossOrigin: crossOrigins,
        preload: { keywords: "none metadata auto", aliases: { "": "auto" }, missing: "metadata" },
      },
      tokens: { controlsList: "nodownload nofullscreen noplaybackrate noremoteplayback" },
    });
    core.constants(HTMLMediaElement, {
      NETWORK_EMPTY: 0, NETWORK_IDLE: 1, NETWORK_LOADING: 2, NETWORK_NO_SOURCE: 3, HAVE_NOTHING: 0, HAVE_METADATA: 1,
      HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3, HAVE_ENOUGH_DATA: 4,
    });
    return HTMLMediaElement;
  });

  declare("HTMLAudioElement", () => class HTMLAudioElement extends classNamed("HTMLMediaElement") {});

  declare("HTMLVideoElement", (is) => {
    class HTMLVideoElement extends classNamed("HTMLMediaElement") {
      get videoWidth() {
        is(this);
        return 0;
      }
      get videoHeight() {
        is(this);
        return 0;
      }
    }
    reflect(HTMLVideoElement, is, { unsignedLong: "width height", url: "poster", boolean: "playsInline" });
    return HTMLVideoElement;
  });

  declare("HTMLTrackElement", (is) => {
    class HTMLTrackElement extends HTMLElement {
      get readyState() {
        is(this);
        return 0;
      }
    }
    reflect(HTMLTrackElement, is, {
      string: "srclang label", url: "src", boolean: "default",
      enumeration: {
        kind: { keywords: "subtitles captions descriptions chapters metadata", missing: "subtitles", invalid: "metadata" },
      },
    });
    core.constants(HTMLTrackElement, { NONE: 0, LOADING: 1, LOADED: 2, ERROR: 3 });
    return HTMLTrackElement;
  });

  defineFactory(Image, "HTMLImageElement");
  defineFactory(Audio, "HTMLAudioElement");
})
