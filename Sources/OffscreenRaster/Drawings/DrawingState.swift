import CCairo
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
import OffscreenPaint

/// What a canvas draws with.
/// https://html.spec.whatwg.org/multipage/canvas.html#drawing-state
struct DrawingState {
  enum Style {
    case color(Color)
    case gradient(PaintGradient)
    case pattern(DrawingPattern)
    /// Such as a gradient without stops.
    case nothing
  }

  var transform = Transform.identity
  var fill = Style.color(.black)
  var stroke = Style.color(.black)
  var alpha = 1.0
  var operation = DrawingOperation.sourceOver
  /// Its width, caps, joins and dashes; the path is empty.
  var line = Stroke(path: PaintPath(), width: 1, color: .black)
  var shadow = DrawingShadow()
  var filters: [PaintFilter] = []
  var smoothsImages = true
  /// Nil for the one that there is at first.
  var font: DrawingFont?
  /// Clips of the surface that this state has added to those of the one before.
  var clips = 0
}

struct DrawingPattern {
  var picture: Bitmap
  var repeatsX: Bool
  var repeatsY: Bool
  var transform: Transform
}

/// https://html.spec.whatwg.org/multipage/canvas.html#shadows
struct DrawingShadow {
  var color = Color.transparent
  var blur = 0.0
  var x = 0.0
  var y = 0.0

  var isSeen: Bool { color.alpha > 0 && (blur > 0 || x != 0 || y != 0) }
}

/// https://drafts.fxtf.org/compositing-1/#porterduffcompositingoperators
enum DrawingOperation: Int {
  // In the order of the prelude's list.
  case sourceOver, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
  case lighter, copy, xor, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight
  case difference, exclusion, hue, saturation, color, luminosity, clear

  /// Whether it changes what is there also where nothing is drawn.
  var isUnbounded: Bool {
    switch self {
    case .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .copy: true
    default: false
    }
  }

  /// Of `copy`: once all that is there is cleared.
  var cairo: cairo_operator_t {
    switch self {
    case .sourceOver, .copy: CAIRO_OPERATOR_OVER
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    case .lighter: CAIRO_OPERATOR_ADD
    case .xor: CAIRO_OPERATOR_XOR
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .clear: CAIRO_OPERATOR_CLEAR
    }
  }
}
