// Canvases without an element, and pictures in memory: `canvas-element.js` has the elements, which workers have none of.
// https://html.spec.whatwg.org/multipage/canvas.html
(function (core) {
  "use strict";
  const { native, put, error, TypeError } = core;
  core.load("canvas-recorder.js");
  core.load("clone.js");
  const { begin, add, flush, number, close } = core.recorder;

  // MARK: What a canvas is

  /** `element`: which it is, or -1. `shower`: the element that shows it. */
  const makeCanvas = (object, element, width, height, shower = element) => ({
    __proto__: null, object, element, shower, width, height, number: 0, mode: "none", context: null, isForeign: false, reset: null,
    type: "", space,
  });
  // Whose surfaces and pictures the numbers are: a window's with its workers.
  const space = native.drawingSpace();

  function open(canvas, hasAlpha, isWide = false) {
    if (canvas.number !== 0) return;
    canvas.number = number(canvas.shower < 0 ? canvas.object : undefined);
    flush();
    native.openDrawing(canvas.number, canvas.width, canvas.height, hasAlpha, canvas.shower, isWide);
  }

  /** https://html.spec.whatwg.org/multipage/canvas.html#set-bitmap-dimensions */
  function resize(canvas, width, height) {
    canvas.width = width;
    canvas.height = height;
    canvas.isForeign = false;
    if (canvas.reset !== null) {
      canvas.reset();
    } else if (canvas.number !== 0) {
      begin(canvas.number, core.recorder.kinds.RESET, 2);
      add(width);
      add(height);
    }
    // Layout asks how large it is.
    if (canvas.shower >= 0) flush();
  }

  function requireHere(canvas) {
    if (canvas.mode !== "none") throw error("InvalidStateError", "The canvas has been transferred.");
  }

  const contextTypes = core.list("2d", "bitmaprenderer", "webgl", "webgl2", "webgpu");

  /** https://html.spec.whatwg.org/multipage/canvas.html#dom-canvas-getcontext. There is no WebGL, as without a GPU. */
  function getContext(canvas, type, options, isOffscreen) {
    requireHere(canvas);
    if (type !== "2d" && type !== "bitmaprenderer") return null;
    let settings = null;
    if (type === "2d") {
      core.load("canvas-context.js");
      settings = core.canvasSettings(options);
    }
    if (canvas.context !== null) return canvas.type === type ? canvas.context : null;
    if (type === "2d") {
      open(canvas, settings.alpha, settings.colorSpace === "display-p3");
      canvas.context = core.makeContext(canvas, isOffscreen, settings);
    } else {
      const alpha = core.member(core.isObject(options) ? options : core.dictionary(undefined), "alpha", core.boolean, true);
      open(canvas, alpha);
      canvas.context = makeRenderer(canvas);
    }
    canvas.type = type;
    return canvas.context;
  }

  // MARK: Files. https://html.spec.whatwg.org/multipage/canvas.html#a-serialisation-of-the-bitmap-as-a-file

  function encode(canvas, type, quality) {
    if (canvas.width === 0 || canvas.height === 0) return null;
    open(canvas, true);
    flush();
    if (typeof quality !== "number" || !(quality >= 0 && quality <= 1)) quality = null;
    return native.encodePicture(canvas.number, core.toASCIILowercase(type), quality);
  }

  function refuseForeign(canvas) {
    if (canvas.isForeign) throw error("SecurityError", "The canvas shows pictures of other origins.");
  }

  function makeBlob(file) {
    core.load("blob.js");
    return core.makeBlob(file[0], file[1]);
  }

  // MARK: OffscreenCanvas

  const Offscreen = core.sharedBrand("OffscreenCanvas", "canvas.js");
  const key = core.list();
  const mostLength = 9007199254740991;
  const toLength = (value) => core.enforceRange(value, 0, mostLength);

  class OffscreenCanvas extends core.EventTarget {
    constructor(width, height) {
      super();
      if (width === key) return;
      core.requireArguments(arguments.length, 2);
      new Offscreen(this, makeCanvas(this, -1, toLength(width), toLength(height)));
    }
    get width() { return Offscreen.of(this).width; }
    set width(value) {
      const canvas = Offscreen.of(this);
      resize(canvas, toLength(value), canvas.height);
    }
    get height() { return Offscreen.of(this).height; }
    set height(value) {
      const canvas = Offscreen.of(this);
      resize(canvas, canvas.width, toLength(value));
    }
    getContext(contextId, options = undefined) {
      const canvas = Offscreen.of(this);
      core.requireArguments(arguments.length, 1);
      return getContext(canvas, core.enumeration(contextId, contextTypes), options, true);
    }
    convertToBlob(options = undefined) {
      try {
        const canvas = Offscreen.of(this);
        requireHere(canvas);
        options = core.dictionary(options);
        const quality = core.member(options, "quality", core.unrestrictedDouble, undefined);
        const type = core.member(options, "type", core.string, "image/png");
        refuseForeign(canvas);
        const file = encode(canvas, type, quality);
        if (file === null) throw error("IndexSizeError", "The canvas has no pixels.");
        return core.PromiseResolve(makeBlob(file));
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    }
    transferToImageBitmap() {
      const canvas = Offscreen.of(this);
      requireHere(canvas);
      if (canvas.context === null) throw error("InvalidStateError", "The canvas has no context.");
      const { width, height } = canvas;
      const bitmap = makeBitmap(width, height, canvas.isForeign,
        (owner) => copy(canvas.number, owner, 0, 0, width, height, width, height, false, false));
      // What was drawn is gone with it, the state is not.
      core.clearCanvas(canvas);
      return bitmap;
    }
  }
  core.eventHandlers(OffscreenCanvas, ["contextlost", "contextrestored"]);

  function makeOffscreen(width, height, shower) {
    const object = new OffscreenCanvas(key);
    new Offscreen(object, makeCanvas(object, -1, width, height, shower));
    return object;
  }

  // https://html.spec.whatwg.org/multipage/canvas.html#the-offscreencanvas-interface:transfer-steps
  put(core.transferables, {
    __proto__: null,
    is: Offscreen.has,
    allocate: () => makeOffscreen(0, 0, -1),
    isDetached: (value) => Offscreen.of(value).mode === "detached",
    transfer(value, copy) {
      const from = Offscreen.of(value), to = Offscreen.of(copy);
      if (from.context !== null) throw error("InvalidStateError", "The canvas has a context.");
      to.width = from.width;
      to.height = from.height;
      // An element of another page's part is out of reach.
      if (from.space === to.space) to.shower = from.shower;
      from.mode = "detached";
      from.width = from.height = 0;
    },
  });

  /** Takes away what is drawn. */
  core.clearCanvas = function (canvas) {
    const { kinds, record, record1, record4, record6 } = core.recorder;
    record(canvas.number, kinds.SAVE);
    record6(canvas.number, kinds.TRANSFORM, 1, 0, 0, 1, 0, 0);
    record1(canvas.number, kinds.OPERATION, 0);
    record4(canvas.number, kinds.CLEAR_RECT, 0, 0, canvas.width, canvas.height);
    record(canvas.number, kinds.RESTORE);
  };

  // MARK: ImageBitmap. https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#imagebitmap

  const Bitmap = core.sharedBrand("ImageBitmap", "canvas.js");

  class ImageBitmap {
    constructor() { throw new TypeError("Illegal constructor"); }
    get width() { return Bitmap.of(this).width; }
    get height() { return Bitmap.of(this).height; }
    close() {
      const bitmap = Bitmap.of(this);
      if (bitmap.number !== 0) close(bitmap.number);
      bitmap.width = bitmap.height = bitmap.number = 0;
    }
  }

  /** `make` gives the number of its picture, which lives as long as its argument. */
  function makeBitmap(width, height, isForeign, make) {
    const object = core.ObjectCreate(ImageBitmap.prototype);
    const fields = { __proto__: null, width, height, isForeign, number: 0, space, native, flush };
    fields.number = make(fields);
    new Bitmap(object, fields);
    return object;
  }

  /** A picture of a part of another one; the number that `owner` keeps. */
  function copy(from, owner, x, y, width, height, newWidth, newHeight, isFlipped, isPixelated) {
    const made = number(owner);
    flush();
    if (!native.copyPicture(from, made, x, y, width, height, newWidth, newHeight, isFlipped, isPixelated)) {
      throw error("InvalidStateError", "There is no room for the picture.");
    }
    return made;
  }

  /** A bitmap of this realm's with the same pixels. */
  function copyBitmap(fields) {
    const { width, height, isForeign, number: from } = fields;
    fields.flush();
    if (fields.space === space) {
      return makeBitmap(width, height, isForeign, (owner) => copy(from, owner, 0, 0, width, height, width, height, false, false));
    }
    return makeBitmap(width, height, isForeign, (owner) => {
      const made = number(owner), pixels = fields.native.readPixels(from, 0, 0, width, height, false);
      if (pixels === null || !native.keepPixels(made, pixels, width, height, false)) {
        throw error("DataCloneError", "There is no room for the picture.");
      }
      return made;
    });
  }

  core.serializers = core.serializers ?? core.list();
  put(core.serializers, function (value) {
    if (!Bitmap.has(value)) return undefined;
    const fields = Bitmap.of(value);
    if (fields.isForeign || fields.number === 0) throw error("DataCloneError", "The picture cannot be cloned.");
    return copyBitmap(fields);
  });
  // https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#the-imagebitmap-interface:transfer-steps
  put(core.transferables, {
    __proto__: null,
    is: Bitmap.has,
    allocate: (value) => (Bitmap.of(value).number === 0 ? null : copyBitmap(Bitmap.of(value))),
    isDetached: (value) => Bitmap.of(value).number === 0,
    transfer(value) {
      const fields = Bitmap.of(value);
      fields.flush();
      fields.native.closeDrawing(fields.number);
      fields.width = fields.height = fields.number = 0;
    },
  });

  // MARK: What is drawn. https://html.spec.whatwg.org/multipage/canvas.html#image-sources-for-2d-rendering-contexts

  /** Throws a TypeError for what is no source. */
  core.checkCanvasSource = function (value) {
    if (Offscreen.has(value) || Bitmap.has(value)) return;
    if (core.canvasElements?.isSource(value)) return;
    throw new TypeError("The value is not a picture.");
  };

  /** `{number, width, height, isForeign}`; null where there is nothing to draw yet. */
  core.canvasSource = function (value) {
    if (Bitmap.has(value)) {
      const bitmap = Bitmap.of(value);
      if (bitmap.number === 0) throw error("InvalidStateError", "The picture is closed.");
      return bitmap;
    }
    const found = Offscreen.has(value) ? Offscreen.of(value) : core.canvasElements.sourceOf(value);
    if (found === null || found.mode === undefined) return found;
    const canvas = found;
    if (canvas.width === 0 || canvas.height === 0) throw error("InvalidStateError", "The canvas has no pixels.");
    if (canvas.mode === "placeholder") return null;
    open(canvas, true);
    return canvas;
  };

  /** The number of a picture as it is now. */
  core.snapshot = function (source, owner) {
    // Elements' pictures do not change, but their numbers are used again.
    return copy(source.number, owner, 0, 0, source.width, source.height, source.width, source.height, false, false);
  };

  // MARK: createImageBitmap

  const orientations = core.list("from-image", "flipY", "none"), premultiplications = core.list("none", "premultiply", "default"),
    conversions = core.list("none", "default"), qualities = core.list("pixelated", "low", "medium", "high");
  const positive = (value) => core.enforceRange(value, 0, 4294967295);
  const long = (value) => core.long(value);

  function bitmapOptions(options) {
    options = core.dictionary(options);
    const choose = (name, list, otherwise) => core.member(options, name, (value) => core.enumeration(value, list), otherwise);
    const result = { __proto__: null };
    choose("colorSpaceConversion", conversions, "default");
    result.isFlipped = choose("imageOrientation", orientations, "from-image") === "flipY";
    choose("premultiplyAlpha", premultiplications, "default");
    result.newHeight = core.member(options, "resizeHeight", positive, undefined);
    result.isPixelated = choose("resizeQuality", qualities, "low") === "pixelated";
    result.newWidth = core.member(options, "resizeWidth", positive, undefined);
    if (result.newWidth === 0 || result.newHeight === 0) throw error("InvalidStateError", "A picture must have pixels.");
    return result;
  }

  /** Gives `{number, width, height, isForeign}`. What had to be kept for it gets the number `kept`. */
  function sourceOfBitmap(value, kept) {
    const { isImageData, dataOf, bytesOf, isWide } = core.canvasStyles;
    if (isImageData(value)) {
      const fields = dataOf(value);
      if (!native.keepPixels(kept, bytesOf(fields), fields.width, fields.height, isWide(fields.colorSpace))) {
        throw error("InvalidStateError", "There is no room for the picture.");
      }
      return { __proto__: null, number: kept, width: fields.width, height: fields.height, isForeign: false };
    }
    if (core.isBlob(value)) {
      const size = native.keepFile(kept, core.blobBytes(value), core.blobType(value));
      if (size === null) throw error("InvalidStateError", "The blob is no picture that can be decoded.");
      return { __proto__: null, number: kept, width: size[0], height: size[1], isForeign: false };
    }
    const source = core.canvasSource(value);
    if (source === null) throw error("InvalidStateError", "There is no picture yet.");
    return source;
  }

  function checkBitmapSource(value) {
    core.load("canvas-styles.js");
    core.load("blob.js");
    if (!core.canvasStyles.isImageData(value) && !core.isBlob(value)) core.checkCanvasSource(value);
  }

  core.defineGlobals({
    /** https://html.spec.whatwg.org/multipage/imagebitmap-and-animations.html#dom-createimagebitmap */
    createImageBitmap(image, sx = undefined, sy = undefined, sw = undefined, sh = undefined) {
      try {
        const count = arguments.length;
        core.requireArguments(count, 1);
        if (count > 2 && count < 5) throw new TypeError("The arguments are not as createImageBitmap takes them.");
        checkBitmapSource(image);
        const isPart = count >= 5;
        if (isPart) {
          sx = long(sx);
          sy = long(sy);
          sw = long(sw);
          sh = long(sh);
        }
        const options = bitmapOptions(isPart ? arguments[5] : arguments[1]);
        if (isPart && (sw === 0 || sh === 0)) throw new core.RangeError("A picture must have pixels.");
        return new core.Promise((resolve, reject) => {
          const kept = number();
          try {
            const source = sourceOfBitmap(image, kept);
            if (!isPart) {
              sx = sy = 0;
              sw = source.width;
              sh = source.height;
            }
            if (sw < 0) {
              sx += sw;
              sw = -sw;
            }
            if (sh < 0) {
              sy += sh;
              sh = -sh;
            }
            const { newWidth, newHeight } = options;
            const width = newWidth ?? (newHeight === undefined ? sw : core.MathCeil(sw * newHeight / sh));
            const height = newHeight ?? (newWidth === undefined ? sh : core.MathCeil(sh * newWidth / sw));
            const bitmap = makeBitmap(width, height, source.isForeign,
              (owner) => copy(source.number, owner, sx, sy, sw, sh, width, height, options.isFlipped, options.isPixelated));
            core.queueTask(() => resolve(bitmap));
          } catch (thrown) {
            core.queueTask(() => reject(thrown));
          } finally {
            close(kept);
          }
        });
      } catch (thrown) {
        return core.PromiseReject(thrown);
      }
    },
  });

  // MARK: ImageBitmapRenderingContext

  const Renderer = core.brand();

  class ImageBitmapRenderingContext {
    constructor() { throw new TypeError("Illegal constructor"); }
    get canvas() { return Renderer.of(this).object; }
    transferFromImageBitmap(bitmap) {
      const canvas = Renderer.of(this), { kinds } = core.recorder;
      core.requireArguments(arguments.length, 1);
      if (bitmap === null || bitmap === undefined) return core.clearCanvas(canvas);
      if (!Bitmap.has(bitmap)) throw new TypeError("The value is not an ImageBitmap.");
      const fields = Bitmap.of(bitmap);
      if (fields.number === 0) throw error("InvalidStateError", "The picture is closed.");
      begin(canvas.number, kinds.RESET, 2);
      add(fields.width);
      add(fields.height);
      begin(canvas.number, kinds.IMAGE, 9);
      const values = core.list(fields.number, 0, 0, fields.width, fields.height, 0, 0, fields.width, fields.height);
      for (let index = 0; index < values.length; index += 1) add(values[index]);
      if (fields.isForeign) canvas.isForeign = true;
      close(fields.number);
      fields.width = fields.height = fields.number = 0;
    }
  }

  function makeRenderer(canvas) {
    const context = core.ObjectCreate(ImageBitmapRenderingContext.prototype);
    new Renderer(context, canvas);
    return context;
  }

  core.define({ OffscreenCanvas, ImageBitmap, ImageBitmapRenderingContext });

  core.canvas = { __proto__: null, makeCanvas, resize, getContext, encode, refuseForeign, makeBlob, makeOffscreen };
  if (core.scope === "Window") core.load("canvas-element.js");
})
