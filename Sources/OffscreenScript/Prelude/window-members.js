// What windows have that pages call seldom: window.js names it.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
(function (core) {
  "use strict";
  const { native, global, TypeError } = core;

  let statusText = "";
  core.bring("Window", {
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

  core.bring("Window and others", {
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

  core.bring("Element on the screen", {
    requestFullscreen(options = undefined) { return core.requestFullscreen(this, options); },
    requestPointerLock(options = undefined) { return core.requestPointerLock(this, options); },
  });
  core.bring("Document on the screen", {
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

  /** Another window has changed the storage. https://html.spec.whatwg.org/multipage/webstorage.html#send-a-storage-notification */
  core.storageChanged = function (kind, origin, key, oldValue, newValue, url) {
    if (origin !== native.originKey() || !native.isShown() || !core.isHeard(global, "storage", false)) return;
    core.load("storage.js");
    core.queueTask(() => core.fire(global, "storage",
      { __proto__: null, key, oldValue, newValue, url, storageArea: core.storageOf(kind) }, "StorageEvent"));
  };
})
