"""A page in the browser, and what can be seen on its canvas."""

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Browser, Page

Pixels = npt.NDArray[np.int16]

VIEWER = "document.querySelector('[data-tilewright]').viewer"
PICTURE = f"""async () => {{
  const blob = await {VIEWER}.screenshot();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}}"""


class Shown:
    """A page that is shown, and everything that it complained about or asked the network for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._heed(said.type, said.text))
        page.on("request", lambda request: self.requests.append(request.url))

    def _heed(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "GPU stall" not in text:
            self.complaints.append(text)

    def viewer(self, code: str) -> Any:
        """The value of `viewer.code`."""
        return self.page.evaluate(f"() => {VIEWER}.{code}")

    def until(self, condition: str) -> None:
        """Wait until `viewer.condition` is true."""
        self.page.wait_for_function(f"() => {VIEWER} && {VIEWER}.{condition}")

    def pixels(self) -> Pixels:
        """The canvas: rows, columns, colours."""
        png = base64.b64decode(self.page.evaluate(PICTURE))
        with Image.open(io.BytesIO(png)) as image:
            return np.array(image.convert("RGB"), dtype=np.int16)


@contextmanager
def opened(browser: Browser, folder: Path, html: str, **options: Any) -> Iterator[Shown]:
    """The page in a window of its own, once its viewer is there; it must not complain."""
    file = folder / "page.html"
    file.write_text(html, encoding="utf-8")
    options.setdefault("viewport", {"width": 800, "height": 600})
    wait = options.pop("wait", True)
    context = browser.new_context(**options)
    try:
        shown = Shown(context.new_page())
        shown.page.goto(file.as_uri())
        if wait:
            shown.until("meshes.length > 0")
        yield shown
        assert shown.complaints == []
        assert {url.split(":")[0] for url in shown.requests} <= {"file", "data", "blob"}
    finally:
        context.close()


def drawn(pixels: Pixels) -> npt.NDArray[np.bool_]:
    """Where there is something: what differs from the ground, which is in the corner."""
    away: npt.NDArray[np.int16] = np.abs(pixels - pixels[0, 0]).max(axis=2)
    return away > 12


def difference(one: Pixels, other: Pixels) -> float:
    """How much two pictures differ on average, from 0 to 255."""
    assert one.shape == other.shape
    return float(np.abs(one - other).mean())
