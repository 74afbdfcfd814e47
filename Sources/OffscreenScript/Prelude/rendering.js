// The steps of the update of the rendering that ask for layout.
// https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering
(function (core) {
  "use strict";
  const { native } = core;
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
    VIEWPORT: 0, SCROLL: 1, MEDIA: 2, ANIMATIONS: 3, RESIZE: 4, FOCUS: 5, INTERSECTION: 6, PAINT: 7,
  };
})
