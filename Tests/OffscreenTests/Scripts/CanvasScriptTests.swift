import Foundation
import Testing

@testable import Offscreen

/// What scripts see of canvases: states, pixels, measures, and what is refused.
struct CanvasScriptTests {
  /// `x` is the context of the canvas `c`, 100 by 50 pixels.
  private func expect(
    _ expected: String, _ script: String, _ expression: String, markup: String = "",
    location: SourceLocation = #_sourceLocation
  ) throws {
    var options = PageOptions.unhurried
    options.network = .none
    options.evaluate = expression
    let page =
      "<!doctype html>\(markup)<canvas id=c width=100 height=50></canvas><script>"
      + "var x = c.getContext('2d'), at = (px, py) => Array.from(x.getImageData(px, py, 1, 1).data).join();\(script)</script>"
    let address = "data:text/html;charset=utf-8;base64," + Data(page.utf8).base64EncodedString()
    let result = try LargeStackThread.run { [options] in
      try PageRenderer().evaluate(address, options: options).evaluation
    }
    guard case .value(let json, _) = result else {
      Issue.record("\(result)", sourceLocation: location)
      return
    }
    #expect(json == expected, sourceLocation: location)
  }

  // MARK: Pixels

  @Test func pixelsAreNotPremultiplied() throws {
    try expect(
      #"["255,0,0,128","10,20,30,255","0,0,0,0"]"#,
      "x.fillStyle = 'rgb(255 0 0 / 50%)'; x.fillRect(0, 0, 10, 10);"
        + "var d = x.createImageData(1, 1); d.data.set([10, 20, 30, 255]); x.putImageData(d, 20, 0)",
      "[at(1, 1), at(20, 0), at(30, 0)]")
  }

  /// Only the part that is dirty is written, and what lies beyond the canvas is left out.
  @Test func pixelsAreWrittenInPart() throws {
    try expect(
      #"["0,0,0,0","9,9,9,255","0,0,0,0"]"#,
      "var d = new ImageData(4, 4); d.data.fill(9); for (var i = 3; i < 64; i += 4) d.data[i] = 255;"
        + "x.putImageData(d, -1, -1, 2, 2, 9, 9)",
      "[at(0, 0), at(1, 1), at(3, 3)]")
  }

  @Test func coloursAreOfTheirSpace() throws {
    try expect(
      #"["234,51,35,255","255,0,0,255"]"#, "x.fillStyle = 'red'; x.fillRect(0, 0, 9, 9)",
      "[Array.from(x.getImageData(0, 0, 1, 1, {colorSpace: 'display-p3'}).data).join(), at(0, 0)]")
  }

  // MARK: Drawing

  @Test func statesAreSavedWithTheirClips() throws {
    try expect(
      #"["0,0,0,0","0,0,255,255",1]"#,
      "x.save(); x.beginPath(); x.rect(0, 0, 10, 10); x.clip(); x.lineWidth = 7; x.fillRect(0, 0, 100, 50); x.restore();"
        + "x.fillStyle = 'blue'; x.clearRect(0, 0, 10, 10); x.fillRect(20, 0, 10, 10)",
      "[at(5, 5), at(25, 5), x.lineWidth]")
  }

  /// What converts the value may restore a state, which another canvas takes up.
  @Test func valuesAreOfTheStateThatThereIsOnceTheyAreConverted() throws {
    try expect(
      "[]",
      "var y = new OffscreenCanvas(9, 9).getContext('2d'), wrong = [], values = {lineWidth: 5, lineCap: 'round',"
        + "miterLimit: 3, lineDashOffset: 4, shadowBlur: 3, shadowOffsetX: 2, shadowColor: '#ff0000', font: '20px serif',"
        + "textAlign: 'center', letterSpacing: '3px', fontKerning: 'none', direction: 'rtl', fillStyle: '#ff0000',"
        + "globalCompositeOperation: 'copy', textRendering: 'optimizeSpeed', imageSmoothingQuality: 'high'};"
        + "for (var name in values) { var usual = y[name], value = values[name], convert = () => { x.restore(); y.save(); return value };"
        + "x.save(); x[name] = {toString: convert, valueOf: convert}; y.restore();"
        + "if (y[name] !== usual || x[name] !== value) wrong.push(name); x.reset(); y.reset() }",
      "wrong")
  }

