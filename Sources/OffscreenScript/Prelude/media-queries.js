// Media queries, and the steps of the update of the rendering that ask for layout.
// https://drafts.csswg.org/cssom-view-1/#the-mediaquerylist-interface
(function (core) {
  "use strict";
  const { native, put, error, TypeError, StringIndexOf } = core;

  // MARK: The update of the rendering
  // https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering

  const steps = core.list();

  /** Runs all steps, in the order of their numbers. */
  function observe(time) {
    for (let index = 0; index < steps.length; index += 1) steps[index].run(time);
  }

  core.rendering = {
    /** Calls `run(time)` in each update of the rendering from now on. Nothing is asked of a page until one is there. */
    add(order, run) {
      let place = steps.length;
      while (place > 0 && steps[place - 1].order > order) place -= 1;
      core.ArraySplice(steps, place, 0, { __proto__: null, order, run });
      core.entry.observe = observe;
    },
    /** Asks for an update though the document has not changed. */
    request() { native.requestFrame(); },
    SCROLL: 1, MEDIA: 2, ANIMATIONS: 3, RESIZE: 4, INTERSECTION: 5,
  };

  // MARK: MediaQueryList

  const key = core.list();
  let textOf, matchesOf, update;
  const lists = core.weakList();
  let isWatching = false;

  class MediaQueryList extends core.EventTarget {
    #text;
    #matches;
    constructor(token, text) {
      if (token !== key) throw new TypeError("Illegal constructor");
      super();
      this.#text = text;
      this.#matches = native.matchesMedia(text);
    }
    get media() { return this.#text; }
    get matches() { return native.matchesMedia(this.#text); }
    addListener(listener) {
      this.#text;
      core.requireArguments(arguments.length, 1);
      if (listener !== null && listener !== undefined) addEventListener(this, "change", listener);
    }
    removeListener(listener) {
      this.#text;
      core.requireArguments(arguments.length, 1);
      if (listener !== null && listener !== undefined) removeEventListener(this, "change", listener);
    }
    static {
      textOf = (list) => list.#text;
      matchesOf = (list) => list.#matches;
      /** Whether what it says has changed since it was last asked. */
      update = (list) => {
        const now = native.matchesMedia(list.#text);
        if (now === list.#matches) return false;
        list.#matches = now;
        return true;
      };
    }
  }
  const addEventListener = core.uncurryThis(core.EventTarget.prototype.addEventListener);
  const removeEventListener = core.uncurryThis(core.EventTarget.prototype.removeEventListener);
  core.eventHandlers(MediaQueryList, core.list("change"));
  core.ReflectDefineProperty(MediaQueryList, "length", { __proto__: null, value: 0, configurable: true });
  core.define({ MediaQueryList });

  /** https://drafts.csswg.org/cssom-view-1/#evaluate-media-queries-and-report-changes */
  function report() {
    lists.forEach((list) => {
      if (!update(list)) return;
      core.fire(list, "change", { __proto__: null, media: textOf(list), matches: matchesOf(list) }, "MediaQueryListEvent");
    });
  }

  core.defineGlobals({
    matchMedia(query) {
      core.requireArguments(arguments.length, 1);
      const list = new MediaQueryList(key, native.mediaText(core.string(query)));
      lists.add(list);
      if (!isWatching) {
        isWatching = true;
        core.rendering.add(core.rendering.MEDIA, report);
      }
      return list;
    },
  });
})
