// The Navigation API. https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-interface
//
// The entries are those of the session history, which is in Swift. Deviations: nobody has clicked, so that no traversal can
// be canceled, and only what scripts do leads elsewhere; a page that is left hears no more of the promises of its navigation.
(function (core) {
  "use strict";
  const { native, global, error, list, put, SafeMap, TypeError } = core;
  core.load("streams.js");
  core.load("history.js");
  core.load("location.js");
  const { Deferred, upon, handled } = core.streams;

  // MARK: Entries. https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-navigationhistoryentry-interface

  const Entry = core.brand();
  // What scripts have said of entries, by their numbers; of those that an engine before this one has had, as text.
  const states = core.navigationStates;
  const copyOf = (value) => (core.isObject(value) ? core.structuredClone(value) : value);

  /** As a unique identifier is written. */
  function identifier(number, kind) {
    const digits = core.NumberToString(number, 16);
    return `${kind}0000000-0000-4000-8000-${core.StringSlice("000000000000", digits.length)}${digits}`;
  }

  class NavigationHistoryEntry extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get key() { return shownOf(this) ? identifier(Entry.of(this).key, "a") : ""; }
    get id() { return shownOf(this) ? identifier(Entry.of(this).number, "b") : ""; }
    get url() { return shownOf(this) ? Entry.of(this).url : ""; }
    get index() {
      const { number } = Entry.of(this);
      return native.isShown() ? indexOf(number) : -1;
    }
    get sameDocument() { return shownOf(this) && Entry.of(this).isSame; }
    getState() {
      const { number } = Entry.of(this);
      return native.isShown() ? copyOf(states.get(number)) : undefined;
    }
  }
  const shownOf = (entry) => {
    Entry.of(entry);
    return native.isShown();
  };
  core.eventHandlers(NavigationHistoryEntry, ["dispose"]);
  core.define({ NavigationHistoryEntry });

  let entries = list(), current = 0;
  const known = new SafeMap();
  const indexOf = (number) => {
    for (let index = 0; index < entries.length; index += 1) if (entries[index].number === number) return index;
    return -1;
  };
  const currentObject = () => (entries.length === 0 ? null : entries[current]?.object ?? null);

  /** Brings the list up to date with the history; gives those that are gone. */
  function refresh() {
    const rows = native.historyEntries(), now = native.historyEntry();
    const gone = list(), fresh = list();
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index];
      let record = known.get(row[2]);
      if (record === undefined) {
        record = { __proto__: null, url: row[0], key: row[1], number: row[2], step: row[3], isSame: row[4], object: null };
        if (row[5] !== null && !states.has(record.number)) core.readEntryText(row[5], record.number);
        record.object = core.makeOwn(NavigationHistoryEntry);
        new Entry(record.object, record);
        known.set(record.number, record);
      }
      record.step = row[3];
      record.isSame = row[4];
      put(fresh, record);
      if (record.number === now) current = index;
    }
    for (let index = 0; index < entries.length; index += 1) {
      if (core.ArrayIndexOf(fresh, entries[index]) >= 0) continue;
      put(gone, entries[index]);
      known.delete(entries[index].number);
      states.delete(entries[index].number);
    }
    entries = fresh;
    return gone;
  }

  /** The history is another one: who listens is told. */
  function changed(type, from) {
    const gone = refresh();
    core.fire(navigation, "currententrychange", { __proto__: null, navigationType: type, from }, "NavigationCurrentEntryChangeEvent");
    for (let index = 0; index < gone.length; index += 1) core.fire(gone[index].object, "dispose");
  }

  // MARK: Events

  const types = list("push", "replace", "traverse", "reload"), any = (value) => value;
  core.eventInterface("NavigationCurrentEntryChangeEvent", core.Event, {
    navigationType: [(value) => (value === null ? null : core.enumeration(value, types)), null],
    from: [(value) => core.convertInterface(value, Entry.has, "NavigationHistoryEntry"), null, true],
  });

  const Destination = core.brand();
  class NavigationDestination {
    constructor() { core.requireOwn(); }
    get url() { return Destination.of(this).url; }
    get key() {
      const { entry } = Destination.of(this);
      return entry === null || !native.isShown() ? "" : identifier(entry.key, "a");
    }
    get id() {
      const { entry } = Destination.of(this);
      return entry === null || !native.isShown() ? "" : identifier(entry.number, "b");
    }
    get index() {
      const { entry } = Destination.of(this);
      return entry === null || !native.isShown() ? -1 : indexOf(entry.number);
    }
    get sameDocument() { return Destination.of(this).isSame; }
    getState() { return copyOf(Destination.of(this).state); }
  }
  core.define({ NavigationDestination });

  const Event = core.Event;
  const isSignal = (value) => core.isAbortSignal(value);
  // What an event of ours is about; undefined of one that a page has made.
  const ongoingOf = new core.SafeWeakMap();
  core.load("abort.js");
  core.eventInterface("NavigateEvent", Event, {
    navigationType: [(value) => core.enumeration(value, types), "push"],
    destination: [(value) => core.convertInterface(value, Destination.has, "NavigationDestination"), null, true],
    canIntercept: [core.boolean, false], userInitiated: [core.boolean, false], hashChange: [core.boolean, false],
    signal: [(value) => core.convertInterface(value, isSignal, "AbortSignal"), null, true],
    formData: [any, null], downloadRequest: [(value) => (value === null ? null : core.string(value)), null], info: [any, undefined],
    hasUAVisualTransition: [core.boolean, false], sourceElement: [any, null],
  }, {
    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigateevent-intercept */
    intercept(options = undefined) {
      const ongoing = ongoingFor(this);
      const members = core.dictionary(options);
      const handler = core.member(members, "handler", core.convertCallback, null);
      const precommit = core.member(members, "precommitHandler", core.convertCallback, null);
      const focus = core.member(members, "focusReset", (value) => core.enumeration(value, resets), null);
      const scroll = core.member(members, "scroll", (value) => core.enumeration(value, scrolls), null);
      if (!ongoing.mayIntercept) throw error("SecurityError", "This navigation cannot be intercepted.");
      if (!ongoing.isDispatching) throw error("InvalidStateError", "The event is over.");
      ongoing.isIntercepted = true;
      if (precommit !== null) put(ongoing.before, precommit);
      if (handler !== null) put(ongoing.handlers, handler);
      if (focus !== null) ongoing.focus = focus;
      if (scroll !== null) ongoing.scroll = scroll;
    },
    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigateevent-scroll */
    scroll() {
      const ongoing = ongoingFor(this);
      if (!ongoing.isCommitted || ongoing.hasScrolled) throw error("InvalidStateError", "The navigation is not at that point.");
      scrollFor(ongoing);
    },
  });
  const resets = list("after-transition", "manual"), scrolls = list("after-transition", "manual");
  function ongoingFor(event) {
    const ongoing = ongoingOf.get(event);
    if (ongoing === undefined || !event.isTrusted) throw error("SecurityError", "The event is none of the browser's.");
    return ongoing;
  }
  function scrollFor(ongoing) {
    ongoing.hasScrolled = true;
    if (ongoing.type === "traverse" || ongoing.type === "reload") return;
    core.scrollToFragment(ongoing.url);
  }

  const Transition = core.brand();
  class NavigationTransition {
    constructor() { core.requireOwn(); }
    get navigationType() { return Transition.of(this).type; }
    get from() { return Transition.of(this).from; }
    get finished() { return Transition.of(this).finished.promise; }
    get committed() { return Transition.of(this).committed.promise; }
  }
  core.define({ NavigationTransition });

  // MARK: A navigation

  /** Promises of one that a script has asked for by this interface. */
  class Tracker {
    committed = new Deferred();
    finished = new Deferred();
    info = undefined;
    state = undefined;
    key = "";
    constructor() {
      handled(this.committed.promise);
      handled(this.finished.promise);
    }
    reject(reason) {
      this.committed.reject(reason);
      this.finished.reject(reason);
    }
    get result() { return { committed: this.committed.promise, finished: this.finished.promise }; }
  }
  const failure = (reason) => {
    const tracker = new Tracker();
    tracker.reject(reason);
    return tracker.result;
  };

  // The one whose event has been fired last, while it is not over; the one that a call here has just begun.
  let ongoing = null, upcoming = null, transition = null;
  const traversing = new SafeMap();

  function fail(one, reason) {
    if (one.isOver) return;
    one.isOver = true;
    if (ongoing === one) ongoing = null;
    core.abortSignal(one.signal, reason);
    let message = "";
    try {
      message = core.string(core.isObject(reason) ? reason.message ?? "" : reason);
    } catch {
      // What a page throws may throw, too.
    }
    core.fire(navigation, "navigateerror", {
      __proto__: null, error: reason, message,
      filename: "", lineno: 0, colno: 0,
    }, "ErrorEvent");
    one.tracker?.reject(reason);
    if (one.transition !== null) {
      one.transition.finished.reject(reason);
      if (transition === one.transition.object) transition = null;
    }
  }

  function succeed(one) {
    if (one.isOver) return;
    one.isOver = true;
    if (ongoing === one) ongoing = null;
    if (one.isIntercepted) {
      if (one.focus !== "manual") core.focus.blur(core.focus.element);
      if (one.scroll !== "manual" && !one.hasScrolled) scrollFor(one);
    }
    core.fire(navigation, "navigatesuccess");
    one.tracker?.finished.resolve(currentObject());
    if (one.transition !== null) {
      one.transition.finished.resolve(undefined);
      if (transition === one.transition.object) transition = null;
    }
  }

  const withoutHash = (href) => {
    const place = core.StringIndexOf(href, "#");
    return place < 0 ? href : core.StringSlice(href, 0, place);
  };
  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#can-have-its-url-rewritten */
  function mayBecome(target) {
    const from = native.url(native.documentURL(), null), to = native.url(target, null);
    if (to === null || from[2] !== to[2] || from[3] !== to[3] || from[4] !== to[4] || from[5] !== to[5]) return false;
    if (to[2] === "http:" || to[2] === "https:") return true;
    if (to[2] === "file:") return from[8] === to[8];
    return from[8] === to[8] && from[9] === to[9];
  }

  /**
   * Fires `navigate`. Gives what is under way, null where it has been canceled.
   * https://html.spec.whatwg.org/multipage/nav-history-apis.html#inner-navigate-event-firing-algorithm
   */
  function begin(type, url, details) {
    const tracker = type === "traverse" ? traversing.get(details.entry.number) ?? null : upcoming;
    upcoming = null;
    if (type === "traverse") traversing.delete(details.entry.number);
    if (ongoing !== null) fail(ongoing, error("AbortError", "Another navigation has begun."));
    const destination = core.makeOwn(NavigationDestination);
    new Destination(destination, {
      __proto__: null, url, isSame: details.isSame, entry: details.entry ?? null,
      state: type === "traverse" ? states.get(details.entry.number) : tracker?.state ?? (type === "reload" ? states.get(entries[current]?.number) : undefined),
    });
    const signal = core.makeAbortSignal();
    const now = native.documentURL();
    const mayIntercept = mayBecome(url) && (type !== "traverse" || details.isSame);
    const one = {
      __proto__: null, type, url, tracker, signal, mayIntercept, isDispatching: true, isIntercepted: false, isCommitted: false, isOver: false,
      hasScrolled: false, before: list(), handlers: list(), focus: null, scroll: null, transition: null, from: currentObject(),
      isSame: details.isSame, classicState: details.classicState,
    };
    const event = core.makeEvent("navigate", {
      __proto__: null, cancelable: type !== "traverse", navigationType: type, destination, signal,
      canIntercept: mayIntercept, userInitiated: false,
      hashChange: details.isSame && !details.isClassic && url !== now && withoutHash(url) === withoutHash(now),
      formData: details.formData ?? null, downloadRequest: null, info: tracker?.info, sourceElement: null,
    }, "NavigateEvent");
    ongoingOf.set(event, one);
    ongoing = one;
    const isAllowed = core.dispatch(event, navigation);
    one.isDispatching = false;
    if (!isAllowed || one.isOver) {
      fail(one, error("AbortError", "The navigation was canceled."));
      return null;
    }
    if (one.isIntercepted) {
      const record = { __proto__: null, type, from: one.from, finished: new Deferred(), committed: new Deferred(), object: null };
      handled(record.finished.promise);
      handled(record.committed.promise);
      record.object = core.makeOwn(NavigationTransition);
      new Transition(record.object, record);
      one.transition = record;
      transition = record.object;
    }
    return one;
  }

  /** The document has the new address and state. */
  function committed(one) {
    one.isCommitted = true;
    if (one.tracker !== null && one.type !== "traverse") states.set(native.historyEntry(), one.tracker.state);
    changed(one.type, one.from);
    one.tracker?.committed.resolve(currentObject());
    one.transition?.committed.resolve(undefined);
    // What handlers give is waited for.
    let waiting = one.handlers.length;
    if (waiting === 0) {
      upon(core.PromiseResolve(undefined), () => succeed(one));
      return;
    }
    for (let index = 0; index < one.handlers.length; index += 1) {
      let promise;
      try {
        promise = core.PromiseResolve(core.callPage(one.handlers[index], undefined, core.list(), false));
      } catch (thrown) {
        promise = core.PromiseReject(thrown);
      }
      upon(promise, () => {
        waiting -= 1;
        if (waiting === 0) succeed(one);
      }, (reason) => fail(one, reason));
    }
  }

  /** What comes before an intercepted navigation is committed. https://html.spec.whatwg.org/multipage/nav-history-apis.html#precommit-handlers */
  function whenReady(one, commit) {
    if (one.before.length === 0) return commit();
    const controller = core.ObjectCreate(core.Object.prototype);
    core.ReflectDefineProperty(controller, "redirect", {
      __proto__: null, writable: true, configurable: true, enumerable: true, value: (url) => {
        const target = native.url(core.usvString(url), native.baseURL());
        if (target === null) throw error("SyntaxError", "The address is not valid.");
        if (!mayBecome(target[0])) throw error("SecurityError", "The address is of another origin.");
        one.url = target[0];
      },
    });
    let waiting = one.before.length;
    for (let index = 0; index < one.before.length; index += 1) {
      let promise;
      try {
        promise = core.PromiseResolve(core.callPage(one.before[index], undefined, core.list(controller), false));
      } catch (thrown) {
        promise = core.PromiseReject(thrown);
      }
      upon(promise, () => {
        waiting -= 1;
        if (waiting === 0 && !one.isOver) commit();
      }, (reason) => fail(one, reason));
    }
    return undefined;
  }

  core.navigation = {
    __proto__: null,
    /** The page is to go elsewhere. Whether it still is. */
    leads(address, cause, replaces, request, isSame) {
      if (!native.isShown() || entries.length === 0) return true;
      const type = cause === "reload" ? "reload" : replaces || address === native.documentURL() ? "replace" : "push";
      const one = begin(type, address, { __proto__: null, isSame, isClassic: false, formData: request?.formData });
      if (one === null) return false;
      if (one.isIntercepted) {
        whenReady(one, () => {
          // A reload keeps its entry and its state.
          if (type !== "reload") core.pushEntry(null, one.url, type === "replace");
          committed(one);
        });
        return false;
      }
      if (isSame) one.waits = true;
      return true;
    },
    /** `pushState` and `replaceState`. `commit` does what is asked for. */
    pushes(url, replaces, commit) {
      if (entries.length === 0) return commit();
      const one = begin(replaces ? "replace" : "push", url, { __proto__: null, isSame: true, isClassic: true });
      if (one === null) return undefined;
      commit();
      return committed(one);
    },
    /** The document has gone to a fragment. */
    wentToFragment() {
      if (ongoing !== null && ongoing.waits) committed(ongoing);
      else refresh();
    },
    traversing(number) {
      refresh();
      const entry = known.get(number);
      if (entry === undefined) return;
      const one = begin("traverse", entry.url, { __proto__: null, isSame: true, isClassic: false, entry });
      if (one !== null) one.waits = true;
    },
    traversed() {
      if (ongoing !== null && ongoing.type === "traverse" && ongoing.waits) committed(ongoing);
      else refresh();
    },
  };

  // MARK: Navigation

  function optionsOf(options) {
    const members = core.dictionary(options);
    const tracker = new Tracker();
    tracker.info = members.info;
    return { __proto__: null, members, tracker };
  }
  const behaviours = list("auto", "push", "replace");

  class Navigation extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    entries() {
      Own.of(this);
      const found = list();
      for (let index = 0; index < entries.length; index += 1) put(found, entries[index].object);
      return core.array(found);
    }
    get currentEntry() {
      Own.of(this);
      return currentObject();
    }
    get transition() {
      Own.of(this);
      return transition;
    }
    get canGoBack() {
      Own.of(this);
      return entries.length > 0 && current > 0;
    }
    get canGoForward() {
      Own.of(this);
      return entries.length > 0 && current < entries.length - 1;
    }

    updateCurrentEntry(options) {
      Own.of(this);
      core.requireArguments(arguments.length, 1);
      const members = core.dictionary(options);
      const now = currentObject();
      if (now === null) throw error("InvalidStateError", "There is no entry.");
      states.set(entries[current].number, copyOf(members.state));
      core.fire(navigation, "currententrychange", { __proto__: null, navigationType: null, from: now }, "NavigationCurrentEntryChangeEvent");
    }

    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigation-navigate */
    navigate(url, options = undefined) {
      Own.of(this);
      core.requireArguments(arguments.length, 1);
      url = core.usvString(url);
      const { members, tracker } = optionsOf(options);
      const behaviour = core.member(members, "history", (value) => core.enumeration(value, behaviours), "auto");
      const target = native.url(url, native.incumbentBase());
      if (target === null) return failure(error("SyntaxError", `'${url}' is not a valid URL.`));
      const isScript = core.StringStartsWith(target[0], "javascript:");
      if (behaviour === "push" && (isScript || !native.isLoaded())) {
        return failure(error("NotSupportedError", "Such a navigation can only replace."));
      }
      try {
        tracker.state = copyOf(members.state);
      } catch (thrown) {
        return failure(thrown);
      }
      if (!native.isShown() || native.isBeingLeft()) return failure(error("InvalidStateError", "The document is not active."));
      upcoming = tracker;
      const before = entries.length === 0;
      core.navigate(target[0], "script", behaviour === "replace" || (behaviour === "auto" && !native.isComplete()));
      if (upcoming === tracker) {
        upcoming = null;
        if (before) return failure(error("AbortError", "There is no entry to go on from."));
      }
      return tracker.result;
    }

    /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigation-reload */
    reload(options = undefined) {
      Own.of(this);
      const { members, tracker } = optionsOf(options);
      try {
        tracker.state = members.state === undefined ? copyOf(states.get(entries[current]?.number)) : copyOf(members.state);
      } catch (thrown) {
        return failure(thrown);
      }
      if (!native.isShown() || native.isBeingLeft()) return failure(error("InvalidStateError", "The document is not active."));
      upcoming = tracker;
      core.reload();
      upcoming = null;
      return tracker.result;
    }

    traverseTo(key, options = undefined) {
      Own.of(this);
      core.requireArguments(arguments.length, 1);
      key = core.string(key);
      for (let index = 0; index < entries.length; index += 1) {
        if (identifier(entries[index].key, "a") === key) return traverse(index, options);
      }
      return failure(error("InvalidStateError", "There is no entry with this key."));
    }
    back(options = undefined) {
      Own.of(this);
      if (entries.length === 0 || current === 0) return failure(error("InvalidStateError", "There is no entry before this one."));
      return traverse(current - 1, options);
    }
    forward(options = undefined) {
      Own.of(this);
      if (current >= entries.length - 1) return failure(error("InvalidStateError", "There is no entry after this one."));
      return traverse(current + 1, options);
    }
  }

  function traverse(index, options) {
    const { tracker } = optionsOf(options);
    if (!native.isShown() || native.isBeingLeft()) return failure(error("InvalidStateError", "The document is not active."));
    if (index === current) {
      tracker.committed.resolve(currentObject());
      tracker.finished.resolve(currentObject());
      return tracker.result;
    }
    const { number, step } = entries[index];
    const waiting = traversing.get(number);
    if (waiting !== undefined) return waiting.result;
    traversing.set(number, tracker);
    native.traverse(step - native.historyStep());
    return tracker.result;
  }

  core.eventHandlers(Navigation, ["navigate", "navigatesuccess", "navigateerror", "currententrychange"]);
  core.define({ Navigation });
  const Own = core.brand();
  const navigation = core.makeOwn(Navigation);
  new Own(navigation, true);
  core.defineGlobals({ get navigation() { return navigation; } });
  refresh();
})
