// Who is told of elements that change their size. https://drafts.csswg.org/resize-observer/
(function (core) {
  "use strict";
  const { native, put, TypeError, MathMax, MathMin } = core;
  const { tree, rendering, elementID } = core;
  const key = core.list();

  const frozen = (list) => core.ObjectFreeze(core.array(list));

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

  core.define({ ResizeObserver, ResizeObserverEntry, ResizeObserverSize });
})
