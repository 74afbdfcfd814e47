// The Window: itself, timers, dialogs and messages.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-window-object
(function (core) {
  "use strict";
  const { native, global, error } = core;

  // MARK: Itself

  let page = null;
  core.defineGlobals({
    get window() { return global; },
    get document() { return (page ??= core.wrap(0)); },
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
  core.later(global, "Window", "window-members.js",
    "name= opener= closed frameElement originAgentCluster stop:0 close:0 focus:0 blur:0 status=");

  /** Secure are https pages, files and those of this machine. https://w3c.github.io/webappsec-secure-contexts/ */
  function isSecure() {
    const url = native.url(native.documentURL(), null);
    return url[2] === "https:" || url[2] === "file:" || url[6] === "localhost" || url[6] === "127.0.0.1" || url[6] === "[::1]";
  }

  core.isSecureContext = isSecure;

  // MARK: What is in files of its own

  core.lazyFiles(
    "history.js History history "
    + "navigation.js Navigation NavigationHistoryEntry NavigateEvent NavigationDestination NavigationTransition "
    + "NavigationCurrentEntryChangeEvent navigation "
    + "location.js Location "
    + "navigator.js Navigator navigator "
    + "screen.js Screen ScreenOrientation screen");
  core.lazyValues("location.js", "location");
  core.lazyValues("navigator.js", "navigator");
  core.lazyFunctions("history.js", "pushEntry traversed");
  core.lazyFunctions("window-open.js", "openWindow windowFeatures");
  core.entry.goToFragment = (href, replaces) => core.goToFragment(href, native.documentURL(), replaces);
  core.entry.traversed = (state, old, href, text) => core.traversed(state, old, href, text);
  core.entry.traversing = (number) => core.navigation?.traversing(number);
  core.lazyFunctions("location.js", "baseTarget goToFragment navigable navigate navigateIn reload");

  core.lazyFunctions("window-members.js", "storageChanged storageKey");
  core.later(global, "Window and others", "window-members.js", "alert:0 confirm:0 prompt:0 print:0 open:0 postMessage:1");
  core.open = global.open;

})
