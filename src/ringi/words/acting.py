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
    "cause.killed": ("途中で強制終了された", "killed from outside", "被外部强制终止"),
    "cause.start": ("起動できない: {problem}", "cannot be started: {problem}", "无法启动：{problem}"),
    "cause.signal": ("シグナル {signal} で終了", "ended by signal {signal}", "因信号 {signal} 结束"),
    "cause.no_tool": ("ツール {tool} がありません", "no such tool: {tool}", "没有工具 {tool}"),
    "cause.arguments": (
        "{tool} の引数が合いません（{what}）",
        "{tool} does not take these arguments ({what})",
        "{tool} 的参数不符（{what}）",
    ),
}
