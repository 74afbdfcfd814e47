@testable import OffscreenStyle
import Testing

@Suite struct SVGTransformListTests {
  @Test(arguments: [
    ("translate(10)", "translate(10px)"), ("translate(10,-20)", "translate(10px,-20px)"),
    (" scale ( 2 ) , rotate(45) ", "scale(2) rotate(45deg)"), ("matrix(1 0 0 1 5-6)", "matrix(1,0,0,1,5,-6)"),
    ("rotate(90 10 5)", "translate(10px,5px) rotate(90deg) translate(calc(10px*-1),calc(5px*-1))"),
    ("skewX(1e1)skewY(.5)", "skewX(1e1deg) skewY(.5deg)"),
  ])
  func attributesBecomeDeclarations(_ attribute: String, _ css: String) {
    #expect(SVGTransformList(attribute)?.css == css)
  }

  @Test(arguments: [
    "", "translate", "translate(", "translate(1,)", "turn(1)", "scale(1 2 3)", "scale(1),", "rotate(1 2)",
  ])
  func errorsAreNoTransform(_ attribute: String) {
    #expect(SVGTransformList(attribute) == nil)
  }
}
