"""Grammars and data are found from a wheel and an sdist as they are from a checkout."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installed_package_reads_the_sample(kind: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "build", f"--{kind}", "-o", tmp_path, ROOT], check=True, capture_output=True)
    built = next(path for path in tmp_path.iterdir() if path.suffix in (".whl", ".gz"))
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", built], check=True, capture_output=True)
    code = (
        "import comprules, importlib.resources as r; from pathlib import Path\n"
        "path = Path(str(r.files('comprules.data') / 'sample-3.txt'))\n"
        "print(len(comprules.read(path).document.rules), (Path(comprules.__file__).parent / 'py.typed').exists())\n"
    )
    done = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "4 True\n"
    demo = [str(tmp_path / "venv" / "bin" / "comprules"), "demo", "-o", str(tmp_path / "reports")]
    subprocess.run(demo, check=True, capture_output=True, cwd=tmp_path)
    assert (tmp_path / "reports" / "document.json").read_bytes() == (ROOT / "reports" / "document.json").read_bytes()
