import OffscreenDOM
import OffscreenLoading

/// What the page around offers its scripts: its loader, and answers about style and layout as the document is now.
package protocol PageServices: AnyObject {
  // MARK: Loading

  /// Loads a resource; returns when it is there.
  func load(_ url: PageURL, as kind: ResourceKind) -> Result<Resource, LoadError>
  /// A request of `fetch` or `XMLHttpRequest`.
  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError>
  func prefetch(_ url: PageURL, as kind: ResourceKind)
  /// The page asks to go elsewhere.
  func navigate(to url: PageURL, replaces: Bool)
  /// Text of an `alert` (which gives nothing), `confirm` or `prompt`: nil where it was dismissed.
  func dialog(_ kind: String, _ text: String, _ initial: String) -> String?
  var userAgent: String { get }
  func cookies() -> String
  func setCookie(_ text: String)
  /// Loads the picture that an image element shows now. Nil where there is none or it is broken.
  func loadImage(of element: NodeID) -> (width: Double, height: Double, source: String)?

  // MARK: Style

  func computedValue(of element: NodeID, pseudo: String, name: String) -> String
  func computedNames() -> [String]
  func matchesMedia(_ text: String) -> Bool
  func mediaText(_ text: String) -> String
  func declarations(_ text: String) -> [String]
  func declaration(_ name: String, _ value: String) -> [String]?
  func shorthand(_ name: String, _ longhands: [String]) -> String
  func longhands(_ name: String) -> [String]?
  func supports(_ name: String, _ value: String) -> Bool
  func supportsCondition(_ text: String) -> Bool

  // MARK: Geometry

  func clientRects(of node: NodeID) -> [Double]
  func geometry(of element: NodeID) -> [Double]?
  func offsetParent(of element: NodeID) -> NodeID
  func scroll(_ element: NodeID, toX x: Double, y: Double)
  func viewport() -> [Double]
  func elementsFromPoint(x: Double, y: Double) -> [NodeID]
  func isRendered(_ element: NodeID) -> Bool
  func innerText(of element: NodeID) -> String

  /// What a control holds now: `value`, `checked`, `indeterminate`, `selected`, `open`, `modal`.
  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool)
}

/// A request that a script makes.
package struct ScriptRequest {
  package var method: String
  package var url: PageURL
  /// Name, value, name, value.
  package var headers: [String]
  package var body: [UInt8]?
  package var mode: String
  package var credentials: String
  package var redirect: String
}

package struct ScriptResponse {
  package var status: Int
  package var statusText: String
  package var url: String
  package var headers: [String]
  package var body: [UInt8]
  /// `basic`, `cors`, `opaque`, ...
  package var type: String
  package var wasRedirected: Bool

  package init(
    status: Int, statusText: String, url: String, headers: [String], body: [UInt8], type: String, wasRedirected: Bool
  ) {
    (self.status, self.statusText, self.url, self.headers) = (status, statusText, url, headers)
    (self.body, self.type, self.wasRedirected) = (body, type, wasRedirected)
  }
}
