// Fullscreen and pointer lock, which only a user's touch allows. https://fullscreen.spec.whatwg.org/ https://w3c.github.io/pointerlock/
(function (core) {
  "use strict";
  const { error, list, TypeError } = core;

  const navigation = list("auto", "show", "hide");

  /** https://fullscreen.spec.whatwg.org/#dom-element-requestfullscreen */
  core.requestFullscreen = function (element, options) {
    try {
      const id = core.elementID(element);
      core.member(core.dictionary(options), "navigationUI", (value) => core.enumeration(value, navigation));
      // 8. The event comes with an update of the rendering, at the document where the element has left it.
      core.rendering.request();
      core.queueTask(() => {
        const target = core.tree.isInPage(id) ? element : core.wrap(core.tree.documentIDOf(id));
        core.fire(target, "fullscreenerror", { __proto__: null, bubbles: true, composed: true });
      });
      throw new TypeError("Permissions check failed");
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  };

  core.exitFullscreen = () => core.PromiseReject(new TypeError("Document not active"));

  core.requestPointerLock = function (element, options) {
    try {
      const id = core.elementID(element);
      core.member(core.dictionary(options), "unadjustedMovement", core.boolean);
      core.queueTask(() => core.fire(core.wrap(core.tree.documentIDOf(id)), "pointerlockerror", { __proto__: null, bubbles: true }));
      throw error("NotAllowedError", "A user gesture is required to request Pointer Lock.");
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  };
})
