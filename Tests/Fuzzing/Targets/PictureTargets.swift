import Offscreen
import OffscreenImages

extension FuzzTarget {
  static let pictures =
    ["jpeg", "webp", "gif", "bmp", "icon", "avif"].map { name in
      FuzzTarget(name, patience: 10, open: { { decode($0) } })
    } + [
      FuzzTarget("png", patience: 10, words: { Words.png }) {
        { bytes in
          decode(bytes)
          compareDecoders(bytes)
          _ = PNGText.read(bytes)
        }
      },
      FuzzTarget("svg", patience: 10, words: Words.svg) {
        let fonts = try bundledFonts()
        return { bytes in
          // The commonest size of icons.
          guard
            let image = try? PageImage.picture(
              bytes: bytes, mimeType: "image/svg+xml", SVGPicture.Surroundings(fonts: fonts))
          else { return }
          _ = image.bitmap(width: 24, height: 24, objectWidth: 24, objectHeight: 24)
        }
      },
    ]

  /// Pixels enough for every path of a decoder, and few enough for many inputs a second.
  private static let mostPixels = 1 << 18

  private static func decode(_ bytes: [UInt8]) {
    guard let source = try? ImageSource(bytes: bytes, maximumPixels: mostPixels) else { return }
    _ = try? source.decode()
    _ = try? source.decode(reduction: 4)
    _ = try? source.unturned.decode()
    // As a page draws it.
    let image = PageImage(source: source, clock: PictureClock(seconds: 0.25))
    _ = image.bitmap(width: 3, height: 3)
    _ = image.file()
  }

  /// Our decoder takes the common kinds of PNG and libpng the rest: what ours takes, libpng must show the same.
  private static func compareDecoders(_ bytes: [UInt8]) {
    guard let source = try? ImageSource(bytes: bytes, maximumPixels: mostPixels), source.info.format == .png else {
      return
    }
    bytes.withUnsafeBufferPointer { buffer in
      guard let ours = try? PNGFastDecoder.decode(buffer, source.info) else { return }
      guard let theirs = try? PNGDecoder.decodeByLibpng(buffer, source.info) else { return }
      expect(ours.pixels.elementsEqual(theirs.pixels), "the two PNG decoders do not agree")
    }
  }
}
