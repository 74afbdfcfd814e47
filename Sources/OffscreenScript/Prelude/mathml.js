// MathML's elements. https://w3c.github.io/mathml-core/#dom-and-javascript
(function (core) {
  "use strict";
  class MathMLElement extends core.Element {}
  core.mixin(MathMLElement, core.sharedElementMembers);
  core.eventHandlers(MathMLElement, core.globalEventHandlers);
  core.define({ MathMLElement });
  // In place of the getter that has loaded this.
  core.ReflectDefineProperty(core, "MathMLElement", { __proto__: null, value: MathMLElement });
})
