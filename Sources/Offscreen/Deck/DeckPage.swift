/// What a deck has of a page.
struct DeckPage: Sendable {
  var picture: Snapshot?
  var thumbnail: Snapshot?
  /// Bytes of the picture, also after it was released; nil where that is not known.
  private(set) var pictureSize: Int?
  /// Why it has no picture.
  var failure: WebPageError?

  init() {}

  init(picture: Snapshot, thumbnail: Snapshot?) {
    (self.picture, self.thumbnail) = (picture.trimmed, thumbnail?.trimmed)
    pictureSize = picture.data.count
  }

  init(failure: WebPageError) { self.failure = failure }

  var isEmpty: Bool { picture == nil && thumbnail == nil }

  /// Bytes of the files that are there.
  var size: Int { (picture?.data.count ?? 0) + (thumbnail?.data.count ?? 0) }
}

extension Snapshot {
  /// In no more memory than its bytes take.
  fileprivate var trimmed: Snapshot {
    var copy = self
    copy.data = [UInt8](data[...])
    return copy
  }
}
