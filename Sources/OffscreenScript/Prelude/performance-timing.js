// Entries of the page's own loading and of its resources.
// https://w3c.github.io/navigation-timing/ https://w3c.github.io/resource-timing/
(function (core) {
  "use strict";
  const { native, list, put, TypeError } = core;
  const { timeline } = core;
  const { State, PerformanceEntry, make, moments } = timeline;

  // MARK: Interfaces

  const times = ["workerStart", "redirectStart", "redirectEnd", "fetchStart", "domainLookupStart", "domainLookupEnd",
    "connectStart", "connectEnd", "secureConnectionStart", "requestStart", "finalResponseHeadersStart",
    "firstInterimResponseStart", "responseStart", "responseEnd"];
  const details = ["initiatorType", "deliveryType", "nextHopProtocol", "transferSize", "encodedBodySize", "decodedBodySize",
    "responseStatus", "renderBlockingStatus", "contentType"];
  const ofNavigation = ["unloadEventStart", "unloadEventEnd", "domInteractive", "domContentLoadedEventStart",
    "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd", "type", "redirectCount", "criticalCHRestart",
    "notRestoredReasons"];

  /** Getters of fields; those of moments are as they are now. */
  function addFields(Class, names) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core.mixin(Class, {
        get [name]() {
          const fields = State.of(this);
          if (!(name in fields)) throw new TypeError("Illegal invocation");
          return fields.isNavigation && name in moments ? moments[name] : fields[name];
        },
      });
    }
  }

  function join() {
    const names = list();
    for (let index = 0; index < arguments.length; index += 1) {
      for (let place = 0; place < arguments[index].length; place += 1) put(names, arguments[index][place]);
    }
    return names;
  }
  const resourceMembers = join(timeline.entryMembers, times, details), navigationMembers = join(resourceMembers, ofNavigation);

  class PerformanceResourceTiming extends PerformanceEntry {
    toJSON() {
      State.of(this);
      return timeline.json(this, resourceMembers);
    }
  }
  addFields(PerformanceResourceTiming, times);
  addFields(PerformanceResourceTiming, details);

  class PerformanceNavigationTiming extends PerformanceResourceTiming {
    toJSON() {
      State.of(this);
      return timeline.json(this, navigationMembers);
    }
  }
  addFields(PerformanceNavigationTiming, ofNavigation);

  /** Nothing of the network is told apart: the clock stands while something loads. */
  function makeResource(Class, resource, more) {
    const { start, end, size } = resource;
    const fields = {
      __proto__: null, name: resource.name, entryType: "resource", startTime: start, duration: end - start,
      initiatorType: resource.initiatorType, deliveryType: "", nextHopProtocol: "", workerStart: 0, redirectStart: 0,
      redirectEnd: 0, fetchStart: start, domainLookupStart: start, domainLookupEnd: start, connectStart: start,
      connectEnd: start, secureConnectionStart: 0, requestStart: start, finalResponseHeadersStart: end,
      firstInterimResponseStart: 0, responseStart: end, responseEnd: end,
      // https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-transfersize
      transferSize: size === undefined ? 0 : size + 300, encodedBodySize: size ?? 0, decodedBodySize: size ?? 0,
      responseStatus: resource.status ?? 0, renderBlockingStatus: "non-blocking", contentType: "",
    };
    const keys = core.ReflectOwnKeys(more);
    for (let index = 0; index < keys.length; index += 1) fields[keys[index]] = more[keys[index]];
    return make(Class, fields);
  }

  // MARK: The page's own entry. https://w3c.github.io/navigation-timing/#the-performancenavigationtiming-interface

  const navigation = makeResource(PerformanceNavigationTiming, {
    __proto__: null, name: native.documentURL(), initiatorType: "navigation", start: 0, end: moments.domLoading, size: undefined,
    status: 200,
  }, {
    __proto__: null, entryType: "navigation", isNavigation: true, type: "navigate", redirectCount: 0, criticalCHRestart: 0,
    notRestoredReasons: null, unloadEventStart: 0, unloadEventEnd: 0, domInteractive: 0, domContentLoadedEventStart: 0,
    domContentLoadedEventEnd: 0, domComplete: 0, loadEventStart: 0, loadEventEnd: 0,
  });
  const navigationFields = State.of(navigation);

  core.notifyNavigation = function () {
    navigationFields.duration = moments.loadEventEnd;
    core.notifyObservers?.(navigation);
  };
  if (moments.loadEventEnd > 0) navigationFields.duration = moments.loadEventEnd;

  // MARK: Resources. https://w3c.github.io/resource-timing/#sec-extensions-performance-interface

  let resources = list(), waiting = list();
  let limit = 250, isFull = false;

  /** https://w3c.github.io/resource-timing/#dfn-add-a-performanceresourcetiming-entry */
  function add(entry) {
    if (resources.length < limit && !isFull) {
      put(resources, entry);
      return;
    }
    if (!isFull) {
      isFull = true;
      core.queueTask(tellFull);
    }
    put(waiting, entry);
  }

  /** https://w3c.github.io/resource-timing/#dfn-fire-a-buffer-full-event */
  function tellFull() {
    while (waiting.length > 0) {
      const before = waiting.length;
      if (resources.length >= limit) core.fire(timeline.performance, "resourcetimingbufferfull");
      while (waiting.length > 0 && resources.length < limit) put(resources, core.ArrayShift(waiting));
      if (before <= waiting.length) {
        timeline.dropped.resource = (timeline.dropped.resource ?? 0) + waiting.length;
        waiting = list();
      }
    }
    isFull = false;
  }

  function addResource(resource) {
    const entry = makeResource(PerformanceResourceTiming, resource, { __proto__: null });
    add(entry);
    core.notifyObservers?.(entry);
  }
  const { notedResources } = core;
  for (let index = 0; index < notedResources.length; index += 1) addResource(notedResources[index]);
  core.addResource = addResource;

  timeline.clearResources = () => { resources = list(); };
  timeline.setResourceLimit = (size) => { limit = size; };
  timeline.all = function () {
    const all = core.scope === "Window" ? list(navigation) : list();
    for (let index = 0; index < resources.length; index += 1) put(all, resources[index]);
    for (let index = 0; index < timeline.entries.length; index += 1) put(all, timeline.entries[index]);
    return all;
  };

  // MARK: The older interfaces. https://w3c.github.io/navigation-timing/#obsolete

  /** A moment of the page after its origin; 0 where it has not come. */
  timeline.moment = (name) => moments[name] ?? navigationFields[name] ?? 0;

  const Timing = core.brand();
  class PerformanceTiming {
    constructor() { throw new TypeError("Illegal constructor"); }
    toJSON() {
      Timing.of(this);
      return timeline.json(this, timeline.timingNames);
    }
  }
  // These are 0 where they do not apply; the others stand where they are.
  const optional = list("unloadEventStart", "unloadEventEnd", "redirectStart", "redirectEnd", "secureConnectionStart",
    "domInteractive", "domContentLoadedEventStart", "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd");
  for (let index = 0; index < timeline.timingNames.length; index += 1) {
    const name = timeline.timingNames[index], isOptional = core.ArrayIndexOf(optional, name) >= 0;
    core.mixin(PerformanceTiming, {
      get [name]() {
        Timing.of(this);
        const time = timeline.moment(name);
        return time === 0 && isOptional ? 0 : core.MathFloor(native.timeOrigin() + time);
      },
    });
  }
  const timing = core.ObjectCreate(PerformanceTiming.prototype);
  new Timing(timing);
  timeline.timing = () => timing;

  const Navigation = core.brand();
  class PerformanceNavigation {
    constructor() { throw new TypeError("Illegal constructor"); }
    get type() { Navigation.of(this); return 0; }
    get redirectCount() { Navigation.of(this); return 0; }
    toJSON() { Navigation.of(this); return timeline.json(this, ["type", "redirectCount"]); }
  }
  core.constants(PerformanceNavigation, { TYPE_NAVIGATE: 0, TYPE_RELOAD: 1, TYPE_BACK_FORWARD: 2, TYPE_RESERVED: 255 });
  const ownNavigation = core.ObjectCreate(PerformanceNavigation.prototype);
  new Navigation(ownNavigation);
  timeline.navigation = () => ownNavigation;

  core.define({ PerformanceResourceTiming, PerformanceNavigationTiming, PerformanceTiming, PerformanceNavigation });
})
