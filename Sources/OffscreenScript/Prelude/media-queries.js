// Media queries.
// https://drafts.csswg.org/cssom-view-1/#the-mediaquerylist-interface
(function (core) {
  "use strict";
  const { native, TypeError } = core;
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
