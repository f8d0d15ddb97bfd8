"""Puts the engine into the package: setuptools runs this for a wheel (pyproject.toml)."""

import subprocess
import sys
from pathlib import Path

from setuptools.command.build_py import build_py


class WithEngine(build_py):  # type: ignore[misc]
    """Copies the modules, and builds the engine beside them. Without Node the package has no engine, and the first start tries again. An
    editable install runs from the sources, where the first start builds it."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            made = Path(self.build_lib, "service", "offline", "made").resolve()
            subprocess.run([sys.executable, "-m", "service.offline", str(made)], check=False)  # noqa: S603 - in the folder of the sources
