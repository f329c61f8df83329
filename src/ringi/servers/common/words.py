"""What the `common` tools are called in Japanese, English and Chinese. Published in each tool's `_meta`.

Words that as often mean "answer me" (教えて, tell me, 告诉我) or "sum up" (まとめて) are left out: they name no tool.
"""

from __future__ import annotations

Label = tuple[str, str, str]

SHEET_KEYWORDS = (
    *("シート", "スプレッドシート", "Googleシート", "グーグルシート", "表に", "一覧表", "エクセル"),
    *("書き出", "書き込", "出力"),
    *("sheet", "google sheet", "google sheets", "spreadsheet", "excel", "xlsx", "workbook", "export"),
    *("表格", "电子表格", "工作表", "谷歌表格", "Excel表", "写入", "导出", "汇总到表"),
)
SHEET_LABELS: dict[str, Label] = {
    "spreadsheet": ("スプレッドシート", "Spreadsheet", "电子表格"),
    "sheet": ("シート", "Sheet", "工作表"),
    "header": ("見出し", "Header", "表头"),
    "rows": ("行", "Rows", "行"),
    "cells": ("セル範囲", "Cells", "单元格"),
    "rows_written": ("書き込んだ行数", "Rows written", "写入行数"),
    "path": ("ファイル", "File", "文件"),
    "url": ("URL", "URL", "网址"),
    "created": ("新規作成", "Newly created", "新建"),
}
APPEND_KEYWORDS = ("追記", "行を追加", "書き足", "append rows", "add rows", "追加行", "追加到表")
UPDATE_KEYWORDS = ("セルを更新", "セルを書き換え", "上書き", "update cells", "change cells", "改写单元格", "更新单元格")
MESSAGE_KEYWORDS = (
    *("DM", "ダイレクトメッセージ", "メッセージ", "送信", "送って", "送る", "送付", "通知", "連絡して"),
    *("dm", "direct message", "message", "send", "notify", "notification", "slack"),
    *("私信", "消息", "发送", "发给", "通知", "发私信"),
)
MESSAGE_LABELS: dict[str, Label] = {
    "recipient": ("宛先", "Recipient", "收件人"),
    "text": ("本文", "Message", "正文"),
    "to": ("送信先", "Sent to", "发送对象"),
    "message_id": ("メッセージID", "Message ID", "消息编号"),
    "sent_at": ("送信日時", "Sent at", "发送时间"),
    "channel": ("送信方法", "Channel", "发送方式"),
    "path": ("ファイル", "File", "文件"),
}
