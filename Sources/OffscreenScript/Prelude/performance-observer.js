// Those who are told of entries as they come. https://w3c.github.io/performance-timeline/#the-performanceobserver-interface
(function (core) {
  "use strict";
  core.load("performance-timing.js");
  const { error, list, put, TypeError } = core;
  const { timeline } = core;
  const typeOf = (entry) => timeline.State.of(entry).entryType;

  const supported = core.ObjectFreeze(core.array(list("largest-contentful-paint", "mark", "measure",
    "navigation", "paint", "resource")));

  const Lists = core.brand();
  class PerformanceObserverEntryList {
    constructor() { throw new TypeError("Illegal constructor"); }
    getEntries() { return timeline.select(Lists.of(this)); }
    getEntriesByType(type) {
      const entries = Lists.of(this);
      core.requireArguments(arguments.length, 1);
      return timeline.select(entries, undefined, core.string(type));
    }
    getEntriesByName(name, type = undefined) {
      const entries = Lists.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      return timeline.select(entries, name, type === undefined ? undefined : core.string(type));
    }
  }

  const Observers = core.brand();
  const observers = list();
  let isQueued = false;

  const convertTypes = (value) => core.sequence(value, core.string);

  class PerformanceObserver {
    constructor(callback) {
      core.requireArguments(arguments.length, 1);
      new Observers(this, {
        __proto__: null, object: this, callback: core.convertCallback(callback), kind: "", types: list(), buffer: list(),
        asksForDropped: false,
      });
    }
    observe(options = undefined) {
      const observer = Observers.of(this);
      options = core.dictionary(options);
      const buffered = core.member(options, "buffered", core.boolean);
      const types = core.member(options, "entryTypes", convertTypes), type = core.member(options, "type", core.string);
      if (types === undefined && type === undefined) throw new TypeError("Either `entryTypes` or `type` must be said.");
      if (types !== undefined && (type !== undefined || buffered !== undefined)) {
        throw new TypeError("With `entryTypes`, no other member is said.");
      }
      const kind = types === undefined ? "single" : "multiple";
      if (observer.kind !== "" && observer.kind !== kind) {
        throw error("InvalidModificationError", "The observer has been told of types in another way.");
      }
      observer.kind = kind;
      observer.asksForDropped = true;
      if (types !== undefined) observeAll(observer, types);
      else observeOne(observer, type, buffered === true);
    }
    disconnect() {
      const observer = Observers.of(this);
      const place = core.ArrayIndexOf(observers, observer);
      if (place >= 0) core.ArraySplice(observers, place, 1);
      observer.buffer = list();
      observer.types = list();
      observer.kind = "";
    }
    takeRecords() {
      const observer = Observers.of(this);
      const records = core.array(observer.buffer);
      observer.buffer = list();
      return records;
    }
    static get supportedEntryTypes() { return supported; }
  }

  const largest = "largest-contentful-paint";
  /** Paints are looked for from the first time that somebody asks for them. */
  function trackPaints(types) {
    if (core.ArrayIndexOf(types, "paint") >= 0 || core.ArrayIndexOf(types, largest) >= 0) core.trackPaints();
  }

  function observeAll(observer, types) {
    const known = list();
    for (let index = 0; index < types.length; index += 1) {
      if (core.ArrayIndexOf(supported, types[index]) >= 0 && core.ArrayIndexOf(known, types[index]) < 0) put(known, types[index]);
    }
    if (known.length === 0) return;
    observer.types = known;
    trackPaints(known);
    if (core.ArrayIndexOf(observers, observer) < 0) put(observers, observer);
  }

  function observeOne(observer, type, buffered) {
    if (core.ArrayIndexOf(supported, type) < 0) return;
    if (core.ArrayIndexOf(observer.types, type) < 0) put(observer.types, type);
    if (core.ArrayIndexOf(observers, observer) < 0) put(observers, observer);
    trackPaints(list(type));
    if (!buffered) return;
    const all = type === largest ? timeline.largest : timeline.all();
    for (let index = 0; index < all.length; index += 1) {
      // The page's own entry is told once it is whole.
      const isWhole = type !== "navigation" || timeline.moments.loadEventEnd > 0;
      if (typeOf(all[index]) === type && isWhole) put(observer.buffer, all[index]);
    }
    queueTask();
  }

  /** https://w3c.github.io/performance-timeline/#queue-the-performanceobserver-task */
  function queueTask() {
    if (isQueued) return;
    isQueued = true;
    core.queueTask(() => {
      isQueued = false;
      const told = core.ArraySlice(observers);
      for (let index = 0; index < told.length; index += 1) tell(told[index]);
    });
  }

  function tell(observer) {
    if (observer.buffer.length === 0) return;
    const entries = observer.buffer;
    observer.buffer = list();
    const options = core.ObjectCreate(core.Object.prototype);
    if (observer.asksForDropped) {
      observer.asksForDropped = false;
      let count = 0;
      for (let index = 0; index < observer.types.length; index += 1) count += timeline.dropped[observer.types[index]] ?? 0;
      core.ReflectDefineProperty(options, "droppedEntriesCount",
        { __proto__: null, value: count, writable: true, enumerable: true, configurable: true });
    }
    const entryList = core.ObjectCreate(PerformanceObserverEntryList.prototype);
    new Lists(entryList, entries);
    core.callAndReport(observer.callback, observer.object, core.list(entryList, observer.object, options));
  }

  core.notifyObservers = function (entry) {
    const type = typeOf(entry);
    for (let index = 0; index < observers.length; index += 1) {
      if (core.ArrayIndexOf(observers[index].types, type) < 0) continue;
      put(observers[index].buffer, entry);
      queueTask();
    }
  };

  core.define({ PerformanceObserver, PerformanceObserverEntryList });
})
