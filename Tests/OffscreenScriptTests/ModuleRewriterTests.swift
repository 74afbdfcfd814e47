import Foundation
import Testing

@testable import OffscreenScript

/// What modules become. https://tc39.es/ecma262/#sec-modules
struct ModuleRewriterTests {
  /// The body of a module, after what is put before it.
  private func body(_ source: String) throws -> String {
    let code = String(decoding: try ModuleRewriter.rewrite(Array(source.utf8)).code, as: UTF8.self)
    let start = try #require(code.firstRange(of: "yield;")).upperBound
    return String(code[start...].dropLast("\n})".count))
  }

  @Test(arguments: [
    // Values, calls, tags, keys.
    ("x", "$0.x"), ("x()", "(0,$0.x)()"), ("x?.()", "(0,$0.x)?.()"), ("x?.y", "$0.x?.y"), ("x`t`", "(0,$0.x)`t`"),
    ("new x()", "new $0.x()"), ("new x", "new $0.x"), ("new x.y(x())", "new $0.x.y((0,$0.x)())"),
    ("({x})", "({x:$0.x})"), ("({x: x})", "({x: $0.x})"), ("({x() {}, get x() {}})", "({x() {}, get x() {}})"),
    ("({[x]: 1})", "({[$0.x]: 1})"), ("a.x", "a.x"), ("a?.x", "a?.x"), ("a.#x", "a.#x"), ("x.x", "$0.x.x"),
    ("`${x}${`${x}`}`", "`${$0.x}${`${$0.x}`}`"), ("x: for (;;) break x", "x: for (;;) break x"),
    ("typeof x", "typeof $0.x"), ("\\u0078", "$0.x"), ("x = 1", "$0.x = 1"), ("[x] = [{x}]", "[$0.x] = [{x:$0.x}]"),
    // What the line before would take for its arguments.
    ("a\nx()", "a\n;(0,$0.x)()"), ("a;\nx()", "a;\n(0,$0.x)()"), ("{}\nx()", "{}\n(0,$0.x)()"),
    ("if (a)\nx()", "if (a)\n(0,$0.x)()"), ("a\nx", "a\n$0.x"), ("a\n+x()", "a\n+(0,$0.x)()"),
    ("do a\nwhile (b) x()", "do a\nwhile (b) ;(0,$0.x)()"), ("a\nx().y", "a\n;(0,$0.x)().y"),
    // Slashes.
    ("a / x / b", "a / $0.x / b"), ("a = /x/", "a = /x/"), ("x / /x/g / x", "$0.x / /x/g / $0.x"),
    ("if (a) /x/.y", "if (a) /x/.y"), ("(a) / x", "(a) / $0.x"), ("{} /x/", "{} /x/"), ("({}) / x", "({}) / $0.x"),
    ("a++ / x", "a++ / $0.x"), ("/[/x]/.y(x)", "/[/x]/.y($0.x)"), ("f = () => {}\n/x/", "f = () => {}\n/x/"),
  ]) func uses(_ source: String, _ expected: String) throws {
    #expect(try body("import{x}from'm';" + source) == ";" + expected)
  }

  @Test(arguments: [
    // Functions and their parameters.
    "function f(x) { x }", "function f(...x) { x }", "function f({x}) { x }", "function f({a: [x = 1]}) { x }",
    "(function x() { x })", "x => x", "(x) => x", "(a, {b: {x}}) => x", "async x => x", "async (a, ...[x]) => x",
    "({m(x) { x }})", "(class { m(x) { x } })", "(class x { m() { x } })", "({set a(x) { x }})",
    // Declarations in them, wherever they stand.
    "() => { x; { var x } }", "() => { x; for (var x of []); }", "() => { x(); function x() {} }",
    "() => { x; { { for (var [x] in {}); } } }",
    // Blocks.
    "{ x; let x }", "{ x; const {x} = a }", "{ x; class x {} }", "{ x(); function x() {} }",
    "for (let x = 0; x < 1; x++) x", "for (const x of []) x", "for (let x in a) { x }",
    "switch (1) { case 1: let x; default: x }", "try {} catch (x) { x }", "try {} catch ([x]) { x }",
  ]) func shadows(_ source: String) throws {
    #expect(try body("import{x}from'm';" + source) == ";" + source)
  }

