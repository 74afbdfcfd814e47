/// What a worker's requests may hold, as `offscreen worker --keys` tells: the page options of the main program, from
/// which the parameters, their checks and `/openapi.json` are made.
struct RequestKeys: Decodable, Sendable {
  struct Option: Decodable, Sendable {
    enum Form: String, Decodable, Sendable { case flag, number, text, list, counts }

    var name: String
    /// On the command line, without its dashes.
    var flag: String
    var form: Form
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
    var isSecret: Bool
  }
  struct Limit: Decodable, Sendable {
    var name: String
    var meaning: String
    var minimum: Int
    var maximum: Int
    var usual: Int
  }

  var version: String
  /// Of the program, its fonts and libraries.
  var fingerprint: String
  /// Bytes of a request's line.
  var longestRequest: Int
  /// The endings of outputs that can be written.
  var endings: [String]
  var options: [Option]
  var limits: [Limit]

  /// What clients may say. The rest names files of this machine, weakens the renderer's protection, or makes several
  /// pictures.
  var offered: [Option] {
    options.filter { !($0.namesFiles && $0.name != "css") && !["scriptJIT", "selectorAll", "pages"].contains($0.name) }
  }
}
