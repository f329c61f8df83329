"""To whom something is to be sent, only where the person who asks plainly says so. Pure.

A recipient is the requester, somebody of the directory, or a Slack id that was typed. Anything else is a problem to ask
about: a role, a group, a department, a channel, an address outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ringi.minds.rules.language import Utterance, fold, rx, words
from ringi.minds.rules.people import HONORIFIC, Named
from ringi.minds.rules.places import Places
from ringi.minds.rules.polarity import Tone, clause_end, clause_start

Sort = Literal["me", "person", "slack", "outside", "group"]


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody a message is to go to. `ids` of a person; more than one = shared name, none = unknown."""

    start: int
    end: int
    sort: Sort
    words: str
    ids: tuple[str, ...] = ()


ME = rx(
    r"(?:私|わたし|わたくし|自分|僕|ぼく|俺|おれ|うち|こちら|当方|依赖者|依頼者)(?=宛|あて|に|へ|まで"
    r"|だけ|の(?:dm|slack|ダイレクト))|\b(?:me|myself|the requester|us)\b|我自己|我本人|我(?!们|的(?!私信|slack"
    r"|dm|收件))|自己"
    r"|本人(?=$|[,。,])"
)
_GROUP = rx(
    r"上司|部长|课长|社长|マネージャー|マネジャー|リーダー|担当者|みんな|皆(?:さん|様)?|全员|全社员"
    r"|チーム|各自|各人|本人(?:たち)?|対象者|对象者|该当者|经营阵|役员|管理职|労务|劳务|产业医|人事担当"
    r"|家族|友达|\b(?:my |the |our |their |his |her |each )?(?:manager|managers|boss|team|everyone"
    r"|everybody|all(?: staff| employees)?|them|him|her|ceo|cfo|leadership|supervisor|supervisors"
    r"|director|directors|executives|board|whole company|staff|employees|people|person|wife|friend"
    r"|friends|family)\b"
    r"|老板|经理|主管|领导|大家|所有人|全员|他们|她们|他|她|负责人|总经理|董事长|部门经理|同事们?|家人|朋友"
)
_OUTSIDE = rx(
    r"取引先|顾客|お客様|社外|税理士|社労士|社劳士|弁护士|労基署|労働基准监督署|劳动基准监督署"
    r"|\b(?:clients?|customers?|vendors?|suppliers?|the press|lawyers?|accountant|outside)\b|客户|供应商"
    r"|律师|外部|媒体|警察"
)
_SEND_JA = rx(
    r"送|dm|ダイレクトメッセージ|通知|知らせ|共有|连络|传え|伝え|报告|教えて|メッセージ|转送|渡し|投げ"
    r"|シェア|回して|展开|slack|スラック|リマインド|届け|流し|メンション|配信|一报"
)
_TELL_ME = rx(r"教えて|报告|伝え|见せ|ください|くれ")
_GIVE_JA = rx(r"(?:だけ|直接|個别に|一度|すぐ)*(?:ください|下さい|くれ|お愿い|顶|いただ|ちょうだい)")
_AFTER_JA = rx(
    rf"(?:{HONORIFIC}|の(?:方|人|社员)|たち|ら|本人)?\s?(?:と\S{{1,12}}?)?(?:の(?:dm|slack|スラック"
    r"|ダイレクトメッセージ))?(?:宛てに|宛に|あてに|宛て|宛|あて|にも|に|へ|まで)"
)
_ADDRESSEE = rx(
    r"(?:送(?:る|信|付)(?:する)?(?:のは|先は|相手は)|(?:宛先|送り先|送信先)は?:?|\b(?:recipient"
    r"|addressee)(?: is)?:?|收件人(?:是|为)?:?)\s?$"
)
_DIRECT_EN = rx(
    r"\b(?:dm|dming|message|notify|ping|slack|inform|alert|send|forward|tell|brief|msg|cc|update"
    r"|contact)\s+(?:it to |this to |that to |the results? to |to )?(?:only |just )?(?:mr\.? |ms\.? |mrs\.? )?$"
)
_GIVE_EN = rx(r"\b(?:give|hand|pass|get|show)\s(?:mr |ms |mrs )?$")
_TO_EN = rx(r"\b(?:to|with)\s+(?:mr\.? |ms\.? |mrs\.? |the )?$")
_AND_EN = rx(r"(?:,|\band\b|&|,\s?and)\s+(?:also )?(?:to )?(?:mr\.? |ms\.? )?$")
_SEND_EN = rx(
    r"\b(?:send|sending|sent|shared|forwarded|delivered|dm|message|msg|notify|ping|slack|forward|share|tell"
    r"|inform|alert|report|deliver"
    r"|pass|drop|shoot|give|e-?mail|copy|cc)\b"
)
_NAME_EN = rx(
    r"\b(?:to|dm|message|notify|ping|slack|tell|inform|alert|forward it to"
    r"|with)\s+(?P<who>[A-Z][a-z]{1,14}(?: [A-Z][a-z]{1,14})?)\b"
)
_NOT_NAME_EN = words(
    "ms mr mrs miss dr slack google excel the a an january february march april may june july august "
    "september october november december me us them sheet sheets hr sales finance"
)
_BEFORE_ZH = rx(
    r"(?:发送给|发给|转发给|转给|分享给|传给|报告给|交给|抄送给?|私信发给|私信给|发私信给|发到|发至|发往"
    r"|传到|传给|发消息给|发dm给|dm给|dm|私信|通知|告诉|告知|发)\s?(?:一下)?(?:我们?的|他的|她的)?$"
)
_GIVE_ZH = rx(r"(?:给|向|跟|对|@)\s?$")
_GIVE_VERB_ZH = rx(
    r"\s?(?:先生|女士|小姐)?\s?(?:[和跟与及、]\s?+[^,。:;\n的][^,。:;\n的和跟与及、]{0,11}?)*(?:先生|女士|小姐)?\s?(?:各|分别|都|各自)?(?:发送|发|私信|推送|留言|传|dm|slack|汇报|通知|单独发)(?!现|生|展|票)"
)
_LOOK_ZH = rx(r"\s?(?:看|列|查|统计|算|整理|汇总|说|出|做|一份|一个|计算|导出|拉|生成|提供|展示|确认|把|将)")
_NAME_ZH = rx(
    r"(?:发给|发送给|通知|转发给|私信给?|分享给)(?P<who>[\u4e00-\u9fff]{2,3})(?=$|[,，。!！]|先生|女士)"
    r"|给(?P<who2>[\u4e00-\u9fff]{2,3}?)(?:先生|女士)?(?=发|私信|推送)"
)
_NOT_NAME_ZH = rx(
    r"^(?:都|不|就|只|先|我|他|她|你|大|所|全|谁|一|结|销|开|人事|财|客|行|总|上|本|这|各|该|部|每|公|员"
    r"|相|有)|[们部门组员结果一下]$"
)
IMPLIED_ME = rx(
    r"(?:教えて|知らせて|お知らせ|ちょうだい|顶戴)|\b(?:let me know|tell me|give me|show me|update me|get "
    r"back to me|keep me posted)\b|告诉我|让我知道|跟我说"
)


