"""The risk that is said is the one a command deserves: never too low, and everyday work is not called dangerous."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringi.minds.intending import Action
from ringi.spectra.acting.git_commands import quieten
from ringi.spectra.acting.impact import weigh
from ringi.spectra.acting.judging import RISKS, Place, judge
from ringi.spectra.acting.sandbox import Sandbox

BOX = Place(directory="/srv/here", sandboxed=True, network=False)
OPEN = Place(directory="/srv/here")
DATA = Path(__file__).parent / "data"
TOO_HIGH = 2


def written_down(name: str) -> list[tuple[str, str, str]]:
    """Each command with the risk it deserves in a sandbox, and without one."""
    lines = [line for line in (DATA / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines]
    return [(command.replace("⏎", "\n"), boxed, unboxed) for _, boxed, unboxed, command in rows]


@pytest.mark.parametrize("name", ["commands.tsv", "commands_unseen.tsv", "commands_more.tsv"])
def test_no_command_is_judged_too_low_and_hardly_one_too_high(name: str) -> None:
    for place, at in ((BOX, 1), (OPEN, 2)):
        wrong = {"low": [], "high": []}  # type: dict[str, list[str]]
        for row in written_down(name):
            found = RISKS.index(judge(quieten(row[0]), place).risk) - RISKS.index(row[at])
            if found:
                wrong["low" if found < 0 else "high"].append(row[0])
        assert not wrong["low"]
        assert len(wrong["high"]) <= TOO_HIGH, wrong["high"]


def line(text: str) -> str:
    action = Action(kind="command", summary="", impact="", command=text)
    return weigh(action, BOX, Sandbox(program="/usr/bin/bwrap"), lambda _: None, "en").line


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ("chmod 777 a", "changes the mode of a", "777"),
        ("chmod u+x bin/run", "changes the mode of bin/run", "u+x"),
        ("chown root:root a", "changes the owner of a", "root:root"),
        ("cp a b", "writes b", "writes a"),
        ("cp -t out a b", "writes out", "writes a"),
        ("mv a b", "moves a away · writes b", "writes a"),
        ("ln -s a b", "writes b", "writes a"),
        ("install -m 644 a b", "writes b", "644"),
        ("echo x | tee -a log.txt", "writes log.txt", "writes -a"),
        ("dd if=a of=b bs=1M", "writes b", "writes a"),
        ("truncate -s 0 a", "writes a", "writes 0"),
        ("touch -r a b", "writes b", "writes a"),
        ("touch -d '2 days ago' b", "writes b", "ago"),
        ("mkdir -m 755 out", "writes out", "755"),
        ("tar -xf a.tar -C out", "unpacks an archive into out", "writes a.tar"),
        ("tar czf a.tgz src", "writes a.tgz", "writes src"),
        ("unzip a.zip -d out", "unpacks an archive into out", "a.zip"),
        ("split -b 1m a part", "writes part", "writes a"),
        ("sort -o b a", "writes b", "writes a"),
        ("sed -i s/a/b/ c", "writes c", "s/a/b/"),
        ("sed -n 's/a/b/w c' d", "writes c", "writes d"),
        ("awk '{print > \"b\"}' a", "writes b", "writes a"),
        ("time -o b ls", "writes b", "writes ls"),
        ("ls > b 2>&1", "writes b", "writes 1"),
        ("uniq a b", "writes b", "writes a"),
    ],
)
def test_the_line_names_what_is_really_touched(text: str, said: str, unsaid: str) -> None:
    assert said in line(text)
    assert unsaid not in line(text).replace(said, "")


@pytest.mark.parametrize(
    "text",
    [
        *("sed -n '/x/p' a", "awk '$3>5' a", "[[ -f x ]]", "echo ${n:-0}", "test -f a", "grep -n /etc a"),
        *(
            "sed 's/[^/]*$//' a",
            "awk '/system/' a",
            "echo ${x//\\//_}",
            "[[ $x =~ ^(a|b)$ ]]",
            "((1 + 2))",
            "[ $? -eq 0 ]",
        ),
        *("for ((i = 0; i < 3; i++)); do echo $i; done", "if (cd sub; ls); then echo yes; fi", "python3 --version"),
        *("n=$(grep -c x a); ((n > 1))", "while ((n < 3)); do ((n++)); done", "comm <(sort a) <(sort b)"),
        *(
            "find . -perm /222 -path '*/x/*'",
            "files=(*.txt); echo ${#files[@]}",
            "for i in 1 2; do echo $((i * 2)); done",
        ),
    ],
)
def test_an_everyday_read_is_low_with_a_sandbox_and_without(text: str) -> None:
    assert judge(text, BOX).risk == judge(text, OPEN).risk == "low", judge(text, BOX)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "n=$(grep -c x *); echo $((n))",
            "x=$y; y=$x; x='a[$(id)]'; echo $((y))",
            "[[ $(cat a) -gt 3 ]]",
            "read n < a; echo $((n))",
            "n=$(cat a); ((n > 3))",
            "x=$y; y='a[$(id)]'; echo $((x))",
        ),
        *("for i in 'a[$(id)]'; do echo $((i)); done", "declare -i n=$x; echo $((n))", "a=([$(id)]=x)"),
        *("if [[ -v $x ]]; then ls; fi", "sh -c 'echo $(($1))' _ x", "[[ $x -eq 1 ]] || x=`cat a`"),
    ],
)
def test_a_value_that_the_shell_computes_with_may_hold_commands(text: str) -> None:
    assert judge(text, BOX).risk == "high"


@pytest.mark.parametrize(
    "around", ["flock lock {}", "watch -n1 '{}'", "parallel {} ::: a", "script -qc '{}' out", "npx {}"]
)
def test_what_an_unknown_program_is_given_to_run_counts_as_if_it_ran(around: str) -> None:
    assert judge(around.format("rm -rf src"), BOX).risk == "high"
    assert judge(around.format("ls src"), BOX).risk == "medium"


@pytest.mark.parametrize(
    "text",
    [
        *("awk '/" + "[[:a:]" * 3000 + "'", "sed 's/" + "[[:a:]" * 3000 + "'", "sed '" + "s/[/;" * 3000 + "'"),
        " ".join(f"x{i}=$x{i + 1}" for i in range(8) for _ in range(30)) + " x8=$(cat a); echo $((x0))",
    ],
)
def test_no_text_keeps_the_judgement_busy(text: str) -> None:
    """With an engine that tries every way again these would not end."""
    assert judge(text, BOX).risk == "high"
