"""How programs are called: which of their words are options, values, and files that are read, written or run. Pure.

A usage is one line per program: the letters that stand alone, then options with what their value is, then what the
words without a dash are. `m=` an ordinary value, `r=<` a file that is read, `o=>` one that is written, `t=/` the
directory that is written into, `F=!` a program that is run, `e=^` a value that stands for the first plain word (a
pattern), `X=?` a list of names from elsewhere, `P~` an option that widens what is touched. `*` = every other letter
stands alone, `**` = every other long option is ordinary. Behind the colon: `i` ordinary, `r` read, `w` written, `m`
moved away, `l` linked to, `M` its mode or owner changed; the last of them is repeated, and `x>w` says that the last
word of several is the target. An option that is not in its program's line is taken for one that may run something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ringi.spectra.acting.grammar import Word


def named(names: str) -> frozenset[str]:
    """Names, written one after the other."""
    return frozenset(names.split())


_LINES = r"""
base64: * w= ** : r
bc: * ** : r
chgrp: cfvRHLPh --reference=< ** : i M
chmod: cfvR --reference=< ** : i M
chown: cfvRHLPh --reference=< --from= ** : i M
column: * s= o= c= N= T= R= H= O= E= W= C= d= ** : r
comm: * --output-delimiter= ** : r
cp: abdfiHlLnPpRrsTuvxZ t=/ S= --target-directory=/ --suffix= ** : r>w
csplit: ksqz f=> b= n= --prefix=> --suffix-format= --digits= --keep-files --silent --quiet --elide-empty-files : r i
cut: nszb b= c= d= f= ** : r
date: uR d= I r=< --date= --rfc-3339= --iso-8601 --utc --universal --reference=< --debug --resolution : i
df: * B= t= x= ** : i
diff: * U= C= I= W= x= X=< F= L= ** : r
du: * B= d= t= --max-depth= --exclude= --block-size= --threshold= --time= --time-style= X=< --exclude-from=<
    --files0-from=? ** : r
expand: * t= ** : r
file: bchikLNnprsSvzZ0 F= e= P= --separator= --exclude= --parameter= m=< --magic-file=< f=? --files-from=? C~
    --compile~ ** : r
fmt: * w= p= g= ** : r
fold: * w= ** : r
grep: * e=^ f=^ m= A= B= C= d= D= --regexp=^ --file=^ --include= --exclude= --exclude-dir= --color --colour --label=
    --max-count= --context= --after-context= --before-context= --binary-files= --exclude-from=< ** : i r
head: * n= c= ** : r
hexdump: * e= f=< n= s= L ** : r
iconv: cls f= t= o=> --from-code= --to-code= --output=> --list --silent --verbose : r
install: bcCdDpsTvZ m= o= g= t=/ S= --mode= --owner= --group= --target-directory=/ --suffix= --backup --compare
    --directory --no-target-directory --preserve-timestamps --strip --verbose --strip-program=! : r>w
join: * a= e= i j= o= t= v= 1= 2= ** : r
jq: rnscCSaejM --arg== --argjson== --args --jsonargs --indent= --tab --raw-output --compact-output --null-input
    --slurp --sort-keys --exit-status --join-output --raw-input --seq --stream --ascii-output --color-output
    --monochrome-output f=^ --from-file=^ L~ --rawfile~ --slurpfile~ : i r
ln: bdfFiLnPrsTv t=/ S= --target-directory=/ --suffix= ** : l>w
ls: * I= w= T= --ignore= --hide= --color --sort= --time= --time-style= --format= --block-size= --width=
    --indicator-style= ** : r
