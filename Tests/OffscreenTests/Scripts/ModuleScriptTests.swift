import Foundation
import Testing

@testable import Offscreen

/// Modules: their graph, their order among other scripts, what they are told.
struct ModuleScriptTests: ScriptTesting {
  /// A page with modules, each of which the others reach by its name, that collects what `log` is called with.
  private func page(_ modules: [String: String], _ rest: String) -> String {
    let imports = modules.map { name, source in
      #""\#(name)": "data:text/javascript;base64,\#(Data(source.utf8).base64EncodedString())""#
    }
    return "<script>var lines = []; var log = (...a) => lines.push(a.join(' '));"
      + "onerror = (message, url, line) => log(message.replace(/data:.*? /g, ''), line)</script>"
      + "<script type=importmap>{\"imports\": {\(imports.joined(separator: ","))}}</script>" + rest
  }

  private func expect(
    _ expected: String, _ modules: [String: String], _ rest: String, location: SourceLocation = #_sourceLocation
  ) throws {
    try expect(expected, page(modules, rest), "lines", location: location)
  }

  @Test func bindingsAreLive() throws {
    try expect(
      #"["1 1","2 2","TypeError","TypeError","a,inc,Module"]"#,
      ["m": "export let a = 1; export function inc() { a++ }"],
      "<script type=module>import {a, inc} from 'm'; import * as m from 'm'; log(a, m.a); inc(); log(a, m.a);"
        + "try { a = 3 } catch (e) { log(e.name) } try { m = 3 } catch (e) { log(e.name) }"
        + "log([...Object.keys(m), m[Symbol.toStringTag]])</script>")
  }

  @Test func cyclesHoistAndHaveDeadZones() throws {
    try expect(
      #"["hoisted","ReferenceError","b","a f","f"]"#,
      [
        "a": "import {b} from 'b'; export const c = 1; export function f() { return 'f' } log('a', b())",
        "b": "import {c, f} from 'a'; f.x = 1; log('hoisted'); try { c } catch (e) { log(e.name) } log('b'); "
          + "export const b = () => f()",
      ], "<script type=module>import {f} from 'a'; log(f())</script>")
  }

  @Test func namesAreReExported() throws {
    try expect(
      #"["1 2 3","default,n,x,y","SyntaxError",""]"#,
      [
        "a": "export let x = 1, z = 0; export default 5", "b": "export let y = 2, z = 0",
        "c": "export * from 'a'; export * from 'b'; export * as n from 'a'; export {default} from 'd'",
        "d": "export default 3", "e": "import {z} from 'c'",
      ],
      "<script type=module>import d, * as c from 'c'; log(c.x, c.y, d); log(Object.keys(c));"
        + "await import('e').catch(e => log(e.name)); log(c.z)</script>")
  }

  @Test func whatAwaitsDelaysThoseWhoAskForIt() throws {
    try expect(
      #"["a 1","b","a 2","main 7"]"#,
      ["a": "log('a 1'); await 0; log('a 2'); export let v = 7", "b": "log('b')"],
      "<script type=module>import {v} from 'a'; import 'b'; log('main', v)</script>")
  }

  @Test func scriptsRunInTheirOrder() throws {
    try expect(
      #"["async","parsing","first","deferred","second","loaded","DOMContentLoaded","load"]"#, ["m": ""],
      "<script type=module>log('first')</script><script defer src=\"data:text/javascript,log('deferred')\"></script>"
        + "<script type=module src=\"data:text/javascript,log('second')\" onload=\"log('loaded')\"></script>"
        + "<script nomodule>log('never')</script><script type=module async>log('async')</script>"
        + "<script>log('parsing'); document.addEventListener('DOMContentLoaded', e => log(e.type));"
        + "onload = e => log(e.type)</script>")
  }

  @Test func insertedModulesKeepTheirOrder() throws {
    try expect(
      #"["one true","two true"]"#, [:],
      "<script>for (const text of ['await 0; log(\"one\", document.currentScript === null)', 'log(\"two\", "
        + "document.currentScript === null)']) { const s = document.createElement('script'); s.type = 'module'; s.async = false;"
        + "s.textContent = text; document.head.append(s) }</script>")
  }

  @Test func errorsAreReportedAndEventsTold() throws {
    try expect(
      #"["error","Uncaught SyntaxError: unexpected ';' 2","load","error","Uncaught thrown 0","load"]"#, [:],
      "<script type=module src=\"data:text/javascript,%0Alet a = ;\" onload=log(event.type)></script>"
        + "<script type=module src=\"data:text/plain,1\" onerror=log(event.type)></script>"
        + "<script type=module src=\"data:text/javascript,throw 'thrown'\" onload=log(event.type)></script>"
        + "<script type=importmap src=\"data:application/json,{}\" onerror=log(event.type)></script>")
  }

