// What canvases are painted with, and what they give: gradients, patterns, colours, pixels, measures of text.
// https://html.spec.whatwg.org/multipage/canvas.html#fill-and-stroke-styles
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, NumberIsFinite, TypeError, Uint8ClampedArray } = core;
  core.load("canvas-recorder.js");
  core.load("canvas-path.js");
  core.load("bytes.js");
  const recorder = core.recorder, { add, begin } = recorder, { Matrix, toMatrix } = core.canvasPaths;

  // MARK: Colours

  const colors = new SafeMap();
  const mostColors = 4096;
  // Three of sRGB, and from `WIDE` on three of Display P3.
  const RED = 0, GREEN = 1, BLUE = 2, ALPHA = 3, TEXT = 4, IS_RELATIVE = 5, WIDE = 6;

  /** The parts of a colour and its serialized text; null where it is not valid. */
  function parseColor(text, element) {
    const known = colors.get(text);
    if (known !== undefined) return known;
    const color = native.drawingColor(text, element);
    if (color !== null && color[IS_RELATIVE]) return color;
    if (colors.size >= mostColors) colors.clear();
    colors.set(text, color);
    return color;
  }

  function addColor(color, isWide) {
    const first = isWide ? WIDE : RED;
    add(color[first]);
    add(color[first + 1]);
    add(color[first + 2]);
    add(color[ALPHA]);
  }

  // MARK: Gradients

  const Gradient = core.brand();

  class CanvasGradient {
    constructor() { throw new TypeError("Illegal constructor"); }
    addColorStop(offset, color) {
      const gradient = Gradient.of(this);
      core.requireArguments(arguments.length, 2);
      offset = core.double(offset);
      color = core.string(color);
      if (!(offset >= 0 && offset <= 1)) throw error("IndexSizeError", "The offset is not between 0 and 1.");
      const parsed = parseColor(color, -1);
      if (parsed === null) throw error("SyntaxError", "The colour is not valid.");
      // In order; those of one place as they came.
      const stops = gradient.stops;
      let place = stops.length;
      while (place > 0 && stops[place - 1].offset > offset) place -= 1;
      core.ArraySplice(stops, place, 0, { __proto__: null, offset, color: parsed });
      gradient.version += 1;
    }
  }

  function makeGradient(kind, numbers) {
    const gradient = core.ObjectCreate(CanvasGradient.prototype);
    new Gradient(gradient, { __proto__: null, kind, numbers, stops: core.list(), version: 0 });
    return gradient;
  }

  function recordGradient(surface, instruction, gradient, isWide) {
    const { kind, numbers, stops } = gradient;
    begin(surface, instruction, 8 + 5 * stops.length);
    add(kind);
    for (let index = 0; index < 6; index += 1) add(numbers[index] ?? 0);
    add(stops.length);
    for (let index = 0; index < stops.length; index += 1) {
      add(stops[index].offset);
      addColor(stops[index].color, isWide);
    }
  }

  // MARK: Patterns

  const Pattern = core.brand();

  class CanvasPattern {
    constructor() { throw new TypeError("Illegal constructor"); }
    setTransform(transform = undefined) {
      const pattern = Pattern.of(this);
      const matrix = toMatrix(transform);
      if (!NumberIsFinite(matrix.a + matrix.b + matrix.c + matrix.d + matrix.e + matrix.f)) return;
      pattern.matrix = matrix;
      pattern.version += 1;
    }
  }

  /** `makeNumber` gives the number of its picture, whose lifetime is that of its first argument. */
  function makePattern(repetition, isForeign, makeNumber) {
    const pattern = core.ObjectCreate(CanvasPattern.prototype);
    const fields = {
      __proto__: null, number: 0, repeatsX: repetition === "repeat" || repetition === "repeat-x",
      repeatsY: repetition === "repeat" || repetition === "repeat-y", matrix: new Matrix(), isForeign, version: 0,
    };
    fields.number = makeNumber(fields);
    new Pattern(pattern, fields);
    return pattern;
  }

  function recordPattern(surface, instruction, pattern) {
    const m = pattern.matrix;
    begin(surface, instruction, 9);
    add(pattern.number);
    add(pattern.repeatsX ? 1 : 0);
    add(pattern.repeatsY ? 1 : 0);
    add(m.a);
    add(m.b);
    add(m.c);
    add(m.d);
    add(m.e);
    add(m.f);
  }

  // MARK: ImageData. https://html.spec.whatwg.org/multipage/canvas.html#imagedata

  const spaces = core.list("srgb", "display-p3"), formats = core.list("rgba-unorm8", "rgba-float16");
  const toSpace = (value) => core.enumeration(value, spaces), toFormat = (value) => core.enumeration(value, formats);
  const mostPixels = 1 << 26;
  const Data = core.sharedBrand("ImageData", "canvas-styles.js");

  const settingsOf = (settings) => {
    settings = core.dictionary(settings);
    return {
      __proto__: null, colorSpace: core.member(settings, "colorSpace", toSpace, undefined),
      pixelFormat: core.member(settings, "pixelFormat", toFormat, "rgba-unorm8"),
    };
  };

  class ImageData {
    constructor(width, height, settings = undefined) {
      core.requireArguments(arguments.length, 2);
      const kind = core.isObject(width) && core.ArrayBufferIsView(width) ? core.TypedArrayKind(width) : "";
      if (kind === "Uint8ClampedArray" || kind === "Float16Array") {
        return fromArray(this, kind, width, height, arguments[2], arguments[3]);
      }
      width = core.unsignedLong(width);
      height = core.unsignedLong(height);
      const { colorSpace, pixelFormat } = settingsOf(settings);
      if (width === 0 || height === 0) throw error("IndexSizeError", "There are no pixels.");
      new Data(this, fieldsOf(width, height, colorSpace ?? "srgb", pixelFormat, null));
    }
    get width() { return Data.of(this).width; }
    get height() { return Data.of(this).height; }
    get data() { return Data.of(this).data; }
    get colorSpace() { return Data.of(this).colorSpace; }
    get pixelFormat() { return Data.of(this).pixelFormat; }
  }

  function fieldsOf(width, height, colorSpace, pixelFormat, data) {
    if (data === null) {
      if (width * height > mostPixels) throw new core.RangeError("There are too many pixels.");
      data = pixelFormat === "rgba-float16" ? new core.Float16Array(4 * width * height) : new Uint8ClampedArray(4 * width * height);
    }
    return { __proto__: null, width, height, colorSpace, pixelFormat, data };
  }

  function fromArray(object, kind, data, width, height, settings) {
    width = core.unsignedLong(width);
    if (height !== undefined) height = core.unsignedLong(height);
    const { colorSpace, pixelFormat } = settingsOf(settings);
    const format = kind === "Float16Array" ? "rgba-float16" : "rgba-unorm8";
    const length = core.TypedArrayLength(data);
    if (length === 0 || length % 4 !== 0) throw error("InvalidStateError", "The array's length is not that of whole pixels.");
    if (width === 0 || (length / 4) % width !== 0) throw error("IndexSizeError", "The array is not one of whole rows.");
    if (height !== undefined && height !== length / 4 / width) throw error("IndexSizeError", "The array has another height.");
    if (pixelFormat !== format) {
      throw error("InvalidStateError", "The array is of another format.");
    }
    new Data(object, fieldsOf(width, length / 4 / width, colorSpace ?? "srgb", format, data));
    return object;
  }

  function makeImageData(width, height, colorSpace, pixelFormat = "rgba-unorm8", data = null) {
    const fields = fieldsOf(width, height, colorSpace, pixelFormat, data);
    const object = core.ObjectCreate(ImageData.prototype);
    new Data(object, fields);
    return object;
  }

  /** The pixels of an ImageData as bytes. */
  function bytesOf(fields) {
    const floats = fields.data, length = 4 * fields.width * fields.height;
    if (core.TypedArrayLength(floats) < length) throw error("InvalidStateError", "The pixels are gone.");
    if (fields.pixelFormat !== "rgba-float16") return floats;
    const bytes = new Uint8ClampedArray(length);
    for (let index = 0; index < length; index += 1) bytes[index] = floats[index] * 255;
    return bytes;
  }

  /** An ImageData of bytes in its colour space. */
  function imageDataFrom(bytes, width, height, colorSpace, pixelFormat) {
    let data = new Uint8ClampedArray(core.TypedArrayBuffer(bytes));
    if (pixelFormat === "rgba-float16") {
      const whole = data, length = 4 * width * height;
      data = new core.Float16Array(length);
      for (let index = 0; index < length; index += 1) data[index] = whole[index] / 255;
    }
    return makeImageData(width, height, colorSpace, pixelFormat, data);
  }

  const isWide = (colorSpace) => colorSpace === "display-p3";

  core.serializers = core.serializers ?? core.list();
  put(core.serializers, function (value, clone) {
    if (!Data.has(value)) return undefined;
    const { width, height, colorSpace, pixelFormat, data } = Data.of(value);
    return makeImageData(width, height, colorSpace, pixelFormat, clone(data));
  });

  // MARK: TextMetrics

  const Metrics = core.brand();

  class TextMetrics {
    constructor() { throw new TypeError("Illegal constructor"); }
  }
  const measures = core.list("width", "actualBoundingBoxLeft", "actualBoundingBoxRight", "fontBoundingBoxAscent",
    "fontBoundingBoxDescent", "actualBoundingBoxAscent", "actualBoundingBoxDescent", "emHeightAscent", "emHeightDescent",
    "hangingBaseline", "alphabeticBaseline", "ideographicBaseline");
  for (let index = 0; index < measures.length; index += 1) {
    const name = measures[index], at = index;
    core.mixin(TextMetrics, { get [name]() { return Metrics.of(this)[at]; } });
  }

  function makeTextMetrics(numbers) {
    const metrics = core.ObjectCreate(TextMetrics.prototype);
    new Metrics(metrics, numbers);
    return metrics;
  }

  core.define({ CanvasGradient, CanvasPattern, ImageData, TextMetrics });
  core.canvasStyles = {
    __proto__: null, TEXT, addColor, isWide, parseColor, isGradient: Gradient.has, gradientOf: Gradient.of, makeGradient,
    recordGradient, isPattern: Pattern.has, patternOf: Pattern.of, makePattern, recordPattern, isImageData: Data.has,
    dataOf: Data.of, settingsOf, toSpace, makeImageData, bytesOf, imageDataFrom, makeTextMetrics, mostPixels,
  };
})
