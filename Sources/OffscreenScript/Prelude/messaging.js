// Channels of messages. https://html.spec.whatwg.org/multipage/web-messaging.html
(function (core) {
  "use strict";
  core.load("clone.js");
  const { native, list, put, error, TypeError, SymbolIterator } = core;

  const State = core.sharedBrand("MessagePort", "messaging.js");

  /** One end of a channel. */
  class Port {
    object = null;
    other = null;
    // Messages that have not been delivered.
    queue = list();
    isEnabled = false;
    isDetached = false;
    // A function of ours that gets the data, in place of events.
    listener = null;

    /** https://html.spec.whatwg.org/multipage/web-messaging.html#message-port-post-message-steps */
    post(message) {
      put(this.queue, message);
      if (this.isEnabled) this.schedule(message);
    }

    // What comes from another realm takes a moment: two that answer each other without end do not keep the clock still.
    schedule(message) { core.queueTask(() => this.deliver(), message.core === core ? 0 : 0.1); }

    /** One message. Those of a port that has been transferred meanwhile went with it. */
    deliver() {
      if (this.isDetached || this.queue.length === 0) return;
      const message = this.queue[0];
      core.ArrayShift(this.queue);
      if (this.listener !== null) this.listener(arrived(message).data);
      else deliverTo(this.object, message, "", null);
    }

    start() {
      if (this.isEnabled) return;
      this.isEnabled = true;
      for (let index = 0; index < this.queue.length; index += 1) this.schedule(this.queue[index]);
    }

    close() {
      this.isDetached = true;
      const { other } = this;
      if (other === null) return;
      this.other = other.other = null;
      other.hearsEnd();
    }

    /** https://html.spec.whatwg.org/multipage/web-messaging.html#disentangle */
    hearsEnd() {
      if (this.object !== null) core.queueTask(() => { if (!this.isDetached) core.fire(this.object, "close"); });
    }
  }

  /** A message as this realm sees it. What was posted in another one is copied once more. */
  function arrived(message) {
    if (message.core === core) return message;
    return serialize(message.data, message.transferred);
  }

  /** https://html.spec.whatwg.org/multipage/web-messaging.html#message-port-post-message-steps, step 7 */
  function deliverTo(target, message, origin, source) {
    let own;
    try {
      own = arrived(message);
    } catch {
      return core.fire(target, "messageerror", { __proto__: null, origin, source }, "MessageEvent");
    }
    return fireMessage(target, own, origin, source);
  }

  /** Fires `message` with ports, which no page's iterator is asked for. */
  function fireMessage(target, message, origin, source) {
    const event = core.makeEvent("message", { __proto__: null, origin, source }, "MessageEvent");
    const details = core.events.detailsOf(event);
    // Even where it is undefined.
    details.data = message.data;
    details.ports = message.ports;
    core.dispatch(event, target);
  }

  let isMaking = false;
  class MessagePort extends core.EventTarget {
    constructor() {
      if (!isMaking) throw new TypeError("Illegal constructor");
      super();
      new State(this, new Port());
      State.of(this).object = this;
    }
    postMessage(message, options = undefined) {
      const port = State.of(this);
      core.requireArguments(arguments.length, 1);
      const transfer = transferOf(options);
      let isDoomed = false;
      for (let index = 0; index < transfer.length; index += 1) {
        if (transfer[index] === this) throw error("DataCloneError", "A port cannot be sent through itself.");
        if (port.other !== null && transfer[index] === port.other.object) isDoomed = true;
      }
      const target = port.other;
      const sent = serialize(message, transfer);
      if (target !== null && !isDoomed) target.post(sent);
    }
    start() { State.of(this).start(); }
    close() { State.of(this).close(); }
  }
  core.eventHandlers(MessagePort, ["message", "messageerror", "close"]);
  // Whoever sets `onmessage` need not start it.
  const handler = core.descriptor(MessagePort.prototype, "onmessage");
  core.mixin(MessagePort, {
    get onmessage() { return core.call(handler.get, this); },
    set onmessage(value) {
      core.call(handler.set, this, value);
      State.of(this).start();
    },
  });

  function makePort() {
    isMaking = true;
    try {
      return new MessagePort();
    } finally {
      isMaking = false;
    }
  }

  /** A sequence of what is transferred, or options with one. */
  function transferOf(value) {
    if (value === undefined || value === null) return list();
    const method = core.object(value)[SymbolIterator];
    if (method !== undefined && method !== null) return core.iterate(value, method, core.object);
    return core.member(core.dictionary(value), "transfer", (transfer) => core.sequence(transfer, core.object)) ?? list();
  }

  /** A message as it arrives: a copy, with the ports that came along. */
  function serialize(value, transfer) {
    const { copy, transferred } = core.cloneWithTransfer(value, transfer);
    const ports = list();
    for (let index = 0; index < transferred.length; index += 1) if (State.has(transferred[index])) put(ports, transferred[index]);
    return { __proto__: null, data: copy, transferred, ports, core };
  }

  /** https://html.spec.whatwg.org/multipage/web-messaging.html#message-ports:transfer-steps */
  put(core.transferables, {
    __proto__: null,
    is: State.has,
    allocate: makePort,
    isDetached: (value) => State.of(value).isDetached,
    transfer: (value, copy) => move(State.of(value), State.of(copy)),
  });

  function move(from, to) {
    from.isDetached = true;
    to.queue = from.queue;
    from.queue = list();
    if (from.other === null) return;
    to.other = from.other;
    to.other.other = to;
    from.other = null;
  }

  const Channel = core.brand();
  class MessageChannel {
    constructor() {
      const fields = { __proto__: null, port1: makePort(), port2: makePort() };
      State.of(fields.port1).other = State.of(fields.port2);
      State.of(fields.port2).other = State.of(fields.port1);
      new Channel(this, fields);
    }
    get port1() { return Channel.of(this).port1; }
    get port2() { return Channel.of(this).port2; }
  }

  core.isMessagePort = State.has;
  core.define({ MessagePort, MessageChannel });

  // Channels of our own, which no page sees.
  core.makePorts = function () {
    const near = new Port(), far = new Port();
    near.other = far;
    far.other = near;
    return { __proto__: null, near, far };
  };
  core.postToPort = function (port, message) {
    if (port.other !== null) port.other.post(serialize(message, list()));
  };
  core.listenToPort = function (port, listener) {
    port.listener = listener;
    port.start();
  };
  core.closePort = (port) => { port.isDetached = true; };

  // MARK: Workers, whose two ends have a channel that is no object of the page's

  /** Both ends: messages for `near` are events of an object; `far` waits until the worker takes it. */
  core.makeWorkerPorts = function (object) {
    const { near, far } = core.makePorts();
    near.object = object;
    near.start();
    return { __proto__: null, near, far };
  };
  /** This realm's own port in place of another realm's. */
  core.takePort = function (from, object) {
    const port = new Port();
    port.object = object;
    move(from, port);
    return port;
  };
  /** The same, as an object of the page's. */
  core.takePortObject = function (from) {
    const object = makePort();
    move(from, State.of(object));
    return object;
  };
  /** `postMessage(message, options)`. */
  core.postThrough = function (port, message, options) {
    const target = port.other, sent = serialize(message, transferOf(options));
    if (target !== null) target.post(sent);
  };
  core.fireConnect = function (target, port) {
    const event = core.makeEvent("connect", { __proto__: null, data: "", source: port }, "MessageEvent");
    core.events.detailsOf(event).ports = list(port);
    core.dispatch(event, target);
  };

  // MARK: The Window. https://html.spec.whatwg.org/multipage/web-messaging.html#window-post-message-steps

  /** Posts to a window, this one or another one's number, in the name of the window whose script is running. */
  core.postToWindow = function (message, options, transfer, number = native.windowNumber()) {
    let target = "/", moved;
    if (options === undefined || options === null || core.isObject(options)) {
      const members = core.dictionary(options);
      const given = members.targetOrigin;
      moved = transferOf(members.transfer === undefined ? undefined : { __proto__: null, transfer: members.transfer });
      target = given === undefined ? "/" : core.usvString(given);
    } else {
      target = core.usvString(options);
      moved = transfer === undefined ? list() : core.sequence(transfer, core.object);
    }
    const from = native.incumbentWindow();
    if (target === "/") {
      target = native.windowOrigin(from);
    } else if (target !== "*") {
      const url = native.url(target, null);
      if (url === null) throw error("SyntaxError", `Invalid target origin '${target}'.`);
      target = url[1];
    }
    const sent = serialize(message, moved);
    if (number === native.windowNumber()) receive(sent, target, from);
    // Where nobody listens, what cannot be cloned has failed nevertheless.
    else native.post(number, sent.data, target, core.array(sent.transferred), from);
  };

  /** A message to this window, from the one of a number. What was transferred comes along. */
  core.receiveMessage = function (message, target, moved, from) {
    let sent;
    try {
      sent = serialize(message, moved);
    } catch {
      // What another realm has made cannot be made here.
      sent = null;
    }
    receive(sent, target, from);
  };

  function receive(sent, target, from) {
    if (target !== "*" && target !== native.origin()) return;
    const origin = native.windowOrigin(from);
    core.queueTask(() => {
      const source = core.windowOf?.(from) ?? core.global;
      if (sent !== null) fireMessage(core.global, sent, origin, source);
      else core.fire(core.global, "messageerror", { __proto__: null, origin, source }, "MessageEvent");
    });
  }

  // MARK: Broadcasting. https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts

  const Broadcast = core.brand();
  // Of all realms of the page.
  const channels = core.agent.channels ??= list();

  /** Of this realm's channels, whoever posts: each gets a copy of its own. */
  function deliver(channel, sent, origin) {
    core.queueTask(() => {
      if (!channel.isClosed) deliverTo(channel.object, { __proto__: null, data: sent.data, transferred: list(), core: null }, origin, null);
    }, sent.core === core ? 0 : 0.1);
  }

  class BroadcastChannel extends core.EventTarget {
    constructor(name) {
      core.requireArguments(arguments.length, 1);
      super();
      const state = { __proto__: null, name: core.string(name), isClosed: false, object: this, deliver,
        number: native.documentNumber() };
      new Broadcast(this, state);
      put(channels, state);
    }
    get name() { return Broadcast.of(this).name; }
    postMessage(message) {
      const state = Broadcast.of(this);
      core.requireArguments(arguments.length, 1);
      if (state.isClosed) throw error("InvalidStateError", "The channel is closed.");
      // A worker that has closed itself is heard no more.
      if (native.hasEnded()) return;
      // What cannot be cloned fails even where nobody listens.
      const sent = serialize(message, list());
      const origin = native.origin();
      for (let index = 0; index < channels.length; index += 1) {
        const channel = channels[index];
        if (channel === state || channel.name !== state.name || !native.sharesOrigin(channel.number)) continue;
        channel.deliver(channel, sent, origin);
      }
    }
    close() {
      const state = Broadcast.of(this);
      state.isClosed = true;
      const place = core.ArrayIndexOf(channels, state);
      if (place >= 0) core.ArraySplice(channels, place, 1);
    }
  }
  core.eventHandlers(BroadcastChannel, ["message", "messageerror"]);
  core.define({ BroadcastChannel });
})
