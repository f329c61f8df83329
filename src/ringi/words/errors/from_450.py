"""450–469: Google Sheets and direct messages in Slack."""

from __future__ import annotations

from ringi.words import Text

_AGAIN: Text = (
    "しばらくしてから「再試行」を押してください。行が二重に書かれることはありません。",
    "Press retry in a while. No row is written twice.",
    "请稍后点击“重试”。不会重复写入任何行。",
)
_PERSON: Text = (
    "計画を却下し、SlackのユーザーID、メールアドレス、または一人だけに当てはまる氏名で宛先を書いてください。",
    "Reject the plan and name the recipient by Slack user id, e-mail address, or a name that only one person has.",
    "请驳回该计划，并用 Slack 用户 ID、邮箱地址或唯一对应一人的姓名写明收件人。",
)
ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-450": (
        (
            "Googleから返事がありません。書き込みが済んだかどうかは、再試行のときに確かめます。",
            "Google does not answer. Whether the rows were written is checked when you retry.",
            "谷歌没有应答。是否已写入，将在重试时确认。",
        ),
        _AGAIN,
    ),
    "RINGI-451": (
        (
            "Google Sheets の利用上限に達し、1分以上待っても空きませんでした。",
            "The quota of Google Sheets is used up, and more than a minute of waiting did not help.",
            "谷歌表格的配额已用尽，等待一分多钟仍未恢复。",
        ),
        _AGAIN,
    ),
    "RINGI-452": (
        (
            "Googleが接続を受け付けません。許可が取り消されたか、期限が切れています。",
            "Google does not accept the connection: its permission was taken back or has ended.",
            "谷歌不接受该连接：授权已被撤销或已过期。",
        ),
        (
            "管理者が `ringi connect google` でつなぎ直してから、「再試行」を押してください。",
            "An admin reconnects with `ringi connect google`; then press retry.",
            "请管理员用 `ringi connect google` 重新连接，然后点击“重试”。",
        ),
    ),
    "RINGI-453": (
        (
            "スプレッドシート {spreadsheet} がありません（削除、ごみ箱、または閲覧権限なし）。何も書いていません。",
            "There is no spreadsheet {spreadsheet} (deleted, in the trash, or not shared). Nothing was written.",
            "找不到电子表格 {spreadsheet}：可能已被删除、在回收站中，或此账号无权查看。没有写入任何内容。",
        ),
        (
            "元に戻すか共有してから「再試行」を押すか、別のシートを指定してやり直してください。",
            "Restore or share it and press retry, or ask again with another spreadsheet.",
            "请将其恢复或共享后点击“重试”，或指定其他表格重新提出。",
        ),
    ),
    "RINGI-454": (
        (
            "このアカウントはそこに書き込めません（保護された範囲、または編集権限なし）：{reason}",
            "This account may not write there (a protected range, or no right to edit): {reason}",
            "此账号不能写入该处（受保护的范围，或没有编辑权限）：{reason}",
        ),
        (
            "シートの所有者に保護の解除か編集権限を頼んでから、「再試行」を押してください。",
            "Ask the sheet's owner to lift the protection or to grant editing; then press retry.",
            "请表格所有者解除保护或授予编辑权限，然后点击“重试”。",
        ),
    ),
    "RINGI-455": (
        (
            "Google Sheets に入りきりません：{reason}",
            "That is more than Google Sheets holds: {reason}",
            "超出了谷歌表格的容量：{reason}",
        ),
        (
            "期間や項目を絞って、もう一度依頼してください。",
            "Ask again for a shorter period or fewer columns.",
            "请缩小期间或减少列后重新提出。",
        ),
    ),
    "RINGI-456": (
        (
            "「{spreadsheet}」という名前のスプレッドシートが複数あります：{candidates}。何も書いていません。",
            "Several spreadsheets are called “{spreadsheet}”: {candidates}. Nothing was written.",
            "有多个名为“{spreadsheet}”的电子表格：{candidates}。没有写入任何内容。",
        ),
        (
            "名前の代わりにリンクで指定してください。",
            "Give the link instead of the name.",
            "请改用链接指定。",
        ),
    ),
    "RINGI-457": (
        (
            "「{link}」はGoogleスプレッドシートの名前でもリンクでもありません。",
            "“{link}” is neither the name of a Google spreadsheet nor a link to one.",
            "“{link}”既不是谷歌电子表格的名称，也不是其链接。",
        ),
        (
            "https://docs.google.com/spreadsheets/d/… の形のリンクか、名前を書いてください。",
            "Give a link of the form https://docs.google.com/spreadsheets/d/… or a name.",
            "请给出 https://docs.google.com/spreadsheets/d/… 形式的链接或名称。",
        ),
    ),
    "RINGI-458": (
        (
            "「{sheet}」というシートや範囲はありません。使えるもの：{sheets}",
            "There is no sheet or range “{sheet}”. What there is: {sheets}",
            "没有名为“{sheet}”的工作表或范围。可用的有：{sheets}",
        ),
        (
            "ある名前を使って、もう一度依頼してください。",
            "Ask again with one of these names.",
            "请使用其中的名称重新提出。",
        ),
    ),
    "RINGI-459": (
        (
            "Googleが断りました：{reason}",
            "Google refused: {reason}",
            "谷歌拒绝了请求：{reason}",
        ),
        (
            "内容を直して、もう一度依頼してください。何も書いていません。",
            "Correct it and ask again. Nothing was written.",
            "请更正后重新提出。没有写入任何内容。",
        ),
    ),
    "RINGI-460": (
        (
            "「{recipient}」に当てはまる人がSlackに見つかりません。誰にも送っていません。",
            "Nobody in Slack is “{recipient}”. Nothing was sent.",
            "在 Slack 中找不到“{recipient}”。没有发送给任何人。",
        ),
        _PERSON,
    ),
    "RINGI-461": (
        (
            "「{recipient}」に当てはまる人が複数います：{candidates}。誰にも送っていません。",
            "“{recipient}” is more than one person: {candidates}. Nothing was sent.",
            "“{recipient}”对应多个人：{candidates}。没有发送给任何人。",
        ),
        _PERSON,
    ),
    "RINGI-462": (
        (
            "{who} にはDMを送れません（{ja}）。誰にも送っていません。",
            "{who} cannot be sent a direct message ({en}). Nothing was sent.",
            "不能向 {who} 发送私信（{zh}）。没有发送给任何人。",
        ),
        _PERSON,
    ),
    "RINGI-463": (
        (
            "Googleアカウントが接続されていないので、このツールは使えません。何も書いていません。",
            "No Google account is connected, so this tool cannot be used. Nothing was written.",
            "没有连接谷歌账号，无法使用该工具。没有写入任何内容。",
        ),
        (
            "管理者が `ringi connect google` で接続してから、「再試行」を押してください。",
            "An admin connects with `ringi connect google`; then press retry.",
            "请管理员用 `ringi connect google` 连接，然后点击“重试”。",
        ),
    ),
    "RINGI-464": (
        (
            "Slackが断りました：{error}。誰にも送っていません。",
            "Slack refused: {error}. Nothing was sent.",
            "Slack 拒绝了请求：{error}。没有发送给任何人。",
        ),
        (
            "`ringi doctor` で接続と権限を確かめてください。権限が足りないときはアプリを入れ直します。",
            "Check connection and scopes with `ringi doctor`; install the app again if a scope is missing.",
            "请用 `ringi doctor` 检查连接和权限；缺少权限时请重新安装应用。",
        ),
    ),
    "RINGI-465": (
        (
            "Slackに届きません。誰にも送っていません。",
            "Slack cannot be reached. Nothing was sent.",
            "无法连接 Slack。没有发送给任何人。",
        ),
        (
            "しばらくしてから「再試行」を押してください。",
            "Press retry in a while.",
            "请稍后点击“重试”。",
        ),
    ),
    "RINGI-466": (
        (
            "{who} へのDMの返事がSlackから来ませんでした。送れたかどうか分かりません。",
            "Slack did not answer the direct message to {who}. It is not known whether it was sent.",
            "发给 {who} 的私信没有收到 Slack 的应答，不知道是否已发送。",
        ),
        (
            "本人に確かめて、送れていたか、いなかったかを答えてください。",
            "Ask that person, then say whether it was sent.",
            "请向本人确认，然后说明是否已发送。",
        ),
    ),
    "RINGI-467": (
        (
            "承認されたときの宛先は {approved} でしたが、いまは {now} です。何も実行していません。",
            "What was approved reaches {approved}; now it would reach {now}. Nothing was done.",
            "批准时的对象是 {approved}，现在却是 {now}。没有执行任何操作。",
        ),
        (
            "計画を作り直し、いまの宛先を見てから承認してください。",
            "Have the plan made again and approve what it reaches now.",
            "请重新制定计划，确认现在的对象后再批准。",
        ),
    ),
    "RINGI-468": (
        (
            "DMの本文が空か、長すぎます（{size} 文字、最大 {limit} 文字）。",
            "The text of the direct message is empty or too long ({size} characters, at most {limit}).",
            "私信正文为空或过长（{size} 个字符，最多 {limit} 个）。",
        ),
        (
            "本文を短くするか、シートに書き出してリンクを送ってください。",
            "Shorten it, or write it to a sheet and send the link.",
            "请缩短正文，或写入表格后发送链接。",
        ),
    ),
    "RINGI-469": (
        (
            "接続したGoogleアカウントの許可が足りません：{reason}",
            "The connected Google account has not given enough permission: {reason}",
            "所连接的谷歌账号授权不足：{reason}",
        ),
        (
            "`ringi connect google` でつなぎ直し、求められた許可をすべて与えてください。",
            "Reconnect with `ringi connect google` and grant everything that is asked for.",
            "请用 `ringi connect google` 重新连接，并授予所要求的全部权限。",
        ),
    ),
}
