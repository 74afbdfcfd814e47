/// What comes of messages without a connection: the fuzzer's way to all that is read of other processes.
package struct MessageChecks {
  private let rights: LoadRights
  private let session = NetworkSession()

  package init(_ rights: LoadRights) { self.rights = rights }

  /// The files that a renderer gets by these bytes, taken as its messages. Nil where a message is written as another
  /// than it was read.
  package func files(askedForBy bytes: [UInt8]) -> [[UInt8]]? {
    let page = ServedPage(number: 1, rights: rights, session: session)
    var files: [[UInt8]] = []
    var rest = bytes[...]
    while let fields = try? BrokerService.ask(in: rest), let ask = try? BrokerAsk(fields) {
      rest = rest[fields.endIndex...]
      guard let again = try? BrokerAsk(ask.message.dropFirst(MessageLength.ofHead)), again.message == ask.message else {
        return nil
      }
      // Requests to the network are not begun here.
      guard case .answer(let outcome, let content)? = try? page.decide(ask, whenFinished: { _ in }) else { continue }
      let answer = BrokerAnswer(page: 1, number: ask.number, outcome: outcome, count: content.count)
      guard (try? BrokerAnswer(answer.message.dropFirst(MessageLength.ofHead))) != nil else { return nil }
      files.append(content)
    }
    return files
  }

  /// Reads the bytes as what a broker says.
  package func readAnswers(_ bytes: [UInt8]) {
    _ = try? BrokerPage(bytes[...])
    _ = try? BrokerAnswer(bytes[...])
  }
}
