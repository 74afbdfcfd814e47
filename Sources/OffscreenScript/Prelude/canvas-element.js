// Canvas elements, and the pictures of elements that canvases draw.
// https://html.spec.whatwg.org/multipage/canvas.html#the-canvas-element
(function (core) {
  "use strict";
  const { native, put, error, hooks, SafeMap } = core;
  core.load("canvas.js");
  const { flush, number } = core.recorder;
  const { makeCanvas, resize, getContext, encode, refuseForeign, makeBlob, makeOffscreen } = core.canvas;
  const { HTMLElement, reflect, declare, isNamed, get, parseNonNegative, atomSet, most, checkFor } = core.html;
  const atom = core.atom;
  const canvasAtom = atom("canvas"), imgAtom = atom("img"), videoAtom = atom("video"), imageAtom = atom("image"),
    widthAtom = atom("width"), heightAtom = atom("height");

  const canvases = new SafeMap();

  const lengthOf = (id, name, otherwise) => {
    const value = parseNonNegative(get(id, name));
    return value === null || value > most ? otherwise : value;
  };

  function canvasOf(id) {
    let canvas = canvases.get(id);
    if (canvas === undefined) {
      canvases.set(id, canvas = makeCanvas(core.wrap(id), id, lengthOf(id, widthAtom, 300), lengthOf(id, heightAtom, 150)));
    }
    return canvas;
  }

  function sizeChanged(id) {
    const canvas = canvases.get(id);
    if (canvas === undefined || canvas.mode === "placeholder") return;
    resize(canvas, lengthOf(id, widthAtom, 300), lengthOf(id, heightAtom, 150));
  }
  sizeChanged.wants = (name) => name === widthAtom || name === heightAtom;
  put(hooks.attributeChanged, sizeChanged);

  declare("HTMLCanvasElement", (is) => {
    class HTMLCanvasElement extends HTMLElement {
      getContext(contextId, options = undefined) {
        const canvas = canvasOf(is(this));
        core.requireArguments(arguments.length, 1);
        return getContext(canvas, core.string(contextId), options, false);
      }
      toDataURL(type = undefined, quality = undefined) {
        const canvas = canvasOf(is(this));
        type = type === undefined ? "image/png" : core.string(type);
        refuseForeign(canvas);
        const file = encode(canvas, type, quality);
        return file === null ? "data:," : `data:${file[1]};base64,` + native.base64(file[0]);
      }
      toBlob(callback, type = undefined, quality = undefined) {
        const canvas = canvasOf(is(this));
        core.requireArguments(arguments.length, 1);
        core.convertCallback(callback);
        type = type === undefined ? "image/png" : core.string(type);
        refuseForeign(canvas);
        const file = encode(canvas, type, quality);
        core.queueTask(() => core.callAndReport(callback, undefined, core.list(file === null ? null : makeBlob(file))));
      }
      transferControlToOffscreen() {
        const id = is(this), canvas = canvasOf(id);
        if (canvas.mode !== "none" || canvas.context !== null) {
          throw error("InvalidStateError", "The canvas has a context, or was transferred.");
        }
        canvas.mode = "placeholder";
        return makeOffscreen(canvas.width, canvas.height, id);
      }
    }
    reflect(HTMLCanvasElement, is, { unsignedLong: { width: 300, height: 150 } });
    return HTMLCanvasElement;
  });

  // MARK: What is drawn. https://html.spec.whatwg.org/multipage/canvas.html#image-sources-for-2d-rendering-contexts

  // Pictures of elements that are known, by element.
  const pictures = new SafeMap();
  function sourceChanged(id) { pictures.delete(id); }
  const sourceNames = atomSet("src srcset sizes href crossorigin");
  sourceChanged.wants = (name) => sourceNames.has(name);
  put(hooks.attributeChanged, sourceChanged);

  const isSVGImage = (id) => core.tree.nameOf(id) === imageAtom && core.tree.namespaceOf(id) === 1;

  const numbers = new SafeMap();
  function pictureOf(id) {
    const known = pictures.get(id);
    if (known !== undefined) return known;
    let kept = numbers.get(id);
    if (kept === undefined) numbers.set(id, kept = number());
    else flush();
    const size = native.keepPicture(kept, id);
    if (size === null) throw error("InvalidStateError", "The picture is broken.");
    if (core.TypedArrayLength(size) === 0) return null;
    const picture = { __proto__: null, number: kept, width: size[0], height: size[1], isForeign: size[2] !== 0 };
    pictures.set(id, picture);
    return picture;
  }

  core.canvasElements = {
    __proto__: null,
    isSource(value) {
      const id = core.idIfNode(value);
      return id >= 0 && (isNamed(id, imgAtom) || isNamed(id, canvasAtom) || isNamed(id, videoAtom) || isSVGImage(id));
    },
    /** A canvas, or `{number, width, height, isForeign}`; null where there is nothing to draw yet. */
    sourceOf(value) {
      const id = core.idIfNode(value);
      if (isNamed(id, videoAtom)) return null;
      return isNamed(id, canvasAtom) ? canvasOf(id) : pictureOf(id);
    },
  };
})
