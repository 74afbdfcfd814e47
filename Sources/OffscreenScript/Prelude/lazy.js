// The files that are evaluated when a page first touches one of their globals.
(function (core) {
  "use strict";
  core.lazyFiles(
    "canvas.js ImageBitmap ImageBitmapRenderingContext OffscreenCanvas createImageBitmap "
    + "canvas-context.js CanvasRenderingContext2D OffscreenCanvasRenderingContext2D "
    + "canvas-path.js Path2D "
    + "canvas-styles.js CanvasGradient CanvasPattern ImageData TextMetrics "
    + "audio.js AudioBuffer AudioContext AudioNode AudioParam BaseAudioContext "
    + "blob.js Blob File FileReader "
    + "collections.js DOMTokenList HTMLCollection NamedNodeMap NodeList "
    + "console.js console "
    + "device.js MediaMetadata MediaSession MimeType MimeTypeArray NetworkInformation Plugin PluginArray "
    + "UserActivation "
    + "permissions.js Geolocation GeolocationPositionError "
    + "crypto.js Crypto crypto "
    + "data-transfer.js DataTransfer DataTransferItem DataTransferItemList FileList "
    + "element-registry.js CustomElementRegistry customElements "
    + "element-internals.js CustomStateSet ElementInternals "
    + "encoding.js TextDecoder TextEncoder "
    + "event-source.js EventSource "
    + "fetch.js Request Response fetch "
    + "headers.js Headers "
    + "highlights.js Highlight HighlightRegistry "
    + "url-pattern.js URLPattern "
    + "url.js URL URLSearchParams webkitURL "
    + "xhr.js XMLHttpRequest XMLHttpRequestEventTarget XMLHttpRequestUpload "
    + "abort.js AbortController AbortSignal "
    + "animation.js Animation AnimationEffect AnimationTimeline CSSAnimation CSSTransition DocumentTimeline "
    + "KeyframeEffect "
    + "events-rare.js AnimationEvent AnimationPlaybackEvent BeforeUnloadEvent ClipboardEvent CloseEvent "
    + "CompositionEvent ContentVisibilityAutoStateChangeEvent DeviceMotionEvent DeviceMotionEventAcceleration "
    + "DeviceMotionEventRotationRate DeviceOrientationEvent DragEvent FontFaceSetLoadEvent FormDataEvent "
    + "HashChangeEvent MediaQueryListEvent PageTransitionEvent PopStateEvent ProgressEvent "
    + "PromiseRejectionEvent StorageEvent TextEvent ToggleEvent TransitionEvent WheelEvent "
    + "events-touch.js Touch TouchEvent TouchList "
    + "events-ui.js ErrorEvent FocusEvent InputEvent KeyboardEvent MessageEvent MouseEvent PointerEvent "
    + "SubmitEvent UIEvent "
    + "idle-callbacks.js IdleDeadline cancelIdleCallback requestIdleCallback "
    + "messaging.js BroadcastChannel MessageChannel MessagePort "
    + "indexed-keys.js IDBKeyRange "
    + "indexed-databases.js IDBDatabase IDBFactory indexedDB "
    + "indexed-objects.js IDBIndex IDBObjectStore IDBRecord "
    + "indexed-cursors.js IDBCursor IDBCursorWithValue "
    + "indexed-transactions.js IDBOpenDBRequest IDBRequest IDBTransaction IDBVersionChangeEvent "
    + "string-list.js DOMStringList "
    + "mutation.js MutationObserver MutationRecord WebKitMutationObserver "
    + "observable.js Observable Subscriber "
    + "performance.js Performance PerformanceEntry PerformanceMark PerformanceMeasure performance "
    + "performance-observer.js PerformanceObserver PerformanceObserverEntryList "
    + "paint-timing.js LargestContentfulPaint PerformancePaintTiming "
    + "performance-timing.js PerformanceNavigation PerformanceNavigationTiming PerformanceResourceTiming "
    + "PerformanceTiming "
    + "shadow.js ShadowRoot "
    + "range.js AbstractRange Range StaticRange getSelection "
    + "scheduler.js Scheduler TaskController TaskPriorityChangeEvent TaskSignal scheduler "
    + "security-policy.js SecurityPolicyViolationEvent "
    + "selection.js Selection "
    + "storage.js Storage localStorage sessionStorage "
    + "streams.js ByteLengthQueuingStrategy CountQueuingStrategy "
    + "readable-stream.js ReadableStream ReadableStreamDefaultController ReadableStreamDefaultReader "
    + "byte-stream.js ReadableByteStreamController ReadableStreamBYOBReader ReadableStreamBYOBRequest "
    + "visual-viewport.js VisualViewport visualViewport "
    + "workers.js Worker SharedWorker "
    + "websocket.js WebSocket WebSocketError "
    + "writable-stream.js WritableStream WritableStreamDefaultController WritableStreamDefaultWriter "
    + "transform-stream.js TransformStream TransformStreamDefaultController "
    + "text-streams.js CompressionStream DecompressionStream TextDecoderStream TextEncoderStream "
    + "style-map.js StylePropertyMap StylePropertyMapReadOnly "
    + "typed-values.js CSSImageValue CSSKeywordValue CSSStyleValue CSSUnparsedValue CSSVariableReferenceValue "
    + "typed-numbers.js CSSMathClamp CSSMathInvert CSSMathMax CSSMathMin CSSMathNegate CSSMathProduct "
    + "CSSMathSum CSSMathValue CSSNumericArray CSSNumericValue CSSUnitValue "
    + "typed-transforms.js CSSMatrixComponent CSSPerspective CSSRotate CSSScale CSSSkew CSSSkewX CSSSkewY "
    + "CSSTransformComponent CSSTransformValue CSSTranslate "
    + "caret.js CaretPosition "
    + "scroll-timelines.js ScrollTimeline ViewTimeline "
    + "view-transitions.js ViewTransition ViewTransitionTypeSet "
    + "traversal.js NodeFilter NodeIterator TreeWalker");
  // Undefined where the engine compiles nothing.
  core.WebAssembly = core.global.WebAssembly;
  if (core.WebAssembly !== undefined) core.lazyFiles("wasm.js WebAssembly");
  core.lazyFunctions("clone.js", "cloneWithTransfer structuredClone");
  core.lazyFunctions("collections.js", "childNodeList ids namedNodeMap parseTokens tokenList");
  core.lazyValues("collections.js", "HTMLCollection NodeList collections");
  core.lazyFunctions("data-transfer.js", "filesOf setFiles");
  core.lazyFunctions("fetch.js", "sendBeacon");
  core.lazyFunctions("fullscreen.js", "exitFullscreen requestFullscreen requestPointerLock");
  core.lazyFunctions("font-face.js", "fontDescriptorText");
  core.lazyFunctions("messaging.js", "postToWindow");
  core.lazyFunctions("animation.js", "animate animationsIn animationsOf pageTimeline takeAnimationChanges");
  core.entry.animationChanges = () => core.takeAnimationChanges();
  core.lazyFunctions("view-transitions.js", "activeViewTransition startViewTransition");
  core.lazyFunctions("scroll-timelines.js",
    "isAtBoundary millisecondsFrom percentFrom percentOrNull rangeBoundary scrolledShares scrolledStart "
      + "scrolledTiming setRangeBoundary");
  core.lazyFunctions("style-map.js", "computedStyleMap declaredStyleMap inlineStyleMap");
  core.lazyFunctions("typed-numbers.js", "makeUnitValue reifyNumber");
  core.lazyFunctions("typed-transforms.js", "reifyTransform");
  core.lazyFunctions("abort.js", "abortReason abortSignal dependentSignal isAborted makeAbortSignal whenAborted");
  core.lazyFunctions("element-registry.js", "registryOf");
  core.lazyFunctions("events-shadow.js", "endsInShadow shadowComposedPath shadowPath shadowRetarget");
  core.lazyFunctions("mutation.js", "signalSlotChange");
  core.lazyValues("node-comparing.js", "nodeComparing");
  core.lazyFunctions("observable.js", "when");
  core.lazyFunctions("shadow.js", "activeElementIn assignedSlot attachShadow focusDelegateIn openShadowRoot");
  // Markup has brought a shadow root.
  core.entry.shadowTrees = () => {
    core.load("shadow.js");
    core.entry.shadowTrees();
  };
  core.lazyValues("performance.js", "timeline");
  core.lazyValues("crypto-subtle.js", "subtleCrypto");
  core.lazyFunctions("paint-timing.js", "trackPaints");
  core.lazyFunctions("range.js", "createRange createRangeAt getSelection");
  core.lazyFunctions("caret.js", "caretPosition caretRange");
  core.lazyFunctions("traversal.js", "createNodeIterator createTreeWalker");
  // What Swift asks of modules.
  const moduleEntries = ["addImportBase", "enableImports", "importMap", "moduleLoaded", "preloadModule", "prepareModule",
    "runModule"];
  for (let index = 0; index < moduleEntries.length; index += 1) {
    const name = moduleEntries[index];
    core.entry[name] = function () {
      core.load("modules.js");
      return core.ReflectApply(core.modules[name], undefined, arguments);
    };
  }
  // The class of shadow roots, which node.js asks for.
  core.lazyValues("shadow.js", "ShadowRoot");
  // Nobody has one before its file is there.
  core.isAbortSignal = () => false;
  core.isReadableStream = () => false;
  core.isMessagePort = () => false;
})
