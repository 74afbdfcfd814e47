// URLs. https://url.spec.whatwg.org/#api
(function (core) {
  "use strict";
  core.load("bytes.js");
  core.load("iterable.js");
  const { native, put, TypeError, SymbolIterator } = core;

  // MARK: application/x-www-form-urlencoded. https://url.spec.whatwg.org/#application/x-www-form-urlencoded

  function unescape(text) {
    text = core.ArrayJoin(core.split(text, "+"), " ");
    if (core.StringIndexOf(text, "%") < 0) return text;
    const bytes = core.utf8Encode(text);
    const out = core.list();
    for (let index = 0; index < bytes.length; index += 1) {
      const high = bytes[index] === 37 ? hexDigit(bytes[index + 1]) : -1, low = high < 0 ? -1 : hexDigit(bytes[index + 2]);
      if (low < 0) {
        put(out, bytes[index]);
      } else {
        put(out, high * 16 + low);
        index += 2;
      }
    }
    return core.utf8Decode(out);
  }

  const hexDigit = (code) => (code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 70 ? code - 55
    : code >= 97 && code <= 102 ? code - 87 : -1);

  function escape(text) {
    let out = "";
    const bytes = core.utf8Encode(text);
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte === 32) out += "+";
      else if ((byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte === 42
        || byte === 45 || byte === 46 || byte === 95) out += core.StringFromCharCode(byte);
      else out += "%" + (byte < 16 ? "0" : "") + core.toASCIIUppercase(core.NumberToString(byte, 16));
    }
    return out;
  }

  function parse(text) {
    const pairs = core.list();
    const parts = core.split(text, "&");
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part === "") continue;
      const place = core.StringIndexOf(part, "=");
      put(pairs, place < 0
        ? core.list(unescape(part), "")
        : core.list(unescape(core.StringSlice(part, 0, place)), unescape(core.StringSlice(part, place + 1))));
    }
    return pairs;
  }

  function serialize(pairs) {
    let out = "";
    for (let index = 0; index < pairs.length; index += 1) {
      out += (index ? "&" : "") + escape(pairs[index][0]) + "=" + escape(pairs[index][1]);
    }
    return out;
  }

  // MARK: URLSearchParams. https://url.spec.whatwg.org/#interface-urlsearchparams

  const ParamsState = core.brand();
  const pairsIn = (params) => ParamsState.of(params).pairs;

  /** https://url.spec.whatwg.org/#concept-urlsearchparams-update */
  function update(params) {
    const { url, pairs } = ParamsState.of(params);
    if (url !== null) setPart(url, "search", serialize(pairs));
  }

  function pairsOf(init) {
    if (core.isObject(init) || typeof init === "function") {
      const method = init[SymbolIterator];
      if (method !== undefined && method !== null) {
        return core.iterate(init, method, (pair) => {
          const items = core.sequence(pair, core.usvString);
          if (items.length !== 2) throw new TypeError("Each pair must have a name and a value.");
          return core.list(items[0], items[1]);
        });
      }
      const record = core.record(init, core.usvString, core.usvString);
      const pairs = core.list();
      for (let index = 0; index < record.length; index += 1) {
        let place = 0;
        while (place < pairs.length && pairs[place][0] !== record[index][0]) place += 1;
        if (place < pairs.length) pairs[place][1] = record[index][1];
        else put(pairs, core.list(record[index][0], record[index][1]));
      }
      return pairs;
    }
    const text = core.usvString(init);
    return parse(core.StringStartsWith(text, "?") ? core.StringSlice(text, 1) : text);
  }

  class URLSearchParams {
    constructor(init = "") { new ParamsState(this, { __proto__: null, pairs: pairsOf(init), url: null }); }
    get size() { return pairsIn(this).length; }
    append(name, value) {
      const pairs = pairsIn(this);
      core.requireArguments(arguments.length, 2);
      put(pairs, core.list(core.usvString(name), core.usvString(value)));
      update(this);
    }
    delete(name, value = undefined) {
      const pairs = pairsIn(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      if (value !== undefined) value = core.usvString(value);
      for (let index = pairs.length - 1; index >= 0; index -= 1) {
        if (pairs[index][0] === name && (value === undefined || pairs[index][1] === value)) core.ArraySplice(pairs, index, 1);
      }
      update(this);
    }
    get(name) {
      const pairs = pairsIn(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = 0; index < pairs.length; index += 1) if (pairs[index][0] === name) return pairs[index][1];
      return null;
    }
    getAll(name) {
      const pairs = pairsIn(this), found = core.list();
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      for (let index = 0; index < pairs.length; index += 1) if (pairs[index][0] === name) put(found, pairs[index][1]);
      return core.array(found);
    }
    has(name, value = undefined) {
      const pairs = pairsIn(this);
      core.requireArguments(arguments.length, 1);
      name = core.usvString(name);
      if (value !== undefined) value = core.usvString(value);
      for (let index = 0; index < pairs.length; index += 1) {
        if (pairs[index][0] === name && (value === undefined || pairs[index][1] === value)) return true;
      }
      return false;
    }
    set(name, value) {
      const pairs = pairsIn(this);
      core.requireArguments(arguments.length, 2);
      name = core.usvString(name);
      value = core.usvString(value);
      let isSet = false;
      for (let index = 0; index < pairs.length; index += 1) {
        if (pairs[index][0] !== name) continue;
        if (!isSet) {
          pairs[index][1] = value;
          isSet = true;
        } else {
          core.ArraySplice(pairs, index, 1);
          index -= 1;
        }
      }
      if (!isSet) put(pairs, core.list(name, value));
      update(this);
    }
    sort() {
      const pairs = pairsIn(this);
      core.ArraySort(pairs, (one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0));
      update(this);
    }
    toString() { return serialize(pairsIn(this)); }
  }
  core.iterable(URLSearchParams, "URLSearchParams", pairsIn);

  // MARK: URL. https://url.spec.whatwg.org/#url-class

  const URLState = core.brand();

  function setPart(url, name, text) {
    const state = URLState.of(url);
    state.parts = native.setURLPart(state.parts[0], name, text) ?? state.parts;
  }

  function makeParams(url, text) {
    const params = core.ObjectCreate(URLSearchParams.prototype);
    new ParamsState(params, { __proto__: null, pairs: parse(core.StringSlice(text, 1)), url });
    return params;
  }

  function refresh(url) {
    const { parts, params } = URLState.of(url);
    if (params !== null) ParamsState.of(params).pairs = parse(core.StringSlice(parts[9], 1));
  }

  function parseURL(url, base) {
    url = core.usvString(url);
    if (base !== undefined) {
      base = core.usvString(base);
      if (native.url(base, null) === null) return null;
    }
    return native.url(url, base ?? null);
  }

  class URL {
    constructor(url, base = undefined) {
      core.requireArguments(arguments.length, 1);
      const parts = parseURL(url, base);
      if (parts === null) throw new TypeError(`'${core.string(url)}' is not a valid URL.`);
      new URLState(this, { __proto__: null, parts, params: null });
    }
    static canParse(url, base = undefined) {
      core.requireArguments(arguments.length, 1);
      return parseURL(url, base) !== null;
    }
    static parse(url, base = undefined) {
      core.requireArguments(arguments.length, 1);
      const parts = parseURL(url, base);
      if (parts === null) return null;
      const result = core.ObjectCreate(URL.prototype);
      new URLState(result, { __proto__: null, parts, params: null });
      return result;
    }
    static createObjectURL(object) {
      core.requireArguments(arguments.length, 1);
      core.load("blob.js");
      if (!core.isBlob(object)) throw new TypeError("The object is no Blob.");
      core.load("crypto.js");
      const origin = native.url(native.documentURL(), null)[1];
      const url = `blob:${origin}/${core.randomUUID()}`;
      core.blobURLs = core.blobURLs ?? new core.SafeMap();
      core.blobURLs.set(url, object);
      native.provide(url, core.blobType(object), core.blobBytes(object));
      return url;
    }
    static revokeObjectURL(url) {
      core.requireArguments(arguments.length, 1);
      core.blobURLs?.delete(core.string(url));
    }
    get href() { return URLState.of(this).parts[0]; }
    set href(value) {
      URLState.of(this);
      const parts = native.url(core.usvString(value), null);
      if (parts === null) throw new TypeError(`'${core.string(value)}' is not a valid URL.`);
      URLState.of(this).parts = parts;
      refresh(this);
    }
    get origin() { return URLState.of(this).parts[1]; }
    get searchParams() {
      const state = URLState.of(this);
      state.params = state.params ?? makeParams(this, state.parts[9]);
      return state.params;
    }
    toString() { return URLState.of(this).parts[0]; }
    toJSON() { return URLState.of(this).parts[0]; }
  }
  const places = { protocol: 2, username: 3, password: 4, host: 5, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10 };
  const names = core.ReflectOwnKeys(places);
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index], place = places[name];
    core.mixin(URL, {
      get [name]() { return URLState.of(this).parts[place]; },
      set [name](value) {
        URLState.of(this);
        setPart(this, name, core.usvString(value));
        if (name === "search") refresh(this);
      },
    });
  }
  core.define({ URL, URLSearchParams });
  core.alias("webkitURL", URL);
  core.formURLEncoded = { parse, serialize, isParams: ParamsState.has, pairsOf: pairsIn };
})
