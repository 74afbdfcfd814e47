// What is noted of a page's loading, for those who ask `performance` later.
(function (core) {
  "use strict";
  const { native, links, list, put } = core;

  // MARK: Moments. https://html.spec.whatwg.org/multipage/document-lifecycle.html#document-load-timing-info

  const moments = {
    __proto__: null, domLoading: native.now(), domInteractive: 0, domContentLoadedEventStart: 0, domContentLoadedEventEnd: 0,
    domComplete: 0, loadEventStart: 0, loadEventEnd: 0,
  };
  core.moments = moments;
  const { readyState, fire } = core.entry;
  core.entry.readyState = function (state) {
    if (state === "interactive") moments.domInteractive = native.now();
    if (state === "complete") moments.domComplete = native.now();
    return readyState(state);
  };
  core.entry.fire = function (node, type, bubbles, cancelable, kind) {
    if (node > 0) {
      if (type === "load" || type === "error") core.noteResource(node);
      return fire(node, type, bubbles, cancelable, kind);
    }
    const name = node < 0 && type === "load" ? "loadEvent"
      : node === 0 && type === "DOMContentLoaded" ? "domContentLoadedEvent" : null;
    if (name === null) return fire(node, type, bubbles, cancelable, kind);
    moments[name + "Start"] = native.now();
    try {
      return fire(node, type, bubbles, cancelable, kind);
    } finally {
      moments[name + "End"] = native.now();
      if (name === "loadEvent") core.notifyNavigation?.();
    }
  };

  // MARK: Resources. https://w3c.github.io/resource-timing/
  // Until someone asks, only their names and moments are noted.

  const noted = list();
  const mostNoted = 1_000;
  core.notedResources = noted;

  /** `size` and `status` are undefined where nobody knows them. */
  core.noteRequest = function (name, initiatorType, start, size, status) {
    if (core.StringStartsWith(name, "data:") || core.StringStartsWith(name, "blob:")) return;
    const resource = { __proto__: null, name, initiatorType, start, end: native.now(), size, status };
    if (core.addResource !== undefined) core.addResource(resource);
    else if (noted.length < mostNoted) put(noted, resource);
  };

  const attributes = {
    __proto__: null, img: "src", script: "src", link: "href", iframe: "src", frame: "src", embed: "src", object: "data",
    input: "src", video: "poster", audio: "src",
  };

  /** What an element has loaded: it is there when its event is fired. */
  core.noteResource = function (node) {
    const place = node << 3;
    // Of HTML's elements.
    if ((links[place + 6] & 0xffff) !== 2) return;
    const tag = core.spelling(links[place + 5]), attribute = attributes[tag];
    if (attribute === undefined) return;
    const text = native.attribute(node, core.atom(attribute), 7);
    if (text === null || text === "") return;
    const source = tag === "img" ? native.imageState(node)[3] : "";
    const address = source !== "" ? source : native.url(text, native.baseURL(), true)?.[0];
    if (address !== undefined) core.noteRequest(address, tag, native.now(), undefined, undefined);
  };

  // MARK: What is in files of its own

  core.lazyFunctions("window-names.js", "findNamed");
  core.lazyFunctions("bridge.js", "evaluateForDriver");
  core.entry.bridge = (kind, expression) => core.evaluateForDriver(expression);
  if (native.messageHandlers().length > 0) core.load("bridge.js");
  // The first script names the document.
  if (core.wantsNodes === true) core.load("node.js");
  core.endStart();
})
