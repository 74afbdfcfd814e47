// Fetching. https://fetch.spec.whatwg.org/#fetch-api
(function (core) {
  "use strict";
  const { native, error, put, TypeError, RangeError, SymbolIterator } = core;
  core.load("requests.js");
  core.load("iterable.js");

  // MARK: Headers. https://fetch.spec.whatwg.org/#headers-class

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

  function mayChange(headers, name) {
    const guard = HeadersState.of(headers).guard;
    if (guard === "immutable") throw new TypeError("The headers are immutable.");
    return !(guard === "request" && core.isForbiddenHeader(name));
  }

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
    if (mayChange(headers, pair[0])) put(listOf(headers), pair);
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
      if (mayChange(this, name)) remove(this, name);
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
      if (!mayChange(this, pair[0])) return;
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

  // MARK: Bodies. https://fetch.spec.whatwg.org/#body-mixin

  const BodyState = core.brand();

  function consume(object, convert) {
    let fields;
    try {
      fields = BodyState.of(object);
      if (fields.isUsed) throw new TypeError("The body has been read already.");
      if (fields.bytes !== null) fields.isUsed = true;
      return core.PromiseResolve(convert(fields.bytes ?? new core.Uint8Array(0), fields));
    } catch (thrown) {
      return core.PromiseReject(thrown);
    }
  }

  function text(bytes) {
    const decoded = native.decode("utf-8", bytes) ?? "";
    return core.StringCharCodeAt(decoded, 0) === 0xFEFF ? core.StringSlice(decoded, 1) : decoded;
  }
  function copy(bytes) {
    const result = new core.Uint8Array(bytes.length);
    for (let index = 0; index < bytes.length; index += 1) result[index] = bytes[index];
    return result;
  }
  const typeOf = (fields) => combined(listOf(fields.headers), "content-type");
  const bodyMembers = {
    get bodyUsed() { return BodyState.of(this).isUsed; },
    arrayBuffer() { return consume(this, (bytes) => copy(bytes).buffer); },
    bytes() { return consume(this, copy); },
    blob() {
      return consume(this, (bytes, fields) => {
        core.load("blob.js");
        return core.makeBlob(copy(bytes), typeOf(fields) ?? "");
      });
    },
    json() { return consume(this, (bytes) => core.JSONParse(text(bytes))); },
    text() { return consume(this, text); },
    formData() {
      return consume(this, (bytes, fields) => {
        core.load("form-data.js");
        core.load("url.js");
        const type = typeOf(fields) ?? "";
        if (!core.StringStartsWith(type, "application/x-www-form-urlencoded")) throw new TypeError("The body is no form data.");
        const pairs = core.formURLEncoded.parse(text(bytes)), list = core.list();
        for (let index = 0; index < pairs.length; index += 1) put(list, { name: pairs[index][0], value: pairs[index][1] });
        return core.formData.make(list);
      });
    },
  };

  // MARK: Request. https://fetch.spec.whatwg.org/#request-class

  const chosen = (value, values, name) => {
    value = core.string(value);
    if (core.ArrayIndexOf(values, value) < 0) throw new TypeError(`'${value}' is not a valid ${name}.`);
    return value;
  };
  const modes = core.list("same-origin", "no-cors", "cors", "navigate");
  const credentials = core.list("omit", "same-origin", "include");
  const redirects = core.list("follow", "error", "manual");
  const caches = core.list("default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached");

  class Request {
    constructor(input, init = undefined) {
      core.requireArguments(arguments.length, 1);
      init = core.dictionary(init);
      const other = BodyState.has(input) && BodyState.of(input).url !== undefined && BodyState.of(input).method !== undefined
        ? BodyState.of(input) : null;
      let url;
      if (other === null) {
        const parts = native.url(core.usvString(input), native.baseURL());
        if (parts === null) throw new TypeError(`'${core.string(input)}' is not a valid URL.`);
        if (parts[3] !== "" || parts[4] !== "") throw new TypeError("The URL has credentials.");
        url = parts[0];
      } else {
        url = other.url;
      }
      const fields = {
        __proto__: null, url, method: other?.method ?? "GET", mode: other?.mode ?? "cors",
        credentials: other?.credentials ?? "same-origin", redirect: other?.redirect ?? "follow", cache: other?.cache ?? "default",
        referrer: "about:client", referrerPolicy: other?.referrerPolicy ?? "", integrity: other?.integrity ?? "",
        keepalive: other?.keepalive ?? false, signal: null, bytes: null, isUsed: false, headers: null,
      };
      if (init.mode !== undefined) {
        fields.mode = chosen(init.mode, modes, "mode");
        if (fields.mode === "navigate") throw new TypeError("The mode 'navigate' is for the user agent.");
      }
      if (init.credentials !== undefined) fields.credentials = chosen(init.credentials, credentials, "credentials mode");
      if (init.cache !== undefined) fields.cache = chosen(init.cache, caches, "cache mode");
      if (init.redirect !== undefined) fields.redirect = chosen(init.redirect, redirects, "redirect mode");
      if (init.integrity !== undefined) fields.integrity = core.string(init.integrity);
      if (init.keepalive !== undefined) fields.keepalive = !!init.keepalive;
      if (init.method !== undefined) {
        const method = core.byteString(init.method);
        try {
          fields.method = core.method(method);
        } catch (thrown) {
          throw new TypeError(thrown.message);
        }
      }
      const signal = init.signal === undefined ? other?.signal ?? null : init.signal;
      if (signal !== null && !core.isAbortSignal(signal)) throw new TypeError("The signal is no AbortSignal.");
      fields.signal = signal;
      fields.headers = makeHeaders(core.list(), "request");
      if (init.headers !== undefined) fill(fields.headers, init.headers);
      else if (other !== null) fill(fields.headers, other.headers);
      const body = init.body === undefined ? null : init.body;
      if ((body !== null || (other?.bytes ?? null) !== null) && (fields.method === "GET" || fields.method === "HEAD")) {
        throw new TypeError("A request with the method GET or HEAD has no body.");
      }
      if (body !== null) {
        const extracted = core.extractBody(body);
        fields.bytes = extracted.bytes;
        if (extracted.type !== null && combined(listOf(fields.headers), "content-type") === null) {
          append(fields.headers, "content-type", extracted.type);
        }
      } else if (other !== null && other.bytes !== null) {
        if (other.isUsed) throw new TypeError("The body has been read already.");
        fields.bytes = other.bytes;
        other.isUsed = true;
      }
      new BodyState(this, fields);
    }
    get method() { return BodyState.of(this).method; }
    get url() { return BodyState.of(this).url; }
    get headers() { return BodyState.of(this).headers; }
    get destination() { BodyState.of(this); return ""; }
    get referrer() { return BodyState.of(this).referrer; }
    get referrerPolicy() { return BodyState.of(this).referrerPolicy; }
    get mode() { return BodyState.of(this).mode; }
    get credentials() { return BodyState.of(this).credentials; }
    get cache() { return BodyState.of(this).cache; }
    get redirect() { return BodyState.of(this).redirect; }
    get integrity() { return BodyState.of(this).integrity; }
    get keepalive() { return BodyState.of(this).keepalive; }
    get isReloadNavigation() { BodyState.of(this); return false; }
    get isHistoryNavigation() { BodyState.of(this); return false; }
    get duplex() { BodyState.of(this); return "half"; }
    get signal() {
      const fields = BodyState.of(this);
      if (fields.signal === null) fields.signal = core.makeAbortSignal();
      return fields.signal;
    }
    clone() {
      const fields = BodyState.of(this);
      if (fields.isUsed) throw new TypeError("The body has been read already.");
      const copied = core.ObjectCreate(Request.prototype);
      const next = { __proto__: null };
      const keys = core.ReflectOwnKeys(fields);
      for (let index = 0; index < keys.length; index += 1) next[keys[index]] = fields[keys[index]];
      next.headers = makeHeaders(core.ArraySlice(listOf(fields.headers)), "request");
      new BodyState(copied, next);
      return copied;
    }
  }
  core.mixin(Request, bodyMembers);

  // MARK: Response. https://fetch.spec.whatwg.org/#response-class

  const isNullBody = (status) => status === 101 || status === 103 || status === 204 || status === 205 || status === 304;
  function makeResponse(fields) {
    const response = core.ObjectCreate(Response.prototype);
    new BodyState(response, fields);
    return response;
  }
  class Response {
    constructor(body = null, init = undefined) {
      init = core.dictionary(init);
      const status = init.status === undefined ? 200 : core.unsignedShort(init.status);
      if (status < 200 || status > 599) throw new RangeError("The status is out of range.");
      const statusText = init.statusText === undefined ? "" : core.byteString(init.statusText);
      if (!core.isHeaderValue(statusText)) throw new TypeError("The status text is not valid.");
      const headers = makeHeaders(core.list(), "response");
      if (init.headers !== undefined) fill(headers, init.headers);
      let bytes = null;
      if (body !== null && body !== undefined) {
        if (isNullBody(status)) throw new TypeError("A response with this status has no body.");
        const extracted = core.extractBody(body);
        bytes = extracted.bytes;
        if (extracted.type !== null && combined(listOf(headers), "content-type") === null) {
          append(headers, "content-type", extracted.type);
        }
      }
      new BodyState(this, {
        __proto__: null, type: "default", url: "", status, statusText, headers, bytes, isUsed: false, redirected: false,
      });
    }
    static error() {
      return makeResponse({
        __proto__: null, type: "error", url: "", status: 0, statusText: "", headers: makeHeaders(core.list(), "immutable"),
        bytes: null, isUsed: false, redirected: false,
      });
    }
    static redirect(url, status = 302) {
      core.requireArguments(arguments.length, 1);
      const parts = native.url(core.usvString(url), native.baseURL());
      if (parts === null) throw new TypeError(`'${core.string(url)}' is not a valid URL.`);
      if (core.ArrayIndexOf(core.list(301, 302, 303, 307, 308), status) < 0) throw new RangeError("The status is no redirect.");
      const headers = makeHeaders(core.list(core.list("location", parts[0])), "immutable");
      return makeResponse({
        __proto__: null, type: "default", url: "", status, statusText: "", headers, bytes: null, isUsed: false, redirected: false,
      });
    }
    static json(data, init = undefined) {
      core.requireArguments(arguments.length, 1);
      const written = core.JSONStringify(data);
      if (written === undefined) throw new TypeError("The value has no JSON.");
      const response = new Response(written, init);
      const list = listOf(BodyState.of(response).headers);
      const given = core.isObject(init) && init.headers !== undefined && new Headers(init.headers).has("content-type");
      if (!given) {
        for (let index = 0; index < list.length; index += 1) if (list[index][0] === "content-type") list[index][1] = "application/json";
      }
      return response;
    }
    get type() { return BodyState.of(this).type; }
    get url() { return BodyState.of(this).url; }
    get redirected() { return BodyState.of(this).redirected; }
    get status() { return BodyState.of(this).status; }
    get ok() { const { status } = BodyState.of(this); return status >= 200 && status <= 299; }
    get statusText() { return BodyState.of(this).statusText; }
    get headers() { return BodyState.of(this).headers; }
    clone() {
      const fields = BodyState.of(this);
      if (fields.isUsed) throw new TypeError("The body has been read already.");
      return makeResponse({
        __proto__: null, type: fields.type, url: fields.url, status: fields.status, statusText: fields.statusText,
        headers: makeHeaders(core.ArraySlice(listOf(fields.headers)), HeadersState.of(fields.headers).guard),
        bytes: fields.bytes, isUsed: false, redirected: fields.redirected,
      });
    }
  }
  core.mixin(Response, bodyMembers);
  core.define({ Headers, Request, Response });

  // MARK: fetch. https://fetch.spec.whatwg.org/#fetch-method

  core.defineGlobals({
    fetch(input, init = undefined) {
      let request, fields;
      try {
        core.requireArguments(arguments.length, 1);
        request = new Request(input, init);
        fields = BodyState.of(request);
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
      if (fields.signal !== null && core.isAborted(fields.signal)) return core.PromiseReject(core.abortReason(fields.signal));
      return new core.Promise((resolve, reject) => {
        const flat = core.list(), list = sorted(listOf(fields.headers));
        for (let index = 0; index < list.length; index += 1) {
          put(flat, list[index][0]);
          put(flat, list[index][1]);
        }
        const number = core.send({
          __proto__: null, method: fields.method, url: fields.url, headers: flat, body: fields.bytes, mode: fields.mode,
          credentials: fields.credentials, redirect: fields.redirect,
        }, (answer) => {
          if (answer.problem !== null || (fields.redirect === "error" && answer.wasRedirected)) {
            return reject(new TypeError("Failed to fetch"));
          }
          const pairs = core.list();
          const isOpaque = answer.type === "opaque";
          for (let index = 0; !isOpaque && answer.headers && index < answer.headers.length; index += 2) {
            put(pairs, core.list(core.toASCIILowercase(answer.headers[index]), answer.headers[index + 1]));
          }
          return resolve(makeResponse({
            __proto__: null, type: answer.type, url: isOpaque ? "" : answer.url, status: isOpaque ? 0 : answer.status,
            statusText: isOpaque ? "" : answer.statusText, headers: makeHeaders(pairs, "immutable"),
            bytes: isOpaque || isNullBody(answer.status) || fields.method === "HEAD" ? null : answer.bytes, isUsed: false,
            redirected: answer.wasRedirected,
          }));
        });
        if (fields.signal !== null) {
          core.whenAborted(fields.signal, () => {
            core.forget(number);
            reject(core.abortReason(fields.signal));
          });
        }
      });
    },
  });
})
