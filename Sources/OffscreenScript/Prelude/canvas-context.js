// The contexts that draw in two dimensions. https://html.spec.whatwg.org/multipage/canvas.html#2dcontext
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, NumberIsFinite, TypeError, Float64Array, RegExpExec } = core;
  core.load("canvas.js");
  core.load("canvas-styles.js");
  const { kinds, begin, add, addString, record, record1, record4, record6, addPath, flush, number } = core.recorder;
  const { Path, Matrix, members, rect, toMatrix, isPath, pathOf } = core.canvasPaths;
  const styles = core.canvasStyles, { RED, GREEN, BLUE, ALPHA, TEXT, parseColor } = styles;

  const operations = core.list("source-over", "source-in", "source-out", "source-atop", "destination-over", "destination-in",
    "destination-out", "destination-atop", "lighter", "copy", "xor", "multiply", "screen", "overlay", "darken", "lighten",
    "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity", "clear");
  const caps = core.list("butt", "round", "square"), joins = core.list("miter", "round", "bevel"),
    aligns = core.list("left", "center", "right", "start", "end"),
    baselines = core.list("top", "hanging", "middle", "alphabetic", "ideographic", "bottom"),
    directions = core.list("ltr", "rtl", "inherit"), qualities = core.list("low", "medium", "high"),
    kernings = core.list("auto", "normal", "none"),
    stretches = core.list("ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded",
      "expanded", "extra-expanded", "ultra-expanded"),
    capitals = core.list("normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"),
    renderings = core.list("auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"),
    rules = core.list("nonzero", "evenodd"), mostStates = 100000;

  /** https://html.spec.whatwg.org/multipage/canvas.html#drawing-state. What was sent is what Swift has. */
  const initialState = () => ({
    __proto__: null, matrix: new Matrix(), fill: "#000000", fillVersion: 0, stroke: "#000000", strokeVersion: 0, alpha: 1,
    operation: "source-over", lineWidth: 1, lineCap: "butt", lineJoin: "miter", miterLimit: 10, isLineSent: true,
    dashes: core.list(), dashOffset: 0, isDashSent: true, shadowBlur: 0, shadowX: 0, shadowY: 0, shadow: "rgba(0, 0, 0, 0)",
    shadowColor: core.list(0, 0, 0, 0), isShadowSent: true, filter: "none", smooths: true, quality: "low",
    font: "10px sans-serif", fontSource: "10px sans-serif", align: "start", baseline: "alphabetic", direction: "inherit",
    letterSpacing: "0px", wordSpacing: "0px", letterPixels: 0, wordPixels: 0, kerning: "auto", stretch: "normal",
    capitals: "normal", rendering: "auto", lang: "inherit", isFontSent: true,
  });

  // What a context has: its canvas, and the state that is drawn with.
  const Context = core.brand();
  const of = Context.of;

  // MARK: Sending what instructions depend on

  const pathOfCurrent = (context, given) => {
    if (given === null) return context.path;
    const path = new Path();
    path.append(given, context.matrix);
    return path;
  };

  function sendStyle(context, name, version, gradient, pattern) {
    const state = context.state, style = state[name];
    if (typeof style === "string") return;
    if (styles.isGradient(style)) {
      const fields = styles.gradientOf(style);
      if (state[version] !== fields.version) styles.recordGradient(context.number, gradient, fields);
      state[version] = fields.version;
    } else {
      const fields = styles.patternOf(style);
      if (state[version] !== fields.version) styles.recordPattern(context.number, pattern, fields);
      state[version] = fields.version;
      if (fields.isForeign) context.canvas.isForeign = true;
    }
  }

  function sendShadow(context) {
    const state = context.state;
    if (state.isShadowSent) return;
    const color = state.shadowColor;
    begin(context.number, kinds.SHADOW, 7);
    add(color[RED]);
    add(color[GREEN]);
    add(color[BLUE]);
    add(color[ALPHA]);
    add(state.shadowBlur);
    add(state.shadowX);
    add(state.shadowY);
    state.isShadowSent = true;
  }

  const sendFill = (context) => {
    sendStyle(context, "fill", "fillVersion", kinds.FILL_GRADIENT, kinds.FILL_PATTERN);
    sendShadow(context);
  };

  const placeIn = (list, value) => core.ArrayIndexOf(list, value);

  function addLine(state) {
    add(state.lineWidth);
    add(placeIn(caps, state.lineCap));
    add(placeIn(joins, state.lineJoin));
    add(state.miterLimit);
  }

  function addDashes(state) {
    add(state.dashOffset);
    add(state.dashes.length);
    for (let index = 0; index < state.dashes.length; index += 1) add(state.dashes[index]);
  }

  function sendStroke(context) {
    const state = context.state;
    sendStyle(context, "stroke", "strokeVersion", kinds.STROKE_GRADIENT, kinds.STROKE_PATTERN);
    sendShadow(context);
    if (!state.isLineSent) {
      begin(context.number, kinds.LINE, 4);
      addLine(state);
      state.isLineSent = true;
    }
    if (!state.isDashSent) {
      begin(context.number, kinds.DASHES, 2 + state.dashes.length);
      addDashes(state);
      state.isDashSent = true;
    }
  }

  function addFont(state) {
    addString(state.font);
    add(state.letterPixels);
    add(state.wordPixels);
    addString(state.kerning);
    addString(state.stretch);
    addString(state.capitals);
  }

  function sendFont(context) {
    if (context.state.isFontSent) return;
    begin(context.number, kinds.FONT, 6);
    addFont(context.state);
    context.state.isFontSent = true;
  }

  function sendTransform(context) {
    const m = context.matrix;
    record6(context.number, kinds.TRANSFORM, m.a, m.b, m.c, m.d, m.e, m.f);
  }

  // MARK: Drawing

  function fillPath(context, path, rule) {
    sendFill(context);
    begin(context.number, kinds.FILL, 2 + path.length);
    add(rule === "evenodd" ? 1 : 0);
    addPath(path);
  }

  function strokePath(context, path) {
    if (context.matrix.isSingular) return;
    sendStroke(context);
    begin(context.number, kinds.STROKE, 1 + path.length);
    addPath(path);
  }

  /** The arguments of `fill`, `clip` and `isPointInPath`, which may begin with a path. */
  function pathAndRule(path, rule) {
    if (isPath(path)) return { __proto__: null, path: pathOf(path), rule: core.enumeration(rule ?? "nonzero", rules) };
    if (core.isObject(path)) throw new TypeError("The value is not a Path2D.");
    return { __proto__: null, path: null, rule: path === undefined ? "nonzero" : core.enumeration(path, rules) };
  }

  /** A list of the numbers that instructions would have, for a question. */
  let scratch = new Float64Array(256), scratchRoom = 256;
  function question(count) {
    if (scratchRoom < count) {
      scratchRoom = 2 * count;
      scratch = new Float64Array(scratchRoom);
    }
    let length = 0;
    return {
      __proto__: null,
      add(value) {
        scratch[length] = value;
        length += 1;
      },
      addPath(path) {
        this.add(path.length);
        for (let index = 0; index < path.length; index += 1) scratch[length + index] = path.data[index];
        length += path.length;
      },
      get length() { return length; },
    };
  }

  function isRightToLeft(context) {
    const direction = context.state.direction;
    if (direction !== "inherit") return direction === "rtl";
    const element = context.canvas.element;
    return element >= 0 && native.computedValue(element, "", "direction") === "rtl";
  }

  function alignOf(state, isRTL) {
    if (state.align === "start") return isRTL ? 2 : 0;
    if (state.align === "end") return isRTL ? 0 : 2;
    return placeIn(aligns, state.align);
  }

  function drawText(context, text, x, y, width, isStroke) {
    text = core.string(text);
    x = +x;
    y = +y;
    if (width !== undefined) width = +width;
    if (!NumberIsFinite(x) || !NumberIsFinite(y) || (width !== undefined && !(NumberIsFinite(width) && width > 0))) return;
    if (text === "" || context.matrix.isSingular) return;
    if (isStroke) sendStroke(context);
    else sendFill(context);
    sendFont(context);
    const isRTL = isRightToLeft(context), state = context.state;
    begin(context.number, kinds.TEXT, 8);
    addString(text);
    add(x);
    add(y);
    add(width ?? Infinity);
    add(isStroke ? 1 : 0);
    add(isRTL ? 1 : 0);
    add(alignOf(state, isRTL));
    add(placeIn(baselines, state.baseline));
  }

  function setSpacing(context, name, pixels, value) {
    const state = context.state;
    value = core.string(value);
    const found = native.drawingLength(value, state.font);
    if (found === null) return;
    state[pixels] = found;
    const parts = RegExpExec(lengthText, core.stripASCIIWhitespace(value));
    state[name] = parts === null ? found + "px" : +parts[1] + core.toASCIILowercase(parts[2] === "" ? "px" : parts[2]);
    state.isFontSent = false;
  }
  const lengthText = /^([+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)([a-zA-Z]*)$/;

  // Fonts by their texts, where they depend on nothing else.
  const fonts = new SafeMap();
  const isAbsoluteFont = /^[^%]*[0-9](?:px|pt|pc|in|cm|mm|q)[\s\/][^%]*$/i, isRelativeWeight = /bolder|lighter/i;

  function parseFont(text, element) {
    let font = fonts.get(text);
    if (font !== undefined) return font;
    font = native.drawingFont(text, element);
    if (font === null || RegExpExec(isAbsoluteFont, text) === null || RegExpExec(isRelativeWeight, text) !== null) return font;
    if (fonts.size > 1000) fonts.clear();
    fonts.set(text, font);
    return font;
  }

  function setStyle(context, value, name, version, instruction) {
    const state = context.state;
    if (core.isObject(value) && (styles.isGradient(value) || styles.isPattern(value))) {
      state[name] = value;
      state[version] = -1;
      return;
    }
    value = core.string(value);
    if (value === state[name]) return;
    const color = parseColor(value, context.canvas.element);
    if (color === null) return;
    state[name] = color[TEXT];
    record4(context.number, instruction, color[RED], color[GREEN], color[BLUE], color[ALPHA]);
  }

  function chooseFrom(list, state, name, value) {
    value = core.string(value);
    if (placeIn(list, value) < 0 || state[name] === value) return false;
    state[name] = value;
    return true;
  }

  // MARK: Pictures

  /** https://html.spec.whatwg.org/multipage/canvas.html#check-the-usability-of-the-image-argument */
  function drawPicture(context, image, values) {
    const source = core.canvasSource(image);
    for (let index = 0; index < values.length; index += 1) if (!NumberIsFinite(values[index])) return;
    if (source === null) return;
    const { width, height } = source;
    let sx = 0, sy = 0, sw = width, sh = height, at = 0;
    if (values.length === 8) {
      sx = values[0];
      sy = values[1];
      sw = values[2];
      sh = values[3];
      at = 4;
    }
    const dx = values[at], dy = values[at + 1], dw = values.length === 2 ? width : values[at + 2],
      dh = values.length === 2 ? height : values[at + 3];
    if (source.isForeign) context.canvas.isForeign = true;
    if (sw === 0 || sh === 0 || dw === 0 || dh === 0) return;
    sendShadow(context);
    begin(context.number, kinds.IMAGE, 9);
    add(source.number);
    add(sx);
    add(sy);
    add(sw);
    add(sh);
    add(dx);
    add(dy);
    add(dw);
    add(dh);
  }

  const long = (value) => core.enforceRange(value, -2147483648, 2147483647);

  function readPixels(context, sx, sy, sw, sh, settings) {
    const { colorSpace, pixelFormat } = styles.settingsOf(settings);
    if (sw === 0 || sh === 0) throw error("IndexSizeError", "There are no pixels.");
    if (context.canvas.isForeign) throw error("SecurityError", "The canvas shows pictures of other origins.");
    if (sw < 0) {
      sx += sw;
      sw = -sw;
    }
    if (sh < 0) {
      sy += sh;
      sh = -sh;
    }
    flush();
    const bytes = sw * sh > styles.mostPixels ? null : native.readPixels(context.number, sx, sy, sw, sh);
    if (bytes === null) throw new core.RangeError("There are too many pixels.");
    return styles.imageDataFrom(bytes, sw, sh, colorSpace ?? context.settings.colorSpace, pixelFormat);
  }

  function resetContext(context) {
    const { canvas } = context;
    context.state = initialState();
    context.matrix = context.state.matrix;
    context.stack = core.list();
    context.path.clear();
    canvas.isForeign = false;
    begin(context.number, kinds.RESET, 2);
    add(canvas.width);
    add(canvas.height);
  }

  function drawRing(context, path) {
    // As Chromium's ring is: dark, on a light edge.
    const outline = new Path();
    outline.append(path, context.matrix);
    record(context.number, kinds.SAVE);
    record6(context.number, kinds.TRANSFORM, 1, 0, 0, 1, 0, 0);
    begin(context.number, kinds.LINE, 4);
    add(2);
    add(1);
    add(1);
    add(10);
    record4(context.number, kinds.STROKE_COLOR, 16 / 255, 16 / 255, 16 / 255, 1);
    begin(context.number, kinds.STROKE, 1 + outline.length);
    addPath(outline);
    record(context.number, kinds.RESTORE);
  }

  const shared = {
    // MARK: States

    save() {
      const context = of(this), state = context.state;
      if (context.stack.length >= mostStates) return;
      put(context.stack, { ...state, __proto__: null, matrix: state.matrix.copy() });
      record(context.number, kinds.SAVE);
    },
    restore() {
      const context = of(this);
      if (context.stack.length === 0) return;
      context.state = core.ArrayPop(context.stack);
      context.matrix = context.state.matrix;
      record(context.number, kinds.RESTORE);
    },
    reset() { resetContext(of(this)); },
    isContextLost() {
      of(this);
      return false;
    },
    getContextAttributes() {
      const { alpha, colorSpace, colorType, desynchronized, willReadFrequently } = of(this).settings;
      return { alpha, colorSpace, colorType, desynchronized, willReadFrequently };
    },

    // MARK: Transforms

    scale(x, y) {
      const context = of(this);
      core.requireArguments(arguments.length, 2);
      x = +x;
      y = +y;
      if (!NumberIsFinite(x) || !NumberIsFinite(y)) return;
      context.matrix.multiply(x, 0, 0, y, 0, 0);
      sendTransform(context);
    },
    rotate(angle) {
      const context = of(this);
      core.requireArguments(arguments.length, 1);
      angle = +angle;
      if (!NumberIsFinite(angle)) return;
      const c = core.trigonometry.cos(angle), s = core.trigonometry.sin(angle);
      context.matrix.multiply(c, s, -s, c, 0, 0);
      sendTransform(context);
    },
    translate(x, y) {
      const context = of(this);
      core.requireArguments(arguments.length, 2);
      x = +x;
      y = +y;
      if (!NumberIsFinite(x) || !NumberIsFinite(y)) return;
      context.matrix.multiply(1, 0, 0, 1, x, y);
      sendTransform(context);
    },
    transform(a, b, c, d, e, f) {
      const context = of(this);
      core.requireArguments(arguments.length, 6);
      a = +a;
      b = +b;
      c = +c;
      d = +d;
      e = +e;
      f = +f;
      if (!NumberIsFinite(a + b + c + d + e + f)) return;
      context.matrix.multiply(a, b, c, d, e, f);
      sendTransform(context);
    },
    setTransform(a = undefined, b, c, d, e, f) {
      const context = of(this);
      if (arguments.length < 2) {
        const m = toMatrix(a);
        if (!NumberIsFinite(m.a + m.b + m.c + m.d + m.e + m.f)) return;
        context.matrix.set(m.a, m.b, m.c, m.d, m.e, m.f);
      } else {
        core.requireArguments(arguments.length, 6);
        a = +a;
        b = +b;
        c = +c;
        d = +d;
        e = +e;
        f = +f;
        if (!NumberIsFinite(a + b + c + d + e + f)) return;
        context.matrix.set(a, b, c, d, e, f);
      }
      sendTransform(context);
    },
    resetTransform() {
      const context = of(this);
      context.matrix.set(1, 0, 0, 1, 0, 0);
      sendTransform(context);
    },
    getTransform() {
      const m = of(this).matrix;
      core.load("geometry-interfaces.js");
      return core.planeMatrix(m.a, m.b, m.c, m.d, m.e, m.f);
    },

    // MARK: Compositing, pictures, shadows, filters

    get globalAlpha() { return of(this).state.alpha; },
    set globalAlpha(value) {
      const context = of(this);
      value = +value;
      if (!(value >= 0 && value <= 1) || value === context.state.alpha) return;
      context.state.alpha = value;
      record1(context.number, kinds.ALPHA, value);
    },
    get globalCompositeOperation() { return of(this).state.operation; },
    set globalCompositeOperation(value) {
      const context = of(this);
      if (chooseFrom(operations, context.state, "operation", value)) {
        record1(context.number, kinds.OPERATION, placeIn(operations, context.state.operation));
      }
    },
    get imageSmoothingEnabled() { return of(this).state.smooths; },
    set imageSmoothingEnabled(value) {
      const context = of(this);
      context.state.smooths = !!value;
      record1(context.number, kinds.SMOOTHING, context.state.smooths ? 1 : 0);
    },
    get imageSmoothingQuality() { return of(this).state.quality; },
    set imageSmoothingQuality(value) { chooseFrom(qualities, of(this).state, "quality", value); },
    get shadowOffsetX() { return of(this).state.shadowX; },
    set shadowOffsetX(value) { setShadow(of(this).state, "shadowX", +value); },
    get shadowOffsetY() { return of(this).state.shadowY; },
    set shadowOffsetY(value) { setShadow(of(this).state, "shadowY", +value); },
    get shadowBlur() { return of(this).state.shadowBlur; },
    set shadowBlur(value) {
      const { state } = of(this);
      value = +value;
      if (value >= 0) setShadow(state, "shadowBlur", value);
    },
    get shadowColor() { return of(this).state.shadow; },
    set shadowColor(value) {
      const context = of(this);
      const color = parseColor(core.string(value), context.canvas.element);
      if (color === null) return;
      context.state.shadow = color[TEXT];
      context.state.shadowColor = color;
      context.state.isShadowSent = false;
    },
    get filter() { return of(this).state.filter; },
    set filter(value) {
      const context = of(this);
      value = core.string(value);
      if (value === context.state.filter || !native.isFilter(value)) return;
      context.state.filter = value;
      sendFont(context);
      begin(context.number, kinds.FILTER, 1);
      addString(value);
    },

    // MARK: Styles

    get fillStyle() { return of(this).state.fill; },
    set fillStyle(value) { setStyle(of(this), value, "fill", "fillVersion", kinds.FILL_COLOR); },
    get strokeStyle() { return of(this).state.stroke; },
    set strokeStyle(value) { setStyle(of(this), value, "stroke", "strokeVersion", kinds.STROKE_COLOR); },
    createLinearGradient(x0, y0, x1, y1) {
      of(this);
      core.requireArguments(arguments.length, 4);
      return styles.makeGradient(0, core.list(core.double(x0), core.double(y0), core.double(x1), core.double(y1)));
    },
    createRadialGradient(x0, y0, r0, x1, y1, r1) {
      of(this);
      core.requireArguments(arguments.length, 6);
      const numbers = core.list(core.double(x0), core.double(y0), core.double(r0), core.double(x1), core.double(y1), core.double(r1));
      if (numbers[2] < 0 || numbers[5] < 0) throw error("IndexSizeError", "A radius must not be negative.");
      return styles.makeGradient(1, numbers);
    },
    createConicGradient(startAngle, x, y) {
      of(this);
      core.requireArguments(arguments.length, 3);
      return styles.makeGradient(2, core.list(core.double(startAngle), core.double(x), core.double(y)));
    },
    createPattern(image, repetition) {
      of(this);
      core.requireArguments(arguments.length, 2);
      core.checkCanvasSource(image);
      repetition = core.stringOrEmpty(repetition);
      if (repetition === "") repetition = "repeat";
      if (placeIn(core.list("repeat", "repeat-x", "repeat-y", "no-repeat"), repetition) < 0) {
        throw error("SyntaxError", "A pattern cannot be repeated like that.");
      }
      const source = core.canvasSource(image);
      if (source === null) return null;
      return styles.makePattern(repetition, source.isForeign, (owner) => core.snapshot(source, owner));
    },

    // MARK: Rectangles and paths

    clearRect(x, y, w, h) {
      const context = of(this);
      core.requireArguments(arguments.length, 4);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      if (NumberIsFinite(x + y + w + h) && w !== 0 && h !== 0) record4(context.number, kinds.CLEAR_RECT, x, y, w, h);
    },
    fillRect(x, y, w, h) {
      const context = of(this);
      core.requireArguments(arguments.length, 4);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      if (!NumberIsFinite(x + y + w + h) || w === 0 || h === 0) return;
      sendFill(context);
      record4(context.number, kinds.FILL_RECT, x, y, w, h);
    },
    strokeRect(x, y, w, h) {
      const context = of(this);
      core.requireArguments(arguments.length, 4);
      x = +x;
      y = +y;
      w = +w;
      h = +h;
      if (!NumberIsFinite(x + y + w + h) || (w === 0 && h === 0) || context.matrix.isSingular) return;
      const path = new Path(), m = context.matrix;
      if (w === 0 || h === 0) {
        path.move(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f);
        path.line(m.a * (x + w) + m.c * (y + h) + m.e, m.b * (x + w) + m.d * (y + h) + m.f);
        path.close();
      } else {
        rect(path, m, x, y, w, h);
      }
      strokePath(context, path);
    },
    beginPath() { of(this).path.clear(); },
    fill(path = undefined, fillRule = undefined) {
      const context = of(this), given = pathAndRule(path, fillRule);
      fillPath(context, pathOfCurrent(context, given.path), given.rule);
    },
    stroke(path = undefined) {
      const context = of(this);
      if (path !== undefined && !isPath(path)) throw new TypeError("The value is not a Path2D.");
      strokePath(context, pathOfCurrent(context, path === undefined ? null : pathOf(path)));
    },
    clip(path = undefined, fillRule = undefined) {
      const context = of(this), given = pathAndRule(path, fillRule);
      const used = pathOfCurrent(context, given.path);
      begin(context.number, kinds.CLIP, 2 + used.length);
      add(given.rule === "evenodd" ? 1 : 0);
      addPath(used);
    },
    isPointInPath(path, x, y = undefined, fillRule = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 2);
      let given = null;
      if (isPath(path)) {
        core.requireArguments(arguments.length, 3);
        given = pathOf(path);
      } else {
        if (arguments.length > 3 || core.isObject(path)) throw new TypeError("The value is not a Path2D.");
        fillRule = y;
        y = x;
        x = path;
      }
      x = +x;
      y = +y;
      fillRule = fillRule === undefined ? "nonzero" : core.enumeration(fillRule, rules);
      if (!NumberIsFinite(x) || !NumberIsFinite(y) || context.matrix.isSingular) return false;
      const used = pathOfCurrent(context, given), list = question(2 + used.length);
      list.add(fillRule === "evenodd" ? 1 : 0);
      list.addPath(used);
      return native.isInFill(scratch, list.length, x, y);
    },
    isPointInStroke(path, x, y = undefined) {
      const context = of(this), { state, matrix } = context;
      core.requireArguments(arguments.length, 2);
      let given = null;
      if (isPath(path)) {
        core.requireArguments(arguments.length, 3);
        given = pathOf(path);
      } else {
        if (arguments.length > 2 || core.isObject(path)) throw new TypeError("The value is not a Path2D.");
        y = x;
        x = path;
      }
      x = +x;
      y = +y;
      if (!NumberIsFinite(x) || !NumberIsFinite(y) || matrix.isSingular) return false;
      const used = pathOfCurrent(context, given), { dashes } = state, list = question(16 + dashes.length + used.length);
      list.add(state.lineWidth);
      list.add(placeIn(caps, state.lineCap));
      list.add(placeIn(joins, state.lineJoin));
      list.add(state.miterLimit);
      list.add(state.dashOffset);
      list.add(dashes.length);
      for (let index = 0; index < dashes.length; index += 1) list.add(dashes[index]);
      list.add(matrix.a);
      list.add(matrix.b);
      list.add(matrix.c);
      list.add(matrix.d);
      list.add(matrix.e);
      list.add(matrix.f);
      list.addPath(used);
      return native.isInStroke(scratch, list.length, x, y);
    },

    // MARK: Text

    fillText(text, x, y, maxWidth = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 3);
      drawText(context, text, x, y, maxWidth, false);
    },
    strokeText(text, x, y, maxWidth = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 3);
      drawText(context, text, x, y, maxWidth, true);
    },
    measureText(text) {
      const context = of(this), { state } = context;
      core.requireArguments(arguments.length, 1);
      const isRTL = isRightToLeft(context), list = question(9);
      list.add(0);
      list.add(state.letterPixels);
      list.add(state.wordPixels);
      list.add(1);
      list.add(2);
      list.add(3);
      list.add(isRTL ? 1 : 0);
      list.add(alignOf(state, isRTL));
      list.add(placeIn(baselines, state.baseline));
      const texts = core.list(state.font, state.kerning, state.stretch, state.capitals);
      return styles.makeTextMetrics(native.measureText(core.string(text), scratch, list.length, texts));
    },

    // MARK: Lines

    get lineWidth() { return of(this).state.lineWidth; },
    set lineWidth(value) { setLine(of(this).state, "lineWidth", +value); },
    get lineCap() { return of(this).state.lineCap; },
    set lineCap(value) {
      const { state } = of(this);
      if (chooseFrom(caps, state, "lineCap", value)) state.isLineSent = false;
    },
    get lineJoin() { return of(this).state.lineJoin; },
    set lineJoin(value) {
      const { state } = of(this);
      if (chooseFrom(joins, state, "lineJoin", value)) state.isLineSent = false;
    },
    get miterLimit() { return of(this).state.miterLimit; },
    set miterLimit(value) { setLine(of(this).state, "miterLimit", +value); },
    setLineDash(segments) {
      const { state } = of(this);
      core.requireArguments(arguments.length, 1);
      const list = core.sequence(segments, core.unrestrictedDouble);
      for (let index = 0; index < list.length; index += 1) if (!NumberIsFinite(list[index]) || list[index] < 0) return;
      const count = list.length;
      if (count % 2 === 1) for (let index = 0; index < count; index += 1) put(list, list[index]);
      state.dashes = list;
      state.isDashSent = false;
    },
    getLineDash() { return core.array(of(this).state.dashes); },
    get lineDashOffset() { return of(this).state.dashOffset; },
    set lineDashOffset(value) {
      const { state } = of(this);
      value = +value;
      if (!NumberIsFinite(value)) return;
      state.dashOffset = value;
      state.isDashSent = false;
    },

    // MARK: Styles of text

    get font() { return of(this).state.font; },
    set font(value) {
      const context = of(this), { state } = context;
      value = core.string(value);
      if (value === state.fontSource && RegExpExec(isAbsoluteFont, value) !== null) return;
      const font = parseFont(value, context.canvas.element);
      if (font === null) return;
      state.font = font;
      state.fontSource = value;
      state.letterPixels = native.drawingLength(state.letterSpacing, font) ?? 0;
      state.wordPixels = native.drawingLength(state.wordSpacing, font) ?? 0;
      state.isFontSent = false;
    },
    get textAlign() { return of(this).state.align; },
    set textAlign(value) { chooseFrom(aligns, of(this).state, "align", value); },
    get textBaseline() { return of(this).state.baseline; },
    set textBaseline(value) { chooseFrom(baselines, of(this).state, "baseline", value); },
    get direction() { return of(this).state.direction; },
    set direction(value) { chooseFrom(directions, of(this).state, "direction", value); },
    get letterSpacing() { return of(this).state.letterSpacing; },
    set letterSpacing(value) { setSpacing(of(this), "letterSpacing", "letterPixels", value); },
    get wordSpacing() { return of(this).state.wordSpacing; },
    set wordSpacing(value) { setSpacing(of(this), "wordSpacing", "wordPixels", value); },
    get fontKerning() { return of(this).state.kerning; },
    set fontKerning(value) {
      const { state } = of(this);
      if (chooseFrom(kernings, state, "kerning", value)) state.isFontSent = false;
    },
    get fontStretch() { return of(this).state.stretch; },
    set fontStretch(value) {
      const { state } = of(this);
      if (chooseFrom(stretches, state, "stretch", value)) state.isFontSent = false;
    },
    get fontVariantCaps() { return of(this).state.capitals; },
    set fontVariantCaps(value) {
      const { state } = of(this);
      if (chooseFrom(capitals, state, "capitals", value)) state.isFontSent = false;
    },
    get textRendering() { return of(this).state.rendering; },
    set textRendering(value) { chooseFrom(renderings, of(this).state, "rendering", value); },
    get lang() { return of(this).state.lang; },
    set lang(value) { of(this).state.lang = core.string(value); },

    // MARK: Images and pixels

    drawImage(image, dx, dy) {
      const context = of(this), count = arguments.length;
      if (count < 3) core.requireArguments(count, 3);
      if (count !== 3 && count !== 5 && count < 9) throw new TypeError("The arguments are not as drawImage takes them.");
      core.checkCanvasSource(image);
      const values = core.list();
      for (let index = 1; index < count && index < 9; index += 1) put(values, +arguments[index]);
      drawPicture(context, image, values);
    },
    createImageData(sw, sh = undefined, settings = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 1);
      if (arguments.length === 1) {
        if (!styles.isImageData(sw)) throw new TypeError("The value is not an ImageData.");
        const { width, height, colorSpace, pixelFormat } = styles.dataOf(sw);
        return styles.makeImageData(width, height, colorSpace, pixelFormat);
      }
      sw = long(sw);
      sh = long(sh);
      const { colorSpace, pixelFormat } = styles.settingsOf(settings);
      if (sw === 0 || sh === 0) throw error("IndexSizeError", "There are no pixels.");
      return styles.makeImageData(core.MathAbs(sw), core.MathAbs(sh), colorSpace ?? context.settings.colorSpace, pixelFormat);
    },
    getImageData(sx, sy, sw, sh, settings = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 4);
      return readPixels(context, long(sx), long(sy), long(sw), long(sh), settings);
    },
    putImageData(imageData, dx, dy, dirtyX = undefined, dirtyY = undefined, dirtyWidth = undefined, dirtyHeight = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 3);
      if (!styles.isImageData(imageData)) throw new TypeError("The value is not an ImageData.");
      const fields = styles.dataOf(imageData);
      dx = long(dx);
      dy = long(dy);
      let x = 0, y = 0, { width, height } = fields;
      if (arguments.length > 3) {
        core.requireArguments(arguments.length, 7);
        x = long(dirtyX);
        y = long(dirtyY);
        width = long(dirtyWidth);
        height = long(dirtyHeight);
        if (width < 0) {
          x += width;
          width = -width;
        }
        if (height < 0) {
          y += height;
          height = -height;
        }
      }
      const bytes = styles.bytesOf(fields);
      flush();
      native.writePixels(context.number, bytes, fields.width, fields.height, dx, dy, x, y, width, height);
    },
  };

  function setShadow(state, name, value) {
    if (!NumberIsFinite(value)) return;
    state[name] = value;
    state.isShadowSent = false;
  }

  function setLine(state, name, value) {
    if (!NumberIsFinite(value) || value <= 0) return;
    state[name] = value;
    state.isLineSent = false;
  }

  class CanvasRenderingContext2D {
    constructor() { throw new TypeError("Illegal constructor"); }
    get canvas() { return of(this).canvas.object; }
    drawFocusIfNeeded(path, element = undefined) {
      const context = of(this);
      core.requireArguments(arguments.length, 1);
      let given = null;
      if (isPath(path)) {
        core.requireArguments(arguments.length, 2);
        given = pathOf(path);
      } else {
        element = path;
      }
      const id = core.idIfNode(element);
      if (id < 0 || core.tree.kindOf(id) !== core.tree.ELEMENT) throw new TypeError("The value is not an Element.");
      if (core.focus.element !== id) return;
      let parent = id;
      while (parent >= 0 && parent !== context.canvas.element) parent = core.tree.parentOf(parent);
      if (parent >= 0) drawRing(context, given ?? context.path);
    }
  }

  class OffscreenCanvasRenderingContext2D {
    constructor() { throw new TypeError("Illegal constructor"); }
    get canvas() { return of(this).canvas.object; }
  }

  core.mixin(CanvasRenderingContext2D, shared);
  core.mixin(CanvasRenderingContext2D, members(of));
  core.mixin(OffscreenCanvasRenderingContext2D, shared);
  core.mixin(OffscreenCanvasRenderingContext2D, members(of));
  core.define({ CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D });

  const types = core.list("unorm8", "float16");

  /** https://html.spec.whatwg.org/multipage/canvas.html#canvasrenderingcontext2dsettings */
  core.canvasSettings = function (options) {
    options = core.isObject(options) ? options : core.dictionary(undefined);
    return {
      __proto__: null, alpha: core.member(options, "alpha", core.boolean, true),
      colorSpace: core.member(options, "colorSpace", styles.toSpace, "srgb"),
      colorType: core.member(options, "colorType", (value) => core.enumeration(value, types), "unorm8"),
      desynchronized: core.member(options, "desynchronized", core.boolean, false),
      willReadFrequently: core.member(options, "willReadFrequently", core.boolean, false),
    };
  };

  /** The context of a canvas. */
  core.makeContext = function (canvas, isOffscreen, settings) {
    const Class = isOffscreen ? OffscreenCanvasRenderingContext2D : CanvasRenderingContext2D;
    const object = core.ObjectCreate(Class.prototype), state = initialState();
    const context = {
      __proto__: null, canvas, number: canvas.number, settings, state, matrix: state.matrix, stack: core.list(), path: new Path(),
    };
    new Context(object, context);
    canvas.reset = () => resetContext(context);
    return object;
  };
})
