// FormData, and how it is sent. https://xhr.spec.whatwg.org/#interface-formdata
(function (core) {
  "use strict";
  const { native, put, TypeError, error, RegExpExec } = core;
  core.load("iterable.js");

  // MARK: Entries
  // An entry is {name, value}: the value is a string or a File.

  const isBlob = (value) => core.isBlob !== undefined && core.isBlob(value);

  /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#create-an-entry */
  function makeEntry(name, value, fileName) {
    return { name, value: isBlob(value) ? core.fileOf(value, fileName) : value };
  }

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
        core.load("form-entries.js");
        list = core.formEntries.ofForm(form, submitter);
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
    urlEncoded, body, isFormData: State.has, entriesOf: State.of, make: makeFormData, makeEntry, withLineEnds, eachByte,
    /** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set; null while it is under way. */
    construct(form, submitter) {
      core.load("form-entries.js");
      return core.formEntries.construct(form, submitter, core.formEntries.encodingOf(form));
    },
  };
})
