import OffscreenGeometry
import OffscreenCSS
import OffscreenImages
import OffscreenLayout
import OffscreenText

/// Index into one of a display list's side tables.
package typealias TableIndex = Int32

/// One step of drawing. All coordinates are CSS pixels in the space of the transforms pushed before.
package enum DisplayCommand: Sendable {
  case fillRect(PaintRect, Color)
  /// Index into `roundedRects`.
  case fillRoundedRect(TableIndex, Color)
  /// What is inside the first and not inside the second rounded rectangle.
  case fillRing(outer: TableIndex, inner: TableIndex, Color)
  /// Index into `paths`.
  case fillPath(TableIndex, FillRule, Color)
  /// Index into `strokes`.
  case stroke(TableIndex)
  /// Index into `shapes`.
  case shape(TableIndex)
  /// Index into `images`.
  case image(TableIndex)
  /// Index into `glyphRuns`.
  case glyphs(TableIndex)
  /// Index into `shadows`.
  case shadow(TableIndex)

  case pushClip(PaintRect)
  case pushRoundedClip(TableIndex)
  case pushPathClip(TableIndex, FillRule)
  /// All but the inside of the rounded rectangle.
  case pushClipOut(TableIndex)
  case popClip
  /// Index into `transforms`.
  case pushTransform(TableIndex)
  case popTransform
  /// Index into `layers`: what follows up to the matching pop is drawn by itself and then put down.
  case pushLayer(TableIndex)
  case popLayer
}

/// A stroked path.
package struct Stroke: Sendable {
  package var path: PaintPath
  package var width: Double
  package var color: Color
  /// On and off lengths in turn; empty for an unbroken line.
  package var dashes: [Double] = []
  package var dashOffset: Double = 0
  package var cap = LineCap.butt
  package var join = LineJoin.miter
  /// How many widths long a mitre may be; longer ones are bevelled.
  package var miterLimit = 10.0
  package init(path: PaintPath, width: Double, color: Color) {
    (self.path, self.width, self.color) = (path, width, color)
  }
}

package enum LineCap: Int, Sendable { case butt, round, square }
package enum LineJoin: Int, Sendable { case miter, round, bevel }

/// A path filled or stroked with a gradient, or without smooth edges.
package struct ShapePaint: Sendable {
  package enum Source: Sendable {
    case color(Color)
    case gradient(VectorGradient)
  }
  /// Filled where there is no stroke, whose path and colour do not count.
  package var path: PaintPath
  package var rule: FillRule = .nonzero
  package var stroke: Stroke?
  package var source: Source
  package var opacity = 1.0
  package var isAliased = false

  package init(path: PaintPath, source: Source) { (self.path, self.source) = (path, source) }
}

/// A gradient of a drawing. Colours between two stops are mixed as they are, not premultiplied.
/// https://svgwg.org/svg2-draft/pservers.html#Gradients
package struct VectorGradient: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case linear(PaintPoint, PaintPoint)
    case radial(focus: PaintPoint, focalRadius: Double, center: PaintPoint, radius: Double)
  }
  package enum Spread: Hashable, Sendable { case pad, reflect, `repeat` }
  package var shape: Shape
  package var spread: Spread
  /// In order; at least one.
  package var stops: [PaintGradient.Stop]
  /// From the gradient's space to that of what is painted.
  package var transform: Transform
}

/// Glyphs of one font on one baseline.
package struct GlyphRun: Sendable {
  package var font: FontID
  /// Indices into the list's glyphs.
  package var glyphs: Range<Int32>
  /// Where the glyphs' positions count from.
  package var origin: PaintPoint
  package var orientation: GlyphOrientation
  package var color: Color
  /// The width of a line drawn along the outlines; 0 without.
  package var strokeWidth: Double = 0
  package var strokeColor: Color = .transparent
  /// A box around the ink; may be too large.
  package var bounds: PaintRect

  package init(
    font: FontID, glyphs: Range<Int32>, origin: PaintPoint, orientation: GlyphOrientation, color: Color,
    strokeWidth: Double = 0, strokeColor: Color = .transparent, bounds: PaintRect
  ) {
    (self.font, self.glyphs, self.origin, self.orientation) = (font, glyphs, origin, orientation)
    (self.color, self.strokeWidth, self.strokeColor, self.bounds) = (color, strokeWidth, strokeColor, bounds)
  }
}

