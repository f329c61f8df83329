"""From RINGI-975 on: SPECTRA, its files, its rules and what may be said to it."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-975": (
        (
            "SPECTRA の状態ファイル {path} を読めません: {reason}。停止しました。",
            "SPECTRA's state file {path} cannot be read: {reason}. It has stopped.",
            "无法读取 SPECTRA 的状态文件 {path}：{reason}。已停止。",
        ),
        (
            "ファイルの権限とディスクを確認してから、もう一度始めてください。ファイルには触れていません。",
            "Check the file's permissions and the disk, then start again. The file was not touched.",
            "请检查文件权限和磁盘后重新启动。文件未被改动。",
        ),
    ),
    "RINGI-976": (
        (
            "SPECTRA の状態ファイル {path} は使えません（{reason}）。停止しました。",
            "SPECTRA's state file {path} cannot be used ({reason}). It has stopped.",
            "SPECTRA 的状态文件 {path} 无法使用（{reason}）。已停止。",
        ),
        (
            "壊れているか、新しい版のものです。直すか移してから始めてください。履歴は logs/events.jsonl にあります。",
            "It is damaged or of a newer version. Mend or move it and start again; logs/events.jsonl has the history.",
            "文件已损坏或来自更新的版本。请修复或移走后再启动；历史保存在 logs/events.jsonl 中。",
        ),
    ),
    "RINGI-977": (
        (
            "SPECTRA の状態を {path} に書けません: {reason}。停止しました。表示は変えていません。",
            "SPECTRA's state cannot be written to {path}: {reason}. It has stopped; what is shown was not changed.",
            "无法将 SPECTRA 的状态写入 {path}：{reason}。已停止，显示未改变。",
        ),
        (
            "空き容量と権限を確認してから、もう一度始めてください。前の状態がそのまま残っています。",
            "Check free space and permissions, then start again. The state before it is still there, whole.",
            "请检查剩余空间和权限后重新启动。之前的状态完好保留。",
        ),
    ),
    "RINGI-978": (
        (
            "SPECTRA の記録 {path} を読めません: {reason}。停止しました。",
            "SPECTRA's log {path} cannot be read: {reason}. It has stopped.",
            "无法读取 SPECTRA 的记录 {path}：{reason}。已停止。",
        ),
        (
            "ファイルの権限とディスクを確認してから、もう一度始めてください。",
            "Check the file's permissions and the disk, then start again.",
            "请检查文件权限和磁盘后重新启动。",
        ),
    ),
    "RINGI-979": (
        (
            "SPECTRA の記録 {path} の {line} 行目が壊れています。停止しました。",
            "Line {line} of SPECTRA's log {path} is damaged. It has stopped.",
            "SPECTRA 的记录 {path} 第 {line} 行已损坏。已停止。",
        ),
        (
            "その行を直すか、ファイルを別の場所へ移してから始めてください。SPECTRA は過去の行を書き換えません。",
            "Mend that line, or move the file away, and start again. SPECTRA never rewrites past lines.",
            "请修复该行或移走文件后再启动。SPECTRA 从不改写过去的行。",
        ),
    ),
    "RINGI-980": (
        (
            "SPECTRA の記録を {path} に書けません: {reason}。停止しました。",
            "SPECTRA's log cannot be written to {path}: {reason}. It has stopped.",
            "无法写入 SPECTRA 的记录 {path}：{reason}。已停止。",
        ),
        (
            "空き容量と権限を確認してから、もう一度始めてください。",
            "Check free space and permissions, then start again.",
            "请检查剩余空间和权限后重新启动。",
        ),
    ),
    "RINGI-981": (
        (
            "SPECTRA の規則 {path} が読み取れません: {reason}。",
            "SPECTRA's rules in {path} cannot be used: {reason}.",
            "SPECTRA 的规则 {path} 无法使用：{reason}。",
        ),
        (
            "その箇所を直してください。書ける項目は docs/reference/spectra.md にあります。",
            "Mend that place; docs/reference/spectra.md has all that may stand there.",
            "请修正该处；可用项目见 docs/reference/spectra.md。",
        ),
    ),
    "RINGI-982": (
        (
            "SPECTRA の規則 {path} を読み書きできません: {reason}。",
            "SPECTRA's rules in {path} cannot be read or written: {reason}.",
            "无法读写 SPECTRA 的规则 {path}：{reason}。",
        ),
        (
            "権限と空き容量を確認してください。規則は変わっていません。",
            "Check permissions and free space. No rule has changed.",
            "请检查权限和剩余空间。规则未改变。",
        ),
    ),
    "RINGI-983": (
        (
            "SPECTRA に {key} という規則はありません。",
            "SPECTRA has no rule {key}.",
            "SPECTRA 没有规则 {key}。",
        ),
        (
            "規則の一覧は `ringi spectra rules` で見られます。",
            "`ringi spectra rules` lists them.",
            "用 `ringi spectra rules` 查看规则列表。",
        ),
    ),
    "RINGI-984": (
        (
            "{key} は spectra.toml に自動では書き込めません。何も変わっていません。",
            "{key} cannot be written into spectra.toml by itself. Nothing has changed.",
            "无法自动将 {key} 写入 spectra.toml。未做任何更改。",
        ),
        (
            "ファイルを直接書き換えてください。",
            "Edit the file by hand.",
            "请手动编辑该文件。",
        ),
    ),
    "RINGI-985": (
        (
            "{path} では別の SPECTRA が動いています（プロセス {process}）。",
            "Another SPECTRA runs in {path} (process {process}).",
            "{path} 中已有另一个 SPECTRA 在运行（进程 {process}）。",
        ),
        (
            "`ringi spectra status --dir …` で見るか、`ringi spectra stop --exit` で終わらせてください。",
            "Look at it with `ringi spectra status --dir …`, or end it with `ringi spectra stop --exit`.",
            "用 `ringi spectra status --dir …` 查看，或用 `ringi spectra stop --exit` 结束它。",
        ),
    ),
    "RINGI-986": (
        (
            "{path} では SPECTRA は動いていません。",
            "No SPECTRA runs in {path}.",
            "{path} 中没有 SPECTRA 在运行。",
        ),
        (
            "`ringi spectra --dir …` で始めてください。",
            "Start one with `ringi spectra --dir …`.",
            "用 `ringi spectra --dir …` 启动。",
        ),
    ),
    "RINGI-987": (
        (
            "答えようとした承認は開いていません。いま承認待ちのものがないか、別のものです。",
            "What this answers is not open: nothing is asked now, or something else.",
            "要答复的审批并未打开：目前没有等待的事项，或已是另一项。",
        ),
        (
            "`ringi spectra status` で今の様子を見られます。",
            "`ringi spectra status` shows how it stands.",
            "用 `ringi spectra status` 查看当前状况。",
        ),
    ),
    "RINGI-988": (
        (
            "SPECTRA が自分で始めたプロセスからの回答は受け付けません。",
            "What SPECTRA itself has started may not speak to it.",
            "不接受由 SPECTRA 自己启动的进程的答复。",
        ),
        (
            "別の端末から実行してください。",
            "Use another terminal.",
            "请在其他终端执行。",
        ),
    ),
    "RINGI-989": (
        (
            "どの承認への y かが書かれていません。今の問いは「{what}」です。",
            "This yes does not say to what. What is asked now: {what}",
            "没有说明这个 y 是答复哪个审批的。现在询问的是：{what}",
        ),
        (
            "これでよければ `ringi spectra answer y --approval {id}` としてください。",
            "If that is what you mean: `ringi spectra answer y --approval {id}`.",
            "如果就是它，请用 `ringi spectra answer y --approval {id}`。",
        ),
    ),
    "RINGI-990": (
        (
            "この SPECTRA はいま動いていません。何も伝えていません。",
            "This SPECTRA does not run now; nothing was said to it.",
            "此 SPECTRA 目前没有运行，未转达任何内容。",
        ),
        (
            "そのフォルダで `ringi spectra` を始めてから、もう一度お試しください（同じデータディレクトリで）。",
            "Start `ringi spectra` in its folder (with the same data directory), then say it again.",
            "请在其文件夹中启动 `ringi spectra`（使用同一数据目录），然后再试。",
        ),
    ),
}