  @Test(arguments: [
    ("function f(a = x) { var x }", "function f(a = $0.x) { var x }"),
    ("(a = x, {b = x}) => x", "(a = $0.x, {b = $0.x}) => $0.x"),
    ("{ let x } x", "{ let x } $0.x"), ("{ { let x } x }", "{ { let x } $0.x }"),
    ("for (let x of []); x", "for (let x of []); $0.x"), ("try { x } catch (x) {}", "try { $0.x } catch (x) {}"),
    ("switch (x) { case x: { let x } }", "switch ($0.x) { case $0.x: { let x } }"),
    ("() => { { let x; } var y = x }", "() => { { let x; } var y = $0.x }"),
    (
      "(class extends x { a = x; static { x; } [x]() {} })",
      "(class extends $0.x { a = $0.x; static { $0.x; } [$0.x]() {} })"
    ),
    ("function f({[x]: a}) {}", "function f({[$0.x]: a}) {}"), ("({a: x} = b)", "({a: $0.x} = b)"),
    ("(x, y)", "($0.x, y)"), ("async(x)", "async($0.x)"), ("async (x, a) => x, x", "async (x, a) => x, $0.x"),
    ("(x => x)(x)", "(x => x)($0.x)"), ("a ? (x) : (x) => x", "a ? ($0.x) : (x) => x"),
  ]) func scopes(_ source: String, _ expected: String) throws {
    #expect(try body("import{x}from'm';" + source) == ";" + expected)
  }