/// A blurred shape under (or, inset, inside) a box.
package struct BoxShadow: Sendable {
  /// The shape of the shadow: the box, with the offset and the spread applied.
  package var shape: RoundedRect
  /// The standard deviation of the blur.
  package var sigma: Double
  package var color: Color
  /// Outer: the box that nothing is painted into. Inset: the box that is painted into.
  package var box: RoundedRect
  package var isInset: Bool
}

/// A picture or a gradient put down once or as tiles.
package struct ImagePaint: Sendable {
  package enum Source: Sendable {
    case image(PageImage)
    /// Index into the list's gradients, which are in the coordinates of a tile.
    case gradient(TableIndex)
    case color(Color)
  }
  package var source: Source
  /// The filled shape.
  package var destination: PaintRect
  /// One tile.
  package var tile: PaintRect
  /// From one tile to the next.
  package var stepX: Double
  package var stepY: Double
  /// The part of the picture that a tile shows, in parts of its width and height; the whole without.
  package var part: PaintRect?
  /// The size of the whole picture in the coordinates that a gradient is in, or a drawing laid out; that of a tile
  /// without.
  package var sourceWidth: Double?
  package var sourceHeight: Double?
  package var rendering: ImageRendering
  package var opacity: Double = 1
  /// Whether a pixel shows the picture whole where its centre is in it, and not at all elsewhere: edges are not smoothed.
  package var coversWholePixels = false

  package init(
    source: Source, destination: PaintRect, tile: PaintRect, stepX: Double, stepY: Double, part: PaintRect? = nil,
    sourceWidth: Double? = nil, sourceHeight: Double? = nil, rendering: ImageRendering = .auto,
    opacity: Double = 1
  ) {
    (self.source, self.destination, self.tile) = (source, destination, tile)
    (self.stepX, self.stepY, self.part) = (stepX, stepY, part)
    (self.sourceWidth, self.sourceHeight) = (sourceWidth, sourceHeight)
    (self.rendering, self.opacity) = (rendering, opacity)
  }
}

/// A gradient with all lengths and colours resolved.
package struct PaintGradient: Sendable {
  package enum Shape: Sendable {
    case linear(PaintPoint, PaintPoint)
    /// The centre and the radii of the ellipse where the position is 1.
    case radial(PaintPoint, radiusX: Double, radiusY: Double)
    /// The cone from a circle to another one.
    case cone(from: PaintPoint, startRadius: Double, to: PaintPoint, endRadius: Double)
    /// The centre and where the turn starts, in degrees clockwise from the top.
    case conic(PaintPoint, from: Double)
  }
  package struct Stop: Hashable, Sendable {
    package var position: Double
    package var color: Color
    package init(position: Double, color: Color) { (self.position, self.color) = (position, color) }
  }
  package var shape: Shape
  /// In order; at least one.
  package var stops: [Stop]
  package var isRepeating: Bool
  /// Whether colours between two stops are mixed premultiplied in sRGB; those of canvases are not.
  package var isMixedPremultiplied = true
  package init(shape: Shape, stops: [Stop], isRepeating: Bool) {
    (self.shape, self.stops, self.isRepeating) = (shape, stops, isRepeating)
  }
}

