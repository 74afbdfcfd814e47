// The Window: itself, timers, dialogs and messages.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
(function (core) {
  "use strict";
  const { native, global, error, put, SafeMap, TypeError } = core;

  // MARK: Itself

  const page = core.wrap(0);
  core.defineGlobals({
    get window() { return global; },
    get document() { return page; },
    get location() { return core.location; },
    set location(value) { core.location.href = value; },
    get top() { return core.topWindow?.() ?? global; },
  }, true);
  core.defineReplaceable({
    get self() { return global; },
    get frames() { return global; },
    get parent() { return core.parentWindow?.() ?? global; },
    get length() { return core.frameCount?.() ?? 0; },
    get origin() { return native.origin(); },
    get clientInformation() { return core.navigator; },
  });
  let windowName = "", openerValue = null;
  core.windowName = () => windowName;
  core.setWindowName = (name) => { windowName = name; };
  core.defineGlobals({
    get name() { return windowName; },
    set name(value) { windowName = core.string(value); },
    get opener() { return openerValue; },
    set opener(value) { openerValue = value; },
    get closed() { return native.isWindowClosed(native.windowNumber()); },
    get frameElement() { return core.frameElement?.() ?? null; },
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

  /** Secure are https pages, files and those of this machine. https://w3c.github.io/webappsec-secure-contexts/ */
  function isSecure() {
    const url = native.url(native.documentURL(), null);
    return url[2] === "https:" || url[2] === "file:" || url[6] === "localhost" || url[6] === "127.0.0.1" || url[6] === "[::1]";
  }

  core.isSecureContext = isSecure;

  /**
   * Who shares what pages keep; null for who may keep nothing. https://storage.spec.whatwg.org/#obtain-a-storage-key
   * As in Chromium, files keep it together.
   */
  core.storageKey = function () {
    const origin = native.origin();
    if (origin !== "null") return origin;
    const isPage = native.parentWindow() === native.windowNumber();
    return isPage && core.StringStartsWith(native.documentURL(), "file:") ? "file://" : null;
  };

  // MARK: What is in files of its own

  core.lazyFiles({
    "base64.js": ["atob", "btoa"], "history.js": ["History", "history"], "location.js": ["Location"],
    "navigator.js": ["Navigator", "navigator"], "screen.js": ["Screen", "ScreenOrientation", "screen"],
  });
  core.lazyValues("location.js", ["location"]);
  core.lazyValues("navigator.js", ["navigator"]);
  core.lazyFunctions("base64.js", ["btoa"]);
  core.lazyFunctions("history.js", ["pushEntry"]);
  core.lazyFunctions("location.js", ["baseTarget", "navigable", "navigate", "navigateIn", "openWindow"]);

  if (isSecure()) {
    core.lazyFiles({
      "cache-storage.js": ["Cache", "CacheStorage", "caches"], "clipboard.js": ["Clipboard", "ClipboardItem"],
      "crypto-subtle.js": ["CryptoKey", "SubtleCrypto"],
      "device.js": ["BatteryManager", "MediaDevices", "NavigatorUAData", "StorageManager"], "locks.js": ["Lock", "LockManager"],
      "permissions.js": ["Notification", "Permissions", "PermissionStatus", "WakeLock"],
    });
  }
  core.mixin(core.Element, {
    requestFullscreen(options = undefined) { return core.requestFullscreen(this, options); },
    requestPointerLock(options = undefined) { return core.requestPointerLock(this, options); },
  });
  core.mixin(core.Document, {
    get fullscreenEnabled() { return core.id(this) === 0; },
    get fullscreenElement() { core.id(this); return null; },
    get pointerLockElement() { core.id(this); return null; },
    exitFullscreen() { return core.exitFullscreen(); },
    exitPointerLock() { core.id(this); },
  });
  core.eventHandlers(core.Element, ["fullscreenchange", "fullscreenerror"]);
  core.eventHandlers(core.Document, ["fullscreenchange", "fullscreenerror", "pointerlockchange", "pointerlockerror"]);

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

  core.open = global.open;
})
