// Callbacks for when nothing else is due. https://w3c.github.io/requestidlecallback/
(function (core) {
  "use strict";
  const { native, list, put, SafeMap, TypeError } = core;

  // The longest idle period. https://w3c.github.io/requestidlecallback/#start-an-idle-period-algorithm
  const longest = 50;

  const Brand = core.brand();
  class IdleDeadline {
    constructor() { throw new TypeError("Illegal constructor"); }
    get didTimeout() { return Brand.of(this).didTimeout; }
    timeRemaining() { return core.MathMax(0, Brand.of(this).end - native.now()); }
  }

  // `{callback, timer}` by number.
  const waiting = new SafeMap();
  let last = 0;

  function run(number, end, didTimeout) {
    const { callback, timer } = waiting.get(number);
    waiting.delete(number);
    if (!didTimeout && timer !== 0) core.stopTimer(timer);
    const deadline = core.ObjectCreate(IdleDeadline.prototype);
    new Brand(deadline, { __proto__: null, end, didTimeout });
    core.callAndReport(callback, undefined, list(deadline));
  }

  /** https://w3c.github.io/requestidlecallback/#invoke-idle-callbacks-algorithm */
  core.entry.idle = function () {
    const end = native.now() + longest, runnable = list();
    waiting.forEach((entry, number) => put(runnable, number));
    let index = 0;
    for (; index < runnable.length && native.now() < end; index += 1) if (waiting.has(runnable[index])) run(runnable[index], end, false);
    if (index < runnable.length) native.requestIdle();
  };

  const convertTimeout = (value) => core.unsignedLong(value);

  core.defineGlobals({
    requestIdleCallback(callback, options = undefined) {
      core.requireArguments(arguments.length, 1);
      core.convertCallback(callback);
      const timeout = core.member(core.dictionary(options), "timeout", convertTimeout, 0);
      last += 1;
      const number = last;
      const timer = timeout === 0 ? 0 : core.startTimer(timeout, false, () => { if (waiting.has(number)) run(number, 0, true); });
      waiting.set(number, { __proto__: null, callback, timer });
      native.requestIdle();
      return number;
    },
    cancelIdleCallback(handle) {
      core.requireArguments(arguments.length, 1);
      const number = core.unsignedLong(handle), entry = waiting.get(number);
      if (entry === undefined) return;
      waiting.delete(number);
      if (entry.timer !== 0) core.stopTimer(entry.timer);
    },
  });
  core.define({ IdleDeadline });
})
