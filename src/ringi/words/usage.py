"""The help of the command line. Keys: a command, `command argument`, or an argument that several commands share."""

from __future__ import annotations

from ringi.words import Text
from ringi.words.tools_admin import USAGE

NAMES: dict[str, Text] = {
    "verdict": ("結果", "the verdict", "结果"),
    "name": ("名前", "the name", "名称"),
    "roles": ("役割", "the role", "角色"),
}
"""What positional arguments are called when a mistake in them is told."""

WORDS: dict[str, Text] = {
    **USAGE,
    "usage": ("使い方:", "usage:", "用法："),
    "shape": ("コマンド [引数 …] [オプション …]", "COMMAND [ARGUMENT …] [OPTION …]", "命令 [参数 …] [选项 …]"),
    "about": (
        "仕事を依頼し、方針と計画を承認し、承認したとおりに実行させます。",
        "Hand in work, approve the policy and the plan, and have exactly that carried out.",
        "提出工作请求，批准方针和计划，并严格按批准的内容执行。",
    ),
    "more": (
        "各コマンドの説明は `ringi コマンド --help`、エラーの説明は `ringi explain コード` で表示します。",
        "`ringi COMMAND --help` explains a command, `ringi explain CODE` an error.",
        "`ringi 命令 --help` 显示命令说明，`ringi explain 代码` 显示错误说明。",
    ),
    "arguments": ("引数", "arguments", "参数"),
    "options": ("オプション", "options", "选项"),
    "common": (
        "共通のオプション（コマンドの前後どちらでも）",
        "common options (before or after the command)",
        "通用选项（可放在命令前后）",
    ),
    "group work": ("依頼", "Hand in work", "提出请求"),
    "group decide": ("確認と決裁", "Look and decide", "查看与决定"),
    "group drive": ("自律動作（SPECTRA）", "Let it drive (SPECTRA)", "自主运行（SPECTRA）"),
    "group proof": ("記録と検証", "Records and proof", "记录与验证"),
    "group house": ("運用", "Run the house", "运行维护"),
    "group trial": ("評価と計測", "Score and measure", "评估与测量"),
    # -- common options ------------------------------------------------------------------------------------------
    "global --home": (
        "データの場所（RINGI_HOME、既定は ~/.ringi）",
        "where the data is (RINGI_HOME, else ~/.ringi)",
        "数据目录（RINGI_HOME，默认 ~/.ringi）",
    ),
    "global --as": (
        "この利用者として操作する（管理者のみ。記録に残ります）",
        "act as this user (admins only; it is recorded)",
        "以该用户身份操作（仅限管理员，会留下记录）",
    ),
    "global --workspace": (
        "この Slack ワークスペースについて操作する（ID か略称。RINGI_WORKSPACE）",
        "about this Slack workspace, by its id or short name (RINGI_WORKSPACE)",
        "针对此 Slack 工作区操作（ID 或短名，RINGI_WORKSPACE）",
    ),
    "global --json": (
        "結果を JSON 1 件だけで出力する",
        "print one JSON document and nothing else",
        "仅输出一个 JSON 文档",
    ),
    "global --lang": (
        "表示の言語（RINGI_LANG、次に LANG など）",
        "language to speak (RINGI_LANG, else LANG and its kin; any but these is answered in English)",
        "显示语言（RINGI_LANG，其次 LANG 等；其他值按英语处理）",
    ),
    "global --no-color": (
        "色を付けない（NO_COLOR も有効）",
        "no colour (NO_COLOR works too)",
        "不使用颜色（NO_COLOR 同样有效）",
    ),
    "global --help": ("この説明を表示する", "show this help", "显示此说明"),
    "global --version": ("版を表示する", "show the version", "显示版本"),
    # -- arguments that several commands share ---------------------------------------------------------------------
    "task": (
        "タスクの ID（先頭 8 文字以上でも可）",
        "id of the task, or its first 8 characters or more",
        "任务 ID（也可用前 8 位以上）",
    ),
    "id": (
        "タスク・承認・方針・計画・実行の ID（先頭 8 文字以上でも可）",
        "id of a task, approval, policy, plan or run, or its first 8 characters or more",
        "任务、审批、方针、计划或执行的 ID（也可用前 8 位以上）",
    ),
    "text": (
        "本文。「-」なら標準入力から読みます",
        "the text; `-` reads standard input",
        "正文；“-”表示从标准输入读取",
    ),
    "file": ("ファイル。「-」なら標準入力", "a file; `-` is standard input", "文件；“-”表示标准输入"),
    "name": ("利用者の名前", "name of the user", "用户名"),
    "--no-wait": (
        "待たずに戻る（続きは動いている `ringi up` が行います）",
        "do not wait (a running `ringi up` carries on)",
        "不等待，立即返回（由运行中的 `ringi up` 继续）",
    ),
    "--reason": ("理由", "the reason", "理由"),
    "--digest": (
        "表示された照合値。内容が変わっていたら拒否します",
        "the digest that was shown; refused if the content has changed",
        "显示的摘要值；内容已变则拒绝",
    ),
    "--limit": ("表示する件数の上限", "at most this many", "最多显示条数"),
    "--session": (
        "会話の名前。前のタスクが終わるまで順番を待ちます",
        "name of a conversation: a request waits until the task before it has ended",
        "会话名称；前一个任务结束前会排队",
    ),
    # -- hand in work ----------------------------------------------------------------------------------------------
    "ask": (
        "仕事を依頼し、承認か質問の待ちになるまで見守る",
        "ask for work and watch until it waits for you",
        "提出工作请求，并跟进到需要您处理为止",
    ),
    "ask --session": (
        "会話の名前。前のタスクが終わるまで順番を待ちます",
        "name of a conversation: the request waits until the task before it has ended",
        "会话名称；前一个任务结束前会排队",
    ),
    "ask --delivery-id": (
        "配信の ID。同じ ID の依頼は 1 件として扱います",
        "id of the delivery: the same id twice is one request",
        "投递 ID；相同 ID 视为同一请求",
    ),
    "answer": ("質問に答える", "answer the question that was asked", "回答提问"),
    "plan": ("自分で書いた計画を提出する", "hand in a plan of your own", "提交自己编写的计划"),
    "plan --file": (
        "ステップの配列（JSON）。「-」なら標準入力",
        "the steps as a JSON array; `-` is standard input",
        "步骤数组（JSON）；“-”表示标准输入",
    ),
    "steer": (
        "進行中のタスクに軌道修正を伝える",
        "say what should be different about the task under way",
        "对进行中的任务调整方向",
    ),
    "queue": ("順番待ちの依頼を一覧する", "list the requests that wait their turn", "列出排队中的请求"),
    "queue edit": ("順番待ちの依頼を書き直す", "rewrite a request that waits its turn", "修改排队中的请求"),
    "queue remove": ("順番待ちの依頼を取り除く", "take a request out of the queue", "移除排队中的请求"),
    # -- look and decide -------------------------------------------------------------------------------------------
    "inbox": ("決裁や対応を待つものを一覧する", "list what waits for somebody", "列出等待处理的事项"),
    "console": (
        "受信箱と実行を端末の画面で見て決める",
        "look at the inbox and the runs on one screen, and decide there",
        "在终端界面查看待办与执行并作出决定",
    ),
    "--theme": ("画面の配色", "the screen's colours", "界面配色"),
    "inbox --after": (
        "続き（前の一覧が示した位置から）",
        "the next page, from the place that a list names",
        "下一页（从上次列表给出的位置起）",
    ),
    "inbox --mine": ("自分が決裁できるものだけ", "only what you may decide", "仅显示自己可以决定的"),
    "show": (
        "タスクの内容を表示する（ID なしで最近のタスク）",
        "show a task (without an ID: the latest tasks)",
        "显示任务内容（不带 ID 时列出最近的任务）",
    ),
    "approve": ("承認する", "approve", "批准"),
    "approve --yes": ("確認を省く", "do not ask again", "不再确认"),
    "reject": (
        "理由を付けて却下する（次の版が作られます）",
        "reject with a reason; the next version takes it in",
        "说明理由并驳回（将生成新版本）",
    ),
    "return": ("計画を方針へ差し戻す", "return a plan to its policy", "将计划退回方针阶段"),
    "withdraw": (
        "自分の依頼を取り下げる（実行前のみ）",
        "withdraw your own request, before it runs",
        "撤回自己的请求（仅限执行前）",
    ),
    "cancel": ("タスクを中止する", "cancel a task", "中止任务"),
    "retry": ("失敗したところから再実行する", "retry from where it failed", "从失败处重试"),
    "resolve": (
        "結果不明のステップについて、実際の結果を伝える",
        "say what really happened to a step whose outcome is unknown",
        "说明结果不明的步骤的实际结果",
    ),
    "resolve execution": (
        "実行の ID。タスクの ID なら、その最後の実行",
        "id of the run, or of the task: its last run is meant then",
        "执行的 ID；若为任务 ID，则指其最后一次执行",
    ),
    "resolve verdict": (
        "done 済んでいた、failed 失敗していた、retry もう一度実行する",
        "done: it happened; failed: it did not; retry: do it again",
        "done 已完成，failed 已失败，retry 再执行一次",
    ),
    "resolve --call": (
        "確かめた呼び出しの ID。その後の試みには効かない",
        "the call you looked into: a later attempt is not meant then",
        "所核实的调用 ID；不适用于此后的尝试",
    ),
    "resolve --note": ("確認した内容のメモ", "what you found", "核实情况的备注"),
    # -- records and proof -----------------------------------------------------------------------------------------
    "facts": ("タスクの記録を表示・書き出しする", "show or export a task's facts", "显示或导出任务的事实记录"),
    "facts --jsonl": ("1 行に 1 件の JSON で書き出す", "one JSON object per line", "每行一个 JSON 对象"),
    "facts --after": ("この番号より後だけ", "only after this sequence number", "仅此序号之后"),
    "facts --follow": ("止まるか終わるまで追い続ける", "go on until the task waits or ends", "持续跟进直到等待或结束"),
    "check": (
        "ファクトまたは AG-UI の記録・配信を、規則と検査項目に照らして検査する",
        "judge a stream of facts or AG-UI events, recorded or live, against the rules and the checklist",
        "按规则与检查清单检查事实或 AG-UI 的记录或实时流",
    ),
    "check --url": ("この配信（SSE）を聞いて検査する", "listen to this stream (SSE) instead", "改为监听此流（SSE）"),
    "check --input": (
        "この JSON を POST して答えの配信を検査する（AG-UI の RunAgentInput）",
        "post this JSON first, such as an AG-UI RunAgentInput, and judge the answer",
        "先 POST 此 JSON（如 AG-UI 的 RunAgentInput），再检查返回的流",
    ),
    "check --bearer-file": (
        "この中の鍵を Bearer として送る",
        "send the key in this file as bearer",
        "以此文件中的密钥作为 Bearer 发送",
    ),
    "check --seconds": ("聞く秒数の上限", "listen for at most so many seconds", "最长监听秒数"),
    "check --projection": (
        "ほかの画面が同じ記録から作った投影（JSON）を比べる",
        "compare another client's projection (JSON) of the same stream",
        "比较其他客户端对同一记录的投影（JSON）",
    ),
    "check --save-projection": (
        "私たちの投影をこのファイルに書く",
        "write our own projection to this file",
        "将我们的投影写入此文件",
    ),
    "check --rules-only": (
        "行の規則だけを見る（検査項目は見ない）",
        "only the rules of lines, not the checklist",
        "只检查行规则，不检查清单",
    ),
    "check --max": ("表示する違反の上限", "stop after this many violations", "最多显示的违规数"),
    "audit": ("監査ログを表示する", "show the audit log", "显示审计日志"),
    "audit --action": (
        "この操作だけ（例: process.approved）",
        "only this action, such as process.approved",
        "仅此操作（如 process.approved）",
    ),
    "audit --task": ("このタスクだけ", "only this task", "仅此任务"),
    # -- run the house ---------------------------------------------------------------------------------------------
    "spectra": (
        "目的から自分で動くエージェントを、このフォルダーで動かす（行動の前に必ず尋ねます）",
        "run an agent that drives itself by a purpose, in this folder; it asks before each action",
        "在此文件夹中运行按目的自主行动的代理（每次行动前都会询问）",
    ),
    "spectra say": (
        "動いている SPECTRA に話しかける",
        "say something to a running SPECTRA",
        "对正在运行的 SPECTRA 说话",
    ),
    "spectra answer": (
        "承認待ちの行動や質問に y か n で答える",
        "answer y or n to what it asks",
        "用 y 或 n 答复它的询问",
    ),
    "spectra stop": (
        "今の行動をすぐに止める（モデルを介さない）",
        "stop whatever it does, at once and before any model",
        "立即停止当前行动（不经过模型）",
    ),
    "spectra status": ("目的、計画、今していること", "its purpose, its plan, what it does now", "目的、计划和当前状况"),
    "spectra undo": ("最後の設定変更を元に戻す", "take its last change of a setting back", "撤销最近一次设置变更"),
    "spectra secret": (
        "チャンネルの秘密の値を金庫に入れる（標準入力から）",
        "put a channel's secret into the vault (from standard input)",
        "将渠道的机密存入保险库（从标准输入）",
    ),
    "spectra rules": ("規則を見る、変える", "show its rules, or change one", "查看或更改规则"),
    "--dir": (
        "SPECTRA のフォルダー（既定は今の場所）",
        "SPECTRA's folder (else this one)",
        "SPECTRA 的文件夹（默认当前）",
    ),
    "--purpose": ("目的", "its purpose", "目的"),
    "--no-tui": ("画面を使わず、行で表示する", "plain lines instead of the console", "不用界面，按行显示"),
    "--headless": ("画面も入力もなしで動かす", "no screen and no input at all", "无界面无输入运行"),
    "--cli": ("コマンドとして実行させる", "as a command to run", "作为命令执行"),
    "--exit": ("そのまま終了させる", "and have it leave", "并让其退出"),
    "--approval": ("この承認にだけ答える", "to just this approval", "仅答复此批准请求"),
    "--remove": ("規則を取り除く", "take the rule away", "删除该规则"),
    "spectra secret name": ("vault:NAME の NAME", "the NAME of vault:NAME", "vault:NAME 中的 NAME"),
    "spectra secret --remove": ("金庫から消す", "remove it from the vault", "从保险库移除"),
    "spectra rules key": (
        "規則の名前（budget.actions など）",
        "which rule (budget.actions …)",
        "规则名（budget.actions 等）",
    ),
    "spectra rules value": ("新しい値（JSON）", "its new value (JSON)", "新值（JSON）"),
    "spectra answer answer": ("y か n", "y or n", "y 或 n"),
    "up": ("Ringi を起動し、アドレスを表示する", "start Ringi and print its address", "启动 Ringi 并显示地址"),
    "up --port": (
        "ポート番号（RINGI_PORT、既定は 8750）",
        "port (RINGI_PORT, else 8750)",
        "端口（RINGI_PORT，默认 8750）",
    ),
    "up --host": ("待ち受けるアドレス", "address to listen on", "监听地址"),
    "up --open": ("ブラウザーで開く", "open it in a browser", "在浏览器中打开"),
    "up --no-slack": (
        "Slack とその代役を始めない",
        "start neither Slack nor its double",
        "不启动 Slack 及其替身",
    ),
    "slack": (
        "Slack につないで起動する（トークンが必要）",
        "start Ringi with Slack (needs its tokens)",
        "连接 Slack 并启动（需要令牌）",
    ),
    "slack --port": (
        "ポート番号（RINGI_PORT、既定は 8750）",
        "port (RINGI_PORT, else 8750)",
        "端口（RINGI_PORT，默认 8750）",
    ),
    "slack --host": ("待ち受けるアドレス", "address to listen on", "监听地址"),
    "slack --open": ("ブラウザーで開く", "open it in a browser", "在浏览器中打开"),
    "slack manifest": (
        "Slack アプリの定義（manifest）を表示する",
        "print the manifest of the Slack app",
        "显示 Slack 应用的清单（manifest）",
    ),
    "slack manifest --url": (
        "Slack から届くアドレス。省略すると Socket Mode",
        "where Slack reaches this server; without it, Socket Mode",
        "Slack 访问本服务器的地址；省略则使用 Socket Mode",
    ),
    "slack manifest --name": ("アプリの名前", "what the app is called", "应用名称"),
    "slack manifest --rotation": (
        "期限つきのトークンを使う（OAuth のときだけ）",
        "tokens that expire (only with OAuth)",
        "使用会过期的令牌（仅限 OAuth）",
    ),
    "slack doctor": (
        "スコープ・イベント・トークンを確かめ、何を押せばよいかを示す",
        "check scopes, events and tokens, and say what to click",
        "检查权限范围、事件和令牌，并说明该点击什么",
    ),
    "slack double": (
        "アカウントのいらない Slack の代役を動かす",
        "run the Slack double, for which nobody needs an account",
        "运行无需账号的 Slack 替身",
    ),
    "slack double --port": (
        "ポート番号（RINGI_SLACK_DOUBLE_PORT、既定は 8751）",
        "port (RINGI_SLACK_DOUBLE_PORT, else 8751)",
        "端口（RINGI_SLACK_DOUBLE_PORT，默认 8751）",
    ),
    "vault status": (
        "鍵の場所と、暗号化して保管しているものを表示する",
        "show where the keys are and what is sealed with them",
        "显示密钥位置以及已加密保管的内容",
    ),
    "vault rotate": (
        "新しい鍵に替え、すべて暗号化し直す",
        "change to a new key and seal everything anew",
        "更换新密钥并重新加密全部内容",
    ),
    "vault rotate --forget": (
        "以前の鍵を捨てる（古いバックアップは読めなくなります）",
        "throw earlier keys away (older backups can no longer be read)",
        "丢弃旧密钥（旧备份将无法读取）",
    ),
    "vault key": (
        "新しい鍵を 1 つ作って表示する",
        "make a new key and print it",
        "生成并显示一个新密钥",
    ),
    "settings get": ("設定を表示する", "show the settings", "显示设置"),
    "settings get key": ("項目の名前（省略するとすべて）", "which one; all without", "项目名称（省略则显示全部）"),
    "settings set": ("設定を変える（管理者のみ）", "change a setting (admins only)", "修改设置（仅限管理员）"),
    "settings set key": ("項目の名前", "which one", "项目名称"),
    "settings set value": ("新しい値", "its new value", "新的值"),
    "users list": ("利用者を一覧する", "list the users", "列出用户"),
    "users add": ("利用者を加える（管理者のみ）", "add a user (admins only)", "添加用户（仅限管理员）"),
    "users add --role": (
        "役割。何度でも指定できます（既定は requester）",
        "a role; may be given several times (requester without)",
        "角色，可多次指定（默认 requester）",
    ),
    "users add --display-name": ("表示する名前", "name to show", "显示名称"),
    "users roles": (
        "利用者の役割を決める（管理者のみ）",
        "set a user's roles (admins only)",
        "设定用户角色（仅限管理员）",
    ),
    "users roles roles": ("役割", "the roles", "角色"),
    "users key": (
        "サインインの鍵を作り直す（前の鍵は使えなくなります）",
        "make a new sign-in key; the old one stops working",
        "重新生成登录密钥（旧密钥失效）",
    ),
    "users link": (
        "Slack の人と利用者を結びつける（管理者のみ）",
        "say which user somebody in Slack is (admins only)",
        "将 Slack 成员与用户关联（仅限管理员）",
    ),
    "users link name": ("利用者の名前", "name of the user", "用户名称"),
    "users link slack_id": ("Slack のメンバー ID（U…）", "the member id in Slack (U…)", "Slack 成员 ID（U…）"),
    "users invite": (
        "メールアドレスで招待する。その人は会社のアカウントでサインインできます（管理者のみ）",
        "invite by e-mail: they sign in with the company's account (admins only)",
        "通过邮箱邀请，对方可用公司账号登录（仅限管理员）",
    ),
    "users invite name": ("利用者の名前", "name of the user", "用户名称"),
    "users invite email": ("確認済みのメールアドレス", "an address that the provider has verified", "已验证的邮箱地址"),
    "link": (
        "一度だけ使えるサインインのアドレスを表示する",
        "print an address that signs you in, once",
        "显示一次性登录地址",
    ),
    "link --open": ("ブラウザで開く", "open it in the browser", "在浏览器中打开"),
    "db erase": (
        "終わったタスクの内容を消去する（管理者のみ、元に戻せません）",
        "erase what an ended task said (admins only, cannot be undone)",
        "清除已结束任务的内容（仅限管理员，不可恢复）",
    ),
    "db erase task": ("タスクの番号", "id of the task", "任务编号"),
    "db erase --reason": ("消去の理由", "why it is erased", "清除的理由"),
    "db upgrade": ("データベースを今の版に更新する", "upgrade the database to this version", "将数据库升级到当前版本"),
    "db upgrade --repair": (
        "重複した版番号を振り直して更新する",
        "renumber duplicate versions on the way",
        "升级时重新编号重复的版本",
    ),
    "db verify": ("記録と状態が一致するか検証する", "prove that facts and records agree", "验证事实记录与状态是否一致"),
    "db verify --heads": (
        "別に保管した先頭の一覧とも照合する",
        "compare with heads that were kept elsewhere",
        "同时与另外保存的头部核对",
    ),
    "db heads": (
        "全記録の先頭を表示し、別の場所に保管する",
        "print the head over all records, to be kept elsewhere",
        "显示全部记录的头部，以便另外保存",
    ),
    "db heads --append": ("ファイルの末尾に加える", "add it to the end of a file", "追加到文件末尾"),
    "db heads --post": (
        "アドレスへ届ける（https、またはこのマシン）",
        "deliver it to an address (https, or this machine)",
        "送达一个地址（https 或本机）",
    ),
    "db seal": (
        "封印の状態を表示する",
        "say how the database is sealed",
        "显示数据库的封印状态",
    ),
    "db seal --trust": (
        "今ある記録を正しいものとして封印し直す",
        "take the records as they are, and seal them anew",
        "以现有记录为准重新封印",
    ),
    "db backup": ("データベースの控えを取る", "copy the database to a file", "备份数据库"),
    "db backup file": ("控えの保存先", "where to put the copy", "备份文件的位置"),
    "db restore": ("控えからデータベースを戻す", "put a copy back in place", "从备份恢复数据库"),
    "db restore file": ("控えのファイル", "the copy", "备份文件"),
    "doctor": (
        "承認なしでは何も実行できないことを試し、設定を点検する",
        "try to get past the gate, and check the set-up",
        "尝试绕过审批以证明其有效，并检查配置",
    ),
    "explain": ("エラーコードを説明する", "explain an error code", "解释错误代码"),
    "explain code": (
        "RINGI-104 のようなコード（省略すると一覧）",
        "such as RINGI-104; all of them without",
        "如 RINGI-104（省略则列出全部）",
    ),
    # -- score and measure -----------------------------------------------------------------------------------------
    "connect": (
        "freee・Google・Slack などの外部サービスと接続する。引数なしなら一覧",
        "connect a service outside (freee, google, slack); without one, list them",
        "连接外部服务（freee、google、slack）；无参数时列出",
    ),
    "connect service": (
        "接続先（freee、google、slack）",
        "the service: freee, google or slack",
        "服务：freee、google 或 slack",
    ),
    "connect --list": ("接続の一覧と状態を表示する", "list the services and how each stands", "列出服务及其状态"),
    "connect --disconnect": (
        "このサービスを切断し、保存した資格情報を削除する",
        "disconnect this service and remove its kept credentials",
        "断开此服务并删除保存的凭据",
    ),
    "connect --open": ("ブラウザで開く", "open it in the browser", "在浏览器中打开"),
    "connect --no-wait": ("許可を待たずに終わる", "do not wait for the answer", "不等待许可即结束"),
    "demo": (
        "記録されたセッションを再生し、画面で試す",
        "play a recorded session, to be watched and pressed on the page",
        "播放录制的会话，可在页面上观看和操作",
    ),
    "demo --team": (
        "全員の出る長いセッション（既定）",
        "the long session with everybody (the default)",
        "全员参与的长会话（默认）",
    ),
    "demo --scenario": ("再生するシナリオの名前", "name of the scenario to play", "要播放的场景名称"),
    "demo --list": ("シナリオを一覧にする", "list the scenarios", "列出场景"),
    "demo --speed": (
        "録画の何倍で再生するか（0 は一度に全部）",
        "times as fast as recorded; 0 is all at once",
        "播放速度的倍数（0 为一次全部）",
    ),
    "demo --no-wait": (
        "再生が終わったら操作を待たずに終わる",
        "leave at the end of the recording instead of answering presses",
        "播放结束后不再等待操作，直接退出",
    ),
    "eval": (
        "評価ファイルで内蔵プランナーまたはモデルを採点する",
        "score the offline planner or a model on a file of cases",
        "用评估文件为内置规划器或模型评分",
    ),
    "eval --mind": (
        "採点する相手：rules、または model:提供元:名前",
        "who is scored: rules, or model:provider:name",
        "评分对象：rules 或 model:提供方:名称",
    ),
    "bench": ("計測する", "measure", "进行测量"),
    "bench name": (
        "pipeline 処理量、latency 承認から開始まで、parked 待機中の負荷、slack 混雑時のカード、"
        "hydrate 長い履歴を開く速さ、fanout 200本のストリームへの配信、paint ブラウザーでの描画、"
        "settle 決定がほかの画面に映るまで、tools ツール呼び出し1回の上乗せ、spectra 止める速さと待つ間の負荷",
        "pipeline: throughput; latency: approve to start; parked: cost of waiting; slack: cards under load;"
        " hydrate: opening a long session; fanout: 200 live streams; paint: facts on a page in a browser;"
        " settle: a decision until it is seen everywhere; tools: what a tool call costs over a bare client;"
        " spectra: how fast it stops, what it costs while it waits",
        "pipeline 吞吐量，latency 批准到开始，parked 等待中的开销，slack 高负载时的卡片，"
        "hydrate 打开长会话的速度，fanout 向 200 个数据流分发，paint 在浏览器中绘制，"
        "settle 决定在其他界面显示所需的时间，tools 每次工具调用的额外开销，spectra 停止的速度和等待时的开销",
    ),
}
