"""The examples of the documents and of the modules work, and the notebook runs."""

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mondrian_puzzles

ROOT = Path(__file__).parents[2]
PAGES = ["docs/python.md", "README.md", "python/README.md"]


def blocks(page):
    """Yields the blocks of Python of a page with the lines at which they begin."""
    text = (ROOT / page).read_text()
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
        yield text[: block.start()].count("\n") + 1, block[1]


@pytest.mark.parametrize("page", PAGES)
def test_examples_say_what_they_print(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    examples = [(line, text) for line, text in blocks(page) if ">>>" in text]
    assert examples
    for line, text in examples:
        test = doctest.DocTestParser().get_doctest(text, names, f"{page}:{line}", page, line)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize().failed == 0


SCRIPTS = [
    pytest.param(text, id=f"{page}:{line}") for page in PAGES for line, text in blocks(page) if ">>>" not in text
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_run(script, tmp_path):
    for module in re.findall(r"^(?:import|from) (\w+)", script, re.M):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not there: python/fleet runs this")
    path = tmp_path / "script.py"
    path.write_text(script)
    subprocess.run([sys.executable, "-W", "error", path], cwd=tmp_path, check=True, timeout=300)


@pytest.mark.parametrize("module", [mondrian_puzzles, mondrian_puzzles.table])
def test_examples_of_modules_work(module):
    result = doctest.testmod(module)
    assert result.attempted and not result.failed


def test_the_notebook_runs(tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    path = ROOT / "python" / "notebooks" / "methods.ipynb"
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    kinds = [kind for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs for kind in out.get("data", ())]
    assert "image/png" in kinds and "text/html" in kinds
