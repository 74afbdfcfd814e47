// Input elements and text areas. https://html.spec.whatwg.org/multipage/input.html
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap, TypeError, RegExpExec } = core;
  const tree = core.tree;
  const { FIRST, NEXT, TEXT, link, kindOf } = tree;
  const {
    HTMLElement, reflect, declare, behave, isNamed, get, has, set, parseNumber, atomSet, isDisabled, most,
  } = core.html;
  core.load("forms.js");
  core.load("validity.js");
  core.load("dates.js");
  const forms = core.forms, dates = core.dates;
  const { ownerOf } = forms;
  const atom = core.atom;
  const inputAtom = atom("input"), areaAtom = atom("textarea"), typeAtom = atom("type"), valueAtom = atom("value"),
    checkedAtom = atom("checked"), nameAtom = atom("name"), minAtom = atom("min"), maxAtom = atom("max"), stepAtom = atom("step"),
    multipleAtom = atom("multiple"), listAtom = atom("list"), datalistAtom = atom("datalist"), readOnlyAtom = atom("readonly"),
    requiredAtom = atom("required"), patternAtom = atom("pattern"), autocompleteAtom = atom("autocomplete"),
    widthAtom = atom("width"), heightAtom = atom("height"), formAtom = atom("form");

  // MARK: Types

  const VALUE = 0, DEFAULT = 1, DEFAULT_ON = 2, FILENAME = 3;

  // What is different between the types. `mode`: what the value is; `text`: has a selection; `fixed`: read-only and
  // required mean nothing; `number` and `write`: from text to a number and back; `unit` and `step`: of stepping.
  const types = {
    __proto__: null,
    text: { text: true }, search: { text: true }, tel: { text: true }, url: { text: true }, password: { text: true }, email: {},
    number: { number: parseNumberStrictly, write: (value) => "" + value, unit: 1, step: 1 },
    range: { number: parseNumberStrictly, write: (value) => "" + value, unit: 1, step: 1 },
    date: { number: dates.parseDate, write: dates.writeDate, unit: dates.day, step: 1, isDate: true },
    month: { number: dates.parseMonth, write: dates.writeMonth, unit: 1, step: 1, isDate: true },
    week: { number: dates.parseWeek, write: dates.writeWeek, unit: dates.week, step: 1, base: -259200000, isDate: true },
    time: { number: dates.parseTime, write: dates.writeTime, unit: 1000, step: 60, isDate: true },
    "datetime-local": { number: dates.parseLocal, write: dates.writeLocal, unit: 1000, step: 60 },
    color: {}, checkbox: { mode: DEFAULT_ON }, radio: { mode: DEFAULT_ON }, file: { mode: FILENAME }, hidden: { mode: DEFAULT },
    submit: { mode: DEFAULT }, image: { mode: DEFAULT }, reset: { mode: DEFAULT }, button: { mode: DEFAULT },
  };

  // Made when the page's scripts run already: nothing of theirs may be found on them.
  const names = core.ReflectOwnKeys(types);
  for (let index = 0; index < names.length; index += 1) core.ObjectSetPrototypeOf(types[names[index]], null);

  function typeName(text) {
    const name = core.toASCIILowercase(text ?? "");
    return types[name] === undefined ? "text" : name;
  }
  const typeOf = (id) => typeName(get(id, typeAtom));
  const modeOf = (type) => types[type].mode ?? VALUE;

  const strictNumber = /^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number */
  function parseNumberStrictly(text) {
    return RegExpExec(strictNumber, text) === null ? null : parseNumber(text);
  }

  // MARK: States

  class ControlState {
    value = "";
    isDirty = false;
    isChecked = undefined;
    isCheckedDirty = false;
    isIndeterminate = false;
    isPushed = false;
    isCheckedPushed = false;
    start = 0;
    end = 0;
    direction = "none";
    isChanging = false;
  }

  const states = new SafeMap();
  const noState = new ControlState();
  const peek = (id) => states.get(id) ?? noState;
  function stateOf(id) {
    let state = states.get(id);
    if (state === undefined) states.set(id, state = new ControlState());
    return state;
  }

  const isInput = (id) => isNamed(id, inputAtom);

  /** The value, whatever the type's mode. https://html.spec.whatwg.org/multipage/input.html#dom-input-value */
  function valueOf(id) {
    const type = typeOf(id);
    switch (modeOf(type)) {
      case DEFAULT: return get(id, valueAtom) ?? "";
      case DEFAULT_ON: return get(id, valueAtom) ?? "on";
      case FILENAME: return core.filesOf?.(id)?.length > 0 ? "C:\\fakepath\\" + core.filesOf(id)[0].name : "";
      default: {
        const state = peek(id);
        return state.isDirty ? state.value : sanitize(id, type, get(id, valueAtom) ?? "");
      }
    }
  }

  /** Style and layout know the attribute; what is other than that they are told. */
  function push(id, value) {
    const state = stateOf(id);
    state.isPushed = true;
    native.setFormState(id, "value", value);
  }

  function setValue(id, value) {
    const type = typeOf(id);
    switch (modeOf(type)) {
      case DEFAULT: case DEFAULT_ON: return set(id, valueAtom, value);
      case FILENAME:
        if (value !== "") throw error("InvalidStateError", "The files of an element are not set by a name.");
        return core.clearFiles?.(id);
      default: {
        const old = valueOf(id), state = stateOf(id);
        state.isDirty = true;
        state.value = sanitize(id, type, value);
        if (state.value !== old) setSelection(id, state.value.length, state.value.length, "none");
        push(id, state.value);
      }
    }
  }

  // MARK: Sanitization. https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm

  function stripNewlines(text) {
    if (RegExpExec(newline, text) === null) return text;
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      if (text[index] !== "\n" && text[index] !== "\r") result += text[index];
    }
    return result;
  }
  const newline = /[\r\n]/;
  const simpleColor = /^#[0-9a-fA-F]{6}$/;

  function sanitize(id, type, text) {
    switch (type) {
      case "text": case "search": case "tel": case "password": return stripNewlines(text);
      case "url": return core.stripASCIIWhitespace(stripNewlines(text));
      case "email": return sanitizeEmail(id, stripNewlines(text));
      case "number": return parseNumberStrictly(text) === null ? "" : text;
      case "range": return sanitizeRange(id, text);
      case "color": return RegExpExec(simpleColor, text) === null ? "#000000" : core.toASCIILowercase(text);
      case "date": case "month": case "week": case "time": return types[type].number(text) === null ? "" : text;
      case "datetime-local": {
        const value = dates.parseLocal(text);
        return value === null ? "" : dates.writeLocal(value);
      }
      default: return text;
    }
  }

  function sanitizeEmail(id, text) {
    if (!has(id, multipleAtom)) return core.stripASCIIWhitespace(text);
    const list = core.split(text, ",");
    let result = "";
    for (let index = 0; index < list.length; index += 1) {
      result += (index > 0 ? "," : "") + core.stripASCIIWhitespace(list[index]);
    }
    return result;
  }

  /** https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range) */
  function sanitizeRange(id, text) {
    const low = bound(id, "range", minAtom) ?? 0, high = bound(id, "range", maxAtom) ?? 100;
    const given = parseNumberStrictly(text);
    let value = given ?? (high < low ? low : low + (high - low) / 2);
    if (value > high) value = high;
    if (value < low) value = low;
    const step = stepOf(id, "range");
    if (step !== null) {
      const base = stepBase(id, "range");
      const steps = (value - base) / step;
      if (!isWhole(steps)) {
        // To the nearest step within the bounds, upwards where two are as near.
        let rounded = base + core.MathFloor(steps + 0.5) * step;
        if (rounded > high && high >= low) rounded = base + core.MathFloor((high - base) / step) * step;
        if (rounded < low) rounded = base + core.MathCeil((low - base) / step) * step;
        value = tidy(rounded);
      }
    }
    return given === value ? text : "" + value;
  }

  // MARK: Numbers

  /** A minimum or maximum, or null. */
  function bound(id, type, name) {
    const text = get(id, name);
    return text === null ? null : types[type].number(text);
  }

  /** https://html.spec.whatwg.org/multipage/input.html#concept-input-step; null: none. */
  function stepOf(id, type) {
    const { step, unit } = types[type];
    const text = get(id, stepAtom);
    if (text === null) return step * unit;
    if (core.toASCIILowercase(text) === "any") return null;
    const value = parseNumber(text);
    return value === null || value <= 0 ? step * unit : value * unit;
  }

  /** https://html.spec.whatwg.org/multipage/input.html#concept-input-min-zero */
  function stepBase(id, type) {
    const low = bound(id, type, minAtom);
    if (low !== null) return low;
    const value = get(id, valueAtom);
    return (value === null ? null : types[type].number(value)) ?? types[type].base ?? 0;
  }

  // Steps such as 0.1 are no exact numbers.
  const isWhole = (number) => core.MathAbs(number - core.MathRound(number)) < 1e-7;
  const tidy = (number) => +core.NumberToFixed(number, 12);

  function numberOf(id, type) {
    const convert = types[type].number;
    return convert === undefined ? null : convert(valueOf(id));
  }

  function setNumber(id, type, value) { setValue(id, types[type].write(value)); }

  /** https://html.spec.whatwg.org/multipage/input.html#dom-input-stepup */
  function stepBy(id, count, direction) {
    const type = typeOf(id);
    if (types[type].number === undefined) throw error("InvalidStateError", "The type has no steps.");
    const step = stepOf(id, type);
    if (step === null) throw error("InvalidStateError", "There is no step.");
    const low = bound(id, type, minAtom) ?? (type === "range" || type === "time" ? 0 : null);
    const high = bound(id, type, maxAtom) ?? (type === "range" ? 100 : type === "time" ? dates.day - 1 : null);
    if (low !== null && high !== null && low > high) return;
    const base = stepBase(id, type);
    if (low !== null && high !== null && base + core.MathCeil((low - base) / step) * step > high) return;
    const before = numberOf(id, type) ?? 0;
    let value = before;
    const steps = (value - base) / step;
    if (!isWhole(steps)) {
      const down = (direction < 0) === (count >= 0);
      value = base + (down ? core.MathFloor(steps) : core.MathCeil(steps)) * step;
    } else {
      value += step * count * direction;
    }
    if (low !== null && value < low) value = base + core.MathCeil((low - base) / step) * step;
    if (high !== null && value > high) value = base + core.MathFloor((high - base) / step) * step;
    const goesDown = direction * count < 0;
    if (valueOf(id) !== "" && (goesDown ? value > before : value < before)) return;
    setNumber(id, type, tidy(value));
  }

  // MARK: Checks and radio buttons

  const radioSelector = core.compileSelector('input[type="radio"]');

  /** The other radio buttons of a group. https://html.spec.whatwg.org/multipage/input.html#radio-button-group */
  function groupOf(id) {
    const group = core.list();
    const name = get(id, nameAtom);
    if (name === null || name === "") return group;
    const form = ownerOf(id);
    const all = native.queryAll(radioSelector, tree.rootOf(id));
    for (let index = 0; index < all.length; index += 1) {
      const other = all[index];
      if (other !== id && isInput(other) && get(other, nameAtom) === name && ownerOf(other) === form) put(group, other);
    }
    return group;
  }

  function isChecked(id) {
    const own = peek(id).isChecked;
    if (own !== undefined) return own;
    if (!has(id, checkedAtom)) return false;
    if (typeOf(id) !== "radio") return true;
    // Of several that markup checks, the last counts.
    const group = groupOf(id);
    for (let index = 0; index < group.length; index += 1) {
      const other = group[index];
      if (peek(other).isChecked === undefined ? has(other, checkedAtom) && (tree.comparePosition(id, other) & 4) !== 0
        : peek(other).isChecked) return false;
    }
    return true;
  }

  function storeChecked(id, value) {
    const state = stateOf(id);
    state.isChecked = value;
    state.isCheckedPushed = true;
    native.setFormState(id, "checked", value);
  }

  function setChecked(id, value, isDirty = true) {
    storeChecked(id, value);
    if (isDirty) stateOf(id).isCheckedDirty = true;
    if (value && typeOf(id) === "radio") uncheckOthers(id);
  }

  function uncheckOthers(id) {
    const group = groupOf(id);
    for (let index = 0; index < group.length; index += 1) {
      if (peek(group[index]).isChecked ?? has(group[index], checkedAtom)) storeChecked(group[index], false);
    }
    watchGroups();
  }

  let watchesGroups = false;
  /** A checked radio button that joins a group unchecks the others. */
  function watchGroups() {
    if (watchesGroups) return;
    watchesGroups = true;
    const join = (id) => {
      if (isInput(id) && typeOf(id) === "radio" && isChecked(id)) uncheckOthers(id);
    };
    const hook = (root) => {
      join(root);
      if (link(root, FIRST) < 0) return;
      const radios = native.queryAll(radioSelector, root);
      for (let index = 0; index < radios.length; index += 1) join(radios[index]);
    };
    hook.atoms = atomSet("input");
    put(hooks.inserted, hook);
  }

  function setIndeterminate(id, value) {
    const state = stateOf(id);
    if (state.isIndeterminate === value) return;
    state.isIndeterminate = value;
    native.setFormState(id, "indeterminate", value);
  }

  // MARK: What happens when attributes change

  function attributeChanged(id, name, namespace, old, value) {
    if (namespace !== 7 || !isInput(id)) return;
    if (name === typeAtom) return typeChanged(id, typeName(old), typeName(value));
    if (name === checkedAtom) {
      if (peek(id).isCheckedDirty || (old === null) === (value === null)) return;
      if (states.has(id) || (value !== null && typeOf(id) === "radio")) setChecked(id, value !== null, false);
      return;
    }
    if (name === nameAtom || name === formAtom) {
      if (typeOf(id) === "radio" && isChecked(id)) uncheckOthers(id);
      return;
    }
    const state = states.get(id);
    if (state === undefined) return;
    // Bounds say what a value may be.
    if (state.isDirty && name !== valueAtom) state.value = sanitize(id, typeOf(id), state.value);
    if (state.isPushed) push(id, valueOf(id));
  }
  const watched = atomSet("type value checked name form min max step multiple");
  attributeChanged.wants = (name) => watched.has(name);
  put(hooks.attributeChanged, attributeChanged);

  /** https://html.spec.whatwg.org/multipage/input.html#input-type-change */
  function typeChanged(id, before, after) {
    if (before === after) return;
    const state = states.get(id);
    const oldMode = modeOf(before), newMode = modeOf(after);
    if (state !== undefined) {
      if (oldMode === VALUE && state.isDirty && state.value !== "" && (newMode === DEFAULT || newMode === DEFAULT_ON)) {
        set(id, valueAtom, state.value);
      } else if (oldMode !== VALUE && newMode === VALUE) {
        state.isDirty = false;
      } else if (oldMode !== FILENAME && newMode === FILENAME) {
        state.value = "";
      }
      if (state.isDirty) state.value = sanitize(id, after, state.value);
      if (state.isPushed) push(id, valueOf(id));
      if (types[after].text && !types[before].text) setSelection(id, 0, 0, "none");
    }
    if (after === "radio" && isChecked(id)) uncheckOthers(id);
  }

  put(hooks.cloned, (id, copy, isDeep) => {
    if (states.size > 0) copyStates(id, copy, isDeep);
  });

  function copyStates(id, copy, isDeep) {
    const state = states.get(id);
    if (state !== undefined) {
      const made = stateOf(copy);
      made.value = state.value;
      made.isDirty = state.isDirty;
      made.isCheckedDirty = state.isCheckedDirty;
      if (state.isDirty) push(copy, state.value);
      if (state.isChecked !== undefined) storeChecked(copy, state.isChecked);
      if (state.isIndeterminate) setIndeterminate(copy, true);
    }
    if (!isDeep) return;
    let other = link(copy, FIRST);
    for (let child = link(id, FIRST); child >= 0 && other >= 0; child = link(child, NEXT)) {
      copyStates(child, other, true);
      other = link(other, NEXT);
    }
  }

  // MARK: Text areas. https://html.spec.whatwg.org/multipage/form-elements.html#the-textarea-element

  function childText(id) {
    let text = "";
    for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) {
      if (kindOf(child) === TEXT) text += tree.dataOf(child);
    }
    return text;
  }

  const areaValue = (id) => {
    const state = peek(id);
    return core.normalizeNewlines(state.isDirty ? state.value : childText(id));
  };

  function setAreaValue(id, value) {
    const old = areaValue(id), state = stateOf(id);
    state.isDirty = true;
    state.value = value;
    const now = areaValue(id);
    if (now !== old) setSelection(id, now.length, now.length, "none");
    push(id, now);
  }

  put(hooks.childrenChanged, (parent) => {
    if (!isNamed(parent, areaAtom)) return;
    const state = states.get(parent);
    if (state === undefined || state.isDirty) return;
    const length = areaValue(parent).length;
    state.start = core.MathMin(state.start, length);
    state.end = core.MathMin(state.end, length);
    if (state.isPushed) push(parent, areaValue(parent));
  });

  // MARK: Selections. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#textFieldSelection

  const textOf = (id) => (isInput(id) ? valueOf(id) : areaValue(id));
  const hasSelection = (id) => !isInput(id) || types[typeOf(id)].text === true;

  function setSelection(id, start, end, direction) {
    const length = textOf(id).length;
    const state = stateOf(id);
    end = core.MathMin(end, length);
    start = core.MathMin(start, end);
    if (direction !== "forward" && direction !== "backward") direction = "none";
    const isOther = state.start !== start || state.end !== end || state.direction !== direction;
    state.start = start;
    state.end = end;
    state.direction = direction;
    return isOther;
  }

  function select(id, start, end, direction) {
    if (!setSelection(id, start, end, direction)) return;
    core.queueTask(() => core.fire(core.wrap(id), "select", { __proto__: null, bubbles: true }));
    if (peek(id).isChanging) return;
    stateOf(id).isChanging = true;
    core.queueTask(() => {
      stateOf(id).isChanging = false;
      core.fire(core.wrap(id), "selectionchange", { __proto__: null, bubbles: true, composed: true });
    });
  }

  function requireSelection(id) {
    if (!hasSelection(id)) throw error("InvalidStateError", "The type has no selection.");
  }

  const modes = ["select", "start", "end", "preserve"];
  const limited = (id, position) => core.MathMin(position, textOf(id).length);

  function addSelection(Class, is) {
    core.mixin(Class, {
      select() {
        const id = is(this);
        if (isInput(id) && modeOf(typeOf(id)) !== VALUE) return;
        const length = textOf(id).length;
        if (hasSelection(id)) select(id, 0, length, "none");
      },
      get selectionStart() {
        const id = is(this);
        return hasSelection(id) ? limited(id, peek(id).start) : null;
      },
      set selectionStart(value) {
        const id = is(this);
        if (isInput(id) && value === null) value = 0;
        value = core.unsignedLong(value);
        requireSelection(id);
        select(id, value, core.MathMax(limited(id, peek(id).end), value), peek(id).direction);
      },
      get selectionEnd() {
        const id = is(this);
        return hasSelection(id) ? limited(id, peek(id).end) : null;
      },
      set selectionEnd(value) {
        const id = is(this);
        if (isInput(id) && value === null) value = 0;
        value = core.unsignedLong(value);
        requireSelection(id);
        select(id, limited(id, peek(id).start), value, peek(id).direction);
      },
      get selectionDirection() {
        const id = is(this);
        return hasSelection(id) ? peek(id).direction : null;
      },
      set selectionDirection(value) {
        const id = is(this);
        if (!isInput(id) || value !== null) value = core.string(value);
        requireSelection(id);
        select(id, peek(id).start, peek(id).end, value);
      },
      setSelectionRange(start, end, direction = undefined) {
        const id = is(this);
        core.requireArguments(arguments.length, 2);
        start = start === null ? 0 : core.unsignedLong(start);
        end = end === null ? 0 : core.unsignedLong(end);
        if (direction !== undefined) direction = core.string(direction);
        requireSelection(id);
        select(id, start, end, direction);
      },
      setRangeText(replacement, start, end, mode = "preserve") {
        const id = is(this);
        core.requireArguments(arguments.length, 1);
        if (arguments.length === 2) core.requireArguments(2, 3);
        replacement = core.string(replacement);
        if (arguments.length > 1) {
          start = core.unsignedLong(start);
          end = core.unsignedLong(end);
          mode = core.enumeration(mode, modes);
        }
        requireSelection(id);
        if (arguments.length === 1) {
          start = limited(id, peek(id).start);
          end = limited(id, peek(id).end);
        }
        replaceRange(id, replacement, start, end, mode);
      },
    });
  }

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#dom-textarea/input-setrangetext */
  function replaceRange(id, replacement, start, end, mode) {
    if (start > end) throw error("IndexSizeError", "The start lies behind the end.");
    const text = textOf(id);
    start = core.MathMin(start, text.length);
    end = core.MathMin(end, text.length);
    let { start: selectionStart, end: selectionEnd } = peek(id);
    selectionStart = core.MathMin(selectionStart, text.length);
    selectionEnd = core.MathMin(selectionEnd, text.length);
    const value = core.StringSlice(text, 0, start) + replacement + core.StringSlice(text, end);
    const state = stateOf(id);
    state.isDirty = true;
    state.value = isInput(id) ? sanitize(id, typeOf(id), value) : value;
    push(id, textOf(id));
    const newEnd = start + replacement.length;
    const delta = replacement.length - (end - start);
    const moved = (position, low) => (position > end ? position + delta : position > start ? low : position);
    if (mode === "select") select(id, start, newEnd, "none");
    else if (mode === "start") select(id, start, start, "none");
    else if (mode === "end") select(id, newEnd, newEnd, "none");
    else select(id, moved(selectionStart, start), moved(selectionEnd, newEnd), "none");
  }

  // MARK: HTMLInputElement

  const withList = atomlessSet("text search url tel email date month week time datetime-local number range color");

  function atomlessSet(text) {
    const names = core.split(text, " "), result = new core.SafeSet();
    for (let index = 0; index < names.length; index += 1) result.add(names[index]);
    return result;
  }

  const plainAutocomplete = { __proto__: null, on: "on", off: "off" };

  /** Deviation: which names of fields may stand together is not looked at. */
  function addAutocomplete(Class, is) {
    core.mixin(Class, {
      get autocomplete() {
        const id = is(this);
        const text = core.toASCIILowercase(core.collapseWhitespace(get(id, autocompleteAtom) ?? ""));
        const isAnchor = isInput(id) && typeOf(id) === "hidden";
        if (plainAutocomplete[text] !== undefined) return isAnchor ? "" : text;
        return RegExpExec(fieldName, text) === null ? "" : text;
      },
      set autocomplete(value) { set(is(this), autocompleteAtom, core.string(value)); },
    });
  }
  const fieldName = new core.RegExp("^(?:section-[^ ]+ )?(?:(?:shipping|billing) )?(?:(?:(?:home|work|mobile|fax|pager) )?(?:"
    + "tel(?:-country-code|-national|-area-code|-local(?:-prefix|-suffix)?|-extension)?|email|impp)|(?:name|honorific-prefix|"
    + "given-name|additional-name|family-name|honorific-suffix|nickname|username|new-password|current-password|one-time-code|"
    + "organization-title|organization|street-address|address-line[123]|address-level[1234]|country|country-name|postal-code|"
    + "cc-name|cc-given-name|cc-additional-name|cc-family-name|cc-number|cc-exp|cc-exp-month|cc-exp-year|cc-csc|cc-type|"
    + "transaction-currency|transaction-amount|language|bday|bday-day|bday-month|bday-year|sex|url|photo))(?: webauthn)?$|"
    + "^webauthn$");

  /** The length that an image button takes. */
  function shownLength(id, property) {
    if (typeOf(id) !== "image" || !native.isRendered(id)) return 0;
    const found = RegExpExec(pixels, native.computedValue(id, "", property));
    return found === null ? 0 : core.MathRound(+found[1]);
  }
  const pixels = /^([0-9.]+)px$/;

  function setLength(id, name, value) {
    value = core.unsignedLong(value);
    set(id, name, "" + (value > most ? 0 : value));
  }

  declare("HTMLInputElement", (is) => {
    class HTMLInputElement extends HTMLElement {
      get value() { return valueOf(is(this)); }
      set value(value) { setValue(is(this), core.stringOrEmpty(value)); }

      get checked() { return isChecked(is(this)); }
      set checked(value) { setChecked(is(this), !!value); }

      get indeterminate() { return peek(is(this)).isIndeterminate; }
      set indeterminate(value) { setIndeterminate(is(this), !!value); }

      get files() {
        const id = is(this);
        return typeOf(id) === "file" ? core.filesOf?.(id) ?? null : null;
      }
      set files(value) {
        const id = is(this);
        if (value !== null && value !== undefined && typeOf(id) === "file") core.setFiles?.(id, value);
      }

      get list() {
        const id = is(this);
        const name = get(id, listAtom);
        if (name === null || name === "" || !withList.has(typeOf(id))) return null;
        const element = native.elementByID(tree.rootOf(id), atom(name));
        return element >= 0 && isNamed(element, datalistAtom) ? core.wrap(element) : null;
      }

      get valueAsDate() {
        const id = is(this);
        const type = typeOf(id);
        if (!types[type].isDate) return null;
        const value = numberOf(id, type);
        return value === null ? null : new core.Date(type === "month" ? dates.timeOfMonth(value) : value);
      }
      set valueAsDate(value) {
        const id = is(this);
        let time = null;
        if (value !== null && value !== undefined) {
          try {
            time = core.DateGetTime(value);
          } catch {
            throw new TypeError("The value is not a Date.");
          }
        }
        const type = typeOf(id);
        if (!types[type].isDate) throw error("InvalidStateError", "The type has no dates.");
        if (time === null || time !== time) setValue(id, "");
        else setNumber(id, type, type === "month" ? dates.monthOfTime(time) : time);
      }

      get valueAsNumber() {
        const id = is(this);
        return numberOf(id, typeOf(id)) ?? NaN;
      }
      set valueAsNumber(value) {
        const id = is(this);
        value = +value;
        if (value === Infinity || value === -Infinity) throw new TypeError("The number is not finite.");
        const type = typeOf(id);
        if (types[type].number === undefined) throw error("InvalidStateError", "The type has no numbers.");
        if (value !== value) setValue(id, "");
        else setNumber(id, type, value);
      }

      stepUp(count = 1) { stepBy(is(this), core.long(count), 1); }
      stepDown(count = 1) { stepBy(is(this), core.long(count), -1); }

      get width() { return shownLength(is(this), "width"); }
      set width(value) { setLength(is(this), widthAtom, value); }
      get height() { return shownLength(is(this), "height"); }
      set height(value) { setLength(is(this), heightAtom, value); }

      showPicker() {
        const id = is(this);
        if (isDisabled(id) || has(id, readOnlyAtom)) throw error("InvalidStateError", "The element does not change.");
        throw error("NotAllowedError", "Nobody has asked for it.");
      }
    }
    reflect(HTMLInputElement, is, {
      string: "accept alt defaultValue=value dirName formTarget max min name pattern placeholder step align useMap", url: "src",
      boolean: "defaultChecked=checked disabled formNoValidate multiple readOnly required", nonNegative: "maxLength minLength",
      positive: { size: 20 },
      enumeration: {
        type: {
          keywords: "hidden text search tel url email password date month week time datetime-local number range color checkbox radio "
            + "file submit image reset button", missing: "text",
        },
        formEnctype: { keywords: forms.encodings, invalid: "application/x-www-form-urlencoded" },
        formMethod: { keywords: "get post dialog", invalid: "get" },
      },
    });
    forms.addressProperty(HTMLInputElement, is, "formAction");
    forms.addInvoker(HTMLInputElement, is);
    forms.addForm(HTMLInputElement, is);
    forms.addLabels(HTMLInputElement, is);
    forms.addValidation(HTMLInputElement, is);
    addAutocomplete(HTMLInputElement, is);
    addSelection(HTMLInputElement, is);
    return HTMLInputElement;
  });

  declare("HTMLTextAreaElement", (is) => {
    class HTMLTextAreaElement extends HTMLElement {
      get type() {
        is(this);
        return "textarea";
      }
      get defaultValue() { return childText(is(this)); }
      set defaultValue(value) { tree.setTextContent(is(this), core.string(value)); }
      get value() { return areaValue(is(this)); }
      set value(value) { setAreaValue(is(this), core.stringOrEmpty(value)); }
      get textLength() { return areaValue(is(this)).length; }
    }
    reflect(HTMLTextAreaElement, is, {
      string: "dirName name placeholder wrap", boolean: "disabled readOnly required", nonNegative: "maxLength minLength",
      positiveWithFallback: { cols: 20, rows: 2 },
    });
    forms.addForm(HTMLTextAreaElement, is);
    forms.addLabels(HTMLTextAreaElement, is);
    forms.addValidation(HTMLTextAreaElement, is);
    addAutocomplete(HTMLTextAreaElement, is);
    addSelection(HTMLTextAreaElement, is);
    return HTMLTextAreaElement;
  });
  core.addAutocomplete = addAutocomplete;

  // MARK: Resetting

  forms.resets.set(inputAtom, (id) => {
    const state = stateOf(id);
    state.isDirty = false;
    state.isCheckedDirty = false;
    if (modeOf(typeOf(id)) === VALUE && state.isPushed) push(id, valueOf(id));
    if (modeOf(typeOf(id)) === FILENAME) core.clearFiles?.(id);
    if (state.isChecked !== undefined) setChecked(id, has(id, checkedAtom), false);
  });

  forms.resets.set(areaAtom, (id) => {
    const state = stateOf(id);
    state.isDirty = false;
    if (state.isPushed) push(id, areaValue(id));
  });

  // MARK: Validity

  const canBeRequired = atomlessSet("text search url tel email password date month week time datetime-local number checkbox radio file");
  const hasPattern = atomlessSet("text search url tel email password");

  forms.barred.set(inputAtom, (id) => {
    const type = typeOf(id);
    return type === "hidden" || type === "reset" || type === "button" || has(id, readOnlyAtom);
  });
  forms.barred.set(areaAtom, (id) => has(id, readOnlyAtom));

  const email = /^[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

  function isEmail(id, text) {
    if (!has(id, multipleAtom)) return RegExpExec(email, text) !== null;
    const list = core.split(text, ",");
    for (let index = 0; index < list.length; index += 1) if (RegExpExec(email, list[index]) === null) return false;
    return true;
  }

  /** https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute */
  function matchesPattern(id, value) {
    const pattern = get(id, patternAtom);
    if (pattern === null) return true;
    let expression;
    try {
      new core.RegExp(pattern, "v");
      expression = new core.RegExp("^(?:" + pattern + ")$", "v");
    } catch {
      return true;
    }
    const type = typeOf(id);
    if (type !== "email" || !has(id, multipleAtom)) return RegExpExec(expression, value) !== null;
    const list = core.split(value, ",");
    for (let index = 0; index < list.length; index += 1) if (RegExpExec(expression, list[index]) === null) return false;
    return true;
  }

  function isMissing(id, type, value) {
    if (!canBeRequired.has(type)) return false;
    if (type === "radio") return isGroupMissing(id);
    if (!has(id, requiredAtom)) return false;
    if (type === "checkbox") return !isChecked(id);
    if (type === "file") return !(core.filesOf?.(id)?.length > 0);
    return value === "" && !has(id, readOnlyAtom) && !isDisabled(id);
  }

  function isGroupMissing(id) {
    if ((get(id, nameAtom) ?? "") === "") return false;
    const group = groupOf(id);
    let isRequired = has(id, requiredAtom);
    if (isChecked(id)) return false;
    for (let index = 0; index < group.length; index += 1) {
      if (isChecked(group[index])) return false;
      if (has(group[index], requiredAtom)) isRequired = true;
    }
    return isRequired;
  }

  const flag = (found, name) => {
    found ??= { __proto__: null };
    found[name] = true;
    return found;
  };

  forms.flags.set(inputAtom, (id) => {
    const type = typeOf(id), value = valueOf(id);
    let found = null;
    if (isMissing(id, type, value)) found = flag(found, "valueMissing");
    if (modeOf(type) !== VALUE || value === "") return found;
    if (type === "url" && native.url(value, null) === null) found = flag(found, "typeMismatch");
    if (type === "email" && !isEmail(id, value)) found = flag(found, "typeMismatch");
    if (hasPattern.has(type) && !matchesPattern(id, value)) found = flag(found, "patternMismatch");
    const number = numberOf(id, type);
    if (number === null) return found;
    const low = bound(id, type, minAtom) ?? (type === "range" ? 0 : null);
    const high = bound(id, type, maxAtom) ?? (type === "range" ? 100 : null);
    if (type === "time" && low !== null && high !== null && low > high) {
      // A range that goes over midnight.
      if (number < low && number > high) found = flag(flag(found, "rangeUnderflow"), "rangeOverflow");
    } else {
      if (low !== null && number < low) found = flag(found, "rangeUnderflow");
      if (high !== null && number > high) found = flag(found, "rangeOverflow");
    }
    const step = stepOf(id, type);
    if (step !== null && !isWhole((number - stepBase(id, type)) / step)) found = flag(found, "stepMismatch");
    return found;
  });

  forms.flags.set(areaAtom, (id) => (has(id, requiredAtom) && !has(id, readOnlyAtom) && !isDisabled(id) && areaValue(id) === ""
    ? flag(null, "valueMissing") : null));

  // MARK: Clicks

  function fireChanges(id) {
    core.fire(core.wrap(id), "input", { __proto__: null, bubbles: true, composed: true });
    core.fire(core.wrap(id), "change", { __proto__: null, bubbles: true });
  }

  const clicks = {
    __proto__: null,

    checkbox(id) {
      let wasChecked, wasIndeterminate;
      return {
        __proto__: null,
        before() {
          wasChecked = isChecked(id);
          wasIndeterminate = peek(id).isIndeterminate;
          setChecked(id, !wasChecked);
          setIndeterminate(id, false);
        },
        canceled() {
          setChecked(id, wasChecked);
          setIndeterminate(id, wasIndeterminate);
        },
        run() { if (tree.isInDocument(id)) fireChanges(id); },
      };
    },

    radio(id) {
      let wasChecked, before = -1;
      return {
        __proto__: null,
        before() {
          wasChecked = isChecked(id);
          const group = groupOf(id);
          for (let index = 0; index < group.length; index += 1) if (isChecked(group[index])) before = group[index];
          setChecked(id, true);
        },
        canceled() {
          if (wasChecked) return;
          setChecked(id, false);
          if (before >= 0 && core.ArrayIndexOf(groupOf(id), before) >= 0 && typeOf(before) === "radio") setChecked(before, true);
        },
        run() { if (!wasChecked && tree.isInDocument(id)) fireChanges(id); },
      };
    },

    submit: (id) => ({ __proto__: null, run() { if (!isDisabled(id)) runButton(id, "submit"); } }),
    image: (id) => ({ __proto__: null, run() { if (!isDisabled(id)) runButton(id, "submit"); } }),
    reset: (id) => ({ __proto__: null, run() { if (!isDisabled(id)) runButton(id, "reset"); } }),
    button: (id) => ({ __proto__: null, run() { if (!isDisabled(id)) runButton(id, "button"); } }),
  };

  function runButton(id, type) {
    if (!forms.runButton(id, type)) forms.runPopover(id);
  }

  behave("input", (id) => clicks[typeOf(id)]?.(id) ?? null);

  core.inputs = { typeOf, valueOf, areaValue, isChecked, setChecked, setValue, setAreaValue, groupOf };
})