  @Test func operationsReachBeyondWhatIsDrawn() throws {
    try expect(
      #"["0,255,0,255","0,0,0,0","255,255,0,255"]"#,
      "x.fillStyle = 'red'; x.fillRect(0, 0, 100, 50); x.globalCompositeOperation = 'copy'; x.fillStyle = 'lime';"
        + "x.fillRect(0, 0, 10, 10); var a = at(5, 5), b = at(50, 5); x.globalCompositeOperation = 'lighter';"
        + "x.fillStyle = 'red'; x.fillRect(0, 0, 10, 10)",
      "[a, b, at(5, 5)]")
  }

  @Test func gradientsAndPatternsAreAsTheyAreWhenTheyAreUsed() throws {
    try expect(
      #"["0,0,0,0","255,0,0,255","0,0,255,255","0,255,0,255"]"#,
      "var g = x.createLinearGradient(0, 0, 100, 0); x.fillStyle = g; x.fillRect(0, 0, 100, 10); var none = at(5, 5);"
        + "g.addColorStop(0, 'red'); x.fillRect(0, 0, 100, 10); var red = at(5, 5);"
        + "var o = new OffscreenCanvas(4, 4), y = o.getContext('2d'); y.fillStyle = 'blue'; y.fillRect(0, 0, 4, 4);"
        + "var p = x.createPattern(o, 'repeat'); y.fillStyle = 'lime'; y.fillRect(0, 0, 4, 4);"
        + "x.fillStyle = p; x.fillRect(0, 20, 50, 10); x.drawImage(o, 60, 20)",
      "[none, red, at(40, 25), at(61, 21)]")
  }

  /// Canvases are drawn in the order in which scripts drew on them, whichever they are.
  @Test func canvasesAreDrawnOnOthersAsTheyWere() throws {
    try expect(
      #"["255,0,0,255","0,0,255,255","0,0,255,255"]"#,
      "var o = document.createElement('canvas'), y = o.getContext('2d'); y.fillStyle = 'red'; y.fillRect(0, 0, 300, 150);"
        + "x.drawImage(o, 0, 0, 10, 10); y.fillStyle = 'blue'; y.fillRect(0, 0, 300, 150); x.drawImage(o, 20, 0, 10, 10);"
        + "x.drawImage(c, 20, 0, 5, 5, 40, 0, 5, 5)",
      "[at(5, 5), at(25, 5), at(42, 2)]")
  }

  /// An arc that ends where it starts goes once around, whichever way, unless it starts and ends at the same angle.
  @Test func arcsGoRoundTheirWay() throws {
    try expect(
      #"["0,0,0,255","0,0,0,0","0,0,0,255","0,0,0,0"]"#,
      "x.arc(25, 25, 20, 0, 2 * Math.PI); x.moveTo(35, 25); x.arc(25, 25, 10, 0, 2 * Math.PI, true); x.fill();"
        + "x.beginPath(); x.arc(75, 25, 20, 2 * Math.PI, 0); x.fill(); x.clearRect(75, 0, 25, 50);"
        + "x.beginPath(); x.arc(85, 25, 10, 1, 1, true); x.fill()",
      "[at(10, 25), at(25, 25), at(60, 25), at(85, 25)]")
  }

  /// Centres of pixels that lie between two of the picture's show the one before; edges are not smoothed.
  @Test func picturesKeepWholePixels() throws {
    try expect(
      #"["0 0 0 1 1 2 2 2 3 3 4","9 9 8 8 8 7",0,255]"#,
      "var o = new OffscreenCanvas(10, 1), y = o.getContext('2d'); for (var i = 0; i < 10; i += 1) {"
        + "y.fillStyle = `rgb(${10 * i} 0 0)`; y.fillRect(i, 0, 1, 1); }"
        + "var row = (n) => Array.from({length: n}, (_, i) => x.getImageData(i, 0, 1, 1).data[0] / 10).join(' ');"
        + "x.imageSmoothingEnabled = false; x.drawImage(o, 0, 0, 25, 1); var a = row(11);"
        + "x.scale(-1, 1); x.drawImage(o, -25, 0, 25, 1); var b = row(6); x.setTransform(1, 0, 0, 1, 0, 0);"
        + "x.imageSmoothingEnabled = true; x.drawImage(o, 0, 0, 1, 1, 40.6, 10, 5, 5)",
      "[a, b, x.getImageData(40, 12, 1, 1).data[3], x.getImageData(45, 12, 1, 1).data[3]]")
  }