  @Test func importsAreDynamic() throws {
    try expect(
      #"["1","same","TypeError","SyntaxError","boom","handler 1","text 1"]"#,
      ["a": "export default 1", "bad": "let a = ;", "throws": "throw 'boom'"],
      "<body onclick=\"import('a').then(m => log('handler', m.default))\"><script>(async () => {"
        + "const a = await import('a'); log(a.default); log(a === await import('a') ? 'same' : '');"
        + "for (const name of ['unknown', 'bad', 'throws']) await import(name).catch(e => log(e.name ?? e));"
        + "document.body.click(); await 0; setTimeout(\"import('a').then(m => log('text', m.default))\") })()</script>")
  }

  @Test func otherTypesAreModulesToo() throws {
    try expect(
      #"["2","rgb(1, 2, 3)","text","TypeError","SyntaxError"]"#, [:],
      "<p id=p>x</p><script type=module>import json from 'data:application/json,[1,2]' with {type: 'json'};"
        + "import css from 'data:text/css,p{color:rgb(1,2,3)}' with {type: 'css'};"
        + "import text from 'data:text/plain,text' with {type: 'text'};"
        + "log(json.length); document.adoptedStyleSheets = [css]; log(getComputedStyle(p).color); log(text);"
        + "await import('data:text/css,', {with: {type: 'json'}}).catch(e => log(e.name));"
        + "await import('data:application/json,{', {with: {type: 'json'}}).catch(e => log(e.name))</script>")
  }

  @Test func metaTellsWhereAModuleIs() throws {
    try expect(
      #"["data:text/javascript,log(import.meta.url)","https://a.example/d/e","b.example","function resolve() { [native code] }"]"#,
      [:],
      "<base href=https://a.example/b/><script type=importmap>{\"imports\": {\"b/\": \"https://b.example/\"}}</script>"
        + "<script type=module src=\"data:text/javascript,log(import.meta.url)\"></script>"
        + "<script type=module>log(import.meta.resolve('../d/e')); log(new URL(import.meta.resolve('b/c')).host);"
        + "log(String(import.meta.resolve).split('\\n')[0])</script>")
  }

  @Test func importMapsHaveScopesAndAreMerged() throws {
    try expect(
      #"["/x2","/p1/q","TypeError","TypeError","/y","/p1/q","/x2"]"#, [:],
      "<base href=https://a.example/app/><script type=importmap>{\"imports\": {\"x\": \"/x1\", \"p/\": \"/p1/\","
        + "\"no\": null}, \"scopes\": {\"/app/\": {\"x\": \"/x2\"}}}</script><script type=module>"
        + "const resolve = text => { try { log(new URL(import.meta.resolve(text)).pathname) } catch (e) { log(e.name) } };"
        + "resolve('x'); resolve('p/q'); resolve('p/../q'); resolve('no'); const map = document.createElement('script');"
        + "map.type = 'importmap'; map.text = '{\"imports\": {\"x\": \"/x3\", \"y\": \"/y\", \"p/q\": \"/late\"}}';"
        + "document.head.append(map); resolve('y'); resolve('p/q'); resolve('x')</script>")
  }

  @Test func linksPreload() throws {
    try expect(
      #"["load of a","error of b","runs"]"#, [:],
      "<script>const add = (name, address) => { const l = document.createElement('link'); l.rel = 'modulepreload';"
        + "l.onload = l.onerror = e => log(e.type, 'of', name); l.href = address; document.head.append(l) };"
        + "const a = 'data:text/javascript,log(\"runs\")'; add('a', a); add('b', 'data:text/plain,');"
        + "setTimeout(() => import(a), 100)</script>")
  }

  @Test func documentsThatAreWrittenHaveModules() throws {
    try expect(
      #"["text","DOMContentLoaded"]"#, [:],
      "<iframe id=f></iframe><script>const d = f.contentDocument; d.open(); d.write('<script type=module>"
        + "parent.log(document.body.textContent)</' + 'script><script>document.addEventListener(\"DOMContentLoaded\", "
        + "e => parent.log(e.type))</' + 'script>text'); d.close()</script>")
  }

  @Test func integrityIsDemanded() throws {
    try expect(
      #"["error","right","error"]"#, [:],
      "<script type=module src=\"data:text/javascript,log('right')\" "
        + "integrity=sha256-linhVVlG+VSRlTaio1XFCjI9ukLRGfsWdDlAtAj/Drc=></script>"
        + "<script type=module src=\"data:text/javascript,log('wrong')\" integrity=sha384-AAAA onerror=log('error')></script>"
        + "<script src=\"data:text/javascript,log('wrong')\" integrity=sha512-AAAA onerror=log('error')></script>")
  }

  @Test func whatPagesPatchChangesNothing() throws {
    try expect(
      #"["1 2"]"#, ["a": "export let a = 1; export default 2"],
      "<script>for (const o of [Array.prototype, Object.prototype, Promise.prototype, Map.prototype, Set.prototype])"
        + "for (const k of Object.getOwnPropertyNames(o)) if (k !== 'constructor' "
        + "&& typeof Object.getOwnPropertyDescriptor(o, k).value === 'function' && !/join|toString|push|valueOf|hasOwn/.test(k)) o[k] = () => { throw 'patched' };"
        + "const g = Object.getPrototypeOf(function*() {}).prototype; g.next = () => { throw 'patched' }</script>"
        + "<script type=module>import b, {a} from 'a'; log(a, b)</script>")
  }
}
