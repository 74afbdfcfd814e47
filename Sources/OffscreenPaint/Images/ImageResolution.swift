import OffscreenCSS
import OffscreenGeometry
import OffscreenImages

/// An image that can be painted.
enum ResolvedImage {
  case picture(PageImage, resolution: Double)
  case gradient(Gradient)
  case color(Color)
}

extension Painter: ImageLayerPainter {
  var prefersDark: Bool { options.prefersDark }
  func picture(at address: String) -> PageImage? { options.images[address] }
  func wholePixel(_ coordinate: Double) -> Double { snap.coordinate(coordinate) }
}

extension ImageLayerPainter {
  /// Whether the colour scheme that an element uses is dark: its pictures see it as what the reader prefers.
  func isDark(_ style: ComputedStyle) -> Bool { style.inherited.colorScheme.isDark(preferred: prefersDark) }

  /// The images of an image value, bottom first, each with its opacity. Empty where the
  /// image is none or could not be had. `style` is that of the element that shows it.
  func resolve(
    _ image: ImageValue, _ style: ComputedStyle, depth: Int = 0
  ) -> [(image: ResolvedImage, opacity: Double)] {
    guard depth < 16 else { return [] }
    switch image {
    case .none: return []
    case .url(let address):
      guard let picture = picture(at: address)?.shown(isDark: isDark(style)) else { return [] }
      let isTurned = style.inherited.imageOrientation == .fromImage
      return [(.picture(isTurned ? picture : picture.unturned, resolution: 1), 1)]
    case .gradient(let gradient): return [(.gradient(gradient), 1)]
    case .color(let color): return [(.color(color.resolved(style.inherited.color)), 1)]
    case .resolution(let inner, let resolution):
      return resolve(inner, style, depth: depth + 1).map {
        guard case .picture(let picture, let own) = $0.image, resolution > 0 else { return $0 }
        return (.picture(picture, resolution: own * Double(resolution)), $0.opacity)
      }
    case .crossFade(let parts):
      // Drawn one over the other, each with its share of what is there by then.
      var result: [(image: ResolvedImage, opacity: Double)] = []
      var total = 0.0
      for part in parts {
        let weight = Double(max(0, min(1, part.weight)))
        total += weight
        guard total > 0 else { continue }
        for inner in resolve(part.image, style, depth: depth + 1) {
          result.append((inner.image, inner.opacity * weight / total))
        }
      }
      return result
    }
  }

  /// The natural dimensions in CSS pixels.
  func naturalSize(_ image: ResolvedImage) -> (width: Double?, height: Double?, ratio: Double?) {
    switch image {
    case .picture(let picture, let resolution):
      let factor = resolution > 0 ? resolution : 1
      return (
        picture.naturalWidth.map { $0 / factor }, picture.naturalHeight.map { $0 / factor }, picture.naturalRatio
      )
    case .gradient, .color: return (nil, nil, nil)
    }
  }

  /// Makes a source that fills tiles of this size.
  mutating func source(
    _ image: ResolvedImage, width: Double, height: Double, currentColor: Color
  ) -> ImagePaint.Source? {
    switch image {
    case .picture(let picture, _): return .image(picture)
    case .color(let color): return .color(color)
    case .gradient(let gradient):
      guard
        let resolved = PaintGradient(gradient, width: width, height: height, currentColor: currentColor)
      else { return nil }
      return .gradient(list.add(resolved))
    }
  }
}

/// https://drafts.csswg.org/css-images-3/#default-sizing
func concreteObjectSize(
  natural: (width: Double?, height: Double?, ratio: Double?), specifiedWidth: Double?, specifiedHeight: Double?,
  defaultWidth: Double, defaultHeight: Double
) -> (width: Double, height: Double) {
  let ratio = natural.ratio.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  switch (specifiedWidth, specifiedHeight) {
  case (let width?, let height?): return (width, height)
  case (let width?, nil): return (width, ratio.map { width / $0 } ?? natural.height ?? defaultHeight)
  case (nil, let height?): return (ratio.map { height * $0 } ?? natural.width ?? defaultWidth, height)
  case (nil, nil):
    switch (natural.width, natural.height) {
    case (let width?, let height?): return (width, height)
    case (let width?, nil): return (width, ratio.map { width / $0 } ?? defaultHeight)
    case (nil, let height?): return (ratio.map { height * $0 } ?? defaultWidth, height)
    case (nil, nil):
      guard let ratio else { return (defaultWidth, defaultHeight) }
      return containSize(ratio, defaultWidth, defaultHeight)
    }
  }
}

func containSize(_ ratio: Double, _ width: Double, _ height: Double) -> (width: Double, height: Double) {
  width <= height * ratio ? (width, width / ratio) : (height * ratio, height)
}

func coverSize(_ ratio: Double, _ width: Double, _ height: Double) -> (width: Double, height: Double) {
  width >= height * ratio ? (width, width / ratio) : (height * ratio, height)
}
