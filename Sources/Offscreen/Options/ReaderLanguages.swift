import Foundation

/// The languages that the reader reads, the most wanted first, as language tags such as `de-CH`.
///
/// Servers are asked for pages in them, scripts find them in `navigator.languages`, and drawings show what is in them:
/// `systemLanguage`. The machine's own do not count.
public struct ReaderLanguages: Hashable, Sendable, LosslessStringConvertible {
  public let tags: [String]
  private static let most = 20
  private static let longest = 35

  /// From tags with commas between; nil where one is none, or there are more than 20.
  /// https://www.rfc-editor.org/rfc/rfc5646#section-2.1
  public init?(_ text: String) {
    tags = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    guard tags.count <= Self.most, tags.allSatisfy(Self.isTag) else { return nil }
  }

  private init(tags: [String]) { self.tags = tags }

  static let usual = ReaderLanguages(tags: ["en-US", "en"])

  public var description: String { tags.joined(separator: ",") }

  /// https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
  var header: String {
    let parts: [String] = tags.enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(max(1, 10 - $0))" }
    return parts.joined(separator: ",")
  }

  private static func isTag(_ text: String) -> Bool {
    text.utf8.count <= longest && (text.utf8.first.map(isLetter) ?? false)
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
        (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