  /// https://html.spec.whatwg.org/multipage/canvas.html#drawing-model
  @Test func opacityComesBeforeFiltersAndCopyHasNoShadow() throws {
    try expect(
      "[true,0,255]",
      "x.filter = 'drop-shadow(10px 0 0 lime)'; x.globalAlpha = 0.5; x.fillRect(0, 0, 20, 10);"
        + "var alpha = x.getImageData(15, 5, 1, 1).data[3]; x.reset(); x.shadowColor = 'red'; x.shadowOffsetX = 50;"
        + "x.globalCompositeOperation = 'copy'; x.fillRect(0, 0, 10, 10)",
      "[alpha > 180 && alpha < 200, x.getImageData(55, 5, 1, 1).data[3], x.getImageData(5, 5, 1, 1).data[3]]")
  }

  @Test func textHasSmallCapitalsAndTheCanvasDirection() throws {
    try expect(
      "[true,true,true]",
      "x.font = '20px serif'; var small = x.measureText('abc').width, large = x.measureText('ABC').width;"
        + "x.fontVariantCaps = 'small-caps'; var capitals = x.measureText('abc').width;"
        + "var o = document.createElement('canvas'), y = o.getContext('2d'); o.dir = 'rtl';"
        + "var right = y.measureText('abc').actualBoundingBoxLeft",
      "[capitals !== small, Math.abs(capitals / large - 0.7) < 0.02, right > 5]")
  }

  @Test func shadowsFallWithoutWhatCastsThem() throws {
    try expect(
      #"["255,0,0,255","0,0,0,0"]"#,
      "x.shadowColor = 'red'; x.shadowOffsetX = 50; x.fillRect(-40, 0, 20, 20)", "[at(15, 5), at(35, 5)]")
  }

  @Test func canvasesWithoutAlphaStayOpaque() throws {
    try expect(
      #"["0,0,0,255","128,128,128,255"]"#,
      "x = new OffscreenCanvas(10, 10).getContext('2d', {alpha: false}); x.clearRect(0, 0, 9, 9); var a = at(1, 1);"
        + "x.fillStyle = 'rgb(255 255 255 / 50%)'; x.fillRect(0, 0, 9, 9)",
      "[a, at(1, 1)]")
  }

  @Test func sizesBeginAnew() throws {
    try expect(
      #"["0,0,0,0",1,100,[80,50]]"#,
      "x.lineWidth = 4; x.fillRect(0, 0, 100, 50); c.width = 100; var a = at(5, 5), b = x.lineWidth, w = c.offsetWidth;"
        + "c.width = 80",
      "[a, b, w, [c.offsetWidth, c.offsetHeight]]")
  }

  // MARK: Paths

  @Test func pathsAreAskedInPixelsOfTheCanvas() throws {
    try expect(
      "[true,false,true,true,false,false]",
      "x.translate(50, 0); x.rect(0, 0, 10, 10); var p = new Path2D('M0 0H20V20H0z M5 5H10V10H5z'); x.lineWidth = 4;",
      "[x.isPointInPath(55, 5), x.isPointInPath(5, 5), x.isPointInStroke(49, 5), x.isPointInPath(p, 57, 7),"
        + "x.isPointInPath(p, 57, 7, 'evenodd'), x.isPointInStroke(p, 53.5, 2.5)]")
  }

  @Test func arcsTouchBothLines() throws {
    try expect(
      #"["0,0,0,255","0,0,0,0"]"#,
      "x.moveTo(10, 10); x.arcTo(90, 10, 90, 50, 30); x.lineTo(90, 50); x.lineTo(10, 50); x.fill()",
      "[at(79, 22), at(88, 12)]")
  }

  // MARK: Text

  @Test func fontsAreSerialized() throws {
    try expect(
      #"["italic small-caps bold 12px \"A B\", serif","10px serif","20px serif"]"#,
      "var r = []; x.font = 'bold small-caps italic 12px/2 \"A B\" , serif'; r.push(x.font); x.font = '10px serif';"
        + "for (var bad of ['10px', 'inherit', '10px {', '1px var(--x)']) x.font = bad; r.push(x.font);"
        + "c.style.fontSize = '40px'; x.font = '.5em serif'; r.push(x.font)",
      "r")
  }