def find_recipients(
    said: Utterance, tone: Tone, people: tuple[Named, ...], places: Places, *, slack_asked: bool
) -> tuple[Recipient, ...]:
    """Whom the text names as receivers, in order. `slack_asked`: a message is asked for in so many words."""
    reader = {"ja": _japanese, "en": _english, "zh": _chinese}[said.lang]
    found: list[Recipient] = []
    for one in sorted(_possible(said, people, places), key=lambda item: (item.start, -item.end)):
        if any(other.start < one.end and one.start < other.end for other in found):
            continue
        if tone.wanted(one.start, output=True) and not tone.aside(one.start) and reader(said, one, found, slack_asked):
            found.append(one)
    if said.lang == "en":
        found += [
            one
            for one in _unlisted_en(said)
            if tone.wanted(one.start, output=True) and not _covers(found, people, places, one)
        ]
    if said.lang == "zh":
        found += [
            one
            for one in _unlisted_zh(said)
            if tone.wanted(one.start, output=True) and not _covers(found, people, places, one)
        ]
    return tuple(found)


def _covers(found: list[Recipient], people: tuple[Named, ...], places: Places, one: Recipient) -> bool:
    stretches = [(item.start, item.end) for item in found]
    stretches += [(item.start, item.end) for item in people] + [(item.start, item.end) for item in places.known]
    return any(start < one.end and one.start < end for start, end in stretches)


def _possible(said: Utterance, people: tuple[Named, ...], places: Places) -> Iterator[Recipient]:
    for index in range(len(said.text)):
        token = said.token_at(index)
        if token and token.kind == "slack":
            yield Recipient(index, index + 1, "slack", token.text)
        elif token and token.kind in ("email", "channel", "url"):
            yield Recipient(index, index + 1, "outside", token.text)
    for person in people:
        yield Recipient(person.start, person.end, "person", person.words, person.ids)
    for match in ME.finditer(said.text):
        yield Recipient(match.start(), match.end(), "me", match.group())
    for match in _OUTSIDE.finditer(said.text):
        yield Recipient(match.start(), match.end(), "outside", said.written(match.start(), match.end()))
    for match in _GROUP.finditer(said.text):
        yield Recipient(match.start(), match.end(), "group", said.written(match.start(), match.end()))
    for place in (*places.known, *places.unknown):
        yield Recipient(place.start, place.end, "group", said.written(place.start, place.end))


