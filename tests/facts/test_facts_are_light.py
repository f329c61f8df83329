"""Reading or making a fact costs nothing but the standard library, so that every command may use it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LOADED = "import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"


def loaded(statement: str) -> set[str]:
    command = [sys.executable, "-S", "-c", LOADED.format(statement=statement)]
    environment = {"PYTHONPATH": next(path for path in sys.path if path.endswith("src"))}
    return set(json.loads(subprocess.run(command, check=True, capture_output=True, env=environment).stdout))


@pytest.mark.parametrize(
    "statement", ["import ringi.facts", "import ringi.facts.chain", "import ringi.facts.conformance"]
)
def test_only_the_standard_library_is_imported(statement: str) -> None:
    tops = {name.split(".")[0] for name in loaded(statement)}
    assert tops - set(sys.stdlib_module_names) <= {"ringi", "__main__", "__mp_main__", "sitecustomize"}


def test_the_package_itself_loads_nearly_nothing() -> None:
    modules = loaded("import ringi.facts")
    assert not modules & {"dataclasses", "inspect", "hashlib", "ringi.facts.envelope", "ringi.facts.conformance"}


def test_every_public_name_can_be_had_from_the_package() -> None:
    import ringi.facts

    for name in ringi.facts.__all__:
        assert getattr(ringi.facts, name) is not None
    assert callable(ringi.facts.canonical)
    assert callable(ringi.facts.redact)
    with pytest.raises(AttributeError):
        _ = ringi.facts.nonsense
