// Events that a server sends. https://html.spec.whatwg.org/multipage/server-sent-events.html
//
// Deviation: pages have no connections that stay open. Each fails as one to a server that cannot be reached: it is tried
// again, in vain.
(function (core) {
  "use strict";
  const { native, error } = core;

  const CONNECTING = 0, CLOSED = 2;
  // https://html.spec.whatwg.org/multipage/server-sent-events.html#concept-event-stream-reconnection-time
  const reconnectionTime = 3_000;

  class EventSource extends core.EventTarget {
    #url;
    #withCredentials;
    #readyState = CONNECTING;
    #timer = 0;
    constructor(url, init = undefined) {
      core.requireArguments(arguments.length, 1);
      url = core.usvString(url);
      const withCredentials = core.member(core.dictionary(init), "withCredentials", core.boolean, false);
      const parts = native.url(url, native.baseURL(), true);
      if (parts === null) throw error("SyntaxError", `'${url}' is not a valid URL.`);
      super();
      this.#url = parts[0];
      this.#withCredentials = withCredentials;
      const isHTTP = parts[2] === "http:" || parts[2] === "https:";
      core.queueTask(() => this.#fail(isHTTP));
    }
    get url() { return this.#url; }
    get withCredentials() { return this.#withCredentials; }
    get readyState() { return this.#readyState; }
    close() {
      if (this.#readyState === CLOSED) return;
      this.#readyState = CLOSED;
      core.stopTimer(this.#timer);
    }
    /** https://html.spec.whatwg.org/multipage/server-sent-events.html#reestablish-the-connection */
    #fail(mayTryAgain) {
      if (this.#readyState === CLOSED) return;
      if (mayTryAgain) this.#timer = core.startTimer(reconnectionTime, false, () => this.#fail(true));
      else this.#readyState = CLOSED;
      core.fire(this, "error");
    }
  }
  core.constants(EventSource, { CONNECTING, OPEN: 1, CLOSED });
  core.eventHandlers(EventSource, ["open", "message", "error"]);
  core.define({ EventSource });
})
