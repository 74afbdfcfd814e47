// XMLHttpRequest. https://xhr.spec.whatwg.org/
(function (core) {
  "use strict";
  // What is forbidden to windows is allowed to workers, which have no documents.
  const isWindow = core.scope === "Window";
  const { native, error, put, TypeError } = core;
  core.load("mime.js");
  core.load("bytes.js");

  let isMaking = false;
  class XMLHttpRequestEventTarget extends core.EventTarget {
    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      super();
    }
  }
  core.eventHandlers(XMLHttpRequestEventTarget, ["loadstart", "progress", "abort", "error", "load", "timeout", "loadend"]);
  class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {
    constructor() { super(); }
  }

  function making(Class) {
    isMaking = true;
    try {
      return new Class();
    } finally {
      isMaking = false;
    }
  }

  const UNSENT = 0, OPENED = 1, HEADERS = 2, LOADING = 3, DONE = 4;

  class State {
    state = UNSENT;
    method = "GET";
    url = "";
    blob = undefined;
    headers = core.list();
    isAsynchronous = true;
    isSending = false;
    timeout = 0;
    timer = 0;
    start = 0;
    isUploadComplete = true;
    withCredentials = false;
    responseType = "";
    overriddenType = null;
    answer = null;
    number = 0;
    upload = null;
    cached = undefined;
  }

  class XMLHttpRequest extends XMLHttpRequestEventTarget {
    #state;
    constructor() {
      isMaking = true;
      try {
        super();
      } finally {
        isMaking = false;
      }
      this.#state = new State();
      this.#state.upload = making(XMLHttpRequestUpload);
    }
    get readyState() { return this.#state.state; }
    get timeout() { return this.#state.timeout; }
    set timeout(value) {
      if (isWindow && !this.#state.isAsynchronous) throw error("InvalidAccessError", "Timeouts are for asynchronous requests.");
      const state = this.#state;
      state.timeout = core.unsignedLong(value);
      if (!state.isSending) return;
      // It counts from the beginning of the request.
      if (state.timer) core.stopTimer(state.timer);
      state.timer = 0;
      this.#startTimer();
    }
    get withCredentials() { return this.#state.withCredentials; }
    set withCredentials(value) {
      const state = this.#state;
      if (state.state > OPENED || state.isSending) throw error("InvalidStateError", "The request has been sent.");
      state.withCredentials = !!value;
    }
    get upload() { return this.#state.upload; }
    get responseURL() {
      const url = this.#state.answer?.url ?? "";
      const hash = core.StringIndexOf(url, "#");
      return hash < 0 ? url : core.StringSlice(url, 0, hash);
    }
    get status() { return this.#state.answer?.status ?? 0; }
    get statusText() { return this.#state.answer?.statusText ?? ""; }

    open(method, url, isAsynchronous = true, username = undefined, password = undefined) {
      const state = this.#state;
      core.requireArguments(arguments.length, 2);
      method = core.method(core.byteString(method));
      const parts = native.url(core.usvString(url), native.baseURL());
      if (parts === null) throw error("SyntaxError", `'${core.string(url)}' is not a valid URL.`);
      isAsynchronous = arguments.length < 3 ? true : !!isAsynchronous;
      if (!isAsynchronous && isWindow && (state.timeout !== 0 || state.responseType !== "")) {
        throw error("InvalidAccessError", "Synchronous requests have no timeout and no response type.");
      }
      this.#stop();
      state.method = method;
      state.url = parts[0];
      state.blob = core.blobAt(parts[0]);
      state.headers = core.list();
      state.isAsynchronous = isAsynchronous;
      state.isSending = false;
      state.answer = null;
      state.cached = undefined;
      if (state.state !== OPENED) {
        state.state = OPENED;
        core.fire(this, "readystatechange");
      }
    }
    setRequestHeader(name, value) {
      const state = this.#state;
      core.requireArguments(arguments.length, 2);
      if (state.state !== OPENED || state.isSending) throw error("InvalidStateError", "The request is not open.");
      name = core.byteString(name);
      value = core.normalizeHeaderValue(core.byteString(value));
      if (!core.isToken(name) || !core.isHeaderValue(value)) throw error("SyntaxError", `'${name}' is not a valid header.`);
      if (core.isForbiddenHeader(core.toASCIILowercase(name), value)) return;
      for (let index = 0; index < state.headers.length; index += 2) {
        if (core.toASCIILowercase(state.headers[index]) === core.toASCIILowercase(name)) {
          state.headers[index + 1] += ", " + value;
          return;
        }
      }
      put(state.headers, name);
      put(state.headers, value);
    }
    send(body = null) {
      const state = this.#state;
      if (state.state !== OPENED || state.isSending) throw error("InvalidStateError", "The request is not open.");
      let bytes = null;
      if (body !== null && body !== undefined && state.method !== "GET" && state.method !== "HEAD") {
        const isDocument = core.isNode(body);
        const extracted = isDocument
          ? { bytes: core.utf8Encode(native.serialize(core.id(body), false)), type: "text/html;charset=UTF-8" }
          : core.extractBody(body);
        bytes = extracted.bytes;
        let hasType = false;
        for (let index = 0; index < state.headers.length; index += 2) {
          if (core.toASCIILowercase(state.headers[index]) === "content-type") hasType = true;
        }
        if (!hasType && extracted.type !== null) {
          put(state.headers, "Content-Type");
          put(state.headers, extracted.type);
        }
      }
      const request = {
        __proto__: null, method: state.method, url: state.url, blob: state.blob, initiator: "xmlhttprequest", headers: state.headers, body: bytes, mode: "cors",
        credentials: state.withCredentials ? "include" : "same-origin", redirect: "follow",
      };
      if (!state.isAsynchronous) {
        const answer = core.sendNow(request);
        if (answer.problem !== null) {
          state.state = DONE;
          throw error("NetworkError", `Failed to load '${state.url}'.`);
        }
        state.answer = answer;
        state.state = DONE;
        core.fire(this, "readystatechange");
        this.#progress("load");
        this.#progress("loadend");
        return;
      }
      state.isSending = true;
      state.isUploadComplete = bytes === null;
      this.#progress("loadstart", 0);
      if (bytes !== null) core.fire(state.upload, "loadstart", { __proto__: null, lengthComputable: true, loaded: 0, total: bytes.length }, "ProgressEvent");
      if (state.state !== OPENED || !state.isSending) return;
      state.number = core.send(request, (answer) => this.#finish(answer, bytes));
      state.start = native.now();
      this.#startTimer();
    }
    abort() {
      const state = this.#state;
      const wasSending = state.isSending;
      this.#stop();
      if ((state.state === OPENED && wasSending) || state.state === HEADERS || state.state === LOADING) this.#fail("abort");
      if (state.state === DONE) {
        state.state = UNSENT;
        state.answer = null;
      }
    }
    getResponseHeader(name) {
      const headers = this.#state.answer?.headers;
      core.requireArguments(arguments.length, 1);
      name = core.toASCIILowercase(core.byteString(name));
      if (!headers) return null;
      let found = null;
      for (let index = 0; index < headers.length; index += 2) {
        if (core.toASCIILowercase(headers[index]) === name) found = found === null ? headers[index + 1] : `${found}, ${headers[index + 1]}`;
      }
      return found;
    }
    /** https://xhr.spec.whatwg.org/#the-getallresponseheaders()-method */
    getAllResponseHeaders() {
      const headers = this.#state.answer?.headers;
      if (!headers) return "";
      const values = new core.SafeMap(), names = core.list();
      for (let index = 0; index < headers.length; index += 2) {
        const name = core.toASCIILowercase(headers[index]), before = values.get(name);
        if (before === undefined) put(names, name);
        values.set(name, before === undefined ? headers[index + 1] : `${before}, ${headers[index + 1]}`);
      }
      // Compared as in capitals, which is another order for some signs.
      core.ArraySort(names, (one, other) => (core.toASCIIUppercase(one) < core.toASCIIUppercase(other) ? -1 : 1));
      let text = "";
      for (let index = 0; index < names.length; index += 1) text += `${names[index]}: ${values.get(names[index])}\r\n`;
      return text;
    }
    overrideMimeType(type) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      if (state.state >= LOADING) throw error("InvalidStateError", "The response has come.");
      const parsed = core.mime.parse(core.string(type));
      state.overriddenType = parsed === null ? "application/octet-stream" : core.mime.serialize(parsed);
    }
    get responseType() { return this.#state.responseType; }
    set responseType(value) {
      const state = this.#state;
      value = core.string(value);
      const isKnown = value === "" || value === "arraybuffer" || value === "blob" || value === "document" || value === "json" || value === "text";
      if (!isKnown || (!isWindow && value === "document")) return;
      if (state.state >= LOADING) throw error("InvalidStateError", "The response has come.");
      if (isWindow && !state.isAsynchronous) throw error("InvalidAccessError", "Synchronous requests have no response type.");
      state.responseType = value;
    }
    get response() {
      const state = this.#state;
      if (state.responseType === "" || state.responseType === "text") {
        return state.state < LOADING ? "" : this.#text();
      }
      if (state.state !== DONE || state.answer === null || state.answer.problem !== null) return null;
      if (state.cached === undefined) state.cached = this.#convert();
      return state.cached;
    }
    get responseText() {
      const state = this.#state;
      if (state.responseType !== "" && state.responseType !== "text") throw error("InvalidStateError", "The response is no text.");
      return state.state < LOADING ? "" : this.#text();
    }
    get responseXML() {
      const state = this.#state;
      if (state.responseType !== "" && state.responseType !== "document") throw error("InvalidStateError", "The response is no document.");
      if (state.state !== DONE || state.answer === null || state.answer.problem !== null) return null;
      const type = core.toASCIILowercase(this.#type());
      if (state.responseType === "" && core.StringIndexOf(type, "html") >= 0 && core.StringIndexOf(type, "xhtml") < 0) return null;
      if (state.cached === undefined) state.cached = this.#document();
      return state.cached;
    }

    #type() {
      return this.#state.overriddenType ?? this.getResponseHeader("content-type") ?? "text/xml";
    }
    /** https://xhr.spec.whatwg.org/#final-charset */
    #charset() {
      const charsetOf = (header) => {
        const type = core.mime.extract(header);
        return type === null ? null : core.mime.parameter(type, "charset");
      };
      const label = charsetOf(this.#state.overriddenType) ?? charsetOf(this.getResponseHeader("content-type"));
      return (label === null ? null : native.encodingName(label)) ?? "UTF-8";
    }
    #text() {
      const bytes = this.#state.answer?.bytes;
      return bytes ? core.decodeSniffed(bytes, this.#charset()) : "";
    }
    #document() {
      const type = core.mime.extract(this.#type())?.essence ?? "text/xml";
      const isHTML = type === "text/html";
      const isXML = core.mime.isXML(type);
      if (!isHTML && !isXML) return null;
      core.load("parsing.js");
      const url = this.#state.answer.url;
      if (isHTML) return core.wrap(core.parseHTMLDocument(this.#text(), url));
      return core.wrap(core.parseXMLDocument(this.#text(), type, url, true));
    }
    #convert() {
      const state = this.#state, bytes = state.answer.bytes ?? new core.Uint8Array(0);
      switch (state.responseType) {
        case "arraybuffer": return core.TypedArrayBuffer(core.copyBytes(bytes));
        case "blob":
          core.load("blob.js");
          return core.makeBlob(bytes, blobType(this.#type()));
        case "document": return this.#document();
        default:
          try {
            return core.JSONParse(native.decode("utf-8", bytes) ?? "");
          } catch {
            return null;
          }
      }
    }
    #progress(type, loaded = undefined) {
      const total = this.#state.answer?.bytes?.length ?? 0;
      core.fire(this, type, { __proto__: null, lengthComputable: total > 0, loaded: loaded ?? total, total }, "ProgressEvent");
    }
    #startTimer() {
      const state = this.#state;
      if (state.timeout === 0) return;
      const left = core.MathMax(0, state.timeout - (native.now() - state.start));
      state.timer = core.startTimer(left, false, () => this.#fail("timeout"));
    }
    #stop() {
      const state = this.#state;
      if (state.number) core.forget(state.number);
      if (state.timer) core.stopTimer(state.timer);
      state.number = state.timer = 0;
    }
    #fail(type) {
      const state = this.#state;
      this.#stop();
      state.state = DONE;
      state.isSending = false;
      state.answer = null;
      core.fire(this, "readystatechange");
      if (!state.isUploadComplete) {
        state.isUploadComplete = true;
        const progress = { __proto__: null, lengthComputable: false, loaded: 0, total: 0 };
        core.fire(state.upload, type, progress, "ProgressEvent");
        core.fire(state.upload, "loadend", progress, "ProgressEvent");
      }
      this.#progress(type, 0);
      this.#progress("loadend", 0);
    }
    #finish(answer, sent) {
      const state = this.#state;
      this.#stop();
      if (answer.problem !== null) return this.#fail("error");
      state.isUploadComplete = true;
      if (sent !== null) {
        const progress = { __proto__: null, lengthComputable: true, loaded: sent.length, total: sent.length };
        core.fire(state.upload, "progress", progress, "ProgressEvent");
        core.fire(state.upload, "load", progress, "ProgressEvent");
        core.fire(state.upload, "loadend", progress, "ProgressEvent");
      }
      if (state.method === "HEAD") answer.bytes = null;
      state.answer = answer;
      state.state = HEADERS;
      core.fire(this, "readystatechange");
      if (state.state !== HEADERS) return;
      if (answer.bytes !== null && core.TypedArrayLength(answer.bytes) > 0) {
        state.state = LOADING;
        core.fire(this, "readystatechange");
        if (state.state !== LOADING) return;
      }
      const before = state.state;
      this.#progress("progress");
      if (state.state !== before) return;
      state.state = DONE;
      state.isSending = false;
      core.fire(this, "readystatechange");
      if (state.state !== DONE) return;
      this.#progress("load");
      if (state.state === DONE) this.#progress("loadend");
    }
  }
  function blobType(header) {
    const type = core.mime.extract(header);
    return type === null ? "" : core.mime.serialize(type);
  }
  core.constants(XMLHttpRequest, { UNSENT, OPENED, HEADERS_RECEIVED: HEADERS, LOADING, DONE });
  core.eventHandlers(XMLHttpRequest, ["readystatechange"]);
  if (!isWindow) delete XMLHttpRequest.prototype.responseXML;
  core.define({ XMLHttpRequestEventTarget, XMLHttpRequestUpload, XMLHttpRequest });
})
