// The state that canvases are drawn with, and how what is drawn is recorded.
// https://html.spec.whatwg.org/multipage/canvas.html#drawing-state
(function (core) {
  "use strict";
  const { native, put, error, SafeMap, NumberIsFinite, TypeError, Float64Array, RegExpExec } = core;
  core.load("canvas.js");
  core.load("canvas-styles.js");
  const { kinds, begin, add, addString, record, record1, record4, record6, addPath, flush } = core.recorder;
  const { Path, Matrix, isPath, pathOf } = core.canvasPaths;
  const styles = core.canvasStyles, { TEXT, addColor, parseColor } = styles;

  /** The places of names in a list of Swift's. */
  function numbered() {
    const result = { __proto__: null };
    for (let index = 0; index < arguments.length; index += 1) result[arguments[index]] = index;
    return result;
  }

  const operations = numbered("source-over", "source-in", "source-out", "source-atop", "destination-over", "destination-in",
    "destination-out", "destination-atop", "lighter", "copy", "xor", "multiply", "screen", "overlay", "darken", "lighten",
    "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity", "clear");
  const caps = numbered("butt", "round", "square"), joins = numbered("miter", "round", "bevel"),
    aligns = numbered("left", "center", "right", "start", "end"),
    baselines = numbered("top", "hanging", "middle", "alphabetic", "ideographic", "bottom"),
    directions = numbered("ltr", "rtl", "inherit"), qualities = numbered("low", "medium", "high"),
    kernings = numbered("auto", "normal", "none"),
    stretches = numbered("ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded",
      "expanded", "extra-expanded", "ultra-expanded"),
    capitals = numbered("normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"),
    renderings = numbered("auto", "optimizeSpeed", "optimizeLegibility", "geometricPrecision"),
    rules = core.list("nonzero", "evenodd"), mostStates = 100000;

  /** https://html.spec.whatwg.org/multipage/canvas.html#drawing-state. What was sent is what Swift has. */
  class State {
    matrix = new Matrix();
    fill = "#000000";
    fillVersion = 0;
    stroke = "#000000";
    strokeVersion = 0;
    alpha = 1;
    operation = "source-over";
    lineWidth = 1;
    lineCap = "butt";
    lineJoin = "miter";
    miterLimit = 10;
    isLineSent = true;
    dashes = core.list();
    dashOffset = 0;
    isDashSent = true;
    shadowBlur = 0;
    shadowX = 0;
    shadowY = 0;
    shadow = "rgba(0, 0, 0, 0)";
    shadowColor = core.list(0, 0, 0, 0, "", false, 0, 0, 0);
    isShadowSent = true;
    filter = "none";
    smooths = true;
    quality = "low";
    font = "10px sans-serif";
    fontSource = "10px sans-serif";
    align = "start";
    baseline = "alphabetic";
    direction = "inherit";
    letterSpacing = "0px";
    wordSpacing = "0px";
    letterPixels = 0;
    wordPixels = 0;
    kerning = "auto";
    stretch = "normal";
    capitals = "normal";
    rendering = "auto";
    lang = "inherit";
    isFontSent = true;
    measures = null;
    measuredIn = 0;

    /** All of another one. */
    take(other) {
      this.matrix.take(other.matrix);
      this.fill = other.fill;
      this.fillVersion = other.fillVersion;
      this.stroke = other.stroke;
      this.strokeVersion = other.strokeVersion;
      this.alpha = other.alpha;
      this.operation = other.operation;
      this.lineWidth = other.lineWidth;
      this.lineCap = other.lineCap;
      this.lineJoin = other.lineJoin;
      this.miterLimit = other.miterLimit;
      this.isLineSent = other.isLineSent;
      this.dashes = other.dashes;
      this.dashOffset = other.dashOffset;
      this.isDashSent = other.isDashSent;
      this.shadowBlur = other.shadowBlur;
      this.shadowX = other.shadowX;
      this.shadowY = other.shadowY;
      this.shadow = other.shadow;
      this.shadowColor = other.shadowColor;
      this.isShadowSent = other.isShadowSent;
      this.filter = other.filter;
      this.smooths = other.smooths;
      this.quality = other.quality;
      this.font = other.font;
      this.fontSource = other.fontSource;
      this.align = other.align;
      this.baseline = other.baseline;
      this.direction = other.direction;
      this.letterSpacing = other.letterSpacing;
      this.wordSpacing = other.wordSpacing;
      this.letterPixels = other.letterPixels;
      this.wordPixels = other.wordPixels;
      this.kerning = other.kerning;
      this.stretch = other.stretch;
      this.capitals = other.capitals;
      this.rendering = other.rendering;
      this.lang = other.lang;
      this.isFontSent = other.isFontSent;
      this.measures = other.measures;
      this.measuredIn = other.measuredIn;
    }
  }

  // States that were restored from, to be written over: what saves and restores for each thing that it draws would leave
  // as many behind. They may be another context's by then, so who converts a page's value, which may run its scripts,
  // asks for the state after that.
  const spares = core.list(), mostSpares = 8;

  function copyState(state) {
    const copy = spares.length === 0 ? new State() : core.ArrayPop(spares);
    copy.take(state);
    return copy;
  }

  function dropState(state) {
    if (spares.length < mostSpares) put(spares, state);
  }

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
      if (state[version] !== fields.version) styles.recordGradient(context.number, gradient, fields, context.isWide);
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
    begin(context.number, kinds.SHADOW, 7);
    addColor(state.shadowColor, context.isWide);
    add(state.shadowBlur);
    add(state.shadowX);
    add(state.shadowY);
    state.isShadowSent = true;
  }

  const sendFill = (context) => {
    sendStyle(context, "fill", "fillVersion", kinds.FILL_GRADIENT, kinds.FILL_PATTERN);
    sendShadow(context);
  };

  function addLine(state) {
    add(state.lineWidth);
    add(caps[state.lineCap]);
    add(joins[state.lineJoin]);
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
    add(kernings[state.kerning]);
    add(stretches[state.stretch]);
    add(capitals[state.capitals]);
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
      get numbers() { return scratch; },
      get length() { return length; },
    };
  }

  // MARK: Text

  // What is the same until the end of the turn, while the document and its style sheets are: fonts may have come by then.
  const { versions } = core;
  const directionsOfElements = new SafeMap(), measuresOfFonts = new SafeMap(), mostMeasures = 10000, longestMeasured = 1000;
  let isKept = false, structure = 0, attributes = 0, texts = 0, sheets = 0, keptIn = 0, measureCount = 0;

  function forgetText() {
    keptIn += 1;
    measureCount = 0;
    directionsOfElements.clear();
    measuresOfFonts.clear();
  }

  function checkKept() {
    if (isKept && structure === versions[0] && attributes === versions[2] && texts === versions[4] && sheets === core.styleVersion) {
      return;
    }
    forgetText();
    structure = versions[0];
    attributes = versions[2];
    texts = versions[4];
    sheets = core.styleVersion;
    if (isKept) return;
    isKept = true;
    core.atEndOfTurn(() => { isKept = false; });
  }

  function isRightToLeft(context) {
    const direction = context.state.direction;
    if (direction !== "inherit") return direction === "rtl";
    const element = context.canvas.element;
    if (element < 0) return false;
    checkKept();
    let isRTL = directionsOfElements.get(element);
    if (isRTL === undefined) {
      isRTL = native.isRightToLeft(element);
      directionsOfElements.set(element, isRTL);
    }
    return isRTL;
  }

  /** What `measureText` gives, of the font and the place that the state says. */
  function measure(context, text) {
    checkKept();
    const { state } = context;
    if (state.measures === null || state.measuredIn !== keptIn) useMeasures(state, isRightToLeft(context));
    let found = state.measures.get(text);
    if (found !== undefined) return found;
    found = measureAnew(state, isRightToLeft(context), text);
    if (text.length > longestMeasured) return found;
    measureCount += 1;
    if (measureCount > mostMeasures) forgetText();
    else state.measures.set(text, found);
    return found;
  }

  /** The measures that are known of a state's font. */
  function useMeasures(state, isRTL) {
    const { letterPixels, wordPixels, kerning, stretch, capitals: capital, align, baseline, font } = state;
    const key = `${letterPixels} ${wordPixels} ${kerning} ${stretch} ${capital} ${align} ${baseline} ${isRTL} ${font}`;
    let known = measuresOfFonts.get(key);
    if (known === undefined) {
      known = new SafeMap();
      measuresOfFonts.set(key, known);
    }
    state.measures = known;
    state.measuredIn = keptIn;
  }

  const measured = new Float64Array(8);
  function measureAnew(state, isRTL, text) {
    measured[0] = state.letterPixels;
    measured[1] = state.wordPixels;
    measured[2] = kernings[state.kerning];
    measured[3] = stretches[state.stretch];
    measured[4] = capitals[state.capitals];
    measured[5] = isRTL ? 1 : 0;
    measured[6] = alignOf(state, isRTL);
    measured[7] = baselines[state.baseline];
    return native.measureText(text, measured, 8, state.font);
  }

  function changedFont(state) {
    state.isFontSent = false;
    state.measures = null;
  }

  function alignOf(state, isRTL) {
    if (state.align === "start") return isRTL ? 2 : 0;
    if (state.align === "end") return isRTL ? 0 : 2;
    return aligns[state.align];
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
    add(baselines[state.baseline]);
  }

  const spacingIn = (font, spacing) => (spacing === "0px" ? 0 : native.drawingLength(spacing, font) ?? 0);

  function setSpacing(context, name, pixels, value) {
    value = core.string(value);
    const { state } = context;
    const found = native.drawingLength(value, state.font);
    if (found === null) return;
    state[pixels] = found;
    const parts = RegExpExec(lengthText, core.stripASCIIWhitespace(value));
    state[name] = parts === null ? found + "px" : +parts[1] + core.toASCIILowercase(parts[2] === "" ? "px" : parts[2]);
    changedFont(state);
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
    if (core.isObject(value) && (styles.isGradient(value) || styles.isPattern(value))) {
      context.state[name] = value;
      context.state[version] = -1;
      return;
    }
    value = core.string(value);
    const { state } = context;
    if (value === state[name]) return;
    const color = parseColor(value, context.canvas.element);
    if (color === null) return;
    state[name] = color[TEXT];
    begin(context.number, instruction, 4);
    addColor(color, context.isWide);
  }

  function chooseFrom(list, context, name, value) {
    value = core.string(value);
    const { state } = context;
    if (list[value] === undefined || state[name] === value) return false;
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
    const space = colorSpace ?? context.settings.colorSpace, isWide = styles.isWide(space);
    const bytes = sw * sh > styles.mostPixels ? null : native.readPixels(context.number, sx, sy, sw, sh, isWide);
    if (bytes === null) throw new core.RangeError("There are too many pixels.");
    return styles.imageDataFrom(bytes, sw, sh, space, pixelFormat);
  }

  function resetContext(context) {
    const { canvas } = context;
    context.state = new State();
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

  core.canvasState = {
    __proto__: null, operations, caps, joins, aligns, baselines, directions, qualities, kernings, stretches, capitals, renderings,
    rules, mostStates, State, copyState, dropState, Context, sendFill, sendFont, sendTransform, pathOfCurrent,
    fillPath, strokePath, pathAndRule, question, measure, drawText, spacingIn, setSpacing, isAbsoluteFont,
    parseFont, changedFont, setStyle, chooseFrom, drawPicture, long, readPixels, resetContext, drawRing,
  };
})
