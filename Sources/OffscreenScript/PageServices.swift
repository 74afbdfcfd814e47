import OffscreenCSS
import OffscreenDOM
import OffscreenImages
import OffscreenLoading
import OffscreenRaster

/// What the page around offers its scripts: its loader, and answers about style and layout as the document is now.
package protocol PageServices: AnyObject {
  // MARK: Loading

  /// What a document with this address is relative to by itself.
  func fallbackBaseURL(of page: PageURL) -> PageURL
  /// What addresses of the document are relative to, if it has this address.
  func baseURL(of page: PageURL) -> PageURL
  /// Loads a script; returns when it is there. `client`: the worker that asks, nil: the page.
  func loadScript(
    _ url: PageURL, _ use: ContentSecurityPolicy.ScriptUse, by element: NodeID?, client: PageURL?
  ) -> Result<Resource, LoadError>
  /// A request of `fetch` or `XMLHttpRequest`.
  func fetch(_ request: ScriptRequest) -> Result<ScriptResponse, LoadError>
  /// What an address of a page's own gives.
  func provide(_ bytes: [UInt8], type: String, at url: PageURL)
  func prefetch(_ url: PageURL, as kind: ResourceKind)
  /// The page wants to go elsewhere. Whether it is left.
  func navigate(_ navigation: ScriptNavigation) -> Bool
  /// A message of the page, as JSON; so is the answer.
  func message(_ json: String, to handler: String) -> Result<String, ScriptMessageError>
  /// A message of the console, or an exception that nobody has caught.
  func log(_ message: ConsoleMessage)
  /// Text of an `alert` (which gives nothing), `confirm` or `prompt`: nil where it was dismissed.
  func dialog(_ kind: String, _ text: String, _ initial: String) -> String?
  var userAgent: String { get }
  /// The reader's, with commas between, the most wanted first.
  var languages: String { get }
  /// Who makes the document's requests: an address of its origin, or of none where the document is of none.
  var client: PageURL { get }
  /// Whether the page's process has nothing that scripts of other origins must not get hold of, were they to break out
  /// of the engine.
  var mayRunOthers: Bool { get }
  /// Loads a page for a frame, or for a window of its own, which hears that it comes from `referrer`.
  func loadPage(
    _ url: PageURL, inFrame: Bool, content: RequestContent?, referrer: PageURL?
  ) -> Result<Resource, LoadError>
  /// What a frame or a window shows from here on, parsed up to its first script; nil where there may be no more.
  func openPage(_ opening: PageOpening) -> PageScripts?
  func closeFrame(_ element: NodeID)
  func closeWindow(_ number: Int)
  /// What becomes of a window that the page wants to open.
  func placement(of navigation: ScriptNavigation) -> WindowPlacement
  /// The address that an image element chooses now, absolute where it can be; nil where there is nothing to choose.
  func imageSource(of element: NodeID) -> String?
  /// Whether the picture at an address was loaded before.
  func hasLoadedImage(at address: String) -> Bool
  /// Loads the picture that an image element shows now.
  func loadImage(of element: NodeID) -> ScriptPicture
  /// Loads what a link says will be asked for as an image, a font, a style sheet or a script: whether it is there.
  func preloads(
    _ address: String, as destination: String, _ use: ContentSecurityPolicy.ScriptUse, by element: NodeID
  ) -> Bool

  // MARK: Policies. `client`: the worker that asks, nil: the page

  /// Whether there are some.
  func hasPolicies(of client: PageURL?) -> Bool
  func mayUse(
    _ kind: ContentSecurityPolicy.Inline, _ source: [UInt8], nonce: String, of element: NodeID?, client: PageURL?
  ) -> Bool
  /// Whether a form may be sent there.
  func maySubmit(to url: PageURL) -> Bool
  /// Whether texts may be run as scripts.
  func allowsEvaluation(by client: PageURL?) -> Bool
  /// One was not.
  func noteEvaluation(_ source: [UInt8], by client: PageURL?)
  /// A script has declared what an element's `style` attribute says.
  func declareStyle(of element: NodeID, _ text: String)
  /// Nil: it is what the attribute says.
  func setNonce(of element: NodeID, _ nonce: String?)

  // MARK: Style

  func computedValue(of element: NodeID, pseudo: String, name: String) -> String
  /// The computed value, never a used one; nil where there is none.
  func computedStyleValue(of element: NodeID, name: String) -> String?
  /// Registers a custom property: the name of the exception, or nil.
  func registerProperty(_ name: String, syntax: String, isInherited: Bool, initial: String?) -> String?
  func registeredSyntax(_ name: String) -> String?
  /// Where a timeline of scrolling stands, and where a range of it is: position, start, end, start and end of the range.
  func timelineState(of element: NodeID, _ timeline: String, range: (start: String, end: String)) -> [Double]?
  /// The names that rendered elements have for view transitions.
  func transitionNames(in root: NodeID) -> [String]
  /// Whether a text is one of the descriptor `src`; whether one of its sources is a font, which is waited for.
  func isFontSource(_ text: String) -> Bool
  /// Whether a descriptor of a counter style's rule may become a value.
  func mayChangeCounterStyle(_ name: String, to value: String, system: String) -> Bool
  func loadsFont(_ source: String, base: String) -> Bool
  /// Whether layout has asked for the family.
  func isFontUsed(_ family: String) -> Bool
  func computedNames() -> [String]
  func matchesMedia(_ text: String) -> Bool
  func mediaText(_ text: String) -> String
  /// Of the prelude of `@container`: names and conditions in turn; nil where it is not valid.
  func containerText(_ text: String) -> [String]?
  /// Of the prelude of `@function`: its text, name and type, then name, type and default of each parameter; nil where
  /// it is not valid.
  func functionText(_ text: String) -> [String]?
  func declarations(_ text: String) -> [String]
  func declaration(_ name: String, _ value: String) -> [String]?
  func shorthand(_ name: String, _ longhands: [String]) -> String
  func longhands(_ name: String) -> [String]?
  func supports(_ name: String, _ value: String) -> Bool
  func supportsCondition(_ text: String) -> Bool
  /// All that declarations may name.
  func propertyNames() -> [String]
  /// The names of an element's custom properties.
  func customNames(of element: NodeID) -> [String]

  // MARK: Animations

  /// The first script is about to run.
  func scriptsBegin()
  /// Whether the document has what could begin an animation or a transition when its styles change.
  func mayAnimate() -> Bool
  /// Brings styles up to date, as an update of the rendering does.
  func updateStyles()
  /// What animations of style sheets did since this was last asked, so many strings each.
  func animationChanges() -> [String]
  var hasAnimationChanges: Bool { get }
  /// Called when a computed value is asked for while there are such changes.
  var takeAnimationChanges: (() -> Void)? { get set }
  func makeEffect() -> Int
  func setEffect(_ number: Int, _ effect: ScriptEffect)
  func setEffectState(_ number: Int, progress: Double, iteration: Double, flags: Int)
  func removeEffect(_ number: Int)
  /// The keyframes of an animation or transition: offset, easing, composition, how many declarations, and name and
  /// value of each.
  func keyframes(of number: Int) -> [String]
  /// An easing function as it is serialized; nil where it is not valid.
  func easing(_ text: String) -> String?
  func ease(_ text: String, _ progress: Double, isBefore: Bool) -> Double

  // MARK: Style sheets

  /// The elements that own the document's sheets.
  func sheetOwners(in root: NodeID) -> [NodeID]
  /// The text of an element's sheet and its address; empty where it has none.
  func sheetText(of owner: NodeID) -> [String]
  func importedText(_ address: String, base: String) -> [String]
  /// What replaces the text of an element's sheet.
  func setSheetText(of owner: NodeID, _ text: String)
  /// The same of sheets that others import.
  func setImportedText(at address: String, _ text: String)
  func setSheetDisabled(_ owner: NodeID, _ isDisabled: Bool)
  /// The texts of the document's constructed sheets.
  func adoptSheets(_ texts: [String], by root: NodeID)
  /// Kind, prelude and block of each rule.
  func rules(_ text: String, isNested: Bool) -> [String]
  /// A selector list as it is serialized; nil where it is not valid.
  func selectorText(_ text: String, isNested: Bool, namespaces: [String], nests: Bool) -> String?
  /// What a scope begins and ends with, as it is serialized, "" for nothing; nil where it is not valid.
  func scopeText(_ text: String, isNested: Bool, namespaces: [String]) -> [String]?
  func preludeText(_ text: String) -> String

  // MARK: Geometry

  func clientRects(of node: NodeID) -> [Double]
  /// Of a part of a text.
  func textRects(of text: NodeID, from start: Int, to end: Int) -> [Double]
  func geometry(of element: NodeID) -> [Double]?
  func offsetParent(of element: NodeID) -> NodeID
  func scroll(_ element: NodeID, toX x: Double, y: Double)
  func viewport() -> [Double]
  func elementsFromPoint(x: Double, y: Double) -> [NodeID]
  func isRendered(_ element: NodeID) -> Bool
  /// Whether an element is in one that skips its contents; `automatic`: also where that follows from how far it is.
  func isSkipped(_ element: NodeID, automatic: Bool) -> Bool
  /// Elements of `content-visibility: auto`, and whether their contents are skipped now.
  func takeVisibilityChanges() -> [(element: NodeID, isSkipped: Bool)]
  func rememberSizes()
  func innerText(of element: NodeID) -> String
  /// Marks ranges of the document, the lowest first: by name, and four numbers each.
  func setHighlights(_ names: [String], _ bounds: [Double])

  // MARK: Drawings

  func drawingBox(of element: NodeID) -> [Double]?
  func drawingMatrix(of element: NodeID, toScreen: Bool) -> [Double]?
  func pathLength(of shape: NodeID) -> Double?
  func pathPoint(of shape: NodeID, at distance: Double) -> [Double]?
  func isInShape(_ shape: NodeID, x: Double, y: Double, stroke: Bool) -> Bool
  /// How many UTF-16 code units there are, and ten numbers for each.
  func drawnText(of element: NodeID) -> [Double]?

  /// CSS pixels of em, ex, ch, cap, ic and lh of an element, and of the root element's.
  func fontUnits(of element: NodeID) -> [Double]

  /// The animations of drawings; nil where there are none.
  var drawingTimeline: (any DrawingTimeline)? { get }
  /// The same for who sets their clocks, be there any or not.
  func makeDrawingTimeline() -> any DrawingTimeline

  // MARK: Canvases

  /// The surfaces that canvases are drawn on.
  var drawings: DrawingSurfaces { get }
  /// An element shows a surface from now on.
  func show(_ surface: Int, in element: NodeID)
  /// The picture that an element shows, for drawing it.
  func picture(of element: NodeID) -> ElementPicture
  /// Of an element of the page; nil where it has none.
  func style(of element: NodeID) -> ComputedStyle?

  /// What a control holds now: `value`, `checked`, `indeterminate`, `selected`, `open`, `modal`.
  func setFormState(of element: NodeID, _ kind: String, text: String, isSet: Bool)
}

