"""Makes documents of all kinds: corpus.py FOLDER [PORT]. Needs python-docx, openpyxl, python-pptx and odfpy; the older
formats of Microsoft's are made by LibreOffice (soffice) of the newer ones. Into FOLDER/good go sixty that have pages or are
text, into FOLDER/bad those that must fail, into FOLDER/slow those that take longer than they are given, into FOLDER/tricks
those that try something, at a server's PORT too. FOLDER/shots.ndjson is what `offscreen batch --shots` takes, and
FOLDER/reasons.json what it says of those that fail."""

import csv
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

import docx
import openpyxl
import openpyxl.chart
import pptx
import pptx.util
from odf import draw, opendocument, style, table, text

root = pathlib.Path(sys.argv[1])
good, bad, slow, tricks = (root / name for name in ("good", "bad", "slow", "tricks"))
for folder in (good, bad, slow, tricks):
    folder.mkdir(parents=True, exist_ok=True)

WORDS = "The quick brown fox jumps over the lazy dog while נחמד meets Ελληνικά and 中文 in one line. "


def word(number):
    document = docx.Document()
    document.add_heading(f"Report {number}", 0)
    for paragraph in range(3 + number * 4):
        run = document.add_paragraph(style="List Bullet" if number % 3 == 1 else None).add_run(WORDS * (1 + paragraph % 3))
        run.bold, run.italic = paragraph % 4 == 1, paragraph % 5 == 2
        run.font.color.rgb = docx.shared.RGBColor(number * 20 % 256, 0, 128)
    cells = document.add_table(rows=2 + number, cols=3, style="Table Grid")
    for row in range(2 + number):
        for column in range(3):
            cells.cell(row, column).text = f"{row} × {column}"
    if number % 2:
        document.add_page_break()
        document.add_heading("Second part", 1)
    if number % 4 == 2:
        document.sections[0].orientation = docx.enum.section.WD_ORIENT.LANDSCAPE
        section = document.sections[0]
        section.page_width, section.page_height = section.page_height, section.page_width
    return document


def workbook(number):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["item", "count", "price", "sum"])
    for row in range(5 + number * 12):
        sheet.append([f"item {row}", row, row * 1.25, f"=B{row + 2}*C{row + 2}"])
    for cell in sheet[1]:
        cell.font = openpyxl.styles.Font(bold=True, color="FFFFFF")
        cell.fill = openpyxl.styles.PatternFill("solid", fgColor="336699")
    if number % 2:
        chart = openpyxl.chart.BarChart()
        chart.add_data(openpyxl.chart.Reference(sheet, min_col=2, min_row=1, max_row=6), titles_from_data=True)
        sheet.add_chart(chart, "F2")
    if number % 3 == 0:
        book.create_sheet("second").append(["another", "sheet"])
    return book


def presentation(number):
    slides = pptx.Presentation()
    for index in range(1 + number):
        slide = slides.slides.add_slide(slides.slide_layouts[index % 2])
        slide.shapes.title.text = f"Slide {index + 1} of {number + 1}"
        slide.placeholders[1].text = "First point\nSecond point"
        box = slide.shapes.add_shape(1 + index, *(pptx.util.Inches(value) for value in (6, 5, 2, 1)))
        box.text_frame.text = "shape"
    return slides


def open_text(number):
    document = opendocument.OpenDocumentText()
    bold = style.Style(name="bold", family="paragraph")
    bold.addElement(style.TextProperties(fontweight="bold", fontsize=f"{14 + number}pt", color="#aa3300"))
    document.styles.addElement(bold)
    document.text.addElement(text.H(outlinelevel=1, stylename=bold, text=f"OpenDocument {number}"))
    for _ in range(2 + number * 5):
        document.text.addElement(text.P(text=WORDS * 2))
    return document


def open_sheet(number):
    document = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="numbers")
    for row in range(4 + number * 10):
        line = table.TableRow()
        for column in range(4):
            cell = table.TableCell(valuetype="float", value=row * column)
            cell.addElement(text.P(text=str(row * column)))
            line.addElement(cell)
        sheet.addElement(line)
    document.spreadsheet.addElement(sheet)
    return document


