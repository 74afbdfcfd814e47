// What windows and workers have in common: timers, frames, microtasks, cloning.
// https://html.spec.whatwg.org/multipage/webappapis.html#windoworworkerglobalscope-mixin
(function (core) {
  "use strict";
  const { native, global } = core;

  core.lazyFiles("base64.js atob btoa");
  core.lazyFunctions("base64.js", "btoa");

  core.defineReplaceable({ get origin() { return native.origin(); } });
  core.defineGlobals({
    get isSecureContext() { return core.isSecureContext(); },
    get crossOriginIsolated() { return false; },
  });

  /** Interfaces of secure contexts, once it is known whether this is one. */
  core.addSecureInterfaces = function () {
    if (!core.isSecureContext()) return;
    core.lazyFiles(
      "cache-storage.js Cache CacheStorage caches "
      + "clipboard.js Clipboard ClipboardItem "
      + "crypto-subtle.js CryptoKey SubtleCrypto "
      + "device.js BatteryManager MediaDevices NavigatorUAData StorageManager "
      + "locks.js Lock LockManager "
      + "permissions.js Notification Permissions PermissionStatus WakeLock");
  };
  // Workers learn it from whoever made them.
  if (core.isSecureContext !== undefined) core.addSecureInterfaces();

  // MARK: What is in files of its own

  core.later(global, "Window or worker", "timers.js",
    "setTimeout:1 setInterval:1 clearTimeout:0 clearInterval:0 requestAnimationFrame:1 cancelAnimationFrame:1 queueMicrotask:1 "
    + "structuredClone:1");
  core.lazyFunctions("timers.js", "runFrame");
  core.entry.frame = (time) => core.runFrame(time);
})
