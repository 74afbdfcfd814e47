import Foundation
import Offscreen

/// What requests may hold, for programs that make them (`offscreen worker --keys`): the table of page options, once more.
package struct RequestKeys: Encodable {
  struct Key: Encodable {
    var name: String
    /// On the command line, without its dashes.
    var flag: String
    /// `flag`, `number`, `text`, `list` or `counts`: how its value is written.
    var form: String
    /// `work`, `resources`, `layout` or `picture`: what depends on it.
    var effect: String
    var placeholder: String
    var help: String
    /// The default, as text.
    var usual: String?
    var minimum: Double?
    var maximum: Double?
    var isWhole: Bool
    /// The only words that it takes.
    var words: [String]?
    var namesFiles: Bool
    /// Whether the command line names a file whose text is the value.
    var holdsFile: Bool
    var isProgram: Bool
    var isSecret: Bool
    /// Keys of one group exclude each other.
    var group: String?
  }
  struct Limit: Encodable {
    var name: String
    var meaning: String
    var minimum: Int
    var maximum: Int
    var usual: Int
  }

  var version = OffscreenVersion.current
  /// Of the program, its fonts and libraries: with another, pictures may have other pixels.
  var fingerprint: String
  /// Bytes of a request's line.
  var longestRequest = Worker.longestRequest
  /// The endings of outputs that can be written.
  var endings = PictureOutput.Format.endings
  /// Besides those of pages.
  var keys = WorkerRequest.keys
  var options: [Key]
  var limits: [Limit]

  /// `fonts`: a font folder in place of the bundled one.
  package init(fonts: String?) throws(RenderError) {
    fingerprint = try Fingerprint.current(fonts: fonts).description
    options = PageOption.all.map { option in
      Key(
        name: option.name, flag: option.flag, form: "\(option.form)", effect: "\(option.effect)",
        placeholder: option.placeholder, help: option.help, usual: option.usual, minimum: option.range?.lowerBound,
        maximum: option.range?.upperBound, isWhole: option.isWhole, words: option.words, namesFiles: option.namesFiles,
        holdsFile: option.holdsFile, isProgram: option.isProgram, isSecret: option.isSecret, group: option.group)
    }
    let usual = PageLimits()
    limits = PageLimits.entries.map { entry in
      Limit(
        name: entry.name, meaning: entry.meaning, minimum: entry.range.lowerBound, maximum: entry.range.upperBound,
        usual: usual[entry.name] ?? 0)
    }
  }

  /// A line of JSON.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
