"""What SPECTRA's hands say: the impact line, what a command printed, how it ended, what can be undone."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- what a command printed ----------------------------------------------------------------------------------
    "not_shown": ("… {count} バイトは表示していません …", "… {count} bytes not shown …", "… 有 {count} 字节未显示 …"),
    "left_out": ("… 途中の {count} バイトを省略 …", "… {count} bytes left out …", "… 中间省略 {count} 字节 …"),
    # -- where it runs -------------------------------------------------------------------------------------------
    "sandboxed": ("サンドボックス内・ネットワークなし", "sandboxed, no network", "在沙箱内，无网络"),
    "sandboxed.network": ("サンドボックス内・ネットワークあり", "sandboxed, with network", "在沙箱内，有网络"),
    "home_visible": (
        "（作業フォルダーにホームが含まれるため、ホームは見えます）",
        "(the working directory holds your home, so that is visible)",
        "（工作目录包含主目录，因此主目录可见）",
    ),
    "unsandboxed": ("サンドボックスなし（{reason}）", "NOT sandboxed ({reason})", "没有沙箱（{reason}）"),
    "status.shell": ("シェル: {where}", "Shell: {where}", "命令行：{where}"),
    "no_sandbox.off": ("設定で無効", "switched off in the settings", "设置中已关闭"),
    "no_sandbox.absent": ("bubblewrap がありません", "bubblewrap is not installed", "未安装 bubblewrap"),
    "no_sandbox.refused": (
        "この環境では bubblewrap を使えません",
        "this machine does not let bubblewrap work",
        "此环境无法使用 bubblewrap",
    ),
    "no_sandbox.root": ("作業フォルダーが / です", "the working directory is /", "工作目录是 /"),
    # -- how it ended: one short technical phrase ----------------------------------------------------------------
    "cause.check": ("完了の確認に失敗: {cause}", "the check says no: {cause}", "完成检查未通过：{cause}"),
    "cause.nobody": (
        "この種類の操作（{kind}）は接続されていません",
        "nothing is connected that does this ({kind})",
        "没有连接可执行此类操作（{kind}）",
    ),
    "cause.no_command": (
        "コマンドが空か、使えない文字があります",
        "empty or unusable command",
        "命令为空或含不可用字符",
    ),
    "cause.time": ("{seconds} 秒の時間切れ", "timed out after {seconds} s", "超过 {seconds} 秒"),
    "cause.limit.processes": (
        "プロセスが {processes} 個を超えたため終了",
        "ended: more than {processes} processes at once",
        "已终止：进程超过 {processes} 个",
    ),
    "cause.limit.memory": (
        "メモリーが {memory_mb} MB を超えたため終了",
        "ended: more than {memory_mb} MB of memory",
        "已终止：内存超过 {memory_mb} MB",
    ),
    "cause.limit.file": (
        "{file_mb} MB を超えるファイルを書こうとしたため終了",
        "ended: a file of more than {file_mb} MB",
        "已终止：文件超过 {file_mb} MB",
    ),
    "git.aside": (
        "コマンドが作った、git が動かす設定やフックを脇へ移しました（名前の末尾に set-aside-by-spectra）: {files}",
        "Put aside what git would have run, made by the command (its name now ends in set-aside-by-spectra): {files}",
        "命令创建的、git 会运行的设置或钩子已移到一旁（名称以 set-aside-by-spectra 结尾）：{files}",
    ),
    "git.tools": (
        "開発者のツールが読み込んで動かすファイルが変わりました。使う前に確かめてください: {files}",
        "Changed: files that your own tools take up and may run. Look before you use them: {files}",
        "您自己的工具会读取并可能运行的文件已更改，使用前请查看：{files}",
    ),
    "git.beyond": (
        "フォルダーが多すぎるため、git リポジトリをすべては確かめていません",
        "too many folders: not every git repository was looked at",
        "文件夹过多，未能检查所有 git 仓库",
    ),
    "cause.killed": ("途中で強制終了された", "killed from outside", "被外部强制终止"),
    "cause.start": ("起動できない: {problem}", "cannot be started: {problem}", "无法启动：{problem}"),
    "cause.signal": ("シグナル {signal} で終了", "ended by signal {signal}", "因信号 {signal} 结束"),
    "cause.no_tool": ("ツール {tool} がありません", "no such tool: {tool}", "没有工具 {tool}"),
    "cause.arguments": (
        "{tool} の引数が合いません（{what}）",
        "{tool} does not take these arguments ({what})",
        "{tool} 的参数不符（{what}）",
    ),
    # -- the impact line: what a command may do ------------------------------------------------------------------
    "risk.low": ("危険度 低", "Risk low", "风险 低"),
    "risk.medium": ("危険度 中", "Risk medium", "风险 中"),
    "risk.high": ("危険度 高", "Risk HIGH", "风险 高"),
    "reason.reads": ("作業フォルダーを読むだけ", "only reads the working directory", "只读取工作目录"),
    "reason.more": ("ほか {count} 件", "{count} more", "另有 {count} 项"),
    "reason.writes": ("書き込み: {what}", "writes {what}", "写入 {what}"),
    "reason.writes_outside": (
        "作業フォルダーの外に書き込み: {what}",
        "writes outside the directory: {what}",
        "写到工作目录之外：{what}",
    ),
    "reason.writes_unknown": (
        "書き込み先は実行するまで分からない",
        "where it writes is only known when it runs",
        "写入位置要到执行时才知道",
    ),
    "reason.own": (
        "SPECTRA 自身のファイルに触れる: {what}",
        "touches SPECTRA's own files: {what}",
        "涉及 SPECTRA 自身的文件：{what}",
    ),
    "reason.deletes": ("削除: {what}", "deletes {what}", "删除 {what}"),
    "reason.deletes_many": ("まとめて削除・破棄: {what}", "deletes or discards many: {what}", "批量删除或丢弃：{what}"),
    "reason.deletes_outside": (
        "作業フォルダーの外を削除: {what}",
        "deletes outside the directory: {what}",
        "删除工作目录之外的内容：{what}",
    ),
    "reason.outside": (
        "作業フォルダーの外に触れる: {what}",
        "reaches outside the directory: {what}",
        "涉及工作目录之外：{what}",
    ),
    "reason.network": ("ネットワーク: {what}", "uses the network: {what}", "使用网络：{what}"),
    "reason.network_shut": (
        "ネットワークを使う（ここでは遮断）: {what}",
        "wants the network, which is shut here: {what}",
        "需要网络（此处已切断）：{what}",
    ),
    "reason.system": (
        "システムや他のプログラムに及ぶ: {what}",
        "reaches the system or other programs: {what}",
        "影响系统或其他程序：{what}",
    ),
    "reason.variable": (
        "他のプログラムを動かす変数を変える: {what}",
        "sets a variable that runs programs: {what}",
        "设置会运行程序的变量：{what}",
    ),
    "reason.variable_unknown": (
        "プログラムの動きを変えうる変数を渡す: {what}",
        "sets {what}, which may change what programs do",
        "设置可能改变程序行为的变量：{what}",
    ),
    "reason.replaced": (
        "システムの {what} ではなく、作業フォルダーにある同じ名前のプログラムが動く",
        "runs a {what} from the working directory instead of the system's",
        "运行的不是系统的 {what}，而是工作目录里的同名程序",
    ),
    "reason.git": (
        "git が何を動かすかを決める .git に触れる: {what}",
        "touches .git, which decides what git runs: {what}",
        "涉及决定 git 会运行什么的 .git：{what}",
    ),
    "reason.git_runs": (
        "リポジトリの設定やフックが名指すプログラムも動かす: {what}",
        "also runs whatever the repository's configuration and hooks name: {what}",
        "还会运行仓库的配置和钩子所指定的程序：{what}",
    ),
    "reason.git_names": (
        "リポジトリの設定が動かすものがあり、オプションでは止められない: {what}",
        "the repository's configuration names something to run that no option shuts off: {what}",
        "仓库的配置指定了要运行的内容，且无法用选项关闭：{what}",
    ),
    "reason.tools": (
        "開発者のツールが読み込んで動かすファイルに書く: {what}",
        "writes what your own tools take up and may run: {what}",
        "写入您自己的工具会读取并可能运行的文件：{what}",
    ),
    "reason.moves": ("移動元からなくなる: {what}", "moves {what} away", "移走 {what}"),
    "reason.links": (
        "作業フォルダーの外などへつながるリンクを作る: {what}",
        "makes a link that leads to {what}",
        "创建指向 {what} 的链接",
    ),
    "reason.mode": ("権限を変える: {what}", "changes the mode of {what}", "更改 {what} 的权限"),
    "reason.owner": ("所有者を変える: {what}", "changes the owner of {what}", "更改 {what} 的所有者"),
    "reason.unpacks": (
        "アーカイブの中身を展開する: {what}",
        "unpacks an archive into {what}",
        "将归档内容解压到 {what}",
    ),
    "reason.computes": (
        "計算に使う値がコマンドを含みうる: {what}",
        "computes with a value that may hold commands: {what}",
        "用可能含有命令的值进行计算：{what}",
    ),
    "reason.dynamic": (
        "何が動くかは実行するまで分からない",
        "what runs is only known when it runs",
        "会运行什么要到执行时才知道",
    ),
    "reason.unknown_words": (
        "{what} の対象は実行するまで分からない",
        "what {what} is given is only known when it runs",
        "{what} 的对象要到执行时才知道",
    ),
    "reason.stdin": (
        "受け取った内容をそのまま実行: {what}",
        "carries out whatever it is fed: {what}",
        "直接执行收到的内容：{what}",
    ),
    "reason.code": (
        "中身を確認していないコードを実行: {what}",
        "runs code that was not looked into: {what}",
        "执行未经查看的代码：{what}",
    ),
    "reason.unknown": (
        "何をするか前もって分からないプログラム: {what}",
        "runs {what}, which may do anything",
        "运行事先无法知道会做什么的程序：{what}",
    ),
    "reason.option": (
        "書き込みや実行につながる指定: {what}",
        "an option that may write or run something: {what}",
        "可能写入或执行的选项：{what}",
    ),
    "reason.wrapper": (
        "別のプログラムを起動し、それが何か読み取れない: {what}",
        "starts another program that cannot be told: {what}",
        "会启动无法确定的其他程序：{what}",
    ),
    "reason.hidden": (
        "見えない文字が含まれる（{what}）",
        "holds a character that cannot be seen ({what})",
        "含有看不见的字符（{what}）",
    ),
    "reason.unreadable.syntax": ("解釈できない書き方", "cannot be taken apart with certainty", "无法确切解析"),
    "reason.unreadable.quotes": ("引用符が閉じていない", "a quotation mark is not closed", "引号未闭合"),
    "reason.unreadable.function": (
        "関数の定義があり、解釈できない",
        "defines a function, which is not looked into",
        "定义了函数，无法解析",
    ),
    "reason.unreadable.arithmetic": (
        "計算式があり、解釈できない",
        "holds arithmetic that is not looked into",
        "含有无法解析的算式",
    ),
    "reason.unreadable.expansion": (
        "複雑な変数展開があり、解釈できない",
        "holds an expansion that is not looked into",
        "含有无法解析的变量展开",
    ),
    "reason.unreadable.too_long": ("長すぎるか、入れ子が深すぎる", "too long or too deeply nested", "过长或嵌套过深"),
    "reason.reply": ("チャットの表示だけ", "words in the chat only", "仅显示聊天文字"),
    "reason.post": ("{what} に公開される", "is published on {what}", "将在 {what} 公开"),
    "reason.setting": (
        "SPECTRA の設定: {what}（元に戻せる）",
        "SPECTRA's setting {what} (can be undone)",
        "SPECTRA 的设置 {what}（可撤销）",
    ),
    "reason.rule": ("ルール: {what}（すぐに効く）", "the rule {what}, at once", "规则 {what}（立即生效）"),
    "reason.restart": ("SPECTRA を再起動する", "starts SPECTRA anew", "重新启动 SPECTRA"),
    "reason.no_tool": ("ツール {what} がありません", "there is no tool {what}", "没有工具 {what}"),
    "reason.tool_read": ("ツールで読み取り: {what}", "reads with the tool {what}", "用工具读取：{what}"),
    "reason.tool_write": ("ツールで書き込み: {what}", "writes with the tool {what}", "用工具写入：{what}"),
    "reason.tool_destroys": (
        "ツールで取り消せない操作: {what}",
        "the tool destroys: {what}",
        "工具的破坏性操作：{what}",
    ),
    # -- undo ----------------------------------------------------------------------------------------------------
    "undo.can": (
        "`/undo {id}` で元に戻せます: {files}",
        "`/undo {id}` puts these back: {files}",
        "可用 `/undo {id}` 恢复：{files}",
    ),
    "undo.uncovered": (
        "控えがなく戻せません: {files}",
        "Not kept, so it cannot be put back: {files}",
        "没有备份，无法恢复：{files}",
    ),
    "undo.none": ("元に戻せるコマンドはありません", "no command that can be undone", "没有可撤销的命令"),
    "undo.refused": (
        "その後に変わったため戻していません: {files}",
        "changed since, so left as they are: {files}",
        "之后又有变化，因此未恢复：{files}",
    ),
}
