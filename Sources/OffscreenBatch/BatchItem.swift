import Offscreen

/// A page of a batch, and where its picture goes.
package struct BatchItem: Sendable, Hashable {
  /// What the page is called in messages and in the manifest.
  package var name: String
  /// The options, with `input` and `output` as the renderer takes them.
  package var request: WorkerRequest
  /// The picture's place below the output folder.
  package var output: String

  package init(name: String, request: WorkerRequest, output: String) {
    (self.name, self.request, self.output) = (name, request, output)
  }
}

/// Something in the list of what to render that makes no sense. One line: what, why, and what to do.
package struct BatchError: Error, Sendable, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = description }
}
