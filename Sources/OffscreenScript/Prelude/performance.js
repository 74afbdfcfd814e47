// Performance: the page's clock, marks and measures.
// https://w3c.github.io/hr-time/ https://w3c.github.io/performance-timeline/ https://w3c.github.io/user-timing/
(function (core) {
  "use strict";
  const { native, error, list, put, TypeError } = core;

  const State = core.brand();

  class PerformanceEntry {
    constructor() { throw new TypeError("Illegal constructor"); }
    get id() { return State.of(this).id; }
    get name() { return State.of(this).name; }
    get entryType() { return State.of(this).entryType; }
    get startTime() { return State.of(this).startTime; }
    get duration() { return State.of(this).duration; }
    get navigationId() { State.of(this); return 1; }
    toJSON() {
      State.of(this);
      return core.timeline.json(this, entryMembers);
    }
  }
  const entryMembers = ["id", "name", "entryType", "startTime", "duration", "navigationId"];

  class PerformanceMark extends PerformanceEntry {
    constructor(name, options = undefined) {
      core.requireArguments(arguments.length, 1);
      return makeMark(name, options);
    }
    get detail() { return State.of(this).detail; }
  }
  class PerformanceMeasure extends PerformanceEntry {
    get detail() { return State.of(this).detail; }
  }

  let lastID = 0;
  function make(Class, fields) {
    const entry = core.ObjectCreate(Class.prototype);
    lastID += 1;
    fields.id = lastID;
    new State(entry, fields);
    return entry;
  }

  // MARK: The timeline. https://w3c.github.io/performance-timeline/#queue-a-performanceentry

  const entries = list();
  // Of marks and of measures each. What is more is dropped.
  const mostEntries = 10_000;
  // By type: how many are kept, and how many have been dropped.
  const counts = { __proto__: null }, dropped = { __proto__: null };

  function keep(entry) {
    const { entryType } = State.of(entry);
    if ((counts[entryType] ?? 0) >= mostEntries) {
      dropped[entryType] = (dropped[entryType] ?? 0) + 1;
      return;
    }
    counts[entryType] = (counts[entryType] ?? 0) + 1;
    put(entries, entry);
  }

  function queue(entry) {
    core.notifyObservers?.(entry);
    keep(entry);
    return entry;
  }

  /** An Array of those of a list that a test accepts, by their times. https://w3c.github.io/performance-timeline/#dfn-filter-buffer-map-by-name-and-type */
  function select(from, name, type) {
    const found = list();
    for (let index = 0; index < from.length; index += 1) {
      const fields = State.of(from[index]);
      if ((name === undefined || fields.name === name) && (type === undefined || fields.entryType === type)) put(found, from[index]);
    }
    return core.array(core.ArraySort(found, (one, other) => State.of(one).startTime - State.of(other).startTime));
  }

  /** All entries; those of paints where they are asked for. */
  function entriesOf(name = "first-paint", type = "paint") {
    if (type === "paint" && (name === "first-paint" || name === "first-contentful-paint")) core.trackPaints();
    return core.timeline.all();
  }

  function clear(type, name) {
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const fields = State.of(entries[index]);
      if (fields.entryType !== type || (name !== undefined && fields.name !== name)) continue;
      core.ArraySplice(entries, index, 1);
      counts[type] -= 1;
    }
  }

  // MARK: Marks and measures. https://w3c.github.io/user-timing/#extensions-performance-interface

  const isTimingName = (name) => core.ArrayIndexOf(core.timeline.timingNames, name) >= 0;

  function makeMark(name, options) {
    name = core.string(name);
    options = core.dictionary(options);
    const { detail } = options;
    const startTime = core.member(options, "startTime", core.double) ?? native.now();
    if (isTimingName(name)) throw error("SyntaxError", `'${name}' is the name of a moment of the page.`);
    if (startTime < 0) throw new TypeError("The start time of a mark cannot be negative.");
    return make(PerformanceMark, {
      __proto__: null, name, entryType: "mark", startTime, duration: 0,
      detail: detail === undefined || detail === null ? null : core.structuredClone(detail),
    });
  }

  /** https://w3c.github.io/user-timing/#dfn-convert-a-mark-to-a-timestamp */
  function timeOf(mark) {
    if (typeof mark === "number") {
      if (mark < 0) throw new TypeError("A time cannot be negative.");
      return mark;
    }
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const fields = State.of(entries[index]);
      if (fields.entryType === "mark" && fields.name === mark) return fields.startTime;
    }
    if (!isTimingName(mark)) throw error("SyntaxError", `The mark '${mark}' does not exist.`);
    if (mark === "navigationStart") return 0;
    const time = core.timeline.moment(mark);
    if (time === 0) throw error("InvalidAccessError", `'${mark}' has not come yet, or does not apply.`);
    return time;
  }

  const convertMark = (value) => (typeof value === "number" ? core.double(value) : core.string(value));

  /** https://w3c.github.io/user-timing/#dom-performance-measure */
  function measure(name, options, end) {
    const isOptions = core.isObject(options);
    const given = isOptions ? options : core.dictionary(undefined);
    const { detail } = given;
    const duration = core.member(given, "duration", core.double);
    const endMark = core.member(given, "end", convertMark), startMark = core.member(given, "start", convertMark);
    const hasAny = detail !== undefined || duration !== undefined || endMark !== undefined || startMark !== undefined;
    if (hasAny) {
      if (end !== undefined) throw new TypeError("The options say the end.");
      if (startMark === undefined && endMark === undefined) throw new TypeError("The options say neither start nor end.");
      if (startMark !== undefined && duration !== undefined && endMark !== undefined) {
        throw new TypeError("The options say start, duration and end.");
      }
    }
    let from = 0, to;
    if (end !== undefined) to = timeOf(end);
    else if (endMark !== undefined) to = timeOf(endMark);
    else if (startMark !== undefined && duration !== undefined) to = timeOf(startMark) + timeOf(duration);
    else to = native.now();
    if (startMark !== undefined) from = timeOf(startMark);
    else if (duration !== undefined && endMark !== undefined) from = timeOf(endMark) - timeOf(duration);
    else if (!isOptions && options !== undefined && options !== null) from = timeOf(core.string(options));
    return make(PerformanceMeasure, {
      __proto__: null, name, entryType: "measure", startTime: from, duration: to - from,
      detail: detail === undefined || detail === null ? null : core.structuredClone(detail),
    });
  }

  let isMaking = true;
  class Performance extends core.EventTarget {
    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      super();
      new State(this, { __proto__: null });
    }
    get timeOrigin() { State.of(this); return native.timeOrigin(); }
    now() { State.of(this); return native.now(); }
    toJSON() {
      State.of(this);
      return core.scope === "Window"
        ? { timeOrigin: native.timeOrigin(), timing: this.timing, navigation: this.navigation }
        : { timeOrigin: native.timeOrigin() };
    }
    mark(name, options = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      return queue(makeMark(name, options));
    }
    measure(name, start = undefined, end = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      return queue(measure(name, start, end === undefined ? undefined : core.string(end)));
    }
    clearMarks(name = undefined) { State.of(this); clear("mark", name === undefined ? undefined : core.string(name)); }
    clearMeasures(name = undefined) { State.of(this); clear("measure", name === undefined ? undefined : core.string(name)); }
    clearResourceTimings() { State.of(this); core.timeline.clearResources(); }
    setResourceTimingBufferSize(size) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      core.timeline.setResourceLimit(core.unsignedLong(size));
    }
    getEntries() { State.of(this); return select(entriesOf()); }
    getEntriesByType(type) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      type = core.string(type);
      return select(entriesOf(undefined, type), undefined, type);
    }
    getEntriesByName(name, type = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      type = type === undefined ? undefined : core.string(type);
      return select(entriesOf(name, type), name, type);
    }
    get timing() { State.of(this); return core.timeline.timing(); }
    get navigation() { State.of(this); return core.timeline.navigation(); }
  }
  core.eventHandlers(Performance, ["resourcetimingbufferfull"]);
  // What is exposed to windows alone.
  if (core.scope !== "Window") {
    delete Performance.prototype.timing;
    delete Performance.prototype.navigation;
  }

  const performance = new Performance();
  isMaking = false;
  core.define({ Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure });
  core.defineReplaceable({ get performance() { return performance; } });

  // What the further files of the timeline share.
  core.timeline = {
    __proto__: null, State, PerformanceEntry, make, select, entries, counts, dropped, moments: core.moments, performance, entryMembers,
    timingNames: list("navigationStart", "unloadEventStart", "unloadEventEnd", "redirectStart", "redirectEnd", "fetchStart",
      "domainLookupStart", "domainLookupEnd", "connectStart", "connectEnd", "secureConnectionStart", "requestStart",
      "responseStart", "responseEnd", "domLoading", "domInteractive", "domContentLoadedEventStart",
      "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd"),
    /** An object of the page's with members of another. https://webidl.spec.whatwg.org/#default-tojson-steps */
    json(object, names) {
      const result = core.ObjectCreate(core.Object.prototype);
      for (let index = 0; index < names.length; index += 1) {
        core.ReflectDefineProperty(result, names[index], {
          __proto__: null, value: object[names[index]], writable: true, enumerable: true, configurable: true,
        });
      }
      return result;
    },
  };
  const functions = ["all", "moment", "timing", "navigation", "clearResources", "setResourceLimit"];
  for (let index = 0; index < functions.length; index += 1) {
    const name = functions[index];
    core.timeline[name] = function () {
      core.load("performance-timing.js");
      return core.ReflectApply(core.timeline[name], undefined, arguments);
    };
  }
})
