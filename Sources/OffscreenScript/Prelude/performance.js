// Performance. https://w3c.github.io/hr-time/ https://w3c.github.io/user-timing/
(function (core) {
  "use strict";
  const { native, error, put, TypeError } = core;

  const State = core.brand();

  class PerformanceEntry {
    constructor() { throw new TypeError("Illegal constructor"); }
    get name() { return State.of(this).name; }
    get entryType() { return State.of(this).entryType; }
    get startTime() { return State.of(this).startTime; }
    get duration() { return State.of(this).duration; }
    toJSON() {
      const { name, entryType, startTime, duration } = State.of(this);
      return { name, entryType, startTime, duration };
    }
  }
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

  function make(Class, fields) {
    const entry = core.ObjectCreate(Class.prototype);
    new State(entry, fields);
    return entry;
  }

  const entries = core.list();
  const mostEntries = 10_000;
  function keep(entry) {
    if (entries.length < mostEntries) put(entries, entry);
    return entry;
  }

  function makeMark(name, options) {
    options = core.dictionary(options);
    const startTime = core.member(options, "startTime", core.double) ?? native.now();
    if (startTime < 0) throw new TypeError("The start time of a mark cannot be negative.");
    const detail = options.detail;
    return make(PerformanceMark, {
      __proto__: null, name: core.string(name), entryType: "mark", startTime, duration: 0,
      detail: detail === undefined || detail === null ? null : core.structuredClone(detail),
    });
  }

  function timeOf(mark) {
    if (typeof mark === "number") return mark;
    const name = core.string(mark);
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const fields = State.of(entries[index]);
      if (fields.entryType === "mark" && fields.name === name) return fields.startTime;
    }
    if (name === "navigationStart") return 0;
    throw error("SyntaxError", `The mark '${name}' does not exist.`);
  }

  function select(accepts) {
    const found = core.list();
    for (let index = 0; index < entries.length; index += 1) {
      if (accepts(State.of(entries[index]))) put(found, entries[index]);
    }
    return core.array(core.ArraySort(found, (one, other) => State.of(one).startTime - State.of(other).startTime));
  }

  function clear(type, name) {
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const fields = State.of(entries[index]);
      if (fields.entryType === type && (name === undefined || fields.name === core.string(name))) {
        core.ArraySplice(entries, index, 1);
      }
    }
  }

  class Performance extends core.EventTarget {
    constructor() { throw new TypeError("Illegal constructor"); }
    get timeOrigin() { State.of(this); return native.timeOrigin(); }
    now() { State.of(this); return native.now(); }
    toJSON() { State.of(this); return { timeOrigin: native.timeOrigin() }; }
    mark(name, options = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      return keep(makeMark(name, options));
    }
    measure(name, start = undefined, end = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      let detail = null, from = 0, to = native.now();
      if (core.isObject(start)) {
        if (start.end !== undefined) to = timeOf(start.end);
        if (start.start !== undefined) from = timeOf(start.start);
        else if (start.duration !== undefined) from = to - start.duration;
        if (start.end === undefined && start.duration !== undefined) to = from + start.duration;
        if (start.detail !== undefined && start.detail !== null) detail = core.structuredClone(start.detail);
      } else {
        if (end !== undefined) to = timeOf(end);
        if (start !== undefined) from = timeOf(start);
      }
      return keep(make(PerformanceMeasure, {
        __proto__: null, name: core.string(name), entryType: "measure", startTime: from, duration: to - from, detail,
      }));
    }
    clearMarks(name = undefined) { State.of(this); clear("mark", name); }
    clearMeasures(name = undefined) { State.of(this); clear("measure", name); }
    clearResourceTimings() { State.of(this); }
    setResourceTimingBufferSize() { State.of(this); }
    getEntries() { State.of(this); return select(() => true); }
    getEntriesByType(type) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      type = core.string(type);
      return select((fields) => fields.entryType === type);
    }
    getEntriesByName(name, type = undefined) {
      State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.string(name);
      return select((fields) => fields.name === name && (type === undefined || fields.entryType === core.string(type)));
    }
    get timing() { State.of(this); return (timing = timing ?? makeTiming()); }
  }

  // https://www.w3.org/TR/navigation-timing/
  let timing;
  function makeTiming() {
    const origin = core.MathFloor(native.timeOrigin());
    const times = core.ObjectCreate(core.Object.prototype);
    const names = ["navigationStart", "fetchStart", "domainLookupStart", "domainLookupEnd", "connectStart", "connectEnd",
      "requestStart", "responseStart", "responseEnd", "domLoading", "domInteractive", "domContentLoadedEventStart",
      "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd"];
    for (let index = 0; index < names.length; index += 1) times[names[index]] = origin;
    return times;
  }

  const performance = core.ObjectCreate(Performance.prototype);
  new State(performance, { __proto__: null });
  core.events.addInterface?.(Performance);
  core.define({ Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure });
  core.defineReplaceable({ get performance() { return performance; } });
})
