"""A git command that reads runs nothing of the repository's: by options that stand in the approved text itself."""

from __future__ import annotations

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.catalog import Catalog
from ringi.minds.intending import Action, Intention, Situation
from ringi.spectra.acting import Acting, Described, ShellRules
from ringi.spectra.acting.git_commands import quieten
from ringi.spectra.acting.judging import Place, judge
from ringi.spectra.gate import two_lines

BOX = Place(directory="/srv/here", sandboxed=True, network=False)
OPEN = Place(directory="/srv/here")
ENVIRON = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_GLOBAL": os.devnull}
READS = [
    *(
        "git status",
        "git status -s -b",
        "git diff",
        "git diff HEAD",
        "git diff --stat HEAD~1",
        "git log -p",
        "git log -3",
    ),
    *("git show", "git show HEAD:a.txt", "git blame a.txt", "git ls-files -m", "git stash list", "git branch -a"),
    *(
        "git reflog",
        "git grep x",
        "git describe --always --dirty",
        "git shortlog HEAD",
        "git rev-parse HEAD",
        "git tag",
    ),
    *("git whatchanged", "git diff-files", "git diff-index HEAD", "git for-each-ref", "git cat-file -p HEAD"),
    *("git log --format=%h | head -1", 'test -z "$(git status --porcelain)" || echo changed', "cd sub && git status"),
]


def hostile(place: Path) -> Path:
    """A repository whose own configuration and hooks name a program wherever git lets them."""
    mark = place / "ran"
    evil = place / "evil.sh"
    evil.write_text(f'#!/bin/sh\necho "$@" >> {mark}\ncat\n')
    evil.chmod(0o755)
    work = place / "work"
    (work / "sub").mkdir(parents=True)

    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/dev/null")
        subprocess.run(["git", *who, *words], cwd=work, env=ENVIRON, check=True, capture_output=True)

    git("init", "-q")
    (work / "a.txt").write_text("one\n")
    (work / ".gitattributes").write_text("*.txt diff=x\n")
    (work / "sub" / "b.txt").write_text("x\n")
    git("add", "-A")
    git("commit", "-qm", "first")
    (work / "a.txt").write_text("two\n")
    git("commit", "-qam", "second")
    (work / "a.txt").write_text("three\n")
    for key in ("core.fsmonitor", "core.pager", "diff.external", "diff.x.textconv", "diff.x.command", "pager.log"):
        git("config", key, str(evil))
    git("config", "log.showSignature", "true")
    git("config", "core.editor", str(evil))
    git("config", "alias.st", f"!{evil}")
    for hook in ("post-index-change", "pre-commit", "post-checkout"):
        (work / ".git" / "hooks" / hook).write_text(evil.read_text())
        (work / ".git" / "hooks" / hook).chmod(0o755)
    return work


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile(tmp_path_factory.mktemp("hostile"))


def in_shell(work: Path, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", command],
        cwd=work,
        env=ENVIRON,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("command", READS)
def test_a_read_with_its_options_runs_nothing_of_a_hostile_repository(work: Path, command: str) -> None:
    mark = work.parent / "ran"
    mark.unlink(missing_ok=True)
    (work / "a.txt").write_text("three\n")  # stale for the index: it is looked at anew
    done = in_shell(work, quieten(command))
    assert not mark.exists(), mark.read_text()
    assert done.returncode == 0, done.stderr
    assert judge(quieten(command), OPEN).risk == "low"


def test_the_same_reads_without_them_do_run_it_and_are_not_called_reads(work: Path) -> None:
    mark = work.parent / "ran"
    for command in ("git status", "git diff", "git log -p", "git blame a.txt", "git show"):
        mark.unlink(missing_ok=True)
        (work / "a.txt").write_text("three\n")
        in_shell(work, command)
        assert mark.exists(), command
        assert judge(command, BOX).risk == "medium"
        assert judge(command, OPEN).risk == "high"


@pytest.mark.parametrize(
    "setting",
    [
        *("filter.x.clean", "filter.lfs.process", "gpg.program", "gpg.ssh.program", "include.path", "merge.x.driver"),
        *("remote.origin.promisor", "extensions.partialClone", "extensions.worktreeConfig", "something.else"),
    ],
)
def test_what_no_option_shuts_off_is_named_and_counts(tmp_path: Path, setting: str) -> None:
    work = tmp_path / "work"
    (work / "sub").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", "."], cwd=work, env=ENVIRON, check=True)
    hands = Acting(work, environ=ENVIRON, shell=ShellRules(sandbox="off"))
    for text in ("git status", "cd sub && git diff"):
        assert judge(quieten(text), hands.place()).risk == "low"
    subprocess.run(["git", "config", setting, "./x"], cwd=work, env=ENVIRON, check=True)
    for text in ("git status", "cd sub && git diff", "git add a"):
        found = judge(quieten(text), hands.place())
        assert found.risk == "high"
        assert any(key == "git_names" and setting.lower() in what.lower() for key, what in found.reasons)


async def test_one_text_is_shown_approved_and_run(tmp_path: Path) -> None:
    class Plain:
        name = "plain"

        async def intend(self, situation: Situation) -> Intention:
            return Action(kind="command", summary="look", impact="", command="git status", check="git diff --quiet")

    acting = Acting(tmp_path, environ=ENVIRON, shell=ShellRules(sandbox="off"))
    about = Situation(summary="", trigger="plan", today=date(2026, 11, 16), lang="en", catalog=Catalog())
    found = await Described(Plain(), acting).intend(about)
    assert isinstance(found, Action)
    assert found.command == (
        "git --no-pager --no-optional-locks -c core.fsmonitor=false -c core.hooksPath=/dev/null"
        " status --ignore-submodules=dirty"
    )
    assert "--no-textconv" in found.check
    assert found.command in two_lines(found)[0]
    assert found.impact.startswith("Risk low")


@pytest.mark.parametrize(
    "command",
    [
        *(
            "git commit -m x",
            "git push",
            "git branch new",
            "git tag v1",
            "git config a.b c",
            "git st",
            "echo git status",
        ),
        *("git --git-dir=x status", "git -c a=b status", "'git' status", "git log --output=x", "g=git; $g status"),
        *("git diff --ext-diff", "sh -c 'git status'", "`git status`", "git remote add a b", "git stash", "git $X"),
        *(
            "git symbolic-ref HEAD refs/heads/x",
            "git reflog expire --all",
            "git -C sub status",
            "cat <<E\ngit status\nE",
        ),
    ],
)
def test_whatever_else_stays_as_it_was_written(command: str) -> None:
    assert quieten(command) == command


@given(st.lists(st.sampled_from(READS), min_size=1, max_size=4), st.sampled_from([" && ", "; ", " | ", "\n", " || "]))
def test_doing_it_twice_changes_nothing_more(commands: list[str], by: str) -> None:
    once = quieten(by.join(commands))
    assert quieten(once) == once
    assert judge(once, OPEN).risk == "low"


@pytest.mark.parametrize(
    "more",
    [
        "--output=x",
        "--ext-diff",
        "--textconv",
        "--show-signature",
        "--submodule=diff",
        "--format=%G?",
        "--remerge-diff",
    ],
)
def test_an_option_that_undoes_them_is_not_a_read(more: str) -> None:
    assert judge(f"{quieten('git log')} {more}", BOX).risk != "low"
    assert judge(f"{quieten('git log')} {more}", OPEN).risk == "high"