def _japanese(said: Utterance, one: Recipient, found: list[Recipient], slack_asked: bool) -> bool:
    text = said.text
    if _ADDRESSEE.search(text, max(0, one.start - 24), one.start):
        return True
    after = _AFTER_JA.match(text, one.end)
    if not after:
        return False
    if slack_asked and _GIVE_JA.match(text, after.end()):  # DMで私に直接ください
        return True
    verb = _SEND_JA.search(text, after.end(), clause_end(text, after.end()))
    if not verb and text[after.end() : after.end() + 1] in "、,":
        verb = _SEND_JA.search(text, after.end() + 1, clause_end(text, after.end() + 1))
    if not verb:
        return False
    between = text[after.end() : verb.start()]
    if re.search(r"(?:いる|所属|ある|属する|在籍)", between):
        return False
    return one.sort != "me" or slack_asked or not _TELL_ME.match(text, verb.start())


def _english(said: Utterance, one: Recipient, found: list[Recipient], slack_asked: bool) -> bool:
    text = said.text
    if _ADDRESSEE.search(text, max(0, one.start - 24), one.start):
        return True
    if text.startswith("'s", one.end):  # send Tanaka's overtime
        return False
    start = clause_start(text, one.start)
    if slack_asked and one.sort == "person" and _GIVE_EN.search(text, 0, one.start):
        return True
    direct = _DIRECT_EN.search(text, 0, one.start)
    if direct:
        word = direct.group().split()[0]
        return one.sort != "me" or slack_asked or word not in ("tell", "update", "brief")
    if text[: one.start].endswith("let ") and text[one.end :].lstrip().startswith("know"):
        return one.sort != "me" or slack_asked
    sentence = max(text.rfind(stop, 0, one.start) for stop in (".", "\n", "!", "?")) + 1
    if _TO_EN.search(text, 0, one.start):
        return bool(_SEND_EN.search(text, sentence, one.start))
    if _AND_EN.search(text, 0, one.start):
        previous = found[-1] if found else None
        return previous is not None and one.start - previous.end <= 12
    return bool(one.sort == "slack" and _SEND_EN.search(text, start, one.start))


def _chinese(said: Utterance, one: Recipient, found: list[Recipient], slack_asked: bool) -> bool:
    text = said.text
    if _ADDRESSEE.search(text, max(0, one.start - 24), one.start):
        return True
    before = _BEFORE_ZH.search(text, 0, one.start)
    if before:
        if one.sort == "me":
            return slack_asked or before.group().strip() not in ("告诉", "告知")
        return True
    if _GIVE_ZH.search(text, 0, one.start):
        if _GIVE_VERB_ZH.match(text, one.end):
            return True
        return bool(slack_asked and one.sort == "me" and not _LOOK_ZH.match(text, one.end))
    if re.search(r"[和跟、与及]\s?$", text[: one.start]) and found:
        return one.start - found[-1].end <= 2
    return False


def _unlisted_en(said: Utterance) -> Iterator[Recipient]:
    for match in _NAME_EN.finditer(said.cased):
        sentence = max(said.text.rfind(stop, 0, match.start()) for stop in (".", "\n", "!", "?")) + 1
        sends = _SEND_EN.search(said.text, sentence, match.start("who"))
        if sends and match["who"].lower().split()[0] not in _NOT_NAME_EN:
            yield Recipient(match.start("who"), match.end("who"), "person", match["who"])


def _unlisted_zh(said: Utterance) -> Iterator[Recipient]:
    for match in _NAME_ZH.finditer(said.text):
        group = "who" if match["who"] else "who2"
        if not _NOT_NAME_ZH.search(match[group]):
            yield Recipient(match.start(group), match.end(group), "person", said.written(*match.span(group)))


_ONE_OF_THEM = rx(r"(?:ご?本人|彼女?|him|her|他|她|他本人|她本人|their)")


def pointed_to(found: tuple[Recipient, ...], people: tuple[Named, ...]) -> tuple[Recipient, ...]:
    """ウィルソンさんの残業を本人にDM, DM it to her: whoever is the only one named."""
    named = {one.ids: one for one in people}
    if len(named) != 1:
        return found
    who = next(iter(named.values()))
    return tuple(
        replace(one, sort="person", words=who.words, ids=who.ids)
        if one.sort == "group" and _ONE_OF_THEM.fullmatch(fold(one.words).strip())
        else one
        for one in found
    )


__all__ = ["IMPLIED_ME", "ME", "Recipient", "find_recipients", "pointed_to"]
