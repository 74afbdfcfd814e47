// The Navigator. https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object
(function (core) {
  "use strict";
  const { native, TypeError } = core;

  const NavigatorBrand = core.brand();
  const constant = (value) => value;
  // Those of the page's reader: what is asked when the first script wants to know.
  let languages = null;
  core.navigatorLanguages = () => {
    languages = languages || core.ObjectFreeze(core.array(core.split(native.languages(), ",")));
    return languages;
  };
  class Navigator {
    constructor() { throw new TypeError("Illegal constructor"); }
    javaEnabled() { return false; }
  }
  const answers = {
    appCodeName: "Mozilla", appName: "Netscape", product: "Gecko", productSub: "20030107", vendor: "Google Inc.", vendorSub: "",
    platform: "Linux x86_64", onLine: true, cookieEnabled: true, hardwareConcurrency: 4,
    maxTouchPoints: 0, webdriver: true, pdfViewerEnabled: false, doNotTrack: null, deviceMemory: 8,
  };
  core.navigatorAnswers = answers;
  const answerNames = core.ReflectOwnKeys(answers);
  for (let index = 0; index < answerNames.length; index += 1) {
    const name = answerNames[index], value = answers[name];
    core.mixin(Navigator, {
      get [name]() {
        NavigatorBrand.of(this);
        return constant(value);
      },
    });
  }
  core.mixin(Navigator, {
    get userAgent() {
      NavigatorBrand.of(this);
      return native.userAgent();
    },
    /** https://html.spec.whatwg.org/multipage/system-state.html#language-preferences */
    get language() {
      NavigatorBrand.of(this);
      return core.navigatorLanguages()[0];
    },
    get languages() {
      NavigatorBrand.of(this);
      return core.navigatorLanguages();
    },
    /** https://w3c.github.io/beacon/#sendbeacon-method */
    sendBeacon(url, data = null) {
      NavigatorBrand.of(this);
      core.requireArguments(arguments.length, 1);
      return core.sendBeacon(core.usvString(url), data);
    },
    get appVersion() {
      NavigatorBrand.of(this);
      return core.StringSlice(native.userAgent(), 8);
    },
  });

  // MARK: What is in files of its own

  const parts = core.navigatorParts = {
    __proto__: null,
    /** The one object of an interface. */
    singleton(Class, Brand, isTarget = false) {
      const object = isTarget ? core.makeOwn(Class) : core.ObjectCreate(Class.prototype);
      new Brand(object, { __proto__: null });
      return object;
    },
    /** What a function gives, as a promise. */
    promised(steps) {
      try {
        return core.PromiseResolve(steps());
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    },
  };

  /** Attributes by the file that makes their objects, the same each time. */
  parts.add = function (Class, Brand, file, names) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      let made;
      core.mixin(Class, {
        get [name]() {
          Brand.of(this);
          core.load(file);
          return (made = made ?? parts[name]());
        },
      });
    }
  };
  const addParts = (file, names) => parts.add(Navigator, NavigatorBrand, file, names);
  addParts("permissions.js", ["geolocation"]);
  addParts("device.js", ["connection", "mediaSession", "mimeTypes", "plugins", "userActivation"]);
  if (core.isSecureContext()) {
    addParts("permissions.js", ["permissions", "wakeLock"]);
    addParts("clipboard.js", ["clipboard"]);
    addParts("device.js", ["mediaDevices", "storage", "userAgentData"]);
    addParts("locks.js", ["locks"]);
    core.mixin(Navigator, {
      getBattery() {
        return parts.promised(() => {
          NavigatorBrand.of(this);
          core.load("device.js");
          return parts.getBattery();
        });
      },
    });
  }
  core.mixin(Navigator, {
    getGamepads() {
      NavigatorBrand.of(this);
      core.load("device.js");
      return parts.getGamepads();
    },
    /** https://w3c.github.io/vibration/: nothing moves without a user. */
    vibrate(pattern) {
      NavigatorBrand.of(this);
      core.requireArguments(arguments.length, 1);
      if (core.isObject(pattern)) core.sequence(pattern, core.unsignedLong);
      else core.unsignedLong(pattern);
      return false;
    },
  });

  const navigator = core.ObjectCreate(Navigator.prototype);
  new NavigatorBrand(navigator);
  core.define({ Navigator });
  core.navigator = navigator;
  core.defineGlobals({ get navigator() { return navigator; } });
})
