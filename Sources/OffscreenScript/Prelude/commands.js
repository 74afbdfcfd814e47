// Commands that a page may give. https://w3c.github.io/editing/docs/execCommand/
//
// Not implemented: those that edit. The clipboard is the user's, who does nothing here: `copy` and `cut` are there, and
// never enabled.
(function (core) {
  "use strict";
  const never = () => false, always = () => true;

  const commands = {
    __proto__: null,
    copy: { __proto__: null, isEnabled: never },
    cut: { __proto__: null, isEnabled: never },
    selectall: {
      __proto__: null, isEnabled: always,
      run() {
        const body = core.bodyOf(0);
        if (body < 0) return false;
        core.getSelection();
        core.selectPoints(body, 0, body, core.ranges.lengthOf(body));
        return true;
      },
    },
    unselect: {
      __proto__: null, isEnabled: always,
      run() {
        if ((core.selectedBounds?.() ?? null) !== null) core.selectNothing();
        return true;
      },
    },
  };

  const commandOf = (name) => commands[core.toASCIILowercase(core.string(name))];
  core.commands = {
    isSupported: (name) => commandOf(name) !== undefined,
    isEnabled: (name) => commandOf(name)?.isEnabled() ?? false,
    run(name) {
      const command = commandOf(name);
      return command !== undefined && command.isEnabled() && command.run();
    },
  };
})
