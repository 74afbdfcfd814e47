// Windows that scripts open. https://html.spec.whatwg.org/multipage/nav-history-apis.html#window-open-steps
(function (core) {
  "use strict";
  const { native, global, error, SafeMap } = core;
  core.load("frames.js");

  const isSpace = (code) => code === 32 || (code >= 9 && code <= 13 && code !== 11);
  const isSeparator = (code) => isSpace(code) || code === 61 || code === 44;
  const synonyms = { __proto__: null, screenx: "left", screeny: "top", innerwidth: "width", innerheight: "height" };

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#concept-window-open-features-tokenize */
  function tokenize(features) {
    const found = new SafeMap();
    const length = features.length;
    const code = (index) => core.StringCharCodeAt(features, index);
    let place = 0;
    const take = () => {
      const start = place;
      while (place < length && !isSeparator(code(place))) place += 1;
      return core.toASCIILowercase(core.StringSlice(features, start, place));
    };
    while (place < length) {
      while (place < length && isSeparator(code(place))) place += 1;
      const name = take();
      while (place < length && code(place) !== 61) {
        if (code(place) === 44 || !isSeparator(code(place))) break;
        place += 1;
      }
      let value = "";
      if (place < length && isSeparator(code(place))) {
        while (place < length && isSeparator(code(place))) {
          if (code(place) === 44) break;
          place += 1;
        }
        value = take();
      }
      if (name !== "") found.set(synonyms[name] ?? name, value);
    }
    return found;
  }

  const integer = /^[+-]?\d+/;
  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-integers */
  function parseInteger(value) {
    const match = core.RegExpExec(integer, value);
    return match === null ? 0 : core.MathMax(-2147483648, core.MathMin(2147483647, +match[0]));
  }

  /** https://html.spec.whatwg.org/multipage/nav-history-apis.html#concept-window-open-features-parse-boolean */
  const isSet = (value) => value !== undefined && (value === "" || value === "yes" || value === "true" || parseInteger(value) !== 0);

  /** What a string of features asks for. */
  core.windowFeatures = function (text) {
    const features = tokenize(text);
    const position = (name) => core.MathMax(0, parseInteger(features.get(name) ?? ""));
    const length = (name) => {
      const value = parseInteger(features.get(name) ?? "");
      return value === 0 ? null : core.MathMax(value, 0);
    };
    const noReferrer = isSet(features.get("noreferrer"));
    return {
      __proto__: null, noReferrer, noOpener: noReferrer || isSet(features.get("noopener")),
      left: position("left"), top: position("top"), width: length("width"), height: length("height"),
    };
  };

  // Names that mean windows which are there in any case.
  const fixed = { __proto__: null, "": true, _self: true, _parent: true, _top: true };

  /** `window.open()`. https://html.spec.whatwg.org/multipage/nav-history-apis.html#window-open-steps */
  core.openWindow = function (url, target, text) {
    // 4. and 5. The address.
    const address = url === "" ? null : native.url(url, native.incumbentBase())?.[0];
    if (address === undefined) throw error("SyntaxError", `'${url}' is not a valid URL.`);
    if (!native.isShown()) return null;
    // 6. to 10. What is asked for.
    const features = core.windowFeatures(text);
    if (target === "") target = "_blank";
    // 11. to 14. Which window.
    const name = core.toASCIILowercase(target);
    let number = core.navigable(target);
    if (number < 0) {
      number = core.openNewWindow(address ?? "about:blank", "script", name === "_blank" ? "" : target, features, null);
      if (number < 0 || features.noOpener) return null;
      return core.windowOf(number);
    }
    // 15. One that is there.
    if (address !== null) core.navigateWindow(number, address, "script", !features.noReferrer, null);
    if (fixed[name]) return core.windowOf(number);
    if (features.noOpener) return null;
    if (number !== native.windowNumber()) native.setOpener(number);
    return core.windowOf(number);
  };

  /** A new window that goes to an address; its number, or -1. */
  core.openNewWindow = (address, cause, name, features, request) => native.openWindow(address, cause, name, features.left,
    features.top, features.width, features.height, !features.noOpener, !features.noReferrer, request?.method, request?.type,
    request?.body);
})
