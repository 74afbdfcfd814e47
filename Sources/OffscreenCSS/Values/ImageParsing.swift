extension ImageValue: PropertyValue {
  package static func specified(_ cursor: inout TokenCursor, in context: ParsingContext) -> Specified<ImageValue>? {
    cursor.consumeImageOrNone(in: context)
  }
}

extension TokenCursor {
  mutating func consumeImageOrNone(in context: ParsingContext) -> Specified<ImageValue>? {
    consumeIdent("none") ? .computed(.none) : consumeImage(in: context)
  }

  /// https://drafts.csswg.org/css-images-4/#image-values
  mutating func consumeImage(in context: ParsingContext, depth: Int = 0) -> Specified<ImageValue>? {
    guard depth < 16 else { return nil }
    // An empty address is no image that could be loaded.
    if let url = consumeURL() { return .computed(.url(url.isEmpty ? url : context.resolveURL(url))) }
    guard kind == .function else { return nil }
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction() else { return nil }
    var inner = contents
    let image: Specified<ImageValue>?
    let name = buffer.lowercased(token)
    switch name {
    case "image-set", "-webkit-image-set": image = inner.imageSet(in: context, depth: depth)
    case "image":
      // Not implemented: image fragments and fallbacks, which Chromium has not either.
      image = inner.consumeColor(in: context)?.map { .color($0) }
    case "cross-fade", "-webkit-cross-fade": image = inner.crossFade(in: context, depth: depth)
    default: image = inner.gradient(name, in: context)?.map { .gradient($0) }
    }
    guard let image, inner.isAtEnd else { return nil }
    self = attempt
    return image
  }

  /// The option for the context's resolution.
  /// https://drafts.csswg.org/css-images-4/#image-set-notation
  private mutating func imageSet(in context: ParsingContext, depth: Int) -> Specified<ImageValue>? {
    var options: [Specified<ImageOption>] = []
    repeat {
      let image: Specified<ImageValue>
      if let address = consumeString() {
        image = .computed(.url(context.absoluteURL(address)))
      } else if let other = consumeImage(in: context, depth: depth + 1) {
        image = other
      } else {
        return nil
      }
      var resolution: Specified<Double>?
      var isSupported = true
      for _ in 0..<2 {
        if resolution == nil, let value = consumeResolution(in: context) {
          guard value.computed(in: .initial) > 0 else { return nil }
          resolution = value
        } else if var type = consumeFunction("type") {
          guard let name = type.consumeString() else { return nil }
          isSupported = context.showsImageType(name.lowercased())
        }
      }
      if isSupported {
        options.append(image.with(resolution ?? .computed(1)) { ImageOption(image: $0, resolution: $1) })
      }
    } while consumeComma()
    let ratio = context.devicePixelRatio
    return options.joined().map { options in
      let sorted = options.sorted { $0.resolution < $1.resolution }
      guard let best = sorted.first(where: { $0.resolution >= ratio }) ?? sorted.last else { return ImageValue.none }
      return best.resolution == 1 ? best.image : .resolution(best.image, best.resolution.clampedNumber)
    }
  }

  /// https://drafts.csswg.org/css-images-4/#cross-fade-function
  private mutating func crossFade(in context: ParsingContext, depth: Int) -> Specified<ImageValue>? {
    var parts: [(image: Specified<ImageValue>, share: Specified<Double>?)] = []
    repeat {
      var share = consumePercentage(in: context, .nonNegative)
      let image: Specified<ImageValue>
      if let value = consumeImage(in: context, depth: depth + 1) {
        image = value
      } else if let color = consumeColor(in: context) {
        image = color.map { .color($0) }
      } else if parts.count == 2, share != nil, parts[1].share == nil {
        // The old form: two images, and the share of the second.
        parts[1].share = share
        break
      } else {
        return nil
      }
      if share == nil { share = consumePercentage(in: context, .nonNegative) }
      parts.append((image, share))
    } while consumeComma()
    let shares = parts.map { $0.share.lifted() }.joined()
    return parts.map(\.image).joined().with(shares) { Self.crossFade($0, $1) }
  }

  private static func crossFade(_ images: [ImageValue], _ percentages: [Double?]) -> ImageValue {
    let shares = percentages.map { $0.map { $0 / 100 } }
    let given = shares.reduce(0) { $0 + min($1 ?? 0, 1) }
    let open = shares.filter { $0 == nil }.count
    let rest = open == 0 ? 0 : max(0, 1 - given) / Double(open)
    let total = max(given, 1)
    return .crossFade(
      zip(images, shares).map { CrossFadePart(image: $0, weight: Float(min($1 ?? rest, 1) / total)) })
  }
}

/// An option of `image-set()`, with its resolution in device pixels per CSS pixel.
private struct ImageOption: Sendable {
  var image: ImageValue
  var resolution: Double
}
