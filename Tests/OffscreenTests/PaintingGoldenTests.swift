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
}
