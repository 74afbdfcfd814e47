// Dates read the page's clock, and random numbers are seeded: a page looks the same on every machine.
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

  const { random } = { random() { return native.random(); } };
  core.ReflectDefineProperty(Math, "random", { __proto__: null, value: core.conceal(random), writable: true, configurable: true });
})
