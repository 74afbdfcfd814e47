// What a page hears of what its policies forbid. https://w3c.github.io/webappsec-csp/#violation-events
(function (core) {
  "use strict";
  const { string, usvString, unsignedLong, unsignedShort } = core;

  const disposition = (value) => core.enumeration(value, core.list("enforce", "report"));
  core.eventInterface("SecurityPolicyViolationEvent", core.Event, {
    documentURI: [usvString, ""], referrer: [usvString, ""], blockedURI: [usvString, ""], violatedDirective: [string, ""],
    effectiveDirective: [string, ""], originalPolicy: [string, ""], sourceFile: [usvString, ""], sample: [string, ""],
    disposition: [disposition, "enforce"], statusCode: [unsignedShort, 0], lineNumber: [unsignedLong, 0],
    columnNumber: [unsignedLong, 0],
  });

  core.entry.policyViolated = function (
    target, documentURI, referrer, blockedURI, directive, originalPolicy, disposition, sample,
  ) {
    const init = {
      __proto__: null, bubbles: true, composed: true, documentURI, referrer, blockedURI, originalPolicy, disposition, sample,
      violatedDirective: directive, effectiveDirective: directive, statusCode: 200,
    };
    core.fire(core.scope === "Window" ? core.wrap(target) : core.global, "securitypolicyviolation", init, "SecurityPolicyViolationEvent");
  };
})
