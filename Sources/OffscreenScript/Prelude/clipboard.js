// The clipboard, which nobody has let the page touch. https://w3c.github.io/clipboard-apis/
(function (core) {
  "use strict";
  core.load("navigator.js");
  const { error, list, put, TypeError } = core;
  const { promised, singleton } = core.navigatorParts;

  const refuse = (what) => { throw error("NotAllowedError", `${what} permission denied.`); };
  const ClipboardBrand = core.brand();
  class Clipboard extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    read(formats = undefined) {
      return promised(() => {
        ClipboardBrand.of(this);
        core.dictionary(formats);
        refuse("Read");
      });
    }
    readText() {
      return promised(() => {
        ClipboardBrand.of(this);
        refuse("Read");
      });
    }
    write(data) {
      return promised(() => {
        ClipboardBrand.of(this);
        core.requireArguments(arguments.length, 1);
        core.sequence(data, (item) => core.convertInterface(item, Items.has, "ClipboardItem"));
        refuse("Write");
      });
    }
    writeText(text) {
      return promised(() => {
        ClipboardBrand.of(this);
        core.requireArguments(arguments.length, 1);
        core.string(text);
        refuse("Write");
      });
    }
  }

  // MARK: What would be written. https://w3c.github.io/clipboard-apis/#clipboard-item-interface

  const Items = core.brand();
  const styles = list("unspecified", "inline", "attachment");
  const supported = list("text/plain", "text/html", "image/png", "image/svg+xml");
  class ClipboardItem {
    constructor(items, options = undefined) {
      core.requireArguments(arguments.length, 1);
      const entries = core.record(items, core.string, (value) => value);
      const style = core.member(core.dictionary(options), "presentationStyle", (value) => core.enumeration(value, styles), "unspecified");
      if (entries.length === 0) throw new TypeError("The item has no data.");
      const types = list();
      for (let index = 0; index < entries.length; index += 1) put(types, entries[index][0]);
      new Items(this, { __proto__: null, entries, style, types: core.ObjectFreeze(core.array(types)) });
    }
    get presentationStyle() { return Items.of(this).style; }
    get types() { return Items.of(this).types; }
    getType(type) {
      return promised(() => {
        const { entries } = Items.of(this);
        core.requireArguments(arguments.length, 1);
        type = core.string(type);
        for (let index = 0; index < entries.length; index += 1) {
          if (entries[index][0] !== type) continue;
          core.load("streams.js");
          core.load("blob.js");
          return core.streams.then(core.PromiseResolve(entries[index][1]),
            (value) => (core.isBlob(value) ? value : core.makeBlob(core.utf8Encode(core.string(value)), type)));
        }
        throw error("NotFoundError", "The type was not found.");
      });
    }
    static supports(type) {
      core.requireArguments(arguments.length, 1);
      return core.ArrayIndexOf(supported, core.string(type)) >= 0;
    }
  }

  core.navigatorParts.clipboard = () => singleton(Clipboard, ClipboardBrand, true);
  if (core.isSecureContext()) core.define({ Clipboard, ClipboardItem });
})
