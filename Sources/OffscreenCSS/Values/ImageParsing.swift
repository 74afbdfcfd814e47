extension ImageValue: PropertyValue {
  package static func parse(_ cursor: inout TokenCursor, in context: ValueContext) -> ImageValue? {
    cursor.consumeImageOrNone(in: context)
  }
}

extension TokenCursor {
  mutating func consumeImageOrNone(in context: ValueContext) -> ImageValue? {
    consumeIdent("none") ? ImageValue.none : consumeImage(in: context)
  }

  /// https://drafts.csswg.org/css-images-4/#image-values
  mutating func consumeImage(in context: ValueContext, depth: Int = 0) -> ImageValue? {
    guard depth < 16 else { return nil }
    if let url = consumeURL() {
      // An empty address is no image that could be loaded.
      // One that is a fragment only names an element of this document, wherever it is written.
      // https://drafts.csswg.org/css-values-4/#local-urls
      return .url(url.isEmpty || url.hasPrefix("#") ? url : context.resolveURL(url))
    }
    guard kind == .function else { return nil }
    var attempt = self
    guard let (token, contents) = attempt.consumeFunction() else { return nil }
    var inner = contents
    let image: ImageValue?
    let name = buffer.lowercased(token)
    switch name {
    case "image-set", "-webkit-image-set": image = inner.imageSet(in: context, depth: depth)
    case "image":
      // Not implemented: image fragments and fallbacks, which Chromium has not either.
      image = inner.consumeColor(in: context).map { .color($0) }
    case "cross-fade", "-webkit-cross-fade": image = inner.crossFade(in: context, depth: depth)
    default: image = inner.gradient(name, in: context).map { .gradient($0) }
    }
    guard let image, inner.isAtEnd else { return nil }
    self = attempt
    return image
  }

  /// The option for the context's resolution.
  /// https://drafts.csswg.org/css-images-4/#image-set-notation
  private mutating func imageSet(in context: ValueContext, depth: Int) -> ImageValue? {
    var options: [(image: ImageValue, resolution: Double)] = []
    repeat {
      let image: ImageValue
      if let address = consumeString() {
        image = .url(context.resolveURL(address))
      } else if let other = consumeImage(in: context, depth: depth + 1) {
        image = other
      } else {
        return nil
      }
      var resolution: Double?
      var isSupported = true
      for _ in 0..<2 {
        if resolution == nil, let value = consumeResolution(in: context) {
          guard value > 0 else { return nil }
          resolution = value
        } else if var type = consumeFunction("type") {
          guard let name = type.consumeString() else { return nil }
          isSupported = context.showsImageType(name.lowercased())
        }
      }
      if isSupported { options.append((image, resolution ?? 1)) }
    } while consumeComma()
    let sorted = options.sorted { $0.resolution < $1.resolution }
    guard let best = sorted.first(where: { $0.resolution >= context.devicePixelRatio }) ?? sorted.last else {
      return ImageValue.none
    }
    return best.resolution == 1 ? best.image : .resolution(best.image, best.resolution.clampedNumber)
  }

  /// https://drafts.csswg.org/css-images-4/#cross-fade-function
  private mutating func crossFade(in context: ValueContext, depth: Int) -> ImageValue? {
    var parts: [(image: ImageValue, share: Double?)] = []
    repeat {
      var share = consumePercentage(in: context, .nonNegative)
      let image: ImageValue
      if let value = consumeImage(in: context, depth: depth + 1) {
        image = value
      } else if let color = consumeColor(in: context) {
        image = .color(color)
      } else if parts.count == 2, share != nil, parts[1].share == nil {
        // The old form: two images, and the share of the second.
        parts[1].share = share.map { $0 / 100 }
        return Self.crossFade(parts)
      } else {
        return nil
      }
      if share == nil { share = consumePercentage(in: context, .nonNegative) }
      parts.append((image, share.map { $0 / 100 }))
    } while consumeComma()
    return Self.crossFade(parts)
  }

  private static func crossFade(_ parts: [(image: ImageValue, share: Double?)]) -> ImageValue? {
    let given = parts.reduce(0) { $0 + min($1.share ?? 0, 1) }
    let open = parts.filter { $0.share == nil }.count
    let rest = open == 0 ? 0 : max(0, 1 - given) / Double(open)
    let total = max(given, 1)
    return .crossFade(
      parts.map { CrossFadePart(image: $0.image, weight: Float(min($0.share ?? rest, 1) / total)) })
  }
}
