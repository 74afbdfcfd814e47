// ResizeObserver and IntersectionObserver.
// https://drafts.csswg.org/resize-observer/ https://w3c.github.io/IntersectionObserver/
(function (core) {
  "use strict";
  const { native, put, TypeError, SafeMap, MathMax, MathMin, RegExpExec } = core;
  const { tree, rendering, elementID } = core;
  const key = core.list();

  const frozen = (list) => core.ObjectFreeze(core.array(list));

  // MARK: ResizeObserver

  const boxes = core.list("border-box", "content-box", "device-pixel-content-box");
  // Those that observe something.
  const resizeObservers = core.list();
  let isWatchingSizes = false;

  class ResizeObserverSize {
    #inline; #block;
    constructor(token, inline, block) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#inline = inline;
      this.#block = block;
    }
    get inlineSize() { return this.#inline; }
    get blockSize() { return this.#block; }
  }

  class ResizeObserverEntry {
    #target; #rect; #border; #content; #device;
    constructor(token, target, sizes) {
      if (token !== key) throw new TypeError("Illegal constructor");
      this.#target = core.wrap(target);
      this.#rect = core.readOnlyRect(sizes.left, sizes.top, sizes.width, sizes.height);
      const size = (width, height) => frozen(core.list(sizes.isHorizontal
        ? new ResizeObserverSize(key, width, height) : new ResizeObserverSize(key, height, width)));
      this.#border = size(sizes.borderWidth, sizes.borderHeight);
      this.#content = size(sizes.width, sizes.height);
      const ratio = native.viewport()[4];
      this.#device = size(core.MathRound(sizes.width * ratio), core.MathRound(sizes.height * ratio));
    }
    get target() { return this.#target; }
    get contentRect() { return this.#rect; }
    get borderBoxSize() { return this.#border; }
    get contentBoxSize() { return this.#content; }
    get devicePixelContentBoxSize() { return this.#device; }
  }

  const nothing = { __proto__: null, left: 0, top: 0, width: 0, height: 0, borderWidth: 0, borderHeight: 0, isHorizontal: true };

  /** https://drafts.csswg.org/resize-observer/#calculate-box-size */
  function sizesOf(id) {
    if (!tree.isInPage(id)) return nothing;
    const geometry = native.geometry(id);
    if (geometry === null) return nothing;
    if (tree.namespaceOf(id) === 1 && tree.namespaceOf(tree.parentOf(id)) === 1) {
      return { __proto__: null, left: 0, top: 0, width: geometry[2], height: geometry[3], borderWidth: geometry[2],
        borderHeight: geometry[3], isHorizontal: true };
    }
    const pixels = (name) => core.NumberParseFloat(native.computedValue(id, "", name)) || 0;
    const display = native.computedValue(id, "", "display");
    if (display === "inline" && native.computedValue(id, "", "width") === "auto") return nothing;
    const left = pixels("padding-left"), top = pixels("padding-top");
    const right = pixels("padding-right"), bottom = pixels("padding-bottom");
    const edgesX = left + right + pixels("border-left-width") + pixels("border-right-width");
    const edgesY = top + bottom + pixels("border-top-width") + pixels("border-bottom-width");
    let width = pixels("width"), height = pixels("height");
    if (native.computedValue(id, "", "box-sizing") === "border-box") {
      width = MathMax(0, width - edgesX);
      height = MathMax(0, height - edgesY);
    }
    return { __proto__: null, left, top, width, height, borderWidth: width + edgesX, borderHeight: height + edgesY,
      isHorizontal: core.StringStartsWith(native.computedValue(id, "", "writing-mode"), "horizontal") };
  }

  function depthOf(id) {
    let depth = 0;
    for (let node = id; node >= 0; node = tree.parentOf(node)) depth += 1;
    return depth;
  }

  let observationsOf, callbackOf;

  function stopObserving(observations, id) {
    for (let index = 0; index < observations.length; index += 1) {
      if (observations[index].id === id) return core.ArraySplice(observations, index, 1);
    }
    return undefined;
  }

  class ResizeObserver {
    #callback;
    #observations = core.list();
    constructor(callback) {
      core.requireArguments(arguments.length, 1);
      this.#callback = core.convertCallback(callback);
    }
    observe(target, options = undefined) {
      const observations = this.#observations;
      core.requireArguments(arguments.length, 1);
      const id = elementID(target);
      options = core.dictionary(options);
      const box = core.member(options, "box", (value) => core.enumeration(value, boxes), "content-box");
      this.unobserve(target);
      put(observations, { __proto__: null, id, box, first: -1, second: -1 });
      if (core.ArrayIndexOf(resizeObservers, this) < 0) put(resizeObservers, this);
      if (!isWatchingSizes) {
        isWatchingSizes = true;
        rendering.add(rendering.RESIZE, observeSizes);
      }
      rendering.request();
    }
    unobserve(target) {
      const observations = this.#observations;
      core.requireArguments(arguments.length, 1);
      stopObserving(observations, elementID(target));
      if (observations.length === 0) forget(resizeObservers, this);
    }
    disconnect() {
      this.#observations.length = 0;
      forget(resizeObservers, this);
    }
    static {
      observationsOf = (observer) => observer.#observations;
      callbackOf = (observer) => observer.#callback;
    }
  }

  function forget(list, observer) {
    const place = core.ArrayIndexOf(list, observer);
    if (place >= 0) core.ArraySplice(list, place, 1);
  }

  /** What an observation compares. */
  function measured(observation, sizes) {
    const ratio = observation.box === "device-pixel-content-box" ? native.viewport()[4] : 1;
    const isBorder = observation.box === "border-box";
    const width = isBorder ? sizes.borderWidth : sizes.width, height = isBorder ? sizes.borderHeight : sizes.height;
    return { first: width * ratio, second: height * ratio };
  }

  /** https://drafts.csswg.org/resize-observer/#processing-model */
  function observeSizes() {
    let depth = 0;
    for (let round = 0; round < 100; round += 1) {
      let shallowest = Infinity, hasSkipped = false;
      const calls = core.list();
      for (let index = 0; index < resizeObservers.length; index += 1) {
        const observer = resizeObservers[index];
        const observations = observationsOf(observer);
        const entries = core.list();
        for (let place = 0; place < observations.length; place += 1) {
          const observation = observations[place];
          const sizes = sizesOf(observation.id);
          const { first, second } = measured(observation, sizes);
          if (first === observation.first && second === observation.second) continue;
          const own = depthOf(observation.id);
          if (own <= depth) {
            hasSkipped = true;
            continue;
          }
          shallowest = MathMin(shallowest, own);
          observation.first = first;
          observation.second = second;
          put(entries, new ResizeObserverEntry(key, observation.id, sizes));
        }
        if (entries.length > 0) put(calls, { __proto__: null, observer, entries });
      }
      if (calls.length === 0) {
        if (hasSkipped) {
          core.fire(core.global, "error", { __proto__: null, cancelable: true,
            message: "ResizeObserver loop completed with undelivered notifications." }, "ErrorEvent");
          rendering.request();
        }
        return;
      }
      for (let index = 0; index < calls.length; index += 1) {
        const { observer, entries } = calls[index];
        core.callAndReport(callbackOf(observer), observer, core.list(core.array(entries), observer));
      }
      depth = shallowest;
    }
  }

  // MARK: IntersectionObserver

  const intersectionObservers = core.list();
  let isWatchingIntersections = false;

  class IntersectionObserverEntry {
    #values;
    constructor(init) {
      core.requireArguments(arguments.length, 1);
      if (init === key) {
        this.#values = arguments[1];
        return;
      }
      init = core.dictionary(init);
      const required = (name, convert) => {
        const value = init[name];
        if (value === undefined) throw new TypeError(`The member "${name}" is required.`);
        return convert(value);
      };
      const toRect = (value) => {
        const rect = core.dictionary(value);
        const member = (name) => core.member(rect, name, core.unrestrictedDouble, 0);
        const height = member("height"), width = member("width");
        return core.readOnlyRect(member("x"), member("y"), width, height);
      };
      const boundingClientRect = required("boundingClientRect", toRect);
      const intersectionRatio = required("intersectionRatio", core.double);
      const intersectionRect = required("intersectionRect", toRect);
      const isIntersecting = required("isIntersecting", core.boolean);
      const rootBounds = required("rootBounds", (value) => (value === null ? null : toRect(value)));
      const target = required("target", (value) => core.wrap(elementID(value)));
      const time = required("time", core.double);
      this.#values = { __proto__: null, boundingClientRect, intersectionRatio, intersectionRect, isIntersecting,
        rootBounds, target, time };
    }
    get time() { return this.#values.time; }
    get rootBounds() { return this.#values.rootBounds; }
    get boundingClientRect() { return this.#values.boundingClientRect; }
    get intersectionRect() { return this.#values.intersectionRect; }
    get isIntersecting() { return this.#values.isIntersecting; }
    get isVisible() { return this.#values.isVisible ?? false; }
    get intersectionRatio() { return this.#values.intersectionRatio; }
    get target() { return this.#values.target; }
  }

  const marginPart = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%)$/i;

  /** https://w3c.github.io/IntersectionObserver/#parse-a-margin */
  function parseMargin(text) {
    const parts = core.list();
    const words = core.split(text, " ");
    for (let index = 0; index < words.length; index += 1) {
      const word = core.stripASCIIWhitespace(words[index]);
      if (word === "") continue;
      const found = RegExpExec(marginPart, word);
      if (found === null) throw core.error("SyntaxError", "A margin is in pixels or percent.");
      put(parts, { __proto__: null, value: +found[1], isPercent: found[2] === "%" });
    }
    if (parts.length > 4) throw core.error("SyntaxError", "A margin has up to four parts.");
    if (parts.length === 0) put(parts, { __proto__: null, value: 0, isPercent: false });
    if (parts.length === 1) put(parts, parts[0]);
    if (parts.length === 2) put(parts, parts[0]);
    if (parts.length === 3) put(parts, parts[1]);
    return parts;
  }

  function marginText(parts) {
    let text = "";
    for (let index = 0; index < 4; index += 1) {
      text += (index > 0 ? " " : "") + parts[index].value + (parts[index].isPercent ? "%" : "px");
    }
    return text;
  }

  let stateOf;

  class IntersectionObserver {
    #state;
    constructor(callback, options = undefined) {
      core.requireArguments(arguments.length, 1);
      callback = core.convertCallback(callback);
      options = core.dictionary(options);
      const delay = core.member(options, "delay", core.long, 0);
      const root = options.root;
      let rootID = -1;
      if (root !== undefined && root !== null) {
        rootID = core.id(root);
        if (tree.kindOf(rootID) !== tree.ELEMENT && tree.kindOf(rootID) !== tree.DOCUMENT) {
          throw new TypeError("The root is no element and no document.");
        }
      }
      const margin = parseMargin(core.member(options, "rootMargin", core.string, "0px"));
      const scrollMargin = parseMargin(core.member(options, "scrollMargin", core.string, "0px"));
      let thresholds = core.list();
      const given = options.threshold;
      if (given !== undefined) {
        if (core.isObject(given)) thresholds = core.sequence(given, core.double);
        else put(thresholds, core.double(given));
      }
      const trackVisibility = core.member(options, "trackVisibility", core.boolean, false);
      for (let index = 0; index < thresholds.length; index += 1) {
        if (thresholds[index] < 0 || thresholds[index] > 1) {
          throw new core.RangeError("A threshold is between 0 and 1.");
        }
      }
      core.ArraySort(thresholds, (a, b) => a - b);
      if (thresholds.length === 0) put(thresholds, 0);
      this.#state = { __proto__: null, callback, root: rootID, margin, scrollMargin, thresholds,
        frozen: frozen(thresholds), observations: core.list(), queue: core.list(), isQueued: false,
        delay: trackVisibility ? MathMax(100, delay) : delay, trackVisibility };
    }
    get root() { return this.#state.root < 0 ? null : core.wrap(this.#state.root); }
    get rootMargin() { return marginText(this.#state.margin); }
    get scrollMargin() { return marginText(this.#state.scrollMargin); }
    get thresholds() { return this.#state.frozen; }
    get delay() { return this.#state.delay; }
    get trackVisibility() { return this.#state.trackVisibility; }
    observe(target) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      const id = elementID(target);
      for (let index = 0; index < state.observations.length; index += 1) {
        if (state.observations[index].id === id) return;
      }
      put(state.observations, { __proto__: null, id, index: -1, isIntersecting: false });
      if (core.ArrayIndexOf(intersectionObservers, this) < 0) put(intersectionObservers, this);
      if (!isWatchingIntersections) {
        isWatchingIntersections = true;
        rendering.add(rendering.INTERSECTION, observeIntersections);
      }
      rendering.request();
    }
    unobserve(target) {
      const { observations } = this.#state;
      core.requireArguments(arguments.length, 1);
      stopObserving(observations, elementID(target));
      if (observations.length === 0) forget(intersectionObservers, this);
    }
    disconnect() {
      this.#state.observations.length = 0;
      forget(intersectionObservers, this);
    }
    takeRecords() {
      const { queue } = this.#state;
      return core.array(core.ArraySplice(queue, 0, queue.length));
    }
    static { stateOf = (observer) => observer.#state; }
  }

  const rectangle = (left, top, right, bottom) => ({ __proto__: null, left, top, right, bottom });

  function expanded(rect, margin) {
    const length = (part, basis) => (part.isPercent ? part.value * basis / 100 : part.value);
    const width = rect.right - rect.left, height = rect.bottom - rect.top;
    return rectangle(rect.left - length(margin[3], width), rect.top - length(margin[0], height),
      rect.right + length(margin[1], width), rect.bottom + length(margin[2], height));
  }

  /** Null where they do not even touch. */
  function intersection(a, b) {
    const left = MathMax(a.left, b.left), top = MathMax(a.top, b.top);
    const right = MathMin(a.right, b.right), bottom = MathMin(a.bottom, b.bottom);
    return left <= right && top <= bottom ? rectangle(left, top, right, bottom) : null;
  }

  function paddingBox(geometry) {
    const left = geometry[0] + geometry[4], top = geometry[1] + geometry[5];
    return rectangle(left, top, left + geometry[6], top + geometry[7]);
  }

  /** https://w3c.github.io/IntersectionObserver/#intersectionobserver-root-intersection-rectangle */
  function rootRectangle(state) {
    const { root } = state;
    if (root <= 0) {
      const viewport = native.viewport();
      return expanded(rectangle(0, 0, viewport[0], viewport[1]), state.margin);
    }
    const geometry = tree.isInPage(root) ? native.geometry(root) : null;
    if (geometry === null) return rectangle(0, 0, 0, 0);
    const isClipping = clipOf(root) !== 0;
    const box = isClipping ? paddingBox(geometry)
      : rectangle(geometry[0], geometry[1], geometry[0] + geometry[2], geometry[1] + geometry[3]);
    return expanded(box, state.margin);
  }

  /** Which axes an element's box clips: 1 horizontally, 2 vertically; 4 more where it scrolls. */
  function clipOf(id) {
    const x = native.computedValue(id, "", "overflow-x"), y = native.computedValue(id, "", "overflow-y");
    const scrolls = (value) => value === "auto" || value === "scroll" || value === "hidden";
    const isHidden = RegExpExec(/paint|strict|content/, native.computedValue(id, "", "contain")) !== null;
    return (x !== "visible" && x !== "" || isHidden ? 1 : 0) + (y !== "visible" && y !== "" || isHidden ? 2 : 0)
      + (scrolls(x) || scrolls(y) ? 4 : 0);
  }

  /** https://w3c.github.io/IntersectionObserver/#compute-the-intersection */
  function computeIntersection(state, id, target, root) {
    let rect = target;
    let isFixed = native.computedValue(id, "", "position") === "fixed";
    let isAbsolute = native.computedValue(id, "", "position") === "absolute";
    const top = tree.parentOf(id);
    for (let ancestor = top; ancestor > 0; ancestor = tree.parentOf(ancestor)) {
      if (ancestor === state.root) break;
      if (tree.kindOf(ancestor) !== tree.ELEMENT || tree.parentOf(ancestor) === 0) continue;
      const position = native.computedValue(ancestor, "", "position");
      const contains = position !== "static" || native.computedValue(ancestor, "", "transform") !== "none";
      if (isFixed && native.computedValue(ancestor, "", "transform") === "none") continue;
      if (isAbsolute && !contains) continue;
      isFixed = position === "fixed";
      isAbsolute = position === "absolute";
      const clip = clipOf(ancestor);
      if (clip === 0) continue;
      if (tree.nameOf(ancestor) === bodyAtom && tree.parentOf(tree.parentOf(ancestor)) === 0) continue;
      const geometry = native.geometry(ancestor);
      if (geometry === null) continue;
      let box = paddingBox(geometry);
      if ((clip & 4) !== 0) box = expanded(box, state.scrollMargin);
      if ((clip & 1) === 0) box = rectangle(-Infinity, box.top, Infinity, box.bottom);
      if ((clip & 2) === 0) box = rectangle(box.left, -Infinity, box.right, Infinity);
      rect = intersection(rect, box);
      if (rect === null) return null;
    }
    return intersection(rect, root);
  }
  const bodyAtom = core.atom("body");

  const domRect = (rect) => core.readOnlyRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
  const areaOf = (rect) => (rect.right - rect.left) * (rect.bottom - rect.top);

  /** https://w3c.github.io/IntersectionObserver/#update-intersection-observations-algo */
  function observeIntersections() {
    const time = native.now();
    for (let index = 0; index < intersectionObservers.length; index += 1) {
      const observer = intersectionObservers[index];
      const state = stateOf(observer);
      const root = rootRectangle(state);
      for (let place = 0; place < state.observations.length; place += 1) {
        const observation = state.observations[place];
        const { id } = observation;
        const isInRoot = tree.isInPage(id) && (state.root <= 0 || (id !== state.root && tree.flatContains(state.root, id)));
        const geometry = tree.isInPage(id) ? native.geometry(id) : null;
        let target = rectangle(0, 0, 0, 0), found = null;
        if (geometry !== null) {
          target = rectangle(geometry[0], geometry[1], geometry[0] + geometry[2], geometry[1] + geometry[3]);
          if (isInRoot) found = computeIntersection(state, id, target, root);
        }
        let isIntersecting = found !== null;
        const area = areaOf(target);
        const ratio = area > 0 ? MathMin(1, isIntersecting ? areaOf(found) / area : 0) : isIntersecting ? 1 : 0;
        const { thresholds } = state;
        let threshold = 0;
        if (isIntersecting) {
          threshold = thresholds.length;
          for (let step = 0; step < thresholds.length; step += 1) {
            if (thresholds[step] > ratio) {
              threshold = step;
              break;
            }
          }
        }
        // As in Chromium, what has not come to the first threshold does not intersect yet.
        if (threshold === 0) isIntersecting = false;
        if (threshold === observation.index && isIntersecting === observation.isIntersecting) continue;
        observation.index = threshold;
        observation.isIntersecting = isIntersecting;
        queue(observer, state, new IntersectionObserverEntry(key, {
          __proto__: null, time, rootBounds: domRect(geometry === null ? target : root), boundingClientRect: domRect(target),
          intersectionRect: domRect(found ?? rectangle(0, 0, 0, 0)),
          isIntersecting, intersectionRatio: ratio, target: core.wrap(id),
        }));
      }
    }
  }

  function queue(observer, state, entry) {
    put(state.queue, entry);
    if (state.isQueued) return;
    state.isQueued = true;
    core.queueTask(() => {
      state.isQueued = false;
      if (state.queue.length === 0) return;
      const entries = core.array(core.ArraySplice(state.queue, 0, state.queue.length));
      core.callAndReport(state.callback, observer, core.list(entries, observer));
    });
  }

  core.define({ ResizeObserver, ResizeObserverEntry, ResizeObserverSize, IntersectionObserver, IntersectionObserverEntry });
})
