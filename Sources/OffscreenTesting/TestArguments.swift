import Testing

/// The arguments of the parameterised test that runs, as texts.
enum TestArguments {
  /// Empty outside of parameterised tests.
  ///
  /// Deviation: Swift Testing does not give the arguments of a case to libraries; they are found by
  /// reflection. Should a later version hide them, tests have to name their cases.
  static func current(hasName: Bool) throws -> [String] {
    guard let testCase = Test.Case.current, testCase.isParameterized else { return [] }
    let values = find("arguments", in: testCase, depth: 0).map { arguments in
      Mirror(reflecting: arguments).children.compactMap { argument in find("value", in: argument.value, depth: 0) }
    }
    guard let values, !values.isEmpty else {
      if hasName { return [] }
      throw GoldenError("the arguments of this test cannot be told: give each case's golden a name")
    }
    return values.map { String(describing: $0) }
  }

  /// The first part of that label, going down into what has parts.
  private static func find(_ label: String, in value: Any, depth: Int) -> Any? {
    let children = Mirror(reflecting: value).children
    if let found = children.first(where: { $0.label == label }) { return found.value }
    if depth >= 4 { return nil }
    for child in children {
      if let found = find(label, in: child.value, depth: depth + 1) { return found }
    }
    return nil
  }
}