def open_slides(number):
    document = opendocument.OpenDocumentPresentation()
    layout = style.PageLayout(name="layout")
    layout.addElement(style.PageLayoutProperties(margin="0cm", pagewidth="28cm", pageheight="21cm", printorientation="landscape"))
    document.automaticstyles.addElement(layout)
    master = style.MasterPage(name="master", pagelayoutname=layout)
    document.masterstyles.addElement(master)
    for index in range(1 + number):
        page = draw.Page(masterpagename=master)
        frame = draw.Frame(width="20cm", height="4cm", x="2cm", y="2cm")
        box = draw.TextBox()
        box.addElement(text.P(text=f"OpenDocument slide {index + 1}"))
        frame.addElement(box)
        page.addElement(frame)
        document.presentation.addElement(page)
    return document


for number in range(12):
    word(number).save(good / f"word-{number}.docx")
for number in range(9):
    workbook(number).save(good / f"excel-{number}.xlsx")
for number in range(8):
    presentation(number).save(good / f"slides-{number}.pptx")
for number in range(6):
    open_text(number).save(good / f"text-{number}.odt")
for number in range(5):
    open_sheet(number).save(good / f"sheet-{number}.ods")
for number in range(4):
    open_slides(number).save(good / f"open-{number}.odp")

# The older formats, and RTF: they are made while the rest is.
OLDER = {"doc": "word-[12].docx", "rtf": "word-[34].docx", "xls": "excel-[12].xlsx", "ppt": "slides-[12].pptx"}
profiles = tempfile.TemporaryDirectory()
older = [
    subprocess.Popen(
        ["soffice", f"-env:UserInstallation=file://{profiles.name}/{ending}", "--headless", "--convert-to", ending, "--outdir", good]
        + sorted(good.glob(sources)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for ending, sources in OLDER.items()]

for number in range(3):
    with open(good / f"table-{number}.csv", "w", newline="") as file:
        csv.writer(file, delimiter=",;\t"[number]).writerows([["name", "text, with; marks", 'and "quotes"']] + [[row, "a\nb", row / 3] for row in range(5 + number)])
(good / "data-2.ndjson").write_text('{"a": 1}\n{"a": 2}\n')
(good / "data-1.json").write_text(json.dumps({"items": list(range(20)), "text": WORDS}, indent=2))
(good / "program-1.py").write_text("# A table.\n" + "".join(f"def square_{number}():\n    return {number} ** 2\n\n\n" for number in range(60)))
(good / "program-2.swift").write_text("<b>not bold</b>\nlet a = 1\n")
MARKS = b"0.2 0.4 0.8 rg 20 20 80 60 re f 0.8 0.2 0 rg 120 20 60 20 re f"
PDF = (b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj "
       b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>endobj "
       b"4 0 obj<</Length %d>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R>>\n" % (len(MARKS), MARKS))
with zipfile.ZipFile(good / "preview-1.pages", "w") as archive:
    archive.writestr("Index/Document.iwa", b"\0" * 100)
    archive.writestr("QuickLook/Preview.pdf", PDF)

# What must fail.
whole = (good / "word-5.docx").read_bytes()
for number, share in enumerate((10, 50, 90)):
    (bad / f"cut-{number}.docx").write_bytes(whole[: len(whole) * share // 100])
(bad / "empty.docx").write_bytes(b"")
(bad / "noise.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(i * 37 % 256 for i in range(4000)))
(bad / "locked.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(20) + b"\xfe\xff\x09\x00" + bytes(1000) + "EncryptedPackage".encode("utf-16-le") + bytes(1000))
(bad / "locked.odt").write_bytes(b"")
with zipfile.ZipFile(bad / "locked.odt", "w") as archive:
    archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    archive.writestr("META-INF/manifest.xml", "<manifest><encryption-data/></manifest>")


def bomb(name, part, also=()):
    """An archive whose part is 600 MiB of spaces: one MiB of them, 600 times."""
    unpacked = b" " * (1 << 20)
    checksum = 0
    for _ in range(600):
        checksum = zlib.crc32(unpacked, checksum)
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    block = packer.compress(unpacked) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = block * 600 + packer.flush()
    with zipfile.ZipFile(bad / name, "w") as archive:
        for other in also:
            archive.writestr(other, b"<a/>")
        start = archive.fp.tell()
        record = zipfile.ZipInfo(part)
        record.compress_type = zipfile.ZIP_DEFLATED
        record.header_offset, record.CRC, record.file_size, record.compress_size = start, checksum, 600 << 20, len(packed)
        archive.fp.write(record.FileHeader() + packed)
        archive.start_dir = archive.fp.tell()
        archive.filelist.append(record)
        archive.NameToInfo[part] = record
        archive._didModify = True


bomb("bomb.docx", "word/document.xml", ["[Content_Types].xml"])
bomb("bomb.xlsx", "xl/worksheets/sheet1.xml", ["[Content_Types].xml"])
bomb("bomb.odt", "content.xml", ["mimetype"])
with zipfile.ZipFile(bad / "nothing.xlsx", "w") as archive:
    archive.writestr("[Content_Types].xml", "<Types/>")
(bad / "archive.pptx").write_bytes(b"PK\x05\x06" + bytes(18))

FLAT = ('<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office" '
        'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dom="http://www.w3.org/2001/xml-events" '
        'office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.{kind}">{scripts}<office:body>{body}</office:body></office:document>')
MACRO = ('<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">'
         '<ooo:module ooo:name="Module1"><ooo:source-code>Sub Main\nThisComponent.Text.String = "the macro has run"\nEnd Sub</ooo:source-code>'
         '</ooo:module></ooo:library-embedded></ooo:libraries></office:script><office:event-listeners><script:event-listener '
         'script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" '
         'xlink:type="simple"/></office:event-listeners></office:scripts>')
BODY = "<office:text><text:p>the text of the document</text:p></office:text>"
(tricks / "macro.fodt").write_text(FLAT.format(kind="text", scripts=MACRO, body=BODY))
(tricks / "plain.fodt").write_text(FLAT.format(kind="text", scripts="", body=BODY))
LINK = ('<office:text><text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="{address}" '
        'xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>linked</text:p></office:text>')
port = sys.argv[2] if len(sys.argv) > 2 else 9
picture = pathlib.Path(__file__).resolve().parents[2] / "Samples/article.png"
links = {"link": f"http://127.0.0.1:{port}/a.png", "file": picture.resolve().as_uri(), "nothing": "file:///nonexistent/a.png"}
for name, address in links.items():
    (tricks / f"{name}.fodt").write_text(FLAT.format(kind="text", scripts="", body=LINK.format(address=address)))
ROWS = '<office:spreadsheet><table:table table:name="A">{rows}</table:table></office:spreadsheet>'
(tricks / "nothing.fods").write_text(FLAT.format(kind="spreadsheet", scripts="", body=ROWS.format(rows="<table:table-row><table:table-cell/></table:table-row>")))
row = '<table:table-row table:number-rows-repeated="{count}"><table:table-cell office:value-type="string"><text:p>row</text:p></table:table-cell></table:table-row>'
(tricks / "pages.rtf").write_text("{\\rtf1 " + "\\page ".join(f"page {number}" for number in range(2000)) + "}")
# So many rows take a minute on a fast machine, although the file is small.
TABLE = '<table:table table:name="{name}">{rows}</table:table>'
for number in range(2):
    tables = "".join(TABLE.format(name=name, rows=row.format(count=1_000_000 + number)) for name in range(8))
    body = f"<office:spreadsheet>{tables}</office:spreadsheet>"
    (slow / f"millions-{number}.fods").write_text(FLAT.format(kind="spreadsheet", scripts="", body=body))

for process in older:
    if process.wait() != 0:
        sys.exit(f"LibreOffice made no older documents: {process.args}")
profiles.cleanup()

REASONS = {
    "cut": "broken, or cut off", "empty": "it is empty", "noise": "broken", "locked": "protected with a password",
    "bomb": "it unpacks to 600 MiB", "nothing": "LibreOffice cannot read it", "archive": "broken, or cut off",
    "millions": "(timeout)",
}
names = sorted(path.relative_to(root) for folder in (good, bad, slow, tricks) for path in folder.iterdir())
with open(root / "shots.ndjson", "w") as file:
    for name in names:
        # On the slowest machine too, what is good has its time, and what is slow has not.
        file.write(json.dumps({"input": str(name), "timeout": "3s" if name.parts[0] == "slow" else "10m"}) + "\n")
reasons = {str(name): REASONS[name.stem.split("-")[0]] for name in names if name.parts[0] in ("bad", "slow")}
(root / "reasons.json").write_text(json.dumps(reasons, indent=2))
print(len(list(good.iterdir())), "good,", len(list(bad.iterdir())), "bad,", len(list(slow.iterdir())), "slow")
