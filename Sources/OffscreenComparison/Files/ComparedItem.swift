import OffscreenImages

/// Two files of one name, and what came of comparing them.
package struct ComparedItem: Sendable {
  package enum Outcome: Sendable {
    case compared(PictureDifference)
    /// Only the expected folder has it.
    case missing
    /// Only the actual folder has it.
    case added
    /// It could not be compared, and why.
    case trouble(String)
  }

  /// The path relative to both folders, or the file's name.
  package let name: String
  package let expectedPath: String?
  package let actualPath: String?
  package let outcome: Outcome
  package let duration: Duration

  package init(name: String, expectedPath: String?, actualPath: String?, outcome: Outcome, duration: Duration = .zero) {
    (self.name, self.expectedPath, self.actualPath) = (name, expectedPath, actualPath)
    (self.outcome, self.duration) = (outcome, duration)
  }

  /// `same`, `different`, `missing`, `added` or `trouble`.
  package var status: String {
    switch outcome {
    case .compared(let difference): difference.status.rawValue
    case .missing: "missing"
    case .added: "added"
    case .trouble: "trouble"
    }
  }

  package var isMatch: Bool {
    if case .compared(let difference) = outcome { return difference.isMatch }
    return false
  }

  package var difference: PictureDifference? {
    if case .compared(let difference) = outcome { return difference }
    return nil
  }

  package var isTrouble: Bool {
    if case .trouble = outcome { return true }
    return false
  }

  /// One line of what is wrong.
  package var summary: String {
    switch outcome {
    case .compared(let difference): difference.summary
    case .missing: "there is no new picture"
    case .added: "there is no picture to compare with"
    case .trouble(let reason): reason
    }
  }
}

extension PictureDifference {
  /// One line.
  package var summary: String {
    guard let pixels else {
      return elements.isEmpty ? "the same boxes and texts" : "\(elements.count) elements moved or changed"
    }
    if pixels.expectedSize != pixels.actualSize {
      return "\(pixels.expectedSize[0])x\(pixels.expectedSize[1]) became "
        + "\(pixels.actualSize[0])x\(pixels.actualSize[1]); \(pixels.pixelSummary)"
    }
    if pixels.differingPixels > 0 { return pixels.pixelSummary }
    if !isMatch { return "\(elements.count) elements moved or changed" }
    return pixels.largestDifference > 0 ? "the same within \(pixels.largestDifference) steps of a channel" : "the same"
  }
}

extension PictureComparison {
  fileprivate var pixelSummary: String {
    let percent = Double(differingPixels) / Double(max(1, comparedPixels)) * 100
    let share = percent < 0.01 ? "less than 0.01" : number(percent)
    let places = regions.count == 1 ? "one place" : "\(regions.count) places"
    return "\(differingPixels) of \(comparedPixels) pixels differ (\(share) %), by up to \(largestDifference) "
      + "of 255, in \(places)"
  }
}
