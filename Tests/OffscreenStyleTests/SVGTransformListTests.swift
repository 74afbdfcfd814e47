import OffscreenCSS
import Testing

@testable import OffscreenStyle

@Suite struct SVGTransformListTests {
  private static func move(_ x: Float, _ y: Float) -> TransformFunction {
    .translate(x: .length(x), y: .length(y), z: 0)
  }
  private static func turn(_ angle: Float) -> TransformFunction { .rotate(x: 0, y: 0, z: 1, angle: angle) }

  @Test(
    arguments: [
      ("translate(10)", [move(10, 0)], "translate(10.0px,0.0px)"),
      ("translate(10,-20)", [move(10, -20)], "translate(10.0px,-20.0px)"),
      (" scale ( 2 ) , rotate(45) ", [.scale(x: 2, y: 2, z: 1), turn(45)], "scale(2.0,2.0) rotate(45.0deg)"),
      ("matrix(1 0 0 1 5-6)", [.matrix(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: -6)], "matrix(1.0,0.0,0.0,1.0,5.0,-6.0)"),
      (
        "rotate(90 10 5)", [move(10, 5), turn(90), move(-10, -5)],
        "translate(10.0px,5.0px) rotate(90.0deg) translate(-10.0px,-5.0px)"
      ),
      ("skewX(1e1)skewY(.5)", [.skew(x: 10, y: 0), .skew(x: 0, y: 0.5)], "skew(10.0deg,0.0deg) skew(0.0deg,0.5deg)"),
      ("none", [], "none"),
    ] as [(String, [TransformFunction], String)])
  func attributesAreFunctions(_ attribute: String, _ functions: [TransformFunction], _ css: String) throws {
    let list = try #require(SVGTransformList(attribute))
    #expect(list.functions == functions)
    #expect(list.css == css)
  }

  @Test(arguments: [
    "", "translate", "translate(", "translate(1,)", "turn(1)", "scale(1 2 3)", "scale(1),", "rotate(1 2)", "scale(1",
    "scale()", "(1)", "scale(1) none",
  ])
  func errorsAreNoTransform(_ attribute: String) {
    #expect(SVGTransformList(attribute) == nil)
  }
}
