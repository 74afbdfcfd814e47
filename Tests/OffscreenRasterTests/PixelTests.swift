import Foundation
import OffscreenCSS
import OffscreenGeometry
import OffscreenImages
@testable import OffscreenPaint
@testable import OffscreenRaster
import OffscreenText
import TestSupport
import Testing

/// Small pictures as text: a letter for each colour, `?` for others.
@Suite struct PixelTests {
  private func pixels(
    _ width: Int, _ height: Int, scale: Double = 1, _ build: (inout DisplayListBuilder) -> Void
  ) throws -> Bitmap {
    var builder = DisplayListBuilder()
    build(&builder)
    return try Rasterizer(fonts: try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts())
      .draw(builder.seal(), width: width, height: height, scale: scale)
  }

  private func text(_ bitmap: Bitmap) -> String {
    let letters: [UInt32: Character] = [
      0xFFFF_FFFF: ".", 0xFF00_0000: "k", 0xFFFF_0000: "r", 0xFF00_FF00: "g", 0xFF00_00FF: "b",
    ]
    return (0..<bitmap.height).map { y in
      String((0..<bitmap.width).map { letters[bitmap[$0, y]] ?? "?" })
    }.joined(separator: "\n")
  }

  private let red = Color(hex: 0xFF0000)
  private let blue = Color(hex: 0x0000FF)

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PaintRect {
    PaintRect(x: x, y: y, width: width, height: height)
  }

