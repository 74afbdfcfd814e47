/// An entry point for untrusted bytes.
package struct FuzzTarget: Sendable {
  /// Processes an input; must not trap, hang, or take memory without limit, whatever the bytes are.
  package typealias Door = ([UInt8]) -> Void

  package let name: String
  /// Longer inputs find little that shorter ones do not, and cost time.
  package let longestInput: Int
  /// Seconds of processor time after which an input counts as a hang, in the instrumented build.
  package let patience: Int
  /// What its language is made of, for the fuzzer's dictionary.
  package let words: @Sendable () -> [String]
  /// Sets the target up: what takes time is done once.
  package let open: @Sendable () throws -> Door

  init(
    _ name: String, longestInput: Int = 4_096, patience: Int = 5, words: @escaping @Sendable () -> [String] = { [] },
    open: @escaping @Sendable () throws -> Door
  ) {
    (self.name, self.longestInput, self.patience) = (name, longestInput, patience)
    (self.words, self.open) = (words, open)
  }

  package static let all = markup + scripts + styles + addresses + pictures + fonts + pages

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

  /// Says that what came out contradicts itself.
  static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard condition else { fatalError(message()) }
  }
}
