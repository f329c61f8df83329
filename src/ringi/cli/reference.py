"""Makes `docs/reference/cli.md` from the table of commands: `python -m ringi.cli.reference > docs/reference/cli.md`.

A test compares the file with what this prints, so the reference cannot fall behind.
"""

from __future__ import annotations

import sys

from ringi.cli.grammar import COMMANDS, GLOBAL, GROUPS, Command
from ringi.cli.overview import argument_words, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ringi.cli.grammar import Argument

EXIT_CODES = (
    ("0", "It was done. What became of the work is in the state, not in the exit code."),
    ("1", "Something else went wrong; or `check`, `db verify`, `doctor` or `tools` found something."),
    ("2", "What was typed or given cannot be used."),
    ("3", "There is no such thing."),
    ("4", "This person may not do that."),
    ("5", "Somebody or something was there first: already decided, changed meanwhile, already running."),
    ("6", "The store, the disk, a tool or the server cannot be used now. Nothing was half done."),
    ("130", "Ctrl-C. In the foreground the task was cancelled; with a server only the watching ended."),
    ("141", "Whoever read the output has gone."),
)
ENVIRONMENT = (
    ("RINGI_HOME", "The data directory. Default: `~/.ringi`."),
    (
        "RINGI_DATABASE_URL",
        "Another database: `sqlite:////path/file.db` or `postgresql://…`. Default: `ringi.db` in the home.",
    ),
    (
        "RINGI_LANG",
        "`ja`, `en` or `zh`. Without it `LC_ALL`, `LC_MESSAGES` and `LANG` are looked at, in this order. Any other"
        " language is answered in English.",
    ),
    ("RINGI_PORT", "Port of `ringi up`. Default: 8750."),
    ("RINGI_FREEE_CLIENT_ID", "With the next one: freee HR can be connected (docs/how-to/connections.md)."),
    ("RINGI_FREEE_CLIENT_SECRET", "The secret of the app at freee."),
    ("RINGI_FREEE_ACCOUNTS_URL", "Another freee than freee: where it signs in. For the double."),
    ("RINGI_FREEE_API_URL", "Where its HR API is. For the double."),
    ("RINGI_GOOGLE_CLIENT_ID", "With the next one: Google can be connected."),
    ("RINGI_GOOGLE_CLIENT_SECRET", "The secret of the app at Google."),
    ("RINGI_GOOGLE_AUTHORIZE_URL", "Another Google than Google: its consent page. For a double."),
    ("RINGI_GOOGLE_TOKEN_URL", "Where its tokens come from. For a double."),
    ("RINGI_GOOGLE_API_URL", "Where its Sheets API is. For a double."),
    ("RINGI_SLACK_BOT_TOKEN", "Slack's bot token (`xoxb-…`); also `bot_token` under `[slack]` in `ringi.toml`."),
    ("RINGI_SLACK_APP_TOKEN", "Slack's app token (`xapp-…`): Socket Mode. `app_token`."),
    ("RINGI_SLACK_SIGNING_SECRET", "For HTTP instead of Socket Mode. `signing_secret`."),
    ("RINGI_SLACK_CLIENT_ID", "With the next one: many workspaces, by OAuth. `client_id`."),
    ("RINGI_SLACK_CLIENT_SECRET", "`client_secret`."),
    ("RINGI_SLACK_REDIRECT_URL", "Where Slack sends people back to, when the app has several. `redirect_url`."),
    ("RINGI_SLACK_API_URL", "Another Slack than Slack: the double on this machine. `api_url`."),
    ("RINGI_SLACK_CONFIG_TOKEN", "For `ringi slack doctor` to read the app's settings themselves. `config_token`."),
    ("RINGI_SLACK_DOUBLE_PORT", "Port of the Slack double; the next free one when it is taken. Default: 8751."),
    (
        "RINGI_VAULT_KEY",
        "Keys that stored tokens are sealed with: `keyring`, or one or more keys separated by commas, the newest first."
        " Default: `vault.key` in the home.",
    ),
    ("RINGI_WORKSPACE", "Which Slack workspace the commands are about. Default: the house's own. As `--workspace`."),
    (
        "RINGI_MODEL",
        "The model that judges, whatever the setting `model` says: `anthropic:…`, `openai:…`, `xai:…`, `google:…`,"
        " `ollama:…`, `compatible:…`, or `rules` for the offline planner.",
    ),
    (
        "ANTHROPIC_API_KEY",
        "The key of the provider; likewise `OPENAI_API_KEY`, `XAI_API_KEY`, `GOOGLE_API_KEY`, `OLLAMA_API_KEY`. With"
        " the first one `claude-sonnet-4-6` judges instead of the offline planner.",
    ),
    (
        "ANTHROPIC_BASE_URL",
        "Another address of the provider; likewise `OPENAI_BASE_URL`, `XAI_BASE_URL`, `GOOGLE_GEMINI_BASE_URL`,"
        " `OLLAMA_BASE_URL`.",
    ),
    ("RINGI_MODEL_URL", "Where `compatible:NAME` is: any address that speaks OpenAI's chat completions."),
    ("RINGI_MODEL_KEY", "The key for it, if it wants one."),
    (
        "RINGI_TRUSTED_PROXIES",
        "Addresses and networks of proxies whose `X-Forwarded-For` or `Forwarded` is believed. Default: this machine"
        " as soon as `RINGI_PUBLIC_URL` is set, else none.",
    ),
    (
        "RINGI_QUOTA_FACTS_PER_MINUTE",
        "What a program may bring with one user's key; so too `…_PER_DAY`, and `RINGI_QUOTA_BYTES_…` (bytes of facts),"
        " `RINGI_QUOTA_REQUESTS_…`. Defaults per minute and day: 60,000 and 2,000,000 facts, 32 MB and 1 GB, 120 and"
        " 2,000 requests; 0 means without a limit.",
    ),
    ("RINGI_TODAY", "A fixed day (`YYYY-MM-DD`) instead of the calendar's, for demonstrations and tests."),
    ("NO_COLOR", "Any value: no colour. `TERM=dumb` does the same."),
    ("COLORTERM", "`truecolor` or `24bit`: the state colours exactly; otherwise the nearest of 256."),
)
JSON = {
    "ask": (
        "`{task_id, status, state, duplicate, approval_id?, kind?, digest?, question?, choices?, reason?, suggestion?,"
        " answer?}`"
    ),
    "answer": "as `ask`",
    "plan": "as `ask`, with `process_id`",
    "steer": "as `ask`",
    "queue": "`{queued: [request]}`",
    "inbox": (
        "`{approvals: [{approval_id, kind, subject_id, task_id, title, digest, opened_at, version, requester, priority,"
        " question, may_decide}], total, questions: [{id, title, source, pending, may, risk, waiting_since}],"
        " questions_total, attention: [{task_id, title, state, execution_id, error}], next}`"
    ),
    "console": "nothing: it is a screen",
    "show": (
        "`{request, task, prompts, processes, executions, approvals, decisions, comments, artifacts, audit_logs, state,"
        " view}`: the records by their column names, and the projection; without ID `{tasks: […]}`"
    ),
    "approve": (
        "`{approval_id, task_id, digest, decision, status, next, state, subject_id?, version?, next_approval_id?,"
        " next_kind?, next_digest?, execution_id?, reason?, answer?}`; `next` and `subject_id` are what the decision"
        " set off: `process` and its plan, `execution` and its run"
    ),
    "reject": "as `approve`",
    "return": "as `approve`",
    "withdraw": "`{task_id, status, state}`",
    "cancel": "`{task_id, status, state}`",
    "retry": "as `ask`",
    "resolve": "as `ask`",
    "facts": "`{facts: [fact]}`; with `--jsonl` one fact a line instead",
    "check": "`{ok, format, lines, violations, found: [{line, rule, reason, sequence}], points: [{id, title, status, "
    "broken, line?, reason?}], counts, projection?: {same, parts, differences}}`",
    "audit": "`{entries: [audit log row]}`",
    "up": "`{address, pid, slack_double?}` once it is ready",
    "settings get": "`{config, meaning}`; with KEY `{key, value}`",
    "settings set": "`{config}`",
    "users list": "`{users: […]}`",
    "users add": "`{id, name, roles, key}`",
    "users roles": "`{name, roles}`",
    "users key": "`{name, key}`",
    "users link": "`{name, slack_user_id}`",
    "users invite": "`{name, email}`",
    "link": "`{address}`",
    "tools list": "`{tools: [{name, server, description, effect, destructive, idempotent, input_schema, allowed,"
    " constraints, quarantined}], problems, servers: [{server, kind, state, reason, failures, again_in, tools,"
    " waiting}]}`",
    "tools show": "one of the tools of `tools list`, with `{title, output_schema, meta, accepted?: {description,"
    " input_schema, by, at}}`",
    "tools add": "`{server, tools, accepted: [name], problem, sign_in}`",
    "tools remove": "`{server, removed}`",
    "tools login": "`{server, signed_in}`",
    "tools allow": "`{tool, allowed, constraints?}`",
    "tools deny": "`{tool, allowed, constraints?}`",
    "tools accept": "`{tool, trusted, was_pinned, confirmed}`; of a server `{server, trusted, tools: [name]}`",
    "mcp": "MCP on standard input and output, with or without it",
    "db erase": "`{task_id, erased, left: [what is not erased]}`",
    "db upgrade": "`{found, version, changed, tasks, facts, renumbered, …}`",
    "db verify": "`{ok, problems: [{rule, thread, detail}]}`",
    "db heads": "`{store, number, at, link}`",
    "db seal": "`{store, key, number, threads, audits, authority}`",
    "db backup": "`{path, version, size}`",
    "db restore": "`{path, version, size, kept?}`",
    "slack": "as `up`",
    "slack manifest": "the manifest",
    "slack doctor": "`{ok, checks: [{id, ok, unknown, words, detail, click}]}`",
    "slack double": "`{address, environment}`, when it listens",
    "vault status": "`{ok, where, keys, sealed: [{tenant_id, provider, key, error}]}`",
    "vault rotate": "`{key, sealed, keys}`",
    "vault key": "`{key, id}`",
    "connect": (
        "`{services: [{provider, shown, status, ready, needs, name, since, by, lasts_until, trouble, scopes}]}`; with a"
        " service `{provider, address}`, with `--disconnect` `{provider, status}`"
    ),
    "spectra": "with `--headless`: `{directory, pid}` once it runs",
    "spectra say": "`{heard}`",
    "spectra answer": "`{approval_id, answer}`, or `{answered}` for a question",
    "spectra stop": "`{stopped, leaves}`",
    "spectra status": "`{chat, cli, task, inspector, vitals, purpose, pid}` (see `spectra.md`)",
    "spectra undo": "`{heard}`",
    "spectra secret": "`{name, kept}`",
    "spectra rules": "`{rules, path}`, or `{heard}`",
    "doctor": "`{ok, checks: [{id, ok, detail, code?, values?}]}`",
    "explain": "`{code, message, next}`; without CODE `{codes: […]}`",
    "demo": "`{session, facts, address, open: [id]}`; with `--list` `{scenarios: [{name, title, facts}]}`",
    "eval": "`{total, passed, cases: [{id, passed, got}]}`; for a model also `mind` and `spent: {judgements, requests,"
    " input_tokens, output_tokens, cached_tokens, cost_usd, latency_ms}`",
    "queue edit": "`{task_id, status}`",
    "queue remove": "`{task_id, status}`",
    "bench": "what the benchmark measured",
}


