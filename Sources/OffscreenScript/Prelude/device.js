// What the navigator says of the device: a desktop on mains, with a good connection, without plugins, cameras or users.
// https://w3c.github.io/battery/ https://wicg.github.io/netinfo/ https://w3c.github.io/mediacapture-main/
(function (core) {
  "use strict";
  core.load("navigator.js");
  const { native, error, list, put, TypeError } = core;
  const { promised, singleton } = core.navigatorParts;

  /** Getters that give what never changes. */
  function addConstants(Class, Brand, values) {
    const names = core.ReflectOwnKeys(values);
    for (let index = 0; index < names.length; index += 1) {
      const value = values[names[index]];
      core.mixin(Class, { get [names[index]]() { Brand.of(this); return value; } });
    }
  }

  class BatteryManager extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
  }
  const BatteryBrand = core.brand();
  addConstants(BatteryManager, BatteryBrand, { charging: true, chargingTime: 0, dischargingTime: Infinity, level: 1 });
  core.eventHandlers(BatteryManager, ["chargingchange", "chargingtimechange", "dischargingtimechange", "levelchange"]);

  class NetworkInformation extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
  }
  const NetworkBrand = core.brand();
  addConstants(NetworkInformation, NetworkBrand, { effectiveType: "4g", rtt: 0, downlink: 10, saveData: false });
  core.eventHandlers(NetworkInformation, ["change"]);

  class UserActivation {
    constructor() { throw new TypeError("Illegal constructor"); }
  }
  const ActivationBrand = core.brand();
  addConstants(UserActivation, ActivationBrand, { hasBeenActive: false, isActive: false });

  // MARK: Plugins. https://html.spec.whatwg.org/multipage/system-state.html#pdf-viewing-support

  function emptyList(name, Item) {
    const Brand = core.brand();
    const Class = {
      [name]: class {
        constructor() { throw new TypeError("Illegal constructor"); }
        get length() { Brand.of(this); return 0; }
        item(index) {
          Brand.of(this);
          core.requireArguments(arguments.length, 1);
          core.unsignedLong(index);
          return null;
        }
        namedItem(key) {
          Brand.of(this);
          core.requireArguments(arguments.length, 1);
          core.string(key);
          return null;
        }
      },
    }[name];
    core.ReflectDefineProperty(Class.prototype, core.SymbolIterator,
      { __proto__: null, value: core.arrayMethods.values, writable: true, enumerable: false, configurable: true });
    core.define({ [name]: Class, [Item]: { [Item]: class { constructor() { throw new TypeError("Illegal constructor"); } } }[Item] });
    return { __proto__: null, Class, Brand };
  }
  const plugins = emptyList("PluginArray", "Plugin"), mimeTypes = emptyList("MimeTypeArray", "MimeType");
  core.mixin(plugins.Class, { refresh() { plugins.Brand.of(this); } });

  // MARK: Cameras and microphones: there are none.

  const DevicesBrand = core.brand();
  const constraints = ["aspectRatio", "autoGainControl", "channelCount", "deviceId", "displaySurface", "echoCancellation",
    "facingMode", "frameRate", "groupId", "height", "noiseSuppression", "resizeMode", "sampleRate", "sampleSize", "width"];
  const isAsked = (options, name) => {
    const value = options[name];
    return value !== undefined && (core.isObject(value) || !!value);
  };
  function requireDevice(options) {
    options = core.dictionary(options);
    const wantsAudio = isAsked(options, "audio"), wantsVideo = isAsked(options, "video");
    if (!wantsAudio && !wantsVideo) throw new TypeError("At least one of audio and video must be requested");
    throw error("NotFoundError", "Requested device not found");
  }

  class MediaDevices extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    enumerateDevices() {
      return promised(() => {
        DevicesBrand.of(this);
        return core.array(list());
      });
    }
    getUserMedia(options = undefined) {
      return promised(() => {
        DevicesBrand.of(this);
        requireDevice(options);
      });
    }
    getDisplayMedia(options = undefined) {
      return promised(() => {
        DevicesBrand.of(this);
        core.dictionary(options);
        throw error("InvalidStateError", "The page has not been touched by a user.");
      });
    }
    getSupportedConstraints() {
      DevicesBrand.of(this);
      const supported = {};
      for (let index = 0; index < constraints.length; index += 1) supported[constraints[index]] = true;
      return supported;
    }
  }
  core.eventHandlers(MediaDevices, ["devicechange"]);

  // MARK: Storage. https://storage.spec.whatwg.org/#storagemanager

  const StorageBrand = core.brand();
  function neverKept(manager) {
    StorageBrand.of(manager);
    return false;
  }
  class StorageManager {
    constructor() { throw new TypeError("Illegal constructor"); }
    persisted() { return promised(() => neverKept(this)); }
    persist() { return promised(() => neverKept(this)); }
    estimate() {
      return promised(() => {
        StorageBrand.of(this);
        return { quota: core.storageQuota, usage: core.agent.indexed?.size ?? 0, usageDetails: {} };
      });
    }
  }
  // Of databases and caches: they live in memory.
  core.storageQuota = 128 * 1024 * 1024;

  // MARK: Brands. https://wicg.github.io/ua-client-hints/

  const version = () => core.RegExpExec(/Chrome\/(\d+)/, native.userAgent())?.[1] ?? "0";
  const DataBrand = core.brand();
  const makeBrands = (suffix) => core.array(list({ brand: "Not:A-Brand", version: "8" + suffix },
    { brand: "Chromium", version: version() + suffix }));
  const entropy = {
    __proto__: null, architecture: () => "x86", bitness: () => "64", formFactors: () => core.array(list("Desktop")),
    fullVersionList: () => makeBrands(".0.0.0"), model: () => "", platformVersion: () => "", uaFullVersion: () => version() + ".0.0.0",
    wow64: () => false,
  };
  class NavigatorUAData {
    constructor() { throw new TypeError("Illegal constructor"); }
    get brands() {
      const fields = DataBrand.of(this);
      return (fields.brands = fields.brands ?? core.ObjectFreeze(makeBrands("")));
    }
    getHighEntropyValues(hints) {
      return promised(() => {
        DataBrand.of(this);
        core.requireArguments(arguments.length, 1);
        hints = core.sequence(hints, core.string);
        const values = { brands: makeBrands(""), mobile: false, platform: "Linux" };
        const names = core.ReflectOwnKeys(entropy);
        for (let index = 0; index < names.length; index += 1) {
          if (core.ArrayIndexOf(hints, names[index]) >= 0) values[names[index]] = entropy[names[index]]();
        }
        return values;
      });
    }
    toJSON() {
      DataBrand.of(this);
      return { brands: makeBrands(""), mobile: false, platform: "Linux" };
    }
  }

  addConstants(NavigatorUAData, DataBrand, { mobile: false, platform: "Linux" });

  // MARK: Media sessions, which nobody controls. https://w3c.github.io/mediasession/

  const MetadataBrand = core.brand(), SessionBrand = core.brand();
  const actions = list("play", "pause", "seekbackward", "seekforward", "previoustrack", "nexttrack", "skipad", "stop", "seekto",
    "togglemicrophone", "togglecamera", "togglescreenshare", "hangup", "previousslide", "nextslide", "enterpictureinpicture",
    "voiceactivity");
  const playbackStates = list("none", "paused", "playing");
  const convertArtwork = (value) => core.sequence(value, (item) => {
    const image = core.dictionary(item), { sizes, src, type } = image;
    if (src === undefined) throw new TypeError("A picture has a source.");
    const address = native.url(core.usvString(src), native.baseURL());
    if (address === null) throw new TypeError("The picture's source is not valid.");
    return core.ObjectFreeze({ src: address[0], sizes: sizes === undefined ? "" : core.string(sizes), type: type === undefined ? "" : core.string(type) });
  });
  class MediaMetadata {
    constructor(init = undefined) {
      init = core.dictionary(init);
      new MetadataBrand(this, {
        __proto__: null, album: core.member(init, "album", core.string, ""), artist: core.member(init, "artist", core.string, ""),
        artwork: core.ObjectFreeze(core.array(core.member(init, "artwork", convertArtwork, list()))),
        title: core.member(init, "title", core.string, ""),
      });
    }
    get artwork() { return MetadataBrand.of(this).artwork; }
    set artwork(value) { MetadataBrand.of(this).artwork = core.ObjectFreeze(core.array(convertArtwork(value))); }
  }
  const texts = ["title", "artist", "album"];
  for (let index = 0; index < texts.length; index += 1) {
    const name = texts[index];
    core.mixin(MediaMetadata, {
      get [name]() { return MetadataBrand.of(this)[name]; },
      set [name](value) { MetadataBrand.of(this)[name] = core.string(value); },
    });
  }
  class MediaSession {
    constructor() { throw new TypeError("Illegal constructor"); }
    get metadata() { return SessionBrand.of(this).metadata ?? null; }
    set metadata(value) {
      SessionBrand.of(this).metadata = core.nullable(value, (item) => core.convertInterface(item, MetadataBrand.has, "MediaMetadata"));
    }
    get playbackState() { return SessionBrand.of(this).playbackState ?? "none"; }
    set playbackState(value) {
      value = core.string(value);
      if (core.ArrayIndexOf(playbackStates, value) >= 0) SessionBrand.of(this).playbackState = value;
    }
    setActionHandler(action, handler) {
      SessionBrand.of(this);
      core.requireArguments(arguments.length, 2);
      core.enumeration(action, actions);
      core.nullable(handler, core.convertCallback);
    }
    setPositionState(state = undefined) {
      SessionBrand.of(this);
      state = core.dictionary(state);
      const duration = core.member(state, "duration", core.unrestrictedDouble);
      const position = core.member(state, "position", core.double, 0);
      const rate = core.member(state, "playbackRate", core.double, 1);
      if (duration === undefined) return;
      if (!(duration >= 0) || position < 0 || position > duration || rate === 0) throw new TypeError("The state is not valid.");
    }
  }

  const parts = core.navigatorParts;
  let battery;
  parts.getBattery = () => (battery = battery ?? core.PromiseResolve(singleton(BatteryManager, BatteryBrand, true)));
  parts.connection = () => singleton(NetworkInformation, NetworkBrand, true);
  parts.userActivation = () => singleton(UserActivation, ActivationBrand);
  parts.plugins = () => singleton(plugins.Class, plugins.Brand);
  parts.mimeTypes = () => singleton(mimeTypes.Class, mimeTypes.Brand);
  parts.mediaDevices = () => singleton(MediaDevices, DevicesBrand, true);
  parts.storage = () => singleton(StorageManager, StorageBrand);
  parts.userAgentData = () => singleton(NavigatorUAData, DataBrand);
  parts.mediaSession = () => singleton(MediaSession, SessionBrand);
  parts.getGamepads = () => core.array(list(null, null, null, null));

  core.define({ NetworkInformation, UserActivation, MediaSession, MediaMetadata });
  if (core.isSecureContext()) core.define({ BatteryManager, MediaDevices, NavigatorUAData, StorageManager });
})
