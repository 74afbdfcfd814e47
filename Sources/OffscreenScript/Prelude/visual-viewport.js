// The visual viewport, which nobody pinches: it is the layout viewport.
// https://drafts.csswg.org/cssom-view/#the-visualviewport-interface
(function (core) {
  "use strict";
  const { native, rendering } = core;

  const Brand = core.brand();
  const part = (viewport, index) => {
    Brand.of(viewport);
    return native.viewport()[index];
  };
  class VisualViewport extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get offsetLeft() { return Brand.of(this) ?? 0; }
    get offsetTop() { return Brand.of(this) ?? 0; }
    get pageLeft() { return part(this, 2); }
    get pageTop() { return part(this, 3); }
    get width() { return part(this, 0); }
    get height() { return part(this, 1); }
    get scale() { return Brand.of(this) ?? 1; }
  }
  core.eventHandlers(VisualViewport, ["resize", "scroll", "scrollend"]);
  core.define({ VisualViewport });

  const visualViewport = core.makeOwn(VisualViewport);
  new Brand(visualViewport);
  core.defineReplaceable({ get visualViewport() { return visualViewport; } });

  // https://drafts.csswg.org/cssom-view/#run-the-resize-steps
  let known = native.viewport();
  rendering.add(rendering.VIEWPORT, () => {
    const now = native.viewport();
    if (now[0] === known[0] && now[1] === known[1]) return;
    known = now;
    core.fire(core.global, "resize", { __proto__: null, view: core.global }, "UIEvent");
    core.fire(visualViewport, "resize");
  });
})
