// What pages must ask somebody for: nobody is there, so nothing is granted. As in Chromium without a user.
// https://w3c.github.io/permissions/ https://notifications.spec.whatwg.org/ https://w3c.github.io/geolocation/
(function (core) {
  "use strict";
  core.load("navigator.js");
  const { error, list, TypeError } = core;
  const { promised } = core.navigatorParts;

  // MARK: Permissions

  const names = list("accelerometer", "background-fetch", "background-sync", "camera", "captured-surface-control", "clipboard-read",
    "clipboard-write", "display-capture", "geolocation", "gyroscope", "idle-detection", "keyboard-lock", "local-fonts", "magnetometer",
    "microphone", "midi", "notifications", "payment-handler", "periodic-background-sync", "persistent-storage", "pointer-lock",
    "push", "screen-wake-lock", "storage-access", "window-management");

  const StatusBrand = core.brand();
  class PermissionStatus extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get name() { return StatusBrand.of(this); }
    get state() { return StatusBrand.of(this) && "prompt"; }
  }
  core.eventHandlers(PermissionStatus, ["change"]);

  const PermissionsBrand = core.brand();
  class Permissions {
    constructor() { throw new TypeError("Illegal constructor"); }
    query(descriptor) {
      return promised(() => {
        PermissionsBrand.of(this);
        core.requireArguments(arguments.length, 1);
        const { name } = core.object(descriptor);
        const known = core.enumeration(name, names);
        const status = core.makeOwn(PermissionStatus);
        new StatusBrand(status, known);
        return status;
      });
    }
  }

  // MARK: Notifications

  const NotificationBrand = core.brand();
  const directions = list("auto", "ltr", "rtl");
  const any = (value) => value;
  class Notification extends core.EventTarget {
    constructor(title, options = undefined) {
      core.requireArguments(arguments.length, 1);
      title = core.string(title);
      options = core.dictionary(options);
      super();
      const member = (name, convert, otherwise) => core.member(options, name, convert, otherwise);
      const fields = {
        __proto__: null, title, badge: member("badge", core.usvString, ""), body: member("body", core.string, ""),
        data: core.structuredClone(member("data", any, null)),
        dir: member("dir", (value) => core.enumeration(value, directions), "auto"), icon: member("icon", core.usvString, ""),
        lang: member("lang", core.string, ""), renotify: member("renotify", core.boolean, false),
        requireInteraction: member("requireInteraction", core.boolean, false), silent: member("silent", core.boolean, null),
        tag: member("tag", core.string, ""),
      };
      if (fields.renotify && fields.tag === "") throw new TypeError("A notification that comes again has a tag.");
      new NotificationBrand(this, fields);
      // https://notifications.spec.whatwg.org/#dom-notification-notification: it is not shown.
      core.queueTask(() => core.fire(this, "error"));
    }
    close() { NotificationBrand.of(this); }
    static get permission() { return "denied"; }
    static get maxActions() { return 2; }
    static requestPermission(callback = undefined) {
      return promised(() => {
        if (callback !== undefined) {
          core.convertCallback(callback);
          core.queueTask(() => core.callAndReport(callback, undefined, list("denied")));
        }
        return "denied";
      });
    }
  }
  const shown = ["title", "badge", "body", "data", "dir", "icon", "lang", "renotify", "requireInteraction", "silent", "tag"];
  for (let index = 0; index < shown.length; index += 1) {
    const name = shown[index];
    core.mixin(Notification, { get [name]() { return NotificationBrand.of(this)[name]; } });
  }
  core.eventHandlers(Notification, ["click", "show", "error", "close"]);

  // MARK: Geolocation

  const ErrorBrand = core.brand();
  class GeolocationPositionError {
    constructor() { throw new TypeError("Illegal constructor"); }
    get code() { return ErrorBrand.of(this).code; }
    get message() { return ErrorBrand.of(this).message; }
  }
  core.constants(GeolocationPositionError, { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });

  const GeolocationBrand = core.brand();
  const watches = new core.SafeSet();
  let lastWatch = 0;

  function ask(geolocation, count, callbacks) {
    GeolocationBrand.of(geolocation);
    core.requireArguments(count, 1);
    core.convertCallback(callbacks.success);
    const failed = core.nullable(callbacks.failed, core.convertCallback);
    core.dictionary(callbacks.options);
    lastWatch += 1;
    const number = lastWatch;
    watches.add(number);
    core.queueTask(() => {
      if (!watches.delete(number) || failed === null) return;
      const object = core.ObjectCreate(GeolocationPositionError.prototype);
      new ErrorBrand(object, { __proto__: null, code: 1, message: "User denied Geolocation" });
      core.callAndReport(failed, undefined, list(object));
    });
    return number;
  }

  class Geolocation {
    constructor() { throw new TypeError("Illegal constructor"); }
    getCurrentPosition(success, failed = undefined, options = undefined) {
      ask(this, arguments.length, { __proto__: null, success, failed, options });
    }
    watchPosition(success, failed = undefined, options = undefined) {
      return ask(this, arguments.length, { __proto__: null, success, failed, options });
    }
    clearWatch(id) {
      GeolocationBrand.of(this);
      core.requireArguments(arguments.length, 1);
      watches.delete(core.long(id));
    }
  }

  // MARK: Wake locks. https://w3c.github.io/screen-wake-lock/

  const WakeLockBrand = core.brand();
  const wakeLocks = list("screen");
  class WakeLock {
    constructor() { throw new TypeError("Illegal constructor"); }
    request(type = "screen") {
      return promised(() => {
        WakeLockBrand.of(this);
        core.enumeration(type, wakeLocks);
        throw error("NotAllowedError", "Wake Lock permission request denied");
      });
    }
  }

  const { singleton } = core.navigatorParts;
  core.navigatorParts.permissions = () => singleton(Permissions, PermissionsBrand);
  core.navigatorParts.geolocation = () => singleton(Geolocation, GeolocationBrand);
  core.navigatorParts.wakeLock = () => singleton(WakeLock, WakeLockBrand);
  core.define({ Geolocation, GeolocationPositionError });
  if (core.isSecureContext()) core.define({ Notification, Permissions, PermissionStatus, WakeLock });
})
