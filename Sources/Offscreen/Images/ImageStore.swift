import OffscreenCSS
import OffscreenImages
import OffscreenLoading
import OffscreenRaster
import OffscreenText

/// The pictures of one page: each loaded once, its header read, its pixels decoded when it is drawn.
package final class ImageStore {
  private let loader: DocumentLoader
  private let limits: PageLimits
  private let budget: PixelBudget
  /// What drawings share; what the pictures of one page may cost, all together.
  let drawings: SVGPicture.Surroundings
  private var images: [String: PageImage?] = [:]
  package private(set) var warnings: [String] = []

  init(loader: DocumentLoader, options: PageOptions, fonts: PageFonts) {
    (self.loader, limits) = (loader, options.limits)
    budget = PixelBudget(pixels: limits.decodedPixels)
    var drawings = SVGPicture.Surroundings(fonts: fonts, limits: limits, pixels: budget, drawing: DrawingBudget())
    let time = Double(options.settle.milliseconds) / 1_000
    (drawings.time, drawings.clock) = (time, PictureClock(seconds: time))
    drawings.languages = options.languages.tags
    self.drawings = drawings
  }

  /// Where animated pictures stand.
  var clock: PictureClock { drawings.clock }

  /// Whether a picture was not decoded because of the others.
  var isOverBudget: Bool { budget.wasExceeded }

  /// Whether drawings were left out, or their effects.
  var hasTooMuchVectorWork: Bool { budget.hadTooManyElements || drawings.drawing.isSpent }

  /// The picture at an absolute address; nil where it cannot be had.
  package func image(_ address: String) -> PageImage? {
    if let known = images[address] { return known }
    let image = load(address)
    images[address] = .some(image)
    return image
  }

  /// Gives back the pictures: whoever asks for one again has it made again.
  func releaseCaches() { images = [:] }

  /// Whether a picture is there that was asked for before.
  func hasLoaded(_ address: String) -> Bool { images[address].map { $0 != nil } ?? false }

  /// The pictures that are there, by address.
  package var loaded: [String: PageImage] { images.compactMapValues { $0 } }

  /// Loads the pictures that a style's backgrounds, borders and masks name.
  package func load(addressesIn style: ComputedStyle) {
    for address in style.pictureAddresses { _ = image(address) }
  }

  private func load(_ address: String) -> PageImage? {
    guard let url = PageURL(address) else { return nil }
    switch loader.load(url, as: .image) {
    case .failure(let error):
      warnings.append(error.description)
      return nil
    case .success(let resource):
      do {
        return try PageImage.picture(
          bytes: resource.bytes, mimeType: resource.mimeType.essence, drawings, view: url.fragment)
      } catch .tooLarge(let width, let height) {
        warnings.append(
          limits.warning("imagePixels", "\(loader.name(of: url).onOneLine()): \(width)x\(height) pixels, is not shown"))
        return nil
      } catch {
        warnings.append("\(loader.name(of: url).onOneLine()): \(error)")
        return nil
      }
    }
  }
}

extension ComputedStyle {
  /// Of the pictures that a box with this style is painted with.
  var pictureAddresses: [String] {
    func addresses(_ value: ImageValue) -> [String] {
      switch value {
      case .url(let address): [address]
      case .resolution(let inner, _): addresses(inner)
      case .crossFade(let parts): parts.flatMap { addresses($0.image) }
      case .none, .gradient, .color: []
      }
    }
    return background.layers.flatMap { addresses($0.image) } + addresses(border.image.source)
      + effect.masks.flatMap { addresses($0.layer.image) } + addresses(effect.maskBorder.source)
  }
}
