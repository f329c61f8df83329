"""Who acts for SPECTRA: shell commands, tools, checks, and what is handed on to others. `Acting` is its face."""

from ringi.spectra.acting.describing import Described
from ringi.spectra.acting.doing import Acting
from ringi.spectra.acting.rules import ShellRules

__all__ = ["Acting", "Described", "ShellRules"]
