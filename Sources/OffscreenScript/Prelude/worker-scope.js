// What workers have, and what the prelude's other files find in place of nodes: a worker has none.
// https://html.spec.whatwg.org/multipage/workers.html#the-workerglobalscope-common-interface
(function (core) {
  "use strict";
  const { global, ObjectCreate, SafeSet } = core;

  // MARK: Nodes

  core.isNode = core.isMade = () => false;
  core.idIfNode = () => -1;
  core.shadow = core.activation = null;
  core.tree = { __proto__: null };

  // MARK: The names of a worker's scope: `[Exposed=Worker]` and its like. https://webidl.spec.whatwg.org/#Exposed

  const everywhere = `AbortController AbortSignal Blob BroadcastChannel ByteLengthQueuingStrategy Cache CacheStorage
    CanvasGradient CanvasPattern CloseEvent CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException
    DOMMatrix DOMMatrixReadOnly DOMPoint DOMPointReadOnly DOMQuad DOMRect DOMRectReadOnly DOMStringList DecompressionStream
    ErrorEvent Event EventSource EventTarget File FileList FileReader FileReaderSync FormData Headers IDBCursor
    IDBCursorWithValue IDBDatabase IDBFactory IDBIndex IDBKeyRange IDBObjectStore IDBOpenDBRequest IDBRecord IDBRequest
    IDBTransaction IDBVersionChangeEvent ImageBitmap ImageBitmapRenderingContext ImageData Lock LockManager MessageChannel
    MessageEvent MessagePort NavigatorUAData Notification Observable OffscreenCanvas OffscreenCanvasRenderingContext2D Path2D
    Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList
    PerformanceResourceTiming PerformanceServerTiming PermissionStatus Permissions ProgressEvent PromiseRejectionEvent
    QuotaExceededError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
    ReadableStreamDefaultController ReadableStreamDefaultReader ReportingObserver Request Response Scheduler
    SecurityPolicyViolationEvent StorageManager Subscriber SubtleCrypto TaskController TaskPriorityChangeEvent TaskSignal
    TextDecoder TextDecoderStream TextEncoder TextEncoderStream TextMetrics TransformStream
    TransformStreamDefaultController URL URLPattern URLSearchParams WebAssembly WebSocket WebSocketError WebSocketStream
    WorkerGlobalScope WorkerLocation WorkerNavigator WritableStream WritableStreamDefaultController
    WritableStreamDefaultWriter XMLHttpRequest XMLHttpRequestEventTarget XMLHttpRequestUpload
    atob btoa caches clearInterval clearTimeout console createImageBitmap crossOriginIsolated crypto fetch importScripts
    indexedDB isSecureContext location navigator onerror onlanguagechange onoffline ononline onrejectionhandled
    onunhandledrejection origin performance queueMicrotask reportError scheduler self setInterval setTimeout structuredClone`;
  const further = {
    __proto__: null,
    DedicatedWorkerGlobalScope: "DedicatedWorkerGlobalScope Worker cancelAnimationFrame requestAnimationFrame",
    SharedWorkerGlobalScope: "SharedWorkerGlobalScope Worker",
  };

  const names = new SafeSet();
  const word = /[A-Za-z0-9]+/g;
  const text = `${everywhere} ${further[core.scope]}`;
  for (let found = core.RegExpExec(word, text); found !== null; found = core.RegExpExec(word, text)) names.add(found[0]);
  core.exposed = names;

  // MARK: What has the members that are no interfaces: WorkerGlobalScope's prototype

  core.members = ObjectCreate(null);
  core.ReflectSetPrototypeOf(core.ReflectGetPrototypeOf(global), core.members);
})
