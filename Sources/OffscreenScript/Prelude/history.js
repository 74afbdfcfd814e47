// The session history, as one window has it: its entries are what shows the window's, and are in Swift.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface
(function (core) {
  "use strict";
  const { native, global, error, TypeError, SafeMap } = core;

  // What entries hold, by number: objects that no page sees. All windows of the page have them in common, since a page
  // that is loaded again is another window.
  const states = core.agent.historyStates ??= { __proto__: null, last: 0, values: new SafeMap() };
  const mostStates = 10000;
  let restoration = "auto";
  let number = native.historyState();
  // What scripts have said by the Navigation API, by the numbers of entries.
  core.navigationStates = new SafeMap();

  // What an earlier document has left of an entry: both states, as JSON. Deviation: what JSON has no form for is lost.
  core.entry.historyText = function (number, entry) {
    const value = states.values.get(number), navigated = core.navigationStates.get(entry);
    if (value === undefined && navigated === undefined) return null;
    try {
      return core.JSONStringify({ __proto__: null, history: value ?? null, navigation: navigated });
    } catch {
      // Circles, or what a page has put on its prototypes.
      return null;
    }
  };
  core.readEntryText = function (text, entry) {
    const value = text === null ? null : core.JSONParse(text);
    if (value !== null && value.navigation !== undefined) core.navigationStates.set(entry, value.navigation);
    return value === null ? null : value.history;
  };
  let state = number === 0 ? core.readEntryText(native.historyText(), native.historyEntry()) : copyOf(number);

  function copyOf(number) {
    const value = states.values.get(number);
    return core.isObject(value) ? core.structuredClone(value) : value ?? null;
  }

  function keep(value) {
    if (value === null) return 0;
    states.last += 1;
    states.values.set(states.last, core.isObject(value) ? core.structuredClone(value) : value);
    if (states.last > mostStates) states.values.delete(states.last - mostStates);
    return states.last;
  }

  /** Adds an entry, or replaces the current one. */
  core.pushEntry = function (value, url, replaces) {
    number = keep(value);
    state = value;
    native.updateHistory(url, number, replaces);
  };

  const hashOf = (href) => {
    const place = core.StringIndexOf(href, "#");
    return place < 0 ? null : core.StringSlice(href, place);
  };

  /**
   * The document is in another entry of the history.
   * https://html.spec.whatwg.org/multipage/browsing-the-web.html#update-document-for-history-step-application
   */
  core.traversed = function (entry, old, href, text) {
    number = entry;
    state = number === 0 && text !== null ? core.readEntryText(text, native.historyEntry()) : copyOf(entry);
    core.navigation?.traversed();
    core.fire(global, "popstate", { __proto__: null, state }, "PopStateEvent");
    if (hashOf(old) !== hashOf(href)) {
      core.queueTask(() => core.fire(global, "hashchange", { __proto__: null, oldURL: old, newURL: href }, "HashChangeEvent"));
    }
  };

  // Of all windows of an origin: a method of one may be called for another's history.
  const HistoryBrand = core.ofOrigin("HistoryBrand", () => core.brand());

  /** What is done for a history's window; throws where nothing shows its document. */
  function stepsOf(history) {
    const steps = HistoryBrand.of(history);
    if (!steps.isShown()) throw error("SecurityError", "The document is not shown any more.");
    return steps;
  }

  const steps = {
    __proto__: null, change, go, isShown: native.isShown, length: native.historyLength, state: () => state,
    restoration: () => restoration, setRestoration(value) { restoration = value; },
  };

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#shared-history-push/replace-state-steps */
  function change(data, url, replaces) {
    const value = core.structuredClone(data);
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
    if (core.navigation === undefined) core.pushEntry(value, target, replaces);
    else core.navigation.pushes(target, replaces, () => core.pushEntry(value, target, replaces));
  }

  function go(delta) {
    if (delta === 0) core.reload();
    else native.traverse(delta);
  }

  class History {
    constructor() { throw new TypeError("Illegal constructor"); }
    get length() { return stepsOf(this).length(); }
    get scrollRestoration() { return stepsOf(this).restoration(); }
    set scrollRestoration(value) {
      const steps = stepsOf(this);
      value = core.string(value);
      if (value === "auto" || value === "manual") steps.setRestoration(value);
    }
    get state() { return stepsOf(this).state(); }
    go(delta = 0) { stepsOf(this).go(core.long(delta)); }
    back() { stepsOf(this).go(-1); }
    forward() { stepsOf(this).go(1); }
    pushState(data, unused, url = null) {
      const steps = stepsOf(this);
      core.requireArguments(arguments.length, 2);
      steps.change(data, url, false);
    }
    replaceState(data, unused, url = null) {
      const steps = stepsOf(this);
      core.requireArguments(arguments.length, 2);
      steps.change(data, url, true);
    }
  }
  const history = core.ObjectCreate(History.prototype);
  new HistoryBrand(history, steps);
  core.define({ History });
  core.defineGlobals({ get history() { return history; } });
})
