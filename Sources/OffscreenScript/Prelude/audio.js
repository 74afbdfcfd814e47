// Audio contexts, which stay suspended: nobody has touched the page, so nothing sounds and their time stands still.
// https://webaudio.github.io/web-audio-api/
//
// Not implemented: decoding files, `OfflineAudioContext`, worklets. Nodes are what scripts make of them; no sound is computed.
(function (core) {
  "use strict";
  const { error, list, put, TypeError } = core;
  const Float32Array = core.viewConstructors.Float32Array;

  const sampleRate = 44_100, mostFrames = 64 * 1024 * 1024, mostChannels = 32;
  const largest = 3.4028234663852886e38;
  const long = (value) => core.enforceRange(value, 0, 4294967295);
  const notSupported = (what) => { throw error("NotSupportedError", what); };

  // MARK: Parameters. https://webaudio.github.io/web-audio-api/#AudioParam

  const Params = core.brand();
  const rates = list("a-rate", "k-rate");
  const time = (value) => {
    value = core.double(value);
    if (value < 0) throw new core.RangeError("A time is not negative.");
    return value;
  };

  class AudioParam {
    constructor() { throw new TypeError("Illegal constructor"); }
    get value() { return Params.of(this).value; }
    set value(value) {
      const param = Params.of(this);
      param.value = core.MathMin(core.MathMax(core.float(value), param.least), param.most);
    }
    get automationRate() { return Params.of(this).rate; }
    set automationRate(value) {
      const param = Params.of(this);
      if (core.ArrayIndexOf(rates, core.string(value)) >= 0) param.rate = core.string(value);
    }
    get defaultValue() { return Params.of(this).initial; }
    get minValue() { return Params.of(this).least; }
    get maxValue() { return Params.of(this).most; }
    setValueAtTime(value, startTime) { return schedule(this, arguments.length, value, startTime); }
    linearRampToValueAtTime(value, endTime) { return schedule(this, arguments.length, value, endTime); }
    exponentialRampToValueAtTime(value, endTime) {
      if (core.float(value) === 0) throw new core.RangeError("An exponential ramp does not end at zero.");
      return schedule(this, arguments.length, value, endTime);
    }
    setTargetAtTime(target, startTime, timeConstant) {
      core.requireArguments(arguments.length, 3);
      time(timeConstant);
      return schedule(this, arguments.length, target, startTime);
    }
    setValueCurveAtTime(values, startTime, duration) {
      core.requireArguments(arguments.length, 3);
      const points = core.sequence(values, core.float);
      if (points.length < 2) throw error("InvalidStateError", "A curve has at least two values.");
      if (core.double(duration) <= 0) throw new core.RangeError("A curve takes some time.");
      return schedule(this, arguments.length, points[0], startTime);
    }
    cancelScheduledValues(cancelTime) { return schedule(this, arguments.length + 1, 0, cancelTime); }
    cancelAndHoldAtTime(cancelTime) { return schedule(this, arguments.length + 1, 0, cancelTime); }
  }

  /** What is to happen at a time that does not come. */
  function schedule(param, count, value, when) {
    Params.of(param);
    core.requireArguments(count, 2);
    core.float(value);
    time(when);
    return param;
  }

  /** `range`: initial value, least, most. */
  function makeParam(range, value = range[0], rate = "a-rate") {
    const param = core.ObjectCreate(AudioParam.prototype);
    new Params(param, {
      __proto__: null, value: core.fround(value), initial: core.fround(range[0]), least: core.fround(range[1]), most: core.fround(range[2]), rate,
    });
    return param;
  }

  // MARK: Buffers. https://webaudio.github.io/web-audio-api/#AudioBuffer

  const Buffers = core.brand();
  function makeBuffer(object, channels, length, rate) {
    if (channels < 1 || channels > mostChannels || length < 1 || rate < 3_000 || rate > 768_000) notSupported("The buffer is not valid.");
    if (channels * length > mostFrames) notSupported("The buffer is too long.");
    new Buffers(object, { __proto__: null, channels, length, rate, data: list() });
    return object;
  }
  function channelOf(buffer, number) {
    number = long(number);
    if (number >= buffer.channels) throw error("IndexSizeError", "There is no such channel.");
    while (buffer.data.length < buffer.channels) put(buffer.data, undefined);
    return (buffer.data[number] = buffer.data[number] ?? new Float32Array(buffer.length));
  }
  const isFloats = (value) => core.ArrayBufferIsView(value) && core.TypedArrayKind(value) === "Float32Array";
  const floats = (value) => core.convertInterface(value, isFloats, "Float32Array");

  class AudioBuffer {
    constructor(options) {
      core.requireArguments(arguments.length, 1);
      options = core.dictionary(options);
      const length = core.member(options, "length", long), rate = core.member(options, "sampleRate", core.float);
      if (length === undefined || rate === undefined) throw new TypeError("A buffer has a length and a sample rate.");
      makeBuffer(this, core.member(options, "numberOfChannels", long, 1), length, rate);
    }
    get sampleRate() { return Buffers.of(this).rate; }
    get length() { return Buffers.of(this).length; }
    get duration() { return Buffers.of(this).length / Buffers.of(this).rate; }
    get numberOfChannels() { return Buffers.of(this).channels; }
    getChannelData(channel) {
      const buffer = Buffers.of(this);
      core.requireArguments(arguments.length, 1);
      return channelOf(buffer, channel);
    }
    copyFromChannel(destination, channel, start = 0) {
      const buffer = Buffers.of(this);
      core.requireArguments(arguments.length, 2);
      copy(channelOf(buffer, channel), core.unsignedLong(start), floats(destination), 0);
    }
    copyToChannel(source, channel, start = 0) {
      const buffer = Buffers.of(this);
      core.requireArguments(arguments.length, 2);
      copy(floats(source), 0, channelOf(buffer, channel), core.unsignedLong(start));
    }
  }
  function copy(source, from, target, to) {
    const count = core.MathMin(core.TypedArrayLength(source) - from, core.TypedArrayLength(target) - to);
    for (let index = 0; index < count; index += 1) target[to + index] = source[from + index];
  }

  // MARK: Nodes. https://webaudio.github.io/web-audio-api/#AudioNode

  const Nodes = core.brand();
  const modes = list("max", "clamped-max", "explicit"), interpretations = list("speakers", "discrete");

  class AudioNode extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get context() { return Nodes.of(this).context; }
    get numberOfInputs() { return Nodes.of(this).inputs; }
    get numberOfOutputs() { return Nodes.of(this).outputs; }
    get channelCount() { return Nodes.of(this).channelCount; }
    set channelCount(value) {
      value = core.unsignedLong(value);
      if (value < 1 || value > mostChannels) notSupported("The number of channels is not valid.");
      Nodes.of(this).channelCount = value;
    }
    get channelCountMode() { return Nodes.of(this).channelCountMode; }
    set channelCountMode(value) {
      const node = Nodes.of(this);
      if (core.ArrayIndexOf(modes, core.string(value)) >= 0) node.channelCountMode = core.string(value);
    }
    get channelInterpretation() { return Nodes.of(this).channelInterpretation; }
    set channelInterpretation(value) {
      const node = Nodes.of(this);
      if (core.ArrayIndexOf(interpretations, core.string(value)) >= 0) node.channelInterpretation = core.string(value);
    }
    connect(destination, output = 0, input = 0) {
      const node = Nodes.of(this);
      core.requireArguments(arguments.length, 1);
      if (core.unsignedLong(output) >= node.outputs) throw error("IndexSizeError", "There is no such output.");
      if (Params.has(destination)) return undefined;
      const other = Nodes.of(core.convertInterface(destination, Nodes.has, "AudioNode"));
      if (core.unsignedLong(input) >= other.inputs) throw error("IndexSizeError", "There is no such input.");
      if (other.context !== node.context) throw error("InvalidAccessError", "The nodes are of different contexts.");
      if (core.ArrayIndexOf(node.targets, destination) < 0) put(node.targets, destination);
      return destination;
    }
    disconnect(destination = undefined) {
      const node = Nodes.of(this);
      if (destination === undefined || typeof destination === "number") {
        node.targets = list();
        return;
      }
      if (Params.has(destination)) return;
      const place = core.ArrayIndexOf(node.targets, core.convertInterface(destination, Nodes.has, "AudioNode"));
      if (place < 0) throw error("InvalidAccessError", "The nodes are not connected.");
      core.ArraySplice(node.targets, place, 1);
    }
  }

  class AudioScheduledSourceNode extends AudioNode {
    constructor() { super(); }
    start(when = 0) {
      const node = Nodes.of(this);
      time(when);
      if (node.isStarted) throw error("InvalidStateError", "The source has been started.");
      node.isStarted = true;
    }
    stop(when = 0) {
      const node = Nodes.of(this);
      time(when);
      if (!node.isStarted) throw error("InvalidStateError", "The source has not been started.");
    }
  }
  core.eventHandlers(AudioScheduledSourceNode, ["ended"]);

  const any = [0, -largest, largest], fromZero = [0, 0, largest], one = [1, -largest, largest], detune = [0, -153600, 153600];
  const nullable = (convert) => (value) => core.nullable(value, convert);
  const choice = function () {
    const values = core.ArraySlice(arguments);
    return (value, before) => (core.ArrayIndexOf(values, core.string(value)) >= 0 ? core.string(value) : before);
  };
  const curve = nullable((value) => (isFloats(value) ? value : new Float32Array(core.sequence(value, core.float))));
  const fftSize = (value) => {
    value = core.unsignedLong(value);
    if (value < 32 || value > 32768 || (value & (value - 1)) !== 0) throw error("IndexSizeError", "The size is no power of two.");
    return value;
  };
  const filters = choice("lowpass", "highpass", "bandpass", "lowshelf", "highshelf", "peaking", "notch", "allpass");

  // By name: inputs, outputs, parameters, attributes with what they are at first.
  const kinds = {
    __proto__: null,
    Analyser: {
      inputs: 1, outputs: 1,
      attributes: { fftSize: [fftSize, 2048], minDecibels: [core.double, -100], maxDecibels: [core.double, -30], smoothingTimeConstant: [core.double, 0.8] },
    },
    BiquadFilter: {
      inputs: 1, outputs: 1, params: { frequency: [350, 0, 22050], detune, Q: one, gain: [0, -largest, 1541.273681640625] },
      attributes: { type: [filters, "lowpass"] },
    },
    BufferSource: {
      name: "AudioBufferSourceNode", isSource: true, inputs: 0, outputs: 1, params: { playbackRate: one, detune: any },
      attributes: {
        buffer: [nullable((value) => core.convertInterface(value, Buffers.has, "AudioBuffer")), null], loop: [core.boolean, false],
        loopStart: [core.double, 0], loopEnd: [core.double, 0],
      },
    },
    ChannelMerger: { inputs: 6, outputs: 1 },
    ChannelSplitter: { inputs: 1, outputs: 6 },
    ConstantSource: { isSource: true, inputs: 0, outputs: 1, params: { offset: one } },
    Convolver: {
      inputs: 1, outputs: 1,
      attributes: {
        buffer: [nullable((value) => core.convertInterface(value, Buffers.has, "AudioBuffer")), null], normalize: [core.boolean, true],
      },
    },
    Delay: { inputs: 1, outputs: 1, params: { delayTime: [0, 0, 180] } },
    DynamicsCompressor: {
      inputs: 1, outputs: 1,
      params: { threshold: [-24, -100, 0], knee: [30, 0, 40], ratio: [12, 1, 20], attack: [0.003, 0, 1], release: [0.25, 0, 1] },
      constants: { reduction: 0 },
    },
    Gain: { inputs: 1, outputs: 1, params: { gain: one } },
    Oscillator: {
      isSource: true, inputs: 0, outputs: 1, params: { frequency: [440, -22050, 22050], detune },
      attributes: { type: [choice("sine", "square", "sawtooth", "triangle"), "sine"] },
    },
    Panner: {
      inputs: 1, outputs: 1,
      params: { positionX: any, positionY: any, positionZ: any, orientationX: one, orientationY: any, orientationZ: any },
      attributes: {
        panningModel: [choice("equalpower", "HRTF"), "equalpower"], distanceModel: [choice("linear", "inverse", "exponential"), "inverse"],
        refDistance: [core.double, 1], maxDistance: [core.double, 10000], rolloffFactor: [core.double, 1],
        coneInnerAngle: [core.double, 360], coneOuterAngle: [core.double, 360], coneOuterGain: [core.double, 0],
      },
    },
    StereoPanner: { inputs: 1, outputs: 1, params: { pan: [0, -1, 1] } },
    WaveShaper: { inputs: 1, outputs: 1, attributes: { curve: [curve, null], oversample: [choice("none", "2x", "4x"), "none"] } },
  };

  const made = { __proto__: null };

  function addMembers(Class, kind) {
    const paramNames = core.ReflectOwnKeys(kind.params ?? {}), names = core.ReflectOwnKeys(kind.attributes ?? {});
    for (let index = 0; index < paramNames.length; index += 1) {
      const name = paramNames[index];
      core.mixin(Class, { get [name]() { return Nodes.of(this).params[name]; } });
    }
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index], convert = kind.attributes[name][0];
      core.mixin(Class, {
        get [name]() { return Nodes.of(this).attributes[name]; },
        set [name](value) {
          const { attributes } = Nodes.of(this);
          attributes[name] = convert(value, attributes[name]);
        },
      });
    }
    const constants = core.ReflectOwnKeys(kind.constants ?? {});
    for (let index = 0; index < constants.length; index += 1) {
      const value = kind.constants[constants[index]];
      core.mixin(Class, { get [constants[index]]() { Nodes.of(this); return value; } });
    }
  }

  /** Gives a node its state; `options` says what parameters and attributes are at first. */
  function begin(node, context, kind, options) {
    const fields = {
      __proto__: null, context, inputs: kind.inputs, outputs: kind.outputs, channelCount: 2, channelCountMode: "max",
      channelInterpretation: "speakers", targets: list(), isStarted: false, params: { __proto__: null }, attributes: { __proto__: null },
    };
    const paramNames = core.ReflectOwnKeys(kind.params ?? {}), names = core.ReflectOwnKeys(kind.attributes ?? {});
    for (let index = 0; index < paramNames.length; index += 1) {
      const name = paramNames[index];
      fields.params[name] = makeParam(kind.params[name], core.member(options, name, core.float));
    }
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index], convert = kind.attributes[name][0], initial = kind.attributes[name][1];
      fields.attributes[name] = core.member(options, name, (value) => convert(value, initial), initial);
    }
    new Nodes(node, fields);
    return node;
  }

  const kindNames = core.ReflectOwnKeys(kinds);
  for (let index = 0; index < kindNames.length; index += 1) {
    const kind = kinds[kindNames[index]], name = kind.name ?? `${kindNames[index]}Node`;
    const Base = kind.isSource ? AudioScheduledSourceNode : AudioNode;
    const Class = {
      [name]: class extends Base {
        constructor(context, options = undefined) {
          core.requireArguments(arguments.length, 1);
          core.convertInterface(context, Contexts.has, "BaseAudioContext");
          options = core.dictionary(options);
          const node = core.makeOwn(Base);
          core.ReflectSetPrototypeOf(node, new.target.prototype);
          return begin(node, context, kind, options);
        }
      },
    }[name];
    addMembers(Class, kind);
    made[kindNames[index]] = Class;
    core.define({ [name]: Class });
  }

  core.mixin(made.Analyser, {
    get frequencyBinCount() { return Nodes.of(this).attributes.fftSize / 2; },
    // Nothing has sounded.
    getByteFrequencyData(array) { fill(this, array, 0, "Uint8Array"); },
    getByteTimeDomainData(array) { fill(this, array, 128, "Uint8Array"); },
    getFloatFrequencyData(array) { fill(this, array, -Infinity, "Float32Array"); },
    getFloatTimeDomainData(array) { fill(this, array, 0, "Float32Array"); },
  });
  function fill(node, array, value, kind) {
    Nodes.of(node);
    core.convertInterface(array, (view) => core.ArrayBufferIsView(view) && core.TypedArrayKind(view) === kind, kind);
    core.TypedArrayFill(array, value);
  }
  core.mixin(made.Oscillator, {
    setPeriodicWave(wave) {
      const node = Nodes.of(this);
      core.convertInterface(wave, Waves.has, "PeriodicWave");
      node.attributes.type = "custom";
    },
  });
  core.mixin(made.Panner, {
    setPosition(x, y, z) { place(this, arguments, ["positionX", "positionY", "positionZ"]); },
    setOrientation(x, y, z) { place(this, arguments, ["orientationX", "orientationY", "orientationZ"]); },
  });
  function place(node, values, names) {
    const { params } = Nodes.of(node);
    core.requireArguments(values.length, 3);
    for (let index = 0; index < 3; index += 1) params[names[index]].value = values[index];
  }

  const Waves = core.brand();
  class PeriodicWave {
    constructor(context, options = undefined) {
      core.requireArguments(arguments.length, 1);
      core.convertInterface(context, Contexts.has, "BaseAudioContext");
      options = core.dictionary(options);
      const numbers = (value) => core.sequence(value, core.float);
      const real = core.member(options, "real", numbers), imaginary = core.member(options, "imag", numbers);
      if (real !== undefined && imaginary !== undefined && real.length !== imaginary.length) {
        throw error("IndexSizeError", "The parts have different lengths.");
      }
      new Waves(this);
    }
  }

  class AudioDestinationNode extends AudioNode {
    constructor() { super(); }
    get maxChannelCount() { Nodes.of(this); return 2; }
  }

  const Listeners = core.brand();
  class AudioListener {
    constructor() { throw new TypeError("Illegal constructor"); }
    setPosition(x, y, z) { turn(this, arguments, ["positionX", "positionY", "positionZ"]); }
    setOrientation(x, y, z, xUp, yUp, zUp) {
      turn(this, arguments, ["forwardX", "forwardY", "forwardZ", "upX", "upY", "upZ"]);
    }
  }
  const directions = { __proto__: null, positionX: any, positionY: any, positionZ: any, forwardX: any, forwardY: any,
    forwardZ: [-1, -largest, largest], upX: any, upY: one, upZ: any };
  const directionNames = core.ReflectOwnKeys(directions);
  for (let index = 0; index < directionNames.length; index += 1) {
    const name = directionNames[index];
    core.mixin(AudioListener, { get [name]() { return Listeners.of(this)[name]; } });
  }
  function turn(listener, values, names) {
    const params = Listeners.of(listener);
    core.requireArguments(values.length, names.length);
    for (let index = 0; index < names.length; index += 1) params[names[index]].value = values[index];
  }

  // MARK: Contexts. https://webaudio.github.io/web-audio-api/#AudioContext

  const Contexts = core.brand();
  class BaseAudioContext extends core.EventTarget {
    constructor() {
      core.requireOwn();
      super();
    }
    get destination() { return Contexts.of(this).destination; }
    get sampleRate() { return Contexts.of(this).rate; }
    get currentTime() { Contexts.of(this); return 0; }
    get listener() { return Contexts.of(this).listener; }
    get state() { return Contexts.of(this).state; }
    createBuffer(channels, length, rate) {
      Contexts.of(this);
      core.requireArguments(arguments.length, 3);
      return makeBuffer(core.ObjectCreate(AudioBuffer.prototype), long(channels), long(length), core.float(rate));
    }
    createPeriodicWave(real, imag) {
      core.requireArguments(arguments.length, 2);
      return new PeriodicWave(this, { __proto__: null, real, imag });
    }
    decodeAudioData(data, success = undefined, failure = undefined) {
      try {
        Contexts.of(this);
        core.requireArguments(arguments.length, 1);
        core.load("bytes.js");
        if (!core.isObject(data) || !core.isArrayBuffer(data)) throw new TypeError("The data is no ArrayBuffer.");
        success = core.nullable(success, core.convertCallback);
        failure = core.nullable(failure, core.convertCallback);
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
      if (core.ArrayBufferDetached(data)) return core.PromiseReject(error("DataCloneError", "The data is detached."));
      core.ArrayBufferTransfer(data);
      const reason = error("EncodingError", "Unable to decode audio data");
      if (failure !== null) core.queueTask(() => core.callAndReport(failure, undefined, list(reason)));
      return core.PromiseReject(reason);
    }
  }
  core.eventHandlers(BaseAudioContext, ["statechange"]);
  for (let index = 0; index < kindNames.length; index += 1) {
    const kind = kindNames[index], method = `create${kind}`;
    core.mixin(BaseAudioContext, {
      [method]() {
        Contexts.of(this);
        return new made[kind](this);
      },
    });
  }

  class AudioContext extends BaseAudioContext {
    constructor(options = undefined) {
      options = core.dictionary(options);
      const rate = core.member(options, "sampleRate", core.float, sampleRate);
      if (rate < 3_000 || rate > 768_000) notSupported("The sample rate is not valid.");
      const context = core.makeOwn(BaseAudioContext);
      core.ReflectSetPrototypeOf(context, new.target.prototype);
      const listener = core.ObjectCreate(AudioListener.prototype), params = { __proto__: null };
      for (let index = 0; index < directionNames.length; index += 1) params[directionNames[index]] = makeParam(directions[directionNames[index]]);
      new Listeners(listener, params);
      const destination = begin(core.makeOwn(AudioDestinationNode), context, { inputs: 1, outputs: 1 }, core.dictionary(undefined));
      new Contexts(context, { __proto__: null, destination, rate, listener, state: "suspended" });
      return context;
    }
    get baseLatency() { Contexts.of(this); return 0.01; }
    get outputLatency() { Contexts.of(this); return 0; }
    getOutputTimestamp() {
      Contexts.of(this);
      return { contextTime: 0, performanceTime: 0 };
    }
    /** It would begin once a user touches the page: until then nobody is answered. */
    resume() {
      try {
        if (Contexts.of(this).state === "closed") throw error("InvalidStateError", "The context is closed.");
        return new core.Promise(() => {});
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    suspend() {
      try {
        if (Contexts.of(this).state === "closed") throw error("InvalidStateError", "The context is closed.");
        return core.PromiseResolve(undefined);
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    close() {
      try {
        const context = Contexts.of(this);
        if (context.state === "closed") throw error("InvalidStateError", "The context is closed.");
        context.state = "closed";
        core.queueTask(() => core.fire(this, "statechange"));
        return core.PromiseResolve(undefined);
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
  }

  core.define({
    AudioParam, AudioBuffer, AudioNode, AudioScheduledSourceNode, AudioDestinationNode, AudioListener, PeriodicWave, BaseAudioContext,
    AudioContext,
  });
})
