// Where scrolling comes to rest. https://drafts.csswg.org/css-scroll-snap-1/
(function (core) {
  "use strict";
  const { native, put, tree, SafeMap } = core;
  const mostAreas = 1000;
  // How far from a snap position what snaps in its proximity may be: a share of the port, as in Chromium.
  const proximity = 1 / 3;

  /** The element whose style says how a scroller snaps; -1 is the viewport. */
  const styled = (scroller) => (scroller < 0 ? core.documentElementOf(0) : scroller);
  const value = (id, name) => native.computedValue(id, "", name);

  /** Which axes snap, x and y, and whether in any case; null where none does. */
  function typeOf(scroller) {
    const id = styled(scroller);
    const text = id < 0 ? "none" : value(id, "scroll-snap-type");
    if (text === "none" || text === "") return null;
    const words = core.split(text, " ");
    const isVertical = isVerticalText(id), axis = words[0];
    return {
      __proto__: null, isMandatory: words[1] === "mandatory", snaps: core.list(
        axis === "both" || axis === "x" || axis === (isVertical ? "block" : "inline"),
        axis === "both" || axis === "y" || axis === (isVertical ? "inline" : "block")),
    };
  }

  function isVerticalText(id) {
    const mode = value(id, "writing-mode");
    return mode !== "" && mode !== "horizontal-tb";
  }

  /** The scroller's port in its own coordinates: where it is scrolled to, how large it is, how far it goes. */
  function portOf(scroller) {
    const id = styled(scroller);
    let x, y, left, top, width, height, wide, high;
    if (scroller < 0) {
      const viewport = native.viewport(), root = native.geometry(id);
      x = y = 0;
      left = viewport[2];
      top = viewport[3];
      width = viewport[0];
      height = viewport[1];
      wide = root === null ? width : root[10];
      high = root === null ? height : root[11];
    } else {
      const geometry = native.geometry(scroller);
      if (geometry === null) return null;
      x = geometry[0] + geometry[4];
      y = geometry[1] + geometry[5];
      left = geometry[8];
      top = geometry[9];
      width = geometry[6];
      height = geometry[7];
      wide = geometry[10];
      high = geometry[11];
    }
    const mode = value(id, "writing-mode"), isRTL = value(id, "direction") === "rtl";
    const isVertical = mode !== "" && mode !== "horizontal-tb";
    const goesLeft = isVertical ? mode === "vertical-rl" || mode === "sideways-rl" : isRTL;
    const goesUp = isVertical && (mode === "sideways-lr") !== isRTL;
    const padding = (side, length) => core.scrolling.scrollPadding(id, side, length);
    const axis = (size, whole, isBackward, before, after) => {
      const most = core.MathMax(0, whole - size);
      return { __proto__: null, least: isBackward ? -most : 0, most: isBackward ? 0 : most, before, after,
        size: size - before - after };
    };
    return {
      __proto__: null, x: x - left, y: y - top, now: core.list(left, top), axes: core.list(
        axis(width, wide, goesLeft, padding("left", width), padding("right", width)),
        axis(height, high, goesUp, padding("top", height), padding("bottom", height))),
    };
  }

  function scrolls(id) {
    const overflow = value(id, "overflow-x");
    return overflow !== "visible" && overflow !== "clip" && overflow !== "";
  }

  function belongsTo(id, scroller) {
    const body = core.bodyOf?.(0) ?? -1;
    for (let node = tree.flatParentOf(id); node > 0; node = tree.flatParentOf(node)) {
      if (node === scroller) return true;
      if (tree.kindOf(node) !== tree.ELEMENT || tree.parentOf(node) === 0 || (scroller < 0 && node === body)) continue;
      if (scrolls(node)) return false;
    }
    return scroller < 0;
  }

  /** The snap areas in a scroller: their edges in its coordinates and how they align, along each axis. */
  function areasIn(scroller, port) {
    const areas = core.list(), id = styled(scroller);
    const found = core.ids(native.snapAreas(id));
    for (let index = 0; index < found.length && areas.length < mostAreas; index += 1) {
      const element = found[index], box = native.geometry(element);
      if (box === null || !belongsTo(element, scroller)) continue;
      const margin = (side) => core.NumberParseFloat(value(element, "scroll-margin-" + side)) || 0;
      const words = core.split(value(element, "scroll-snap-align"), " ");
      const physical = core.scrolling.physical(id, words[0], words[1] ?? words[0]);
      const left = box[0] - port.x, top = box[1] - port.y;
      put(areas, { __proto__: null, element, aligns: core.list(physical.inline, physical.block), starts: core.list(left - margin("left"),
        top - margin("top")), ends: core.list(left + box[2] + margin("right"), top + box[3] + margin("bottom")) });
    }
    return areas;
  }

  /** Where an area snaps along an axis, as far as the scroller goes; null where it does not. */
  function positionOf(area, axis, port) {
    const { least, most, before, size } = port.axes[axis];
    const start = area.starts[axis] - before, end = area.ends[axis] - before - size;
    let position;
    switch (area.aligns[axis]) {
      case "start": position = start; break;
      case "end": position = end; break;
      case "center": position = (start + end) / 2; break;
      default: return null;
    }
    return core.MathMin(core.MathMax(position, least), most);
  }

  /** Whether an area is seen along an axis, where the scroller is scrolled to a place. */
  function isSeen(area, axis, place, port) {
    const { before, size } = port.axes[axis];
    const start = area.starts[axis] - place - before, end = area.ends[axis] - place - before;
    return end >= 0 && start <= size && (start !== end ? end > 0 && start < size : true);
  }

  /** The nearest position along an axis, for areas that are seen across it; in a direction, if there is one. */
  function nearest(areas, axis, wanted, across, direction, port) {
    let best = null;
    for (let index = 0; index < areas.length; index += 1) {
      const area = areas[index], position = positionOf(area, axis, port);
      if (position === null || !isSeen(area, 1 - axis, across, port)) continue;
      if (direction !== 0 && (position - port.now[axis]) * direction <= 0) continue;
      const distance = core.MathAbs(position - wanted);
      if (best === null || distance < best.distance) best = { __proto__: null, area, position, distance };
    }
    return best;
  }

  /** https://drafts.csswg.org/css-scroll-snap-1/#choosing */
  function choose(areas, port, type, x, y, directions) {
    const wanted = core.list(x, y);
    for (let axis = 0; axis < 2; axis += 1) {
      wanted[axis] = core.MathMin(core.MathMax(wanted[axis], port.axes[axis].least), port.axes[axis].most);
    }
    const find = (axis, across) => {
      if (!type.snaps[axis]) return null;
      const found = nearest(areas, axis, wanted[axis], across, directions[axis], port);
      return found !== null && !type.isMandatory && found.distance > port.axes[axis].size * proximity ? null : found;
    };
    let first = find(0, wanted[1]), second = find(1, wanted[0]);
    if (first !== null && second !== null
      && !(isSeen(first.area, 1, second.position, port) && isSeen(second.area, 0, first.position, port))) {
      // What is nearer keeps its place, and the other axis follows.
      if (first.distance <= second.distance) second = find(1, first.position);
      else first = find(0, second.position);
    }
    return { __proto__: null, found: core.list(first, second), x: first?.position ?? wanted[0], y: second?.position ?? wanted[1] };
  }

  // The elements that scrollers have snapped to, along each axis.
  const targets = new SafeMap();
  const anywhere = core.list(0, 0);

  /** Where a scroller comes to rest that is to go somewhere. `directions`: those in which positions may lie, or 0. */
  core.snapped = function (scroller, x, y, directions = anywhere) {
    const type = typeOf(scroller), port = type === null ? null : portOf(scroller);
    if (port === null) return null;
    const chosen = choose(areasIn(scroller, port), port, type, x, y, directions);
    targets.set(scroller, chosen.found);
    return chosen;
  };

  /** Where a scroller is after its contents have moved: at what it had snapped to. https://drafts.csswg.org/css-scroll-snap-1/#re-snap */
  core.resnapped = function (scroller) {
    const type = typeOf(scroller), port = type === null ? null : portOf(scroller);
    if (port === null) return null;
    const found = targets.get(scroller), place = core.list(port.now[0], port.now[1]);
    const areas = areasIn(scroller, port);
    if (found !== undefined) {
      for (let axis = 0; axis < 2; axis += 1) {
        if (found[axis] === null || !type.snaps[axis]) continue;
        for (let index = 0; index < areas.length; index += 1) {
          if (areas[index].element !== found[axis].area.element) continue;
          place[axis] = positionOf(areas[index], axis, port) ?? place[axis];
        }
      }
    }
    const chosen = choose(areas, port, type, place[0], place[1], anywhere);
    targets.set(scroller, chosen.found);
    return chosen;
  };
})
