"""Letters of other scripts that have the shape of a plain one, and what a reader takes a text for. Facts and no rules.

`lookalikes` says where they matter. Only shapes that are hard to tell apart in an ordinary typeface are here.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONG_VOWEL = "\u30fc"
"""ー, which is a dash only between letters that are not kana."""
_SAME_SHAPE = {
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХҮЬԌԜѴӀЗ": "ABESIJKMHOPCTYXYbGWVl3",
    "аеѕіјорсухүһӏԁԛԝѵѡгҽꙇ": "aesijopcyxyhldqwvwrei",
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺϜͿ": "ABEZHIKMNOPTYXCMFJ",
    "αγικνορσυϲϳϱχ": "ayiknopoucjpx",
    # Armenian
    "ՍՏՕագզհոռսցքօյ": "USOwqqhnnugfoj",
    # Cherokee, Lisu, Coptic, Canadian syllabics, Deseret, Georgian
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮᏳᏴ": "DRTiYAJEWMHYGhZ4bRWSVSLCPKd6GB",
    "ꭵꮁꮃꮓꮩꮪꮯ": "irwzvsc",
    "ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ": "BPdDTGKJCZFMNLSRVHWXYAElOU",
    "ⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⲅ": "HIKMNOoPpCcTYXr",
    "ᐯᑌᑭᑯᑲᒍᒪᕁᕼᖇᖯᖴᗅᗞᗪᗰᗷ": "VUPdbJLxHRbFADDMB",
    "𐐄𐐕𐐛𐐠𐐬𐐽𐑈": "OCLSocs",
    "ყჿ": "yo",
    # Latin letters of phonetics and small capitals
    "ıɑɡɩɪɯʋʏᴀʙᴄᴅᴇɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢƖƧƷƼǀȣᶃ": "iagiiwuyabcdeghjklmnoprstuvwzl235l8g",
    # What separates the parts of an address
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\u2043\u30fc": "----------",
    "\u2024\u00b7\u2027\ua4f8\u0701\u0702": "......",
    "\u2044\u2215\u29f8\u2571\u27cb": "/////",
}
SHAPES = {one: as_read for alike, read in _SAME_SHAPE.items() for one, as_read in zip(alike, read, strict=True)}


def skeleton(text: str) -> str:
    """What a reader would take it for: each letter as the plain one of its shape."""
    return "".join(_read_as(one) for one in unicodedata.normalize("NFC", text))


@lru_cache(maxsize=4096)
def _read_as(one: str) -> str:
    if one.isascii():
        return one
    if one in SHAPES:
        return SHAPES[one]
    plain = unicodedata.normalize("NFKC", one)
    if plain != one and len(plain) == 1:
        return SHAPES.get(plain, plain)
    digit = unicodedata.digit(one, None)
    return str(digit) if digit is not None else one
