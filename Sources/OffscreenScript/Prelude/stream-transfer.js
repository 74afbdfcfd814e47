// Streams that are sent through a channel of messages. https://streams.spec.whatwg.org/#transferrable-streams
(function (core) {
  "use strict";
  core.load("messaging.js");
  core.load("stream-piping.js");
  core.load("transform-stream.js");
  const { put, error } = core;
  const { streams } = core;
  const { then, Deferred } = streams;

  const pipeOptions = { __proto__: null, preventAbort: false, preventCancel: false, preventClose: false, signal: null };

  // MARK: Messages between the two sides

  /** https://streams.spec.whatwg.org/#abstract-opdef-packandpostmessage */
  function send(port, type, value) { core.postToPort(port, { __proto__: null, type, value }); }

  /** The same, and where a value cannot be cloned, the other side is told of that. */
  function sendOrFail(port, type, value) {
    try {
      send(port, type, value);
      return null;
    } catch (thrown) {
      send(port, "error", thrown);
      return { __proto__: null, thrown };
    }
  }

  /** https://streams.spec.whatwg.org/#abstract-opdef-setupcrossrealmtransformreadable */
  function receive(stream, port) {
    const { controller } = streams.setUpReadable(stream, {
      __proto__: null, highWaterMark: 0,
      pull() {
        send(port, "pull", undefined);
        return core.PromiseResolve(undefined);
      },
      cancel: (reason) => streams.guard(() => {
        const failure = sendOrFail(port, "error", reason);
        core.closePort(port);
        return failure === null ? core.PromiseResolve(undefined) : core.PromiseReject(failure.thrown);
      }),
    });
    core.listenToPort(port, ({ type, value }) => {
      if (type === "chunk") {
        controller.enqueue(value);
      } else if (type === "close") {
        controller.close();
        core.closePort(port);
      } else if (type === "error") {
        controller.fail(value);
        core.closePort(port);
      }
    });
  }

  /** https://streams.spec.whatwg.org/#abstract-opdef-setupcrossrealmtransformwritable */
  function forward(stream, port) {
    let backpressure = new Deferred();
    core.listenToPort(port, ({ type, value }) => {
      if (type === "pull") {
        backpressure?.resolve(undefined);
        backpressure = null;
      } else if (type === "error") {
        stream.controller.failIfNeeded(value);
        backpressure?.resolve(undefined);
        backpressure = null;
      }
    });
    streams.setUpWritable(stream, {
      __proto__: null, highWaterMark: 1,
      write(chunk) {
        const ready = backpressure === null ? core.PromiseResolve(undefined) : backpressure.promise;
        return then(ready, () => {
          backpressure = new Deferred();
          const failure = sendOrFail(port, "chunk", chunk);
          if (failure === null) return;
          core.closePort(port);
          throw failure.thrown;
        });
      },
      close: () => streams.guard(() => {
        send(port, "close", undefined);
        core.closePort(port);
        return core.PromiseResolve(undefined);
      }),
      abort: (reason) => streams.guard(() => {
        const failure = sendOrFail(port, "error", reason);
        core.closePort(port);
        return failure === null ? core.PromiseResolve(undefined) : core.PromiseReject(failure.thrown);
      }),
    });
  }

  // MARK: The three kinds

  /** https://streams.spec.whatwg.org/#rs-transfer */
  function moveReadable(from, to) {
    const { near, far } = core.makePorts();
    const writable = streams.allocateWritable();
    forward(writable, near);
    receive(to, far);
    streams.handled(streams.pipe(from, writable, pipeOptions));
  }

  /** https://streams.spec.whatwg.org/#ws-transfer */
  function moveWritable(from, to) {
    const { near, far } = core.makePorts();
    const readable = streams.allocateReadable();
    receive(readable, near);
    forward(to, far);
    streams.handled(streams.pipe(readable, from, pipeOptions));
  }

  put(core.transferables, {
    __proto__: null,
    is: core.isReadableStream,
    allocate: () => streams.allocateReadable().object,
    isDetached: (value) => refuseLocked(streams.isReadableLocked(streams.readableOf(value))),
    transfer: (value, copy) => moveReadable(streams.readableOf(value), streams.readableOf(copy)),
  });
  put(core.transferables, {
    __proto__: null,
    is: streams.isWritableStream,
    allocate: () => streams.allocateWritable().object,
    isDetached: (value) => refuseLocked(streams.isWritableLocked(streams.writableOf(value))),
    transfer: (value, copy) => moveWritable(streams.writableOf(value), streams.writableOf(copy)),
  });
  put(core.transferables, {
    __proto__: null,
    is: streams.isTransformStream,
    allocate: () => streams.allocateTransform(),
    isDetached(value) {
      const { readable, writable } = streams.transformOf(value);
      return refuseLocked(streams.isReadableLocked(readable) || streams.isWritableLocked(writable));
    },
    transfer(value, copy) {
      const from = streams.transformOf(value), to = streams.transformOf(copy);
      moveReadable(from.readable, to.readable);
      moveWritable(from.writable, to.writable);
    },
  });

  /** A stream that is locked is refused as one that has been transferred is. */
  function refuseLocked(isLocked) {
    if (isLocked) throw error("DataCloneError", "A stream that is locked cannot be transferred.");
    return false;
  }
})
