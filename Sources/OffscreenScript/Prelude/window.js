// The Window: itself, its address and history, timers and frames.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
(function (core) {
  "use strict";
  const { native, global, error, put, SafeMap, TypeError } = core;

  // MARK: Itself

  const page = core.wrap(0);
  core.defineGlobals({
    get window() { return global; },
    get document() { return page; },
    get top() { return core.topWindow?.() ?? global; },
  }, true);
  core.defineReplaceable({
    get self() { return global; },
    get frames() { return global; },
    get parent() { return core.parentWindow?.() ?? global; },
    get length() { return core.frameCount?.() ?? 0; },
    get origin() { return native.origin(); },
    get clientInformation() { return navigator; },
  });
  let windowName = "", openerValue = null;
  core.setWindowName = (name) => { windowName = name; };
  core.defineGlobals({
    get name() { return windowName; },
    set name(value) { windowName = core.string(value); },
    get opener() { return openerValue; },
    set opener(value) { openerValue = value; },
    get closed() { return native.isWindowClosed(native.windowNumber()); },
    get frameElement() { return core.frameElement?.() ?? null; },
    get navigator() { return navigator; },
    get isSecureContext() { return isSecure(); },
    get crossOriginIsolated() { return false; },
    get originAgentCluster() { return false; },
    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-window-stop */
    stop() {
      core.stopRequests?.();
      native.stopLoading();
    },
    // There is one window, which has the focus of the system or none.
    focus() {},
    blur() {},
  });

  // MARK: Location. https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface

  const parts = { origin: 1, protocol: 2, host: 5, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10 };
  const locationPart = (index) => native.url(native.documentURL(), null)[index];

  /** Secure are https pages, files and those of this machine. https://w3c.github.io/webappsec-secure-contexts/ */
  function isSecure() {
    const url = native.url(native.documentURL(), null);
    return url[2] === "https:" || url[2] === "file:" || url[6] === "localhost" || url[6] === "127.0.0.1" || url[6] === "[::1]";
  }

  core.isSecureContext = isSecure;

  /** `request`, where it is no plain GET: its method, the type of its body, and the body. */
  core.navigate = function (address, cause, replaces, request = null) {
    if (core.StringStartsWith(address, "javascript:")) return void core.queueTask(() => runAddress(address));
    const now = native.documentURL();
    if (request === null && hashLength(address) > 0 && withoutHash(address) === withoutHash(now)) {
      return goToFragment(address, now, replaces);
    }
    native.navigate(address, cause, replaces, false, request?.method, request?.type, request?.body);
  };

  /** Asks for a page in a window of its own. There are no windows, so that nobody gets one to speak to. */
  core.openWindow = function (address, cause, request = null) {
    if (core.StringStartsWith(address, "javascript:")) return;
    native.navigate(address, cause, false, true, request?.method, request?.type, request?.body);
  };

  /** https://html.spec.whatwg.org/multipage/semantics.html#get-an-element's-target, without its own. */
  core.baseTarget = function () {
    const bases = native.elementsByTagName(0, baseAtom, baseAtom, 0);
    for (let index = 0; index < bases.length; index += 1) {
      const target = native.attribute(bases[index], targetAtom, 7);
      if (target !== null) return target;
    }
    return "";
  };

  /**
   * The number of the window that a name stands for; -1 for a new one.
   * https://html.spec.whatwg.org/multipage/document-sequences.html#the-rules-for-choosing-a-navigable
   */
  core.navigable = function (target) {
    switch (core.toASCIILowercase(target)) {
      case "": case "_self": return native.windowNumber();
      case "_parent": return native.parentWindow();
      case "_top": return native.topWindow();
      case "_blank": return -1;
      default: return target === windowName ? native.windowNumber() : native.windowNamed(target);
    }
  };

  /** Goes elsewhere in the window that a name stands for; gives that window's number, or -1. */
  core.navigateIn = function (target, address, cause, request = null) {
    const number = core.navigable(target);
    if (number === native.windowNumber()) core.navigate(address, cause, false, request);
    else if (number < 0) core.openWindow(address, cause, request);
    else native.navigateWindow(number, address, cause, false, request?.method, request?.type, request?.body);
    return number;
  };
  const baseAtom = core.atom("base"), targetAtom = core.atom("target");

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#the-javascript:-url-special-case */
  function runAddress(address) {
    let value;
    try {
      value = native.evaluate(decoded(core.StringSlice(address, 11)), native.documentURL(), 1);
    } catch (thrown) {
      return core.report(thrown);
    }
    if (typeof value !== "string") return undefined;
    native.openDocument();
    native.write(value);
    native.closeDocument();
    return undefined;
  }

  function setLocation(href, replaces) {
    const target = native.url(href, native.baseURL());
    if (target === null) throw error("SyntaxError", `'${href}' is not a valid URL.`);
    core.navigate(target[0], "script", replaces);
  }

  function hashLength(href) {
    const place = core.StringIndexOf(href, "#");
    return place < 0 ? 0 : href.length - place;
  }
  function decoded(text) {
    core.load("bytes.js");
    return native.decode("utf-8", core.percentDecode(text));
  }
  const withoutHash = (href) => core.StringSlice(href, 0, href.length - hashLength(href));

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#scroll-to-fragid */
  function scrollToFragment(href) {
    const fragment = core.StringSlice(href, href.length - hashLength(href) + 1);
    const find = (name) => {
      const atom = native.knownAtom(name);
      return atom < 0 ? -1 : native.elementByID(0, atom);
    };
    let element = find(fragment);
    if (element < 0) element = find(decoded(fragment));
    if (element >= 0) core.scrollIntoView(element);
    else if (fragment === "" || core.toASCIILowercase(fragment) === "top") native.scrollTo(-1, 0, 0);
  }

  /** https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid */
  function goToFragment(href, old, replaces) {
    if (href === old) return scrollToFragment(href);
    push(null, href, replaces);
    scrollToFragment(href);
    core.queueTask(() => {
      core.fire(global, "popstate", { __proto__: null, state: null }, "PopStateEvent");
      core.fire(global, "hashchange", { __proto__: null, oldURL: old, newURL: href }, "HashChangeEvent");
    });
  }

  const LocationBrand = core.brand();
  const check = (value) => {
    LocationBrand.of(value);
    return value;
  };
  class Location {
    constructor() { throw new TypeError("Illegal constructor"); }
  }
  const location = core.ObjectCreate(Location.prototype);
  new LocationBrand(location);
  core.define({ Location });
  core.location = location;
  const members = {
    get href() { check(this); return native.documentURL(); },
    set href(value) { check(this); setLocation(core.usvString(value), false); },
    assign(url) {
      check(this);
      core.requireArguments(arguments.length, 1);
      setLocation(core.usvString(url), false);
    },
    replace(url) {
      check(this);
      core.requireArguments(arguments.length, 1);
      setLocation(core.usvString(url), true);
    },
    reload() { check(this); native.navigate(native.documentURL(), "reload", true, false); },
    toString() { check(this); return native.documentURL(); },
    get ancestorOrigins() { check(this); return ancestorOrigins; },
  };
  const ancestorOrigins = core.ObjectFreeze({ length: 0, item() { return null; }, contains() { return false; } });
  const names = core.ReflectOwnKeys(parts);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], place = parts[name];
    const accessor = core.descriptor({
      get [name]() { check(this); return locationPart(place); },
      set [name](value) {
        check(this);
        const changed = native.setURLPart(native.documentURL(), name, core.usvString(value));
        if (changed !== null) setLocation(changed[0], false);
      },
    }, name);
    if (name === "origin") accessor.set = undefined;
    core.ReflectDefineProperty(members, name, accessor);
  }
  const keys = core.ReflectOwnKeys(members);
  for (let index = 0; index < keys.length; index += 1) {
    const descriptor = core.descriptor(members, keys[index]);
    if (descriptor.get) core.conceal(descriptor.get);
    if (descriptor.set) core.conceal(descriptor.set);
    if (descriptor.value) core.conceal(descriptor.value);
    descriptor.configurable = false;
    descriptor.enumerable = true;
    if ("value" in descriptor) descriptor.writable = false;
    core.ReflectDefineProperty(location, keys[index], descriptor);
  }
  // https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface (what makes it unforgeable)
  core.ReflectDefineProperty(location, "valueOf", { __proto__: null, value: core.Object.prototype.valueOf });
  core.ReflectDefineProperty(location, core.SymbolToPrimitive, { __proto__: null, value: undefined });
  core.defineGlobals({
    get location() { return location; },
    set location(value) { location.href = value; },
  }, true);

  // MARK: History. https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface

  const entries = core.list();
  let current = 0;
  let restoration = "auto";
  put(entries, { __proto__: null, state: null, url: native.documentURL() });

  const mostEntries = 50;

  function push(state, url, replaces) {
    if (replaces) {
      entries[current] = { __proto__: null, state, url };
    } else {
      while (entries.length > current + 1) core.ArrayPop(entries);
      if (entries.length >= mostEntries) core.ArrayShift(entries);
      put(entries, { __proto__: null, state, url });
      current = entries.length - 1;
    }
    native.setURL(url);
  }

  const HistoryBrand = core.brand();
  const checkHistory = HistoryBrand.of;

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#shared-history-push/replace-state-steps */
  function change(data, url, replaces) {
    const state = core.structuredClone(data);
    let target = native.documentURL();
    if (url !== null && url !== undefined && url !== "") {
      const parsed = native.url(core.usvString(url), native.baseURL());
      const here = native.url(target, null);
      if (parsed === null || parsed[1] !== here[1] || parsed[2] !== here[2] || parsed[5] !== here[5]
        || (here[2] === "file:" && parsed[8] !== here[8])) {
        throw error("SecurityError", "A history state object with this URL cannot be created in this document.");
      }
      target = parsed[0];
    }
    push(state, target, replaces);
  }

  class History {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { checkHistory(this); return entries.length; }
    get scrollRestoration() { checkHistory(this); return restoration; }
    set scrollRestoration(value) {
      checkHistory(this);
      value = core.string(value);
      if (value === "auto" || value === "manual") restoration = value;
    }
    get state() { checkHistory(this); return entries[current].state; }
    go(delta = 0) {
      checkHistory(this);
      delta = core.long(delta);
      if (delta === 0) return native.navigate(native.documentURL(), "reload", true, false);
      core.queueTask(() => {
        const target = current + delta;
        if (target < 0 || target >= entries.length) return;
        const old = native.documentURL();
        current = target;
        native.setURL(entries[current].url);
        core.fire(global, "popstate", { __proto__: null, state: entries[current].state }, "PopStateEvent");
        if (hashLength(old) > 0 || hashLength(entries[current].url) > 0) {
          if (old !== entries[current].url) {
            core.fire(global, "hashchange", { __proto__: null, oldURL: old, newURL: entries[current].url }, "HashChangeEvent");
          }
        }
      });
      return undefined;
    }
    back() { checkHistory(this); this.go(-1); }
    forward() { checkHistory(this); this.go(1); }
    pushState(data, unused, url = null) {
      checkHistory(this);
      core.requireArguments(arguments.length, 2);
      change(data, url, false);
    }
    replaceState(data, unused, url = null) {
      checkHistory(this);
      core.requireArguments(arguments.length, 2);
      change(data, url, true);
    }
  }
  const history = core.ObjectCreate(History.prototype);
  new HistoryBrand(history);
  core.define({ History });
  core.defineGlobals({ get history() { return history; } });

  // MARK: Navigator. https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object

  const NavigatorBrand = core.brand();
  const constant = (value) => value;
  class Navigator {
    constructor() { throw new TypeError("Illegal constructor"); }
    javaEnabled() { return false; }
  }
  const languages = core.ObjectFreeze(core.array(core.list("en-US", "en")));
  const answers = {
    appCodeName: "Mozilla", appName: "Netscape", product: "Gecko", productSub: "20030107", vendor: "Google Inc.", vendorSub: "",
    platform: "Linux x86_64", language: "en-US", languages, onLine: true, cookieEnabled: true, hardwareConcurrency: 4,
    maxTouchPoints: 0, webdriver: true, pdfViewerEnabled: false, doNotTrack: null, deviceMemory: 8,
  };
  const answerNames = core.ReflectOwnKeys(answers);
  for (let index = 0; index < answerNames.length; index += 1) {
    const name = answerNames[index], value = answers[name];
    core.mixin(Navigator, {
      get [name]() {
        NavigatorBrand.of(this);
        return constant(value);
      },
    });
  }
  core.mixin(Navigator, {
    get userAgent() {
      NavigatorBrand.of(this);
      return native.userAgent();
    },
    /** https://w3c.github.io/beacon/#sendbeacon-method */
    sendBeacon(url, data = null) {
      NavigatorBrand.of(this);
      core.requireArguments(arguments.length, 1);
      return core.sendBeacon(core.usvString(url), data);
    },
    get appVersion() {
      NavigatorBrand.of(this);
      return core.StringSlice(native.userAgent(), 8);
    },
  });
  const navigator = core.ObjectCreate(Navigator.prototype);
  new NavigatorBrand(navigator);
  core.define({ Navigator });

  // MARK: Timers. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers

  // The nesting level of the timer that runs.
  let nesting = 0;

  function start(handler, timeout, repeats, extra) {
    const isFunction = typeof handler === "function";
    const source = isFunction ? undefined : core.string(handler);
    timeout = core.long(timeout);
    if (timeout < 0) timeout = 0;
    if (nesting > 5 && timeout < 4) timeout = 4;
    const level = nesting + 1;
    return core.startTimer(timeout, repeats, () => {
      nesting = level;
      try {
        if (isFunction) core.callAndReport(handler, global, extra);
        else runSource(source);
      } finally {
        nesting = 0;
      }
    });
  }

  function runSource(source) {
    try {
      native.evaluate(source, native.documentURL(), 1);
    } catch (thrown) {
      core.report(thrown);
    }
  }

  const frameCallbacks = new SafeMap();
  let lastFrame = 0;
  core.entry.frame = function (time) {
    const waiting = core.list();
    frameCallbacks.forEach((callback, number) => put(waiting, number));
    for (let index = 0; index < waiting.length; index += 1) {
      const callback = frameCallbacks.get(waiting[index]);
      if (callback === undefined) continue;
      frameCallbacks.delete(waiting[index]);
      core.callAndReport(callback, undefined, core.list(time));
    }
  };

  const transferOf = (options) => core.member(core.dictionary(options), "transfer", (value) => core.sequence(value, core.object)) ?? core.list();
  const rest = (list, from) => {
    const result = core.list();
    for (let index = from; index < list.length; index += 1) put(result, list[index]);
    return result;
  };
  core.defineGlobals({
    setTimeout(handler, timeout = 0) {
      core.requireArguments(arguments.length, 1);
      return start(handler, timeout, false, rest(arguments, 2));
    },
    setInterval(handler, timeout = 0) {
      core.requireArguments(arguments.length, 1);
      return start(handler, timeout, true, rest(arguments, 2));
    },
    clearTimeout(id = 0) { core.stopTimer(core.long(id)); },
    clearInterval(id = 0) { core.stopTimer(core.long(id)); },
    requestAnimationFrame(callback) {
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      lastFrame += 1;
      frameCallbacks.set(lastFrame, callback);
      native.requestFrame();
      return lastFrame;
    },
    cancelAnimationFrame(handle) {
      core.requireArguments(arguments.length, 1);
      frameCallbacks.delete(core.unsignedLong(handle));
    },
    queueMicrotask(callback) {
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      core.queueMicrotask(() => core.callAndReport(callback, undefined, core.list()));
    },

    // MARK: Dialogs. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#user-prompts
    alert(message = "") { native.dialog("alert", core.string(message), ""); },
    confirm(message = "") { return native.dialog("confirm", core.string(message), "") !== null; },
    prompt(message = "", initial = "") { return native.dialog("prompt", core.string(message), core.string(initial)); },
    /** https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#print-steps: nobody is there to print. */
    print() {
      core.fire(global, "beforeprint");
      core.fire(global, "afterprint");
    },

    // MARK: Windows. https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-open
    open(url = "", target = "_blank", features = "") {
      url = core.usvString(url);
      target = core.string(target);
      core.string(features);
      const address = url === "" ? "about:blank" : native.url(url, native.baseURL())?.[0];
      if (address === undefined) throw error("SyntaxError", `'${url}' is not a valid URL.`);
      const number = url === "" && core.navigable(target) >= 0 ? core.navigable(target)
        : core.navigateIn(target, address, "script");
      return number < 0 ? null : number === native.windowNumber() ? global : core.windowOf(number);
    },

    // MARK: Base64. https://html.spec.whatwg.org/multipage/webappapis.html#atob
    btoa(data) {
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      let out = "";
      for (let index = 0; index < data.length; index += 3) {
        const a = core.StringCharCodeAt(data, index), b = core.StringCharCodeAt(data, index + 1),
          c = core.StringCharCodeAt(data, index + 2);
        if (a > 255 || b > 255 || c > 255) {
          throw error("InvalidCharacterError", "The string contains characters outside of the Latin1 range.");
        }
        out += alphabet[a >> 2] + alphabet[((a & 3) << 4) | (b >> 4)]
          + (index + 1 < data.length ? alphabet[((b & 15) << 2) | (c >> 6)] : "=")
          + (index + 2 < data.length ? alphabet[c & 63] : "=");
      }
      return out;
    },
    atob(data) {
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      let bits = 0, count = 0, length = 0, padding = 0, out = "";
      for (let index = 0; index < data.length; index += 1) {
        const code = core.StringCharCodeAt(data, index);
        if (code === 9 || code === 10 || code === 12 || code === 13 || code === 32) continue;
        length += 1;
        if (code === 61) {
          padding += 1;
          continue;
        }
        const value = core.StringIndexOf(alphabet, data[index]);
        if (value < 0 || padding > 0) throw error("InvalidCharacterError", "The string to be decoded is not correctly encoded.");
        bits = ((bits << 6) | value) & 0xFFFFFF;
        count += 6;
        if (count >= 8) {
          count -= 8;
          out += core.StringFromCharCode((bits >> count) & 255);
        }
      }
      if ((padding > 0 && (length % 4 !== 0 || padding > 2)) || (length - padding) % 4 === 1) {
        throw error("InvalidCharacterError", "The string to be decoded is not correctly encoded.");
      }
      return out;
    },

    // MARK: Messages. https://html.spec.whatwg.org/multipage/web-messaging.html#posting-messages
    postMessage(message, options = undefined, transfer = undefined) {
      core.requireArguments(arguments.length, 1);
      core.postToWindow(message, options, transfer);
    },
    structuredClone(value, options = undefined) {
      core.requireArguments(arguments.length, 1);
      return core.structuredClone(value, transferOf(options));
    },
  });
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  core.btoa = global.btoa;
  core.open = global.open;

  // MARK: Screen. https://drafts.csswg.org/cssom-view/#the-screen-interface

  const ScreenBrand = core.brand();
  const screenPart = (value, index) => {
    ScreenBrand.of(value);
    return native.viewport()[index];
  };
  class Screen {
    constructor() { throw new TypeError("Illegal constructor"); }
    get availWidth() { return screenPart(this, 5); }
    get availHeight() { return screenPart(this, 6); }
    get width() { return screenPart(this, 5); }
    get height() { return screenPart(this, 6); }
    get colorDepth() { screenPart(this, 5); return 24; }
    get pixelDepth() { screenPart(this, 5); return 24; }
    get availLeft() { screenPart(this, 5); return 0; }
    get availTop() { screenPart(this, 5); return 0; }
  }
  const screen = core.ObjectCreate(Screen.prototype);
  new ScreenBrand(screen);
  core.define({ Screen });
  core.defineReplaceable({ get screen() { return screen; } });
})
