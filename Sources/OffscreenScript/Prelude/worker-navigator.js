// What workers know of their address and of the browser.
// https://html.spec.whatwg.org/multipage/workers.html#the-workernavigator-object
(function (core) {
  "use strict";
  const { native, TypeError } = core;
  core.load("navigator.js");

  const NavigatorBrand = core.brand();
  class WorkerNavigator {
    constructor() { throw new TypeError("Illegal constructor"); }
    get userAgent() {
      NavigatorBrand.of(this);
      return native.userAgent();
    }
    get appVersion() {
      NavigatorBrand.of(this);
      return core.StringSlice(native.userAgent(), 8);
    }
    get language() {
      NavigatorBrand.of(this);
      return core.navigatorLanguages()[0];
    }
    get languages() {
      NavigatorBrand.of(this);
      return core.navigatorLanguages();
    }
  }
  const names = core.list("appCodeName", "appName", "product", "platform", "onLine",
    "hardwareConcurrency", "deviceMemory");
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], value = core.navigatorAnswers[name];
    core.mixin(WorkerNavigator, {
      get [name]() {
        NavigatorBrand.of(this);
        return value;
      },
    });
  }
  const { add } = core.navigatorParts;
  add(WorkerNavigator, NavigatorBrand, "device.js", ["connection"]);
  if (core.isSecureContext()) {
    add(WorkerNavigator, NavigatorBrand, "permissions.js", ["permissions"]);
    add(WorkerNavigator, NavigatorBrand, "device.js", ["storage", "userAgentData"]);
    add(WorkerNavigator, NavigatorBrand, "locks.js", ["locks"]);
  }
  const navigator = core.ObjectCreate(WorkerNavigator.prototype);
  new NavigatorBrand(navigator);
  core.define({ WorkerNavigator });
  core.navigator = navigator;

  // MARK: WorkerLocation. https://html.spec.whatwg.org/multipage/workers.html#worker-locations

  const LocationBrand = core.brand();
  class WorkerLocation {
    constructor() { throw new TypeError("Illegal constructor"); }
    toString() { return LocationBrand.of(this)[0]; }
  }
  const places = { href: 0, origin: 1, protocol: 2, host: 5, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10 };
  const parts = core.ReflectOwnKeys(places);
  for (let index = 0; index < parts.length; index += 1) {
    const name = parts[index], place = places[name];
    core.mixin(WorkerLocation, { get [name]() { return LocationBrand.of(this)[place]; } });
  }
  const location = core.ObjectCreate(WorkerLocation.prototype);
  new LocationBrand(location, native.url(native.documentURL(), null));
  core.define({ WorkerLocation });
  core.defineGlobals({
    get navigator() { return navigator; },
    get location() { return location; },
  });
})