def reference() -> str:
    lines = [
        "# Command line",
        "",
        "Made from the parser by `python -m ringi.cli.reference`; do not edit by hand.",
        "",
        "Every command works alike with a running `ringi up` (it talks to it) and without (it opens the store itself"
        " and carries the work on in the foreground, where Ctrl-C cancels the task). Options may stand before or after"
        " the command. An ID may be that of a task, approval, policy, plan or run, or the beginning of one.",
        "",
        "With `--json` standard output has one JSON document and nothing else; an error goes to standard error as"
        ' `{"error": {code, message, next, values}}`. In a pipe there is no colour, no hint and no progress.',
        "",
        "## Exit codes",
        "",
        *_table(("code", "meaning"), EXIT_CODES),
        "## Environment",
        "",
        *_table(("variable", "meaning"), [(f"`{name}`", text) for name, text in ENVIRONMENT]),
        "## Common options",
        "",
        *_table(("option", "meaning"), [(f"`{_shape(one)}`", words(f"global {one[0]}", "en")) for one in GLOBAL]),
    ]
    for group in GROUPS:
        lines += [f"## {words(f'group {group}', 'en')}", ""]
        for command in COMMANDS.values():
            if command.group == group:
                lines += _command(command)
    return "\n".join(lines).rstrip() + "\n"


