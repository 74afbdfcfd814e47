// Timers, frames, microtasks, cloning: window-or-worker.js names them.
// https://html.spec.whatwg.org/multipage/webappapis.html#windoworworkerglobalscope-mixin
(function (core) {
  "use strict";
  const { native, global, put, SafeMap } = core;

  // MARK: Timers. https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timers

  // The nesting level of the timer that runs.
  let nesting = 0;

  function start(handler, timeout, repeats, extra) {
    const isFunction = typeof handler === "function";
    const source = isFunction ? undefined : core.string(handler);
    timeout = core.long(timeout);
    if (timeout < 0) timeout = 0;
    if (nesting > 5 && timeout < 4) timeout = 4;
    const level = nesting + 1;
    return core.startTimer(timeout, repeats, () => {
      nesting = level;
      try {
        if (isFunction) core.callAndReport(handler, global, extra);
        else runSource(source);
      } finally {
        nesting = 0;
      }
    });
  }

  function runSource(source) {
    if (core.restrictsScripts && !native.mayRun("evaluation", source, -1)) return;
    try {
      core.callPage(() => native.evaluate(source, native.documentURL(), 1));
    } catch (thrown) {
      core.report(thrown);
    }
  }

  const frameCallbacks = new SafeMap();
  let lastFrame = 0;
  core.runFrame = function (time) {
    const waiting = core.list();
    frameCallbacks.forEach((callback, number) => put(waiting, number));
    for (let index = 0; index < waiting.length; index += 1) {
      const callback = frameCallbacks.get(waiting[index]);
      if (callback === undefined) continue;
      frameCallbacks.delete(waiting[index]);
      core.callAndReport(callback, undefined, core.list(time));
    }
  };

  const transferOf = (options) => core.member(core.dictionary(options), "transfer", (value) => core.sequence(value, core.object)) ?? core.list();
  const rest = (list, from) => {
    const result = core.list();
    for (let index = from; index < list.length; index += 1) put(result, list[index]);
    return result;
  };
  core.bring("Window or worker", {
    setTimeout(handler, timeout = 0) {
      core.requireArguments(arguments.length, 1);
      return start(handler, timeout, false, rest(arguments, 2));
    },
    setInterval(handler, timeout = 0) {
      core.requireArguments(arguments.length, 1);
      return start(handler, timeout, true, rest(arguments, 2));
    },
    clearTimeout(id = 0) { core.stopTimer(core.long(id)); },
    clearInterval(id = 0) { core.stopTimer(core.long(id)); },
    requestAnimationFrame(callback) {
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      lastFrame += 1;
      frameCallbacks.set(lastFrame, callback);
      native.requestFrame();
      return lastFrame;
    },
    cancelAnimationFrame(handle) {
      core.requireArguments(arguments.length, 1);
      frameCallbacks.delete(core.unsignedLong(handle));
    },
    queueMicrotask(callback) {
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      core.queueMicrotask(() => core.callAndReport(callback, undefined, core.list()));
    },
    structuredClone(value, options = undefined) {
      core.requireArguments(arguments.length, 1);
      return core.structuredClone(value, transferOf(options));
    },
  });
})