md5sum: * ** : r
mkdir: pvZ m= --mode= --parents --verbose --context : w
mkfifo: Z m= --mode= --context : w
mktemp: duqt p=/ --directory --dry-run --quiet --suffix= --tmpdir=/ : w
mv: bfinTuvZ t=/ S= --target-directory=/ --suffix= ** : m>w
nl: * b= d= f= h= i= l= n= s= v= w= ** : r
od: * A= j= N= S= t= w ** : r
paste: sz d= ** : r
pr: * D= h= l= o= S= s n e i W= w= ** : r
ps: * o= O= p= u= U= C= t= g= --sort= --format= ** : i
readlink: * ** : r
realpath: * --relative-to=< --relative-base=< ** : r
rev: * ** : r
rg: * e=^ f=^ g= t= T= m= A= B= C= M= d= E= j= r= --regexp=^ --file=^ --glob= --type= --max-count= --context=
    --replace= --sort= --max-depth= --colors= --color --pre=! --hostname-bin=! --search-zip~ z~ --ignore-file=< ** :
    i r
seq: * f= s= ** : i
sha256sum: * ** : r
shuf: ezr i= n= o=> --input-range= --head-count= --output=> --random-source=< --echo --repeat --zero-terminated : r
sort: bcCdfghimMnRrsuVz k= t= S= o=> T=> --key= --field-separator= --buffer-size= --output=> --temporary-directory=>
    --compress-program=! --files0-from=? --parallel= --batch-size= --random-source=< --reverse --unique
    --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort --month-sort --stable --merge --check
    --ignore-case --ignore-leading-blanks --dictionary-order --zero-terminated --random-sort --sort= --debug : r
split: deux C= a= b= l= n= t= --filter=! --bytes= --lines= --number= --suffix-length= --line-bytes= --separator=
    --additional-suffix= --numeric-suffixes --hex-suffixes --elide-empty-files --unbuffered --verbose : r w
stat: * c= --format= --printf= --cached= ** : r
strings: * n= t= e= T= ** : r
tac: br s= ** : r
tail: * n= c= s= --pid= --lines= --bytes= --sleep-interval= --follow --retry ** : r
tee: aip --append --ignore-interrupts --output-error : w
touch: acfhm d= t= r=< --date= --time= --reference=< --no-create --no-dereference : w
tr: cCdst ** : i
tree: adfilLpPqrstuvDFJNQSUXCACgh L= P= I= H= T= --filelimit= --charset= --timefmt= --sort= --dirsfirst --noreport
    --gitignore --prune --du --si o=> --output=> R~ --fromfile~ --infofile~ : r
truncate: co s= r=< --size= --reference=< --no-create --io-blocks : w
unexpand: * t= ** : r
uniq: cdDuiz f= s= w= --count --repeated --unique --ignore-case --skip-fields= --skip-chars= --check-chars=
    --all-repeated --group --zero-terminated : r w
wc: clmwL --files0-from=? ** : r
xxd: abCeEipsu c= g= l= o= s= n= R= r~ : r w
"""
_SAME = {
    **dict.fromkeys(("egrep", "fgrep", "zgrep", "zegrep", "zfgrep", "bzgrep", "xzgrep"), "grep"),
    **dict.fromkeys(("gsed",), "sed"),
    **dict.fromkeys(("sha1sum", "sha224sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum"), "md5sum"),
    **dict.fromkeys(("zcat", "bzcat", "xzcat", "zstdcat", "zipinfo", "zdiff", "zcmp"), "rev"),
}
WRITERS = named("chgrp chmod chown cp csplit install ln mkdir mkfifo mktemp mv split tee touch truncate")
READERS = named("base64 bc expand iconv pr shuf unexpand xxd zcat bzcat xzcat zstdcat zipinfo zgrep zdiff zcmp")
"""Programs that only read, beside those of `programs.READS`, unless a word of theirs is written."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One line, taken apart."""

    plain: str
    values: dict[str, str]
    """Option (`o`, `--output`) to what its value is; `-` = it has none."""
    operands: tuple[str, ...]
    last: str = ""
    """What the last of several words is."""

    @property
    def every(self) -> bool:
        return "*" in self.plain

    @property
    def every_long(self) -> bool:
        return "**" in self.values


