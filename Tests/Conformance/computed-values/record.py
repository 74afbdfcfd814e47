#!/usr/bin/env python3
"""Writes computed.txt: Chromium's computed values of the last element in each line of snippets.html, and
values-computed.txt: what each declaration of values.txt makes of its property.

The root is not displayed, so values are computed, not used.
"""
import html, json, pathlib, re, subprocess, tempfile

here = pathlib.Path(__file__).parent
snippets = [l for l in (here / "snippets.html").read_text().splitlines() if l and not l.startswith("//")]
properties = (here / "properties.txt").read_text().split()
for mode, doctype in [("standard", "<!DOCTYPE html>"), ("quirks", "")]:
    page = doctype + """<html lang=""><body><pre id=out></pre><script>
const snippets = %s, properties = %s;
const lines = [];
const initial = {};
for (const snippet of snippets) {
  const frame = document.createElement("iframe");
  frame.style.cssText = "width: 800px; height: 600px; border: 0; display: block";
  document.body.append(frame);
  const inner = frame.contentDocument;
  inner.open();
  inner.write(%s + snippet);
  inner.close();
  const all = inner.querySelectorAll("#t");
  const element = all.length ? all[0] : inner.body.lastElementChild;
  if (!element) { lines.push(""); continue; }
  if (element != inner.documentElement) inner.documentElement.style.setProperty("display", "none", "important");
  const style = frame.contentWindow.getComputedStyle(element);
  lines.push(properties.map(p => style.getPropertyValue(p)).join("\\t"));
  frame.remove();
}
document.getElementById("out").textContent = "@@" + lines.join("\\n") + "@@";
</script>""" % (json.dumps(snippets).replace("</", "<\\/"), json.dumps(properties), json.dumps(doctype))
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as file:
        file.write(page)
    dump = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", file.name],
        capture_output=True, text=True).stdout
    text = html.unescape(re.search("@@(.*)@@</pre>", dump, re.S).group(1))
    (here / f"computed-{mode}.txt").write_text(text + "\n")

# values-computed.txt: the computed value of each line of values.txt.
declarations = (here / "values.txt").read_text().splitlines()
page = """<!DOCTYPE html><html style="display: none"><base href="http://x/"><p><pre id=out></pre><script>
const lines = %s.map(declaration => {
  const element = document.querySelector("p");
  element.style.cssText = declaration;
  return getComputedStyle(element).getPropertyValue(declaration.slice(0, declaration.indexOf(":")));
});
document.getElementById("out").textContent = "@@" + lines.join("\\n") + "@@";
</script>""" % json.dumps(declarations)
with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as file:
    file.write(page)
dump = subprocess.run(
    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", file.name],
    capture_output=True, text=True).stdout
text = html.unescape(re.search("@@(.*)@@</pre>", dump, re.S).group(1))
(here / "values-computed.txt").write_text(text + "\n")

# declarations-valid.txt: for each value of declarations.txt, whether Chromium keeps the declaration.
pairs = []
for line in (here / "declarations.txt").read_text().splitlines():
    name, values = line.split(":", 1)
    pairs += [(name.strip(), value.strip()) for value in values.split(" | ")]
page = """<!DOCTYPE html><pre id=out></pre><script>
document.getElementById("out").textContent =
  "@@" + %s.map(([name, value]) => CSS.supports(name, value) ? 1 : 0).join("") + "@@";
</script>""" % json.dumps(pairs)
with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False) as file:
    file.write(page)
dump = subprocess.run(
    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", file.name],
    capture_output=True, text=True).stdout
(here / "declarations-valid.txt").write_text(re.search("@@([01]+)@@</pre>", dump).group(1) + "\n")
