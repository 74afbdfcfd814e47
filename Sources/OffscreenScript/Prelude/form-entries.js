// What a form sends. https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission
(function (core) {
  "use strict";
  const { native, put, error, SafeSet, TypeError, RegExpExec } = core;
  core.load("form-data.js");
  core.load("forms.js");
  core.load("inputs.js");
  core.load("selects.js");
  const tree = core.tree;
  const { nameOf } = tree;
  const { isNamed, get, isDisabled } = core.html;
  const { controlsOf, ancestor, submittable, isSubmitButton } = core.forms;
  const { typeOf, valueOf, areaValue, isChecked } = core.inputs;
  const { selectedOf, optionValue, isOptionDisabled } = core.selects;
  const atom = core.atom;
  const nameAtom = atom("name"), datalistAtom = atom("datalist"), inputAtom = atom("input"), selectAtom = atom("select"),
    areaAtom = atom("textarea"), buttonAtom = atom("button"), valueAtom = atom("value"), dirNameAtom = atom("dirname"),
    formAtom = atom("form"), dirAtom = atom("dir");

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

  const constructing = new SafeSet();

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set; null while it is under way. */
  function construct(form, submitter, charset = "utf-8") {
    if (constructing.has(form)) return null;
    constructing.add(form);
    try {
      const list = core.list();
      const controls = controlsOf(form);
      for (let index = 0; index < controls.length; index += 1) addEntries(list, controls[index], submitter, charset);
      const data = core.formData.make(list);
      core.fire(core.wrap(form), "formdata", { __proto__: null, bubbles: true, formData: data }, "FormDataEvent");
      return copy(core.formData.entriesOf(data));
    } finally {
      constructing.delete(form);
    }
  }

  function copy(list) {
    const result = core.list();
    for (let index = 0; index < list.length; index += 1) put(result, { name: list[index].name, value: list[index].value });
    return result;
  }

  /** Of a control in which no file was chosen. */
  function emptyFile() {
    core.load("blob.js");
    return core.fileOf(core.makeBlob(core.utf8Encode(""), "application/octet-stream"), "");
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
      const files = core.filesOf(id);
      for (let index = 0; index < files.length; index += 1) put(list, { name: core.StringToWellFormed(name), value: files[index] });
      if (files.length === 0) put(list, { name: core.StringToWellFormed(name), value: emptyFile() });
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

  core.formEntries = {
    __proto__: null, construct, encodingOf,
    /** Of the constructor of FormData. */
    ofForm(form, submitter) {
      const id = core.idIfNode(form);
      if (id < 0 || !isNamed(id, formAtom)) throw new TypeError("The argument is not an HTMLFormElement.");
      let button = -1;
      if (submitter !== null && submitter !== undefined) {
        button = core.html.requireHTML(submitter);
        if (!isSubmitButton(button)) throw new TypeError("The submitter is no submit button.");
        if (core.forms.ownerOf(button) !== id) throw error("NotFoundError", "The submitter belongs to another form.");
      }
      return construct(id, button);
    },
  };
})
