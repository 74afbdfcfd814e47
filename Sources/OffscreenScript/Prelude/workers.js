// Workers, as those who make them see them. https://html.spec.whatwg.org/multipage/workers.html#dedicated-workers-and-the-worker-interface
//
// A worker is a realm beside the page's, whose tasks run in turns with the page's own: `PageScripts.startWorker`.
(function (core) {
  "use strict";
  core.load("messaging.js");
  const { native, error, list, put, SafeMap } = core;

  /** What is known of each worker by all realms, by its number. */
  const workers = core.agent.workers ??= new SafeMap();
  // Shared workers by origin, address and name.
  const shared = core.agent.sharedWorkers ??= new SafeMap();

  const types = list("classic", "module"), modes = list("omit", "same-origin", "include");

  function optionsOf(value) {
    const options = core.dictionary(value);
    return {
      __proto__: null,
      credentials: core.member(options, "credentials", (item) => core.enumeration(item, modes), "same-origin"),
      name: core.member(options, "name", core.string, ""),
      type: core.member(options, "type", (item) => core.enumeration(item, types), "classic"),
    };
  }

  function addressOf(value) {
    const url = native.url(core.usvString(value), native.baseURL());
    if (url === null) throw error("SyntaxError", `'${core.string(value)}' is not a valid URL.`);
    return url[0];
  }

  function start(kind, url, { name, type, credentials }, record) {
    record.number = -1;
    if (isGone(url)) return fail(record);
    record.number = native.startWorker(kind, url, name, type === "module", credentials);
    if (record.number < 0) return fail(record);
    workers.set(record.number, record);
  }

  /** Whether it is the address of a blob that is revoked. */
  function isGone(url) {
    if (!core.StringStartsWith(url, "blob:")) return false;
    core.load("requests.js");
    return core.blobAt(url) === undefined;
  }

  /** There is no script: https://html.spec.whatwg.org/multipage/workers.html#run-a-worker, step 12. */
  function fail(record) {
    const { clients } = record;
    record.hasEnded = true;
    core.forgetWorker(record);
    for (let index = 0; index < clients.length; index += 1) {
      const client = clients[index];
      client.core.queueTask(() => client.core.fire(client.object, "error", { __proto__: null, cancelable: true }));
    }
  }

  core.entry.workerFailed = function (number) {
    const record = workers.get(number);
    if (record !== undefined && record.core === core) fail(record);
  };

  core.forgetWorker = function (record) {
    workers.delete(record.number);
    if (record.key !== null && shared.get(record.key) === record) shared.delete(record.key);
  };

  /** An exception that the worker has not handled. */
  core.workerError = function (record, message, url, line, column) {
    const isHandled = !core.fire(record.clients[0].object, "error", {
      __proto__: null, cancelable: true, message, filename: url, lineno: line, colno: column, error: null,
    }, "ErrorEvent");
    if (!isHandled) core.reportAt(null, message, url, line, column);
  };

  const makeRecord = (object, key) => ({
    __proto__: null, core, number: -1, key, clients: list({ __proto__: null, core, object }), hasEnded: false, near: null,
    far: null, waiting: list(), connect: null, type: "", credentials: "",
  });

  // MARK: Dedicated ones

  const State = core.brand();

  class Worker extends core.EventTarget {
    constructor(scriptURL, options = undefined) {
      core.requireArguments(arguments.length, 1);
      const text = core.usvString(scriptURL), settings = optionsOf(options);
      super();
      const url = addressOf(text);
      const record = makeRecord(this, null);
      const { near, far } = core.makeWorkerPorts(this);
      record.near = near;
      record.far = far;
      new State(this, record);
      start("DedicatedWorkerGlobalScope", url, settings, record);
    }
    terminate() {
      const record = State.of(this);
      core.closePort(record.near);
      if (record.number >= 0) native.endWorker(record.number);
    }
    postMessage(message, options = undefined) {
      const record = State.of(this);
      core.requireArguments(arguments.length, 1);
      core.postThrough(record.near, message, options);
    }
  }
  core.eventHandlers(Worker, ["message", "messageerror", "error"]);
  core.define({ Worker });

  // MARK: Shared ones. https://html.spec.whatwg.org/multipage/workers.html#shared-workers-and-the-sharedworker-interface

  if (core.scope !== "Window") return;
  const Ports = core.brand();

  class SharedWorker extends core.EventTarget {
    constructor(scriptURL, options = undefined) {
      core.requireArguments(arguments.length, 1);
      const text = core.usvString(scriptURL);
      const settings = core.isObject(options) || options === undefined || options === null ? optionsOf(options)
        : { __proto__: null, name: core.string(options), type: "classic", credentials: "same-origin" };
      super();
      const url = addressOf(text);
      const { near, far } = core.makePorts();
      new Ports(this, core.takePortObject(near));
      const key = `${native.originKey()} ${url} ${settings.name}`;
      const known = shared.get(key);
      if (known !== undefined && !known.hasEnded) {
        // https://html.spec.whatwg.org/multipage/workers.html#dom-sharedworker, step 11.4
        if (known.type !== settings.type || known.credentials !== settings.credentials) {
          core.queueTask(() => core.fire(this, "error", { __proto__: null, cancelable: true }));
          return;
        }
        put(known.clients, { __proto__: null, core, object: this });
        if (known.connect === null) put(known.waiting, far);
        else known.connect(far);
        return;
      }
      const record = makeRecord(this, key);
      record.type = settings.type;
      record.credentials = settings.credentials;
      put(record.waiting, far);
      shared.set(key, record);
      start("SharedWorkerGlobalScope", url, settings, record);
    }
    get port() { return Ports.of(this); }
  }
  core.eventHandlers(SharedWorker, ["error"]);
  core.define({ SharedWorker });
})
