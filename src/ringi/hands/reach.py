"""Which arguments of a write say who or where is reached, told from their names.

Pure. Names decide nothing about late values, which are asked about whatever they are called; they only keep an
argument from being confirmed as content, and say to `validation` which values are read letter by letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ringi.hands import bindings

RECIPIENTS = frozenset({"recipient", "recipients", "recipient_id", "recipient_ids", "to_user", "to_users"})
"""Arguments that name a person of the directory. `is_recipient` knows these and everything else that is reached."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_REACHED = frozenset(
    re.findall(
        r"\S+",
        """to cc bcc recipient receiver addressee assignee attendee invitee participant subscriber audience payee
    beneficiary user username email mail mailbox mailto sendto address addr phone telephone tel mobile fax sms
    channel chat destination dest target url uri webhook endpoint callback hostname iban
    userid channelid emailaddress mailaddress toaddress toemail phonenumber webhookurl callbackurl""",
    )
)
# What a reached one is called by: `channel_name`, `user_ids`, `phone_number`.
_CALLED = frozenset({"id", "ids", "name", "names", "number", "numbers", "no", "list", "handle", "key"})
# Said before a place or a person, these words make it the place or person that is reached: `destination_folder`.
_TOWARDS = frozenset({"recipient", "receiver", "destination", "dest", "target"})
_PLACES = frozenset(
    re.findall(
        r"\S+",
        """account bucket customer department directory drive employee folder group host member path people person
    project queue repo repository room server team tenant topic workspace""",
    )
)
_OTHER_SCRIPTS = re.compile(
    "宛先|宛て先|送信先|送り先|送付先|届け先|連絡先|通知先|振込先|受信者|受取人|担当者|メールアドレス|電話番号"
    "|收件人|接收人|收款人|抄送|邮箱|邮件地址|电话|手机号|频道|网址"
)


@lru_cache(maxsize=1024)
def is_recipient(name: str) -> bool:
    """Whether an argument of this name says who or where is reached.

    A name is read as English is: its last word says what it is, so `email_body` is a text and `body_email` an address.
    """
    if _OTHER_SCRIPTS.search(name):
        return True
    words = [_singular(word.lower()) for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _CALLED:
        words.pop()
    if not words:
        return False
    last = words[-1]
    if last in _REACHED or words[-2:] == ["share", "with"]:
        return not (last == "to" and words[:1] == ["up"])
    return last in _PLACES and (words[0] == "to" or bool(_TOWARDS & set(words)))


_DECIDING = frozenset(
    re.findall(
        r"\S+",
        """amount price total sum currency quantity account path file filename folder directory command cmd shell script
    sql code key password token secret""",
    )
)


def is_named_target(name: str) -> bool:
    """Whether an argument of this name says who, where, how much or what is run: nothing that is mere content."""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _CALLED:
        words.pop()
    return is_recipient(name) or bool(words and (_DECIDING & {words[-1], words[-1].removesuffix("s")}))


def _singular(word: str) -> str:
    if word in _REACHED or word in _PLACES:
        return word
    for ending in ("es", "s"):
        if word.endswith(ending) and word.removesuffix(ending) in _REACHED | _PLACES:
            return word.removesuffix(ending)
    return word


def person_values(given: Any) -> Iterator[tuple[str, Any]]:
    """Every literal that has to name a person of the directory, with its path."""
    for path, value, is_key in _inside(given, "", False, people=True, holes=True):
        if not is_key and value is not None:
            yield path, value


def recipient_texts(given: Any, *, holes: bool = True) -> Iterator[tuple[str, str]]:
    """Every text inside an argument that says who or where is reached, keys of objects too, with its path.

    Args:
        holes: whether a binding stands for a value to come. In real arguments it is data like any other.
    """
    for path, value, _ in _inside(given, "", False, people=False, holes=holes):
        if isinstance(value, str):
            yield path, value


def _inside(given: Any, at: str, named: bool, *, people: bool, holes: bool) -> Iterator[tuple[str, Any, bool]]:
    if holes and bindings.is_binding(given):
        return
    if isinstance(given, dict):
        for key, value in given.items():
            path = f"{at}.{key}" if at else key
            if named:
                yield path, key, True
            reached = named or (key in RECIPIENTS if people else is_recipient(key))
            yield from _inside(value, path, reached, people=people, holes=holes)
    elif isinstance(given, list | tuple):
        for index, value in enumerate(given):
            yield from _inside(value, f"{at}[{index}]", named, people=people, holes=holes)
    elif named:
        yield at, given, False
