import OffscreenLoading

extension RequestedOptions {
  /// The first of the given options that can change nothing about this page and these pictures, with the
  /// reason; nil where each has its effect.
  ///
  /// An option that is given and has no effect is an error: the picture would be wrong in silence.
  package func withoutEffect(
    of given: RequestedOptions, on input: PageInput?, formats: [PictureOutput.Format]
  ) -> (option: PageOption, reason: String)? {
    for option in PageOption.all where given[option] != nil && given[option] != .flag(false) {
      if let reason = reason(option.name, input, formats) { return (option, reason) }
    }
    return nil
  }

  private func reason(_ name: String, _ input: PageInput?, _ formats: [PictureOutput.Format]) -> String? {
    switch name {
    case "padding" where ["selector", "selectorAll", "clip"].allSatisfy { self[name: $0] == nil }:
      return "nothing is shown that it could stand around; add a selector or a clip"
    case "quality" where !formats.isEmpty && !formats.contains(where: \.hasQuality):
      return "the formats that are written lose nothing; write .jpg, .webp or .avif"
    case "headers", "cookies", "user", "strict":
      guard case .url(let url)? = input, !url.isHTTP else { return nil }
      return "the page comes from no server"
    case "root":
      guard case .url(let url)? = input, !url.isFile else { return nil }
      return "the page is not a file, and reads none"
    case _: return nil
    }
  }
}

extension RequestedOptions {
  /// The first of these that says only what a picture shows, or how it is written, for what takes none. `isScrolled`:
  /// whether it reports where boxes are, of which some follow when the page is scrolled.
  package func firstOfPictures(isScrolled: Bool) -> PageOption? {
    PageOption.all.first { option in
      guard case .picture = option.effect, self[option] != nil, self[option] != .flag(false) else { return false }
      return option.name != "scroll" || !isScrolled
    }
  }
}

extension PictureOutput.Format {
  /// Whether a quality can be chosen.
  var hasQuality: Bool {
    switch self {
    case .jpeg, .webp, .avif: true
    case .png, .gif, .sixel, .pdf: false
    }
  }
}
