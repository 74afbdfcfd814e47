// Form data as it is sent with files. https://www.rfc-editor.org/rfc/rfc7578
(function (core) {
  "use strict";
  const { native, list, put, RegExpExec, StringIndexOf, StringSlice, StringStartsWith } = core;
  core.load("bytes.js");
  core.load("blob.js");

  const header = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[\t ]*([^\r\n]*?)[\t ]*$/;
  const disposition = /^form-data;[\t ]*name="([^"]*)"(?:;[\t ]*filename="([^"]*)")?(?:;.*)?$/i;

  const decode = (bytes, from, to) => core.utf8Decode(core.copyBytes(bytes, from, to));

  function unescape(text) {
    const replace = (text, from, to) => core.ArrayJoin(core.split(text, from), to);
    return replace(replace(replace(text, "%0D", "\r"), "%0A", "\n"), "%22", "\"");
  }

  /** Entries `{name, value}`, or null where it is none. https://fetch.spec.whatwg.org/#multipart-form-data-parser */
  core.parseMultipart = function (bytes, boundary) {
    // A character for each byte: places in it are those of the bytes.
    const text = native.decode("windows-1252", bytes) ?? "";
    const delimiter = `--${boundary}`;
    const entries = list();
    let place = StringIndexOf(text, delimiter);
    if (place !== 0 && !(place === 2 && StringStartsWith(text, "\r\n"))) return null;
    for (;;) {
      // 1. A boundary, the last of which has two hyphens behind it.
      place += delimiter.length;
      if (StringStartsWith(text, "--", place)) return entries;
      if (!StringStartsWith(text, "\r\n", place)) return null;
      place += 2;
      // 2. Headers up to an empty line.
      const entry = { __proto__: null, name: null, fileName: null, type: "text/plain" };
      for (;;) {
        const end = StringIndexOf(text, "\r\n", place);
        if (end < 0) return null;
        if (end === place) break;
        if (!readHeader(entry, decode(bytes, place, end))) return null;
        place = end + 2;
      }
      place += 2;
      if (entry.name === null) return null;
      // 3. What comes up to the next boundary.
      const end = StringIndexOf(text, `\r\n${delimiter}`, place);
      if (end < 0) return null;
      put(entries, {
        name: entry.name,
        value: entry.fileName === null ? decode(bytes, place, end)
          : core.fileOf(core.makeBlob(core.copyBytes(bytes, place, end), core.toASCIILowercase(entry.type)), entry.fileName),
      });
      place = end + 2;
    }
  };

  function readHeader(entry, line) {
    const found = RegExpExec(header, line);
    if (found === null) return false;
    const name = core.toASCIILowercase(found[1]);
    if (name === "content-type") entry.type = found[2];
    if (name !== "content-disposition") return true;
    const parts = RegExpExec(disposition, found[2]);
    if (parts === null) return false;
    entry.name = unescape(parts[1]);
    entry.fileName = parts[2] === undefined ? null : unescape(parts[2]);
    return true;
  }
})
