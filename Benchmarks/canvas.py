#!/usr/bin/env python3
"""Draws the canvas programs of `canvas/` with Offscreen and with Chromium, and compares the pictures and the time.

Usage: Benchmarks/canvas.py [--offscreen PROGRAM] [--chromium PROGRAM] [--draws COUNT] [--out FOLDER] [NAME ...]

Prints, of each program, how alike the pictures are (SSIM), the CPU milliseconds that drawing it once costs in either
program (of `--draws` times, less what a page costs that draws once), and those of the whole page with all processes.
Exit status 1 where a picture is less alike than 0.99, or a drawing costs more than Chromium's.

Chromium draws on the processor. Needs pillow and numpy. Fonts are those of `FONTCONFIG_FILE`, in Chromium, and the
bundled ones in Offscreen: they should be the same.
"""
import argparse
import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

project = pathlib.Path(__file__).resolve().parent.parent
programs = project / "Benchmarks/canvas"
WIDTH, HEIGHT = 800, 600
LEAST_ALIKE = 0.99
WINDOW = 8

# Processes that a program leaves behind become this one's, which counts their time.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def cpu_of(command, environment=None):
    """CPU milliseconds of a program and all that it starts."""
    before = os.times()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    after = os.times()
    return 1000 * (after.children_user + after.children_system - before.children_user - before.children_system)


class Offscreen:
    def __init__(self, program):
        self.program = program

    def draw(self, name, count, picture):
        return cpu_of([self.program, "render", f"{(programs / name).as_uri()}.html#{count}", "-o", picture,
                       "--viewport", f"{WIDTH}x{HEIGHT}", "--timeout", "120s"])


class Chromium:
    def __init__(self, program):
        self.program = program

    def draw(self, name, count, picture):
        with tempfile.TemporaryDirectory() as profile:
            return cpu_of([self.program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                           "--font-render-hinting=none", "--disable-lcd-text", f"--user-data-dir={profile}",
                           f"--screenshot={picture}", f"--window-size={WIDTH},{HEIGHT}",
                           f"{(programs / name).as_uri()}.html#{count}"])


def gray(file):
    return numpy.asarray(Image.open(file).convert("L"), dtype=float)


def means(values):
    """Of each window."""
    sums = numpy.pad(values, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    parts = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    return parts / WINDOW ** 2


def likeness(first, second):
    """The mean SSIM of two pictures in greyscale."""
    a, b = gray(first), gray(second)
    if a.shape != b.shape:
        return 0
    mean_a, mean_b = means(a), means(b)
    variance_a, variance_b = means(a * a) - mean_a ** 2, means(b * b) - mean_b ** 2
    covariance = means(a * b) - mean_a * mean_b
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float(((2 * mean_a * mean_b + c1) * (2 * covariance + c2)
                  / ((mean_a ** 2 + mean_b ** 2 + c1) * (variance_a + variance_b + c2))).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--offscreen", default=str(project / ".build/release/offscreen"))
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--draws", type=int, default=10, help="how often each program draws when it is timed")
    parser.add_argument("--out", help="where the pictures are kept")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or sorted(file.stem for file in programs.glob("*.html"))
    folder = pathlib.Path(options.out or tempfile.mkdtemp()).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    engines = {"offscreen": Offscreen(options.offscreen), "chromium": Chromium(options.chromium)}
    print(f"{'':12}  SSIM      a drawing: offscreen  chromium      a page: offscreen  chromium")
    has_failed = False
    for name in names:
        pages, drawings = {}, {}
        for engine, program in engines.items():
            picture = str(folder / f"{name}-{engine}.png")
            pages[engine] = program.draw(name, 1, picture)
            timed = program.draw(name, 1 + options.draws, str(folder / "timed.png"))
            drawings[engine] = max(0, timed - pages[engine]) / options.draws
        alike = likeness(*(str(folder / f"{name}-{engine}.png") for engine in engines))
        is_good = alike >= LEAST_ALIKE and drawings["offscreen"] <= drawings["chromium"]
        has_failed |= not is_good
        print(f"{name:12}  {alike:.4f}  {drawings['offscreen']:18.1f} {drawings['chromium']:9.1f}"
              f"  {pages['offscreen']:20.0f} {pages['chromium']:9.0f}{'' if is_good else '  *'}", flush=True)
    sys.exit(has_failed)


if __name__ == "__main__":
    main()
