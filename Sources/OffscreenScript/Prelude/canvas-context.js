// The contexts that draw in two dimensions. https://html.spec.whatwg.org/multipage/canvas.html#2dcontext
(function (core) {
  "use strict";
  const { native, put, error, NumberIsFinite, TypeError, RegExpExec } = core;
  core.load("canvas.js");
  core.load("canvas-state.js");
  const { kinds, begin, add, addString, addPath, record, record1, record4, record6, flush } = core.recorder;
  const { Path, members, rect, toMatrix, isPath, pathOf } = core.canvasPaths;
  const styles = core.canvasStyles, { TEXT, parseColor } = styles;
  const { operations, caps, joins, aligns, baselines, directions, qualities, kernings, stretches, capitals,
    renderings, rules, mostStates, State, copyState, dropState, Context, sendFill, sendFont, sendTransform, pathOfCurrent,
    fillPath, strokePath, pathAndRule, question, measure, drawText, spacingIn, setSpacing, isAbsoluteFont,
    parseFont, changedFont, setStyle, chooseFrom, drawPicture, long, readPixels, resetContext, drawRing } = core.canvasState;
  const of = Context.of;

  const shared = {
    // MARK: States

    save() {
      const context = of(this), state = context.state;
      if (context.stack.length >= mostStates) return;
      put(context.stack, copyState(state));
      record(context.number, kinds.SAVE);
    },
    restore() {
      const context = of(this);
      if (context.stack.length === 0) return;
      dropState(context.state);
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
      if (chooseFrom(operations, context, "operation", value)) {
        record1(context.number, kinds.OPERATION, operations[context.state.operation]);
      }
    },
    get imageSmoothingEnabled() { return of(this).state.smooths; },
    set imageSmoothingEnabled(value) {
      const context = of(this);
      context.state.smooths = !!value;
      record1(context.number, kinds.SMOOTHING, context.state.smooths ? 1 : 0);
    },
    get imageSmoothingQuality() { return of(this).state.quality; },
    set imageSmoothingQuality(value) { chooseFrom(qualities, of(this), "quality", value); },
    get shadowOffsetX() { return of(this).state.shadowX; },
    set shadowOffsetX(value) { setShadow(of(this), "shadowX", +value); },
    get shadowOffsetY() { return of(this).state.shadowY; },
    set shadowOffsetY(value) { setShadow(of(this), "shadowY", +value); },
    get shadowBlur() { return of(this).state.shadowBlur; },
    set shadowBlur(value) {
      const context = of(this);
      value = +value;
      if (value >= 0) setShadow(context, "shadowBlur", value);
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
      if (core.ArrayIndexOf(core.list("repeat", "repeat-x", "repeat-y", "no-repeat"), repetition) < 0) {
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
      return native.isInFill(list.numbers, list.length, x, y);
    },
    isPointInStroke(path, x, y = undefined) {
      const context = of(this);
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
      const { state, matrix } = context;
      if (!NumberIsFinite(x) || !NumberIsFinite(y) || matrix.isSingular) return false;
      const used = pathOfCurrent(context, given), { dashes } = state, list = question(16 + dashes.length + used.length);
      list.add(state.lineWidth);
      list.add(caps[state.lineCap]);
      list.add(joins[state.lineJoin]);
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
      return native.isInStroke(list.numbers, list.length, x, y);
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
      const context = of(this);
      core.requireArguments(arguments.length, 1);
      return styles.makeTextMetrics(measure(context, core.string(text)));
    },

    // MARK: Lines

    get lineWidth() { return of(this).state.lineWidth; },
    set lineWidth(value) { setLine(of(this), "lineWidth", +value); },
    get lineCap() { return of(this).state.lineCap; },
    set lineCap(value) {
      const context = of(this);
      if (chooseFrom(caps, context, "lineCap", value)) context.state.isLineSent = false;
    },
    get lineJoin() { return of(this).state.lineJoin; },
    set lineJoin(value) {
      const context = of(this);
      if (chooseFrom(joins, context, "lineJoin", value)) context.state.isLineSent = false;
    },
    get miterLimit() { return of(this).state.miterLimit; },
    set miterLimit(value) { setLine(of(this), "miterLimit", +value); },
    setLineDash(segments) {
      const context = of(this);
      core.requireArguments(arguments.length, 1);
      const list = core.sequence(segments, core.unrestrictedDouble);
      for (let index = 0; index < list.length; index += 1) if (!NumberIsFinite(list[index]) || list[index] < 0) return;
      const count = list.length;
      if (count % 2 === 1) for (let index = 0; index < count; index += 1) put(list, list[index]);
      context.state.dashes = list;
      context.state.isDashSent = false;
    },
    getLineDash() { return core.array(of(this).state.dashes); },
    get lineDashOffset() { return of(this).state.dashOffset; },
    set lineDashOffset(value) {
      const context = of(this);
      value = +value;
      if (!NumberIsFinite(value)) return;
      context.state.dashOffset = value;
      context.state.isDashSent = false;
    },

    // MARK: Styles of text

    get font() { return of(this).state.font; },
    set font(value) {
      const context = of(this);
      value = core.string(value);
      const { state } = context;
      if (value === state.fontSource && RegExpExec(isAbsoluteFont, value) !== null) return;
      const font = parseFont(value, context.canvas.element);
      if (font === null) return;
      state.font = font;
      state.fontSource = value;
      // The shorthand has said them anew, as in Chromium.
      state.capitals = "normal";
      state.letterPixels = spacingIn(font, state.letterSpacing);
      state.wordPixels = spacingIn(font, state.wordSpacing);
      changedFont(state);
    },
    get textAlign() { return of(this).state.align; },
    set textAlign(value) {
      const context = of(this);
      if (chooseFrom(aligns, context, "align", value)) context.state.measures = null;
    },
    get textBaseline() { return of(this).state.baseline; },
    set textBaseline(value) {
      const context = of(this);
      if (chooseFrom(baselines, context, "baseline", value)) context.state.measures = null;
    },
    get direction() { return of(this).state.direction; },
    set direction(value) {
      const context = of(this);
      if (chooseFrom(directions, context, "direction", value)) context.state.measures = null;
    },
    get letterSpacing() { return of(this).state.letterSpacing; },
    set letterSpacing(value) { setSpacing(of(this), "letterSpacing", "letterPixels", value); },
    get wordSpacing() { return of(this).state.wordSpacing; },
    set wordSpacing(value) { setSpacing(of(this), "wordSpacing", "wordPixels", value); },
    get fontKerning() { return of(this).state.kerning; },
    set fontKerning(value) {
      const context = of(this);
      if (chooseFrom(kernings, context, "kerning", value)) changedFont(context.state);
    },
    get fontStretch() { return of(this).state.stretch; },
    set fontStretch(value) {
      const context = of(this);
      if (chooseFrom(stretches, context, "stretch", value)) changedFont(context.state);
    },
    get fontVariantCaps() { return of(this).state.capitals; },
    set fontVariantCaps(value) {
      const context = of(this);
      if (chooseFrom(capitals, context, "capitals", value)) changedFont(context.state);
    },
    get textRendering() { return of(this).state.rendering; },
    set textRendering(value) { chooseFrom(renderings, of(this), "rendering", value); },
    get lang() { return of(this).state.lang; },
    set lang(value) {
      const context = of(this);
      value = core.string(value);
      context.state.lang = value;
    },

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
      native.writePixels(context.number, bytes, fields.width, fields.height, dx, dy, x, y, width, height,
        styles.isWide(fields.colorSpace));
    },
  };

  function setShadow(context, name, value) {
    if (!NumberIsFinite(value)) return;
    context.state[name] = value;
    context.state.isShadowSent = false;
  }

  function setLine(context, name, value) {
    if (!NumberIsFinite(value) || value <= 0) return;
    context.state[name] = value;
    context.state.isLineSent = false;
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
    const object = core.ObjectCreate(Class.prototype), state = new State();
    const context = {
      __proto__: null, canvas, number: canvas.number, settings, isWide: styles.isWide(settings.colorSpace), state, matrix: state.matrix, stack: core.list(), path: new Path(),
    };
    new Context(object, context);
    canvas.reset = () => resetContext(context);
    return object;
  };
})
