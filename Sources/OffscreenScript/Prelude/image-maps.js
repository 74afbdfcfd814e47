// Which area of an image map is at a point.
// https://html.spec.whatwg.org/multipage/image-maps.html#image-map-processing-model
(function (core) {
  "use strict";
  const { native, put, RegExpExec, StringSlice } = core;
  const tree = core.tree;
  const { isNamed, get } = core.html;
  const atom = core.atom;
  const mapAtom = atom("map"), areaAtom = atom("area"), nameAtom = atom("name"), usemapAtom = atom("usemap"),
    shapeAtom = atom("shape"), coordsAtom = atom("coords");

  const separators = /^[\t\n\f\r ,;]*/, garbage = /^[^\t\n\f\r ,;0-9.-]*/, word = /^[^\t\n\f\r ,;]*/;
  const float = /^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/;
  const mostCoordinates = 10000;

  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-floating-point-numbers */
  function parseNumbers(text) {
    const numbers = core.list();
    let rest = text;
    const collect = (pattern) => {
      const found = RegExpExec(pattern, rest)[0];
      rest = StringSlice(rest, found.length);
      return found;
    };
    collect(separators);
    while (rest !== "" && numbers.length < mostCoordinates) {
      collect(garbage);
      const number = RegExpExec(float, collect(word));
      put(numbers, number === null || !core.NumberIsFinite(+number[0]) ? 0 : +number[0]);
      collect(separators);
    }
    return numbers;
  }

  function isInPolygon(numbers, x, y) {
    let isIn = false;
    const count = numbers.length - numbers.length % 2;
    for (let index = 0, last = count - 2; index < count; last = index, index += 2) {
      const x1 = numbers[index], y1 = numbers[index + 1], x2 = numbers[last], y2 = numbers[last + 1];
      // Edges belong to it.
      if ((x - x1) * (y2 - y1) === (y - y1) * (x2 - x1) && x >= core.MathMin(x1, x2) && x <= core.MathMax(x1, x2)
        && y >= core.MathMin(y1, y2) && y <= core.MathMax(y1, y2)) return true;
      if (y1 > y !== y2 > y && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) isIn = !isIn;
    }
    return isIn;
  }

  /** Whether a point of the image, of this size, is in an area. */
  function contains(area, x, y, width, height) {
    const shape = core.toASCIILowercase(get(area, shapeAtom) ?? "");
    const isInImage = x >= 0 && y >= 0 && x < width && y < height;
    if (shape === "default") return isInImage;
    const numbers = parseNumbers(get(area, coordsAtom) ?? "");
    if (shape === "circle" || shape === "circ") {
      return numbers.length >= 3 && numbers[2] > 0
        && (x - numbers[0]) * (x - numbers[0]) + (y - numbers[1]) * (y - numbers[1]) <= numbers[2] * numbers[2];
    }
    if (shape === "poly" || shape === "polygon") return numbers.length >= 6 && isInPolygon(numbers, x, y);
    if (numbers.length < 4) return false;
    return x >= core.MathMin(numbers[0], numbers[2]) && x < core.MathMax(numbers[0], numbers[2])
      && y >= core.MathMin(numbers[1], numbers[3]) && y < core.MathMax(numbers[1], numbers[3]);
  }

  /** https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-hash-name-reference */
  function mapOf(image) {
    const reference = get(image, usemapAtom);
    const hash = reference === null ? -1 : core.StringIndexOf(reference, "#");
    if (hash < 0 || hash === reference.length - 1) return -1;
    const name = StringSlice(reference, hash + 1);
    const maps = core.ids(native.elementsByTagName(tree.rootOf(image), mapAtom, mapAtom, 0));
    for (let index = 0; index < maps.length; index += 1) if (get(maps[index], nameAtom) === name) return maps[index];
    return -1;
  }

  /** The area of an image at a point of the viewport, or the image itself. */
  core.areaAt = function (image, x, y) {
    const map = mapOf(image);
    const geometry = map < 0 ? null : native.geometry(image);
    if (geometry === null) return image;
    const pixels = (name) => core.NumberParseFloat(native.computedValue(image, "", name)) || 0;
    x -= geometry[0] + geometry[4] + pixels("padding-left");
    y -= geometry[1] + geometry[5] + pixels("padding-top");
    const width = pixels("width"), height = pixels("height");
    const areas = core.ids(native.elementsByTagName(map, areaAtom, areaAtom, 0));
    for (let index = 0; index < areas.length; index += 1) {
      if (isNamed(areas[index], areaAtom) && contains(areas[index], x, y, width, height)) return areas[index];
    }
    return image;
  };
})
