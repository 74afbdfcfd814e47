"""A thousand documents in a batch, ten of them broken and two that hang: thousand.py OFFSCREEN SCRATCH. In SCRATCH/corpus is
what corpus.py has made; each document is one of these with a number of its own on its first page, so that no two have the
same picture. Fails unless ten and two fail and nothing else, each picture is of its own document, and no process, file or
socket stays. Prints pages a second, and the most memory that all processes had together."""

import glob
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import threading
import time
import zipfile

offscreen, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
corpus, folder, pictures = scratch / "corpus", scratch / "thousand", scratch / "thousand-pictures"
folder.mkdir()

# Where the number comes, in which part of the archive: what is there, and what comes in its place, with # for the number.
PLACES = {
    "docx": ("word/document.xml", ">Report {}<", ">Report {} #<"),
    "xlsx": ("xl/worksheets/sheet1.xml", '"B2" t="n"><v>0<', '"B2" t="n"><v>#<'),
    "pptx": ("ppt/slides/slide1.xml", ">Slide 1 of", ">Slide # of"),
    "odt": ("content.xml", ">OpenDocument {}<", ">OpenDocument {} #<"),
    "ods": ("content.xml", '"numbers"', '"numbers #"'),
    "odp": ("content.xml", ">OpenDocument slide 1<", ">OpenDocument slide #<"),
    "rtf": (None, "Report {}", "Report {} #"),
}


def numbered(text, old, new, number):
    if old not in text:
        sys.exit(f"thousand: {old} is not there")
    return text.replace(old, new.replace("#", str(number)), 1)


def write(source, number):
    """A copy of a document with a number."""
    ending = source.suffix[1:]
    part, old, new = (text and text.format(source.stem.split("-")[1]) for text in PLACES[ending])
    target = folder / f"{number:03}.{ending}"
    if part is None:
        target.write_text(numbered(source.read_text(), old, new, number))
        return target
    with zipfile.ZipFile(source) as read, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as written:
        if part not in read.namelist():
            sys.exit(f"thousand: {source.name} has no {part}")
        for name in read.namelist():
            data = read.read(name)
            if name == part:
                data = numbered(data.decode(), old, new, number).encode()
            written.writestr(read.getinfo(name), data)
    return target


sources = [path for path in sorted((corpus / "good").iterdir()) if path.suffix[1:] in PLACES]
shots, wanted = [], {}
for number in range(988):
    path = write(sources[number % len(sources)], number)
    shots.append({"input": path.name, "timeout": "10m"})
whole = (corpus / "good/word-5.docx").read_bytes()
for number in range(10):
    # Three that are cut off, and seven whose text is damaged.
    name = f"broken-{number}.docx"
    (folder / name).write_bytes(whole[: len(whole) * (number + 1) // 11] if number < 3 else b"")
    if number >= 3:
        with zipfile.ZipFile(corpus / "good/word-5.docx") as old, zipfile.ZipFile(folder / name, "w") as new:
            for part in old.namelist():
                data = old.read(part)
                new.writestr(part, data[: len(data) * number // 11] if part == "word/document.xml" else data)
    shots.append({"input": name, "timeout": "10m"})
    wanted[name] = "input"
for path in sorted((corpus / "slow").iterdir()):
    (folder / path.name).write_bytes(path.read_bytes())
    shots.append({"input": path.name, "timeout": "5s"})
    wanted[path.name] = "timeout"
random.Random(7).shuffle(shots)
(folder / "shots.ndjson").write_text("".join(json.dumps(shot) + "\n" for shot in shots))


def sockets():
    return set(glob.glob("/tmp/OSL_PIPE_*")) | set(glob.glob("/var/tmp/OSL_PIPE_*"))


def processes():
    """All that have to do with the batch: its folder of temporary files is in their environment."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            environment = pathlib.Path("/proc", entry, "environ").read_bytes()
            command = pathlib.Path("/proc", entry, "cmdline").read_bytes().split(b"\0")[0]
        except OSError:
            continue
        name = os.path.basename(command.decode(errors="replace"))
        if str(scratch / "tmp").encode() in environment and (name == "soffice.bin" or name == os.path.basename(offscreen)):
            found.append((int(entry), name))
    return found


def memory(process):
    """Bytes, with what processes share counted once."""
    try:
        for line in open(f"/proc/{process}/smaps_rollup"):
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


peak, most, stopped = 0, 0, threading.Event()


def watch():
    global peak, most
    while not stopped.wait(0.5):
        found = processes()
        peak, most = max(peak, sum(memory(identifier) for identifier, _ in found)), max(most, len(found))


before, watcher = sockets(), threading.Thread(target=watch)
watcher.start()
start = time.monotonic()
result = subprocess.run(
    [offscreen, "batch", "--shots", "shots.ndjson", "-o", pictures, "--viewport", "400x300"], cwd=folder,
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
seconds = time.monotonic() - start
stopped.set()
watcher.join()

problems = []
failed = {}
for line in result.stdout.splitlines():
    if line.startswith("failed "):
        name, reason = line[7:].split(": ", 1)
        failed[name] = reason
for name in sorted({*wanted, *failed}):
    if not failed.get(name, "").endswith(f"({wanted.get(name)})"):
        problems.append(f"{name}: {failed.get(name, 'has not failed')}")
if result.returncode != 1:
    problems.append(f"exit status {result.returncode}")

deadline = time.monotonic() + 10
while processes() and time.monotonic() < deadline:
    time.sleep(0.1)
problems += [f"process {identifier}, {name}, is left" for identifier, name in processes()]
problems += [f"{path} is left" for path in sockets() - before]
problems += [f"{path} is left" for path in (scratch / "tmp").iterdir()]

# Each picture is of its own document.
names = {shot["input"] for shot in shots} - wanted.keys()
files = {path.name.removesuffix(".png"): path for path in pictures.iterdir() if path.suffix == ".png"}
problems += [f"{name}: no picture" for name in names - files.keys()]
problems += [f"{name}: a picture, of nothing" for name in files.keys() - names]
problems += [f"{path} is left" for path in pictures.iterdir() if path.name.startswith(".") or path.suffix not in (".png", ".html", ".ndjson")]
known = {}
for name in sorted(files):
    digest = hashlib.sha256(files[name].read_bytes()).digest()
    if digest in known:
        problems.append(f"{name} has the picture of {known[digest]}")
    known[digest] = name
# Some of them as if there were no others.
os.environ["XDG_CACHE_HOME"] = str(scratch / "other")
(scratch / "other").mkdir()
for name in random.Random(8).sample(sorted(names & files.keys()), min(12, len(files))):
    alone = scratch / "alone.png"
    subprocess.run([offscreen, "render", folder / name, "-o", alone, "--viewport", "400x300", "--timeout", "10m", "--quiet"], check=True)
    if alone.read_bytes() != files[name].read_bytes():
        problems.append(f"{name} has another picture when it is alone")

print(f"{len(files)} pictures and {len(failed)} failures in {seconds:.0f} s: {len(shots) / seconds:.1f} documents a second; "
      f"at most {peak >> 20} MiB in {most} processes")
for problem in problems[:20]:
    print(f"thousand: {problem}", file=sys.stderr)
if problems:
    (scratch / "log").write_text(result.stdout)
    sys.exit(f"thousand: {len(problems)} problems")
