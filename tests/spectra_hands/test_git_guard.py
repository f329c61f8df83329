"""What a sandboxed command writes for git never reaches the developer's own git, which runs without any sandbox."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ringi.spectra.acting import Acting, ShellRules
from ringi.spectra.acting.repositories import guard
from ringi.spectra.acting.sandbox import find
from ringi.spectra.shapes import Action

ENVIRON = {"PATH": os.environ["PATH"], "HOME": "/root", "LANG": "C.UTF-8"}
PAYLOAD = "#!/bin/sh\ntouch {mark}\n"


class Yard:
    """A developer's directory, SPECTRA's hands in it, and a file outside that only what got out would make."""

    def __init__(self, place: Path) -> None:
        self.directory = place / "yard"
        self.directory.mkdir()
        self.mark = place / "got-out"
        self.told: list[str] = []
        self.acting = Acting(self.directory, environ=ENVIRON, shell=ShellRules(sandbox="required"))
        (self.directory / "evil.sh").write_text(PAYLOAD.format(mark=self.mark))
        (self.directory / "evil.sh").chmod(0o755)

    def git(self, *words: str, at: str = ".") -> subprocess.CompletedProcess[str]:
        """The developer's own git, outside of any sandbox."""
        who = ("-c", "user.name=aki", "-c", "user.email=aki@example.com")
        env = {**ENVIRON, "GIT_CONFIG_GLOBAL": os.devnull}
        return subprocess.run(
            ["git", *who, *words], cwd=self.directory / at, env=env, check=False, capture_output=True, text=True
        )

    def use(self, at: str = ".") -> None:
        """What a developer does all day."""
        for words in (
            *(
                ("status",),
                ("add", "-A"),
                ("commit", "-q", "--allow-empty", "-m", "x"),
                ("diff", "HEAD"),
                ("log", "-p"),
            ),
            *(("checkout", "-q", "-B", "other"), ("stash",), ("fetch", "--all"), ("st",)),
        ):
            self.git(*words, at=at)

    async def run(self, command: str) -> str:
        action = Action(kind="command", summary="", impact="", command=command)
        outcome = await self.acting.run(action, self.told.append)
        return outcome.output


@pytest.fixture
def yard(tmp_path: Path) -> Yard:
    if not find("auto", tmp_path, ENVIRON, network=False, read=()):
        pytest.skip("bubblewrap cannot be used here")
    found = Yard(tmp_path)
    found.git("init", "-q")
    found.git("commit", "-q", "--allow-empty", "-m", "first")
    return found


HOOK = "for hook in pre-commit post-checkout post-index-change; do cp evil.sh {git}/hooks/$hook; done"
CONFIG = (
    'git config --file {git}/config core.fsmonitor "$PWD/evil.sh";'
    " git config --file {git}/config alias.st '!./evil.sh';"
    " printf '[core]\\n\\thooksPath = %s\\n' \"$PWD/hooks\" >> {git}/config;"
    " mkdir -p hooks; cp evil.sh hooks/pre-commit"
)
FILTER = (
    "printf '* filter=x diff=x\\n' > .gitattributes; printf '* filter=x\\n' > {git}/info/attributes;"
    ' git config --file {git}/config filter.x.clean "$PWD/evil.sh";'
    ' git config --file {git}/config diff.x.textconv "$PWD/evil.sh"'
)


@pytest.mark.parametrize("way", [HOOK, CONFIG, FILTER])
@pytest.mark.parametrize("bare", [False, True])
async def test_no_command_changes_what_the_developers_git_runs(yard: Yard, way: str, bare: bool) -> None:
    for part in ("hooks", "info") if bare else ():
        shutil.rmtree(yard.directory / ".git" / part)
        way = f"mkdir {{git}}/{part}; {way}"
    await yard.run(way.format(git=".git"))
    yard.use()
    assert not yard.mark.exists()
    assert "evil" not in (yard.directory / ".git" / "config").read_text()


@pytest.mark.parametrize(
    "way",
    [
        "mv .git old && git init -q . && {0}",
        "rm -rf .git; git init -q .; {0}",
        "cp -r .git made && {0}; mv .git x; mv made .git",
        "mv .git/hooks .git/h2; mkdir .git/hooks; {0}",
        "mv .git/config .git/c2; {0}",
        "echo 'gitdir: made' > .git",
        "ln -sfn made .git",
        "git config --file .git/config.worktree core.fsmonitor ./evil.sh; echo ../made > .git/commondir",
    ],
)
async def test_no_way_round_what_is_bound(yard: Yard, way: str) -> None:
    await yard.run("git init -q made; " + HOOK.format(git="made/.git"))
    before = (yard.directory / ".git" / "config").read_bytes()
    await yard.run(way.format(HOOK.format(git=".git") + "; " + CONFIG.format(git=".git")))
    yard.use()
    assert not yard.mark.exists()
    assert (yard.directory / ".git" / "config").read_bytes() == before


@pytest.mark.parametrize("way", [HOOK, CONFIG, FILTER])
@pytest.mark.parametrize("make", ["git init -q sub", "git clone -q . sub", "git init -q --bare sub/.git && :"])
async def test_a_repository_that_a_command_makes_keeps_only_plain_settings(yard: Yard, make: str, way: str) -> None:
    await yard.run(f"{make}; cp evil.sh sub/; {way.format(git='sub/.git')}")
    yard.use(at="sub")
    assert not yard.mark.exists()
    assert any("set-aside-by-spectra" in one for one in yard.told), "it is said"
    assert yard.git("rev-parse", "--git-dir", at="sub").returncode == 0, "and it is a repository still"


