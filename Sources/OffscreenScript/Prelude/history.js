// The session history, as one window has it.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface
(function (core) {
  "use strict";
  const { native, global, error, put, TypeError } = core;

  const entries = core.list();
  let current = 0;
  let restoration = "auto";
  put(entries, { __proto__: null, state: null, url: native.documentURL() });

  const mostEntries = 50;

  /** Adds an entry, or replaces the current one. */
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
  core.pushEntry = push;

  const hasHash = (href) => core.StringIndexOf(href, "#") >= 0;

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
        if (hasHash(old) || hasHash(entries[current].url)) {
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
})
