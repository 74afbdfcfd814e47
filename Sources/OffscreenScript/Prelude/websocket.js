// Sockets. https://websockets.spec.whatwg.org/
//
// Deviation: pages have no connections that stay open. Each fails as one to a server that cannot be reached.
(function (core) {
  "use strict";
  core.load("bytes.js");
  const { native, error, list, TypeError } = core;

  const CONNECTING = 0, CLOSING = 2, CLOSED = 3;
  const binaryTypes = list("blob", "arraybuffer");

  class State {
    url = "";
    readyState = CONNECTING;
    binaryType = "blob";
    bufferedAmount = 0;
  }

  /** https://websockets.spec.whatwg.org/#dom-websocket-websocket, steps 1 to 7. */
  function parseAddress(text) {
    let parts = native.url(text, native.baseURL());
    if (parts === null) throw error("SyntaxError", `'${text}' is not a valid URL.`);
    if (parts[2] === "http:") parts = native.setURLPart(parts[0], "protocol", "ws");
    else if (parts[2] === "https:") parts = native.setURLPart(parts[0], "protocol", "wss");
    if (parts[2] !== "ws:" && parts[2] !== "wss:") throw error("SyntaxError", `A socket has no address '${parts[0]}'.`);
    if (core.StringIndexOf(parts[0], "#") >= 0) throw error("SyntaxError", "A socket's address has no fragment.");
    return parts[0];
  }

  const protocol = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

  function checkProtocols(protocols) {
    const seen = new core.SafeSet();
    for (let index = 0; index < protocols.length; index += 1) {
      if (core.RegExpExec(protocol, protocols[index]) === null || seen.has(protocols[index])) {
        throw error("SyntaxError", `The subprotocol '${protocols[index]}' is invalid or listed twice.`);
      }
      seen.add(protocols[index]);
    }
  }

  function convertProtocols(value) {
    if (core.isObject(value)) {
      const method = value[core.SymbolIterator];
      if (method !== undefined && method !== null) return core.iterate(value, method, core.string);
    }
    return list(core.string(value));
  }

  /** https://websockets.spec.whatwg.org/#websocket-close */
  function checkClosing(code, reason) {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
      throw error("InvalidAccessError", `The code ${code} is neither 1000 nor between 3000 and 4999.`);
    }
    if (reason !== undefined && core.TypedArrayLength(core.utf8Encode(reason)) > 123) {
      throw error("SyntaxError", "The reason has more than 123 bytes.");
    }
  }

  let stateOf;
  class WebSocket extends core.EventTarget {
    #state;
    constructor(url, protocols = undefined) {
      core.requireArguments(arguments.length, 1);
      url = core.usvString(url);
      const names = protocols === undefined ? list() : convertProtocols(protocols);
      const address = parseAddress(url);
      checkProtocols(names);
      super();
      this.#state = new State();
      this.#state.url = address;
      core.queueTask(() => fail(this));
    }
    get url() { return this.#state.url; }
    get readyState() { return this.#state.readyState; }
    get bufferedAmount() { return this.#state.bufferedAmount; }
    get extensions() { stateOf(this); return ""; }
    get protocol() { stateOf(this); return ""; }
    get binaryType() { return this.#state.binaryType; }
    set binaryType(value) {
      const state = this.#state;
      value = core.string(value);
      if (core.ArrayIndexOf(binaryTypes, value) >= 0) state.binaryType = value;
    }
    close(code = undefined, reason = undefined) {
      const state = this.#state;
      if (code !== undefined) code = core.clamp(code, 0, 65535);
      if (reason !== undefined) reason = core.usvString(reason);
      checkClosing(code, reason);
      if (state.readyState < CLOSING) state.readyState = CLOSING;
    }
    send(data) {
      const state = this.#state;
      core.requireArguments(arguments.length, 1);
      const size = sizeOf(data);
      if (state.readyState === CONNECTING) throw error("InvalidStateError", "The socket is still connecting.");
      // What is sent after the end is counted, and never goes.
      state.bufferedAmount += size;
    }
    static { stateOf = (socket) => socket.#state; }
  }
  core.constants(WebSocket, { CONNECTING, OPEN: 1, CLOSING, CLOSED });
  core.eventHandlers(WebSocket, ["open", "error", "close", "message"]);

  function sizeOf(data) {
    if (core.isBlob?.(data)) return core.TypedArrayLength(core.blobBytes(data));
    if (core.isBufferSource(data)) return core.TypedArrayLength(core.viewBytes(data));
    return core.TypedArrayLength(core.utf8Encode(core.usvString(data)));
  }

  /** https://websockets.spec.whatwg.org/#feedback-from-the-protocol */
  function fail(socket) {
    stateOf(socket).readyState = CLOSED;
    core.fire(socket, "error");
    core.fire(socket, "close", { __proto__: null, wasClean: false, code: 1006, reason: "" }, "CloseEvent");
  }

  // MARK: Errors. https://websockets.spec.whatwg.org/#websocketerror

  class ErrorState extends core.Stamp {
    #code;
    #reason;
    constructor(object, code, reason) {
      super(object);
      this.#code = code;
      this.#reason = reason;
    }
    static code(object) { return object.#code; }
    static reason(object) { return object.#reason; }
  }

  class WebSocketError extends core.DOMException {
    constructor(message = "", init = undefined) {
      message = core.string(message);
      init = core.dictionary(init);
      let code = core.member(init, "closeCode", (value) => core.enforceRange(value, 0, 65535));
      const reason = core.member(init, "reason", core.usvString, "");
      checkClosing(code, reason);
      if (code === undefined && reason !== "") code = 1000;
      super(message, "WebSocketError");
      new ErrorState(this, code ?? null, reason);
    }
    get closeCode() { return ErrorState.code(this); }
    get reason() { return ErrorState.reason(this); }
  }

  core.define({ WebSocket, WebSocketError });
})
