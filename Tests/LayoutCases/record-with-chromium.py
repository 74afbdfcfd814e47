#!/usr/bin/env python3
"""Writes what Chromium makes of the pages in a folder beside each: one line an element that has
boxes: its path as `offscreen inspect` has it, its name, and the left, top, width and height of its
getBoundingClientRect, in a frame of 800x600.
With the bundled fonts: FONTCONFIG_FILE=../shared/fonts/fonts.conf.
Usage: record-with-chromium.py FOLDER [NAME ...]"""
import html, json, os, shutil, subprocess, sys, tempfile

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), sys.argv[1])
names = sys.argv[2:] or sorted(n[:-5] for n in os.listdir(folder) if n.endswith(".html"))
pages = {name: open(os.path.join(folder, name + ".html")).read() for name in names}
driver = """<!doctype html><body><script>
const pages = PAGES, results = {};
(async () => {
  for (const name in pages) {
    const frame = document.createElement('iframe');
    frame.style = 'width:800px;height:600px;border:0';
    document.body.append(frame);
    // Unlike with srcdoc, a page without a document type is in quirks mode.
    frame.contentDocument.open();
    const loaded = new Promise(done => frame.contentWindow.onload = done);
    frame.contentDocument.write(pages[name]);
    frame.contentDocument.close();
    await loaded;
    const lines = [];
    const visit = (element, path) => {
      const box = element.getBoundingClientRect();
      if (element.getClientRects().length)
        lines.push([path, element.localName, box.x, box.y, box.width, box.height].join(' '));
      [...element.children].forEach((child, index) => visit(child, path + '/' + index));
    };
    visit(frame.contentDocument.documentElement, '0');
    results[name] = lines.join('\\n') + '\\n';
    frame.remove();
  }
  document.body.textContent = JSON.stringify(results);
})();
</script>""".replace("PAGES", json.dumps(pages).replace("</", "<\\/"))
chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell") or sys.exit("no Chromium is installed")
with tempfile.TemporaryDirectory() as temporary:
    path = os.path.join(temporary, "driver.html")
    open(path, "w").write(driver)
    dump = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,700",
         "--virtual-time-budget=60000", "--dump-dom", path],
        capture_output=True, text=True, timeout=300).stdout
start, end = dump.index("{"), dump.rindex("}") + 1
for name, text in json.loads(html.unescape(dump[start:end])).items():
    open(os.path.join(folder, name + ".txt"), "w").write(text)
print(len(names), "recorded")
