"""Measures every pattern of the package over growing hostile texts, with the real engine and a clock.

python growth_proof.py

Prints the patterns whose time grows faster than their text, with the text; those over texts of at most 3,000 characters
only where it grows faster than the square. `tests/facts/test_pattern_growth.py` counts steps instead, in CI.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "facts"))

from package_patterns import Found, hostile_texts, package_patterns
from test_pattern_growth import ALLOWED, BOUNDED, WHOLE_WORDS

LONGEST, BOUND = 60_000, 3_000
NOTICED = 0.004
"""Seconds below which a measurement says nothing."""
ENOUGH = 0.1


def seconds(found: Found, text: str) -> float:
    given = text if isinstance(found.pattern.pattern, str) else text.encode("latin-1", "replace")
    best = float("inf")
    for _ in range(2):
        begun = time.perf_counter()
        if found.anchored:
            found.pattern.match(given)
            found.pattern.fullmatch(given)
        else:
            for _ in found.pattern.finditer(given):
                pass
        best = min(best, time.perf_counter() - begun)
        if best > ENOUGH:
            break
    return best


def power(found: Found, head: str, pump: str, tail: str, longest: int) -> float:
    """With which power of its length a text's time grows: 1, 2, or 3 for more; 0 where none is long enough."""
    size, took = 8.0, [0.0, 0.0]
    while size * len(pump) <= longest:
        took.append(seconds(found, head + pump * int(size) + tail))
        if took[-1] > NOTICED:
            grown = took[-1] / max(took[-3], NOTICED / 20)  # over a text of 1.5 times 1.5 the length
            return 1.0 if grown <= 2.25**1.4 else 2.0 if grown <= 2.25**2.6 else 3.0
        size *= 1.5
    return 0.0


def main() -> int:
    found, made = package_patterns()
    told: Counter[str] = Counter()
    for one in found:
        if one.place in ALLOWED:
            continue
        bounded = one.place.startswith(BOUNDED)
        tried = Found(one.place, one.pattern, anchored=True) if one.place in WHOLE_WORDS else one
        for head, pump, tail in hostile_texts(one.pattern, wide=True):
            least, longest = (3.0, BOUND) if bounded else (2.0, LONGEST)
            # A clock errs: only what is so three times in a row is said.
            if all(power(tried, head, pump, tail, longest) >= least for _ in range(3)):
                print(f"{one.place}: {head + pump * 4 + tail!r}\n    {one.spelt[:160]!r}", flush=True)
                told["grow"] += 1
                break
        told["looked at"] += 1
    print(f"{told['looked at']} patterns measured, {len(made)} places that make some at run time; {told['grow']} grow")
    return 1 if told["grow"] else 0


if __name__ == "__main__":
    sys.exit(main())
