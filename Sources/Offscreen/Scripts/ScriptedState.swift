import OffscreenDOM
import OffscreenGeometry
import OffscreenLayout
import OffscreenPaint
import OffscreenRaster
import OffscreenStyle

/// What scripts have changed that is not in the document.
final class ScriptedState {
  /// Where the viewport's top left is in the document.
  var scroll = Point.zero
  /// By element, how far its contents are scrolled.
  var boxScrolls: [NodeID: Point] = [:]
  /// Of elements whose contents may be skipped.
  var rememberedSizes: [NodeID: RememberedSize] = [:]
  var sheets = SheetEdits()
  /// The pages in frames whose scripts run with those of this one.
  var frames: [NodeID: FramePage] = [:]
  /// Those of shadow trees that were read already.
  let parsedSheets = ParsedSheets()
  /// What scripts have declared of elements' own styles, as their attributes say it.
  var declaredStyles: [NodeID: String] = [:]
  /// Nil until a script runs: then animations stand where the page's clock has brought them, and before where they are
  /// when it has settled.
  var animations: AnimationTable?
  /// Where animated pictures stand, in seconds, once a script runs.
  var pictureTime: (() -> Double?)?
  /// Those of drawings, once there are some.
  var drawingAnimations: VectorAnimations?
  /// What canvases are drawn on, once there is one.
  var drawings: DrawingSurfaces?
  /// By element, the surface that it shows.
  var canvases: [NodeID: Int] = [:]
}
