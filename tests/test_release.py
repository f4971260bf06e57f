"""What a release shows where there is no repository around it: every link and picture holds."""

from __future__ import annotations

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
WHERE = "https://git.example/ada/herrlof"


@pytest.fixture
def released(tmp_path: Path) -> ModuleType:
    """Return the script of a release, at work on a copy."""
    spec = spec_from_file_location("index_page", ROOT / ".github" / "index_page.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    for name in ("README.md", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    script.ROOT = tmp_path
    return script


def test_every_link_of_the_readme_holds_on_the_page_of_an_index(released: ModuleType, tmp_path: Path) -> None:
    before = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    released.main(WHERE, "v9.9.9")
    after = re.findall(r"(!?)\[[^][]*\]\(([^)]+)\)", (tmp_path / "README.md").read_text("utf-8"))
    assert len(after) == len(before) > 20
    for bang, link in after:
        if link.startswith("https://") and not link.startswith(WHERE):
            continue
        place = link.removeprefix(f"{WHERE}/{'raw' if bang else 'blob'}/v9.9.9/")
        assert (ROOT / place).exists(), link
    assert any(bang for bang, _ in after)


def test_an_index_is_told_where_the_source_and_the_issues_are(released: ModuleType, tmp_path: Path) -> None:
    released.main(WHERE, "v9.9.9")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["urls"]["Source"] == WHERE
    assert project["urls"]["Issues"] == f"{WHERE}/issues"
    assert project["name"] == "herrlof"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("[a](docs/b.md)", "[a](W/blob/v1/docs/b.md)"),
        ("![a](docs/b.svg)", "![a](W/raw/v1/docs/b.svg)"),
        ("[![a](b.svg)](c.md)", "[![a](W/raw/v1/b.svg)](W/blob/v1/c.md)"),
        ("[a](https://b.example/c)", "[a](https://b.example/c)"),
        ("[a](#keys)", "[a](#keys)"),
    ],
)
def test_links_and_pictures_get_the_address_of_the_release(released: ModuleType, said: str, shown: str) -> None:
    assert released.with_addresses(said, "W", "v1") == shown
