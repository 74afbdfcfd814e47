/// Whose answer it is, however the rest of it reads.
struct AnswerName: Decodable { var id: String }

/// A worker's answer to a request.
struct WorkerAnswer: Decodable, Sendable {
  var id: String?
  var ok: Bool
  /// Device pixels of the picture.
  var width: Int?
  var height: Int?
  var milliseconds: Double?
  /// Milliseconds by stage.
  var stages: [String: Double]?
  var warnings: [String]?
  var error: String?
  var cause: String?
  /// Of the page's own answer over HTTP.
  var status: Int?
  /// The page's, after redirects.
  var address: String?
  var title: String?
  /// Seconds for which the page's server lets the answer be given to others, and still while it is made anew.
  var fresh: Int?
  var stale: Int?
  /// What the request's `evaluate` gave, or threw.
  var value: JSONValue?
  var exception: String?
  var console: [JSONValue]?
}