  @Test func rectanglesAndClips() throws {
    let bitmap = try pixels(6, 4) {
      $0.fill(rect(1, 1, 2, 2), red)
      $0.pushClip(rect(4, 0, 1, 3))
      $0.fill(rect(0, 0, 10, 10), blue)
      $0.pop()
    }
    #expect(
      text(bitmap) == """
        ....b.
        .rr.b.
        .rr.b.
        ......
        """)
  }

  @Test func scaleAndTransform() throws {
    let bitmap = try pixels(8, 4, scale: 2) {
      $0.pushTransform(.translation(x: 1, y: 0))
      $0.fill(rect(0, 0, 1, 1), red)
      $0.pop()
      $0.fill(rect(3, 1, 1, 1), blue)
    }
    #expect(
      text(bitmap) == """
        ..rr....
        ..rr....
        ......bb
        ......bb
        """)
  }

  @Test func ringsLeaveTheirMiddle() throws {
    let bitmap = try pixels(5, 5) {
      $0.fillRing(outer: RoundedRect(rect(0, 0, 5, 5)), inner: RoundedRect(rect(1, 2, 3, 2)), red)
    }
    #expect(
      text(bitmap) == """
        rrrrr
        rrrrr
        r...r
        r...r
        rrrrr
        """)
  }

  @Test func layersAreMixedAsOnePicture() throws {
    let bitmap = try pixels(3, 1) {
      var layer = LayerEffect()
      layer.opacity = 0.5
      $0.pushLayer(layer)
      $0.fill(rect(0, 0, 2, 1), .black)
      $0.fill(rect(1, 0, 2, 1), .black)
      $0.pop()
    }
    // Where both lie the result is no darker.
    for x in 0..<3 { #expect((126...129).contains(bitmap[x, 0] & 255)) }
  }

  @Test func masksKeepWhatTheyCover() throws {
    let bitmap = try pixels(4, 1) {
      $0.pushLayer(LayerEffect())
      $0.fill(rect(0, 0, 4, 1), red)
      var mask = LayerEffect()
      mask.composite = .destinationIn
      $0.pushLayer(mask)
      $0.fill(rect(1, 0, 2, 1), .black)
      $0.pop()
      $0.pop()
    }
    #expect(text(bitmap) == ".rr.")
  }

  @Test func multiplyDarkens() throws {
    let bitmap = try pixels(2, 1) {
      $0.fill(rect(0, 0, 2, 1), red)
      var layer = LayerEffect()
      layer.composite = .blend(.multiply)
      $0.pushLayer(layer)
      $0.fill(rect(1, 0, 1, 1), blue)
      $0.pop()
    }
    #expect(text(bitmap) == "rk")
  }

  @Test func linearGradientsAreExact() throws {
    let bitmap = try pixels(4, 2) {
      let gradient = $0.add(
        PaintGradient(
          shape: .linear(PaintPoint(x: 0, y: 0), PaintPoint(x: 4, y: 0)),
          stops: [.init(position: 0, color: .black), .init(position: 1, color: .white)], isRepeating: false))
      let area = rect(0, 0, 4, 2)
      $0.image(
        ImagePaint(source: .gradient(gradient), destination: area, tile: area, stepX: 4, stepY: 2))
    }
    // At the pixels' centres: 1/8, 3/8, 5/8, 7/8.
    #expect((0..<4).map { bitmap[$0, 1] & 255 } == [32, 96, 159, 223])
  }

  @Test func hardStopsAndRepetition() throws {
    let bitmap = try pixels(8, 1) {
      let gradient = $0.add(
        PaintGradient(
          shape: .linear(PaintPoint(x: 0, y: 0), PaintPoint(x: 4, y: 0)),
          stops: [
            .init(position: 0, color: red), .init(position: 0.5, color: red), .init(position: 0.5, color: blue),
            .init(position: 1, color: blue),
          ], isRepeating: true))
      let area = rect(0, 0, 8, 1)
      $0.image(ImagePaint(source: .gradient(gradient), destination: area, tile: area, stepX: 8, stepY: 1))
    }
    #expect(text(bitmap) == "rrbbrrbb")
  }

  @Test func tilesRepeatWithGaps() throws {
    let bitmap = try pixels(7, 1) {
      $0.image(
        ImagePaint(
          source: .color(red), destination: rect(0, 0, 7, 1), tile: rect(1, 0, 2, 1), stepX: 3, stepY: 1))
    }
    #expect(text(bitmap) == ".rr.rr.")
  }

  @Test func picturesAreCopiedPixelForPixel() throws {
    let source = try Bitmap(width: 2, height: 2)
    source[0, 0] = 0xFFFF_0000
    source[1, 0] = 0xFF00_FF00
    source[0, 1] = 0xFF00_00FF
    source[1, 1] = 0xFF00_0000
    let picture = PageImage(bitmap: source)
    let once = try pixels(4, 4) {
      let area = rect(1, 1, 2, 2)
      $0.image(ImagePaint(source: .image(picture), destination: area, tile: area, stepX: 2, stepY: 2))
    }
    #expect(
      text(once) == """
        ....
        .rg.
        .bk.
        ....
        """)
    let tiled = try pixels(5, 2) {
      $0.image(
        ImagePaint(
          source: .image(picture), destination: rect(0, 0, 5, 2), tile: rect(1, 0, 2, 2), stepX: 2, stepY: 2))
    }
    #expect(
      text(tiled) == """
        grgrg
        kbkbk
        """)
    let large = try pixels(4, 4) {
      let area = rect(0, 0, 4, 4)
      $0.image(
        ImagePaint(
          source: .image(picture), destination: area, tile: area, stepX: 4, stepY: 4, rendering: .pixelated))
    }
    #expect(
      text(large) == """
        rrgg
        rrgg
        bbkk
        bbkk
        """)
  }

  @Test func perspectiveNarrowsWhatIsFar() throws {
    let bitmap = try pixels(40, 40) {
      var layer = LayerEffect()
      // The further down, the nearer: w falls from 2 to 1.
      layer.projection = Projection(
        xx: 1, xy: 0, x0: 0, yx: 0, yy: 1, y0: 0, wx: 0, wy: -1.0 / 40, w0: 2)
      $0.pushLayer(layer)
      $0.fill(rect(0, 0, 40, 40), .black)
      $0.pop()
    }
    func width(_ y: Int) -> Int { (0..<40).filter { bitmap[$0, y] == 0xFF00_0000 }.count }
    #expect((19...21).contains(width(1)))
    #expect((36...40).contains(width(37)))
    #expect(width(20) > width(10) && width(30) > width(20))
  }

  @Test func aSharpShadowSparesItsBox() throws {
    let bitmap = try pixels(5, 5) {
      let box = RoundedRect(rect(0, 0, 3, 3))
      $0.shadow(BoxShadow(shape: box.offset(x: 2, y: 2), sigma: 0, color: .black, box: box, isInset: false))
    }
    #expect(
      text(bitmap) == """
        .....
        .....
        ...kk
        ..kkk
        ..kkk
        """)
  }

  @Test func blurredShadowsAreSymmetric() throws {
    for rounded in [false, true] {
      let bitmap = try pixels(60, 60) {
        var shape = RoundedRect(rect(20, 20, 20, 20))
        if rounded { shape = RoundedRect(rect(20, 20, 20, 20), radius: 5) }
        $0.shadow(
          BoxShadow(shape: shape, sigma: 4, color: .black, box: RoundedRect(.zero), isInset: false))
      }
      for y in 0..<60 {
        for x in 0..<60 {
          let difference = Int(bitmap[x, y] & 255) - Int(bitmap[59 - x, 59 - y] & 255)
          #expect(difference.magnitude <= 1)
        }
      }
      #expect(bitmap[30, 30] & 255 < 40)
      // Half way at the edge.
      let edge = (bitmap[19, 30] & 255, bitmap[20, 30] & 255)
      #expect(edge.0 > 120 && edge.1 < 150 && edge.0 > edge.1)
    }
  }

  /// Rows and columns that are alike are drawn once; behind a mirror each is.
  @Test(arguments: [1.5, 5, 14])
  func shadowsOfLargeBoxesAreThoseOfSmallOnes(sigma: Double) throws {
    var (shape, mirrored) = (RoundedRect(rect(20.3, 15.6, 170, 130)), RoundedRect(rect(29.7, 15.6, 170, 130)))
    (shape.topLeft, shape.topRight) = (CornerRadius(x: 12, y: 20), CornerRadius(x: 3, y: 3))
    (shape.bottomRight, shape.bottomLeft) = (CornerRadius(x: 30, y: 9), .zero)
    (mirrored.topLeft, mirrored.topRight) = (shape.topRight, shape.topLeft)
    (mirrored.bottomLeft, mirrored.bottomRight) = (shape.bottomRight, shape.bottomLeft)
    func shadow(_ shape: RoundedRect) -> BoxShadow {
      BoxShadow(shape: shape, sigma: sigma, color: .black, box: RoundedRect(.zero), isInset: false)
    }
    let direct = try pixels(220, 180) { $0.shadow(shadow(shape)) }
    let behind = try pixels(220, 180) {
      $0.pushTransform(Transform(a: -1, b: 0, c: 0, d: 1, tx: 220, ty: 0))
      $0.shadow(shadow(mirrored))
      $0.pop()
    }
    var differences = 0
    for y in 0..<180 {
      for x in 0..<220 where direct[x, y] != behind[x, y] { differences += 1 }
    }
    #expect(differences == 0)
    #expect(direct[100, 80] & 255 == 0)
  }

  @Test func bandsMakeNoDifference() throws {
    var builder = DisplayListBuilder()
    var layer = LayerEffect()
    layer.filters = [.blur(3)]
    builder.pushLayer(layer)
    builder.fill(rect(5, 20, 30, 25), red)
    builder.pop()
    builder.shadow(
      BoxShadow(
        shape: RoundedRect(rect(10, 50, 20, 30), radius: 6), sigma: 5, color: .black,
        box: RoundedRect(rect(0, 0, 0, 0)), isInset: false))
    var stroke = Stroke(path: PaintPath(ellipseIn: rect(3, 3, 34, 90)), width: 3, color: blue)
    stroke.dashes = [4, 3]
    builder.stroke(stroke)
    let list = builder.seal()
    var rasterizer = Rasterizer(
      fonts: try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts())
    let whole = try rasterizer.draw(list, width: 40, height: 100)
    rasterizer.bandHeight = 7
    let bands = try rasterizer.draw(list, width: 40, height: 100)
    var differences = 0
    for y in 0..<100 {
      for x in 0..<40 where whole[x, y] != bands[x, y] {
        for shift: UInt32 in [0, 8, 16] {
          let (a, b) = (Int((whole[x, y] >> shift) & 255), Int((bands[x, y] >> shift) & 255))
          if (a - b).magnitude > 1 { differences += 1 }
        }
      }
    }
    #expect(differences == 0)
  }

  /// Bands pass over runs of commands, in groups and beside them.
  @Test func bandsOfManyCommandsMakeNoDifference() throws {
    var builder = DisplayListBuilder()
    for index in 0..<600 {
      switch index % 150 {
      case 20: builder.pushTransform(Transform(a: 0.8, b: 0.1, c: -0.1, d: 1.2, tx: 3, ty: -4))
      case 40: builder.pushClip(rect(0, Double(index) / 4, 30, 60))
      case 130, 140: builder.pop()
      default: break
      }
      let place = Double(index * 37 % 400)
      builder.fill(
        rect(Double(index % 35), place + Double(index % 8) / 8, 4, index % 50 == 0 ? 90 : 3),
        index % 2 == 0 ? red : blue)
    }
    let list = builder.seal()
    var rasterizer = Rasterizer(
      fonts: try FontLibrary(fonts: Suites.projectRoot.appending(path: "Fonts").path).sharedFonts())
    rasterizer.bandHeight = 400
    let whole = try rasterizer.draw(list, width: 40, height: 400)
    for bandHeight in [1, 7, 64] {
      rasterizer.bandHeight = bandHeight
      let bands = try rasterizer.draw(list, width: 40, height: 400)
      // Edges that are turned are a little different in each band.
      let differences = zip(bands.pixels, whole.pixels).filter { one, other in
        [0, 8, 16, 24].contains { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) > 3 }
      }
      #expect(differences.isEmpty, "\(bandHeight)")
    }
  }

  /// A line of very many points looks as if it had been drawn at once: dashes that never end keep it whole.
  @Test func longLinesAreDrawnInPieces() throws {
    var path = PaintPath()
    path.move(to: PaintPoint(x: 2, y: 50))
    for index in 1...2_000 {
      let x = 2 + Double(index) * 0.048
      path.line(to: PaintPoint(x: x, y: 50 + 40 * sin(Double(index) / 50) + Double(index % 3)))
    }
    path.close()
    var line = Stroke(path: path, width: 1.5, color: red)
    let pieces = try pixels(100, 100) { $0.stroke(line) }
    line.dashes = [1e9, 1]
    let whole = try pixels(100, 100) { $0.stroke(line) }
    var sum = 0
    for y in 0..<100 {
      for x in 0..<100 {
        sum += Int((Int(pieces[x, y] >> 8 & 255) - Int(whole[x, y] >> 8 & 255)).magnitude)
      }
    }
    #expect(sum < 100 * 100, "on average less than one of 255")
  }

  @Test func extremeNumbersAreHarmless() throws {
    let numbers = [0, -1, 1e-30, 1e7, -1e7, 1e30, -1e30, .infinity, -.infinity, .nan]
    _ = try pixels(8, 8) { builder in
      for a in numbers {
        for b in numbers {
          let area = rect(a, b, b, a)
          builder.fill(area, red)
          var shape = RoundedRect(area)
          shape.topLeft = CornerRadius(x: a, y: b)
          builder.fill(shape, red)
          builder.fillRing(outer: shape, inner: RoundedRect(rect(b, a, 1, 1)), red)
          var stroke = Stroke(path: PaintPath(area), width: b, color: red)
          stroke.dashes = [a, b]
          builder.stroke(stroke)
          builder.shadow(BoxShadow(shape: shape, sigma: b, color: .black, box: shape, isInset: a > 0))
          builder.pushTransform(Transform(a: a, b: b, c: 1, d: a, tx: b, ty: a))
          builder.pushClip(shape)
          builder.fill(rect(0, 0, 8, 8), blue)
          let gradient = builder.add(
            PaintGradient(
              shape: .radial(PaintPoint(x: a, y: b), radiusX: a, radiusY: b),
              stops: [.init(position: a, color: red), .init(position: b, color: blue)], isRepeating: true))
          builder.image(
            ImagePaint(
              source: .gradient(gradient), destination: rect(0, 0, 8, 8), tile: rect(a, b, 2, 2), stepX: 2.5,
              stepY: b))
          builder.pop()
          builder.pop()
          var layer = LayerEffect()
          layer.filters = [.blur(a), .dropShadow(x: a, y: b, sigma: b, .black)]
          layer.opacity = b
          builder.pushLayer(layer)
          builder.fill(rect(1, 1, 2, 2), red)
          builder.pop()
        }
      }
    }
  }
}
