#!/usr/bin/env python3
"""Twenty documents on paper, beside other programs: pages, breaks, size of the file, processor time.

Makes the documents (invoices, chapters, tables, reports; our own texts), prints each with this program, and with
WeasyPrint and Chromium where they are at hand, and writes a table. `--same` compares each page of our documents, drawn
by Poppler, with our own picture of the page.

    Benchmarks/paper.py --program .build/release/offscreen [--weasyprint PROGRAM] [--chromium PROGRAM] [--same]
"""

import argparse
import base64
import os
import pathlib
import random
import re
import resource
import shutil
import struct
import subprocess
import zlib

WORDS = (
    "paper margin column the of and a to in measure line page letter ink sheet that it with as for was on are "
    "printer reader between chapter number silence river window morning carefully understood otherwise "
    "landscape fragment continuation typographer illustrated whatever nevertheless straightforward"
).split()


def text(rng, count):
    sentences, left = [], count
    while left > 0:
        length = min(left, rng.randint(6, 18))
        words = [rng.choice(WORDS) for _ in range(length)]
        sentences.append(" ".join(words).capitalize() + ".")
        left -= length
    return " ".join(sentences)


def paragraphs(rng, count, words=70):
    return "".join(f"<p>{text(rng, rng.randint(words // 2, words * 3 // 2))}</p>" for _ in range(count))


