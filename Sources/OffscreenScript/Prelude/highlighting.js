// What is marked in texts when a picture is made: what is selected, what the address points to, and custom
// highlights.
(function (core) {
  "use strict";
  const { native, put } = core;

  core.entry.highlights = function () {
    const names = core.list(), bounds = core.list();
    const add = (name, range) => {
      put(names, name);
      put(bounds, range.start);
      put(bounds, range.startOffset);
      put(bounds, range.end);
      put(bounds, range.endOffset);
    };
    core.customHighlights?.(add);
    core.targetTexts?.(add);
    const selected = core.selectedBounds?.() ?? null;
    if (selected !== null && !selected.isCollapsed) add("selection", selected);
    native.setHighlights(names, bounds, bounds.length);
  };
})
