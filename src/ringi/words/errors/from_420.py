"""RINGI-420 to 449: connections with services outside, and the companies there."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-420": (
        (
            "{provider} という接続先はありません。接続できるのは {known} です。",
            "There is no service {provider} to connect. There are: {known}.",
            "没有名为 {provider} 的服务。可连接：{known}。",
        ),
        (
            "名前を確かめてください。",
            "Check the name.",
            "请检查名称。",
        ),
    ),
    "RINGI-421": (
        (
            "{provider} を接続する準備ができていません。環境変数 {names} がありません。",
            "{provider} is not set up here: {names} is missing from the environment.",
            "{provider} 尚未设置：缺少环境变量 {names}。",
        ),
        (
            "相手の開発者画面でアプリを作り、その ID と秘密鍵を設定して起動し直してください"
            "（docs/how-to/connections.md）。",
            "Make an app on its developer page, set its id and secret, and start again (docs/how-to/connections.md).",
            "请在对方的开发者页面创建应用，设置其 ID 和密钥后重新启动（docs/how-to/connections.md）。",
        ),
    ),
    "RINGI-422": (
        (
            "{provider} に接続していません。",
            "{provider} is not connected.",
            "尚未连接 {provider}。",
        ),
        (
            "管理者が管理画面の「連携」か `ringi connect` で接続できます。",
            "An admin connects it on the page Integrations or with `ringi connect`.",
            "管理员可在管理页面的“集成”或用 `ringi connect` 连接。",
        ),
    ),
    "RINGI-423": (
        (
            "{provider} の認証を今は更新できません（{reason}）。",
            "The access to {provider} cannot be renewed just now ({reason}).",
            "目前无法更新 {provider} 的认证（{reason}）。",
        ),
        (
            "少し待って、もう一度お試しください。接続は保たれています。",
            "Wait a little and try again; the connection itself stands.",
            "请稍候重试；连接仍然保留。",
        ),
    ),
    "RINGI-424": (
        (
            "{provider} が接続を認めません（{reason}）。期限が切れたか、相手側で取り消されました。",
            "{provider} does not let us in any more ({reason}): the access has expired or was revoked there.",
            "{provider} 不再允许访问（{reason}）：已过期或已在对方撤销。",
        ),
        (
            "管理者が管理画面の「連携」か `ringi connect` で接続し直してください。",
            "An admin connects it again, on the page Integrations or with `ringi connect`.",
            "请管理员在“集成”页面或用 `ringi connect` 重新连接。",
        ),
    ),
    "RINGI-425": (
        (
            "{provider} の認証の更新が途中で途切れ、新しい鍵が失われました。",
            "Renewing the access to {provider} was cut off half-way, and the new keys are lost.",
            "更新 {provider} 的认证时中断，新密钥已丢失。",
        ),
        (
            "今の鍵が切れる前に、管理者が管理画面の「連携」か `ringi connect` で接続し直してください。",
            "An admin connects it again before the present key ends, on the page Integrations or with `ringi connect`.",
            "请管理员在现有密钥到期前，在“集成”页面或用 `ringi connect` 重新连接。",
        ),
    ),
    "RINGI-426": (
        (
            "この {provider} の接続は受け付けられません。"
            "使用済みか、期限切れか、別の人・別のブラウザで始められたものです。",
            "This way of connecting {provider} is not accepted: it was used, has run out, or was begun by somebody"
            " else or in another browser.",
            "无法接受此 {provider} 连接：已被使用、已过期，或由他人或在其他浏览器中开始。",
        ),
        (
            "同じブラウザで、管理画面の「連携」から始め直してください。何も変わっていません。",
            "Begin again on the page Integrations, in the same browser. Nothing was changed.",
            "请在同一浏览器中从“集成”页面重新开始。未作任何更改。",
        ),
    ),
    "RINGI-427": (
        (
            "{provider} の接続は許可されませんでした（{reason}）。",
            "{provider} was not allowed to be connected ({reason}).",
            "{provider} 的连接未获许可（{reason}）。",
        ),
        (
            "接続するには、もう一度始めて相手の画面で許可してください。何も変わっていません。",
            "To connect it, begin again and allow it on its page. Nothing was changed.",
            "如需连接，请重新开始并在对方页面上允许。未作任何更改。",
        ),
    ),
    "RINGI-428": (
        (
            "{provider} から鍵を受け取れませんでした（{reason}）。",
            "{provider} gave no keys ({reason}).",
            "未能从 {provider} 取得密钥（{reason}）。",
        ),
        (
            "アプリの ID・秘密鍵・戻り先アドレスが相手側の登録と同じか確かめ、もう一度始めてください。",
            "Check that the app's id, secret and redirect address are those registered there, and begin again.",
            "请确认应用的 ID、密钥和回调地址与对方登记一致，然后重新开始。",
        ),
    ),
    "RINGI-429": (
        (
            "{name} のアドレス {value} は使えません。https、またはこの機械自身のアドレスが必要です。",
            "{name} cannot be {value}: it must be https, or on this machine itself.",
            "{name} 不能为 {value}：必须为 https 或本机地址。",
        ),
        (
            "設定を直してください。",
            "Correct the setting.",
            "请更正设置。",
        ),
    ),
    "RINGI-430": (
        (
            "{provider} の事業所が変わっています。承認されたのは {company}、今は {now} です。何も読み出していません。",
            "The company at {provider} has changed: approved for {company}, now it is {now}. Nothing was read.",
            "{provider} 的公司已变更：批准时为 {company}，现为 {now}。未读取任何内容。",
        ),
        (
            "正しい事業所で接続し直すか、新しい計画として承認を取り直してください。",
            "Connect the right company again, or have a new plan approved.",
            "请以正确的公司重新连接，或重新提交计划审批。",
        ),
    ),
    "RINGI-431": (
        (
            "{provider} の {company} で管理者の権限がありません（今は {role}）。",
            "The account is no administrator of {company} at {provider} (it is {role}).",
            "该账号不是 {provider} 上 {company} 的管理员（当前为 {role}）。",
        ),
        (
            "事業所の管理者のアカウントで接続してください。",
            "Connect with an account that administers the company.",
            "请使用该公司管理员的账号连接。",
        ),
    ),
    "RINGI-432": (
        (
            "{provider} が新しい鍵も認めません（{reason}）。",
            "{provider} refuses even a new key ({reason}).",
            "{provider} 连新密钥也不接受（{reason}）。",
        ),
        (
            "管理者が管理画面の「連携」で接続し直してください。",
            "An admin connects it again on the page Integrations.",
            "请管理员在“集成”页面重新连接。",
        ),
    ),
    "RINGI-433": (
        (
            "{vendor} から使える答えがありません（{reason}）。",
            "{vendor} gives no usable answer ({reason}).",
            "{vendor} 没有给出可用的回答（{reason}）。",
        ),
        (
            "相手の稼働状況を確かめ、`ringi retry` で続けてください。",
            "Check its status, then `ringi retry`.",
            "请确认对方的运行状况，然后 `ringi retry`。",
        ),
    ),
    "RINGI-434": (
        (
            "{vendor} の利用回数の上限に達しました。あと約 {minutes} 分で使えます。",
            "The limit of calls to {vendor} is reached; it ends in about {minutes} min.",
            "已达到 {vendor} 的调用上限，约 {minutes} 分钟后恢复。",
        ),
        (
            "その後で `ringi retry` してください。部署や月を絞ると回数が減ります。",
            "Then `ringi retry`. A department or fewer months need fewer calls.",
            "届时请 `ringi retry`。限定部门或月份可减少调用。",
        ),
    ),
    "RINGI-435": (
        (
            "{vendor} に断られました（{reason}）。約 {minutes} 分は問い合わせません。",
            "{vendor} has shut us out ({reason}); it is left alone for about {minutes} min.",
            "被 {vendor} 拒绝（{reason}），约 {minutes} 分钟内不再访问。",
        ),
        (
            "待ってから `ringi retry` してください。続くときは、接続したアカウントの権限を確かめてください。",
            "Wait, then `ringi retry`. If it goes on, check what the connected account may do.",
            "请等待后 `ringi retry`。如持续出现，请检查所连接账号的权限。",
        ),
    ),
    "RINGI-436": (
        (
            "{people} 人分では {vendor} への問い合わせが {calls} 回になり、一度に使える {most} 回を超えます。"
            "何も読み出していません。",
            "For {people} people {vendor} would have to be asked {calls} times, more than the {most} that one answer"
            " may take. Nothing was read.",
            "{people} 人需要访问 {vendor} {calls} 次，超过一次允许的 {most} 次。未读取任何内容。",
        ),
        (
            "部署・従業員・月を絞って依頼してください。",
            "Ask for a department, for some people, or for fewer months.",
            "请限定部门、员工或月份后再提交。",
        ),
    ),
    "RINGI-437": (
        (
            "{month} に締めのある勤怠が {vendor} に 1 件もありません（対象 {people} 人）。",
            "{vendor} has no closed or running month for {month} ({people} people looked at).",
            "{vendor} 中没有 {month} 的结算考勤（对象 {people} 人）。",
        ),
        (
            "月と、freee の締め日・支払日の設定を確かめてください。",
            "Check the month, and the closing and pay days set there.",
            "请检查月份，以及对方设置的结算日和支付日。",
        ),
    ),
    "RINGI-438": (
        (
            "サーバー「{server}」のツール「{tool}」は、入出力の定義にある検査を安全に実行できないため使えません（{reason}）。",
            "“{tool}” of the server “{server}” is left out: its definition cannot be checked safely ({reason}).",
            "无法使用服务器“{server}”的工具“{tool}”：其定义中的检查无法安全执行（{reason}）。",
        ),
        (
            "サーバーの提供元に、後方参照などを使わない形への変更を依頼してください。ほかのツールは使えます。",
            "Ask the server's provider for a definition without it (no back-references). The other tools work.",
            "请让服务器的提供方改用不含此类写法（例如反向引用）的定义。其他工具可以使用。",
        ),
    ),
    "RINGI-439": (
        (
            "{vendor} の従業員の一覧がまだ読み終わっていません。",
            "The list of people at {vendor} is still being read.",
            "{vendor} 的员工列表仍在读取中。",
        ),
        (
            "少し待って、もう一度お試しください。",
            "Wait a little and try again.",
            "请稍候重试。",
        ),
    ),
    "RINGI-440": (
        (
            "{provider} で必要な許可が選ばれていません（{names}）。",
            "{provider} was not allowed what is needed ({names}).",
            "{provider} 缺少所需的许可（{names}）。",
        ),
        (
            "もう一度始めて、相手の画面ですべての許可を選んでください。",
            "Begin again and allow all of it on its page.",
            "请重新开始，并在对方页面上允许全部权限。",
        ),
    ),
    "RINGI-441": (
        (
            "`ringi connect {provider}` には動いている Ringi が必要です。",
            "`ringi connect {provider}` needs a running Ringi.",
            "`ringi connect {provider}` 需要正在运行的 Ringi。",
        ),
        (
            "`ringi up` で起動し、もう一度お試しください。",
            "Start it with `ringi up`, then try again.",
            "请用 `ringi up` 启动后重试。",
        ),
    ),
    "RINGI-442": (
        (
            "{provider} の接続が時間内に終わりませんでした。",
            "{provider} was not connected in time.",
            "{provider} 未能在时限内完成连接。",
        ),
        (
            "`ringi connect {provider}` でもう一度始めてください。",
            "Begin again with `ringi connect {provider}`.",
            "请用 `ringi connect {provider}` 重新开始。",
        ),
    ),
    "RINGI-443": (
        (
            "{provider} の認証情報はここから消しましたが、{provider} 側で無効にできませんでした（{reason}）。",
            "The credentials of {provider} are erased here, but {provider} has not taken them back ({reason}).",
            "{provider} 的凭据已在此处删除，但未能在 {provider} 侧撤销（{reason}）。",
        ),
        (
            "{provider} の画面で、このアプリの連携を解除してください。",
            "Remove this app's access on {provider}'s own page.",
            "请在 {provider} 的页面上解除此应用的授权。",
        ),
    ),
    "RINGI-444": (
        (
            "ステップ「{step}」の結果から「{path}」を取り出す処理が大きくなりすぎるため、打ち切りました。",
            "Taking “{path}” out of the result of “{step}” would grow too large, so it was given up.",
            "从步骤“{step}”的结果中取出“{path}”的处理量过大，因此已中止。",
        ),
        (
            "もっと短い取り出し方に変えるか、結果を小さくしてください。",
            "Take less of it, by a shorter path, or make the result smaller.",
            "请改用更简单的取值方式，或减小结果。",
        ),
    ),
    "RINGI-445": (
        (
            "この処理の途中で Ringi が {deaths} 回続けて止まったため、この処理だけを取り分けました。",
            "Ringi stopped {deaths} times in a row while this was being worked on, so it was set aside.",
            "处理此项时 Ringi 连续停止了 {deaths} 次，因此已将其搁置。",
        ),
        (
            "サーバーのログで原因（メモリ不足など）を確かめ、「再試行」してください。ほかの依頼は続いています。",
            "Look for the reason in the server's log (memory, for example), then retry. All other requests go on.",
            "请在服务器日志中查找原因（例如内存不足），然后重试。其他请求不受影响。",
        ),
    ),
    "RINGI-446": (
        (
            "この処理が {seconds} 秒以上ほかのすべてを待たせたため、中断しました。",
            "This kept everything else waiting for more than {seconds} seconds and was interrupted.",
            "此项处理让其他所有工作等待超过 {seconds} 秒，因此已中断。",
        ),
        (
            "依頼や結果を小さくして「再試行」してください。ほかの依頼は続いています。",
            "Make the request or what its tools answer smaller, then retry. All other requests go on.",
            "请缩小请求或工具返回的结果，然后重试。其他请求不受影响。",
        ),
    ),
    "RINGI-447": (
        (
            "止まった原因とみられ、取り分けられた依頼が {count} 件あります（{tasks}）。",
            "{count} requests were set aside because Ringi stopped or stood still at them ({tasks}).",
            "有 {count} 个请求因导致 Ringi 停止或卡住而被搁置（{tasks}）。",
        ),
        (
            "`ringi show ID` で理由を確かめ、`ringi retry ID` でもう一度お試しください。",
            "Read the reason with `ringi show ID`, then try again with `ringi retry ID`.",
            "请用 `ringi show ID` 查看原因，然后用 `ringi retry ID` 重试。",
        ),
    ),
}
