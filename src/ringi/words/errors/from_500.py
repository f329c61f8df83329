"""RINGI-500 to 599: store and machine."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-501": (
        (
            "{where} は新しい版の Ringi のデータベースです(版 {found}、この Ringi が扱えるのは {known} まで)。",
            "{where} was made by a newer Ringi (version {found}; this one knows up to {known}).",
            "{where} 由更新版本的 Ringi 创建（版本 {found}，当前 Ringi 只支持到 {known}）。",
        ),
        (
            "Ringi を更新するか、古いバックアップを `ringi db restore` で戻してください。ファイルは変更していません。",
            "Update Ringi, or bring back an older backup with `ringi db restore`. The file was not touched.",
            "请更新 Ringi,或用 `ringi db restore` 恢复较早的备份。文件未被改动。",
        ),
    ),
    "RINGI-502": (
        (
            "{where} は壊れているか、SQLite のファイルではありません。",
            "{where} is damaged, or not an SQLite file.",
            "{where} 已损坏，或不是 SQLite 文件。",
        ),
        (
            "バックアップがあれば `ringi db restore` で戻してください。ファイルは変更していません。",
            "Bring back a backup with `ringi db restore`. The file was not touched.",
            "如有备份，请用 `ringi db restore` 恢复。文件未被改动。",
        ),
    ),
    "RINGI-503": (
        (
            "{where} は Ringi のデータベースではありません(見つかったもの: {found})。",
            "{where} is not a Ringi database (found: {found}).",
            "{where} 不是 Ringi 数据库（发现：{found}）。",
        ),
        (
            "`--home` または RINGI_DATABASE_URL の指定を確認してください。ファイルは変更していません。",
            "Check `--home` or RINGI_DATABASE_URL. Nothing in it was touched.",
            "请检查 `--home` 或 RINGI_DATABASE_URL 的设置。其中内容未被改动。",
        ),
    ),
    "RINGI-504": (
        (
            "{where} には、同じタスクで版番号が重複している行があります({found})。",
            "In {where} some tasks have the same version number twice ({found}).",
            "{where} 中有任务的版本号重复（{found}）。",
        ),
        (
            "`ringi db upgrade --repair` で作成順に番号を付け直せます(行は失われません)。ファイルは変更していません。",
            "`ringi db upgrade --repair` renumbers them in order of creation and keeps every row. Nothing was changed.",
            "可用 `ringi db upgrade --repair` 按创建顺序重新编号，不会丢失任何行。文件未被改动。",
        ),
    ),
    "RINGI-505": (
        ("{where} に書き込めません。", "{where} cannot be written.", "无法写入 {where}。"),
        (
            "フォルダーとファイルの書き込み権限を確認するか、`--home` で別の場所を指定してください。",
            "Check the permissions of the directory and the file, or choose another place with `--home`.",
            "请检查目录和文件的写入权限，或用 `--home` 指定其他位置。",
        ),
    ),
    "RINGI-506": (
        (
            "{where} への書き込み中に、ディスクの空きがなくなったか、ディスクがエラーを返しました。",
            "The disk is full or failed while writing {where}.",
            "写入 {where} 时磁盘已满或出错。",
        ),
        (
            "空き容量を作ってから、もう一度お試しください。途中までの変更はすべて取り消しました。",
            "Make room and try again. Everything half done was undone.",
            "请腾出空间后重试。未完成的更改已全部撤销。",
        ),
    ),
    "RINGI-507": (
        (
            "PostgreSQL のバックアップと復元は Ringi では行いません。",
            "Ringi does not back up or restore PostgreSQL itself.",
            "Ringi 不负责 PostgreSQL 的备份与恢复。",
        ),
        (
            "バックアップには `pg_dump`、復元には `pg_restore` を使ってください。",
            "Use `pg_dump` to back up and `pg_restore` to restore.",
            "请用 `pg_dump` 备份，用 `pg_restore` 恢复。",
        ),
    ),
    "RINGI-508": (
        (
            "{where} は別のプロセスが使用中です。",
            "{where} is in use by another process.",
            "{where} 正被另一个进程使用。",
        ),
        (
            "そのプロセスの終了を待って、もう一度お試しください。",
            "Wait for it to finish, then try again.",
            "请等待该进程结束后重试。",
        ),
    ),
    "RINGI-509": (
        (
            "PostgreSQL に接続できません({reason})。",
            "PostgreSQL cannot be reached ({reason}).",
            "无法连接 PostgreSQL（{reason}）。",
        ),
        (
            "サーバーが動いているか、RINGI_DATABASE_URL が正しいかを確認してください。",
            "Check that the server runs and that RINGI_DATABASE_URL is right.",
            "请确认服务器正在运行，且 RINGI_DATABASE_URL 正确。",
        ),
    ),
    "RINGI-510": (
        (
            "{where} を最新の形にできませんでした({reason})。",
            "{where} could not be made current ({reason}).",
            "无法将 {where} 升级到最新版本（{reason}）。",
        ),
        (
            "変更はすべて取り消しました。`ringi doctor` で状態を確認してください。",
            "Everything was undone. Look at its state with `ringi doctor`.",
            "所有更改均已撤销。请用 `ringi doctor` 检查状态。",
        ),
    ),
    "RINGI-511": (
        (
            "PostgreSQL 用のドライバーが入っていません。",
            "The driver for PostgreSQL is not installed.",
            "未安装 PostgreSQL 驱动。",
        ),
        (
            "`make extras` を実行するか、RINGI_DATABASE_URL を外して SQLite を使ってください。",
            "Run `make extras`, or unset RINGI_DATABASE_URL to use SQLite.",
            "请运行 `make extras`，或取消 RINGI_DATABASE_URL 以使用 SQLite。",
        ),
    ),
    "RINGI-512": (
        ("{where} はすでに存在します。", "{where} already exists.", "{where} 已存在。"),
        (
            "別の名前を指定してください。既存のファイルには上書きしません。",
            "Choose another name. An existing file is never overwritten.",
            "请指定其他名称。不会覆盖已有文件。",
        ),
    ),
    "RINGI-513": (
        (
            "{where} を使用中の Ringi があるため、復元できません。",
            "A running Ringi is using {where}, so nothing can be restored into it.",
            "有正在运行的 Ringi 在使用 {where}，无法恢复。",
        ),
        (
            "`ringi up` を止めてから、もう一度お試しください。",
            "Stop `ringi up`, then try again.",
            "请先停止 `ringi up`，然后重试。",
        ),
    ),
    "RINGI-514": (
        ("{where} がありません。", "{where} does not exist.", "{where} 不存在。"),
        (
            "パスを確認してください。",
            "Check the path.",
            "请检查路径。",
        ),
    ),
    "RINGI-515": (
        (
            "このデータベースでは、別のデータディレクトリのプロセスが作業中です：{who}。",
            "A process of another data directory is at work on this database: {who}.",
            "另一个数据目录的进程正在处理此数据库：{who}。",
        ),
        (
            "依頼や決裁は記録済みで、そのプロセスが続けます。ここで続けるには、先にそちらを止めてください。",
            "What was asked or decided is on the record, and that process carries it on. "
            "To work here instead, stop it first.",
            "请求和决定已记录，由该进程继续处理。若要在此处理，请先停止该进程。",
        ),
    ),
    "RINGI-516": (
        (
            "別のプロセスがこのデータベースの作業を引き継いだため、ここではタスク {task} を続けません。",
            "Another process has taken over the work on this database; task {task} is not carried on here.",
            "另一个进程已接管此数据库的工作，任务 {task} 不再在此继续。",
        ),
        (
            "`ringi show {task}` で様子を見てください。1 つのデータベースで働くのは 1 つのプロセスだけです。",
            "Look with `ringi show {task}`. Only one process works on a database at a time.",
            "请用 `ringi show {task}` 查看。一个数据库同时只由一个进程处理。",
        ),
    ),
    "RINGI-517": (
        (
            "別のプロセスがこのデータベースの作業を引き継いだため、このサーバーは停止しました。",
            "Another process has taken over the work on this database, so this server has stopped.",
            "另一个进程已接管此数据库的工作，因此本服务器已停止。",
        ),
        (
            "引き継いだ側を使うか、それを止めてから `ringi up` をもう一度実行してください。",
            "Use the one that has taken over, or stop it and run `ringi up` again.",
            "请使用接管的一方，或将其停止后再次运行 `ringi up`。",
        ),
    ),
    "RINGI-518": (
        (
            "このデータベースの封印は鍵 {key} で作られていますが、その鍵が {where} にありません。"
            "決裁も実行も行いません。",
            "The seals of this database were made with key {key}, which is not in {where}. Nothing is decided or run.",
            "此数据库的封印由密钥 {key} 制作，但 {where} 中没有该密钥。不会批准也不会执行任何内容。",
        ),
        (
            "元の `vault.key`（または `RINGI_VAULT_KEY`、キーリング）をここへ持ってきてください。鍵が失われた場合は、"
            "記録を確かめてから `ringi db seal --trust` で封印し直します。",
            "Bring the `vault.key` (or `RINGI_VAULT_KEY`, or keyring entry) that the database was used with. "
            "If it is lost, look at the records and seal them anew with `ringi db seal --trust`.",
            "请带来该数据库原来使用的 `vault.key`（或 `RINGI_VAULT_KEY`、钥匙串条目）。若已丢失，"
            "请先查看记录，再用 `ringi db seal --trust` 重新封印。",
        ),
    ),
    "RINGI-519": (
        (
            "{where} には封印がありません。このデータディレクトリでは以前に封印されています（{mark}）。"
            "決裁も実行も行いません。",
            "{where} has no seals, though it was sealed from this data directory before ({mark}). "
            "Nothing is decided or run.",
            "{where} 没有封印，但此数据目录以前封印过它（{mark}）。不会批准也不会执行任何内容。",
        ),
        (
            "古い控えを戻した場合は、記録を確かめてから `ringi db seal --trust` を実行してください。"
            "心当たりがなければ、データベースが書き換えられています。",
            "If an older backup was restored, look at the records and run `ringi db seal --trust`. "
            "If nobody did that, the database was changed by somebody else.",
            "如果恢复了较旧的备份，请查看记录后运行 `ringi db seal --trust`。如果没有人这样做，则数据库被他人改动过。",
        ),
    ),
    "RINGI-520": (
        (
            "{table} の行 {id} は、封印したときのものではありません（期待 {expected}、実際 {found}）。",
            "Row {id} of {table} is not what was sealed (expected {expected}, found {found}).",
            "{table} 的行 {id} 与封印时不同（应为 {expected}，实为 {found}）。",
        ),
        (
            "何も決めず、実行もしません。`ringi db verify` で調べ、控えと見比べてください。",
            "Nothing is decided or run on it. Look with `ringi db verify`, and compare with a backup.",
            "不会据此批准或执行任何内容。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-521": (
        (
            "タスク {task} の記録が封印と合いません（{expected} 行のはずが {found} 行、または古い行です）。",
            "The records of task {task} are not those that were sealed: {expected} rows expected, {found} found, "
            "or one of them is an older one.",
            "任务 {task} 的记录与封印不符：应有 {expected} 行，实有 {found} 行，或其中有旧的行。",
        ),
        (
            "何も決めず、実行もしません。`ringi db verify` で調べ、控えと見比べてください。",
            "Nothing is decided or run on them. Look with `ringi db verify`, and compare with a backup.",
            "不会据此批准或执行任何内容。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-522": (
        (
            "利用者・役割・設定・ツールの許可の記録が封印と合いません"
            "（{expected} 行のはずが {found} 行、または古い行です）。",
            "Users, roles, settings and tool permissions are not those that were sealed: {expected} rows expected, "
            "{found} found, or one of them is an older one.",
            "用户、角色、设置和工具许可的记录与封印不符：应有 {expected} 行，实有 {found} 行，或其中有旧的行。",
        ),
        (
            "何も決めず、実行もしません。`ringi db verify` で調べ、控えと見比べてください。",
            "Nothing is decided or run on them. Look with `ringi db verify`, and compare with a backup.",
            "不会据此批准或执行任何内容。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-523": (
        (
            "データベース全体の封印が正しくありません（コミット {number}、期待 {expected}、実際 {found}）。",
            "The seal of the whole database is not right (commit {number}, expected {expected}, found {found}).",
            "整个数据库的封印不正确（提交 {number}，应为 {expected}，实为 {found}）。",
        ),
        (
            "何も決めず、実行もしません。控えを戻すか、`ringi db verify` で調べてください。",
            "Nothing is decided or run. Restore a backup, or look with `ringi db verify`.",
            "不会批准或执行任何内容。请恢复备份，或用 `ringi db verify` 检查。",
        ),
    ),
    "RINGI-524": (
        (
            "スレッド {thread} の先頭（{sequence} 番）は封印したものではありません。",
            "The head of thread {thread} (at {sequence}) is not what was sealed.",
            "线程 {thread} 的头部（第 {sequence} 条）不是封印时的内容。",
        ),
        (
            "何も決めず、実行もしません。`ringi db verify` で調べ、控えと見比べてください。",
            "Nothing is decided or run on it. Look with `ringi db verify`, and compare with a backup.",
            "不会据此批准或执行任何内容。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-525": (
        (
            "{where} を、別に保管した先頭の一覧として読めません：{reason}。",
            "{where} cannot be read as heads that were kept elsewhere: {reason}.",
            "无法将 {where} 作为另外保存的头部读取：{reason}。",
        ),
        (
            "`ringi db heads --append` が書いたファイルを指定してください。",
            "Give a file that `ringi db heads --append` has written.",
            "请指定由 `ringi db heads --append` 写入的文件。",
        ),
    ),
    "RINGI-526": (
        (
            "先頭を {where} へ届けられませんでした：{reason}。",
            "The heads could not be delivered to {where}: {reason}.",
            "无法将头部送达 {where}：{reason}。",
        ),
        (
            "アドレスを確かめて、もう一度実行してください。https、またはこのマシンのアドレスだけが使えます。",
            "Check the address and run it again. Only https, or an address of this machine, is taken.",
            "请检查地址后重试。只接受 https 或本机地址。",
        ),
    ),
    "RINGI-527": (
        (
            "利用者や設定の記録が巻き戻されています"
            "（スレッド {thread} の封印は変更 {expected} 回目、今は {found} 回目）。",
            "Users or settings were put back to an older state: the seal of thread {thread} knows change {expected}, "
            "they stand at {found}.",
            "用户或设置的记录被恢复到旧状态：线程 {thread} 的封印记载第 {expected} 次变更，现在为第 {found} 次。",
        ),
        (
            "何も決めず、実行もしません。`ringi db verify` で調べ、控えと見比べてください。",
            "Nothing is decided or run on them. Look with `ringi db verify`, and compare with a backup.",
            "不会据此批准或执行任何内容。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-528": (
        (
            "{where} に鍵がありません。封印のあるデータベースのために新しい鍵は作りません。",
            "There is no key in {where}, and none is made for a database that has seals.",
            "{where} 中没有密钥，不会为已有封印的数据库新建密钥。",
        ),
        (
            "元の鍵をここへ持ってきてください。",
            "Bring the key that the database was used with.",
            "请带来该数据库原来使用的密钥。",
        ),
    ),
    "RINGI-529": (
        (
            "記録が封印と合わないため、新しい鍵で封印し直せません：{rule} {where} {detail}。",
            "The records are not as they were sealed, so they are not sealed with a new key: {rule} {where} {detail}.",
            "记录与封印不符，因此不会用新密钥重新封印：{rule} {where} {detail}。",
        ),
        (
            "`ringi db verify` で調べてください。今の記録を正しいとするなら `ringi db seal --trust` です。",
            "Look with `ringi db verify`. To take the records as they are: `ringi db seal --trust`.",
            "请用 `ringi db verify` 检查。若以现有记录为准，请运行 `ringi db seal --trust`。",
        ),
    ),
    "RINGI-530": (
        (
            "実行 {run} の記録が、事実の記録と合いません（{rule}: {detail}）。",
            "The records of run {run} say something else than its facts ({rule}: {detail}).",
            "执行 {run} 的记录与事实不符（{rule}：{detail}）。",
        ),
        (
            "続きは実行しません。`ringi db verify` で調べ、控えと見比べてください。",
            "It is not carried on. Look with `ringi db verify`, and compare with a backup.",
            "不会继续执行。请用 `ringi db verify` 检查，并与备份比较。",
        ),
    ),
    "RINGI-531": (
        (
            "{table} の行 {id} は Ringi が書いたものではありません。",
            "Row {id} of {table} was not written by Ringi.",
            "{table} 的行 {id} 不是 Ringi 写入的。",
        ),
        (
            "実行せずに除けました。`ringi db verify` で調べてください。必要なら、もう一度操作してください。",
            "It was set aside and not acted on. Look with `ringi db verify`; if it was meant, do it again.",
            "已搁置，未执行。请用 `ringi db verify` 检查；如确有此意，请重新操作。",
        ),
    ),
    "RINGI-532": (
        (
            "届いたものの記録が封印と合いません。済んだものが未処理に戻されたか、行がなくなっています。",
            "The records of what was delivered are not as they were sealed: something that was done was put back, or a "
            "row is missing.",
            "已送达内容的记录与封印不符：已处理的内容被改回未处理，或有行缺失。",
        ),
        (
            "待っていたものは実行せずに除けました。`ringi db verify` で調べ、調べた後に `ringi db seal --trust` です。",
            "What waited was set aside and not acted on. Look with `ringi db verify`, then `ringi db seal --trust`.",
            "等待中的内容已搁置，未执行。请用 `ringi db verify` 检查，然后运行 `ringi db seal --trust`。",
        ),
    ),
    "RINGI-533": (
        (
            "届いてから長く読まれなかったため、別の時のものとして扱います。",
            "It was delivered too long ago and never read: it was meant for another moment.",
            "送达后长期未读，视为另一时刻的内容。",
        ),
        (
            "必要なら、もう一度操作してください。",
            "If it is still meant, do it again.",
            "如仍有此意，请重新操作。",
        ),
    ),
}
