// Streams that are read. https://streams.spec.whatwg.org/#rs
(function (core) {
  "use strict";
  core.load("streams.js");
  const { call, list, TypeError } = core;
  const { streams } = core;
  const { then, upon, Deferred, settled, failed, guard, Queue, SizedQueue } = streams;

  const StreamState = core.sharedBrand("ReadableStream", "readable-stream.js"), ReaderState = core.brand(), ControllerState = core.brand();

  class Readable {
    object = null;
    state = "readable";
    reader = null;
    controller = null;
    error = undefined;
    isDisturbed = false;
  }

  // MARK: Streams. https://streams.spec.whatwg.org/#rs-abstract-ops

  /** https://streams.spec.whatwg.org/#readable-stream-close */
  function close(stream) {
    stream.state = "closed";
    const { reader } = stream;
    if (reader === null) return;
    reader.closed.resolve(undefined);
    if (reader.isBYOB) return;
    const requests = reader.requests.drain();
    for (let index = 0; index < requests.length; index += 1) requests[index].close();
  }

  /** https://streams.spec.whatwg.org/#readable-stream-error */
  function fail(stream, reason) {
    stream.state = "errored";
    stream.error = reason;
    const { reader } = stream;
    if (reader === null) return;
    reader.closed.reject(reason);
    streams.handled(reader.closed.promise);
    failRequests(reader, reason);
  }

  function failRequests(reader, reason) {
    const requests = reader.requests.drain();
    for (let index = 0; index < requests.length; index += 1) requests[index].error(reason);
  }

  /** https://streams.spec.whatwg.org/#readable-stream-cancel */
  function cancel(stream, reason) {
    stream.isDisturbed = true;
    if (stream.state === "closed") return core.PromiseResolve(undefined);
    if (stream.state === "errored") return core.PromiseReject(stream.error);
    close(stream);
    const { reader } = stream;
    if (reader !== null && reader.isBYOB) {
      const requests = reader.requests.drain();
      for (let index = 0; index < requests.length; index += 1) requests[index].close(undefined);
    }
    return then(stream.controller.cancel(reason), streams.nothing);
  }

  const isLocked = (stream) => stream.reader !== null;
  const waiting = (stream) => stream.reader.requests.length;

  /** https://streams.spec.whatwg.org/#readable-stream-fulfill-read-request */
  function fulfill(stream, chunk, isDone) {
    const request = stream.reader.requests.take();
    if (isDone) request.close(chunk);
    else request.chunk(chunk);
  }

  // MARK: Controllers. https://streams.spec.whatwg.org/#rs-default-controller-abstract-ops

  /** What the two kinds of controllers have in common. */
  class Controller {
    object = null;
    stream = null;
    isStarted = false;
    isCloseRequested = false;
    pullsAgain = false;
    isPulling = false;
    highWaterMark = 0;
    pullAlgorithm;
    cancelAlgorithm;

    begin(stream, source) {
      this.stream = stream;
      this.pullAlgorithm = source.pull;
      this.cancelAlgorithm = source.cancel;
      this.highWaterMark = source.highWaterMark;
      stream.controller = this;
      upon(core.PromiseResolve(source.start(this.object)), () => {
        this.isStarted = true;
        this.callPull();
      }, (reason) => this.fail(reason));
    }

    forget() {
      this.pullAlgorithm = undefined;
      this.cancelAlgorithm = undefined;
    }

    callPull() {
      if (!this.shouldPull()) return;
      if (this.isPulling) {
        this.pullsAgain = true;
        return;
      }
      this.isPulling = true;
      upon(this.pullAlgorithm(this.object), () => {
        this.isPulling = false;
        if (!this.pullsAgain) return;
        this.pullsAgain = false;
        this.callPull();
      }, (reason) => this.fail(reason));
    }

    desiredSize() {
      const { state } = this.stream;
      return state === "errored" ? null : state === "closed" ? 0 : this.highWaterMark - this.total;
    }
  }

  class DefaultController extends Controller {
    queue = new SizedQueue();
    size;

    // One that is not written would ask for the page's iterator of Arrays.
    constructor() { super(); }

    get total() { return this.queue.total; }
    mayEnqueue() { return !this.isCloseRequested && this.stream.state === "readable"; }

    shouldPull() {
      const { stream } = this;
      if (!this.mayEnqueue() || !this.isStarted) return false;
      return (isLocked(stream) && waiting(stream) > 0) || this.desiredSize() > 0;
    }

    forget() {
      super.forget();
      this.size = undefined;
    }

    close() {
      if (!this.mayEnqueue()) return;
      this.isCloseRequested = true;
      if (this.queue.length > 0) return;
      this.forget();
      close(this.stream);
    }

    enqueue(chunk) {
      if (!this.mayEnqueue()) return;
      const { stream } = this;
      if (isLocked(stream) && waiting(stream) > 0) {
        fulfill(stream, chunk, false);
      } else {
        try {
          this.queue.put(chunk, this.size(chunk));
        } catch (thrown) {
          this.fail(thrown);
          throw thrown;
        }
      }
      this.callPull();
    }

    fail(reason) {
      if (this.stream.state !== "readable") return;
      this.queue.clear();
      this.forget();
      fail(this.stream, reason);
    }

    cancel(reason) {
      this.queue.clear();
      const result = this.cancelAlgorithm(reason);
      this.forget();
      return result;
    }

    pull(request) {
      const { stream } = this;
      if (this.queue.length === 0) {
        stream.reader.requests.put(request);
        return this.callPull();
      }
      const chunk = this.queue.take();
      if (this.isCloseRequested && this.queue.length === 0) {
        this.forget();
        close(stream);
      } else {
        this.callPull();
      }
      return request.chunk(chunk);
    }

    release() {}
  }

  class ReadableStreamDefaultController {
    constructor() { throw new TypeError("Illegal constructor"); }
    get desiredSize() { return ControllerState.of(this).desiredSize(); }
    close() {
      const controller = ControllerState.of(this);
      if (!controller.mayEnqueue()) throw new TypeError("The stream is not in a state that permits close.");
      controller.close();
    }
    enqueue(chunk = undefined) {
      const controller = ControllerState.of(this);
      if (!controller.mayEnqueue()) throw new TypeError("The stream is not in a state that permits enqueue.");
      controller.enqueue(chunk);
    }
    error(error = undefined) { ControllerState.of(this).fail(error); }
  }

  /** `source`: start, pull, cancel, which give promises (start: anything), highWaterMark, size. */
  function setUp(stream, source) {
    const controller = new DefaultController();
    controller.object = core.ObjectCreate(ReadableStreamDefaultController.prototype);
    new ControllerState(controller.object, controller);
    controller.size = source.size ?? (() => 1);
    controller.begin(stream, source);
    return controller;
  }

  // MARK: Readers. https://streams.spec.whatwg.org/#rs-reader-abstract-ops

  class Reader {
    stream = null;
    closed = null;
    isBYOB = false;
    requests = new Queue();
  }

  function acquire(stream, reader) {
    if (isLocked(stream)) throw new TypeError("The stream is locked to a reader.");
    reader.stream = stream;
    stream.reader = reader;
    reader.closed = stream.state === "readable" ? new Deferred()
      : stream.state === "closed" ? settled(undefined) : failed(stream.error);
    return reader;
  }

  function release(reader) {
    const { stream } = reader;
    const reason = new TypeError("The reader has been released.");
    if (stream.state === "readable") reader.closed.reject(reason);
    else reader.closed = failed(reason);
    streams.handled(reader.closed.promise);
    stream.controller.release();
    stream.reader = null;
    reader.stream = null;
    failRequests(reader, new TypeError("The reader has been released."));
  }

  function read(reader, request) {
    const { stream } = reader;
    stream.isDisturbed = true;
    if (stream.state === "closed") request.close();
    else if (stream.state === "errored") request.error(stream.error);
    else stream.controller.pull(request);
  }

  /** A request whose outcome is a promise of `{value, done}`. */
  function promiseRequest(deferred) {
    return {
      __proto__: null,
      chunk: (value) => deferred.resolve({ value, done: false }),
      close: (value) => deferred.resolve({ value, done: true }),
      error: deferred.reject,
    };
  }

  const releasedError = () => new TypeError("The reader has been released.");
  const readerMembers = (State) => ({
    get closed() {
      try {
        return State.of(this).closed.promise;
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    },
    cancel(reason = undefined) {
      return guard(() => {
        const { stream } = State.of(this);
        if (stream === null) throw releasedError();
        return cancel(stream, reason);
      });
    },
    releaseLock() {
      const reader = State.of(this);
      if (reader.stream !== null) release(reader);
    },
  });

  class ReadableStreamDefaultReader {
    constructor(stream) {
      core.requireArguments(arguments.length, 1);
      core.convertInterface(stream, StreamState.has, "ReadableStream");
      new ReaderState(this, acquire(StreamState.of(stream), new Reader()));
    }
    read() {
      return guard(() => {
        const reader = ReaderState.of(this);
        if (reader.stream === null) throw releasedError();
        const result = new Deferred();
        read(reader, promiseRequest(result));
        return result.promise;
      });
    }
  }
  core.mixin(ReadableStreamDefaultReader, readerMembers(ReaderState));

  // MARK: ReadableStream. https://streams.spec.whatwg.org/#rs-class

  const sourceType = list("bytes");
  const readerMode = list("byob");

  /** https://streams.spec.whatwg.org/#dictdef-underlyingsource, in the order of its members' names. */
  function convertSource(source) {
    const size = core.member(source, "autoAllocateChunkSize", (value) => core.enforceRange(value, 0, 9007199254740991));
    const cancelled = core.member(source, "cancel", core.convertCallback);
    const pull = core.member(source, "pull", core.convertCallback);
    const start = core.member(source, "start", core.convertCallback);
    const type = core.member(source, "type", (value) => core.enumeration(value, sourceType));
    return {
      __proto__: null, autoAllocateChunkSize: size, type,
      start: (controller) => (start === undefined ? undefined : call(start, source, controller)),
      pull: pull === undefined ? () => core.PromiseResolve(undefined) : streams.method(source, pull),
      cancel: cancelled === undefined ? () => core.PromiseResolve(undefined) : streams.method(source, cancelled),
    };
  }

  const flag = (options, name) => core.member(options, name, core.boolean, false);

  function convertPipeOptions(value) {
    const options = core.dictionary(value);
    const preventAbort = flag(options, "preventAbort"), preventCancel = flag(options, "preventCancel");
    const preventClose = flag(options, "preventClose");
    const signal = core.member(options, "signal",
      (signal) => core.convertInterface(signal, core.isAbortSignal, "AbortSignal"), null);
    return { __proto__: null, preventAbort, preventCancel, preventClose, signal };
  }

  const lockedError = () => new TypeError("The stream is locked.");

  class ReadableStream {
    constructor(source = undefined, strategy = undefined) {
      if (source !== undefined) core.object(source);
      strategy = streams.convertStrategy(strategy);
      const stream = new Readable();
      const underlying = convertSource(source ?? core.dictionary(undefined));
      stream.object = this;
      new StreamState(this, stream);
      if (underlying.type === "bytes") {
        if (strategy.size !== undefined) throw new core.RangeError("A byte stream's strategy has no size function.");
        underlying.highWaterMark = streams.highWaterMarkOf(strategy, 0);
        core.load("byte-stream.js");
        streams.setUpBytes(stream, underlying);
      } else {
        underlying.size = streams.sizeOf(strategy);
        underlying.highWaterMark = streams.highWaterMarkOf(strategy, 1);
        setUp(stream, underlying);
      }
    }
    static from(iterable) {
      core.requireArguments(arguments.length, 1);
      core.load("stream-iterating.js");
      return streams.fromIterable(iterable);
    }
    get locked() { return isLocked(StreamState.of(this)); }
    cancel(reason = undefined) {
      return guard(() => {
        const stream = StreamState.of(this);
        if (isLocked(stream)) throw lockedError();
        return cancel(stream, reason);
      });
    }
    getReader(options = undefined) {
      StreamState.of(this);
      const mode = core.member(core.dictionary(options), "mode", (value) => core.enumeration(value, readerMode));
      if (mode === undefined) return new ReadableStreamDefaultReader(this);
      core.load("byte-stream.js");
      return new streams.BYOBReader(this);
    }
    pipeThrough(transform, options = undefined) {
      const stream = StreamState.of(this);
      core.requireArguments(arguments.length, 1);
      core.load("stream-piping.js");
      const pair = core.dictionary(transform);
      const readable = core.convertInterface(pair.readable, StreamState.has, "ReadableStream");
      const writable = core.convertInterface(pair.writable, streams.isWritableStream, "WritableStream");
      options = convertPipeOptions(options);
      if (isLocked(stream) || streams.isWritableLocked(streams.writableOf(writable))) throw lockedError();
      streams.handled(streams.pipe(stream, streams.writableOf(writable), options));
      return readable;
    }
    pipeTo(destination, options = undefined) {
      return guard(() => {
        const stream = StreamState.of(this);
        core.requireArguments(arguments.length, 1);
        core.load("stream-piping.js");
        core.convertInterface(destination, streams.isWritableStream, "WritableStream");
        options = convertPipeOptions(options);
        if (isLocked(stream) || streams.isWritableLocked(streams.writableOf(destination))) throw lockedError();
        return streams.pipe(stream, streams.writableOf(destination), options);
      });
    }
    tee() {
      const stream = StreamState.of(this);
      core.load("stream-teeing.js");
      const branches = streams.tee(stream, false);
      return [branches[0].object, branches[1].object];
    }
    values(options = undefined) {
      StreamState.of(this);
      const preventCancel = flag(core.dictionary(options), "preventCancel");
      core.load("stream-iterating.js");
      return streams.iterate(acquire(StreamState.of(this), new Reader()), preventCancel);
    }
  }
  core.define({ ReadableStream, ReadableStreamDefaultReader, ReadableStreamDefaultController });
  core.ReflectDefineProperty(ReadableStream.prototype, core.SymbolAsyncIterator,
    { __proto__: null, value: ReadableStream.prototype.values, writable: true, enumerable: false, configurable: true });

  // MARK: Streams of our own

  /** A stream without a controller, which `setUpOwn` gives it. */
  function allocate() {
    const stream = new Readable();
    stream.object = core.ObjectCreate(ReadableStream.prototype);
    new StreamState(stream.object, stream);
    return stream;
  }

  /** `source` as in `setUp`; with `isBytes` its controller's `enqueue` takes views. */
  function setUpOwn(stream, source, isBytes = false) {
    const whole = {
      __proto__: null, start: streams.nothing, pull: () => core.PromiseResolve(undefined),
      cancel: () => core.PromiseResolve(undefined), highWaterMark: isBytes ? 0 : 1,
    };
    const keys = core.ReflectOwnKeys(source);
    for (let index = 0; index < keys.length; index += 1) whole[keys[index]] = source[keys[index]];
    if (isBytes) {
      core.load("byte-stream.js");
      streams.setUpBytes(stream, whole);
    } else {
      setUp(stream, whole);
    }
    return stream;
  }

  core.isReadableStream = StreamState.has;
  streams.readableOf = StreamState.of;
  streams.allocateReadable = allocate;
  streams.setUpReadable = setUpOwn;
  streams.makeReadable = (source, isBytes = false) => setUpOwn(allocate(), source, isBytes);
  streams.readerMembers = readerMembers;
  streams.promiseRequest = promiseRequest;
  streams.releasedError = releasedError;
  streams.Reader = Reader;
  streams.Controller = Controller;
  streams.acquireReader = (stream) => acquire(stream, new Reader());
  streams.attachReader = acquire;
  streams.releaseReader = release;
  streams.read = read;
  streams.cancel = cancel;
  streams.isReadableLocked = isLocked;
  streams.closeReadable = close;
  streams.failReadable = fail;
  streams.fulfill = fulfill;
  streams.waiting = waiting;
})
