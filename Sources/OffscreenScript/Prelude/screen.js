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
  const screen = core.ObjectCreate(Screen.prototype);
  new ScreenBrand(screen);
  core.define({ Screen });
  core.defineReplaceable({ get screen() { return screen; } });
})
