import Offscreen
import OffscreenLoading

/// A page of a batch, and where its picture goes.
package struct BatchItem: Sendable, Hashable {
  /// An error that is known before anything is rendered.
  package struct Problem: Error, Sendable, Hashable {
    package var cause: RenderError.Cause
    /// One line that names the page.
    package var message: String

    init(_ cause: RenderError.Cause, _ message: String) { (self.cause, self.message) = (cause, message) }
  }

  /// The page's name in messages and in the manifest.
  package var name: String
  /// The options, with `input` and `output` as the renderer takes them.
  package var request: WorkerRequest
  /// The picture's place below the output folder; empty where there is none for it.
  package var output: String
  package var problem: Problem?
  /// Warnings about options that are not supported.
  package var warnings: [String] = []

  package init(name: String, request: WorkerRequest, output: String) {
    // A password in an address is for its server alone. The name of a file leads to it.
    self.name = PagePath.file(name) == nil ? PageURL.displayed(name) : name
    (self.request, self.output) = (request, output)
  }
}

/// Why a batch cannot be run: the list of pages makes no sense, or the output folder is in the way.
public struct BatchError: Error, Sendable, CustomStringConvertible {
  /// One line: what, why, and what to do.
  public var description: String
  package init(_ description: String) { self.description = description }
}
