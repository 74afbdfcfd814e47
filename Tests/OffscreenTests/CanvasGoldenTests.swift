import OffscreenTesting
import Testing

/// Canvases in pixels, as scripts draw them and as pages show them.
@Suite struct CanvasGoldenTests {
  private func page(_ script: String, _ markup: String = "<canvas id=c width=120 height=80></canvas>") -> GoldenPage {
    .html(
      "<style>body { margin: 0 } canvas { display: block }</style>\(markup)"
        + "<script>var x = c.getContext('2d'); \(script)</script>")
  }

  @Test func shapes() async throws {
    try await expectGolden(
      page(
        """
        x.lineWidth = 5; x.lineCap = 'round'; x.lineJoin = 'bevel'; x.strokeStyle = '#276';
        x.beginPath(); x.moveTo(10, 10); x.lineTo(40, 40); x.lineTo(10, 60); x.stroke();
        x.setLineDash([6, 4, 1, 4]); x.lineWidth = 2; x.strokeRect(50.5, 8.5, 60, 30);
        x.fillStyle = '#c24'; x.beginPath(); x.roundRect(50, 46, 30, 26, [12, 2]); x.ellipse(98, 60, 14, 8, .6, 0, 5); x.fill('evenodd');
        """), viewport: "120x80")
  }

  @Test func gradients() async throws {
    try await expectGolden(
      page(
        """
        let g = x.createLinearGradient(0, 0, 40, 40); g.addColorStop(0, '#f00'); g.addColorStop(1, '#00f0'); x.fillStyle = g;
        x.fillRect(0, 0, 40, 80); g = x.createRadialGradient(50, 20, 4, 66, 30, 14); g.addColorStop(0, '#0a4'); g.addColorStop(1, '#fc0');
        x.fillStyle = g; x.fillRect(40, 0, 40, 80); g = x.createConicGradient(1, 100, 40); g.addColorStop(0, '#fff'); g.addColorStop(1, '#000');
        x.fillStyle = g; x.fillRect(80, 0, 40, 80);
        """), viewport: "120x80")
  }

  @Test func text() async throws {
    try await expectGolden(
      page(
        """
        x.font = '20px serif'; x.fillText('Shadow', 4, 20); x.textAlign = 'right'; x.font = 'bold 18px sans-serif';
        x.strokeStyle = '#c24'; x.strokeText('Line', 116, 44); x.translate(20, 60); x.rotate(-.2); x.textAlign = 'left';
        let g = x.createLinearGradient(0, 0, 60, 0); g.addColorStop(0, 'red'); g.addColorStop(1, 'blue'); x.fillStyle = g;
        x.letterSpacing = '3px'; x.fillText('Turned text', 0, 12, 80);
        """), viewport: "120x80")
  }

  @Test func shadowsAndFilters() async throws {
    try await expectGolden(
      page(
        """
        x.fillStyle = '#fc0'; x.shadowColor = '#0008'; x.shadowBlur = 8; x.shadowOffsetY = 5; x.fillRect(10, 10, 40, 30);
        x.shadowColor = 'transparent'; x.filter = 'blur(2px) hue-rotate(90deg)'; x.fillStyle = '#08c'; x.fillRect(65, 15, 40, 30);
        x.filter = 'none'; x.globalCompositeOperation = 'multiply'; x.fillStyle = '#f8a'; x.fillRect(30, 30, 60, 40);
        """), viewport: "120x80")
  }

  /// A canvas is a replaced element with its bitmap as picture.
  @Test func pictureOfTheElement() async throws {
    try await expectGolden(
      page(
        "x.fillStyle = '#c24'; x.fillRect(0, 0, 4, 2); x.fillStyle = '#08c'; x.fillRect(4, 2, 4, 2);"
          + "for (let e of document.querySelectorAll('.copy')) { e.width = 8; e.height = 4; e.getContext('2d').drawImage(c, 0, 0) }",
        """
        <style>.copy { width: 40px; height: 40px; border: 1px solid; float: left; margin: 2px }</style>
        <canvas id=c width=8 height=4 style="image-rendering: pixelated; width: 48px"></canvas>
        <canvas class=copy style="object-fit: contain; image-rendering: pixelated"></canvas>
        <canvas class=copy style="object-fit: cover"></canvas>
        """), viewport: "120x80")
  }
}
