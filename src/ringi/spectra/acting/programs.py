"""What is known of programs: which only read, write, delete, reach the network or the system. Data, no behaviour.

A program that is not here is not harmless: it is one that nobody has looked into.
"""

from __future__ import annotations


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


READS = _named(
    "[ arch awk b2sum basename cal cat cksum cmp column comm cut date df diff dirname du echo egrep expr factor"
    " false fgrep file fmt fold free getconf grep groups head hexdump id join jq locale ls md5sum nl nproc numfmt od"
    " paste printenv printf ps pwd readlink realpath rev rg sed seq sha1sum sha224sum sha256sum sha384sum sha512sum"
    " sleep sort stat strings sum tac tail test tr tree true tsort type uname uniq uptime wc which who whoami yes :"
)
"""Those that change nothing, unless one of their options below is used."""
NO_PATHS = _named(
    "arch basename cal date dirname echo expr factor false free getconf groups id locale nproc numfmt printenv printf"
    " ps pwd seq sleep tr true type uname uptime which who whoami yes :"
)
"""Of these: their words are no files."""
LOUD: dict[str, tuple[str, ...]] = {
    "sort": ("-o", "-T", "-S", "--output", "--compress-program", "--temporary-directory", "--files0-from"),
    "tree": ("-o", "--output", "-R", "--fromfile"),
    "date": ("-s", "--set", "-f", "--file"),
    "file": ("-C", "--compile", "-f", "--files-from", "-m", "--magic-file"),
    "rg": ("--pre", "--hostname-bin", "--search-zip", "-z", "-f", "--file"),
    "diff": ("--to-file", "--from-file"),
    "printf": ("-v",),
    "test": ("-v", "-R"),
    "[": ("-v", "-R"),
    "wc": ("--files0-from",),
    "du": ("--files0-from", "-X", "--exclude-from"),
    "jq": ("-f", "--from-file", "-L", "--rawfile", "--slurpfile"),
    "which": (),
}
"""Options that make them write, run something, or take names from elsewhere."""
QUIET_BUILTINS = _named("break continue exit return shift true false : times")
BUILTINS = _named("[ : builtin cd command echo exec false printf pwd read set test true type wait")
WRITES = _named("touch mkdir cp mv ln tee truncate install chmod chgrp mktemp split csplit mkfifo")
DELETES = _named("rm rmdir unlink shred")
NETWORK = _named(
    "curl wget ssh scp sftp rsync nc ncat netcat telnet ftp lftp socat ping traceroute dig nslookup host whois mail"
    " mailx sendmail mutt aria2c http https gh glab hub aws gcloud az gsutil s3cmd kubectl helm terraform ansible"
    " ansible-playbook pip pip3 pipx uv npm npx pnpm yarn bun deno cargo gem bundle composer go brew apt apt-get"
    " aptitude dnf yum zypper pacman apk snap flatpak port nmap tor torsocks rclone heroku vercel netlify fly"
    " twine conda mamba poetry openssl"
)
SYSTEM = _named(
    "sudo su doas pkexec runuser chroot nsenter unshare setpriv capsh mount umount losetup mkfs fdisk parted sfdisk"
    " mkswap swapon swapoff dd shutdown reboot halt poweroff init telinit systemctl service systemd-run loginctl"
    " journalctl crontab at batch atq atrm passwd chpasswd useradd userdel usermod groupadd chown visudo iptables"
    " nft ufw sysctl insmod rmmod modprobe kill killall pkill docker podman nerdctl ctr lxc machinectl gdb strace"
    " ltrace ringi spectra eval trap alias unalias enable hash bind complete compgen shopt source . fc ulimit"
    " pushd popd dirs busybox toybox"
    " security launchctl defaults osascript dbus-send busctl gpg ssh-add ssh-agent ssh-keygen chattr setfacl setcap"
)
"""Those that reach the machine itself, other users, other programs, the shell's own meaning, or us."""
SHELLS = _named("sh bash dash ash zsh ksh mksh fish csh tcsh")
INTERPRETERS = _named("python python2 python3 perl ruby node nodejs php lua luajit Rscript tclsh guile")
GIT_READS = _named("status log diff show rev-parse ls-files blame describe shortlog cat-file ls-tree rev-list name-rev")
GIT_NETWORK = _named("fetch pull push clone ls-remote submodule remote send-email request-pull svn lfs")
GIT_DELETES = _named("clean reset rm checkout restore switch gc prune reflog filter-branch stash")
GIT_LOUD = ("--output", "--ext-diff", "--textconv", "--exec-path", "-O", "--open-files-in-pager", "--exec")
COMMANDING = (
    r"(?:PATH|LD_\w+|DYLD_\w+|BASH\w*|ENV|IFS|SHELLOPTS|PS\d|PROMPT_COMMAND|PYTHON\w*|PERL\w*|RUBY\w*|NODE_\w+|JAVA_\w+"
    r"|_JAVA_\w+|GIT_\w+|SSH_\w+|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|HOME|CDPATH|GCONV_PATH|LESS\w*|\w*_proxy"
    r"|\w*_PROXY|XDG_\w+|RIPGREP_\w+|CC|CXX|LDFLAGS|MAKEFLAGS|TMPDIR|GLOBIGNORE|FIGNORE|INPUTRC|TERMINFO\w*|OPENSSL_\w+|SPECTRA_\w+)"
)
"""Variables that make other programs run, or have others run in their place."""
HARMLESS = r"(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CI)"
"""Those that only change how a program speaks. Any other that is given to one may make it do anything."""
WRAPPERS: dict[str, tuple[str, str]] = {
    "nice": ("", "n"),
    "nohup": ("", ""),
    "time": ("pv", "fo"),
    "timeout": ("v", "ks"),
    "stdbuf": ("", "ioe"),
    "setsid": ("cfw", ""),
    "ionice": ("t", "cn"),
    "command": ("p", ""),
    "builtin": ("", ""),
    "exec": ("cl", "a"),
    "xargs": ("0rtxp", "nPLsdEa"),
    "env": ("i0v", "u"),
}
"""Programs that run another: their options without a value, and those with one. Others are not looked through."""
TRUSTED = (READS | WRITES | DELETES | SHELLS | frozenset(WRAPPERS) | {"find", "git"}) - BUILTINS
"""What is taken at its word here, because it is the system's; a builtin is the shell's own and cannot be replaced."""
