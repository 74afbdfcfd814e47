/// A request to the worker, one line of JSON.
public struct WorkerRequest: Codable, Hashable, Sendable {
  public var id: String
  public var input: String
  public var output: String?
  public var inspect: String?
  /// Whether the answer lists the files that were used.
  public var resources: Bool?
  /// Whether the answer has the duration of each stage.
  public var timings: Bool?
  /// They stand among the other keys.
  public var options = RequestedOptions()

  public init(id: String, input: String) { (self.id, self.input) = (id, input) }

  private enum CodingKeys: String, CodingKey, CaseIterable { case id, input, output, inspect, resources, timings }

  /// What a request may say besides the options of its page.
  package static let keys = CodingKeys.allCases.map(\.rawValue)

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Some clients number their requests.
    id = try (try? values.decode(String.self, forKey: .id)) ?? String(values.decode(Int.self, forKey: .id))
    input = try values.decode(String.self, forKey: .input)
    output = try values.decodeIfPresent(String.self, forKey: .output)
    inspect = try values.decodeIfPresent(String.self, forKey: .inspect)
    resources = try values.decodeIfPresent(Bool.self, forKey: .resources)
    timings = try values.decodeIfPresent(Bool.self, forKey: .timings)
    options = try RequestedOptions(from: decoder, besides: Self.keys)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(input, forKey: .input)
    try values.encodeIfPresent(output, forKey: .output)
    try values.encodeIfPresent(inspect, forKey: .inspect)
    try values.encodeIfPresent(resources, forKey: .resources)
    try values.encodeIfPresent(timings, forKey: .timings)
    try options.encode(to: encoder)
  }

  /// What the request says of the page; throws where a value makes no sense.
  /// `timeout`: where it names none.
  public func pageOptions(timeout usual: Duration = PageOptions().timeout) throws(RenderError) -> PageOptions {
    try options.pageOptions(timeout: usual)
  }
}
