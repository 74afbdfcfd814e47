import Testing

@testable import Offscreen

/// Values as objects, and registered custom properties.
struct TypedOMTests: ScriptTesting {
  @Test func numbersAddUpWhereTheirTypesFit() throws {
    try expect(
      #""17px|calc(10px + 5%)|calc(2px * 3px)|96px|TypeError|RangeError""#, "",
      """
      (() => {
        const fails = steps => { try { steps(); return 'no' } catch (thrown) { return thrown.name } };
        return [CSS.px(10).add(CSS.px(5), CSS.px(2)), CSS.px(10).add(CSS.percent(5)), CSS.px(2).mul(CSS.px(3)),
          CSS.in(1).to('px'), fails(() => CSS.px(1).add(CSS.s(1))), fails(() => CSS.number(1).div(0))].join('|');
      })()
      """)
  }

  @Test func typesCountPowersAndTakeHints() throws {
    try expect(
      #""{\"length\":2}{\"length\":1,\"percentHint\":\"length\"}""#, "",
      """
      JSON.stringify(CSS.px(1).mul(CSS.em(2)).type()) + JSON.stringify(CSS.px(1).add(CSS.percent(2)).type())
      """)
  }

  @Test func textsBecomeMathematics() throws {
    try expect(
      #""CSSMathSum calc(1px + (2em * 3) - (4% / 2))|CSSMathMin min(1px, 2em)|SyntaxError""#, "",
      """
      ['calc(1px + 2em * 3 - (4% / 2))', 'min(1px, 2em)', 'auto'].map(text => {
        try { const value = CSSNumericValue.parse(text); return value.constructor.name + ' ' + value }
        catch (thrown) { return thrown.name }
      }).join('|')
      """)
  }

  @Test func mapsReadAndWriteDeclarations() throws {
    try expect(
      #""10px,CSSUnitValue|50%|CSSKeywordValue|CSSMathSum calc(-1px)|TypeError|width: 20%; height: calc(-1px);""#,
      "<div id=a style='width: 10px'></div>",
      """
      (() => {
        const map = a.attributeStyleMap, out = [];
        out.push([map.get('width'), map.get('width').constructor.name]);
        map.set('width', CSS.percent(50));
        out.push(a.computedStyleMap().get('width'));
        out.push(a.computedStyleMap().get('display').constructor.name);
        map.set('height', CSS.px(-1));
        out.push(map.get('height').constructor.name + ' ' + map.get('height'));
        try { map.set('width', CSS.deg(1)) } catch (thrown) { out.push(thrown.name) }
        map.set('width', '20%');
        out.push(a.style.cssText);
        return out.join('|');
      })()
      """)
  }

  @Test func listsAndReferencesAreReadByTheirParts() throws {
    try expect(
      #""1s+2s|1,2s,3s|3 --a px |translate(1px, 2%) rotate(3deg),2,true""#,
      """
      <div id=a style='transition-duration: 1s, 2s; width: calc(1px + var(--a, px ) * 2); transform: translate(1px, 2%) rotate(3deg)'>
      """,
      """
      (() => {
        const map = a.attributeStyleMap, out = [map.getAll('transition-duration').join('+')];
        map.set('transition-delay', '1s'); map.delete('transition-delay');
        out.push(map.has('transition-delay') ? 0 : 1, (map.append('transition-duration', CSS.s(3)), map.getAll('transition-duration').slice(1)));
        const width = map.get('width'), transform = map.get('transform');
        return out[0] + '|' + out[1] + ',' + out[2] + '|' + width.length + ' ' + width[1].variable + width[1].fallback + '|'
          + [transform, transform.length, transform.is2D];
      })()
      """)
  }

  @Test func pagesThatPatchBuiltinsAreNotCalled() throws {
    try expect(
      #""3px 0""#,
      """
      <script>
      var calls = 0;
      Array.prototype.push = Array.prototype[Symbol.iterator] = String.prototype.slice = RegExp.prototype.exec = () => { calls++ };
      Object.defineProperty(Array.prototype, 0, { set() { calls++ }, configurable: true });
      </script>
      """, "`${CSSNumericValue.parse('calc(1px + 2px)').to('px')} ${calls}`")
  }

  // MARK: Registered properties

  @Test func registeredPropertiesAreComputed() throws {
    try expect(
      #""32px,rgb(255, 0, 0),translateX(16px),calc(10% + 20px),InvalidModificationError,SyntaxError,7px""#,
      """
      <div id=a style='font-size: 16px; --l: 2em; --c: red; --t: translateX(1em); --m: calc(10% + 20px)'></div>
      """,
      """
      (() => {
        const register = (name, syntax, initialValue, inherits = false) =>
          CSS.registerProperty({ name, syntax, initialValue, inherits });
        register('--l', '<length>', '0px'); register('--c', '<color>', 'black');
        register('--t', '<transform-function>', 'translateX(0px)'); register('--m', '<length-percentage>', '0px');
        register('--i', '<length>', '7px');
        const fails = steps => { try { steps() } catch (thrown) { return thrown.name } };
        const style = getComputedStyle(a), value = name => style.getPropertyValue(name);
        return [value('--l'), value('--c'), value('--t'), value('--m'), fails(() => register('--l', '<length>', '0px')),
          fails(() => register('--x', '<length>', '1em')), value('--i')].join();
      })()
      """)
  }

  @Test func registeredPropertiesHaveValuesInBetween() throws {
    try expect(
      #""15px|rgb(150, 150, 150)|translateX(150px) scale(3)|1px, 3px|30deg""#, "<div id=a></div>",
      """
      (() => {
        const between = (syntax, initialValue, from, to, composite) => {
          const name = '--p' + (between.count = (between.count || 0) + 1);
          CSS.registerProperty({ name, syntax, initialValue, inherits: false });
          const animation = a.animate({ [name]: [from, to] }, { duration: 1000, composite });
          animation.pause(); animation.currentTime = 500;
          return getComputedStyle(a).getPropertyValue(name);
        };
        return [between('<length>', '0px', '10px', '20px'), between('<color>', 'black', 'rgb(100 100 100)', 'rgb(200 200 200)'),
          between('<transform-list>', 'translateX(0px)', 'translateX(100px) scale(2)', 'translateX(200px) scale(4)'),
          between('<length>#', '0px', '0px, 2px', '2px, 4px'), between('<angle>', '10deg', '10deg', '30deg', 'add')].join('|');
      })()
      """)
  }
}