  @Test func textIsMeasured() throws {
    try expect(
      "[\"45.58\",\"55.58\",true,true,\"0.00\"]",
      "x.font = '20px sans-serif'; var w = x.measureText('Hello').width; x.letterSpacing = '0.1em';"
        + "var s = x.measureText('Hello').width; x.letterSpacing = '0px'; x.textAlign = 'right'; x.textBaseline = 'top';"
        + "var m = x.measureText('Hello')",
      "[w.toFixed(2), s.toFixed(2), m.actualBoundingBoxLeft > 40, m.actualBoundingBoxAscent < 0,"
        + "x.measureText('').width.toFixed(2)]")
  }

  /// What is known of a text is forgotten with what it depended on.
  @Test func measuresAreThoseOfTheMoment() throws {
    try expect(
      "[true,false,true,false,true,false,true,false,true]",
      "x.font = '20px serif'; var r = [], s = new CSSStyleSheet(), left = () => r.push(x.measureText('abc').actualBoundingBoxLeft < 2);"
        + "left(); c.style.direction = 'rtl'; left(); c.style.direction = ''; left();"
        + "s.replaceSync('canvas { direction: rtl }'); document.adoptedStyleSheets = [s]; left();"
        + "document.adoptedStyleSheets = []; left(); x.save(); x.textAlign = 'center'; left(); x.restore(); left();"
        + "x.direction = 'rtl'; left(); x.direction = 'inherit';"
        + "var w = x.measureText('abc').width; x.letterSpacing = '1px'; r.push(x.measureText('abc').width == w + 3)",
      "r")
  }

  /// More strings than are kept, in batches and one by one, some of them again.
  @Test func stringsAreDrawnAsTheyWereGiven() throws {
    try expect(
      "0",
      "var other = 0, draw = text => { x.clearRect(0, 0, 100, 50); x.fillText(text, 2, 20) },"
        + "pixels = () => x.getImageData(0, 0, 100, 50).data.join(), wanted = [];"
        + "for (var i = 0; i < 5; i++) { draw('i' + i); wanted.push(pixels()) }"
        + "for (i = 0; i < 6000; i++) { draw('i' + i); if (i % 1500 === 1499) for (var k = 0; k < 5; k++) {"
        + "draw('i' + k); if (pixels() !== wanted[k]) other++ } }",
      "other")
  }

  @Test func textStandsWhereItIsTold() throws {
    try expect(
      "[true,true,true,true]",
      "x.font = '40px sans-serif'; x.textBaseline = 'middle';"
        + "function columns() { var d = x.getImageData(0, 0, 100, 50).data, a = 99, b = 0;"
        + "for (var i = 3; i < d.length; i += 4) if (d[i] > 99) { var px = (i >> 2) % 100; a = Math.min(a, px); b = Math.max(b, px) }"
        + "x.clearRect(0, 0, 100, 50); return [a, b] }"
        + "x.textAlign = 'end'; x.fillText('HH', 100, 25); var end = columns();"
        + "x.direction = 'rtl'; x.fillText('HH', 0, 25); var start = columns();"
        + "x.textAlign = 'center'; x.fillText('H', 50, 25); var middle = columns();"
        + "x.textAlign = 'left'; x.fillText('HHHH', 0, 25, 32); var narrow = columns()",
      "[end[1] > 92 && end[0] > 38, start[0] < 8 && start[1] < 60, Math.abs(middle[0] + middle[1] - 99) < 3,"
        + "narrow[0] < 3 && narrow[1] < 32]")
  }

  // MARK: Pictures and files

  @Test func filesAreOfTheirTypes() throws {
    try expect(
      #"["data:image/png;base64,iVBO","data:image/jpeg;base64,/9j","data:image/png;base64,iVBO","data:,",["image/webp",true]]"#,
      "x.fillRect(0, 0, 9, 9); var r = ['image/png', 'image/jpeg', 'image/bogus'].map(t => c.toDataURL(t).slice(0, 26));"
        + "c.toBlob(b => { r.push([b.type, b.size > 20]) }, 'image/webp'); var e = document.createElement('canvas');"
        + "e.width = 0; r.push(e.toDataURL())",
      "r")
  }

