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
    get top() { return core.topWindow?.() ?? global; },
  }, true);
  core.defineReplaceable({
    get self() { return global; },
    get frames() { return global; },
    get parent() { return core.parentWindow?.() ?? global; },
    get length() { return core.frameCount?.() ?? 0; },
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

  // MARK: What is in files of its own

  core.lazyFiles({
    "history.js": ["History", "history"], "location.js": ["Location"],
    "navigator.js": ["Navigator", "navigator"], "screen.js": ["Screen", "screen"],
  });
  core.lazyValues("location.js", ["location"]);
  core.lazyValues("navigator.js", ["navigator"]);
  core.lazyFunctions("history.js", ["pushEntry"]);
  core.lazyFunctions("location.js", ["baseTarget", "navigable", "navigate", "navigateIn", "openWindow"]);

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
  });

  core.open = global.open;
})