  @Test func imports() throws {
    let module = try ModuleRewriter.rewrite(
      Array(#"import a, {b as c, "d e" as f} from "m"; import * as g from 'n' with {type: "json"}; import "m";"#.utf8))
    #expect(
      module.requests == [
        ModuleRequest(specifier: "m"),
        ModuleRequest(specifier: "n", attributes: [ModuleRequest.Attribute(key: "type", value: "json")]),
      ])
    #expect(module.imports.map(\.request) == [0, 0, 0, 1])
    #expect(module.imports.map(\.name) == ["default", "b", "d e", nil])
    #expect(try body(#"import {"d e" as f} from "m"; f(); f"#) == #"; (0,$0["d e"])(); $0["d e"]"#)
    #expect(try body("import * as g from 'n'; g.a(g); g()") == "; $0.a($0); $0()")
  }

  @Test func exports() throws {
    let module = try ModuleRewriter.rewrite(
      Array(
        """
        import {i, default as j} from "m"; import * as n from "m"
        export {i, j as k, n, v as "a b"}; export let v = 1, [w] = []; export function f() {} export class C {}
        export async function* g() {} export {x as default} from "o"; export * from "p"; export * as q from "p"
        """.utf8))
    #expect(module.exports == ["n", "a b", "v", "w", "f", "C", "g"])
    #expect(module.indirectExports.map(\.exported) == ["default", "q", "i", "k"])
    #expect(module.indirectExports.map(\.imported) == ["x", nil, "i", "default"])
    #expect(module.starExports == [2])
    #expect(module.requests.map(\.specifier) == ["m", "o", "p"])
  }

  @Test(arguments: [
    ("export default 1", "const $default={default:1}.default;"),
    ("export default class {}", "const $default={default:class {}}.default;"),
    ("export default () => {}; a", "const $default={default:() => {}}.default;; a"),
    ("export default (a, b)\nc", "const $default={default:(a, b)}.default;\nc"),
    ("export default function() {}", "function $default() {}"),
    ("export default async function * () {}", "async function *  $default() {}"),
    ("export default function f() {}", "function f() {}"), ("export default class A {}", "class A {}"),
    ("export default async (a) => a", "const $default={default:async (a) => a}.default;"),
    ("export let a", "let a"), ("export {a}; let a", "; let a"),
  ]) func exportStatements(_ source: String, _ expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test(arguments: [
    ("await 1", true), ("for await (const a of b);", true), ("() => { await }", nil),
    ("async () => await 1", false), ("async function f() { for await (a of b); }", false),
    ("class A { static async m() { await 1 } }", false), ("a.await, {await: 1}", false), ("`${await 1}`", true),
    ("{ if (a) await 1 }", true), ("a = await/b/g", true),
  ]) func awaiting(_ source: String, _ hasAwait: Bool?) {
    #expect((try? ModuleRewriter.rewrite(Array(source.utf8)))?.hasAwait == hasAwait)
  }

  @Test(arguments: [
    ("import.meta.url", "$meta.url"), ("import('a', {with: {}})", "$import('a', {with: {}})"),
    ("a.import(1), {import() {}}", "a.import(1), {import() {}}"), ("import /* */ ('a')", "$import('a')"),
    ("typeof arguments", "typeof $arguments"), ("function f() { arguments }", "function f() { arguments }"),
    // In scripts, this begins a comment.
    ("a<!--b", "a< !--b"), ("`<!--`, '-->'", "`<!--`, '-->'"),
    ("#!/bin/a\nb", "\nb"),
  ]) func otherForms(_ source: String, _ expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test func linesStay() throws {
    let source = "import {\n  a,\r\n  b\u{2028}} from\n'm'\n\nexport default\n\na(b)\nexport {\n}"
    func count(_ text: String) -> Int { text.unicodeScalars.filter { $0 == "\n" || $0 == "\u{2028}" }.count }
    #expect(count(try body(source)) == count(source))
  }

  /// Names of ours are none that a source has.
  @Test func namesDoNotCollide() throws {
    #expect(try body("import {a} from 'm'; let $0, $m1_x; a") == "; let $0, $m1_x; $m2_0.a")
    #expect(try body("import {a} from 'm'; let \\u0024m1_, $m03_; a") == "; let \\u0024m1_, $m03_; $m2_0.a")
    let many = (1...30_000).map { "$m\($0)_" }.joined(separator: ",")
    #expect(try body("import {a} from 'm'; a; let " + many) == "; $m30001_0.a; let " + many)
  }

  /// What is long is written once.
  @Test func lengthIsBounded() throws {
    let (name, uses) = (String(repeating: "a", count: 10_000), String(repeating: "b(b);", count: 10_000))
    let module = try ModuleRewriter.rewrite(Array("import {'\(name)' as b} from 'm'; \(uses)".utf8))
    #expect(module.code.count < 700_000)
  }

  @Test(arguments: [
    "import {a} from 'm'; let a", "import a, {a} from 'm'", "export {a}", "export {default}", "let a; export {a, a}",
    "export default 1; export default 2", "function a() {} function a() {}", "var a; function a() {}",
    "import {default} from 'm'", "import {'a'} from 'm'", "return", "yield 1", "new.target", "{ import a from 'm' }",
    "if (a) export {}", "a }", "}); (function() {", "(", "`${a", "'a", "/a", "/* a", "import {a} from 'm' with {b: 1}",
    "import 'm' with {a: '1', a: '2'}", "import {'\\uD800' as a} from 'm'", "function f() { await 1 }", "case 1:",
    "import a from 'm' let b", "a\n-->b", "export * as default from 'm'; export default 1", "@a class B {}",
  ]) func errors(_ source: String) {
    #expect(throws: SourceError.self) { try ModuleRewriter.rewrite(Array(source.utf8)) }
  }

  @Test func errorsSayTheLine() {
    #expect(throws: SourceError(message: "unexpected ';'", line: 3)) {
      try ModuleRewriter.rewrite(Array("a\r\n/*\u{2028}*/ let b = ;".utf8))
    }
  }

  /// What is nested is refused before the stack ends; what only goes on is not nested.
  @Test(arguments: [
    ("(", true), ("[", true), ("{", true), ("`${", true), ("a=>", true), ("a?", true), ("a(", true), ("if(a)", true),
    ("(class extends ", true), ("function f(){", true), ("({a:", true), ("x:{", true), ("async(a)=>{", true),
    ("a+", false), ("a=", false), ("a:", false), ("a?b:", false), ("!", false), ("if(a)b;else ", false),
    ("new ", false), ("while(a)", false), ("await ", false), ("a,", false), ("a.b(c)[d].", false),
  ]) func depthIsBounded(_ text: String, _ nests: Bool) async {
    let source = Array(String(repeating: text, count: 100_000).utf8) + Array("c".utf8)
    let message = await withCheckedContinuation { continuation in
      // Pages are read on a thread with a large stack.
      let thread = Thread {
        do {
          _ = try ModuleRewriter.rewrite(source)
          continuation.resume(returning: "")
        } catch {
          continuation.resume(returning: (error as? SourceError)?.message ?? "")
        }
      }
      thread.stackSize = 256 << 20
      thread.start()
    }
    #expect(message == (nests ? "nested too deeply" : ""))
  }

  // MARK: Classic scripts

  @Test(arguments: [
    ("import('a')", "I('a')"), ("let a = b\nimport ('c')", "let a = b\nI('c')"),
    ("with (a) import(b)", "with (a) I(b)"),
    ("let = yield / await / import(a) /g", "let = yield / await / I(a) /g"), ("'import(1)'", nil), ("a.import(1)", nil),
    ("// import(1)", nil), ("<!-- import(1)\nimport(2)", "<!-- import(1)\nI(2)"), ("import(", nil),
    ("/import(1)/", nil), ("`${import(1)}import(2)`", "`${I(1)}import(2)`"), ("({import(a) {}})", nil),
  ]) func scripts(_ source: String, _ expected: String?) {
    let changed = ModuleRewriter.rewriteImports(ofScript: Array(source.utf8), as: "I(")
    #expect(changed.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
