"""Words for deeds: what a tool may say that it does, and how a request asks for the same, in three languages.

`tools` are verbs in names and descriptions of tools; `ja` are nouns with する and, behind `|`, stems before て; `en`
are plain verbs (`/` is a space); `zh` are verbs. A `read` changes nothing, a `destroy` cannot be taken back.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from ringi.minds.rules.language import words

Kind = Literal["read", "write", "destroy"]


class DeedWords(NamedTuple):
    """One deed in the words of tools and of people."""

    name: str
    kind: Kind
    tools: str
    ja: str
    en: str
    zh: str


DEEDS: tuple[DeedWords, ...] = (
    DeedWords(
        "list",
        "read",
        "list ls browse enumerate",
        "一覧 リスト 列挙 リストアップ|一覧に リストに 並べ",
        "list enumerate",
        "列出 列一下 列个 列举 罗列",
    ),
    DeedWords(
        "search",
        "read",
        "search find query lookup filter",
        "検索 サーチ|探し 見つけ",
        "search find look/for look/up",
        "搜索 搜一下 查找 找 搜 检索",
    ),
    DeedWords(
        "look",
        "read",
        "get read show view fetch retrieve describe display inspect check info status diff tail count compare"
        " summarize convert calculate compute validate preview lint estimate return returns provide explain",
        "表示 確認 取得 チェック 調査 参照 閲覧 把握 集計|見せ 教え 調べ 読ん 出し 見 知らせ 聞かせ",
        "show get read view see display describe check fetch retrieve give tell print inspect pull look compare count"
        " summarize summarise convert calculate compute",
        "查看 看一下 看看 看 查询 查一下 查 显示 读取 获取 展示 告诉 确认 读 统计 换算 计算",
    ),
    DeedWords(
        "create",
        "write",
        "create add new insert make register open file generate compose draft init append log raise record",
        "作成 新規作成 追加 登録 起票 新設 生成 発行 記録|作っ 加え 立て 起こし",
        "create add make register open(?=\\s(?:an?|another|new)\\b) file raise"
        " generate draft compose insert append log record set/up init",
        "创建 新建 新增 添加 增加 建立 登记 生成 建一个 建个 开一个 开个 提一个 提个",
    ),
    DeedWords(
        "change",
        "write",
        "update edit modify change set patch adjust correct amend alter configure",
        "更新 変更 修正 編集 訂正 改訂 調整 設定|直し 変え 改め 書き換え",
        "update edit modify change set adjust correct amend alter fix patch configure",
        "更新 修改 更改 编辑 改成 改为 改一下 调整 更正 设置 设为 设成",
    ),
    DeedWords("rename", "write", "rename", "改名 リネーム|名前を変え", "rename", "重命名 改名"),
    DeedWords(
        "move", "write", "move relocate transfer", "移動 移転 異動|移し 動かし", "move relocate", "移动 移到 挪到"
    ),
    DeedWords(
        "copy", "write", "copy duplicate clone fork", "コピー 複製", "copy duplicate clone fork", "复制 拷贝 克隆"
    ),
    DeedWords(
        "write",
        "write",
        "write save put store upload overwrite",
        "保存 書き込み 上書き アップロード|書い 書き込ん 残し",
        "write save put store upload overwrite",
        "写入 写到 写进 保存 上传 覆盖 存到 存入",
    ),
    DeedWords(
        "assign",
        "write",
        "assign reassign allocate delegate",
        "割り当て 割当 アサイン 担当変更|割り当て 割り振っ 担当にし",
        "assign reassign allocate delegate",
        "分配 指派 分派 派给 交给",
    ),
    DeedWords(
        "close",
        "write",
        "close resolve complete finish done mark",
        "クローズ 完了 解決|閉じ 終わらせ 完了に",
        "close resolve complete finish mark",
        "关闭 关掉 关了(?=$|[吧,，。!！]) 完结 完成 解决 标记",
    ),
    DeedWords("reopen", "write", "reopen", "再オープン 再開|開き直し", "reopen", "重新打开 重开"),
    DeedWords(
        "send",
        "write",
        "send post publish notify email message reply respond forward broadcast dm tweet comment",
        "送信 送付 投稿 公開 通知 返信 転送 連絡 発信 配信|送っ 知らせ 伝え",
        "send post publish notify email e-mail message reply respond forward broadcast announce dm",
        "发送 发给 发到 发布 发一 寄给 通知 回复 转发 推送 发邮件",
    ),
    DeedWords(
        "share",
        "write",
        "share invite grant subscribe",
        "共有 招待 付与|シェアし",
        "share invite grant",
        "共享 分享 邀请 授权",
    ),
    DeedWords(
        "approve",
        "write",
        "approve accept confirm submit sign",
        "承認 提出 申請 受理 署名|受け入れ",
        "approve accept submit sign confirm",
        "批准 审批 接受 提交 签署",
    ),
    DeedWords("reject", "write", "reject decline deny", "却下 拒否 辞退|断っ", "reject decline deny", "驳回 拒绝 谢绝"),
    DeedWords(
        "book",
        "write",
        "book reserve schedule",
        "予約 手配 スケジュール|押さえ 予定に入れ",
        "book reserve schedule arrange",
        "预订 预约 预定 (?<!预)订(?![单阅正]) 安排",
    ),
    DeedWords(
        "pay",
        "write",
        "pay charge transfer remit wire withdraw",
        "支払い 送金 振込 決済 請求|払っ 支払っ 振り込ん",
        "pay charge transfer remit wire",
        "支付 付款 转账 汇款 打款 扣款",
    ),
    DeedWords("refund", "write", "refund reimburse", "返金 払い戻し|払い戻し", "refund reimburse", "退款 退费 退钱"),
    DeedWords(
        "buy", "write", "order buy purchase", "注文 購入 発注|買っ 頼ん", "order buy purchase", "购买 下单 订购 买"
    ),
    DeedWords(
        "run",
        "write",
        "run execute trigger deploy start launch invoke call apply enable play",
        "実行 デプロイ 起動 開始 適用 有効化|動かし 走らせ",
        "run execute trigger deploy start launch invoke apply enable play",
        "运行 执行 部署 启动 触发 开始 应用 启用 播放",
    ),
    DeedWords("restart", "write", "restart reboot", "再起動 リスタート", "restart reboot", "重启 重新启动"),
    DeedWords("scale", "write", "scale resize", "スケール 増減", "scale resize", "扩容 缩容 扩缩容"),
    DeedWords("merge", "write", "merge combine join", "マージ 統合 結合", "merge combine join", "合并"),
    DeedWords("commit", "write", "commit", "コミット", "commit", "提交 commit"),
    DeedWords(
        "switch", "write", "checkout switch", "切り替え チェックアウト|切り替え", "switch check/out checkout", "切换"
    ),
    DeedWords("push", "write", "push", "プッシュ", "push", "推送 push"),
    DeedWords(
        "sync",
        "write",
        "sync import pull export migrate",
        "同期 インポート 移行",
        "sync import pull migrate",
        "同步 导入 迁移",
    ),
    DeedWords("translate", "write", "translate", "翻訳|訳し", "translate", "翻译"),
    DeedWords(
        "delete",
        "destroy",
        "delete remove erase destroy trash unlink rm discard",
        "削除 消去 抹消 破棄 除去 廃棄|消し 捨て 取り除い 削っ",
        "delete remove erase destroy trash discard get/rid/of throw/away",
        "删除 删掉 删去 删了(?=$|[吧,，。!！]) 删一下 移除 去除 清除 抹掉 销毁 丢弃 删",
    ),
    DeedWords("archive", "destroy", "archive", "アーカイブ 保管庫に移動", "archive", "归档 存档 封存"),
    DeedWords(
        "purge",
        "destroy",
        "purge wipe clear empty clean cleanup flush truncate prune",
        "一掃 全消去 全削除 クリア 一括削除 クリーンアップ 掃除 整理|空にし 片付け",
        "purge wipe clear empty clean/up clean flush truncate prune",
        "清空 清理 清掉 清除 全部删除",
    ),
    DeedWords("reset", "destroy", "reset", "リセット 初期化", "reset", "重置 初始化 复位 reset"),
    DeedWords(
        "revert",
        "destroy",
        "revert rollback restore undo",
        "ロールバック 巻き戻し 復元|巻き戻し 元に戻し 戻し",
        "revert rollback roll/back restore undo",
        "回滚 回退 恢复 还原 撤销",
    ),
    DeedWords("drop", "destroy", "drop", "ドロップ", "drop", "丢弃 drop"),
    DeedWords(
        "cancel",
        "destroy",
        "cancel abort",
        "キャンセル 取消 取り消し 中止|取り消し 取りやめ",
        "cancel abort call/off",
        "取消掉 取消 中止 作罢",
    ),
    DeedWords("void", "destroy", "void invalidate", "無効 無効化|無効に", "void invalidate", "作废 无效化"),
    DeedWords("revoke", "destroy", "revoke", "取り消し 剥奪 失効", "revoke withdraw", "撤销 吊销 收回"),
    DeedWords(
        "stop",
        "destroy",
        "stop halt terminate kill shutdown",
        "停止 終了 強制終了 シャットダウン|止め 落とし",
        "stop halt terminate kill shut/down",
        "停止 停掉 终止 关机 杀掉",
    ),
    DeedWords(
        "disable",
        "destroy",
        "disable deactivate suspend block ban lock",
        "無効化 停止 凍結 ブロック ロック",
        "disable deactivate suspend block ban lock",
        "禁用 停用 冻结 封禁 锁定",
    ),
    DeedWords("drain", "destroy", "drain evict", "退避 ドレイン", "drain evict", "驱逐 排空"),
)
"""A word may ask for several deeds (清除: delete or purge); a tool does those of its own verb."""

ONLY_FIRST = words("log file order record comment message status new open set put post book mark call count")
"""Words of tool names that are verbs only where a name begins with them: `log_call`, but not `git_log`."""

THINGS: dict[str, str] = {
    "file": "file ファイル 文件(?!夹)",
    "directory": "directory folder ディレクトリ フォルダ 文件夹 目录",
    "folder": "folder directory フォルダ ディレクトリ 文件夹 目录",
    "branch": "branch ブランチ 分支",
    "contact": "contact コンタクト 連絡先 联系人",
    "deal": "deal 商談 商机",
    "booking": "booking reservation 予約 预订 预约",
    "reservation": "reservation booking 予約 预订 预约",
    "email": "email e-mail mail メール 邮件",
    "mail": "mail email e-mail メール 邮件",
    "log": "log ログ 日志",
    "comment": "comment コメント 评论 留言",
    "price": "price 価格 値段 价格",
    "node": "node ノード 节点",
    "table": "table テーブル 数据表",
    "page": "page ページ 页面",
    "repository": "repository repo リポジトリ 仓库",
    "invite": "invite invitation 招待 邀请",
    "user": "user ユーザー 用户",
    "group": "group グループ 群组",
    "subscription": "subscription サブスク 订阅",
    "payment": "payment 支払い 付款",
    "image": "image picture 画像 图片",
    "board": "board ボード 看板",
    "card": "card カード 卡片",
}
"""Things that tools are about, beside the topics of the lexicon, as people call them in three languages."""

EVERYDAY = words(
    "company team request report user member people person department office group manager work day week date month"
    " staff employee name number status record account page summary plan history info stage owner range slot call time"
    " timezone zone data list content value text item row cell field detail result output"
)
"""Nouns of tools that requests use anyway: one of them alone names no tool."""

GRAMMAR = words(
    "a an the to of by for in on at from with and or all new current multiple my single one bulk batch id ids recent"
    " latest existing via into as"
)
"""Parts of a tool's name that name nothing."""
