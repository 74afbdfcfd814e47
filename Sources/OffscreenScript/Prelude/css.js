// The CSS namespace. https://drafts.csswg.org/cssom-1/#namespacedef-css
(function (core) {
  "use strict";
  const { native, StringCharCodeAt } = core;

  /** https://drafts.csswg.org/cssom-1/#serialize-an-identifier */
  function escape(text) {
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      const code = StringCharCodeAt(text, index), character = text[index];
      const isDigit = code >= 48 && code <= 57;
      if (code === 0) {
        result += "\ufffd";
      } else if ((code >= 1 && code <= 31) || code === 127
        || (isDigit && (index === 0 || (index === 1 && text[0] === "-")))) {
        result += "\\" + core.NumberToString(code, 16) + " ";
      } else if (character === "-" && text.length === 1) {
        result += "\\-";
      } else if (code >= 128 || character === "-" || character === "_" || isDigit
        || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
        result += character;
      } else {
        result += "\\" + character;
      }
    }
    return result;
  }
  core.escapeIdentifier = escape;

  const CSS = core.ObjectCreate(core.Object.prototype);
  const members = {
    escape(ident) {
      core.requireArguments(arguments.length, 1);
      return escape(core.string(ident));
    },
    supports(property, value) {
      core.requireArguments(arguments.length, 1);
      if (arguments.length === 1) return native.supportsCondition(core.string(property));
      property = core.string(property);
      value = core.string(value);
      const name = core.StringStartsWith(property, "--") ? property : core.toASCIILowercase(property);
      return native.supports(name, value);
    },
  };

  /** https://drafts.css-houdini.org/css-properties-values-api-1/#the-registerproperty-function */
  const { registerProperty } = {
    registerProperty(definition) {
      core.requireArguments(arguments.length, 1);
      definition = core.dictionary(definition);
      const inherits = core.member(definition, "inherits", core.boolean);
      const initialValue = core.member(definition, "initialValue", core.string, null);
      const name = core.member(definition, "name", core.string);
      const syntax = core.member(definition, "syntax", core.string, "*");
      if (name === undefined || inherits === undefined) throw new core.TypeError("The definition needs a name, and whether it inherits.");
      const problem = native.registerProperty(name, syntax, inherits, initialValue);
      if (problem !== null) throw core.error(problem, "The property cannot be registered.");
    },
  };
  members.registerProperty = registerProperty;

  // https://drafts.css-houdini.org/css-typed-om-1/#numeric-factory
  const units = core.split("number percent cap ch em ex ic lh rcap rch rem rex ric rlh vw vh vi vb vmin vmax svw svh svi svb "
    + "svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax cm mm Q in pt pc px deg "
    + "grad rad turn s ms Hz kHz dpi dpcm dppx fr", " ");
  for (let index = 0; index < units.length; index += 1) {
    const name = units[index], unit = core.toASCIILowercase(name);
    const factory = {
      [name](value) {
        core.requireArguments(arguments.length, 1);
        return core.makeUnitValue(core.double(value), unit);
      },
    };
    members[name] = factory[name];
  }
  const names = core.ReflectOwnKeys(members);
  for (let index = 0; index < names.length; index += 1) {
    const descriptor = core.descriptor(members, names[index]);
    core.conceal(descriptor.value);
    core.ReflectDefineProperty(CSS, names[index], descriptor);
  }
  const accessors = {
    get highlights() {
      core.load("highlights.js");
      return core.highlightRegistry;
    },
  };
  const highlights = core.descriptor(accessors, "highlights");
  core.conceal(highlights.get);
  core.ReflectDefineProperty(CSS, "highlights", highlights);
  core.ReflectDefineProperty(members.supports, "length", { __proto__: null, value: 1, configurable: true });
  core.ReflectDefineProperty(CSS, core.SymbolToStringTag, { __proto__: null, value: "CSS", configurable: true });
  core.alias("CSS", CSS);
})