def _command(command: Command) -> list[str]:
    usage = " ".join(["ringi", command.name, *(_usage(argument) for argument in command.arguments)])
    about = words(command.name, "en")
    rows = [(f"`{_shape(one)}`", argument_words(command, one[0], "en")) for one in command.arguments]
    lines = [f"### ringi {command.name}", "", f"{about[0].upper()}{about[1:]}.", "", f"    {usage}", ""]
    if rows:
        lines += _table(("argument", "meaning"), rows)
    return [*lines, f"JSON: {JSON[command.name]}", ""]


def _shape(argument: Argument) -> str:
    """An argument as it is typed: `--limit N`, `TASK`, `done|failed|retry`."""
    name, how = argument
    choices = "\\|".join(how["choices"]) if "choices" in how else ""
    value = choices or how.get("metavar") or ""
    if not name.startswith("-"):
        return value or name.upper()
    return name if how.get("action") == "store_true" else f"{name} {value}"


def _usage(argument: Argument) -> str:
    name, how = argument
    text = _shape(argument).replace("\\|", "|")
    if name.startswith("-"):
        return text if how.get("required") else f"[{text}]" + ("…" if how.get("action") == "append" else "")
    return {"+": f"{text}…", "?": f"[{text}]"}.get(how.get("nargs", ""), text)


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> list[str]:
    found = [f"| {' | '.join(head)} |", "| --- | --- |"]
    return [*found, *(f"| {first} | {second} |" for first, second in rows), ""]


if __name__ == "__main__":
    sys.stdout.write(reference())
