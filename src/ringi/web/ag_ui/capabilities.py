"""What this agent can do, as AG-UI's capabilities say it. Only what is really there."""

from __future__ import annotations

from ringi import __version__
from ringi.web.ag_ui.shapes import PROTOCOL, Event
from ringi.words import say


def capabilities(lang: str) -> Event:
    return {
        "identity": {
            "name": "ringi",
            "type": "ringi",
            "description": say("ag_ui", "description", lang),
            "version": __version__,
            "metadata": {"protocolVersion": PROTOCOL, "run": "POST /ag-ui", "ingest": "POST /ag-ui/ingest"},
        },
        "transport": {"streaming": True, "websocket": False, "httpBinary": False, "resumable": True},
        "tools": {"supported": True, "parallelCalls": False, "clientProvided": False},
        "state": {"snapshots": True, "deltas": False, "persistentState": True},
        "multiAgent": {"supported": False},
        "multimodal": {"input": {"image": False, "audio": False, "video": False, "pdf": False, "file": False}},
        "execution": {"codeExecution": False},
        "humanInTheLoop": {
            "supported": True,
            "approvals": True,
            "interventions": True,
            "feedback": True,
            "interrupts": True,
            "approveWithEdits": False,
        },
    }
