import OffscreenImages

/// Two pictures of one name, and what came of comparing them.
package struct ComparedItem: Sendable {
  package enum Outcome: Sendable {
    case compared(PictureDifference)
    /// Only the expected side has it.
    case missing
    /// Only the actual side has it.
    case added
    /// It could not be compared, and why.
    case trouble(String)
  }

  /// The path relative to both folders, or the file's name.
  package let name: String
  package let expected: PictureSource?
  package let actual: PictureSource?
  /// Where the new picture goes when it is taken over; nil where there is no such place.
  package let target: String?
  package let outcome: Outcome
  package let duration: Duration

  package init(
    name: String, expected: PictureSource?, actual: PictureSource?, target: String? = nil, outcome: Outcome,
    duration: Duration = .zero
  ) {
    (self.name, self.expected, self.actual, self.target) = (name, expected, actual, target)
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

  /// Whether there is a new picture and a place to take it over to.
  package var isAcceptable: Bool {
    switch outcome {
    case .compared, .added: target != nil && actual != nil
    case .missing, .trouble: false
    }
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
    var parts: [String] = []
    if pixels.expectedSize != pixels.actualSize {
      parts.append(
        "\(pixels.expectedSize[0])x\(pixels.expectedSize[1]) became \(pixels.actualSize[0])x\(pixels.actualSize[1])")
    }
    if let shift {
      parts.append(shift.description)
      parts.append(
        shift.differingPixels == 0
          ? "nothing else changed" : "besides, \(shift.rest.summary(of: shift.differingPixels))")
      return parts.joined(separator: "; ")
    }
    if pixels.differingPixels > 0 || !parts.isEmpty {
      parts.append(pixels.summary(of: pixels.differingPixels))
      return parts.joined(separator: "; ")
    }
    if !isMatch { return "\(elements.count) elements moved or changed" }
    return pixels.largestDifference > 0 ? "the same within \(pixels.largestDifference) steps of a channel" : "the same"
  }
}

extension PictureComparison {
  fileprivate func summary(of count: Int) -> String {
    let places = regions.count == 1 ? "one place" : "\(regions.count) places"
    return "\(count) of \(comparedPixels) pixels differ (\(percentage(count, of: comparedPixels))), by up to "
      + "\(largestDifference) of 255, in \(places)"
  }
}

/// `0.25 %`
func percentage(_ part: Int, of whole: Int) -> String {
  let percent = Double(part) / Double(max(1, whole)) * 100
  return (percent < 0.01 && part > 0 ? "less than 0.01" : number(percent)) + " %"
}
