// Runs a canvas program: `program(draw)` draws once, or as often as the address says behind `#`, and reads a pixel after
// each time, so that all of it is drawn and not only recorded.

/** Numbers from 0 to 1, the same each time. */
function makeRandom(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

function program(draw, width = 800, height = 600) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  // Chromium: on the processor, as on a machine without a graphics card.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const count = location.hash === "" ? 1 : Number(location.hash.slice(1));
  for (let index = 0; index < count; index += 1) {
    context.reset();
    draw(context, width, height);
    context.getImageData(0, 0, 1, 1);
  }
}
