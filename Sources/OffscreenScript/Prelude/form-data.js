// FormData, and what a form sends. https://xhr.spec.whatwg.org/#interface-formdata
(function (core) {
  "use strict";
  const { native, put, error, SafeSet, TypeError, RegExpExec } = core;
  const tree = core.tree;
  const { nameOf } = tree;
  const { isNamed, get, isDisabled } = core.html;
  core.load("iterable.js");
  core.load("forms.js");
  core.load("inputs.js");
  core.load("selects.js");
  const { controlsOf, ancestor, submittable, isSubmitButton } = core.forms;
  const { typeOf, valueOf, areaValue, isChecked } = core.inputs;
  const { selectedOf, optionValue, isOptionDisabled } = core.selects;
  const atom = core.atom;
  const nameAtom = atom("name"), datalistAtom = atom("datalist"), inputAtom = atom("input"), selectAtom = atom("select"),
    areaAtom = atom("textarea"), buttonAtom = atom("button"), valueAtom = atom("value"), dirNameAtom = atom("dirname"),
    formAtom = atom("form"), dirAtom = atom("dir");

  // MARK: Entries
  // An entry is {name, value}: the value is a string or a File.

  const isBlob = (value) => core.isBlob !== undefined && core.isBlob(value);

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#create-an-entry */
  function makeEntry(name, value, fileName) {
    return { name, value: isBlob(value) ? core.fileOf(value, fileName) : value };
  }

  const constructing = new SafeSet();

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set; null while it is under way. */
  function construct(form, submitter, charset = "utf-8") {
    if (constructing.has(form)) return null;
    constructing.add(form);
    try {
      const list = core.list();
      const controls = controlsOf(form);
      for (let index = 0; index < controls.length; index += 1) addEntries(list, controls[index], submitter, charset);
      const data = makeFormData(list);
      core.fire(core.wrap(form), "formdata", { __proto__: null, bubbles: true, formData: data }, "FormDataEvent");
      return copy(State.of(data));
    } finally {
      constructing.delete(form);
    }
  }

  function copy(list) {
    const result = core.list();
    for (let index = 0; index < list.length; index += 1) put(result, { name: list[index].name, value: list[index].value });
    return result;
  }

  const buttons = { __proto__: null, submit: true, image: true, reset: true, button: true };

  function addEntries(list, id, submitter, charset) {
    const kind = nameOf(id);
    if (!submittable.has(kind)) return core.addCustomEntries?.(id, list);
    if (isDisabled(id) || ancestor(id, datalistAtom) >= 0) return;
    const name = get(id, nameAtom) ?? "";
    const type = kind === inputAtom ? typeOf(id) : "";
    if ((kind === buttonAtom || buttons[type]) && id !== submitter) return;
    if ((type === "checkbox" || type === "radio") && !isChecked(id)) return;
    const add = (value, named = name) => put(list, { name: core.StringToWellFormed(named), value: core.StringToWellFormed(value) });
    if (type === "image") {
      const prefix = name === "" ? "" : name + ".";
      add("0", prefix + "x");
      add("0", prefix + "y");
      return;
    }
    if (name === "") return;
    if (kind === selectAtom) {
      const selected = selectedOf(id);
      for (let index = 0; index < selected.length; index += 1) {
        if (!isOptionDisabled(selected[index])) add(optionValue(selected[index]));
      }
    } else if (type === "file") {
      const file = core.makeFile?.("", "application/octet-stream");
      put(list, { name, value: file ?? "" });
    } else if (type === "hidden" && core.toASCIILowercase(name) === "_charset_") {
      add(core.encodingName(charset));
    } else if (kind === buttonAtom) {
      add(get(id, valueAtom) ?? "");
    } else {
      add(kind === areaAtom ? areaValue(id) : valueOf(id));
    }
    const dirName = get(id, dirNameAtom);
    if (dirName !== null && dirName !== "" && (kind === areaAtom || hasDirection[type])) {
      add(directionOf(id), dirName);
    }
  }

  const hasDirection = { __proto__: null, text: true, search: true, tel: true, url: true, email: true, password: true, hidden: true,
    submit: true };

  function directionOf(id) {
    const own = core.html.inherited(id, (node) => {
      const text = core.toASCIILowercase(get(node, dirAtom) ?? "");
      return text === "ltr" || text === "rtl" || text === "auto" ? text : undefined;
    });
    if (own === "rtl") return "rtl";
    if (own !== "auto") return "ltr";
    const text = isNamed(id, areaAtom) ? areaValue(id) : valueOf(id);
    const found = RegExpExec(strong, text);
    return found !== null && RegExpExec(rightToLeft, found[0]) !== null ? "rtl" : "ltr";
  }
  // The first letter of a direction; those of Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms go left.
  const strong = /\p{L}/u, rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

  // MARK: FormData

  const State = core.brand();

  /** The value of `append` and `set`. */
  function convertValue(values) {
    const isFile = isBlob(values[1]);
    if (values.length > 2 && !isFile) throw new TypeError("The value is not a Blob.");
    const value = isFile ? values[1] : core.usvString(values[1]);
    return { value, fileName: values.length > 2 && values[2] !== undefined ? core.usvString(values[2]) : undefined };
  }

  class FormData {
    constructor(form = undefined, submitter = null) {
      let list = core.list();
      if (form !== undefined) {
        const id = core.idIfNode(form);
        if (id < 0 || !isNamed(id, formAtom)) throw new TypeError("The argument is not an HTMLFormElement.");
        let button = -1;
        if (submitter !== null && submitter !== undefined) {
          button = core.html.requireHTML(submitter);
          if (!isSubmitButton(button)) throw new TypeError("The submitter is no submit button.");
          if (core.forms.ownerOf(button) !== id) throw error("NotFoundError", "The submitter belongs to another form.");
        }
        list = construct(id, button);
        if (list === null) throw error("InvalidStateError", "The form's entries are being collected.");
      }
      new State(this, list);
    }

    append(name, value) {
      const list = State.of(this);
      core.requireArguments(arguments.length, 2);
      name = core.usvString(name);
      const converted = convertValue(arguments);
      put(list, makeEntry(name, converted.value, converted.fileName));
    }

    delete(name) {
      const list = State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = list.length - 1; index >= 0; index -= 1) if (list[index].name === name) removeAt(list, index);
    }

    get(name) {
      const list = State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = 0; index < list.length; index += 1) if (list[index].name === name) return list[index].value;
      return null;
    }

    getAll(name) {
      const list = State.of(this), found = core.list();
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = 0; index < list.length; index += 1) if (list[index].name === name) put(found, list[index].value);
      return core.array(found);
    }

    has(name) {
      const list = State.of(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = 0; index < list.length; index += 1) if (list[index].name === name) return true;
      return false;
    }

    set(name, value) {
      const list = State.of(this);
      core.requireArguments(arguments.length, 2);
      name = core.usvString(name);
      const converted = convertValue(arguments);
      const entry = makeEntry(name, converted.value, converted.fileName);
      let place = -1;
      for (let index = list.length - 1; index >= 0; index -= 1) {
        if (list[index].name !== name) continue;
        if (place >= 0) removeAt(list, place);
        place = index;
      }
      if (place < 0) put(list, entry);
      else list[place] = entry;
    }
  }

  function removeAt(list, index) {
    for (let place = index; place < list.length - 1; place += 1) list[place] = list[place + 1];
    list.length -= 1;
  }

  core.iterable(FormData, "FormData", (data) => {
    const list = State.of(data), pairs = core.list();
    for (let index = 0; index < list.length; index += 1) put(pairs, core.list(list[index].name, list[index].value));
    return pairs;
  });
  core.define({ FormData });
  core.FormData = FormData;

  function makeFormData(list) {
    const data = core.ObjectCreate(FormData.prototype);
    new State(data, list);
    return data;
  }

  // MARK: Encodings

  /** A string's bytes in UTF-8, one after the other. */
  function eachByte(text, steps) {
    for (let index = 0; index < text.length; index += 1) {
      const code = core.StringCodePointAt(text, index);
      if (code > 0xffff) index += 1;
      if (code < 0x80) {
        steps(code);
      } else if (code < 0x800) {
        steps(0xc0 | (code >> 6));
        steps(0x80 | (code & 63));
      } else if (code < 0x10000) {
        steps(0xe0 | (code >> 12));
        steps(0x80 | ((code >> 6) & 63));
        steps(0x80 | (code & 63));
      } else {
        steps(0xf0 | (code >> 18));
        steps(0x80 | ((code >> 12) & 63));
        steps(0x80 | ((code >> 6) & 63));
        steps(0x80 | (code & 63));
      }
    }
  }

  const digits = "0123456789ABCDEF";
  const isPlain = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    || code === 42 || code === 45 || code === 46 || code === 95;

  /** https://url.spec.whatwg.org/#concept-urlencoded-serializer, of one string. */
  function urlEncode(text, encoding) {
    let result = "";
    const add = (byte) => {
      if (byte === 32) result += "+";
      else if (isPlain(byte)) result += core.StringFromCharCode(byte);
      else result += "%" + digits[byte >> 4] + digits[byte & 15];
    };
    text = withLineEnds(text);
    if (encoding === "utf-8") {
      eachByte(text, add);
    } else {
      const bytes = native.encodeForm(text, encoding);
      for (let index = 0; index < bytes.length; index += 1) add(bytes[index]);
    }
    return result;
  }

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form */
  function encodingOf(form) {
    const labels = get(form, acceptCharsetAtom);
    if (labels === null) return outputOf(core.documentDetails(core.tree.documentOf(form)).encoding ?? "utf-8");
    let rest = labels, match;
    while ((match = RegExpExec(word, rest)) !== null) {
      const found = native.encodingName(match[0]);
      if (found !== null) return outputOf(found);
      rest = core.StringSlice(rest, match.index + match[0].length);
    }
    return "utf-8";
  }
  const word = /[^\t\n\f\r ]+/, acceptCharsetAtom = core.atom("accept-charset");

  /** https://encoding.spec.whatwg.org/#get-an-output-encoding */
  function outputOf(encoding) {
    encoding = core.toASCIILowercase(encoding);
    return encoding === "utf-16le" || encoding === "utf-16be" || encoding === "replacement" ? "utf-8" : encoding;
  }

  /** Line ends as they are sent: CR and LF. */
  function withLineEnds(text) {
    if (RegExpExec(lineEnd, text) === null) return text;
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      const letter = text[index];
      if (letter !== "\r" && letter !== "\n") result += letter;
      else {
        result += "\r\n";
        if (letter === "\r" && text[index + 1] === "\n") index += 1;
      }
    }
    return result;
  }
  const lineEnd = /[\r\n]/;

  const textOf = (value) => (typeof value === "string" ? value : value.name);

  function urlEncoded(list, encoding) {
    let result = "";
    for (let index = 0; index < list.length; index += 1) {
      result += (index > 0 ? "&" : "") + urlEncode(list[index].name, encoding) + "=" + urlEncode(textOf(list[index].value), encoding);
    }
    return result;
  }

  /** What a form posts, and its type. */
  // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#submit-body
  function body(list, encoding, charset) {
    core.load("requests.js");
    if (encoding === "multipart/form-data") return core.extractBody(makeFormData(list));
    if (encoding === "text/plain") {
      // https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#text/plain-encoding-algorithm
      let text = "";
      for (let index = 0; index < list.length; index += 1) {
        text += withLineEnds(list[index].name) + "=" + withLineEnds(textOf(list[index].value)) + "\r\n";
      }
      return { bytes: core.bytes(native.encodeForm(text, charset)), type: "text/plain" };
    }
    return { bytes: core.bytes(core.utf8Encode(urlEncoded(list, charset))), type: "application/x-www-form-urlencoded" };
  }

  core.formData = {
    construct, encodingOf, urlEncoded, body, isFormData: State.has, entriesOf: State.of, make: makeFormData, withLineEnds, eachByte,
  };
})