async def test_an_ordinary_repository_that_a_command_makes_is_left_as_it_is(yard: Yard) -> None:
    await yard.run("git init -q sub && git -C sub remote add origin https://example.com/x.git; git clone -q sub other")
    assert not any("aside" in one for one in yard.told)
    assert yard.git("remote", "-v", at="sub").stdout.startswith("origin\thttps://example.com/x.git")


async def test_a_bare_repository_and_a_worktree_of_a_command_run_nothing_either(yard: Yard) -> None:
    await yard.run(
        f"git init -q --bare store.git; {HOOK.format(git='store.git')}; cp evil.sh store.git/hooks/pre-receive"
    )
    yard.git("push", "-q", "store.git", "HEAD:refs/heads/a")
    await yard.run("git worktree add -q tree && cp -r .git made && echo ../../../made > .git/worktrees/tree/commondir")
    await yard.run(HOOK.format(git="made"))
    yard.use(at="tree")
    assert not yard.mark.exists()


async def test_a_moved_folder_with_another_repository_in_its_place_runs_nothing(yard: Yard) -> None:
    yard.git("init", "-q", "sub")
    await yard.run(f"mv sub away; mkdir sub; git init -q sub; {HOOK.format(git='sub/.git')}")
    yard.use(at="sub")
    yard.use(at="away")
    assert not yard.mark.exists()


async def test_a_git_file_that_leads_out_of_the_directory_is_put_aside(yard: Yard, tmp_path: Path) -> None:
    await yard.run(f"mkdir sub; echo 'gitdir: {tmp_path}/elsewhere' > sub/.git")
    assert not (yard.directory / "sub" / ".git").exists()
    assert any("sub/.git" in one for one in yard.told)


async def test_hooks_that_the_developer_keeps_in_the_tree_are_not_rewritten(yard: Yard) -> None:
    (yard.directory / ".husky" / "_").mkdir(parents=True)
    (yard.directory / ".husky" / "pre-commit").write_text("#!/bin/sh\ntrue\n")
    yard.git("config", "core.hooksPath", ".husky/_")
    yard.git("config", "alias.st", "!./tool.sh")
    (yard.directory / "tool.sh").write_text("#!/bin/sh\ntrue\n")
    await yard.run("cp evil.sh .husky/pre-commit; cp evil.sh .husky/_/pre-commit; cp evil.sh tool.sh")
    yard.use()
    assert not yard.mark.exists()


async def test_a_hooks_folder_that_settings_name_and_a_command_makes_is_put_aside(yard: Yard) -> None:
    yard.git("config", "core.hooksPath", "githooks")
    await yard.run("mkdir githooks; cp evil.sh githooks/pre-commit")
    yard.use()
    assert not yard.mark.exists()


async def test_git_still_works_inside(yard: Yard) -> None:
    who = "git -c user.name=a -c user.email=a@b"
    printed = await yard.run(
        f"echo x > a && git add a && {who} commit -qm 'add a' && git log --oneline && git status -s"
    )
    assert "add a" in printed
    assert "add a" in yard.git("log", "--oneline").stdout


async def test_what_a_killed_spectra_left_is_settled_before_its_next_command(yard: Yard) -> None:
    guarding = yard.acting._guarding
    guarding.begin()
    yard.git("init", "-q", "sub")
    (yard.directory / "sub" / ".git" / "hooks" / "pre-commit").write_text(PAYLOAD.format(mark=yard.mark))
    (yard.directory / "sub" / ".git" / "hooks" / "pre-commit").chmod(0o755)
    later = Acting(yard.directory, environ=ENVIRON, shell=ShellRules(sandbox="required"))
    await later.run(Action(kind="command", summary="", impact="", command="true"), yard.told.append)
    yard.use(at="sub")
    assert not yard.mark.exists()


async def test_what_a_stopped_command_left_is_settled_too(yard: Yard) -> None:
    command = f"git init -q sub; {HOOK.format(git='sub/.git')}; echo made; sleep 600"
    made = asyncio.Event()
    action = Action(kind="command", summary="", impact="", command=command)
    running = asyncio.ensure_future(yard.acting.run(action, lambda text: made.set() if "made" in text else None))
    await made.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    yard.use(at="sub")
    assert not yard.mark.exists()


async def test_a_file_that_other_tools_take_up_is_named_when_a_command_changes_it(yard: Yard) -> None:
    await yard.run("mkdir -p .vscode; echo '{}' > .vscode/tasks.json; echo x > .envrc")
    assert any(".vscode/tasks.json" in one and ".envrc" in one for one in yard.told)


async def test_no_crowd_of_folders_hides_a_repository(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ringi.spectra.acting.repositories.WALKED_AFTER", 300)
    crowd = "mkdir -p a/{1..20}/{1..20}"
    await yard.run(f"{crowd}; git init -q sub; {HOOK.format(git='sub/.git')}")
    yard.use(at="sub")
    assert not yard.mark.exists()
    assert any("not every git repository was looked at" in one for one in yard.told)


def test_a_folder_without_a_repository_has_nothing_to_guard(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert not guard(tmp_path).unchanged
