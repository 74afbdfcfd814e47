/// Multiplies the colours of pixels `0xAARRGGBB` by their alpha, rounding to the nearest.
/// Gives back whether every pixel is opaque.
@discardableResult
func premultiply(_ pixels: UnsafeMutableBufferPointer<UInt32>) -> Bool {
  var alphas: UInt32 = 0xFF00_0000
  for index in pixels.indices {
    let pixel = pixels[index]
    alphas &= pixel
    if pixel < 0xFF00_0000 { pixels[index] = premultiplied(pixel) }
  }
  return alphas == 0xFF00_0000
}

/// x * a / 255, rounded, for two channels at once: (v + 128 + ((v + 128) >> 8)) >> 8.
@inline(__always)
func premultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  var redBlue = (pixel & 0x00FF_00FF) &* alpha &+ 0x0080_0080
  redBlue = ((redBlue &+ ((redBlue >> 8) & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
  var green = ((pixel >> 8) & 0xFF) &* alpha &+ 0x80
  green = ((green &+ (green >> 8)) >> 8) & 0xFF
  return alpha << 24 | redBlue | green << 8
}

/// The colour before it was multiplied by its alpha.
@inline(__always)
func unpremultiplied(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel }
  if alpha == 0 { return 0 }
  let half = alpha / 2
  let red = min(255, (((pixel >> 16) & 0xFF) &* 255 &+ half) / alpha)
  let green = min(255, (((pixel >> 8) & 0xFF) &* 255 &+ half) / alpha)
  let blue = min(255, ((pixel & 0xFF) &* 255 &+ half) / alpha)
  return alpha << 24 | red << 16 | green << 8 | blue
}
