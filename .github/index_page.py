"""Make what a package index shows hold there: `python .github/index_page.py https://HOST/OWNER/NAME v0.1.0`.

A README's links and pictures are paths of the repository. An index has no repository, and only who makes a release
knows where it is; so a release writes both into its own checkout before it builds, to the pages as they stand at
its tag.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^)\s]+)\)"
"""A link or a picture, or a picture that is a link."""


def with_addresses(text: str, repository: str, tag: str) -> str:
    """Return a page of the top folder whose links hold anywhere: to pages, and to the pictures themselves."""

    def whole(found: re.Match[str]) -> str:
        bang, label, place = found.groups()
        inner = re.sub(LINK, whole, label)
        if "://" not in place and not place.startswith("#"):
            place = f"{repository}/{'raw' if bang else 'blob'}/{tag}/{place}"
        return f"{bang}[{inner}]({place})"

    return re.sub(LINK, whole, text)


def main(repository: str, tag: str) -> None:
    readme, project = ROOT / "README.md", ROOT / "pyproject.toml"
    readme.write_text(with_addresses(readme.read_text("utf-8"), repository, tag), "utf-8")
    urls = {
        "Source": repository,
        "Documentation": f"{repository}/blob/{tag}/docs/tour.md",
        "Changelog": f"{repository}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    rows = "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    project.write_text(f"{project.read_text('utf-8')}\n[project.urls]\n{rows}", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