  @Test func picturesAreMadeOfMany() throws {
    try expect(
      #"[[2,1],"255,0,0,255",[8,4],[0,0]]"#,
      "var r = new Promise(async done => { var d = new ImageData(2, 1); d.data.set([255, 0, 0, 255, 0, 0, 255, 255]);"
        + "var b = await createImageBitmap(d); x.drawImage(b, 0, 0); var big = await createImageBitmap(b, {resizeWidth: 8});"
        + "var list = [[b.width, b.height], at(0, 0), [big.width, big.height]]; b.close(); list.push([b.width, b.height]);"
        + "done(list) })",
      "r")
  }

  // MARK: What is refused

  @Test func wrongArgumentsAreRefused() throws {
    try expect(
      #"["IndexSizeError","TypeError","SyntaxError","RangeError","TypeError","IndexSizeError","TypeError","InvalidStateError"]"#,
      "var e = document.createElement('canvas'); e.width = 0; var r = [() => x.arc(0, 0, -1, 0, 1), () => x.fillText('a'),"
        + "() => x.createPattern(c, 'bogus'), () => x.roundRect(0, 0, 1, 1, [-1]), () => x.drawImage(document.body, 0, 0),"
        + "() => x.getImageData(0, 0, 0, 1), () => x.createLinearGradient(0, 0, NaN, 1), () => x.drawImage(e, 0, 0)]"
        + ".map(f => { try { f(); return '' } catch (error) { return error.name } })",
      "r")
  }

  @Test func thereIsNoWebGL() throws {
    try expect(
      "[null,null,null,true]", "",
      "[new OffscreenCanvas(1, 1).getContext('webgl'), document.createElement('canvas').getContext('webgl2'),"
        + "c.getContext('webgl'), c.getContext('2d') === x]")
  }

  /// What pages replace is not what canvases are made with.
  @Test func patchedBuiltinsChangeNothing() throws {
    try expect(
      #"["0,128,0,255","10px serif",true]"#,
      "Array.prototype[Symbol.iterator] = Array.prototype.push = Array.prototype.indexOf = () => { throw 1 };"
        + "Object.defineProperty(Array.prototype, 0, {set() { throw 2 }}); Math.cos = Math.min = () => NaN;"
        + "Float64Array = Uint8ClampedArray = null; Object.defineProperty(Object.prototype, 'alpha', {get() { throw 3 }});"
        + "Map.prototype.get = Map.prototype.set = () => { throw 4 };"
        + "x.fillStyle = 'green'; x.beginPath(); x.arc(20, 20, 10, 0, 7); x.fill(); x.font = '10px serif';"
        + "x.save(); x.restore(); var m = x.measureText('abc').width > 5;"
        + "var d = x.getImageData(20, 20, 1, 1).data, r = d[0] + ',' + d[1] + ',' + d[2] + ',' + d[3]",
      "[r, x.font, m]")
  }

  /// However much is asked for.
  @Test(arguments: [
    "for (var i = 0; i < 300; i++) { var k = document.createElement('canvas'); k.width = k.height = 8000;"
      + "k.getContext('2d').fillRect(0, 0, 9, 9) }",
    "x.setLineDash([1e-9, 1e-9]); x.lineWidth = 1e300; x.moveTo(-1e300, 0); x.lineTo(1e300, 1e300); x.stroke()",
    "x.scale(1e300, 1e-300); x.filter = 'blur(1e9px)'; x.shadowBlur = 1e30; x.shadowColor = 'red'; x.fillRect(-9e99, 0, 9e199, 9)",
    "for (var i = 0; i < 1e6; i++) x.lineTo(Math.random() * 100, Math.random() * 50); x.fill(); x.stroke()",
    "for (var i = 0; i < 3e5; i++) x.save(); for (i = 0; i < 4e5; i++) x.restore()",
    "x.fillText('x'.repeat(1e6), 0, 0); x.font = '1e9px serif'; x.strokeText('abc', 0, 0); x.measureText('y'.repeat(1e6))",
  ])
  func muchIsBounded(_ script: String) throws {
    try expect("true", script, "x.getImageData(0, 0, 1, 1).data.length == 4")
  }
}
