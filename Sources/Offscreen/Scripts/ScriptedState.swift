import OffscreenDOM
import OffscreenGeometry
import OffscreenStyle

/// What scripts have changed that is not in the document.
final class ScriptedState {
  /// Where the viewport's top left is in the document.
  var scroll = Point.zero
  /// By element, how far its contents are scrolled.
  var boxScrolls: [NodeID: Point] = [:]
  var sheets = SheetEdits()
  /// The pages in frames whose scripts run with those of this one.
  var frames: [NodeID: FramePage] = [:]
}
