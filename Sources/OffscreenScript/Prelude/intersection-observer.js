// Who is told of elements that come into sight. https://w3c.github.io/IntersectionObserver/
(function (core) {
  "use strict";
  const { native, put, TypeError, MathMax, MathMin, RegExpExec } = core;
  const { tree, rendering, elementID } = core;
  const key = core.list();

  const frozen = (list) => core.ObjectFreeze(core.array(list));

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

  function forget(observer) {
    const place = core.ArrayIndexOf(intersectionObservers, observer);
    if (place >= 0) core.ArraySplice(intersectionObservers, place, 1);
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
      const home = homeOf(target), id = home.elementID(target);
      for (let index = 0; index < state.observations.length; index += 1) {
        if (state.observations[index].id === id && state.observations[index].home === home) return;
      }
      put(state.observations, { __proto__: null, home, id, index: -1, isIntersecting: false });
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
      const home = homeOf(target), id = home.elementID(target);
      for (let index = 0; index < observations.length; index += 1) {
        if (observations[index].id !== id || observations[index].home !== home) continue;
        core.ArraySplice(observations, index, 1);
        break;
      }
      if (observations.length === 0) forget(this);
    }
    disconnect() {
      this.#state.observations.length = 0;
      forget(this);
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

  // MARK: Windows in windows

  /** The core of the window that an element is of: that of a frame may be observed from the page. */
  function homeOf(object) {
    for (let index = 0; index < core.cores.length; index += 1) {
      if (core.cores[index].idIfNode(object) >= 0) return core.cores[index];
    }
    return core;
  }

  /** The element that shows a window, with its own; null where there is none, or of another origin. */
  function frameOf(home) {
    const element = home.native.frameElement();
    if (element === null) return null;
    const outer = homeOf(element);
    return { __proto__: null, home: outer, id: outer.elementID(element) };
  }

  /** The window of the outermost page. */
  function outermost(home) {
    for (let frame = frameOf(home); frame !== null; frame = frameOf(home)) home = frame.home;
    return home;
  }

  /** https://w3c.github.io/IntersectionObserver/#intersectionobserver-root-intersection-rectangle */
  function rootRectangle(state) {
    const { root } = state;
    if (root <= 0) {
      const viewport = (root < 0 ? outermost(core) : core).native.viewport();
      return expanded(rectangle(0, 0, viewport[0], viewport[1]), state.margin);
    }
    const geometry = tree.isInPage(root) ? native.geometry(root) : null;
    if (geometry === null) return rectangle(0, 0, 0, 0);
    const isClipping = clipOf(core, root) !== 0;
    const box = isClipping ? paddingBox(geometry)
      : rectangle(geometry[0], geometry[1], geometry[0] + geometry[2], geometry[1] + geometry[3]);
    return expanded(box, state.margin);
  }

  /** Which axes an element's box clips: 1 horizontally, 2 vertically; 4 more where it scrolls. */
  function clipOf(home, id) {
    const value = (name) => home.native.computedValue(id, "", name);
    const x = value("overflow-x"), y = value("overflow-y");
    const scrolls = (overflow) => overflow === "auto" || overflow === "scroll" || overflow === "hidden";
    const isHidden = RegExpExec(/paint|strict|content/, value("contain")) !== null;
    return (x !== "visible" && x !== "" || isHidden ? 1 : 0) + (y !== "visible" && y !== "" || isHidden ? 2 : 0)
      + (scrolls(x) || scrolls(y) ? 4 : 0);
  }

  /** What the boxes around an element in its own window leave of a rectangle, or null. */
  function clipped(state, home, id, rect) {
    const { native: own, tree: nodes } = home;
    const root = home === core ? state.root : -1;
    let isFixed = own.computedValue(id, "", "position") === "fixed";
    let isAbsolute = own.computedValue(id, "", "position") === "absolute";
    for (let ancestor = nodes.parentOf(id); ancestor > 0; ancestor = nodes.parentOf(ancestor)) {
      if (ancestor === root) break;
      if (nodes.kindOf(ancestor) !== tree.ELEMENT || nodes.parentOf(ancestor) === 0) continue;
      const position = own.computedValue(ancestor, "", "position");
      const contains = position !== "static" || own.computedValue(ancestor, "", "transform") !== "none";
      if (isFixed && own.computedValue(ancestor, "", "transform") === "none") continue;
      if (isAbsolute && !contains) continue;
      isFixed = position === "fixed";
      isAbsolute = position === "absolute";
      const clip = clipOf(home, ancestor);
      if (clip === 0) continue;
      if (nodes.nameOf(ancestor) === home.atom("body") && nodes.parentOf(nodes.parentOf(ancestor)) === 0) continue;
      const geometry = own.geometry(ancestor);
      if (geometry === null) continue;
      let box = paddingBox(geometry);
      if ((clip & 4) !== 0) box = expanded(box, state.scrollMargin);
      if ((clip & 1) === 0) box = rectangle(-Infinity, box.top, Infinity, box.bottom);
      if ((clip & 2) === 0) box = rectangle(box.left, -Infinity, box.right, Infinity);
      rect = intersection(rect, box);
      if (rect === null) return null;
    }
    return rect;
  }

  const moved = (rect, x, y) => rectangle(rect.left + x, rect.top + y, rect.right + x, rect.bottom + y);

  /** Out of a window into the one around it: `{home, id, rect, x, y}`, with where its viewport lies there, or null. */
  function outOf(state, home, rect) {
    const frame = frameOf(home);
    const geometry = frame === null ? null : frame.home.native.geometry(frame.id);
    if (geometry === null) return null;
    const viewport = home.native.viewport();
    const seen = intersection(rect, expanded(rectangle(0, 0, viewport[0], viewport[1]), state.scrollMargin));
    if (seen === null) return null;
    const padding = (side) => core.NumberParseFloat(frame.home.native.computedValue(frame.id, "", "padding-" + side)) || 0;
    const x = geometry[0] + geometry[4] + padding("left"), y = geometry[1] + geometry[5] + padding("top");
    return { __proto__: null, home: frame.home, id: frame.id, rect: moved(seen, x, y), x, y };
  }

  /** https://w3c.github.io/IntersectionObserver/#compute-the-intersection */
  function computeIntersection(state, home, id, target, root) {
    const end = state.root < 0 ? outermost(core) : core;
    let rect = clipped(state, home, id, target), x = 0, y = 0;
    while (rect !== null && home !== end) {
      const outer = outOf(state, home, rect);
      if (outer === null) return null;
      x += outer.x;
      y += outer.y;
      home = outer.home;
      rect = clipped(state, home, outer.id, outer.rect);
    }
    const found = rect === null ? null : intersection(rect, root);
    return found === null ? null : moved(found, -x, -y);
  }

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
        const { home, id } = observation;
        const isInPage = home.tree.isInPage(id);
        const isInRoot = isInPage && (state.root < 0 || (home === core
          && (state.root === 0 || (id !== state.root && tree.flatContains(state.root, id)))));
        const geometry = isInPage ? home.native.geometry(id) : null;
        let target = rectangle(0, 0, 0, 0), found = null;
        if (geometry !== null) {
          target = rectangle(geometry[0], geometry[1], geometry[0] + geometry[2], geometry[1] + geometry[3]);
          if (isInRoot) found = computeIntersection(state, home, id, target, root);
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
          isIntersecting, intersectionRatio: ratio, target: home.wrap(id),
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

  core.define({ IntersectionObserver, IntersectionObserverEntry });
})
