// From a stream that is read to one that is written. https://streams.spec.whatwg.org/#readable-stream-pipe-to
(function (core) {
  "use strict";
  core.load("readable-stream.js");
  core.load("writable-stream.js");
  const { list, put, TypeError } = core;
  const { streams } = core;
  const { then, upon, Deferred } = streams;

  streams.pipe = function (source, destination, options) {
    const { preventAbort, preventCancel, preventClose, signal } = options;
    const reader = streams.acquireReader(source);
    const writer = streams.acquireWriter(destination);
    source.isDisturbed = true;
    const result = new Deferred();
    let isShuttingDown = false, lastWrite = core.PromiseResolve(undefined);

    // MARK: Shutting down

    function finish(hasFailed, reason) {
      streams.releaseWriter(writer);
      streams.releaseReader(reader);
      if (hasFailed) result.reject(reason);
      else result.resolve(undefined);
    }

    /** Calls a function once all that was read has been written. */
    function afterWrites(steps) {
      const mustWait = destination.state === "writable" && !streams.isClosing(destination);
      if (mustWait) upon(writesFinished(), steps, steps);
      else steps();
    }

    function writesFinished() {
      const write = lastWrite;
      return then(write, () => (write === lastWrite ? undefined : writesFinished()));
    }

    function shutDown(hasFailed, reason, action = undefined) {
      if (isShuttingDown) return;
      isShuttingDown = true;
      afterWrites(() => {
        if (action === undefined) return finish(hasFailed, reason);
        return upon(action(), () => finish(hasFailed, reason), (second) => finish(true, second));
      });
    }

    // MARK: Signals

    if (signal !== null) {
      const abort = () => {
        if (!result.isPending) return;
        const reason = core.abortReason(signal);
        shutDown(true, reason, () => {
          const actions = list();
          if (!preventAbort && destination.state === "writable") put(actions, streams.abortWritable(destination, reason));
          if (!preventCancel && source.state === "readable") put(actions, streams.cancel(source, reason));
          return streams.all(actions);
        });
      };
      if (core.isAborted(signal)) {
        abort();
        return result.promise;
      }
      core.whenAborted(signal, abort);
    }

    // MARK: What ends it

    /** Calls a function where a stream is, or once it is, in a state. */
    function whenErrored(stream, promise, steps) {
      if (stream.state === "errored") steps(stream.error);
      else upon(promise, streams.nothing, steps);
    }

    whenErrored(source, reader.closed.promise, (reason) => {
      if (preventAbort) shutDown(true, reason);
      else shutDown(true, reason, () => streams.abortWritable(destination, reason));
    });
    whenErrored(destination, writer.closed.promise, (reason) => {
      if (preventCancel) shutDown(true, reason);
      else shutDown(true, reason, () => streams.cancel(source, reason));
    });
    const sourceHasClosed = () => {
      if (preventClose) shutDown(false);
      else shutDown(false, undefined, () => streams.closeWriterWithErrors(writer));
    };
    if (source.state === "closed") sourceHasClosed();
    else upon(reader.closed.promise, sourceHasClosed);
    if (streams.isClosing(destination) || destination.state === "closed") {
      const reason = new TypeError("The destination is closed, or is being closed.");
      if (preventCancel) shutDown(true, reason);
      else shutDown(true, reason, () => streams.cancel(source, reason));
    }

    // MARK: Chunks

    function step() {
      if (isShuttingDown) return;
      upon(writer.ready.promise, () => {
        if (isShuttingDown) return;
        streams.read(reader, {
          __proto__: null,
          // Later, so that the source's `enqueue` calls nothing of the destination's.
          chunk: (chunk) => core.queueMicrotask(() => {
            if (writer.stream === null) return;
            lastWrite = then(streams.write(writer, chunk), undefined, streams.nothing);
            step();
          }),
          close: streams.nothing,
          error: streams.nothing,
        });
      });
    }
    step();
    return result.promise;
  };
})
