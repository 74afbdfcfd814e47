// The files that are evaluated when a page first touches one of their globals.
(function (core) {
  "use strict";
  core.lazyFiles({
    "abort.js": ["AbortController", "AbortSignal"],
    "events-rare.js": ["AnimationEvent", "BeforeUnloadEvent", "ClipboardEvent", "CloseEvent", "CompositionEvent", "DragEvent",
      "FormDataEvent", "HashChangeEvent", "MediaQueryListEvent", "PageTransitionEvent", "PopStateEvent", "ProgressEvent",
      "PromiseRejectionEvent", "StorageEvent", "TextEvent", "ToggleEvent", "TransitionEvent", "WheelEvent"],
    "events-touch.js": ["Touch", "TouchEvent", "TouchList"],
    "events-ui.js": ["ErrorEvent", "FocusEvent", "InputEvent", "KeyboardEvent", "MessageEvent", "MouseEvent", "PointerEvent",
      "SubmitEvent", "UIEvent"],
    "mutation.js": ["MutationObserver", "MutationRecord", "WebKitMutationObserver"],
    "range.js": ["AbstractRange", "Range", "StaticRange", "getSelection"],
    "selection.js": ["Selection"],
    "traversal.js": ["NodeFilter", "NodeIterator", "TreeWalker"],
  });
  core.lazyFunctions("abort.js", ["abortReason", "abortSignal", "isAborted", "makeAbortSignal", "whenAborted"]);
  core.lazyFunctions("events-shadow.js", ["endsInShadow", "shadowComposedPath", "shadowPath", "shadowRetarget"]);
  core.lazyFunctions("mutation.js", ["signalSlotChange"]);
  core.lazyFunctions("range.js", ["createRange", "getSelection"]);
  core.lazyFunctions("traversal.js", ["createNodeIterator", "createTreeWalker"]);
  // Nobody has one before its file is there.
  core.isAbortSignal = () => false;
})
