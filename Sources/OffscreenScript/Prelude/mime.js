// MIME types. https://mimesniff.spec.whatwg.org/#mime-type
(function (core) {
  "use strict";
  const { list, put, RegExpExec, StringIndexOf, StringSlice } = core;
  core.load("requests.js");

  const quotable = /^[\t\x20-\x7e\x80-\xff]*$/;
  const spaces = /^[\t\n\r ]*([\s\S]*?)[\t\n\r ]*$/, trailing = /^([\s\S]*?)[\t\n\r ]*$/;
  const strip = (text) => RegExpExec(spaces, text)[1];

  /** `{essence, parameters}`, or null. https://mimesniff.spec.whatwg.org/#parsing-a-mime-type */
  function parse(text) {
    text = strip(text);
    const slash = StringIndexOf(text, "/");
    if (slash < 0) return null;
    const semicolon = StringIndexOf(text, ";", slash + 1);
    const type = StringSlice(text, 0, slash);
    const subtype = RegExpExec(trailing, StringSlice(text, slash + 1, semicolon < 0 ? undefined : semicolon))[1];
    if (!core.isToken(type) || !core.isToken(subtype)) return null;
    const result = { __proto__: null, essence: core.toASCIILowercase(`${type}/${subtype}`), parameters: list() };
    let place = semicolon < 0 ? text.length : semicolon;
    while (place < text.length) place = parseParameter(text, place + 1, result.parameters);
    return result;
  }

  /** One parameter from after its semicolon; gives the place of the next. */
  function parseParameter(text, place, parameters) {
    const isSpace = (unit) => unit === " " || unit === "\t" || unit === "\n" || unit === "\r";
    while (place < text.length && isSpace(text[place])) place += 1;
    const start = place;
    while (place < text.length && text[place] !== ";" && text[place] !== "=") place += 1;
    const name = core.toASCIILowercase(StringSlice(text, start, place));
    if (place >= text.length || text[place] === ";") return place;
    place += 1;
    let value = "";
    if (text[place] === "\"") {
      // https://fetch.spec.whatwg.org/#collect-an-http-quoted-string
      for (place += 1; place < text.length && text[place] !== "\""; place += 1) {
        if (text[place] === "\\" && place + 1 < text.length) place += 1;
        value += text[place];
      }
      while (place < text.length && text[place] !== ";") place += 1;
    } else {
      const begin = place;
      while (place < text.length && text[place] !== ";") place += 1;
      value = RegExpExec(trailing, StringSlice(text, begin, place))[1];
      if (value === "") return place;
    }
    if (core.isToken(name) && RegExpExec(quotable, value) !== null && find(parameters, name) === null) {
      put(parameters, list(name, value));
    }
    return place;
  }

  function find(parameters, name) {
    for (let index = 0; index < parameters.length; index += 1) if (parameters[index][0] === name) return parameters[index][1];
    return null;
  }

  /** https://mimesniff.spec.whatwg.org/#serialize-a-mime-type */
  function serialize(type) {
    let text = type.essence;
    for (let index = 0; index < type.parameters.length; index += 1) {
      const value = type.parameters[index][1];
      text += `;${type.parameters[index][0]}=${core.isToken(value) ? value : quote(value)}`;
    }
    return text;
  }

  function quote(value) {
    let text = "\"";
    for (let index = 0; index < value.length; index += 1) {
      text += (value[index] === "\"" || value[index] === "\\" ? "\\" : "") + value[index];
    }
    return text + "\"";
  }

  /** The parts of a header's value between commas, those in quotes apart. https://fetch.spec.whatwg.org/#header-value-get-decode-and-split */
  function split(value) {
    const parts = list();
    let part = "", isQuoted = false;
    for (let index = 0; index < value.length; index += 1) {
      const unit = value[index];
      if (unit === "," && !isQuoted) {
        put(parts, part);
        part = "";
        continue;
      }
      part += unit;
      if (unit === "\"") isQuoted = !isQuoted;
      else if (unit === "\\" && isQuoted && index + 1 < value.length) part += value[index += 1];
    }
    put(parts, part);
    return parts;
  }

  /** Of a combined header, or null. https://fetch.spec.whatwg.org/#concept-header-extract-mime-type */
  function extract(header) {
    if (header === null) return null;
    const values = split(header);
    let charset = null, essence = null, found = null;
    for (let index = 0; index < values.length; index += 1) {
      const type = parse(values[index]);
      if (type === null || type.essence === "*/*") continue;
      found = type;
      if (type.essence !== essence) {
        charset = find(type.parameters, "charset");
        essence = type.essence;
      } else if (find(type.parameters, "charset") === null && charset !== null) {
        put(type.parameters, list("charset", charset));
      }
    }
    return found;
  }

  core.mime = {
    __proto__: null, parse, serialize, extract, parameter: (type, name) => find(type.parameters, name),
    isXML: (essence) => essence === "text/xml" || essence === "application/xml" || core.StringEndsWith(essence, "+xml"),
  };
})
