// Streams that are written. https://streams.spec.whatwg.org/#ws
(function (core) {
  "use strict";
  core.load("streams.js");
  const { call, TypeError } = core;
  const { streams } = core;
  const { then, upon, handled, Deferred, settled, failed, guard, Queue, SizedQueue } = streams;

  const StreamState = core.sharedBrand("WritableStream", "writable-stream.js"), WriterState = core.brand(), ControllerState = core.brand();

  class Writable {
    object = null;
    state = "writable";
    error = undefined;
    writer = null;
    controller = null;
    // Promises of writes that wait, and of the one that is under way.
    writes = new Queue();
    writeUnderWay = null;
    closing = null;
    closeUnderWay = null;
    // `{deferred, reason, wasErroring}` while it is being aborted.
    aborting = null;
    isBackpressured = false;
  }

  // MARK: Streams. https://streams.spec.whatwg.org/#ws-abstract-ops

  const isLocked = (stream) => stream.writer !== null;

  /** https://streams.spec.whatwg.org/#writable-stream-close-queued-or-in-flight */
  const isClosing = (stream) => stream.closing !== null || stream.closeUnderWay !== null;
  const isUnderWay = (stream) => stream.writeUnderWay !== null || stream.closeUnderWay !== null;

  /** https://streams.spec.whatwg.org/#writable-stream-abort */
  function abort(stream, reason) {
    if (stream.state === "closed" || stream.state === "errored") return core.PromiseResolve(undefined);
    core.abortSignal(stream.controller.abortSignal(), reason);
    const { state } = stream;
    if (state === "closed" || state === "errored") return core.PromiseResolve(undefined);
    if (stream.aborting !== null) return stream.aborting.deferred.promise;
    const wasErroring = state === "erroring";
    const deferred = new Deferred();
    stream.aborting = { __proto__: null, deferred, reason: wasErroring ? undefined : reason, wasErroring };
    if (!wasErroring) startErroring(stream, reason);
    return deferred.promise;
  }

  /** https://streams.spec.whatwg.org/#writable-stream-close */
  function close(stream) {
    if (stream.state === "closed" || stream.state === "errored") {
      return core.PromiseReject(new TypeError("The stream is closed or has failed."));
    }
    const closing = (stream.closing = new Deferred());
    if (stream.writer !== null && stream.isBackpressured && stream.state === "writable") {
      stream.writer.ready.resolve(undefined);
    }
    stream.controller.close();
    return closing.promise;
  }

  /** https://streams.spec.whatwg.org/#writable-stream-start-erroring */
  function startErroring(stream, reason) {
    stream.state = "erroring";
    stream.error = reason;
    if (stream.writer !== null) rejectReady(stream.writer, reason);
    if (!isUnderWay(stream) && stream.controller.isStarted) finishErroring(stream);
  }

  /** https://streams.spec.whatwg.org/#writable-stream-finish-erroring */
  function finishErroring(stream) {
    stream.state = "errored";
    stream.controller.queue.clear();
    const writes = stream.writes.drain();
    for (let index = 0; index < writes.length; index += 1) writes[index].reject(stream.error);
    const { aborting } = stream;
    if (aborting === null) return rejectClosing(stream);
    stream.aborting = null;
    if (aborting.wasErroring) {
      aborting.deferred.reject(stream.error);
      return rejectClosing(stream);
    }
    return upon(stream.controller.abort(aborting.reason), () => {
      aborting.deferred.resolve(undefined);
      rejectClosing(stream);
    }, (reason) => {
      aborting.deferred.reject(reason);
      rejectClosing(stream);
    });
  }

  /** https://streams.spec.whatwg.org/#writable-stream-reject-close-and-closed-promise-if-needed */
  function rejectClosing(stream) {
    if (stream.closing !== null) {
      stream.closing.reject(stream.error);
      stream.closing = null;
    }
    if (stream.writer !== null) rejectClosed(stream.writer, stream.error);
  }

  /** https://streams.spec.whatwg.org/#writable-stream-deal-with-rejection */
  function dealWithRejection(stream, reason) {
    if (stream.state === "writable") startErroring(stream, reason);
    else finishErroring(stream);
  }

  function finishWrite(stream) {
    stream.writeUnderWay.resolve(undefined);
    stream.writeUnderWay = null;
  }

  function failWrite(stream, reason) {
    stream.writeUnderWay.reject(reason);
    stream.writeUnderWay = null;
    dealWithRejection(stream, reason);
  }

  /** https://streams.spec.whatwg.org/#writable-stream-finish-in-flight-close */
  function finishClose(stream) {
    stream.closeUnderWay.resolve(undefined);
    stream.closeUnderWay = null;
    if (stream.state === "erroring") {
      stream.error = undefined;
      if (stream.aborting !== null) {
        stream.aborting.deferred.resolve(undefined);
        stream.aborting = null;
      }
    }
    stream.state = "closed";
    if (stream.writer !== null) stream.writer.closed.resolve(undefined);
  }

  function failClose(stream, reason) {
    stream.closeUnderWay.reject(reason);
    stream.closeUnderWay = null;
    if (stream.aborting !== null) {
      stream.aborting.deferred.reject(reason);
      stream.aborting = null;
    }
    dealWithRejection(stream, reason);
  }

  /** https://streams.spec.whatwg.org/#writable-stream-update-backpressure */
  function updateBackpressure(stream, isBackpressured) {
    const { writer } = stream;
    if (writer !== null && isBackpressured !== stream.isBackpressured) {
      if (isBackpressured) writer.ready = new Deferred();
      else writer.ready.resolve(undefined);
    }
    stream.isBackpressured = isBackpressured;
  }

  // MARK: The controller. https://streams.spec.whatwg.org/#ws-default-controller-abstract-ops

  const closeMark = { __proto__: null };

  class Controller {
    object = null;
    stream;
    queue = new SizedQueue();
    isStarted = false;
    highWaterMark;
    size;
    writeAlgorithm;
    closeAlgorithm;
    abortAlgorithm;
    #signal = null;

    /** Made when someone asks for it. */
    abortSignal() { return (this.#signal ??= core.makeAbortSignal()); }

    begin(stream, sink) {
      this.stream = stream;
      stream.controller = this;
      this.size = sink.size;
      this.highWaterMark = sink.highWaterMark;
      this.writeAlgorithm = sink.write;
      this.closeAlgorithm = sink.close;
      this.abortAlgorithm = sink.abort;
      updateBackpressure(stream, this.isBackpressured());
      upon(core.PromiseResolve(sink.start(this.object)), () => {
        this.isStarted = true;
        this.advance();
      }, (reason) => {
        this.isStarted = true;
        dealWithRejection(stream, reason);
      });
    }

    forget() {
      this.writeAlgorithm = this.closeAlgorithm = this.abortAlgorithm = this.size = undefined;
    }

    desiredSize() { return this.highWaterMark - this.queue.total; }
    isBackpressured() { return this.desiredSize() <= 0; }

    abort(reason) {
      const result = this.abortAlgorithm(reason);
      this.forget();
      return result;
    }

    close() {
      this.queue.put(closeMark, 0);
      this.advance();
    }

    sizeOf(chunk) {
      if (this.size === undefined) return 1;
      try {
        return this.size(chunk);
      } catch (thrown) {
        this.failIfNeeded(thrown);
        return 1;
      }
    }

    write(chunk, size) {
      const { stream } = this;
      try {
        this.queue.put(chunk, size);
      } catch (thrown) {
        this.failIfNeeded(thrown);
        return;
      }
      if (!isClosing(stream) && stream.state === "writable") updateBackpressure(stream, this.isBackpressured());
      this.advance();
    }

    failIfNeeded(reason) {
      if (this.stream.state === "writable") this.fail(reason);
    }

    fail(reason) {
      this.forget();
      startErroring(this.stream, reason);
    }

    /** https://streams.spec.whatwg.org/#writable-stream-default-controller-advance-queue-if-needed */
    advance() {
      const { stream } = this;
      if (!this.isStarted || stream.writeUnderWay !== null) return;
      if (stream.state === "erroring") {
        finishErroring(stream);
        return;
      }
      if (this.queue.length === 0) return;
      const value = this.queue.first;
      if (value === closeMark) this.processClose();
      else this.processWrite(value);
    }

    processClose() {
      const { stream } = this;
      stream.closeUnderWay = stream.closing;
      stream.closing = null;
      this.queue.take();
      const result = this.closeAlgorithm();
      this.forget();
      upon(result, () => finishClose(stream), (reason) => failClose(stream, reason));
    }

    processWrite(chunk) {
      const { stream } = this;
      stream.writeUnderWay = stream.writes.take();
      upon(this.writeAlgorithm(chunk, this.object), () => {
        finishWrite(stream);
        const { state } = stream;
        this.queue.take();
        if (!isClosing(stream) && state === "writable") updateBackpressure(stream, this.isBackpressured());
        this.advance();
      }, (reason) => {
        if (stream.state === "writable") this.forget();
        failWrite(stream, reason);
      });
    }
  }

  class WritableStreamDefaultController {
    constructor() { throw new TypeError("Illegal constructor"); }
    get signal() { return ControllerState.of(this).abortSignal(); }
    error(error = undefined) { ControllerState.of(this).failIfNeeded(error); }
  }

  /** `sink`: start (anything), write, close, abort, which give promises, highWaterMark, size. */
  function setUp(stream, sink) {
    const controller = new Controller();
    controller.object = core.ObjectCreate(WritableStreamDefaultController.prototype);
    new ControllerState(controller.object, controller);
    controller.begin(stream, sink);
  }

  // MARK: Writers. https://streams.spec.whatwg.org/#ws-writer-abstract-ops

  class Writer {
    stream = null;
    ready = null;
    closed = null;
  }

  function acquire(stream) {
    if (isLocked(stream)) throw new TypeError("The stream is locked to a writer.");
    const writer = new Writer();
    writer.stream = stream;
    stream.writer = writer;
    const { state, error } = stream;
    if (state === "writable") {
      writer.ready = !isClosing(stream) && stream.isBackpressured ? new Deferred() : settled(undefined);
      writer.closed = new Deferred();
    } else if (state === "erroring") {
      writer.ready = failed(error);
      writer.closed = new Deferred();
    } else if (state === "closed") {
      writer.ready = settled(undefined);
      writer.closed = settled(undefined);
    } else {
      writer.ready = failed(error);
      writer.closed = failed(error);
    }
    return writer;
  }

  /** https://streams.spec.whatwg.org/#writable-stream-default-writer-ensure-ready-promise-rejected */
  function rejectReady(writer, reason) {
    if (writer.ready.isPending) writer.ready.reject(reason);
    else writer.ready = failed(reason);
    handled(writer.ready.promise);
  }

  function rejectClosed(writer, reason) {
    if (writer.closed.isPending) writer.closed.reject(reason);
    else writer.closed = failed(reason);
    handled(writer.closed.promise);
  }

  function release(writer) {
    const { stream } = writer;
    const reason = releasedError();
    rejectReady(writer, reason);
    rejectClosed(writer, reason);
    stream.writer = null;
    writer.stream = null;
  }

  const releasedError = () => new TypeError("The writer has been released.");

  /** https://streams.spec.whatwg.org/#writable-stream-default-writer-write */
  function write(writer, chunk) {
    const { stream } = writer;
    const { controller } = stream;
    const size = controller.sizeOf(chunk);
    if (stream !== writer.stream) return core.PromiseReject(releasedError());
    const { state } = stream;
    if (state === "errored") return core.PromiseReject(stream.error);
    if (isClosing(stream) || state === "closed") {
      return core.PromiseReject(new TypeError("The stream is closed, or is being closed."));
    }
    if (state === "erroring") return core.PromiseReject(stream.error);
    const result = new Deferred();
    stream.writes.put(result);
    controller.write(chunk, size);
    return result.promise;
  }

  /** https://streams.spec.whatwg.org/#writable-stream-default-writer-close-with-error-propagation */
  function closeWithErrors(writer) {
    const { stream } = writer;
    if (isClosing(stream) || stream.state === "closed") return core.PromiseResolve(undefined);
    if (stream.state === "errored") return core.PromiseReject(stream.error);
    return close(stream);
  }

  function closeIfOpen(stream) {
    if (isClosing(stream)) throw new TypeError("The stream is being closed already.");
    return close(stream);
  }

  const attached = (writer) => {
    if (writer.stream === null) throw releasedError();
    return writer.stream;
  };

  class WritableStreamDefaultWriter {
    constructor(stream) {
      core.requireArguments(arguments.length, 1);
      core.convertInterface(stream, StreamState.has, "WritableStream");
      new WriterState(this, acquire(StreamState.of(stream)));
    }
    get closed() { return guard(() => WriterState.of(this).closed.promise); }
    get desiredSize() {
      const stream = attached(WriterState.of(this));
      if (stream.state === "errored" || stream.state === "erroring") return null;
      return stream.state === "closed" ? 0 : stream.controller.desiredSize();
    }
    get ready() { return guard(() => WriterState.of(this).ready.promise); }
    abort(reason = undefined) { return guard(() => abort(attached(WriterState.of(this)), reason)); }
    close() { return guard(() => closeIfOpen(attached(WriterState.of(this)))); }
    releaseLock() {
      const writer = WriterState.of(this);
      if (writer.stream !== null) release(writer);
    }
    write(chunk = undefined) {
      return guard(() => {
        const writer = WriterState.of(this);
        attached(writer);
        return write(writer, chunk);
      });
    }
  }

  // MARK: WritableStream. https://streams.spec.whatwg.org/#ws-class

  const undefinedPromise = () => core.PromiseResolve(undefined);

  /** https://streams.spec.whatwg.org/#dictdef-underlyingsink, in the order of its members' names. */
  function convertSink(sink) {
    const aborted = core.member(sink, "abort", core.convertCallback);
    const closed = core.member(sink, "close", core.convertCallback);
    const start = core.member(sink, "start", core.convertCallback);
    if (sink.type !== undefined) throw new core.RangeError("The type of a sink is for later versions of the standard.");
    const written = core.member(sink, "write", core.convertCallback);
    return {
      __proto__: null,
      start: (controller) => (start === undefined ? undefined : call(start, sink, controller)),
      write: written === undefined ? undefinedPromise : streams.method(sink, written),
      close: closed === undefined ? undefinedPromise : () => streams.attempt(() => call(closed, sink)),
      abort: aborted === undefined ? undefinedPromise : (reason) => streams.attempt(() => call(aborted, sink, reason)),
    };
  }

  const lockedError = () => new TypeError("The stream is locked to a writer.");
  const unlocked = (stream) => {
    if (isLocked(stream)) throw lockedError();
    return stream;
  };

  class WritableStream {
    constructor(sink = undefined, strategy = undefined) {
      if (sink !== undefined) core.object(sink);
      strategy = streams.convertStrategy(strategy);
      const underlying = convertSink(sink ?? core.dictionary(undefined));
      underlying.size = streams.sizeOf(strategy);
      underlying.highWaterMark = streams.highWaterMarkOf(strategy, 1);
      const stream = new Writable();
      stream.object = this;
      new StreamState(this, stream);
      setUp(stream, underlying);
    }
    get locked() { return isLocked(StreamState.of(this)); }
    abort(reason = undefined) { return guard(() => abort(unlocked(StreamState.of(this)), reason)); }
    close() { return guard(() => closeIfOpen(unlocked(StreamState.of(this)))); }
    getWriter() {
      StreamState.of(this);
      return new WritableStreamDefaultWriter(this);
    }
  }
  core.define({ WritableStream, WritableStreamDefaultController, WritableStreamDefaultWriter });

  /** A stream of ours without a controller, which `setUpOwn` gives it. */
  function allocate() {
    const stream = new Writable();
    stream.object = core.ObjectCreate(WritableStream.prototype);
    new StreamState(stream.object, stream);
    return stream;
  }

  /** `sink` as in `setUp`. */
  function setUpOwn(stream, sink) {
    const whole = {
      __proto__: null, start: streams.nothing, write: undefinedPromise, close: undefinedPromise, abort: undefinedPromise,
      highWaterMark: 1, size: () => 1,
    };
    const keys = core.ReflectOwnKeys(sink);
    for (let index = 0; index < keys.length; index += 1) whole[keys[index]] = sink[keys[index]];
    setUp(stream, whole);
    return stream;
  }

  streams.isWritableStream = StreamState.has;
  streams.writableOf = StreamState.of;
  streams.isWritableLocked = isLocked;
  streams.allocateWritable = allocate;
  streams.setUpWritable = setUpOwn;
  streams.makeWritable = (sink) => setUpOwn(allocate(), sink);
  streams.acquireWriter = acquire;
  streams.releaseWriter = release;
  streams.write = write;
  streams.abortWritable = abort;
  streams.isClosing = isClosing;
  streams.closeWriterWithErrors = closeWithErrors;
})
