/// What decides how a value is read, beside its tokens. Nothing of it is known to an element alone.
package struct ParsingContext {
  /// What holds for all sheets of a document.
  private final class Surroundings {
    let devicePixelRatio: Double
    let showsImageType: (String) -> Bool
    let joinURL: (_ address: String, _ base: String) -> String

    init(
      devicePixelRatio: Double, showsImageType: @escaping (String) -> Bool,
      joinURL: @escaping (_ address: String, _ base: String) -> String
    ) {
      (self.devicePixelRatio, self.showsImageType, self.joinURL) = (devicePixelRatio, showsImageType, joinURL)
    }
  }

  /// How old pages may write values in quirks mode.
  package struct Quirks: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    static let unitlessLength = Quirks(rawValue: 1)
    static let hashlessColor = Quirks(rawValue: 2)
    static let all: Quirks = [.unitlessLength, .hashlessColor]
  }

  private let surroundings: Surroundings
  /// The address of the sheet that is read.
  package var baseURL = ""
  package var isQuirky: Bool
  /// Whether the sheet is the user agent's own, which may use internal keywords.
  package var isUserAgentSheet = false
  /// Factor of all lengths in absolute units.
  package var zoom = 1.0
  /// The quirks of the property that is read.
  var quirks: Quirks = []
  /// The channels of a relative colour that calculations may name.
  var channels: [String] = []
  /// Whether calculations may name the size that `calc-size()` calculates on.
  var allowsSize = false
  /// The declaration that is read, where it asks for random numbers.
  var random: RandomScope?
  /// The functions of anchors that the property takes.
  var anchorFunctions: AnchorFunctions = []

  /// `showsImageType`: whether pictures of a MIME type, in lower case, can be shown. `joinURL` makes an address
  /// absolute against a base.
  package init(
    isQuirky: Bool = false, devicePixelRatio: Double = 1,
    showsImageType: @escaping (String) -> Bool = { $0.hasPrefix("image/") },
    joinURL: @escaping (_ address: String, _ base: String) -> String = { address, _ in address }
  ) {
    self.isQuirky = isQuirky
    surroundings = Surroundings(
      devicePixelRatio: devicePixelRatio, showsImageType: showsImageType, joinURL: joinURL)
  }

  var devicePixelRatio: Double { surroundings.devicePixelRatio }
  func showsImageType(_ type: String) -> Bool { surroundings.showsImageType(type) }

  /// An address of the sheet that is read, made absolute.
  package func absoluteURL(_ address: String) -> String { surroundings.joinURL(address, baseURL) }

  /// One that is a fragment only names an element of this document, wherever it is written.
  /// https://drafts.csswg.org/css-values-4/#local-urls
  func resolveURL(_ address: String) -> String { address.hasPrefix("#") ? address : absoluteURL(address) }

  /// For a sheet at an address.
  package func reading(_ baseURL: String, isUserAgentSheet: Bool = false) -> ParsingContext {
    var context = self
    context.baseURL = baseURL
    context.isUserAgentSheet = isUserAgentSheet
    return context
  }

  func zoomed(_ zoom: Double) -> ParsingContext {
    var context = self
    context.zoom = zoom
    return context
  }

  /// With these quirks where the document has quirks.
  func allowing(_ quirks: Quirks) -> ParsingContext {
    var context = self
    context.quirks = isQuirky ? quirks : []
    return context
  }

  func namingSize() -> ParsingContext {
    var context = self
    context.allowsSize = true
    return context
  }

  func allowing(_ functions: AnchorFunctions) -> ParsingContext {
    var context = self
    context.anchorFunctions = functions
    return context
  }

  func naming(_ channels: [String]) -> ParsingContext {
    var context = self
    context.channels = channels
    return context
  }
}
