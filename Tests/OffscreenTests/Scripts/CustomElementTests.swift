import Testing

@testable import Offscreen

/// Elements that pages define. https://html.spec.whatwg.org/multipage/custom-elements.html
struct CustomElementTests: ScriptTesting {
  /// A class that writes down what it is told.
  private let logging = #"""
    <script>
    var log = [], take = () => log.splice(0).join(" ")
    var make = (Base, name) => class extends Base {
      static observedAttributes = ["a"]
      constructor() { super(); log.push(name + "!" + this.attributes.length + this.childNodes.length) }
      connectedCallback() { log.push(name + "+" + this.childNodes.length) }
      disconnectedCallback() { log.push(name + "-") }
      adoptedCallback(old, now) { log.push(name + "@" + (now === document)) }
      attributeChangedCallback(...all) { log.push(name + ":" + all.join()) }
    }
    onerror = (message) => log.push(message)
    </script>
    """#

  // MARK: Making

  @Test func theParserConstructsAtOnce() throws {
    try expect(
      #"["x!00 x:a,,1, x+0","X1"]"#,
      logging + "<script>class X extends make(HTMLElement, 'x') {}; customElements.define('x-x', X)</script>"
        + "<x-x a=1 b=2><p></p></x-x><script>var first = take()</script>",
      "[first, (document.querySelector('x-x') instanceof X ? 'X' : '') + document.querySelector('x-x').childNodes.length]"
    )
  }

  @Test func definingUpgradesInOrderOfTheTree() throws {
    try expect(
      #""x!21 x:a,,1, x+1 x!00 x+0 y!00 y+0""#,
      logging + "<x-x a=1 b><x-x></x-x></x-x><y-y></y-y>",
      "(customElements.define('x-x', make(HTMLElement, 'x')), customElements.define('y-y', make(HTMLElement, 'y')), take())"
    )
  }

  @Test func constructorsThatDoWhatTheyMustNotFail() throws {
    try expect(
      #"["HTMLUnknownElement","Uncaught NotSupportedError","HTMLElement","b","HTMLUnknownElement","a:b"]"#,
      logging
        + "<script>customElements.define('x-a', class extends HTMLElement { constructor() { super(); this.id = 'a' } })</script>"
        + "<x-a title=b><b></b></x-a>",
      #"""
      (() => {
        const parsed = document.querySelector("x-a"), message = log[0].split(":")[0]
        class Throws extends HTMLElement { constructor() { super(); throw 1 } }
        const old = document.createElement("x-b")
        customElements.define("x-b", Throws)
        document.body.append(old)
        return [parsed.constructor.name, message, old.constructor === Throws ? "HTMLElement" : old.constructor.name,
          parsed.firstChild.localName, document.createElement("x-b").constructor.name,
          document.body.matches(":has(x-a:not(:defined))") ? "a:" + parsed.title : ""]
      })()
      """#)
  }

  @Test func constructorsAreForWhatIsDefined() throws {
    try expect(
      #"["x-x","TypeError","TypeError","TypeError","BUTTON","<button is=\"x-b\"></button>"]"#, logging,
      #"""
      (() => {
        class X extends HTMLElement {}
        class B extends HTMLButtonElement {}
        class Other extends HTMLElement {}
        customElements.define("x-x", X)
        customElements.define("x-b", B, {extends: "button"})
        customElements.define("x-c", class extends HTMLDivElement {})
        const thrown = (make) => { try { make(); return "" } catch (error) { return error.name } }
        return [new X().localName, thrown(() => new Other()), thrown(() => new HTMLElement()),
          thrown(() => new (customElements.get("x-c"))()), new B().tagName, new B().outerHTML]
      })()
      """#)
  }

  @Test func extendedElementsAreWhatTheyWereMadeAs() throws {
    try expect(
      #"["x!20 x:a,,1, x+0 x!00 x+0 x!00",true,false,true]"#,
      logging
        + "<p is=x-p a=1></p><script>customElements.define('x-p', make(HTMLParagraphElement, 'x'), {extends: 'p'})</script>"
        + "<p is=x-p></p>",
      #"""
      (() => {
        const made = document.createElement("p", {is: "x-p"}), later = document.createElement("p")
        later.setAttribute("is", "x-p")
        document.body.append(later)
        return [take(), made.matches(":defined"), later instanceof customElements.get("x-p"), later.matches(":defined")]
      })()
      """#)
  }

  // MARK: Reactions

  @Test func reactionsFollowTheWholeChange() throws {
    try expect(
      #"["1!00 2!00","1+0 2+0","1- 1+0 2- 2+0","1- 2-","1- 1@false 1+0","1:a,,v,"]"#,
      logging,
      #"""
      (() => {
        customElements.define("x-1", make(HTMLElement, "1"))
        customElements.define("x-2", make(HTMLElement, "2"))
        const one = document.createElement("x-1"), two = document.createElement("x-2"), results = [take()]
        document.body.append(one, two)
        results.push(take())
        document.body.prepend(one, two)
        results.push(take())
        document.body.textContent = ""
        results.push(take())
        document.body.append(one)
        take()
        document.implementation.createHTMLDocument().body.append(one)
        results.push(take())
        one.setAttribute("a", "v")
        return results.concat(take())
      })()
      """#)
  }

  @Test func reactionsComeAfterScriptsThatAreInserted() throws {
    try expect(
      #""script x+1""#, logging,
      #"""
      (() => {
        customElements.define("x-x", make(HTMLElement, "x"))
        const element = new (customElements.get("x-x")), script = document.createElement("script")
        script.textContent = "log.push('script')"
        element.append(script)
        take()
        document.body.append(element)
        return take()
      })()
      """#)
  }

  @Test func markupAndCopiesAreUpgraded() throws {
    try expect(
      #"["x!11 x:a,,1,","x!11 x:a,,1,",false,"x!00 x+0"]"#, logging,
      #"""
      (() => {
        customElements.define("x-x", make(HTMLElement, "x"))
        const div = document.createElement("div"), template = document.createElement("template")
        div.innerHTML = "<x-x a=1>t</x-x>"
        const results = [take()]
        div.cloneNode(true)
        results.push(take())
        template.innerHTML = "<x-x></x-x>"
        results.push(template.content.firstChild instanceof customElements.get("x-x"))
        document.body.append(document.importNode(template.content, true))
        return results.concat(take())
      })()
      """#)
  }

  @Test func pagesThatPatchBuiltinsChangeNothing() throws {
    try expect(
      #""x!00 x+0 x:a,,1, x-""#,
      logging + #"""
        <script>
        Set.prototype.has = Map.prototype.get = Map.prototype.set = () => { throw 1 }
        Object.defineProperty(Array.prototype, 0, {set() { throw 2 }, configurable: true})
        Reflect.construct = Promise.prototype.then = Array.prototype[Symbol.iterator] = () => { throw 3 }
        </script>
        """#,
      #"""
      (() => {
        class X extends HTMLElement {
          static observedAttributes = {*[Symbol.iterator]() { yield "a" }}
          constructor() { super() }
        }
        log = {text: "", push(text) { this.text += (this.text ? " " : "") + text }}
        for (const name of {*[Symbol.iterator]() { yield "connectedCallback"; yield "disconnectedCallback"
          yield "attributeChangedCallback" }}) X.prototype[name] = make(HTMLElement, "x").prototype[name]
        X.prototype.attributeChangedCallback = (name, old, value) => log.push("x:" + name + ",," + value + ",")
        customElements.define("x-x", X)
        const element = document.createElement("x-x")
        log.push("x!00")
        document.body.append(element)
        element.setAttribute("a", 1)
        element.remove()
        return log.text
      })()
      """#)
  }

  // MARK: Styles

  @Test func stylesFollowDefinitionsAndStates() throws {
    try expect(
      #"["1px","2px","3px","2px"]"#,
      "<style>x-x { display: block; width: 1px } x-x:defined { width: 2px } x-x:state(on) { width: 3px }</style><x-x id=e></x-x>",
      #"""
      (() => {
        const width = () => getComputedStyle(e).width, results = [width()]
        customElements.define("x-x", class extends HTMLElement { internals = this.attachInternals() })
        results.push(width())
        e.internals.states.add("on")
        results.push(width())
        e.internals.states.delete("on")
        return results.concat(width())
      })()
      """#)
  }

  // MARK: Forms

  @Test func formsHaveElementsOfThePages() throws {
    try expect(
      #"["f,false","n=v",1,true,"no","reset","null,true"]"#,
      #"""
      <form id=f><x-x name=n></x-x></form><fieldset id=s disabled></fieldset>
      <script>
      var log = []
      class X extends HTMLElement {
        static formAssociated = true
        internals = this.attachInternals()
        constructor() { super(); this.internals.setFormValue("v") }
        formAssociatedCallback(form) { this.form = form && form.id }
        formDisabledCallback(isDisabled) { this.isDisabled = isDisabled }
        formResetCallback() { this.was = "reset" }
      }
      customElements.define("x-x", X)
      </script>
      """#,
      #"""
      (() => {
        const element = document.querySelector("x-x"), {internals} = element
        const results = [`${element.form},${element.isDisabled ?? false}`, `${[...new FormData(f)][0].join("=")}`,
          f.elements.length]
        internals.setValidity({customError: true}, "no")
        results.push(!f.checkValidity() && element.matches(":invalid") && internals.validity.customError,
          internals.validationMessage)
        f.reset()
        results.push(element.was)
        s.append(element)
        return results.concat(`${element.form},${element.matches(":disabled") && element.isDisabled}`)
      })()
      """#)
  }

  // MARK: Registries

  @Test func scopedRegistriesAreOfTheirElements() throws {
    try expect(
      #"[true,false,true,"TypeError"]"#, "",
      #"""
      (() => {
        const registry = new CustomElementRegistry()
        class X extends HTMLElement {}
        registry.define("x-x", X)
        const scoped = document.createElement("x-x", {customElementRegistry: registry})
        scoped.innerHTML = "<x-x></x-x>"
        let thrown = ""
        try { new X() } catch (error) { thrown = error.name }
        return [scoped instanceof X, document.createElement("x-x") instanceof X, scoped.firstChild instanceof X, thrown]
      })()
      """#)
  }

  /// It ends with the engine's stack, whose end even the handler of errors may not come back from.
  @Test func endlessRecursionEnds() throws {
    try expect(
      "[true,true]", "<body>",
      #"""
      (() => {
        customElements.define("x-x", class extends HTMLElement {
          connectedCallback() { this.append(document.createElement("x-x")) }
        })
        document.body.append(document.createElement("x-x"))
        customElements.define("y-y", class extends HTMLElement {})
        return [document.querySelectorAll("x-x").length > 1000, document.createElement("y-y").matches(":defined")]
      })()
      """#)
  }
}