/// The effects on a group of commands as one picture.
package struct LayerEffect: Sendable {
  package enum Composite: Sendable {
    case blend(BlendMode)
    /// Keeps of what is there as much as this layer covers: masks.
    case destinationIn
    case sourceIn
    /// Nothing but what of this layer is not over what is there.
    case sourceOut
    case exclusiveOr
  }
  package var opacity: Double = 1
  package var composite: Composite = .blend(.normal)
  package var filters: [PaintFilter] = []
  /// Filters what is behind instead of what is inside: `backdrop-filter`.
  package var backdropFilters: [PaintFilter] = []
  /// The rounded rectangle that the filtered backdrop fills.
  package var backdropShape: RoundedRect?
  /// How the layer's plane is seen: it is put down through this.
  package var projection: Projection?
  /// The contents are a pattern's tile.
  package var tiling: Tiling?
  /// Around what is drawn into the layer, before filters; nil where it is not known.
  package var bounds: PaintRect?
  package init() {}
}

/// How a layer is repeated.
package struct Tiling: Hashable, Sendable {
  /// One tile, in the layer's own coordinates.
  package var tile: PaintRect
  /// From there to what is around the layer.
  package var transform: Transform
  /// What is filled, in the coordinates around.
  package var area: PaintRect
}

/// https://drafts.fxtf.org/filter-effects-1/
package enum PaintFilter: Hashable, Sendable {
  /// The standard deviation.
  case blur(Double)
  /// Four rows of five numbers, over colours that are not premultiplied.
  case colorMatrix([Float])
  case dropShadow(x: Double, y: Double, sigma: Double, Color)
  /// out = slope * in + intercept for red, green and blue.
  case linear(slope: Float, intercept: Float)
  /// The luminance of the colours as alpha.
  case luminance
  /// An SVG filter.
  indirect case graph(FilterGraph)
}

/// Effects that were simplified to keep time and memory bounded.
package enum PaintCut: CaseIterable, Sendable {
  case path
  case filter
  case projections
  case drawings
  /// Found out only when the list is drawn.
  case drawing

  /// The warning.
  package var message: String {
    switch self {
    case .path: "a path has more than \(PaintPath.maximumElements) points, or is too long to read: the rest is left out"
    case .filter: "a filter has more than \(FilterGraph.maximumPrimitives) primitives: it is not applied"
    case .projections:
      "elements seen in perspective are more than \(DisplayListBuilder.maximumProjections) deep: the inner ones are drawn flat"
    case .drawings:
      "drawings show more than \(VectorElements.maximumElements) elements, all together: the rest is left out"
    case .drawing: "the page takes too much work to draw: some of its effects are left out"
    }
  }
}

/// The drawing commands, in order: flat, in CSS pixels, and tables of what is too large for them.
/// Sealed once `DisplayListBuilder` has made it.
package struct DisplayList: Sendable {
  package internal(set) var commands: [DisplayCommand] = []
  /// For each command the box around what it draws, in its own space; for a push that of all up to
  /// its pop.
  package internal(set) var bounds: [PaintRect] = []
  /// For each push the index of its pop; -1 for others.
  package internal(set) var ends: [Int32] = []
  package internal(set) var roundedRects: [RoundedRect] = []
  package internal(set) var paths: [PaintPath] = []
  package internal(set) var strokes: [Stroke] = []
  package internal(set) var shapes: [ShapePaint] = []
  package internal(set) var images: [ImagePaint] = []
  package internal(set) var gradients: [PaintGradient] = []
  package internal(set) var glyphRuns: [GlyphRun] = []
  package internal(set) var glyphs: [PlacedGlyph] = []
  /// What the first of the glyphs are of, where that is kept.
  package internal(set) var glyphTexts: GlyphTexts?
  package internal(set) var shadows: [BoxShadow] = []
  package internal(set) var transforms: [Transform] = []
  package internal(set) var layers: [LayerEffect] = []
  /// Whether the page had more to draw than a list may hold.
  package internal(set) var isTruncated = false
  /// Something in it is not drawn as it should be, being too large.
  package internal(set) var cuts: Set<PaintCut> = []

  package init() {}
}
