import Testing

@testable import Offscreen

/// Animations on the clock of pages whose scripts run.
struct AnimationScriptTests: ScriptTesting {
  /// The value of an expression, as JSON, once the page has settled.
  private func value(_ markup: String, _ expression: String, settle: Duration = .seconds(1)) throws -> String {
    let result = try evaluate("<!doctype html>" + markup, expression) { $0.settle = settle }
    guard case .value(let json, _) = result else { return "\(result)" }
    return json
  }

  // MARK: Style sheets

  @Test func aSettledPageStandsWhereOneWithoutScriptsDoes() throws {
    let markup = """
      <style>@keyframes k { to { left: 400px } } p { position: relative; left: 0; animation: k 4s linear 500ms }</style>
      <p id=p>x</p><script>window.seen = 1</script>
      """
    #expect(try value(markup, "getComputedStyle(p).left", settle: .milliseconds(1500)) == #""100px""#)
    #expect(try value(markup, "getComputedStyle(p).left", settle: .milliseconds(400)) == #""0px""#)
  }

  @Test func anAnimationBeginsWhenStyleAsksForIt() throws {
    #expect(
      try value(
        """
        <style>@keyframes k { from { left: 0px } to { left: 1000px } } .a { position: relative; animation: k 1s linear 2 }
        </style><p id=p>x</p><script>
        var log = [];
        for (const type of ['animationstart', 'animationiteration', 'animationend', 'animationcancel'])
          p.addEventListener(type, event => log.push(type.slice(9), Math.round(event.elapsedTime), event.animationName));
        setTimeout(() => p.className = 'a', 200);
        setTimeout(() => log.push(Math.round(parseFloat(getComputedStyle(p).left) / 100)), 700);
        setTimeout(() => { p.className = ''; getComputedStyle(p).left; p.className = 'a'; }, 2500);
        setTimeout(() => p.className = '', 2900);
        </script>
        """, "log.join()", settle: .seconds(4))
        == #""start,0,k,5,iteration,1,k,end,2,k,start,0,k,cancel,0,k""#)
  }

  @Test func aTransitionBeginsWhenAValueChanges() throws {
    #expect(
      try value(
        """
        <style>p { position: relative; left: 0; transition: left 1s linear } .a { left: 100px }</style><p id=p>x</p><script>
        var log = [];
        for (const type of ['transitionrun', 'transitionstart', 'transitionend', 'transitioncancel'])
          p.addEventListener(type, event => log.push(type.slice(10), event.propertyName));
        onload = () => {
          p.className = 'a';
          log.push(getComputedStyle(p).left);
          setTimeout(() => log.push(Math.round(parseFloat(getComputedStyle(p).left) / 10)), 510);
        };
        </script>
        """, "log.join()", settle: .seconds(2)) == #""0px,run,left,start,left,5,end,left""#)
  }

