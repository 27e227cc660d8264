"""The pages in a real browser: how soon, how large, how smooth.

    .venv/bin/python benchmarks/browser.py

A server and Debian's Chromium are started; its WebGL is computed by the processor, so frames of
pictures in space are the slowest that anybody will see.  Each figure is the median of some rounds.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tables import markdown

import tilewright.web

ROUNDS = 5
FLAGS = ("--no-sandbox", "--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader")

# Milliseconds between frames while the mouse turns the picture for a second.
FRAMES = """async () => {
  const viewer = document.querySelector('.space').shadowRoot;
  const canvas = viewer.querySelector('canvas');
  const box = canvas.getBoundingClientRect();
  const tell = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, composed: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1,
    clientX: box.left + x, clientY: box.top + 100 }));
  tell('pointerdown', 100);
  const times = [];
  await new Promise((resolve) => {
    const step = (now) => {
      times.push(now);
      tell('pointermove', 100 + 2 * times.length);
      if (times.length < 90) requestAnimationFrame(step); else resolve();
    };
    requestAnimationFrame(step);
  });
  tell('pointerup', 300);
  return times.slice(1).map((time, k) => time - times[k]);
}"""

# Milliseconds from a move of the mouse over the paper to the next frame, in which it is drawn.
STROKE = """async () => {
  const paper = document.querySelector('.paper');
  const cells = [...paper.querySelectorAll('.cells path')];
  const middle = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const rows = Map.groupBy(cells.map(middle), ([, y]) => Math.round(y));
  const spots = [...rows.keys()].sort((a, b) => a - b).flatMap((y, k) =>
    rows.get(y).sort(([a], [b]) => (k % 2 ? b - a : a - b))); // back and forth, cell by cell
  const tell = (kind, [clientX, clientY]) => paper.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX, clientY }));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  tell('pointerdown', spots[0]);
  const took = [];
  let late = 0;
  for (const spot of spots.slice(1)) {
    await frame();
    const before = paper.querySelector('.cells').outerHTML;
    const start = performance.now();
    tell('pointermove', spot);
    await frame(); // what was asked for before the frame is done before it
    await 0;
    took.push(performance.now() - start);
    if (paper.querySelector('.cells').outerHTML === before) late += 1;
  }
  tell('pointerup', spots.at(-1));
  return { took, late, cells: cells.length };
}"""


@contextmanager
def served() -> Iterator[str]:
    """The address of a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        tilewright = str(Path(sys.executable).with_name("tilewright"))
        command = [tilewright, "serve", "--port", "0", "--no-open", "--keep", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            found = re.search(r"http://[^\s/]+", process.stdout.readline())
            assert found
            yield found[0]
            process.terminate()


def first_page(browser: Browser, address: str) -> list[str]:
    """Seconds until the first cards can be used, in a browser that was never here."""
    seconds = []
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.locator(".puzzle").first).to_be_visible()
        seconds.append(page.evaluate("performance.now()") / 1000)
        context.close()
    return ["first page, until cards can be used", f"{median(seconds):.2f} s", "1.5 s"]


def bundle() -> list[str]:
    """All files of the front end, compressed."""
    static = Path(tilewright.web.__file__).parent / "static"
    files = [f for f in static.rglob("*") if f.is_file() and f.suffix not in (".gz", ".br")]
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    return ["all files of the front end, gzip", f"{size / 1000:.0f} kB", "1,000 kB"]


def turning(page: Page, address: str) -> list[str]:
    """Frames while Bedlam is turned."""
    asked = {"puzzle": {"name": "bedlam"}, "task": "one"}
    answer = page.request.post(
        f"{address}/api/jobs",
        data=json.dumps(asked),
        headers={"Content-Type": "application/json"},
    )
    page.goto(f"{address}/jobs/{answer.json()['id']}")
    page.locator(".space canvas").wait_for()
    page.wait_for_timeout(1000)
    gaps = [gap for _ in range(3) for gap in page.evaluate(FRAMES)]
    return ["turning Bedlam", f"{1000 / median(gaps):.0f} frames a second", "60"]


def stroke(page: Page, address: str) -> list[str]:
    """A stroke over all cells of the paper of an 8×8 board."""
    page.goto(f"{address}/edit?puzzle=pentominoes-8x8-corners")
    page.locator(".paper .cells path").first.wait_for()
    page.wait_for_timeout(1000)
    found = page.evaluate(STROKE)
    words = f"{median(found['took']):.1f} ms, {found['late']} of {found['cells']} cells late"
    return ["a stroke in 8×8, from move to frame", words, "one frame (17 ms)"]


def check(page: Page, address: str) -> list[str]:
    """The first answer about the empty 6×10 board, the puzzle not read before."""
    page.goto(address)
    asked = {"puzzle": {"name": "pentominoes-6x10"}, "placed": []}
    took = page.evaluate(
        """async (asked) => {
          const took = [];
          for (let k = 0; k < 6; k++) {
            const start = performance.now();
            const answer = await fetch('/api/play/check', { method: 'POST',
              headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(asked) });
            await answer.json();
            took.push((performance.now() - start) / 1000);
          }
          return took;
        }""",
        asked,
    )
    words = f"{took[0]:.2f} s, then {median(took[1:]):.2f} s"
    return ["can the empty 6×10 be completed?", words, "0.3 s"]


def main() -> None:
    """Measure, and print a table."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise SystemExit("no Chromium here: `make browser` installs it")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        rows = [first_page(browser, address), bundle()]
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        rows += [what(page, address) for what in (turning, stroke, check)]
        browser.close()
    print(markdown([["what", "measured", "wanted"], *rows]))


if __name__ == "__main__":
    main()
