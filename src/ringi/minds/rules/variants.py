"""One written form per word: Japanese and traditional characters folded onto one shape, on both sides of a match.

Each pair is a character and the one that stands for it. Only characters of the words people use for work are here.
"""

from __future__ import annotations

_PAIRS = (
    "営营 營营 業业 開开 発发 發发 総总 總总 務务 経经 經经 計计 員员 時时 間间 個个 従从 從从 覧览 覽览 "
    "殘残 動动 態态 職职 離离 報报 請请 給给 過过 這这 為为 爲为 統统 們们 創创 単单 "
    "單单 數数 電电 後后 対对 對对 類类 関关 關关 係系 與与 並并 寫写 書书 訊讯 認认 確确 査查 檢检 検检 "
    "無无 別别 術术 門门 誰谁 讓让 訂订 調调 運运 達达 還还 進进 資资 産产 財财 貿贸 "
    "場场 際际 險险 輸输 導导 圖图 図图 頁页 顧顾 戶户 説说 說说 話话 語语 內内 將将 週周 歲岁 歳岁 應应 "
    "応应 當当 両两 兩两 該该 謝谢 聞闻 連连 長长 問问 億亿 萬万 麼么 沒没 幾几 號号 "
    "験验 驗验 體体 価价 價价 補补 轉转 転转 録录 錄录 絡络 續续 続续 結结 細细 終终 級级 紙纸 緊紧 處处 "
    "処处 條条 環环 現现 點点 標标 權权 権权 樣样 様样 機机 歷历 歴历 歸归 滿满 満满 "
    "漢汉 療疗 獲获 獨独 節节 築筑 聯联 聽听 聴听 膚肤 臨临 舉举 舊旧 華华 藥药 薬药 裝装 製制 規规 視视 "
    "觀观 観观 覺觉 記记 許许 設设 試试 詢询 詳详 課课 談谈 論论 識识 議议 護护 讀读 "
    "読读 變变 変变 貨货 貴贵 買买 費费 賃赁 質质 購购 車车 軟软 輕轻 軽轻 辦办 農农 郵邮 鄉乡 醫医 針针 "
    "銀银 鋼钢 錢钱 鐘钟 鐵铁 閉闭 閱阅 隊队 雜杂 雑杂 難难 額额 順顺 預预 願愿 風风 "
    "飛飞 飯饭 養养 館馆 駅驿 鬧闹 麗丽 來来 幫帮 審审 匯汇 彙汇 滙汇 勞劳 労劳 勵励 區区 協协 參参 雙双 "
    "東东 實实 実实 屬属 広广 廣广 収收 帰归 乗乘 専专 專专 県县 効效 絵绘 団团 囲围 毎每 "
    "気气 穏稳 黒黑 縮缩 績绩 誤误 謎谜 賞赏 "
)

VARIANTS: dict[int, str] = {ord(pair[0]): pair[1] for pair in _PAIRS.split()}
_SIGNS = {"~": "〜～∼", "-": "−–—―‐‑‒", "'": "’‘", '"': "“”＂"}
VARIANTS |= {ord(char): sign for sign, chars in _SIGNS.items() for char in chars}
