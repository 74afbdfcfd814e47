import OffscreenScript

extension FuzzTarget {
  static let scripts = [
    FuzzTarget("modules", words: { Words.script }) {
      { bytes in
        let source = Array(String(decoding: bytes, as: UTF8.self).utf8)
        if let changed = ModuleRewriter.rewriteImports(ofScript: source, as: "f(1,") {
          expect(ModuleRewriter.rewriteImports(ofScript: changed, as: "f(1,") == nil, "an import is left in a script")
        }
        guard let module = try? ModuleRewriter.rewrite(source) else { return }
        // What a module has become is one expression that can be read in turn, and from which none gets out.
        let text = String(decoding: module.record, as: UTF8.self)
        let reading = ModuleRewriter.readExpression(module.record)
        expect(reading == .one || reading == .tooDeep, "what a module became cannot be read: \(text)")
      }
    }
  ]
}
