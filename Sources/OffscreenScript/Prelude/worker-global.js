// A worker's global object. https://html.spec.whatwg.org/multipage/workers.html#workerglobalscope
(function (core) {
  "use strict";
  const { native, global, error, list, put, TypeError, ReflectDefineProperty } = core;
  const number = native.documentNumber();
  // What `workers.js` of whoever made this worker keeps of it.
  const record = core.agent.workers.get(number);
  const owner = record.core;
  const isShared = core.scope === "SharedWorkerGlobalScope";

  // MARK: Interfaces

  function makeInterface(name, prototype, Base) {
    const { [name]: Class } = { [name]: function () { throw new TypeError("Illegal constructor"); } };
    ReflectDefineProperty(Class, "prototype", { __proto__: null, value: prototype, writable: false });
    ReflectDefineProperty(prototype, "constructor",
      { __proto__: null, value: Class, writable: true, enumerable: false, configurable: true });
    core.ReflectSetPrototypeOf(Class, Base);
    return Class;
  }

  const { members } = core;
  core.ReflectSetPrototypeOf(members, core.EventTarget.prototype);
  const WorkerGlobalScope = makeInterface("WorkerGlobalScope", members, core.EventTarget);
  const Scope = makeInterface(core.scope, core.ReflectGetPrototypeOf(global), WorkerGlobalScope);
  core.define({ WorkerGlobalScope, [core.scope]: Scope });

  // MARK: Members of all workers

  core.isSecureContext = owner.isSecureContext;
  core.storageKey = function () {
    const origin = native.origin();
    if (origin !== "null") return origin;
    return core.StringStartsWith(native.documentURL(), "data:") ? null : owner.storageKey();
  };
  core.addSecureInterfaces();
  core.blobURLs = owner.blobURLs ??= new core.SafeMap();
  core.noteRequest = function (name, initiatorType, start, size, status) {
    if (core.StringStartsWith(name, "data:") || core.StringStartsWith(name, "blob:")) return;
    const resource = { __proto__: null, name, initiatorType, start, end: native.now(), size, status };
    if (core.addResource !== undefined) core.addResource(resource);
    else if (core.notedResources.length < 1_000) put(core.notedResources, resource);
  };
  core.notedResources = list();
  core.moments = { __proto__: null, domLoading: 0, loadEventEnd: 0 };

  core.lazyFiles(
    "worker-navigator.js WorkerNavigator WorkerLocation navigator location "
    + "file-reader-sync.js FileReaderSync "
    + "form-data.js FormData "
    + "workers.js Worker "
    + "geometry-interfaces.js DOMMatrix DOMMatrixReadOnly DOMPoint DOMPointReadOnly DOMQuad "
    + "rectangles.js DOMRect DOMRectReadOnly");
  core.lazyValues("worker-navigator.js", "navigator");

  const mostNested = 50;
  let nested = 0;

  /** https://html.spec.whatwg.org/multipage/workers.html#import-scripts-into-worker-global-scope */
  function importScripts(addresses) {
    if (native.isModuleWorker()) throw new TypeError("Module workers import modules.");
    const urls = list();
    for (let index = 0; index < addresses.length; index += 1) {
      const url = native.url(core.usvString(addresses[index]), native.baseURL());
      if (url === null) throw error("SyntaxError", `'${core.string(addresses[index])}' is not a valid URL.`);
      put(urls, url[0]);
    }
    for (let index = 0; index < urls.length; index += 1) importScript(urls[index]);
  }

  function importScript(url) {
    const isBlob = core.StringStartsWith(url, "blob:");
    if (isBlob) core.load("requests.js");
    const isGone = isBlob && core.blobAt(url) === undefined;
    const start = native.now();
    const found = isGone || nested >= mostNested ? null : native.importedScript(url);
    if (found === null) throw error("NetworkError", `The script at '${url}' could not be loaded.`);
    core.noteRequest(url, "other", start, undefined, undefined);
    nested += 1;
    try {
      native.evaluate(found[0], url, 1, found[1]);
    } catch (thrown) {
      // What scripts of other origins throw is none of this one's business.
      throw found[2] ? error("NetworkError", "A script of another origin has failed.") : thrown;
    } finally {
      nested -= 1;
    }
  }

  core.defineGlobals({
    get self() { return global; },
    importScripts() { importScripts(arguments); },
  });
  core.eventHandlers({ __proto__: null, prototype: members },
    ["error", "languagechange", "offline", "online", "rejectionhandled", "unhandledrejection"]);

  // MARK: Members of one kind, which are the global object's own

  const own = {
    close() { native.endWorker(number); },
  };
  const replaceable = { get name() { return native.workerName(); } };
  const setter = core.descriptor({
    set name(value) {
      ReflectDefineProperty(global, "name", { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    },
  }, "name").set;
  const name = core.descriptor(replaceable, "name");
  name.set = setter;
  ReflectDefineProperty(own, "name", name);
  // As many as the page has made: messages that were posted before are in the channel.
  core.load("messaging.js");
  const inside = isShared ? null : core.takePort(record.far, global);
  if (!isShared) {
    core.addMembers(own, {
      postMessage(message, options = undefined) {
        core.requireArguments(arguments.length, 1);
        core.postThrough(inside, message, options);
      },
    });
  }
  core.addMembers(global, own);
  core.eventHandlers({ __proto__: null, prototype: global }, isShared ? ["connect"] : ["message", "messageerror"]);

  // MARK: What whoever made it hears

  /** The script has run. https://html.spec.whatwg.org/multipage/workers.html#run-a-worker, step 14.10 to 14.12 */
  core.entry.workerReady = function () {
    if (!isShared) return inside.start();
    record.connect = (port) => core.queueTask(() => core.fireConnect(global, core.takePortObject(port)));
    for (let index = 0; index < record.waiting.length; index += 1) record.connect(record.waiting[index]);
    record.waiting = list();
  };

  /** https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception, of dedicated workers */
  if (!isShared) {
    core.reportUnhandled = (message, url, line, column) => owner.queueTask(() => owner.workerError(record, message, url, line, column));
  }

  core.entry.endRealm = function () {
    record.hasEnded = true;
    owner.forgetWorker(record);
    // Nothing of this realm is kept by those that go on.
    if (record.near !== null) record.near.other = null;
    record.far = record.connect = null;
    const { cores, channels } = core.agent;
    const place = core.ArrayIndexOf(cores, core);
    if (place >= 0) core.ArraySplice(cores, place, 1);
    for (let index = (channels?.length ?? 0) - 1; index >= 0; index -= 1) {
      if (channels[index].number === number) core.ArraySplice(channels, index, 1);
    }
  };
})
