"""What is known of programs: which only read, write, delete, reach the network or the system. Data, no behaviour.

A program that is not here is not harmless: it is one that nobody has looked into.
"""

from __future__ import annotations

from ringi.spectra.acting import unpacking, usages
from ringi.spectra.acting.usages import named

READS = named(
    "[ arch awk b2sum basename cal cat cksum cmp column comm cut date df diff dirname du echo egrep expr factor"
    " false fgrep file fmt fold free getconf grep groups head hexdump id join jq locale ls md5sum nl nproc numfmt od"
    " paste printenv printf ps pwd readlink realpath rev rg sed seq sha1sum sha224sum sha256sum sha384sum sha512sum"
    " sleep sort stat strings sum tac tail test tr tree true tsort type uname uniq uptime wc which who whoami yes :"
)
"""Those that change nothing, unless one of their options below is used."""
NO_PATHS = named(
    "arch basename cal date dirname echo expr factor false free getconf groups id locale nproc numfmt printenv printf"
    " ps pwd seq sleep tr true type uname uptime which who whoami yes :"
)
"""Of these: their words are no files."""
LOUD: dict[str, tuple[str, ...]] = {
    "printf": ("-v",),
}
"""Options that make them write, run something, or take names from elsewhere."""
QUIET_BUILTINS = named("break continue exit return shift true false : times")
BUILTINS = named("[ [[ : builtin cd command echo exec false printf pwd read set test true type wait")
DELETES = named("rm rmdir unlink shred")
NETWORK = named(
    "curl wget ssh scp sftp rsync nc ncat netcat telnet ftp lftp socat ping traceroute dig nslookup host whois mail"
    " mailx sendmail mutt aria2c http https gh glab hub aws gcloud az gsutil s3cmd kubectl helm terraform ansible"
    " ansible-playbook pip pip3 pipx uv npm npx pnpm yarn bun deno cargo gem bundle composer go brew apt apt-get"
    " aptitude dnf yum zypper pacman apk snap flatpak port nmap tor torsocks rclone heroku vercel netlify fly"
    " twine conda mamba poetry openssl"
)
SYSTEM = named(
    "sudo su doas pkexec runuser chroot nsenter unshare setpriv capsh mount umount losetup mkfs fdisk parted sfdisk"
    " mkswap swapon swapoff shutdown reboot halt poweroff init telinit systemctl service systemd-run loginctl"
    " journalctl crontab at batch atq atrm passwd chpasswd useradd userdel usermod groupadd visudo iptables"
    " nft ufw sysctl insmod rmmod modprobe kill killall pkill docker podman nerdctl ctr lxc machinectl gdb strace"
    " ltrace ringi spectra eval trap alias unalias enable hash bind complete compgen shopt source . fc ulimit"
    " pushd popd dirs busybox toybox let getopts"
    " security launchctl defaults osascript dbus-send busctl gpg ssh-add ssh-agent ssh-keygen chattr setfacl setcap"
)
"""Those that reach the machine itself, other users, other programs, the shell's own meaning, or us."""
SHELLS = named("sh bash dash ash zsh ksh mksh fish csh tcsh")
INTERPRETERS = named("python python2 python3 perl ruby node nodejs php lua luajit Rscript tclsh guile")
VERSIONED = (
    INTERPRETERS
    | SHELLS
    | named(
        "git make cmake gcc g++ cc clang rustc cargo go java javac npm npx pnpm yarn bun deno pip pip3 pipx uv poetry"
        " docker podman kubectl helm terraform psql mysql sqlite3 redis-cli curl wget ssh rsync pytest tox ruff mypy"
        " black eslint tsc"
    )
)
"""Those that, asked for their version alone, say it and do nothing."""
RUNNING: dict[str, tuple[str, ...]] = {
    "ssh": ("-o", "-F", "-S"),
    "scp": ("-o", "-F", "-S"),
    "sftp": ("-o", "-F", "-S", "-b"),
    "rsync": ("-e", "--rsh", "--rsync-path", "--daemon", "--config"),
    "curl": ("-K", "--config", "--engine"),
    "wget": ("--use-askpass", "--config", "-e", "--execute"),
    "nc": ("-e", "-c", "--exec", "--sh-exec"),
    "ncat": ("-e", "-c", "--exec", "--sh-exec", "--lua-exec"),
    "socat": ("EXEC", "SYSTEM", "exec", "system"),
    "openssl": ("-engine",),
}
"""Options with which programs that use the network run something here, whether there is one or not."""
DISCARDING: dict[str, tuple[str, ...]] = {
    "rsync": (
        *("--delete", "--del", "--delete-after", "--delete-before", "--delete-during", "--delete-delay"),
        *("--delete-excluded", "--remove-source-files"),
    ),
}
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
    "time": ("apvV", "fo"),
    "timeout": ("v", "ks"),
    "stdbuf": ("", "ioe"),
    "setsid": ("cfw", ""),
    "ionice": ("t", "cn"),
    "command": ("p", ""),
    "builtin": ("", ""),
    "exec": ("cl", "a"),
    "xargs": ("0rtxp", "nPLsdEaI"),
    "env": ("i0v", "u"),
}
"""Programs that run another: their options without a value, and those with one. Others are not looked through."""
WRAPPED_LONG: dict[str, str] = {
    "xargs": r"--(?:null|no-run-if-empty|verbose|max-args=\d+|max-procs=\d+|max-lines=\d+|delimiter=.*)",
    "timeout": r"--(?:foreground|preserve-status|verbose|kill-after=.*|signal=.*)",
    "env": r"--(?:ignore-environment|null|unset=.*)",
    "time": r"--(?:portability|verbose|append|format=.*)",
    "nice": r"--adjustment=-?\d+",
    "stdbuf": r"--(?:input|output|error)=\w+",
}
TRUSTED = (
    (READS | DELETES | SHELLS | frozenset(WRAPPERS) | usages.WRITERS | usages.READERS | unpacking.KNOWN)
    | {"find", "git", "awk", "gawk", "sed", "dd"}
) - BUILTINS
"""What is taken at its word here, because it is the system's; a builtin is the shell's own and cannot be replaced."""
IMPLIED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("make", "gmake"), ("GNUmakefile", "makefile", "Makefile")),
    **dict.fromkeys(("npm", "npx", "pnpm", "yarn", "bun"), ("package.json",)),
    "just": ("justfile", "Justfile", ".justfile"),
    "rake": ("Rakefile", "rakefile"),
    "tox": ("tox.ini", "pyproject.toml"),
    "cargo": ("Cargo.toml", "build.rs"),
    "ant": ("build.xml",),
    "mvn": ("pom.xml",),
    "gradle": ("build.gradle", "build.gradle.kts"),
}
"""Files that programs carry out although no word names them."""
