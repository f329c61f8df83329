"""A channel is off until it is configured, and a misspelt line never opens one."""

from __future__ import annotations

import tomllib

import pytest

from ringi.channels.config import Channels, read_channels
from ringi.errors import Invalid

ENVIRON = {"TOKEN": "a-token", "KEY": "0123456789abcdef", "OTHER": "fedcba9876543210", "SHORT": "0123"}
DISCORD = '[channels.discord]\ntoken = "env:TOKEN"\nserver = "11"\nchannel = "12"\n'
CI = '[channels.webhook.ci]\nsecret = "env:KEY"\n'


def read(text: str) -> Channels:
    return read_channels(tomllib.loads(text).get("channels", {}), ENVIRON)


def test_nothing_is_open_without_a_word_about_it() -> None:
    found = read("")
    assert (found.discord, found.x, found.roblox, found.hooks, found.host) == (None, None, None, (), "127.0.0.1")


def test_without_an_owner_nobody_is_a_developer() -> None:
    found = read(DISCORD).discord
    assert found is not None and found.owners == {} and found.public == frozenset()


def test_a_hook_is_public_unless_it_says_developer() -> None:
    one, other = 'secret = "env:KEY"\n', 'secret = "env:OTHER"\n'
    hooks = read(f'[channels.webhook.ci]\n{one}[channels.webhook.me]\n{other}authority = "developer"\nuser = "aki"\n')
    assert [(hook.name, hook.authority) for hook in hooks.hooks] == [("ci", "public"), ("me", "developer")]


def test_no_secret_is_ever_shown() -> None:
    found = read(DISCORD + '[channels.roblox]\nkey = "env:KEY"\n')
    assert "a-token" not in repr(found) and ENVIRON["KEY"] not in repr(found)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (DISCORD.replace("env:TOKEN", "a-token"), "token"),  # a secret in the file
        (DISCORD + 'owner = ["1"]', "owner"),
        (DISCORD + 'owners = { Aki = "aki" }', "owners"),  # a name is not an id
        (DISCORD + 'owners = { "0" = "aki" }', "owners"),
        (DISCORD + 'owners = { "1" = "" }', "owners"),
        (DISCORD + 'owners = ["1"]', "owners"),  # who is that here?
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nauthority = "developer"', "user"),
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nuser = "aki"', "user"),
        # What is signed for the public's hook would also be signed for the developer's.
        (f'{CI}[channels.webhook.me]\nsecret = "env:KEY"\nauthority = "developer"\nuser = "aki"', "secret"),
        ("[channels.slack]\n", "[channels.slack]"),
        ('[channels]\ndiscord = "on"\n', "[channels.discord]"),
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nauthority = "admin"', "authority"),
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nurl = "http://example.com/x"\nsurfaces = ["chat"]', "url"),
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nurl = "https://example.com/x"', "surfaces"),
        ('[channels.webhook.ci]\nsecret = "env:KEY"\nurl = "https://a.example"\nsurfaces = ["mail"]', "surfaces"),
        ('[channels.webhook."../x"]\nsecret = "env:KEY"', "../x"),
        ("[channels.http]\nport = 70000", "port"),
        ("[channels.http]\nport = true", "port"),
    ],
)
def test_what_cannot_be_meant_is_said_with_its_key(text: str, key: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(text)
    assert refused.value.code == "RINGI-390" and refused.value.values["key"] == key


@pytest.mark.parametrize("name", ["SHORT", "MISSING"])
def test_a_key_that_is_missing_or_short_opens_nothing(name: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(f'[channels.roblox]\nkey = "env:{name}"\n')
    assert refused.value.code == "RINGI-391" and refused.value.values["name"] == name
