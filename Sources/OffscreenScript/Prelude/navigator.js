// The Navigator. https://html.spec.whatwg.org/multipage/system-state.html#the-navigator-object
(function (core) {
  "use strict";
  const { native, TypeError } = core;

  const NavigatorBrand = core.brand();
  const constant = (value) => value;
  class Navigator {
    constructor() { throw new TypeError("Illegal constructor"); }
    javaEnabled() { return false; }
  }
  const languages = core.ObjectFreeze(core.array(core.list("en-US", "en")));
  const answers = {
    appCodeName: "Mozilla", appName: "Netscape", product: "Gecko", productSub: "20030107", vendor: "Google Inc.", vendorSub: "",
    platform: "Linux x86_64", language: "en-US", languages, onLine: true, cookieEnabled: true, hardwareConcurrency: 4,
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
  const navigator = core.ObjectCreate(Navigator.prototype);
  new NavigatorBrand(navigator);
  core.define({ Navigator });
  core.navigator = navigator;
  core.defineGlobals({ get navigator() { return navigator; } });
})
