// Constraint validation. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
(function (core) {
  "use strict";
  const { SafeMap, TypeError } = core;
  const tree = core.tree;
  const { nameOf } = tree;
  const { declare, classNamed, isHTML, isDisabled } = core.html;
  core.load("forms.js");
  const { submittable, flags, barred, controlsOf, ancestor, loadControl } = core.forms;
  const datalistAtom = core.atom("datalist");

  // MARK: ValidityState

  const names = ["valueMissing", "typeMismatch", "patternMismatch", "tooLong", "tooShort", "rangeUnderflow", "rangeOverflow",
    "stepMismatch", "badInput"];
  const messages = {
    __proto__: null, valueMissing: "Please fill out this field.", typeMismatch: "Please enter a valid value.",
    patternMismatch: "Please match the requested format.", tooLong: "Please shorten this text.",
    tooShort: "Please lengthen this text.", rangeUnderflow: "The value is too small.", rangeOverflow: "The value is too large.",
    stepMismatch: "Please enter a valid value.", badInput: "Please enter a valid value.",
  };

  const customMessages = new SafeMap();

  /** The names of what is wrong with an element's value, as an object's members; null for nothing. */
  function wrong(id) {
    if (!isHTML(id)) return null;
    const name = nameOf(id);
    loadControl(name);
    return flags.has(name) ? flags.get(name)(id) : core.customValidity?.(id) ?? null;
  }
  const customOf = (id) => customMessages.get(id) ?? "";
  const isValid = (id) => customOf(id) === "" && wrong(id) === null;

  class Validity extends core.Stamp {
    #element;
    constructor(object, element) {
      super(object);
      this.#element = element;
    }
    static of(object) { return object.#element; }
  }

  declare("ValidityState", () => {
    class ValidityState {
      constructor() { throw new TypeError("Illegal constructor"); }
      get customError() {
        const id = Validity.of(this);
        return customOf(id) !== "" || wrong(id)?.customError === true;
      }
      get valid() { return isValid(Validity.of(this)); }
    }
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      core.mixin(ValidityState, { get [name]() { return wrong(Validity.of(this))?.[name] === true; } });
    }
    return ValidityState;
  });

  const states = new SafeMap();

  function stateOf(id) {
    let state = states.get(id);
    if (state === undefined) {
      state = core.ObjectCreate(classNamed("ValidityState").prototype);
      new Validity(state, id);
      states.set(id, state);
    }
    return state;
  }

  // MARK: Candidates

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#candidate-for-constraint-validation */
  function willValidate(id) {
    const name = nameOf(id);
    if (!submittable.has(name)) return core.customWillValidate?.(id) ?? false;
    if (isDisabled(id) || ancestor(id, datalistAtom) >= 0) return false;
    return !(barred.get(name)?.(id) ?? false);
  }

  function messageOf(id) {
    if (!willValidate(id)) return "";
    const custom = customOf(id);
    if (custom !== "") return custom;
    const found = wrong(id);
    if (found === null) return "";
    if (core.isFormAssociated?.(id)) return core.customMessage(id);
    for (let index = 0; index < names.length; index += 1) if (found[names[index]]) return messages[names[index]];
    return "";
  }

  /** Fires `invalid` where the value is; gives whether it was handled or there was nothing to say. */
  const isUnhandled = (id) => core.fire(core.wrap(id), "invalid", { __proto__: null, cancelable: true });

  function check(id) {
    if (!willValidate(id) || isValid(id)) return true;
    isUnhandled(id);
    return false;
  }

  function report(id) {
    if (!willValidate(id) || isValid(id)) return true;
    if (isUnhandled(id)) core.focus.focus(id);
    return false;
  }

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#statically-validate-the-constraints */
  function checkAll(form, focuses) {
    const controls = controlsOf(form);
    const invalid = core.list();
    for (let index = 0; index < controls.length; index += 1) {
      if (willValidate(controls[index]) && !isValid(controls[index])) core.put(invalid, controls[index]);
    }
    let first = -1;
    for (let index = 0; index < invalid.length; index += 1) {
      if (isUnhandled(invalid[index]) && first < 0) first = invalid[index];
    }
    if (focuses && first >= 0) core.focus.focus(first);
    return invalid.length === 0;
  }

  core.validity = {
    stateOf, willValidate, messageOf, check, report, isValid,
    setCustom(id, message) {
      if (message === "") customMessages.delete(id);
      else customMessages.set(id, normalized(message));
    },
    checkForm: (form) => checkAll(form, false),
    reportForm: (form) => checkAll(form, true),
  };

  /** https://infra.spec.whatwg.org/#normalize-newlines */
  function normalized(text) {
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      if (text[index] !== "\r") result += text[index];
      else if (text[index + 1] !== "\n") result += "\n";
    }
    return result;
  }
  core.normalizeNewlines = normalized;

  const isSpace = (code) => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;

  /** https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace */
  function collapse(text) {
    let result = "", start = -1;
    for (let index = 0; index <= text.length; index += 1) {
      if (index === text.length || isSpace(core.StringCharCodeAt(text, index))) {
        if (start >= 0) result += (result === "" ? "" : " ") + core.StringSlice(text, start, index);
        start = -1;
      } else if (start < 0) {
        start = index;
      }
    }
    return result;
  }
  core.collapseWhitespace = collapse;
})
