/// Markup with an element of most kinds that styles, layout and painting treat differently.
enum SampleMarkup {
  /// Two elements for values, and a few for what surrounds them.
  static let little = """
    <!doctype html><main class=a id=b lang=ar><p class=c title="x y">One <b>two</b><br>four
    <svg><path d=M0></svg><ul><li>a<li dir=rtl>b</ul>
    """

  static let everything = """
    <main class=a id=b lang=ar><p class=c title="x y">One <b>two</b> <i dir=rtl>שלום</i> three<br>four
    <span class=d><span class=e>five</span> <a href=#b>six</a></span> 中文 <ruby>漢<rt>kan</ruby> <q>q</q>
    <sub>1</sub><wbr>long&shy;word <code>x</code></p>
    <p class=f><img alt=no width=9 height=9><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC">
    <svg width=20 height=20 viewBox="0 0 4 4"><g class=g><path d="M0 0h3v3z"/><text x=1 y=3>t</text></g></svg>
    <input value=v><input type=checkbox checked><select><option>o</select><progress value=.5></progress>
    <button>b</button><textarea>t</textarea><iframe srcdoc="<p>in" width=30 height=20></iframe></p>
    <ul class=h><li>a<ol start=3><li>b<li value=9>c</ol></ul>
    <table class=i border=1><caption>c</caption><colgroup><col span=2><thead><tr><th rowspan=2>a<th>b
    <tbody><tr><td colspan=2>c<tr><td>d<td>e</table>
    <div class=j><div class=k>1</div><div class=l>2 two</div>text<div class=m>3<br>3</div></div>
    <details open><summary>s</summary>d</details><fieldset><legend>l</legend>f</fieldset><hr>
    <dl><dt>t<dd>d</dl><blockquote>q</blockquote><pre>p\tp</pre><math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>
    </main>
    """
}
