import OffscreenTesting
import Testing

/// What a list of drawing commands does not show: corners, dots, shadows and blending as they end up in
/// pixels.
@Suite struct PaintingGoldenTests {
  @Test(arguments: ["solid", "double", "dashed", "dotted", "groove", "outset"])
  func roundedBorders(_ style: String) async throws {
    try await expectGolden(
      """
      <style>body { margin: 10px } div { height: 50px; border: 6px \(style) #276; border-radius: 20px 8px / 14px }</style>
      <div></div>
      """, viewport: "120x82")
  }

  @Test func shadows() async throws {
    try await expectGolden(
      """
      <style>
        body { margin: 16px } div { height: 40px; background: #fff; border-radius: 8px }
        div { box-shadow: 0 2px 6px #0008, inset 0 0 8px #26c8, 4px 4px 0 2px #f808 }
      </style><div></div>
      """, viewport: "120x72")
  }

  @Test func blendingAndClipping() async throws {
    try await expectGolden(
      """
      <style>
        body { margin: 0; background: linear-gradient(#def, #fed) }
        p { margin: 10px; height: 40px; overflow: hidden; border-radius: 50% }
        i { display: block; width: 60px; height: 80px; margin-left: 20px; background: #c24; mix-blend-mode: multiply; rotate: 20deg }
      </style><p><i></i></p>
      """, viewport: "120x60")
  }

  /// As Chromium shows them while nothing plays.
  @Test func mediaControls() async throws {
    try await expectGolden(
      """
      <style>body { margin: 4px; display: grid; gap: 4px; justify-items: start }</style>
      <video controls style="height: 100px"></video><video controls style="width: 180px; height: 80px"></video>
      <audio controls></audio><audio controls style="width: 130px; height: 40px"></audio>
      """, viewport: "310x300")
  }

  @Test func brokenPictures() async throws {
    try await expectGolden(
      """
      <style>body { margin: 4px; font: 14px sans-serif }</style>
      <img src="data:,"> <img src="data:," alt="Words"> <img src="data:," width=60 height=40> <img width=40 height=40>
      <input type=image src="data:," alt="Send">
      """, viewport: "260x60")
  }

  /// In quirks mode and with sizes, the words stand in the frame; in links they are underlined elsewhere; less than
  /// 18 pixels show nothing.
  @Test func wordsForPictures() async throws {
    try await expectGolden(
      """
      <a href=x><img src=data:,x alt="one two"></a>
      <a href=x><img src=data:,x alt="three long words" width=80 height=30></a>
      <img src=data:,x width=17 height=17> <img src=data:,x width=18 height=18>
      <img src=data:,x width=300 height=10 alt=flat>
      <p><img alt=abc width=60 height=30> <img width=30 height=20>
      <input type=image src=data:,x width=60 height=30 alt=abc>
      """, viewport: "360x140")
  }

  /// The icon stands at the start of the text's direction.
  @Test func brokenPicturesFromTheRight() async throws {
    try await expectGolden(
      """
      <html dir=rtl><img src=data:,x alt="one two"> <img src=data:,x alt=three width=80 height=30>
      <img src=data:,x width=60 height=30> <img src=data:,x width=60 height=30 dir=ltr>
      """, viewport: "360x60")
  }

  /// The line goes around all lines and what stands in them.
  @Test(arguments: ["solid", "dashed", "groove", "auto"])
  func outlinesOfLines(_ style: String) async throws {
    try await expectGolden(
      """
      <style>
        body { margin: 10px; font: 16px/18px serif; width: 90px } a { outline: 4px \(style) #00f }
        br + a { border-radius: 8px } i { display: inline-block; width: 10px; height: 30px; background: #0a0 }
      </style>
      <a>two lines of text<i></i></a><br><br><a>two lines of text</a>
      """, viewport: "110x120")
  }

  /// Sides of unlike widths meet on a line from the outer to the inner corner.
  @Test(arguments: ["double", "ridge"])
  func cornersOfUnlikeSides(_ style: String) async throws {
    try await expectGolden(
      """
      <style>
        body { margin: 5px } div { width: 60px; height: 30px; border: 3px \(style); border-radius: 40px }
        div { border-width: 3px 25px 4px 5px; border-color: red green blue orange }
      </style><div></div>
      """, viewport: "100x50")
  }

  /// Text of drawings is in the page's fonts, and has a box that filters and clips refer to.
  @Test func textOfDrawings() async throws {
    try await expectGolden(
      """
      <style>body { margin: 0 } svg { display: block }</style>
      <svg width=150 height=110 font-size=16>
        <filter id=f><feFlood flood-color=lime result=a /><feMerge><feMergeNode in=a /><feMergeNode in=SourceGraphic /></feMerge></filter>
        <text x=5 y=20>Serif</text><text x=5 y=40 font-family=sans-serif>Sans</text>
        <text x=5 y=60 font-family=monospace>Mono</text><text x=5 y=85 filter="url(#f)">Box</text>
        <text x=100 y=85 text-anchor=middle filter="url(#f)">Mid<tspan dy=8>dle</tspan></text>
        <text x=70 y=20 style="clip-path: circle(18px)">Circle</text>
      </svg>
      """, viewport: "150x110")
  }
}