@dataclass(frozen=True, slots=True)
class Used:
    """One word, and what the program makes of it."""

    role: str
    word: Word


def usage(name: str) -> Usage | None:
    return _usages().get(_SAME.get(name, name))


def spread(how: Usage, words: Sequence[Word]) -> list[Used]:
    """What each word is to the program: a role of the usage, or `unknown` for an option that nobody has looked into."""
    return _Spread(how).all(list(words))


class _Spread:
    def __init__(self, how: Usage) -> None:
        self.how = how
        self.found: list[Used] = []
        self.plain: list[Word] = []
        self.patterned = self.into = False

    def all(self, rest: list[Word]) -> list[Used]:
        while rest:
            word = rest.pop(0)
            if word.text == "--" and word.known:
                self.plain += rest
                break
            if word.text.startswith("--"):
                self._long(word, rest)
            elif word.text.startswith("-") and word.text != "-":
                self._letters(word, rest)
            else:
                self.plain.append(word)
        return self.found + self._operands()

    def _value(self, role: str, word: Word | None) -> None:
        self.patterned = self.patterned or role == "^"
        self.into = self.into or role == "/"
        self.found.append(Used(role or "i", word if word is not None else Word("", known=False)))

    def _long(self, word: Word, rest: list[Word]) -> None:
        given, equals, value = word.text.partition("=")
        names = [given] if given in self.how.values else [one for one in self.how.values if one.startswith(given)]
        roles = {self.how.values[one] for one in names}
        if not word.known and not equals:
            self.found.append(Used("unknown", word))
        elif not names and self.how.every_long:
            if equals:
                self._value("r?", Word(value, word.known, word.glob))
        elif len(roles) != 1:
            self.found.append(Used("unknown", word))
        elif "-" in roles:
            pass
        elif "~" in roles:
            self.found.append(Used("~", word))
        elif "==" in roles:
            del rest[:2]
        elif equals:
            self._value(roles.pop(), Word(value, word.known, word.glob))
        else:
            self._value(roles.pop(), rest.pop(0) if rest else None)

    def _letters(self, word: Word, rest: list[Word]) -> None:
        for at, letter in enumerate(word.text[1:], start=2):
            role = self.how.values.get(letter)
            if role is None:
                if letter.isdigit() or letter in self.how.plain or (self.how.every and word.known):
                    continue
                self.found.append(Used("unknown", word))
                return
            if role == "~":
                self.found.append(Used("~", word))
                continue
            tail = Word(word.text[at:], word.known, word.glob)
            self._value(role, tail if tail.text or not word.known else rest.pop(0) if rest else None)
            return
        if not word.known:
            self.found.append(Used("unknown", word))

    def _operands(self) -> list[Used]:
        roles = list(self.how.operands)
        if self.patterned and roles[0] == "i":
            roles = roles[1:] or ["r"]
        count = len(self.plain)
        found = [Used(roles[min(at, len(roles) - 1)], word) for at, word in enumerate(self.plain)]
        if self.how.last and not self.into and count > 1:
            found[-1] = Used(self.how.last, self.plain[-1])
        return found


@cache
def _usages() -> dict[str, Usage]:
    return dict(_parsed(line) for line in _LINES.replace("\n    ", " ").strip().splitlines())


def _parsed(line: str) -> tuple[str, Usage]:
    name, _, rest = line.partition(": ")
    options, _, operands = rest.partition(" : ")
    plain, values = "", {}
    for one in options.split():
        option, equals, role = one.partition("=")
        if one == "**":
            values["**"] = "-"
        elif one.endswith("~"):
            values[one[:-1]] = "~"
        elif equals:
            values[option] = role or "i"
        elif one.startswith("--"):
            values[one] = "-"
        else:
            plain += one
    source, arrow, target = operands.partition(">")
    roles = (source,) if arrow else tuple(operands.split())
    return name, Usage(plain, values, roles or ("r",), target)
