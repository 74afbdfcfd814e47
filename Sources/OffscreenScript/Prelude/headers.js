// Headers of requests and responses. https://fetch.spec.whatwg.org/#headers-class
(function (core) {
  "use strict";
  const { put, TypeError, SymbolIterator } = core;
  core.load("mime.js");
  core.load("iterable.js");

  const HeadersState = core.brand();
  const listOf = (headers) => HeadersState.of(headers).list;

  function checked(name, value) {
    name = core.byteString(name);
    if (!core.isToken(name)) throw new TypeError(`'${name}' is not a valid header name.`);
    if (value === undefined) return core.toASCIILowercase(name);
    value = core.normalizeHeaderValue(core.byteString(value));
    if (!core.isHeaderValue(value)) throw new TypeError(`'${value}' is not a valid header value.`);
    return core.list(core.toASCIILowercase(name), value);
  }

  /** https://fetch.spec.whatwg.org/#headers-validate */
  function mayChange(headers, name, value = "") {
    const guard = HeadersState.of(headers).guard;
    if (guard === "immutable") throw new TypeError("The headers are immutable.");
    if (guard === "response") return name !== "set-cookie" && name !== "set-cookie2";
    return guard === "none" || !core.isForbiddenHeader(name, value);
  }

  /** What a request of the mode `no-cors` may say of itself. https://fetch.spec.whatwg.org/#no-cors-safelisted-request-header */
  function isPlainHeader(name, value) {
    if (value.length > 128) return false;
    if (name === "accept") return core.RegExpExec(unsafe, value) === null;
    if (name === "accept-language" || name === "content-language") return core.RegExpExec(language, value) !== null;
    if (name !== "content-type" || core.RegExpExec(unsafe, value) !== null) return false;
    const essence = core.mime.parse(value)?.essence;
    return essence === "application/x-www-form-urlencoded" || essence === "multipart/form-data" || essence === "text/plain";
  }
  const isPlainName = (name) => name === "accept" || name === "accept-language" || name === "content-language"
    || name === "content-type" || name === "range";
  const unsafe = /[\0-\x08\x0a-\x1f"():<>?@[\\\]{}\x7f]/, language = /^[0-9A-Za-z *,\-.;=]*$/;

  function combined(list, name) {
    let found = null;
    for (let index = 0; index < list.length; index += 1) {
      if (list[index][0] === name) found = found === null ? list[index][1] : `${found}, ${list[index][1]}`;
    }
    return found;
  }

  function sorted(list) {
    const result = core.list(), seen = new core.SafeSet();
    for (let index = 0; index < list.length; index += 1) {
      const name = list[index][0];
      if (name === "set-cookie") put(result, core.list(name, list[index][1]));
      else if (!seen.has(name)) {
        seen.add(name);
        put(result, core.list(name, combined(list, name)));
      }
    }
    return core.ArraySort(result, (one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0));
  }

  function fill(headers, init) {
    if (HeadersState.has(init)) {
      const list = listOf(init);
      for (let index = 0; index < list.length; index += 1) append(headers, list[index][0], list[index][1]);
      return;
    }
    if (!core.isObject(init)) throw new TypeError("The headers are neither pairs nor a record.");
    const method = init[SymbolIterator];
    if (method !== undefined && method !== null) {
      core.iterate(init, method, (pair) => {
        const items = core.sequence(pair, core.byteString);
        if (items.length !== 2) throw new TypeError("Each pair must have a name and a value.");
        append(headers, items[0], items[1]);
      });
      return;
    }
    const record = core.record(init, core.byteString, core.byteString);
    for (let index = 0; index < record.length; index += 1) append(headers, record[index][0], record[index][1]);
  }

  function append(headers, name, value) {
    const pair = checked(name, value);
    if (!mayChange(headers, pair[0], pair[1])) return;
    const list = listOf(headers);
    if (HeadersState.of(headers).guard === "request-no-cors") {
      const before = combined(list, pair[0]);
      if (!isPlainHeader(pair[0], before === null ? pair[1] : `${before}, ${pair[1]}`)) return;
    }
    put(list, pair);
  }

  function remove(headers, name) {
    const list = listOf(headers);
    for (let index = list.length - 1; index >= 0; index -= 1) {
      if (list[index][0] === name) core.ArraySplice(list, index, 1);
    }
  }

  class Headers {
    constructor(init = undefined) {
      new HeadersState(this, { __proto__: null, list: core.list(), guard: "none" });
      if (init !== undefined) fill(this, init);
    }
    append(name, value) {
      listOf(this);
      core.requireArguments(arguments.length, 2);
      append(this, name, value);
    }
    delete(name) {
      listOf(this);
      core.requireArguments(arguments.length, 1);
      name = checked(name);
      if (!mayChange(this, name)) return;
      if (HeadersState.of(this).guard !== "request-no-cors" || isPlainName(name)) remove(this, name);
    }
    get(name) {
      const list = listOf(this);
      core.requireArguments(arguments.length, 1);
      return combined(list, checked(name));
    }
    getSetCookie() {
      const list = listOf(this), found = core.list();
      for (let index = 0; index < list.length; index += 1) if (list[index][0] === "set-cookie") put(found, list[index][1]);
      return core.array(found);
    }
    has(name) {
      const list = listOf(this);
      core.requireArguments(arguments.length, 1);
      return combined(list, checked(name)) !== null;
    }
    set(name, value) {
      const list = listOf(this);
      core.requireArguments(arguments.length, 2);
      const pair = checked(name, value);
      if (!mayChange(this, pair[0], pair[1])) return;
      if (HeadersState.of(this).guard === "request-no-cors" && !isPlainHeader(pair[0], pair[1])) return;
      let place = 0;
      while (place < list.length && list[place][0] !== pair[0]) place += 1;
      remove(this, pair[0]);
      core.ArraySplice(list, place, 0, pair);
    }
  }
  core.iterable(Headers, "Headers", (headers) => sorted(listOf(headers)));

  function makeHeaders(list, guard) {
    const headers = core.ObjectCreate(Headers.prototype);
    new HeadersState(headers, { __proto__: null, list, guard });
    return headers;
  }
  core.define({ Headers });

  core.headers = {
    __proto__: null, stateOf: HeadersState.of, fill, append, combined, sorted, make: makeHeaders, isPlain: isPlainHeader,
  };
})
