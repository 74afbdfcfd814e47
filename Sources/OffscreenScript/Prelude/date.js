// Dates read the page's clock, random numbers are seeded, and nobody sleeps: a page looks the same on every machine.
(function (core) {
  "use strict";
  const { native, global } = core;
  const Original = Date;
  const construct = core.ReflectConstruct;

  const instant = () => core.MathFloor(native.timeOrigin() + native.now());
  function PageDate(year, month, date, hours, minutes, seconds, milliseconds) {
    if (new.target === undefined) return core.DateToString(construct(Original, core.list(instant())));
    return construct(Original, arguments.length === 0 ? core.list(instant()) : arguments, new.target);
  }
  const keys = core.ReflectOwnKeys(Original);
  for (let index = 0; index < keys.length; index += 1) {
    core.ReflectDefineProperty(PageDate, keys[index], core.ReflectGetOwnPropertyDescriptor(Original, keys[index]));
  }
  const { now } = { now() { return instant(); } };
  core.ReflectDefineProperty(PageDate, "now", { __proto__: null, value: core.conceal(now), writable: true, configurable: true });
  core.ReflectDefineProperty(PageDate, "name", { __proto__: null, value: "Date", configurable: true });
  core.ReflectDefineProperty(Original.prototype, "constructor",
    { __proto__: null, value: PageDate, writable: true, configurable: true });
  core.conceal(PageDate);
  core.ReflectDefineProperty(global, "Date", { __proto__: null, value: PageDate, writable: true, configurable: true });

  // All realms of a page have one thread: nobody could wake one that sleeps. A wait that has an end moves the page's clock on.
  // https://tc39.es/ecma262/#sec-atomics.wait
  const tryWait = Atomics.wait;
  const { wait } = {
    wait(typedArray, index, value, timeout) {
      timeout = timeout === undefined ? Infinity : +timeout;
      if (core.scope === "Window") throw new core.TypeError("Atomics.wait cannot be called here.");
      const result = tryWait(typedArray, index, value, 0);
      if (result !== "timed-out") return result;
      if (timeout < Infinity) {
        native.sleep(timeout);
        return result;
      }
      native.endWorker(native.documentNumber());
      throw new core.Error("The worker waits for what never comes.");
    },
  };
  core.ReflectDefineProperty(Atomics, "wait", { __proto__: null, value: core.conceal(wait), writable: true, configurable: true });

  const { random } = { random() { return native.random(); } };
  core.ReflectDefineProperty(Math, "random", { __proto__: null, value: core.conceal(random), writable: true, configurable: true });

  // The last file of workers.
  if (core.scope !== "Window") core.endStart();
})
