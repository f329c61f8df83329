"""RINGI-650 to 699: the door and the page."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-650": (
        ("サインインしていません。", "You are not signed in.", "您尚未登录。"),
        (
            "`ringi up` が表示したアドレスを開くか、管理者に `ringi users key 名前` で鍵を発行してもらってください。",
            "Open the address that `ringi up` printed, or have an admin make you a key with `ringi users key NAME`.",
            "请打开 `ringi up` 显示的地址，或请管理员用 `ringi users key 名字` 为您生成密钥。",
        ),
    ),
    "RINGI-651": (
        (
            "送られた内容が大きすぎます（上限 {limit} MB）。",
            "What was sent is too large (at most {limit} MB).",
            "发送的内容过大（上限 {limit} MB）。",
        ),
        (
            "内容を短くしてください。何も保存されていません。",
            "Make it shorter. Nothing was kept.",
            "请缩短内容。没有保存任何内容。",
        ),
    ),
    "RINGI-652": (
        (
            "ポート {port} を使えません（{reason}）。",
            "The port {port} cannot be used ({reason}).",
            "无法使用端口 {port}（{reason}）。",
        ),
        (
            "`ringi up --port 番号` で別のポートを選ぶか、使っているプログラムを止めてください。",
            "Choose another with `ringi up --port NUMBER`, or stop the program that uses it.",
            "请用 `ringi up --port 端口号` 选择其他端口，或停止占用它的程序。",
        ),
    ),
    "RINGI-653": (
        (
            "このデータディレクトリでは、すでに Ringi が動いています：{address}（プロセス {pid}）。",
            "Ringi is already running on this data directory: {address} (process {pid}).",
            "此数据目录上已有 Ringi 在运行：{address}（进程 {pid}）。",
        ),
        (
            "そちらを使うか、止めてから起動してください。別の場所を使うには `--home` を指定します。",
            "Use that one, or stop it first. `--home` chooses another directory.",
            "请使用该实例，或先停止它。可用 `--home` 指定其他目录。",
        ),
    ),
    "RINGI-654": (
        (
            "{where} に書き込めません（{reason}）。",
            "{where} cannot be written ({reason}).",
            "无法写入 {where}（{reason}）。",
        ),
        (
            "ディレクトリの権限と空き容量を確認するか、`--home` で別の場所を指定してください。",
            "Check the directory's permissions and free space, or choose another one with `--home`.",
            "请检查目录权限和可用空间，或用 `--home` 指定其他目录。",
        ),
    ),
    "RINGI-655": (
        (
            "「{host}」という宛先では受け付けません。",
            "Requests for “{host}” are not accepted here.",
            "不接受发往“{host}”的请求。",
        ),
        (
            "`ringi up` が表示したアドレスを使ってください。",
            "Use the address that `ringi up` printed.",
            "请使用 `ringi up` 显示的地址。",
        ),
    ),
    "RINGI-656": (
        (
            "別のページから送られた操作のため、受け付けませんでした。",
            "This was sent from another page and was not accepted.",
            "该操作来自其他页面，未予接受。",
        ),
        (
            "Ringi のページを開き直して、もう一度操作してください。何も変わっていません。",
            "Open Ringi's own page again and repeat it there. Nothing was changed.",
            "请重新打开 Ringi 页面并再次操作。没有任何更改。",
        ),
    ),
    "RINGI-657": (
        (
            "送られた内容を読み取れません（{reason}）。",
            "What was sent cannot be read ({reason}).",
            "无法读取发送的内容（{reason}）。",
        ),
        (
            "UTF-8 の JSON オブジェクト（API）またはページのフォームとして送ってください。",
            "Send a JSON object in UTF-8 (API) or use the page's own forms.",
            "请以 UTF-8 的 JSON 对象（API）或页面表单发送。",
        ),
    ),
    "RINGI-658": (
        (
            "「{host}」では待ち受けできません（{reason}）。",
            "Cannot listen on “{host}” ({reason}).",
            "无法在“{host}”上监听（{reason}）。",
        ),
        (
            "`--host` の値を確認してください。ふつうは指定しなくて大丈夫です。",
            "Check the value of `--host`; usually it is not needed.",
            "请检查 `--host` 的值；通常无需指定。",
        ),
    ),
    "RINGI-659": (
        (
            "「{what}」というページはありません。",
            "There is no page “{what}”.",
            "没有“{what}”这个页面。",
        ),
        (
            "受信箱から開き直してください。",
            "Start again from the inbox.",
            "请从待办重新打开。",
        ),
    ),
    "RINGI-660": (
        ("鍵が正しくありません。", "That key is not right.", "密钥不正确。"),
        (
            "管理者から新しい鍵（`ringi users key 名前`）をもらうか、`ringi up` の表示を使ってください。",
            "Ask an admin for a new one (`ringi users key NAME`), or use what `ringi up` printed last.",
            "请向管理员索取新密钥（`ringi users key 名字`）。启动者请使用 `ringi up` 最近显示的地址。",
        ),
    ),
    "RINGI-661": (
        (
            "成果物「{title}」のファイルが見つかりません。",
            "The file of the artifact “{title}” is not there.",
            "找不到成果“{title}”的文件。",
        ),
        (
            "データディレクトリから移動または削除された可能性があります。記録は残っています。",
            "It may have been moved or removed from the data directory. The record is still there.",
            "文件可能已从数据目录移走或删除。记录仍然保留。",
        ),
    ),
    "RINGI-662": (
        (
            "「{value}」は番号として読めません。",
            "“{value}” is not a number.",
            "“{value}”不是有效的编号。",
        ),
        (
            "0 以上の整数を指定してください。",
            "Give a whole number of 0 or more.",
            "请指定 0 或以上的整数。",
        ),
    ),
    "RINGI-663": (
        (
            "この場所では {method} を使えません。",
            "{method} does not work here.",
            "此处不能使用 {method}。",
        ),
        (
            "受信箱から開き直してください。",
            "Start again from the inbox.",
            "请从待办重新打开。",
        ),
    ),
    "RINGI-664": (
        (
            "別の ringi コマンドが {home} で作業中です。",
            "Another ringi command is at work in {home}.",
            "另一个 ringi 命令正在 {home} 中工作。",
        ),
        (
            "終わるのを待って、もう一度起動してください。",
            "Wait until it is done and start again.",
            "请等待其完成后再启动。",
        ),
    ),
    "RINGI-665": (
        (
            "どの承認について、何を見て決めたのかが送られていません。",
            "It was not said which approval is decided on, or what was shown of it.",
            "未说明针对哪项审批、根据所示的哪些内容作出决定。",
        ),
        (
            "ページを読み込み直し、内容を確かめてから決めてください。",
            "Reload the page, look at it again and decide then.",
            "请重新加载页面，确认内容后再作决定。",
        ),
    ),
    "RINGI-666": (
        (
            "サーバーが応答の前に終了しました。",
            "The server stopped before it had answered.",
            "服务器在响应之前已停止。",
        ),
        (
            "サーバーを起動し、行われたかどうかを確かめてから、必要ならもう一度送ってください。",
            "Start it, see whether it was done, and send it again if not.",
            "请启动服务器，确认是否已完成，必要时重新发送。",
        ),
    ),
}
