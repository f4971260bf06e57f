"""Compiles the engine into the wheel, where HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 asks for it.

The same source is compiled, by mypyc, in a folder of its own: nothing is left in the checkout, where it
would run in place of the source.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup

_, work, *modules = sys.argv
options = ["--config-file=", f"--cache-dir={work}/cache", *modules]
setup(
    script_args=["build_ext", f"--build-lib={work}/lib", f"--build-temp={work}/temp"],
    ext_modules=mypycify(options, target_dir=f"{work}/c", group_name="herrlof"),
)
"""


class CompiledEngine(BuildHookInterface[Any]):
    """Adds a compiled module beside each of the configured `modules`; Python prefers it to the source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the wheel what it holds now."""
        if version == "editable":
            return
        self._work = TemporaryDirectory()
        done = subprocess.run(  # noqa: S603 - the interpreter that builds, and what stands above
            [sys.executable, "-c", SETUP, self._work.name, *self.config["modules"]],
            cwd=Path(self.root) / "src",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"the engine cannot be compiled:\n{done.stdout}{done.stderr}")
        built = Path(self._work.name) / "lib"
        for path in built.rglob("*.*"):
            build_data["force_include"][str(path)] = str(path.relative_to(built))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what is in the wheel now."""
        if version != "editable":
            self._work.cleanup()
