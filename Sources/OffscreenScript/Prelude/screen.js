// The screen. https://drafts.csswg.org/cssom-view/#the-screen-interface
(function (core) {
  "use strict";
  const { native, TypeError } = core;

  const ScreenBrand = core.brand();
  const screenPart = (value, index) => {
    ScreenBrand.of(value);
    return native.viewport()[index];
  };
  class Screen {
    constructor() { throw new TypeError("Illegal constructor"); }
    get availWidth() { return screenPart(this, 5); }
    get availHeight() { return screenPart(this, 6); }
    get width() { return screenPart(this, 5); }
    get height() { return screenPart(this, 6); }
    get colorDepth() { screenPart(this, 5); return 24; }
    get pixelDepth() { screenPart(this, 5); return 24; }
    get availLeft() { screenPart(this, 5); return 0; }
    get availTop() { screenPart(this, 5); return 0; }
  }

  // MARK: Its orientation, which nothing turns. https://w3c.github.io/screen-orientation/#screenorientation-interface

  const OrientationBrand = core.brand();
  class ScreenOrientation extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get type() {
      OrientationBrand.of(this);
      const viewport = native.viewport();
      return viewport[5] < viewport[6] ? "portrait-primary" : "landscape-primary";
    }
    get angle() { OrientationBrand.of(this); return 0; }
    lock(orientation) {
      try {
        OrientationBrand.of(this);
        core.requireArguments(arguments.length, 1);
        core.enumeration(orientation, orientations);
        throw core.error("NotSupportedError", "screen.orientation.lock() is not available on this device.");
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    unlock() { OrientationBrand.of(this); }
  }
  core.eventHandlers(ScreenOrientation, ["change"]);
  const orientations = core.list("any", "natural", "landscape", "portrait", "portrait-primary", "portrait-secondary",
    "landscape-primary", "landscape-secondary");
  let orientation;
  core.mixin(Screen, {
    get orientation() {
      ScreenBrand.of(this);
      if (orientation === undefined) {
        orientation = core.makeOwn(ScreenOrientation);
        new OrientationBrand(orientation);
      }
      return orientation;
    },
  });

  const screen = core.ObjectCreate(Screen.prototype);
  new ScreenBrand(screen);
  core.define({ Screen, ScreenOrientation });
  core.defineReplaceable({ get screen() { return screen; } });
})
