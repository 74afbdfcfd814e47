// Locks that pages hold for a while. https://w3c.github.io/web-locks/
(function (core) {
  "use strict";
  core.load("navigator.js");
  core.load("streams.js");
  const { native, error, list, put, SafeMap, TypeError } = core;
  const { promised, singleton } = core.navigatorParts;
  const { streams } = core;

  // By origin: those that are held, and those that wait, in the order in which they were asked for.
  const managers = core.agent.locks ??= new SafeMap();
  function managerOf(origin) {
    let manager = managers.get(origin);
    if (manager === undefined) managers.set(origin, (manager = { __proto__: null, held: list(), waiting: list() }));
    return manager;
  }
  const client = `document ${native.documentNumber()}`;

  const Locks = core.brand();
  class Lock {
    constructor() { throw new TypeError("Illegal constructor"); }
    get name() { return Locks.of(this).name; }
    get mode() { return Locks.of(this).mode; }
  }

  function remove(from, item) {
    const place = core.ArrayIndexOf(from, item);
    if (place >= 0) core.ArraySplice(from, place, 1);
    return place >= 0;
  }

  /** Whether nothing that is held, or waits before it, stands in the way. https://w3c.github.io/web-locks/#grantable */
  function isGrantable(manager, request) {
    const blocks = (other) => other.name === request.name && (other.mode === "exclusive" || request.mode === "exclusive");
    for (let index = 0; index < manager.held.length; index += 1) if (blocks(manager.held[index])) return false;
    for (let index = 0; index < manager.waiting.length && manager.waiting[index] !== request; index += 1) {
      if (manager.waiting[index].name === request.name) return false;
    }
    return true;
  }

  function grantWaiting(manager) {
    for (let index = 0; index < manager.waiting.length;) {
      const request = manager.waiting[index];
      if (isGrantable(manager, request)) {
        core.ArraySplice(manager.waiting, index, 1);
        put(manager.held, request);
        request.grant();
      } else {
        index += 1;
      }
    }
  }

  /** Calls the page's function with the lock, which is held until what it gives is settled. */
  function run(manager, request, lock) {
    const finish = (settle) => (value) => {
      if (request.isStolen) return;
      remove(manager.held, request);
      settle(value);
      grantWaiting(manager);
    };
    streams.upon(promised(() => core.callPage(request.callback, undefined, list(lock), false)),
      finish(request.result.resolve), finish(request.result.reject));
  }

  function makeRequest(manager, name, mode, callback) {
    const request = {
      __proto__: null, name, mode, callback, client, result: new streams.Deferred(), isStolen: false, isGranted: false, grant: null,
    };
    request.grant = () => {
      request.isGranted = true;
      core.queueTask(() => {
        if (request.isStolen) return;
        const lock = core.ObjectCreate(Lock.prototype);
        new Locks(lock, { __proto__: null, name, mode });
        run(manager, request, lock);
      });
    };
    return request;
  }

  const modes = list("shared", "exclusive");
  const convertMode = (value) => core.enumeration(value, modes);
  const convertSignal = (value) => core.convertInterface(value, core.isAbortSignal, "AbortSignal");

  /** https://w3c.github.io/web-locks/#dom-lockmanager-request */
  function ask(name, options, callback) {
    const ifAvailable = core.member(options, "ifAvailable", core.boolean, false);
    const mode = core.member(options, "mode", convertMode, "exclusive");
    const signal = core.member(options, "signal", convertSignal);
    const steal = core.member(options, "steal", core.boolean, false);
    const origin = core.storageKey();
    if (origin === null) throw error("SecurityError", "The document's origin has no locks.");
    if (name[0] === "-") throw error("NotSupportedError", "Names do not begin with a hyphen.");
    if (steal && ifAvailable) throw error("NotSupportedError", "A lock is either stolen or taken if it is free.");
    if (steal && mode !== "exclusive") throw error("NotSupportedError", "Only exclusive locks are stolen.");
    if (signal !== undefined && (steal || ifAvailable)) throw error("NotSupportedError", "Such a request is not aborted.");
    if (signal !== undefined && core.isAborted(signal)) throw core.abortReason(signal);
    const manager = managerOf(origin), request = makeRequest(manager, name, mode, callback);
    if (steal) stealFrom(manager, name);
    if (ifAvailable && !isGrantable(manager, request)) {
      core.queueTask(() => run(manager, request, null));
      return request.result.promise;
    }
    put(manager.waiting, request);
    if (steal) {
      core.ArrayPop(manager.waiting);
      core.ArrayUnshift(manager.waiting, request);
    }
    if (signal !== undefined) {
      core.whenAborted(signal, () => {
        if (request.isGranted) return;
        remove(manager.waiting, request);
        request.result.reject(core.abortReason(signal));
        grantWaiting(manager);
      });
    }
    grantWaiting(manager);
    return request.result.promise;
  }

  function stealFrom(manager, name) {
    const { held } = manager;
    for (let index = held.length - 1; index >= 0; index -= 1) {
      if (held[index].name !== name) continue;
      held[index].isStolen = true;
      held[index].result.reject(error("AbortError", "The lock was stolen by another request."));
      core.ArraySplice(held, index, 1);
    }
  }

  function describe(requests) {
    const infos = list();
    for (let index = 0; index < requests.length; index += 1) {
      const { name, mode } = requests[index];
      put(infos, { clientId: requests[index].client, mode, name });
    }
    return core.array(infos);
  }

  const Managers = core.brand();
  class LockManager {
    constructor() { throw new TypeError("Illegal constructor"); }
    request(name, options, callback = undefined) {
      return promised(() => {
        Managers.of(this);
        core.requireArguments(arguments.length, 2);
        name = core.string(name);
        if (arguments.length === 2) return ask(name, core.dictionary(undefined), core.convertCallback(options));
        return ask(name, core.dictionary(options), core.convertCallback(callback));
      });
    }
    query() {
      return promised(() => {
        Managers.of(this);
        const { held, waiting } = managerOf(core.storageKey());
        return { held: describe(held), pending: describe(waiting) };
      });
    }
  }
  core.navigatorParts.locks = () => singleton(LockManager, Managers);
  if (core.isSecureContext()) core.define({ Lock, LockManager });
})
