import OffscreenDOM
import OffscreenGeometry
import OffscreenRaster
import OffscreenStyle

/// What scripts have changed that is not in the document.
final class ScriptedState {
  /// Where the viewport's top left is in the document.
  var scroll = Point.zero
  /// By element, how far its contents are scrolled.
  var boxScrolls: [NodeID: Point] = [:]
  var sheets = SheetEdits()
  /// What canvases are drawn on, once there is one.
  var drawings: DrawingSurfaces?
  /// By element, the surface that it shows.
  var canvases: [NodeID: Int] = [:]
}
