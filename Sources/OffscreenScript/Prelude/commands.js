// Commands that a page may give. https://w3c.github.io/editing/docs/execCommand/
//
// Not implemented: `undo` and `redo`; commands in text controls. The clipboard is the user's, who does nothing here: `copy`
// and `cut` are there, and never enabled.
(function (core) {
  "use strict";
  const { versions, list, SafeMap, MathAbs } = core;
  const never = () => false, always = () => true;
  const bounds = () => {
    core.getSelection();
    return core.selectedBounds();
  };
  const values = () => {
    core.load("editing-values.js");
    return core.editingValues;
  };
  const blocks = () => {
    core.load("editing-blocks.js");
    return core.editingBlocks;
  };
  const texts = () => {
    core.load("editing-texts.js");
    return core.editingTexts;
  };

  // MARK: What holds for those to come

  const state = core.commandState = {
    __proto__: null, styleWithCSS: false, separator: "div",
    // What texts will be that are written where the selection is. https://w3c.github.io/editing/docs/execCommand/#state-override
    states: new SafeMap(), values: new SafeMap(),
    applyOverrides() {
      overridden.states.forEach((value, name) => { if (commands[name].state() !== value) commands[name].run(""); });
      overridden.values.forEach((value, name) => values().setValue(name, value));
    },
  };
  let overridden = state, place = null;

  /** They hold while the selection stays where it is. */
  function checkOverrides() {
    if (state.states.size === 0 && state.values.size === 0) return;
    const now = bounds();
    if (place !== null && now !== null && now.isCollapsed && place.start === now.start && place.offset === now.startOffset) return;
    state.states.clear();
    state.values.clear();
  }
  function keepOverrides() {
    const now = bounds();
    place = now === null ? null : { __proto__: null, start: now.start, offset: now.startOffset };
  }

  // MARK: Styles. https://w3c.github.io/editing/docs/execCommand/#inline-formatting-command-definitions

  const formattable = () => core.editing.effectivelyContained(bounds(), values().isFormattable);
  /** A function of the values of what is selected; of what is around the caret where nothing is. */
  function selectedValues(name) {
    const nodes = formattable(), found = list();
    for (let index = 0; index < nodes.length; index += 1) core.put(found, values().effective(nodes[index], name));
    return found;
  }

  /** A command that is given or not. `on`, `off`: the values. */
  function toggle(name, on, off) {
    const isOn = (value) => value !== null && values().activated[name](value);
    return {
      __proto__: null,
      state() {
        checkOverrides();
        if (state.states.has(name)) return state.states.get(name);
        const found = selectedValues(name);
        if (found.length === 0) return isOn(values().effective(bounds().start, name));
        for (let index = 0; index < found.length; index += 1) if (!isOn(found[index])) return false;
        return true;
      },
      isMixed() {
        const found = selectedValues(name);
        let hasOn = false, hasOff = false;
        for (let index = 0; index < found.length; index += 1) {
          if (found[index] === "mixed") return true;
          if (isOn(found[index])) hasOn = true;
          else hasOff = true;
        }
        return hasOn && hasOff;
      },
      run() {
        const isGiven = this.state();
        if (name === "subscript" || name === "superscript") values().setValue(name, null);
        values().setValue(name, isGiven ? off : on);
        return true;
      },
    };
  }

  /** A command with a value. `read` gives the one of what a page says, or null; `write` the one that a page is told. */
  function valued(name, read, write = (value) => value) {
    return {
      __proto__: null,
      isMixed() {
        const found = selectedValues(name);
        for (let index = 1; index < found.length; index += 1) if (!values().isEqual(name, found[index], found[0])) return true;
        return false;
      },
      value() {
        checkOverrides();
        const found = selectedValues(name);
        const value = state.values.get(name) ?? (found.length > 0 ? found[0] : values().effective(bounds().start, name));
        return value === null ? "" : write(value);
      },
      run(text) {
        const value = read(text);
        if (value === null) return false;
        values().setValue(name, value);
        return true;
      },
    };
  }

  function color(text) {
    core.load("cssom.js");
    const known = (value) => core.styles.parse("color", value) !== null;
    const value = known(text) ? text : known("#" + text) ? "#" + text : null;
    return value === null || core.toASCIILowercase(value) === "currentcolor" ? null : value;
  }
  /** https://w3c.github.io/editing/docs/execCommand/#legacy-font-size-for */
  function legacySize(value) {
    const { canonical, pixels } = values();
    const size = +core.StringSlice(canonical("fontsize", value), 0, -2);
    let number = 0;
    while (number < 6 && MathAbs(size - pixels[number]) >= MathAbs(size - pixels[number + 1])) number += 1;
    return `${number + 1}`;
  }

  // MARK: Blocks

  const alignment = (value) => ({
    __proto__: null, run: () => blocks().justify(value),
    state() {
      const found = blocks().selectedAlignments();
      for (let index = 0; index < found.length; index += 1) if (found[index] !== value) return false;
      return found.length > 0;
    },
    isMixed() {
      const found = blocks().selectedAlignments();
      let count = 0;
      for (let index = 0; index < found.length; index += 1) if (found[index] === value) count += 1;
      return count > 0 && count < found.length;
    },
    value() {
      const found = blocks().selectedAlignments();
      return found.length > 0 ? found[0] : "left";
    },
  });
  const listing = (tag) => ({
    __proto__: null, run: () => blocks().toggleList(tag), state: () => blocks().listState() === tag,
    isMixed() {
      const found = blocks().listState();
      return found === "mixed" || found === "mixed " + tag;
    },
  });
  const doing = (run) => ({ __proto__: null, run });

  // MARK: The commands

  const setting = (run, state, value) => ({ __proto__: null, isEnabled: always, isSetting: true, run, state, value });
  const commands = {
    __proto__: null,
    bold: toggle("bold", "bold", "normal"), italic: toggle("italic", "italic", "normal"),
    underline: toggle("underline", "underline", null), strikethrough: toggle("strikethrough", "line-through", null),
    subscript: toggle("subscript", "subscript", null), superscript: toggle("superscript", "superscript", null),
    forecolor: valued("forecolor", color), backcolor: valued("backcolor", color), hilitecolor: valued("hilitecolor", color),
    fontname: valued("fontname", (text) => text),
    fontsize: valued("fontsize", (text) => values().sizeOfNumber(text), legacySize),
    createlink: doing((value) => texts().createLink(value)), unlink: doing(() => texts().unlink()),
    removeformat: doing(() => texts().removeFormat()),
    formatblock: {
      __proto__: null, run: (value) => blocks().formatBlock(value),
      isMixed() {
        const found = blocks().selectedBlocks();
        for (let index = 1; index < found.length; index += 1) if (found[index] !== found[0]) return true;
        return false;
      },
      value: () => blocks().selectedBlocks()[0] ?? "",
    },
    indent: doing(() => blocks().indent()), outdent: doing(() => blocks().outdent()),
    insertorderedlist: listing("ol"), insertunorderedlist: listing("ul"),
    justifyleft: alignment("left"), justifycenter: alignment("center"), justifyright: alignment("right"), justifyfull: alignment("justify"),
    delete: doing(() => texts().deleteBeside(false)), forwarddelete: doing(() => texts().deleteBeside(true)),
    inserttext: doing((value) => texts().insertText(value)), insertparagraph: doing(() => texts().insertParagraph()),
    insertlinebreak: doing(() => texts().insertLineBreak()), inserthtml: doing((value) => texts().insertHTML(value)),
    insertimage: doing((value) => texts().insertImage(value)), inserthorizontalrule: doing(() => texts().insertHorizontalRule()),
    stylewithcss: setting((value) => {
      state.styleWithCSS = core.toASCIILowercase(value) !== "false";
      return true;
    }, () => state.styleWithCSS),
    usecss: setting((value) => {
      state.styleWithCSS = core.toASCIILowercase(value) === "false";
      return true;
    }),
    defaultparagraphseparator: setting((value) => {
      const name = core.toASCIILowercase(value);
      if (name !== "div" && name !== "p") return false;
      state.separator = name;
      return true;
    }, undefined, () => state.separator),
    copy: { __proto__: null, isEnabled: never },
    cut: { __proto__: null, isEnabled: never },
    selectall: {
      __proto__: null, isEnabled: always, isSetting: true,
      run() {
        core.getSelection();
        core.load("editing.js");
        const selected = core.selectedBounds();
        const host = selected === null ? -1 : core.editing.hostOf(selected.start);
        const root = host < 0 ? core.bodyOf(0) : host;
        if (root < 0) return false;
        core.selectPoints(root, 0, root, core.ranges.lengthOf(root));
        return true;
      },
    },
    unselect: {
      __proto__: null, isEnabled: always, isSetting: true,
      run() {
        if (bounds() !== null) core.selectNothing();
        return true;
      },
    },
  };

  // https://w3c.github.io/input-events/#interface-InputEvent-Attributes
  const inputTypes = {
    __proto__: null, bold: "formatBold", italic: "formatItalic", underline: "formatUnderline", strikethrough: "formatStrikeThrough",
    superscript: "formatSuperscript", subscript: "formatSubscript", forecolor: "formatFontColor", backcolor: "formatBackColor",
    hilitecolor: "formatBackColor", fontname: "formatFontName", removeformat: "formatRemove", indent: "formatIndent",
    outdent: "formatOutdent", justifyleft: "formatJustifyLeft", justifycenter: "formatJustifyCenter",
    justifyright: "formatJustifyRight", justifyfull: "formatJustifyFull", insertorderedlist: "insertOrderedList",
    insertunorderedlist: "insertUnorderedList", inserttext: "insertText", insertparagraph: "insertParagraph",
    insertlinebreak: "insertLineBreak", inserthorizontalrule: "insertHorizontalRule", createlink: "insertLink",
    delete: "deleteContentBackward", forwarddelete: "deleteContentForward",
  };

  /** The host that holds what is selected; -1 where it may not be edited. */
  function editedHost() {
    const selected = bounds();
    if (selected === null) return -1;
    core.load("editing.js");
    const host = core.editing.hostOf(selected.start);
    return host >= 0 && host === core.editing.hostOf(selected.end) ? host : -1;
  }
  const isEnabled = (command) => (command.isEnabled === undefined ? editedHost() >= 0 : command.isEnabled());

  const commandOf = (name) => commands[core.toASCIILowercase(core.string(name))];
  const act = core.tree.reacting((command, value) => command.run(value));

  /** https://w3c.github.io/editing/docs/execCommand/#execcommand() */
  function run(name, value) {
    const command = commandOf(name);
    if (command === undefined || !isEnabled(command)) return false;
    if (command.isSetting) return command.run(value);
    const host = editedHost();
    checkOverrides();
    overridden = { __proto__: null, states: new SafeMap(), values: new SafeMap() };
    state.states.forEach((item, key) => overridden.states.set(key, item));
    state.values.forEach((item, key) => overridden.values.set(key, item));
    texts();
    const structure = versions[0], attributes = versions[2], text = versions[4];
    const result = act(command, value);
    keepOverrides();
    if (structure !== versions[0] || attributes !== versions[2] || text !== versions[4]) {
      const lower = core.toASCIILowercase(core.string(name));
      core.fire(core.wrap(host), "input", {
        __proto__: null, bubbles: true, composed: true, inputType: inputTypes[lower] ?? "", data: lower === "inserttext" ? value : null,
      }, "InputEvent");
    }
    return result;
  }

  core.commands = {
    isSupported: (name) => commandOf(name) !== undefined,
    isEnabled(name) {
      const command = commandOf(name);
      return command !== undefined && isEnabled(command);
    },
    run,
    state: (name) => asked(name, "state", false),
    isMixed: (name) => asked(name, "isMixed", false),
    value: (name) => asked(name, "value", ""),
  };
  function asked(name, member, otherwise) {
    const command = commandOf(name);
    if (command === undefined || command[member] === undefined || !isEnabled(command)) return otherwise;
    return command[member]();
  }
})
