// The files that are evaluated when a page first touches one of their globals.
(function (core) {
  "use strict";
  core.lazyFiles({
    "canvas.js": ["ImageBitmap", "ImageBitmapRenderingContext", "OffscreenCanvas", "createImageBitmap"],
    "canvas-context.js": ["CanvasRenderingContext2D", "OffscreenCanvasRenderingContext2D"],
    "canvas-path.js": ["Path2D"],
    "canvas-styles.js": ["CanvasGradient", "CanvasPattern", "ImageData", "TextMetrics"],
    "blob.js": ["Blob", "File", "FileReader"],
    "crypto.js": ["Crypto", "crypto"],
    "encoding.js": ["TextDecoder", "TextEncoder"],
    "fetch.js": ["Headers", "Request", "Response", "fetch"],
    "url.js": ["URL", "URLSearchParams", "webkitURL"],
    "xhr.js": ["XMLHttpRequest", "XMLHttpRequestEventTarget", "XMLHttpRequestUpload"],
    "abort.js": ["AbortController", "AbortSignal"],
    "events-rare.js": ["AnimationEvent", "BeforeUnloadEvent", "ClipboardEvent", "CloseEvent", "CompositionEvent", "DragEvent",
      "FormDataEvent", "HashChangeEvent", "MediaQueryListEvent", "PageTransitionEvent", "PopStateEvent", "ProgressEvent",
      "PromiseRejectionEvent", "StorageEvent", "TextEvent", "ToggleEvent", "TransitionEvent", "WheelEvent"],
    "events-touch.js": ["Touch", "TouchEvent", "TouchList"],
    "events-ui.js": ["ErrorEvent", "FocusEvent", "InputEvent", "KeyboardEvent", "MessageEvent", "MouseEvent", "PointerEvent",
      "SubmitEvent", "UIEvent"],
    "mutation.js": ["MutationObserver", "MutationRecord", "WebKitMutationObserver"],
    "observable.js": ["Observable", "Subscriber"],
    "range.js": ["AbstractRange", "Range", "StaticRange", "getSelection"],
    "selection.js": ["Selection"],
    "traversal.js": ["NodeFilter", "NodeIterator", "TreeWalker"],
  });
  core.lazyFunctions("clone.js", ["structuredClone"]);
  core.lazyFunctions("abort.js",
    ["abortReason", "abortSignal", "dependentSignal", "isAborted", "makeAbortSignal", "whenAborted"]);
  core.lazyFunctions("events-shadow.js", ["endsInShadow", "shadowComposedPath", "shadowPath", "shadowRetarget"]);
  core.lazyFunctions("mutation.js", ["signalSlotChange"]);
  core.lazyFunctions("observable.js", ["when"]);
  core.lazyFunctions("range.js", ["createRange", "getSelection"]);
  core.lazyFunctions("traversal.js", ["createNodeIterator", "createTreeWalker"]);
  // Nobody has one before its file is there.
  core.isAbortSignal = () => false;
})
