"""What the READMEs show is run."""

from __future__ import annotations

import pathlib
import re
from typing import Any, Dict, List

import pytest

package = pathlib.Path(__file__).parents[1]


def examples(readme: pathlib.Path, word: str) -> List[str]:
    blocks = re.findall(r"^```python\n(.*?)^```$", readme.read_text(encoding="utf-8"), re.M | re.S)
    return [block for block in blocks if word in block]


@pytest.mark.parametrize("readme", [package / "README.md", package.parents[1] / "README.md"])
def test_the_first_example(readme: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not readme.exists():
        pytest.skip("needs the project's sources")
    [example] = examples(readme, 'offscreen.render("https://example.com/"')
    monkeypatch.chdir(tmp_path)
    pathlib.Path("page.html").write_text("<title>Page</title><p>Hello")
    import offscreen

    pathlib.Path("golden.png").write_bytes(offscreen.render("page.html"))
    names: Dict[str, Any] = {"pages": ["page.html"] * 3}
    exec(example.replace("https://example.com/", "page.html"), names)  # The network is not at hand.
    assert names["png"].startswith(b"\x89PNG")
    if "title" in names:
        assert names["title"] == "Page"
        assert pathlib.Path("card.webp").exists()
