"""What a channel must still know after a restart (where it stopped reading, what it was about to send): small JSON.

No history: SPECTRA's two files are. Losing one of these costs a repeated notice, never a repeated deed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ringi.private_files import private_folder
from ringi.spectra.durable import replace


class Kept:
    """One file, written whole at each change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.values: dict[str, Any] = _read(path)

    def put(self, **values: Any) -> None:
        """Takes these in; None forgets. On the disk when it returns; what the disk refuses is known until the end."""
        after = {**self.values, **values}
        after = {name: value for name, value in after.items() if value is not None}
        if after == self.values:
            return
        self.values = after
        private_folder(self._path.parent)
        replace(self._path, [json.dumps(after, ensure_ascii=False, indent=2).encode()])


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
