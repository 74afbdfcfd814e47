// The Window: itself, timers, dialogs and messages.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
(function (core) {
  "use strict";
  const { native, global, error } = core;

  // MARK: Itself

  const page = core.wrap(0);
  core.defineGlobals({
    get window() { return global; },
    get document() { return page; },
    get location() { return core.location; },
    set location(value) { core.location.href = value; },
    get top() { return core.topWindow === undefined ? global : core.topWindow(); },
  }, true);
  core.defineReplaceable({
    get self() { return global; },
    get frames() { return global; },
    get parent() { return core.parentWindow === undefined ? global : core.parentWindow(); },
    get length() { return core.frameCount?.() ?? 0; },
    get clientInformation() { return core.navigator; },
  });
  let statusText = "";
  core.defineGlobals({
    get name() { return native.isShown() ? native.windowName() : ""; },
    set name(value) { native.setWindowName(core.string(value)); },
    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-opener */
    get opener() {
      const number = native.opener();
      return number < 0 ? null : core.windowOf(number);
    },
    set opener(value) {
      if (value === null) return native.disown();
      const isDefined = core.ReflectDefineProperty(this ?? global, "opener",
        { __proto__: null, value, writable: true, enumerable: true, configurable: true });
      if (!isDefined) throw new TypeError("The property cannot be defined.");
      return undefined;
    },
    get closed() { return native.isWindowClosed(native.windowNumber()); },
    get frameElement() { return core.frameElement?.() ?? null; },
    get originAgentCluster() { return false; },
    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-window-stop */
    stop() {
      core.stopRequests?.();
      native.stopLoading();
    },
    // Only windows that a script has opened are closed by one.
    close() { native.closeWindow(native.windowNumber()); },
    // Nobody works at the page: the focus of the system stays where it is.
    focus() {},
    blur() {},
    get status() { return statusText; },
    set status(value) { statusText = core.string(value); },
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
    "history.js": ["History", "history"], "navigation.js": ["Navigation", "NavigationHistoryEntry", "NavigateEvent",
      "NavigationDestination", "NavigationTransition", "NavigationCurrentEntryChangeEvent", "navigation"], "location.js": ["Location"],
    "navigator.js": ["Navigator", "navigator"], "screen.js": ["Screen", "ScreenOrientation", "screen"],
  });
  core.lazyValues("location.js", ["location"]);
  core.lazyValues("navigator.js", ["navigator"]);
  core.lazyFunctions("history.js", ["pushEntry", "traversed"]);
  core.lazyFunctions("window-open.js", ["openWindow", "windowFeatures"]);
  core.entry.goToFragment = (href, replaces) => core.goToFragment(href, native.documentURL(), replaces);
  core.entry.traversed = (state, old, href, text) => core.traversed(state, old, href, text);
  core.entry.traversing = (number) => core.navigation?.traversing(number);
  core.lazyFunctions("location.js", ["baseTarget", "goToFragment", "navigable", "navigate", "navigateIn", "reload"]);

  core.mixin(core.Element, {
    requestFullscreen(options = undefined) { return core.requestFullscreen(this, options); },
    requestPointerLock(options = undefined) { return core.requestPointerLock(this, options); },
  });
  core.mixin(core.Document, {
    get fullscreenEnabled() { return core.id(this) === 0; },
    set fullscreenEnabled(value) { core.id(this); },
    get fullscreen() { core.id(this); return false; },
    set fullscreen(value) { core.id(this); },
    get fullscreenElement() { core.id(this); return null; },
    set fullscreenElement(value) { core.id(this); },
    get pointerLockElement() { core.id(this); return null; },
    exitFullscreen() { return core.exitFullscreen(); },
    exitPointerLock() { core.id(this); },
  });
  core.eventHandlers(core.Element, ["fullscreenchange", "fullscreenerror"]);
  core.eventHandlers(core.Document, ["fullscreenchange", "fullscreenerror", "pointerlockchange", "pointerlockerror"]);

  core.defineGlobals({
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
      return core.openWindow(url, target, core.stringOrEmpty(features));
    },

    // MARK: Messages. https://html.spec.whatwg.org/multipage/web-messaging.html#posting-messages
    postMessage(message, options = undefined, transfer = undefined) {
      core.requireArguments(arguments.length, 1);
      core.postToWindow(message, options, transfer);
    },
  });

  core.open = global.open;

  /** Another window has changed the storage. https://html.spec.whatwg.org/multipage/webstorage.html#send-a-storage-notification */
  core.storageChanged = function (kind, origin, key, oldValue, newValue, url) {
    if (origin !== native.originKey() || !native.isShown() || !core.isHeard(global, "storage", false)) return;
    core.load("storage.js");
    core.queueTask(() => core.fire(global, "storage",
      { __proto__: null, key, oldValue, newValue, url, storageArea: core.storageOf(kind) }, "StorageEvent"));
  };
})
