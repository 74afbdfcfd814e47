// The files that are evaluated when a page first touches one of their globals.
(function (core) {
  "use strict";
  core.lazyFiles({
    "events-ui.js": ["ErrorEvent", "FocusEvent", "InputEvent", "KeyboardEvent", "MessageEvent", "MouseEvent", "PointerEvent",
      "SubmitEvent", "UIEvent"],
    "selection.js": ["Selection"],
    "events-rare.js": ["AnimationEvent", "BeforeUnloadEvent", "ClipboardEvent", "CloseEvent", "CompositionEvent", "DragEvent",
      "FormDataEvent", "HashChangeEvent", "MediaQueryListEvent", "PageTransitionEvent", "PopStateEvent", "ProgressEvent",
      "PromiseRejectionEvent", "StorageEvent", "TextEvent", "ToggleEvent", "TransitionEvent", "WheelEvent"],
  });
})
