// Events that a server sends. https://html.spec.whatwg.org/multipage/server-sent-events.html
//
// A stream is read until it ends, or until nothing more comes for a while: then it is open and silent for the rest of the
// page's life. What has come is told in tasks of the page's clock, one after the other.
(function (core) {
  "use strict";
  const { native, error, list, put, StringSlice, StringIndexOf, RegExpExec } = core;
  core.load("requests.js");
  core.load("mime.js");

  const CONNECTING = 0, OPEN = 1, CLOSED = 2;
  const digits = /^[0-9]+$/;

  class EventSource extends core.EventTarget {
    #url;
    #withCredentials;
    #readyState = CONNECTING;
    #timer = 0;
    #request = 0;
    // https://html.spec.whatwg.org/multipage/server-sent-events.html#concept-event-stream-reconnection-time
    #reconnectionTime = 3_000;
    #lastEventID = "";

    constructor(url, init = undefined) {
      core.requireArguments(arguments.length, 1);
      url = core.usvString(url);
      const withCredentials = core.member(core.dictionary(init), "withCredentials", core.boolean, false);
      const parts = native.url(url, native.baseURL(), true);
      if (parts === null) throw error("SyntaxError", `'${url}' is not a valid URL.`);
      super();
      this.#url = parts[0];
      this.#withCredentials = withCredentials;
      this.#connect();
    }
    get url() { return this.#url; }
    get withCredentials() { return this.#withCredentials; }
    get readyState() { return this.#readyState; }
    close() {
      if (this.#readyState === CLOSED) return;
      this.#readyState = CLOSED;
      core.forget(this.#request);
      core.stopTimer(this.#timer);
    }

    #connect() {
      const headers = list("Accept", "text/event-stream");
      if (this.#lastEventID !== "") {
        put(headers, "Last-Event-ID");
        put(headers, this.#lastEventID);
      }
      this.#request = core.send({
        __proto__: null, method: "GET", url: this.#url, headers, body: null, mode: "cors", redirect: "follow",
        credentials: this.#withCredentials ? "include" : "same-origin",
      }, (answer) => this.#take(answer));
    }

    #take(answer) {
      if (this.#readyState === CLOSED) return;
      const isOfNetwork = core.StringStartsWith(this.#url, "http");
      if (answer.problem !== null) return isOfNetwork ? this.#reconnect() : this.#fail();
      if (answer.status !== 200 || essence(answer.headers) !== "text/event-stream") return this.#fail();
      this.#readyState = OPEN;
      core.fire(this, "open");
      const found = this.#read(core.utf8Decode(answer.bytes));
      const origin = native.url(answer.url, null)?.[1] ?? "";
      for (let index = 0; index < found.length; index += 1) {
        const { type, data, lastEventId } = found[index];
        core.queueTask(() => {
          if (this.#readyState !== CLOSED) core.fire(this, type, { __proto__: null, data, origin, lastEventId }, "MessageEvent");
        });
      }
      if (!answer.isUnfinished) core.queueTask(() => this.#reconnect());
    }

    /** https://html.spec.whatwg.org/multipage/server-sent-events.html#fail-the-connection */
    #fail() {
      this.#readyState = CLOSED;
      core.fire(this, "error");
    }

    /** https://html.spec.whatwg.org/multipage/server-sent-events.html#reestablish-the-connection */
    #reconnect() {
      if (this.#readyState === CLOSED) return;
      this.#readyState = CONNECTING;
      core.fire(this, "error");
      if (this.#readyState === CLOSED) return;
      this.#timer = core.startTimer(this.#reconnectionTime, false, () => this.#connect());
    }

    /** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
    #read(text) {
      const events = list();
      let data = null, type = "", id = this.#lastEventID;
      let start = core.StringStartsWith(text, "\ufeff") ? 1 : 0;
      // What follows the last line end is a line that has not come whole.
      for (let index = start; index < text.length; index += 1) {
        const code = core.StringCharCodeAt(text, index);
        if (code !== 10 && code !== 13) continue;
        const line = StringSlice(text, start, index);
        if (code === 13 && core.StringCharCodeAt(text, index + 1) === 10) index += 1;
        start = index + 1;
        if (line === "") {
          this.#lastEventID = id;
          if (data !== null) put(events, { __proto__: null, type: type === "" ? "message" : type, data, lastEventId: id });
          data = null;
          type = "";
          continue;
        }
        const colon = StringIndexOf(line, ":");
        if (colon === 0) continue;
        const name = colon < 0 ? line : StringSlice(line, 0, colon);
        let value = colon < 0 ? "" : StringSlice(line, colon + 1);
        if (core.StringStartsWith(value, " ")) value = StringSlice(value, 1);
        switch (name) {
          case "data": data = data === null ? value : `${data}\n${value}`; break;
          case "event": type = value; break;
          case "id": if (StringIndexOf(value, "\0") < 0) id = value; break;
          case "retry": if (RegExpExec(digits, value) !== null) this.#reconnectionTime = core.MathMin(+value, 1e9); break;
          default: break;
        }
      }
      return events;
    }
  }

  function essence(headers) {
    for (let index = 0; index < headers.length; index += 2) {
      if (core.toASCIILowercase(headers[index]) !== "content-type") continue;
      const type = core.mime.parse(headers[index + 1]);
      return type === null ? "" : type.essence;
    }
    return "";
  }

  core.constants(EventSource, { CONNECTING, OPEN, CLOSED });
  core.eventHandlers(EventSource, ["open", "message", "error"]);
  core.define({ EventSource });
})