def picture(width, height, seed):
    """A PNG of waves, as a data address."""
    rows = b"".join(
        b"\0" + bytes(v for x in range(width) for v in ((x * 3 + seed) % 256, (y * 5 + x) % 256, (x * y // 40) % 256))
        for y in range(height)
    )

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    png = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )
    return "data:image/png;base64," + base64.b64encode(png).decode()


FOOT = '@bottom-center { content: counter(page) " / " counter(pages); font-size: 9pt }'


def page(title, style, body, lang="en"):
    return (
        f'<!DOCTYPE html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style><body>{body}</body></html>"
    )


def invoice(rng, rows, style=""):
    lines = "".join(
        f"<tr><td>{index + 1}<td>{text(rng, 5)}<td class=n>{rng.randint(1, 20)}<td class=n>{rng.randint(100, 99999) / 100:.2f}"
        for index in range(rows)
    )
    return page(
        "Invoice 2026-014",
        "@page { size: A4; margin: 20mm 18mm 25mm; %s } body { font: 10pt/1.4 sans-serif; margin: 0 }"
        "header { display: flex; justify-content: space-between; border-bottom: 2px solid #246; padding-bottom: 8px }"
        "h1 { color: #246; margin: 24px 0 12px } table { width: 100%%; border-collapse: collapse }"
        "thead { background: #246; color: white } td, th { padding: 5px 8px; text-align: left }"
        "tbody tr:nth-child(even) { background: #eef3f8 } .n { text-align: right }"
        "tr { break-inside: avoid } .sum { margin-top: 16px; float: right; border: 1px solid #246; border-radius: 6px;"
        "padding: 10px 16px; break-inside: avoid } %s" % (FOOT, style),
        "<header><div><b>Offset &amp; Sons</b><br>4 Proof Lane<br>Letterham</div>"
        "<div>Invoice 2026-014<br>26 November 2026</div></header><h1>Invoice</h1>"
        f"<table><thead><tr><th>#<th>Item<th class=n>Count<th class=n>Price</thead><tbody>{lines}</table>"
        "<div class=sum>Total: <b>12,345.67</b></div>",
    )


def chapter(rng, count, style=""):
    sections = "".join(
        f"<h2>{text(rng, 3)[:-1]}</h2>" + paragraphs(rng, 5, 110) for _ in range(count)
    )
    return page(
        "A Chapter",
        "@page { size: A5; margin: 18mm 15mm 20mm; %s } @page :first { @bottom-center { content: none } }"
        "body { font: 11pt/1.45 serif; margin: 0; text-align: justify; orphans: 2; widows: 2 }"
        "h1 { text-align: center; margin: 40mm 0 12mm } h2 { break-after: avoid; font-size: 12pt; margin: 1.5em 0 .5em }"
        "p { margin: 0; text-indent: 1.5em } h2 + p { text-indent: 0 } %s" % (FOOT, style),
        "<h1>The Measure of a Line</h1>" + sections,
    )


def long_table(rng, rows, columns, style=""):
    head = "".join(f"<th>Column {index + 1}" for index in range(columns))
    body = "".join(
        "<tr>" + "".join(f"<td>{rng.randint(0, 99999)}" for _ in range(columns)) for _ in range(rows)
    )
    return page(
        "A long table",
        "@page { size: A4; margin: 15mm; %s } body { font: 9pt sans-serif; margin: 0 }"
        "table { border-collapse: collapse; width: 100%%; font-variant-numeric: tabular-nums }"
        "td, th { border: 1px solid #999; padding: 2px 5px } th { background: #ddd } td { text-align: right } %s"
        % (FOOT, style),
        f"<h1>Measurements</h1><table><thead><tr>{head}</thead><tbody>{body}</table>",
    )


def report(rng, count, style=""):
    parts = []
    for index in range(count):
        parts.append(
            f"<section><h1>{index + 1}. {text(rng, 3)[:-1]}</h1>{paragraphs(rng, 2)}"
            f'<figure><img src="{picture(240, 120, index * 40)}" width=480><figcaption>{text(rng, 8)}</figcaption></figure>'
            f"<ul>{''.join(f'<li>{text(rng, 12)}' for _ in range(6))}</ul>{paragraphs(rng, 2)}"
            f"<div class=cards>{''.join(f'<div class=card><h3>{text(rng, 2)[:-1]}</h3>{text(rng, 25)}</div>' for _ in range(6))}</div></section>"
        )
    return page(
        "A report",
        "@page { size: A4; margin: 22mm 20mm; @top-left { content: 'Report' } @top-right { content: 'November 2026' } %s }"
        "body { font: 10.5pt/1.5 sans-serif; margin: 0 } h1 { font-size: 17pt; break-after: avoid } section + section { break-before: page }"
        "figure { margin: 1em 0; break-inside: avoid } figcaption { font-size: 9pt; color: #555 }"
        ".cards { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 10px } .card { border: 1px solid #bbb; border-radius: 6px;"
        "padding: 8px; background: linear-gradient(#fff, #eef); break-inside: avoid } h3 { margin: 0 0 4px } %s" % (FOOT, style),
        "".join(parts),
    )


def documents():
    rng = random.Random(20261126)
    result = {
        "invoice-one-page": invoice(rng, 8),
        "invoice-two-pages": invoice(rng, 40),
        "invoice-long": invoice(rng, 200),
        "invoice-letter": invoice(rng, 60, "@page { size: letter }"),
        "chapter-short": chapter(rng, 3),
        "chapter-long": chapter(rng, 20),
        "chapter-duplex": chapter(
            rng, 8, "@page :left { margin: 18mm 20mm 20mm 12mm } @page :right { margin: 18mm 12mm 20mm 20mm }"),
        "chapter-columns": chapter(rng, 6, "@page { size: A4 } h2, p { } body { columns: 2; column-gap: 8mm }"),
        "table-500": long_table(rng, 500, 8),
        "table-2000": long_table(rng, 2000, 6),
        "table-landscape": long_table(rng, 300, 12, "@page { size: A4 landscape }"),
        "report": report(rng, 6),
        "report-letter": report(rng, 4, "@page { size: letter; margin: 1in }"),
    }
    mixed = (
        "<h1>Portrait</h1>" + paragraphs(rng, 6) + "<section class=wide><h1>Landscape</h1><table>"
        + "".join("<tr>" + "".join(f"<td>{rng.randint(0, 9999)}" for _ in range(14)) for _ in range(30))
        + "</table></section><h1>Portrait again</h1>" + paragraphs(rng, 6)
    )
    result["named-pages"] = page(
        "Named pages",
        "@page { size: A4; margin: 20mm; %s } @page wide { size: A4 landscape } .wide { page: wide }"
        "body { font: 11pt serif; margin: 0 } td { border: 1px solid #888; padding: 3px 6px } table { border-collapse: collapse; width: 100%%}"
        % FOOT, mixed)
    contents = "".join(f'<li><a href="#s{index}">Section {index}</a>' for index in range(1, 16))
    sections = "".join(f"<h2 id=s{index}>Section {index}</h2>" + paragraphs(rng, 4) for index in range(1, 16))
    result["contents-and-links"] = page(
        "Contents", "@page { size: A4; margin: 25mm; %s } body { font: 11pt/1.4 serif; margin: 0 } a { color: #246 } ol { break-after: page }" % FOOT,
        f"<h1>Contents</h1><ol>{contents}</ol>{sections}")
    letters = "".join(
        f"<article><p>To: {text(rng, 4)}</p><p>Dear reader,</p>{paragraphs(rng, 3)}<p>Yours</p></article>" for _ in range(25))
    result["letters"] = page(
        "Letters", "@page { size: A4; margin: 30mm 25mm } body { font: 11pt/1.5 serif; margin: 0 } article { break-after: page }", letters)
    labels = "".join(f"<div><b>{text(rng, 2)[:-1]}</b><br>{rng.randint(1, 99)} Proof Lane<br>Letterham</div>" for _ in range(96))
    result["labels"] = page(
        "Labels", "@page { size: A4; margin: 10mm } body { margin: 0; font: 10pt sans-serif; display: grid; grid-template-columns: repeat(3, 1fr) }"
        "div { height: 33mm; padding: 4mm; box-sizing: border-box; border: 1px dotted #aaa; break-inside: avoid }", labels)
    bars = "".join(
        f'<rect x="{20 + index * 36}" y="{180 - h}" width="28" height="{h}" fill="hsl({index * 29} 60% 50%)"/>'
        for index, h in enumerate(rng.randint(20, 160) for _ in range(12)))
    result["charts"] = page(
        "Charts", "@page { size: A4; margin: 20mm; %s } body { font: 11pt sans-serif; margin: 0 } svg { width: 100%%; break-inside: avoid }" % FOOT,
        "".join(f'<h2>Quarter {q}</h2><svg viewBox="0 0 460 200"><line x1="10" y1="180" x2="450" y2="180" stroke="#333"/>{bars}</svg>{paragraphs(rng, 2)}' for q in range(1, 7)))
    flow = "".join(f"<div class=row><h3>{text(rng, 2)[:-1]}</h3><p>{text(rng, 45)}</p></div>" for _ in range(40))
    result["flex-rows"] = page(
        "Rows", "@page { size: A4; margin: 18mm; %s } body { margin: 0; font: 10pt/1.4 sans-serif } .row { display: flex; gap: 8mm; border-top: 1px solid #ccc }"
        "h3 { flex: 0 0 45mm; margin: 4mm 0 } p { flex: 1; margin: 4mm 0 }" % FOOT, flow)
    result["scripts-of-the-world"] = page(
        "Scripts", "@page { size: A4; margin: 20mm; %s } body { font: 14pt/1.6 serif; margin: 0 } [dir=rtl] { text-align: right }" % FOOT,
        "".join(
            "<h2>Greek</h2><p>Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.</p><h2>Russian</h2><p>Съешь же ещё этих мягких французских булок.</p>"
            "<h2>Hebrew</h2><p dir=rtl>דג סקרן שט בים מאוכזב ולפתע מצא חברה.</p><h2>Arabic</h2><p dir=rtl>نص حكيم له سر قاطع وذو شأن عظيم.</p>"
            "<h2>Ligatures</h2><p>Office, efficient, waffle, fjord, difficult; naïve façade.</p>" for _ in range(5)))
    assert len(result) == 20, len(result)
    return result


def run(command, environment=None):
    """Seconds of processor time, or nothing where the command fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        print(" ".join(map(str, command)), done.stderr.decode()[-300:])
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_words(path):
    """The first words of each page: where the breaks are. Without what stands in the margins."""
    output = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True).stdout
    pages = [re.findall(r"\w{4,}", part) for part in output.split("\f")]
    return [tuple(words[:4]) for words in pages if words]


def pages(path):
    info = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True).stdout
    found = re.search(r"Pages:\s+(\d+)", info)
    return int(found.group(1)) if found else 0


def unlike(one, other):
    """The pixels at which two pictures differ by more than antialiasing: glyphs, lines and edges may be up to a pixel
    elsewhere. A missing line of one CSS pixel is seen as soon as it is darker than #999 on white."""
    from PIL import ImageChops, ImageFilter

    def outside(values, others):
        """How far values are outside of what is around them in the other picture."""
        return ImageChops.lighter(
            ImageChops.subtract(values, others.filter(ImageFilter.MaxFilter(3))),
            ImageChops.subtract(others.filter(ImageFilter.MinFilter(3)), values))

    # What is black and white between pixels in one picture may be grey in the other.
    one, other = (picture.filter(ImageFilter.BoxBlur(1)) for picture in (one, other))
    return sum(ImageChops.lighter(outside(one, other), outside(other, one)).histogram()[TOLERANCE + 1:])


# Of 255.
TOLERANCE = 64


def difference(program, source, document, folder):
    """How many of the pages are like our own pictures of them as Poppler draws them, and how many pixels are not; both
    with two pixels for each CSS pixel."""
    from PIL import Image

    subprocess.run(
        [program, "render", source, "--media", "print", "--scale", "2", "-q", "-o", f"{folder}/own-%d.png"], check=True)
    subprocess.run(["pdftoppm", "-r", "192", "-png", document, f"{folder}/poppler"], check=True)
    theirs = sorted(folder.glob("poppler-*.png"))
    same, differing = 0, 0
    for number, path in enumerate(theirs, 1):
        own = Image.open(folder / f"own-{number}.png").convert("L")
        other = Image.open(path).convert("L")
        # Poppler makes a page whose size is no whole number of pixels a pixel larger.
        assert abs(own.width - other.width) <= 1 and abs(own.height - other.height) <= 1, (own.size, other.size)
        size = (min(own.width, other.width), min(own.height, other.height))
        pixels = unlike(own.crop((0, 0, *size)), other.crop((0, 0, *size)))
        same += pixels == 0
        differing += pixels
    assert len(theirs) == len(list(folder.glob("own-*.png")))
    for path in folder.glob("*.png"):
        path.unlink()
    return f"{same} of {len(theirs)}" + (f" ({differing} pixels)" if differing else "")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--program", default=".build/release/offscreen")
    arguments.add_argument("--weasyprint", default=shutil.which("weasyprint"))
    arguments.add_argument("--chromium", default=shutil.which("chromium"))
    arguments.add_argument("--out", default="/tmp/offscreen-paper")
    arguments.add_argument("--same", action="store_true")
    arguments.add_argument("--only")
    options = arguments.parse_args()
    folder = pathlib.Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    makers = {"Offscreen": lambda source, target: [options.program, "render", source, "-q", "-o", target]}
    if options.weasyprint:
        makers["WeasyPrint"] = lambda source, target: [options.weasyprint, source, target]
    if options.chromium:
        makers["Chromium"] = lambda source, target: [
            options.chromium, "--headless", "--no-sandbox", "--no-pdf-header-footer", f"--print-to-pdf={target}", source]
    titles = [f"{name}: pages | KB | CPU s" for name in makers]
    extra = ["breaks as Chromium"] if "Chromium" in makers else []
    if options.same:
        extra.append("pages as our pictures")
    print("| document | " + " | ".join(titles + extra) + " |")
    print("| --- |" + " --- |" * (3 * len(makers) + len(extra)))
    for name, html in documents().items():
        if options.only and options.only not in name:
            continue
        source = folder / f"{name}.html"
        source.write_text(html)
        cells, breaks = [], {}
        for maker, command in makers.items():
            target = folder / f"{name}-{maker}.pdf"
            target.unlink(missing_ok=True)
            seconds = run(command(str(source), str(target)))
            if seconds is None or not target.exists():
                cells.append("failed | | ")
                continue
            breaks[maker] = first_words(target)
            cells.append(f"{pages(target)} | {os.path.getsize(target) / 1000:.0f} | {seconds:.2f}")
        if "Chromium" in makers:
            ours, theirs = breaks.get("Offscreen", []), breaks.get("Chromium", [])
            same = sum(a == b for a, b in zip(ours, theirs))
            cells.append(f"{same} of {max(len(ours), len(theirs))}")
        if options.same:
            cells.append(difference(options.program, str(source), str(folder / f"{name}-Offscreen.pdf"), folder))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