  @Test func aTransitionThatTurnsTakesNoLongerThanTheWayBack() throws {
    #expect(
      try value(
        """
        <style>p { position: relative; left: 0; transition: left 1s linear } .a { left: 100px }</style><p id=p>x</p><script>
        var length;
        onload = () => {
          p.className = 'a';
          setTimeout(() => {
            p.className = '';
            length = p.getAnimations()[0].effect.getComputedTiming().duration;
          }, 260);
        };
        </script>
        """, "Math.round(length / 50)", settle: .seconds(1)) == "5")
  }

  @Test func elementsComeFromTheirStartingStyle() throws {
    #expect(
      try value(
        """
        <style>.a { opacity: 1; transition: opacity 1s linear } @starting-style { .a { opacity: 0 } }</style><body><script>
        var log = [];
        setTimeout(() => {
          const a = document.createElement('p');
          a.className = 'a';
          document.body.append(a);
          log.push(getComputedStyle(a).opacity);
          setTimeout(() => log.push(Math.round(getComputedStyle(a).opacity * 10)), 510);
        }, 100);
        </script>
        """, "log.join()", settle: .seconds(1)) == #""0,5""#)
  }

  @Test func whatIsNotShownHasNoAnimations() throws {
    #expect(
      try value(
        """
        <style>@keyframes k { to { left: 9px } } p { animation: k 9s; transition: color 9s }</style>
        <div id=d><p id=p>x</p></div><script>
        onload = () => {
          p.style.color = 'red';
          window.counts = [document.getAnimations().length];
          d.style.display = 'none';
          counts.push(document.getAnimations().length);
          d.style.display = '';
          counts.push(document.getAnimations().length);
          p.remove();
          counts.push(document.getAnimations().length);
        };
        </script>
        """, "counts") == "[2,0,1,0]")
  }

  @Test func valuesThatAreInheritedFollowOrGoTheirOwnWay() throws {
    // Both go to where the outer one goes, at once.
    #expect(
      try value(
        """
        <style>div { color: rgb(0 0 0); transition: color 1s linear } .a { color: rgb(200 0 0) }
        p { transition: color 1s linear }</style><div id=d><p id=p>x</p></div><script>
        onload = () => { d.className = 'a'; window.count = document.getAnimations().length };
        </script>
        """, "[count, getComputedStyle(p).color, getComputedStyle(d).color]", settle: .milliseconds(500))
        == #"[2,"rgb(100, 0, 0)","rgb(100, 0, 0)"]"#)
  }

  // MARK: Scripts

  @Test func scriptsAnimate() throws {
    #expect(
      try value(
        """
        <p id=p style="opacity: 1">x</p><script>
        var log = [];
        const animation = p.animate({opacity: [0, 1]}, {duration: 400, easing: 'steps(4)', fill: 'forwards', id: 'one'});
        animation.onfinish = event => log.push('finish', event.currentTime);
        animation.ready.then(() => log.push('ready'));
        animation.finished.then(value => log.push(value === animation));
        log.push(getComputedStyle(p).opacity, animation.playState, animation.pending);
        setTimeout(() => log.push(getComputedStyle(p).opacity), 320);
        setTimeout(() => {
          animation.commitStyles();
          animation.cancel();
          log.push(p.style.opacity, animation.playState);
        }, 600);
        </script>
        """, "log.join()", settle: .seconds(1)) == #""0,running,true,ready,0.75,true,finish,400,1,idle""#)
  }

  @Test func anAnimationIsPlayedPausedAndTurned() throws {
    #expect(
      try value(
        """
        <p id=p style="position: relative">x</p><script>
        var log = [];
        const animation = p.animate([{left: '0px'}, {left: '100px'}], 1000);
        animation.pause();
        animation.currentTime = 250;
        log.push(getComputedStyle(p).left, animation.playState);
        animation.finish();
        log.push(getComputedStyle(p).left, animation.playState);
        animation.reverse();
        // The new rate waits for the next frame.
        log.push(animation.playbackRate, animation.playState, getComputedStyle(p).left);
        animation.effect.updateTiming({duration: 2000, direction: 'reverse'});
        animation.currentTime = 500;
        log.push(animation.effect.getComputedTiming().progress);
        </script>
        """, "log.join()") == #""25px,paused,0px,finished,1,running,100px,0.75""#)
  }

  @Test(
    arguments: [
      ("{ left: ['1px', '2px'] }", "0:1px 1:2px"),
      ("{ left: '2px', offset: 0.25 }", "0.25:2px"),
      ("[{ left: '1px' }, { left: '2px' }, { left: '4px' }]", "0:1px 0.5:2px 1:4px"),
      ("[{ left: '1px', offset: .2 }, { left: '2px' }]", "0.2:1px 1:2px"),
      ("new Set([{ left: '1px' }, { cssFloat: 'left', left: 'wrong' }])", "0:1px 1:undefined"),
      ("null", ""),
      ("[{ left: '1px', offset: 2 }]", "TypeError"),
      ("[{ left: '1px', easing: 'wrong' }]", "TypeError"),
      ("[{ left: '1px', offset: 1 }, { left: '1px', offset: 0 }]", "TypeError"),
    ])
  func keyframesHaveManyForms(_ keyframes: String, _ expected: String) throws {
    #expect(
      try value(
        """
        <p id=p>x</p><script>
        var text;
        try {
          text = new KeyframeEffect(p, \(keyframes), 100).getKeyframes().map(k => k.computedOffset + ':' + k.left).join(' ');
        } catch (error) { text = error.name }
        </script>
        """, "text") == "\"\(expected)\"")
  }

  @Test func theUpperAnimationWinsOrAdds() throws {
    #expect(
      try value(
        """
        <style>p { position: relative; left: 10px }</style><p id=p>x</p><script>
        const timing = { duration: 1000, fill: 'both' }, log = [];
        p.animate({ left: ['100px', '100px'] }, timing);
        log.push(getComputedStyle(p).left);
        p.animate({ left: ['1px', '1px'] }, { ...timing, composite: 'add' });
        log.push(getComputedStyle(p).left);
        p.style.setProperty('left', '7px', 'important');
        log.push(getComputedStyle(p).left);
        </script>
        """, "log.join()") == #""100px,101px,7px""#)
  }

  /// What moves beside a container changes its size, and with that the styles in it.
  @Test func stylesInContainersFollowWhatMovesBesideThem() throws {
    #expect(
      try value(
        """
        <style>#row { display: flex; width: 400px } #leaf { flex: none; width: 0; animation: w 1s forwards }
        @keyframes w { to { width: 300px } } #c { flex: 1; container-type: inline-size }
        @container (max-width: 200px) { #p { color: red } }</style>
        <div id=row><div id=leaf></div><div id=c><input id=p></div></div>
        <script>
        var colors = [];
        setTimeout(() => colors.push(getComputedStyle(p).color), 100);
        setTimeout(() => colors.push(getComputedStyle(p).color), 1500);
        </script>
        """, "colors.join(' ')", settle: .seconds(2)) == #""rgb(0, 0, 0) rgb(255, 0, 0)""#)
  }

  @Test func animationsThatOthersCoverAreRemoved() throws {
    #expect(
      try value(
        """
        <p id=p>x</p><script>
        const timing = { duration: 10, fill: 'forwards' };
        const one = p.animate({ opacity: 0 }, timing), other = p.animate({ opacity: .5 }, timing);
        </script>
        """, "[one.replaceState, other.replaceState, p.getAnimations().length]") == #"["removed","active",1]"#)
  }

  // MARK: Limits

  @Test func animationsWithoutEndHoldNothingUp() throws {
    let start = ContinuousClock.now
    let result = try value(
      """
      <style>@keyframes k { to { left: 9px } } p { position: relative; animation: k 1ms infinite alternate }</style><p>x</p>
      <script>
      document.body.animate({ opacity: [0, 1] }, { duration: 100, iterations: Infinity });
      var done;
      setTimeout(() => done = 1, 100000);
      </script>
      """, "done", settle: .seconds(200))
    #expect(result == "1")
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func manyAnimationsAreBounded() throws {
    let result = try value(
      "<p id=p>x</p><script>for (let i = 0; i < 11000; i++) p.animate({ left: ['0px', '1px'] }, 1e6)</script>",
      "getComputedStyle(p).opacity", settle: .zero)
    #expect(result == #""1""#)
  }

  @Test func pagesThatPatchWhatTheyCanSeeNothing() throws {
    #expect(
      try value(
        """
        <style>p { position: relative; left: 0; transition: left 1s linear } .a { left: 100px }</style><p id=p>x</p><script>
        let caught = 0;
        for (const name of [0, 1, 2]) Object.defineProperty(Array.prototype, name, { set() { caught++ }, configurable: true });
        for (const name of ['delay', 'progress', 'sheet']) Object.defineProperty(Object.prototype, name,
          { set() { caught++ }, configurable: true });
        Map.prototype.get = Set.prototype.add = Set.prototype.forEach = Array.prototype.sort = () => { caught++ };
        onload = () => {
          p.className = 'a';
          p.animate([{ top: '0px' }, { top: '1px' }], { duration: 100 }).finished.then(() => window.finished = true);
          window.counts = p.getAnimations().length;
        };
        </script>
        """, "[caught, counts, finished]") == "[0,2,true]")
  }
}
