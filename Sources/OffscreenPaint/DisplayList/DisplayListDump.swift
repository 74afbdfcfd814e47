import OffscreenGeometry

extension DisplayList {
  /// The list as text, a command a line, groups indented: for tests and for finding faults.
  package func dump() -> String {
    var text = ""
    var indent = 0
    for command in commands {
      switch command {
      case .popClip, .popTransform, .popLayer: indent = max(0, indent - 1)
      case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow, .pushClip,
        .pushRoundedClip, .pushPathClip, .pushClipOut, .pushTransform, .pushLayer:
        text += String(repeating: "  ", count: min(indent, 40)) + describe(command) + "\n"
      }
      switch command {
      case .pushClip, .pushRoundedClip, .pushPathClip, .pushClipOut, .pushTransform, .pushLayer: indent += 1
      case .fillRect, .fillRoundedRect, .fillRing, .fillPath, .stroke, .shape, .image, .glyphs, .shadow, .popClip,
        .popTransform, .popLayer:
        break
      }
    }
    return text
  }

  private func describe(_ command: DisplayCommand) -> String {
    switch command {
    case .fillRect(let rect, let color): return "rect \(rect.dump) \(color.dump)"
    case .fillRoundedRect(let shape, let color): return "rounded \(roundedRects[Int(shape)].dump) \(color.dump)"
    case .fillRing(let outer, let inner, let color):
      return "ring \(roundedRects[Int(outer)].dump) - \(roundedRects[Int(inner)].dump) \(color.dump)"
    case .fillPath(let path, _, let color): return "path \(paths[Int(path)].bounds.dump) \(color.dump)"
    case .stroke(let index):
      let stroke = strokes[Int(index)]
      let dashes = stroke.dashes.isEmpty ? "" : " dashes \(stroke.dashes.map(number).joined(separator: ","))"
      return "stroke \(stroke.path.bounds.dump) width \(number(stroke.width))\(dashes) \(stroke.color.dump)"
    case .shape(let index):
      let shape = shapes[Int(index)]
      let source =
        switch shape.source {
        case .color(let color): color.dump
        case .gradient: "gradient"
        }
      let stroke = shape.stroke.map { " stroke width \(number($0.width))" } ?? ""
      return "shape \(shape.path.bounds.dump)\(stroke) \(source)"
    case .image(let index):
      let image = images[Int(index)]
      let source: String
      switch image.source {
      case .image: source = "picture"
      case .gradient: source = "gradient"
      case .color(let color): source = color.dump
      }
      return "image \(source) in \(image.destination.dump) tile \(image.tile.dump)"
    case .glyphs(let index):
      let run = glyphRuns[Int(index)]
      return "glyphs \(run.glyphs.count) at \(number(run.origin.x)),\(number(run.origin.y)) \(run.color.dump)"
    case .shadow(let index):
      let shadow = shadows[Int(index)]
      return
        "\(shadow.isInset ? "inset " : "")shadow \(shadow.shape.dump) blur \(number(shadow.sigma)) \(shadow.color.dump)"
    case .pushClip(let rect): return "clip \(rect.dump)"
    case .pushRoundedClip(let shape): return "clip \(roundedRects[Int(shape)].dump)"
    case .pushPathClip(let path, _): return "clip path \(paths[Int(path)].bounds.dump)"
    case .pushClipOut(let shape): return "clip out \(roundedRects[Int(shape)].dump)"
    case .pushTransform(let index):
      let t = transforms[Int(index)]
      return "transform \([t.a, t.b, t.c, t.d, t.tx, t.ty].map(number).joined(separator: " "))"
    case .pushLayer(let index):
      let layer = layers[Int(index)]
      var text = "layer"
      if layer.opacity < 1 { text += " opacity \(number(layer.opacity))" }
      switch layer.composite {
      case .blend(.normal): break
      case .blend(let mode): text += " \(mode.rawValue)"
      case .destinationIn: text += " mask"
      case .sourceOut: text += " subtract"
      case .sourceIn: text += " intersect"
      case .exclusiveOr: text += " exclude"
      }
      if let tiling = layer.tiling { text += " tile \(tiling.tile.dump) in \(tiling.area.dump)" }
      if !layer.filters.isEmpty { text += " filters \(layer.filters.count)" }
      return text
    case .popClip, .popTransform, .popLayer: return ""
    }
  }
}

/// At most three digits after the point.
private func number(_ value: Double) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return "\(value)" }
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

extension PaintRect {
  fileprivate var dump: String { "(\(number(x)) \(number(y)) \(number(width))x\(number(height)))" }
}

extension RoundedRect {
  fileprivate var dump: String {
    guard isRounded else { return rect.dump }
    let radii = [topLeft, topRight, bottomRight, bottomLeft].map { "\(number($0.x))/\(number($0.y))" }
    return "\(rect.dump) r \(radii.joined(separator: " "))"
  }
}

extension Color {
  fileprivate var dump: String {
    func part(_ value: Float) -> String {
      let byte = UInt8(max(0, min(255, (value * 255).rounded())))
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }
    return "#" + part(red) + part(green) + part(blue) + (alpha < 1 ? part(alpha) : "")
  }
}