/// The clocks and intervals of the animations of drawings, in seconds.
/// https://svgwg.org/specs/animations/#InterfaceSVGAnimationElement
package protocol DrawingTimeline: AnyObject {
  /// Applies animations as they are so many seconds after the load event. What happened since the last time, in order.
  func sample(at seconds: Double) -> [DrawingEvent]
  /// Whether time alone changes something.
  var isMoving: Bool { get }
  var awaitedEvents: [(element: NodeID, type: String)] { get }
  func happened(_ type: String, at node: NodeID)

  func time(of container: NodeID) -> Double
  func setTime(_ seconds: Double, of container: NodeID)
  func isPaused(_ container: NodeID) -> Bool
  func pause(_ container: NodeID)
  func goOn(_ container: NodeID)

  func container(of element: NodeID) -> NodeID?
  func target(of element: NodeID) -> NodeID
  func begin(_ element: NodeID, after offset: Double)
  func end(_ element: NodeID, after offset: Double)
  func startTime(of element: NodeID) -> Double?
  func simpleDuration(of element: NodeID) -> Double?
}

/// An effect of an animation, as a script gives it.
package struct ScriptEffect {
  /// "transition", "animation" or "script": where it stands among those of its element.
  package var kind: String
  package var order: Int
  package var element: NodeID
  /// With its two colons, or "".
  package var pseudo: String
  package var composite: String
  package var accumulatesIterations: Bool
  /// Offset, easing, composition and declarations of each.
  package var keyframes: [String]
}

/// The picture of an image element.
package struct ScriptPicture {
  /// Whether it is there, and not broken.
  package var isLoaded = false
  /// In CSS pixels.
  package var (width, height) = (0.0, 0.0)
  /// The address that was chosen, "" where there is none.
  package var source = ""

  package init() {}
}

/// What an element shows.
package enum ElementPicture {
  /// It has none, or it is still under way.
  case none
  case broken
  /// `isForeign`: of another origin, which does not let the page read it.
  case found(PageImage, isForeign: Bool)
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
  /// Who makes it, where that is not the page: a worker's address.
  package var client: PageURL?
  package var destination = ContentSecurityPolicy.Destination.connection
  package var use = ContentSecurityPolicy.ScriptUse()
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
  /// Whether it is a stream of events that its server has not ended.
  package var isUnfinished = false

  package init(
    status: Int, statusText: String, url: String, headers: [String], body: [UInt8], type: String, wasRedirected: Bool
  ) {
    (self.status, self.statusText, self.url, self.headers) = (status, statusText, url, headers)
    (self.body, self.type, self.wasRedirected) = (body, type, wasRedirected)
  }
}
