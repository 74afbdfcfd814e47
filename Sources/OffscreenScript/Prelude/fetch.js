// Fetching. https://fetch.spec.whatwg.org/#fetch-api
(function (core) {
  "use strict";
  const { native, put, TypeError, RangeError } = core;
  core.load("headers.js");
  core.load("body.js");
  const { stateOf, fill, append, combined, sorted, make: makeHeaders, isPlain: isPlainHeader } = core.headers;
  const listOf = (headers) => stateOf(headers).list;

  // MARK: Bodies

  const BodyState = core.brand();
  const typeOf = (fields) => combined(listOf(fields.headers), "content-type");
  const bodyMembers = core.bodyMembers((object) => {
    const fields = BodyState.of(object);
    return { __proto__: null, body: fields.body, type: typeOf(fields) };
  });

  /** A body of what a page gives, whose type becomes a header where there is none. */
  function takeBody(fields, object) {
    const { body, type } = core.makeBody(object);
    fields.body = body;
    if (type !== null && typeOf(fields) === null) append(fields.headers, "content-type", type);
  }

  /** Streams and buffers stay, anything else becomes a string. https://fetch.spec.whatwg.org/#bodyinit */
  function convertBody(value) {
    if (value === null || value === undefined) return null;
    const isKept = core.isReadableStream(value) || core.isBlob?.(value) || core.isBufferSource(value)
      || core.formData?.isFormData(value) || core.formURLEncoded?.isParams(value);
    return isKept ? value : core.usvString(value);
  }

  /** The fields of a copy. */
  function copyFields(fields) {
    if (fields.body?.isUnusable) throw new TypeError("The body has been read already, or is locked.");
    const next = { __proto__: null };
    const keys = core.ReflectOwnKeys(fields);
    for (let index = 0; index < keys.length; index += 1) next[keys[index]] = fields[keys[index]];
    next.headers = makeHeaders(core.ArraySlice(listOf(fields.headers)), stateOf(fields.headers).guard);
    next.body = fields.body === null ? null : fields.body.clone();
    return next;
  }

  // MARK: Request. https://fetch.spec.whatwg.org/#request-class

  const choice = (values) => (value) => core.enumeration(value, values);
  const modes = choice(core.list("same-origin", "no-cors", "cors", "navigate"));
  const credentials = choice(core.list("omit", "same-origin", "include"));
  const redirects = choice(core.list("follow", "error", "manual"));
  const caches = choice(core.list("default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"));
  const priorities = choice(core.list("high", "low", "auto"));
  const duplexes = choice(core.list("half"));
  const policies = choice(core.list("", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin",
    "strict-origin", "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url"));
  const orNull = (convert) => (value) => (value === null ? null : convert(value));
  const signals = orNull((value) => core.convertInterface(value, core.isAbortSignal, "AbortSignal"));

  /** https://fetch.spec.whatwg.org/#requestinit, in the order of its members' names. */
  function convertInit(value) {
    const init = core.dictionary(value), given = { __proto__: null };
    let isEmpty = true;
    const take = (name, convert) => {
      given[name] = core.member(init, name, convert);
      if (given[name] !== undefined) isEmpty = false;
    };
    take("body", (body) => convertBody(body));
    take("cache", caches);
    take("credentials", credentials);
    take("duplex", duplexes);
    take("headers", (headers) => headers);
    take("integrity", core.string);
    take("keepalive", core.boolean);
    take("method", core.byteString);
    take("mode", modes);
    take("priority", priorities);
    take("redirect", redirects);
    take("referrer", core.usvString);
    take("referrerPolicy", policies);
    take("signal", signals);
    take("window", (window) => window);
    given.isEmpty = isEmpty;
    return given;
  }

  /** What `referrer` becomes: an address, "about:client" or "no-referrer". */
  function parseReferrer(text) {
    if (text === "") return "no-referrer";
    const parts = native.url(text, native.baseURL());
    if (parts === null) throw new TypeError(`'${text}' is not a valid URL.`);
    const isClient = parts[0] === "about:client" || parts[1] !== native.url(native.documentURL(), null)[1];
    return isClient ? "about:client" : parts[0];
  }

  function parseAddress(text) {
    const parts = native.url(core.usvString(text), native.baseURL());
    if (parts === null) throw new TypeError(`'${core.string(text)}' is not a valid URL.`);
    if (parts[3] !== "" || parts[4] !== "") throw new TypeError("The URL has credentials.");
    return parts[0];
  }

  class Request {
    constructor(input, init = undefined) {
      core.requireArguments(arguments.length, 1);
      const other = BodyState.has(input) && BodyState.of(input).method !== undefined ? BodyState.of(input) : null;
      const address = other === null ? core.usvString(input) : "";
      init = convertInit(init);
      // 1. What it takes over.
      const fields = {
        __proto__: null, url: "", blob: undefined, method: "GET", mode: "cors", credentials: "same-origin", redirect: "follow",
        cache: "default", referrer: "about:client", referrerPolicy: "", integrity: "", keepalive: false, signal: null,
        body: null, headers: null,
      };
      const names = ["url", "blob", "method", "mode", "credentials", "redirect", "cache", "referrer", "referrerPolicy",
        "integrity", "keepalive"];
      if (other === null) {
        fields.url = parseAddress(address);
        fields.blob = core.blobAt(fields.url);
      } else {
        for (let index = 0; index < names.length; index += 1) fields[names[index]] = other[names[index]];
      }
      // 2. What is said of it.
      if (init.window !== undefined && init.window !== null) throw new TypeError("The window must be null.");
      if (!init.isEmpty) {
        fields.referrer = "about:client";
        fields.referrerPolicy = "";
        if (fields.mode === "navigate") fields.mode = "same-origin";
      }
      if (init.referrer !== undefined) fields.referrer = parseReferrer(init.referrer);
      if (init.mode === "navigate") throw new TypeError("The mode 'navigate' is for the user agent.");
      const kept = ["referrerPolicy", "mode", "credentials", "cache", "redirect", "integrity", "keepalive"];
      for (let index = 0; index < kept.length; index += 1) {
        if (init[kept[index]] !== undefined) fields[kept[index]] = init[kept[index]];
      }
      if (fields.cache === "only-if-cached" && fields.mode !== "same-origin") {
        throw new TypeError("The cache mode 'only-if-cached' asks for the mode 'same-origin'.");
      }
      if (init.method !== undefined) fields.method = checkMethod(init.method);
      // 3. Its signal follows the given one.
      const signal = init.signal === undefined ? other?.signal ?? null : init.signal;
      fields.signal = core.dependentSignal(signal === null ? core.list() : core.list(signal));
      // 4. Its headers.
      const isPlain = fields.mode === "no-cors";
      if (isPlain && fields.method !== "GET" && fields.method !== "HEAD" && fields.method !== "POST") {
        throw new TypeError(`The mode 'no-cors' has no method '${fields.method}'.`);
      }
      fields.headers = makeHeaders(core.list(), isPlain ? "request-no-cors" : "request");
      if (init.headers !== undefined) fill(fields.headers, init.headers);
      else if (other !== null) fill(fields.headers, other.headers);
      // 5. Its body.
      const own = init.body === undefined ? null : init.body, theirs = other?.body ?? null;
      if ((own !== null || theirs !== null) && (fields.method === "GET" || fields.method === "HEAD")) {
        throw new TypeError("A request with the method GET or HEAD has no body.");
      }
      if (own !== null) {
        takeBody(fields, own);
        if (fields.body.stream !== null) {
          if (init.duplex === undefined) throw new TypeError("A request whose body is a stream says that it is half duplex.");
          if (fields.mode !== "same-origin" && fields.mode !== "cors") throw new TypeError("This mode takes no streams.");
        }
      } else if (theirs !== null) {
        if (theirs.isUnusable) throw new TypeError("The body has been read already, or is locked.");
        fields.body = theirs.proxy();
      }
      new BodyState(this, fields);
    }
    get method() { return BodyState.of(this).method; }
    get url() { return BodyState.of(this).url; }
    get headers() { return BodyState.of(this).headers; }
    get destination() { BodyState.of(this); return ""; }
    get referrer() {
      const { referrer } = BodyState.of(this);
      return referrer === "no-referrer" ? "" : referrer;
    }
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
    get signal() { return BodyState.of(this).signal; }
    clone() {
      const next = copyFields(BodyState.of(this));
      next.signal = core.dependentSignal(core.list(next.signal));
      const copied = core.ObjectCreate(Request.prototype);
      new BodyState(copied, next);
      return copied;
    }
  }
  core.mixin(Request, bodyMembers);

  function checkMethod(method) {
    try {
      return core.method(method);
    } catch (thrown) {
      throw new TypeError(core.exceptionMessage(thrown));
    }
  }

  // MARK: Response. https://fetch.spec.whatwg.org/#response-class

  const isNullBody = (status) => status === 101 || status === 103 || status === 204 || status === 205 || status === 304;

  /** What is not said is as in a new response. */
  function makeResponse(Class, given) {
    const response = core.ObjectCreate(Class.prototype);
    new BodyState(response, {
      __proto__: null, type: given.type ?? "default", url: given.url ?? "", status: given.status ?? 200,
      statusText: given.statusText ?? "", headers: given.headers, body: given.body ?? null, redirected: given.redirected ?? false,
    });
    return response;
  }

  /** https://fetch.spec.whatwg.org/#responseinit */
  function convertResponseInit(value) {
    const init = core.dictionary(value);
    const { headers } = init;
    const status = core.member(init, "status", core.unsignedShort, 200);
    return { __proto__: null, headers, status, statusText: core.member(init, "statusText", core.byteString, "") };
  }

  /** https://fetch.spec.whatwg.org/#initialize-a-response */
  function initialize(response, init, body, type = undefined) {
    if (init.status < 200 || init.status > 599) throw new RangeError("The status is out of range.");
    if (!core.isHeaderValue(init.statusText)) throw new TypeError("The status text is not valid.");
    const fields = {
      __proto__: null, type: "default", url: "", status: init.status, statusText: init.statusText,
      headers: makeHeaders(core.list(), "response"), body: null, redirected: false,
    };
    if (init.headers !== undefined) fill(fields.headers, init.headers);
    if (body !== null) {
      if (isNullBody(init.status)) throw new TypeError("A response with this status has no body.");
      if (type !== undefined && typeOf(fields) === null) append(fields.headers, "content-type", type);
      takeBody(fields, body);
    }
    new BodyState(response, fields);
    return response;
  }

  class Response {
    constructor(body = null, init = undefined) {
      body = convertBody(body);
      initialize(this, convertResponseInit(init), body);
    }
    static error() {
      return makeResponse(Response, { __proto__: null, type: "error", status: 0, headers: makeHeaders(core.list(), "immutable") });
    }
    static redirect(url, status = 302) {
      core.requireArguments(arguments.length, 1);
      url = core.usvString(url);
      status = core.unsignedShort(status);
      const parts = native.url(url, native.baseURL());
      if (parts === null) throw new TypeError(`'${url}' is not a valid URL.`);
      if (core.ArrayIndexOf(core.list(301, 302, 303, 307, 308), status) < 0) throw new RangeError("The status is no redirect.");
      const headers = makeHeaders(core.list(core.list("location", parts[0])), "immutable");
      return makeResponse(Response, { __proto__: null, status, headers });
    }
    static json(data, init = undefined) {
      core.requireArguments(arguments.length, 1);
      const written = core.JSONStringify(data);
      if (written === undefined) throw new TypeError("The value has no JSON.");
      return initialize(core.ObjectCreate(Response.prototype), convertResponseInit(init), written, "application/json");
    }
    get type() { return BodyState.of(this).type; }
    get url() { return BodyState.of(this).url; }
    get redirected() { return BodyState.of(this).redirected; }
    get status() { return BodyState.of(this).status; }
    get ok() { const { status } = BodyState.of(this); return status >= 200 && status <= 299; }
    get statusText() { return BodyState.of(this).statusText; }
    get headers() { return BodyState.of(this).headers; }
    clone() {
      const copied = core.ObjectCreate(Response.prototype);
      new BodyState(copied, copyFields(BodyState.of(this)));
      return copied;
    }
  }
  core.mixin(Response, bodyMembers);
  core.define({ Request, Response });

  // What keeps requests and responses for later needs of them.
  const isOf = (Class) => (value) => BodyState.has(value) && (BodyState.of(value).method !== undefined) === (Class === Request);
  core.fetching = {
    __proto__: null, isRequest: isOf(Request), isResponse: isOf(Response), fieldsOf: (object) => BodyState.of(object), listOf, makeHeaders,
    makeRequest: (url, init = undefined) => new Request(url, init),
    makeResponse: (given) => makeResponse(Response, given),
    /** A request as it was kept. */
    keptRequest(kept) {
      const request = new Request(kept.url);
      BodyState.of(request).headers = makeHeaders(core.ArraySlice(kept.headers), "immutable");
      return request;
    },
  };

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
      if (core.isAborted(fields.signal)) return core.PromiseReject(core.abortReason(fields.signal));
      core.load("streams.js");
      const result = new core.streams.Deferred();
      core.whenAborted(fields.signal, (reason) => abortFetch(fields, result, reason));
      if (fields.body === null) start(fields, null, result);
      else core.streams.upon(fields.body.readAll(), (bytes) => start(fields, bytes, result), () => result.reject(failure()));
      return result.promise;
    },
  });

  core.fetching.fetch = core.descriptor(core.global, "fetch")?.value;

  // MARK: Beacons. https://w3c.github.io/beacon/#sendbeacon-method

  // https://fetch.spec.whatwg.org/#http-network-or-cache-fetch: what keeps alive may carry so much.
  const mostBeaconBytes = 65536;

  core.sendBeacon = function (url, data) {
    const parts = native.url(url, native.baseURL());
    if (parts === null || (parts[2] !== "http:" && parts[2] !== "https:")) {
      throw new TypeError(`'${url}' is no address of a server.`);
    }
    data = convertBody(data);
    let bytes = null;
    const headers = core.list();
    let mode = "no-cors";
    if (data !== null) {
      if (core.isReadableStream(data)) throw new TypeError("A beacon carries no stream.");
      const extracted = core.extractBody(data);
      bytes = extracted.bytes;
      if (core.TypedArrayLength(bytes) > mostBeaconBytes) return false;
      if (extracted.type !== null) {
        if (!isPlainHeader("content-type", extracted.type)) mode = "cors";
        put(headers, "content-type");
        put(headers, extracted.type);
      }
    }
    core.send({
      __proto__: null, method: "POST", url: parts[0], headers, body: bytes, mode, credentials: "include", redirect: "follow",
      initiator: "beacon",
    }, () => {});
    return true;
  };

  const failure = () => new TypeError("Failed to fetch");

  /** https://fetch.spec.whatwg.org/#abort-fetch */
  function abortFetch(fields, result, reason) {
    if (fields.number !== undefined) core.forget(fields.number);
    if (result.isPending) result.reject(reason);
    // What came and nobody has read is gone too.
    const body = fields.answered;
    if (body !== undefined && !body.isUsed) body.openStream().controller.fail(reason);
    const sent = fields.body?.stream;
    if (sent !== undefined && sent !== null && !core.streams.isReadableLocked(sent)) {
      core.streams.handled(core.streams.cancel(sent, reason));
    }
  }

  function start(fields, bytes, result) {
    if (!result.isPending) return;
    const flat = core.list(), list = sorted(listOf(fields.headers));
    for (let index = 0; index < list.length; index += 1) {
      put(flat, list[index][0]);
      put(flat, list[index][1]);
    }
    fields.number = core.send({
      __proto__: null, method: fields.method, url: fields.url, blob: fields.blob, headers: flat, body: bytes, mode: fields.mode,
      credentials: fields.credentials, redirect: fields.redirect, initiator: "fetch",
    }, (answer) => finish(fields, answer, result));
  }

  function finish(fields, answer, result) {
    if (answer.problem !== null || (fields.redirect === "error" && answer.wasRedirected)) return result.reject(failure());
    // https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect
    if (fields.redirect === "manual" && answer.wasRedirected) {
      return result.resolve(makeResponse(Response, {
        __proto__: null, type: "opaqueredirect", url: fields.url, status: 0, headers: makeHeaders(core.list(), "immutable"),
      }));
    }
    const pairs = core.list();
    const isOpaque = answer.type === "opaque";
    for (let index = 0; !isOpaque && answer.headers && index < answer.headers.length; index += 2) {
      put(pairs, core.list(core.toASCIILowercase(answer.headers[index]), answer.headers[index + 1]));
    }
    const hasBody = !isOpaque && !isNullBody(answer.status) && fields.method !== "HEAD";
    const body = hasBody ? core.bodyOfBytes(answer.bytes ?? new core.Uint8Array(0)) : null;
    if (body !== null) fields.answered = body;
    return result.resolve(makeResponse(Response, {
      __proto__: null, type: answer.type, url: isOpaque ? "" : answer.url, status: isOpaque ? 0 : answer.status,
      statusText: isOpaque ? "" : answer.statusText, headers: makeHeaders(pairs, "immutable"), body,
      redirected: answer.wasRedirected,
    }));
  }
})
