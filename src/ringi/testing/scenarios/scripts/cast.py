"""Who plays in the team scenarios: the agents of the closing team and three people of the sample company."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringi.testing.scenarios.recording import Recording
from ringi.words import Text

TEAM: Text = ("月次決算チーム", "Month-end team", "月结团队")


@dataclass(frozen=True, slots=True)
class Teammate:
    """An agent that stays the same from scene to scene."""

    id: str
    name: Text
    role: Text
    colour: str
    model: str = "demo-medium"
    source: str = "local"
    mode: str = "ask"

    def told(self, r: Recording) -> dict[str, Any]:
        """What every fact about this teammate says of it."""
        return {
            "agentName": r.say(*self.name),
            "teamName": r.say(*TEAM),
            "role": r.say(*self.role),
            "source": self.source,
            "model": self.model,
            "colour": self.colour,
            "policy": self.mode,
        }

    def spawned(self, r: Recording, task: str, reason: str, *, parent: str = "", **body: Any) -> None:
        """The teammate begins on a task, under the one who called it."""
        told = {**self.told(r), "runtimeEntity": "subagent_turn", "status": "running", "runtimeStatus": "preparing"}
        told |= {"spawnReason": reason, "latestTurnStatus": "running", **body}
        if parent:
            told["parentAgentId"] = parent
        lineage: dict[str, Any] = {"parent_session_id": r.session, "parent_thread_id": r.session}
        r.tell("agent.spawned", told, agent_id=self.id, task_id=task, control="delegate", **lineage)

    def now(
        self, r: Recording, status: str, *, after: float = 0.4, said: dict[str, Any] | None = None, **body: Any
    ) -> None:
        """How the teammate is doing."""
        told = {"agentName": r.say(*self.name), "status": status, "runtimeStatus": status, **body}
        control = {"needs_input": "continue_agent", "waiting": "wait"}.get(status)
        r.tell("agent.changed", told, agent_id=self.id, after=after, control=control, **(said or {}))

    def done(self, r: Recording, task: str, status: str, summary: str, **body: Any) -> None:
        """The teammate returns; failure is a way to return, too."""
        told = {"agentName": r.say(*self.name), "status": status, "summary": summary, **body}
        phase = "completed" if status == "completed" else "failed"
        r.tell("agent.completed", told, agent_id=self.id, task_id=task, phase=phase, control="close")

    def notifies(self, r: Recording, task: str, status: str, summary: str, **body: Any) -> None:
        """A note to the coordinator. Its transport says `user`; it is nobody's message all the same."""
        told = {
            "workerNotificationId": f"note-{task}-{len(r.facts)}",
            "role": "user",
            "agentName": r.say(*self.name),
            "status": status,
            "summary": summary,
            "resultRef": f"result://{task}",
            "transcriptRef": f"transcript://{self.id}",
            **body,
        }
        r.tell("worker.notification", told, agent_id=self.id, task_id=task)


LEAD = Teammate("lead@closing", ("進行", "Lead", "统筹"), ("進行役", "Coordinator", "协调员"), "#1264a3", "demo-large")
SALES = Teammate("sales@closing", ("売上", "Sales", "销售"), ("売上の集計", "Revenue", "销售汇总"), "#36a64f")
EXPENSE = Teammate("expense@closing", ("経費", "Expenses", "费用"), ("経費の集計", "Expenses", "费用汇总"), "#f2c744")
PAYROLL = Teammate("payroll@closing", ("給与", "Payroll", "薪资"), ("給与の集計", "Payroll", "薪资汇总"), "#8e44ad")
STOCK = Teammate("stock@closing", ("在庫", "Stock", "库存"), ("在庫の評価", "Inventory", "库存评估"), "#d35400")
TAX = Teammate(
    "tax@closing", ("税務", "Tax", "税务"), ("消費税の専門", "Tax specialist", "消费税专员"), "#16a085", "demo-large"
)
CHECKER = Teammate(
    "checker@closing",
    ("検算", "Checker", "复核"),
    ("確認役", "Reviewer", "复核员"),
    "#2c3e50",
    "demo-large",
    mode="read_only",
)
WATCH = Teammate(
    "watch@closing",
    ("入金見張り", "Payment watch", "到账监控"),
    ("定期の確認", "Scheduled check", "定期检查"),
    "#7f8c8d",
    "demo-small",
)
BANK = Teammate(
    "bank@remote",
    ("銀行窓口", "Bank desk", "银行窗口"),
    ("銀行の明細", "Bank statements", "银行对账单"),
    "#2980b9",
    "remote",
    "remote",
)
WORKERS = (SALES, EXPENSE, PAYROLL, STOCK)

SAKAMOTO: Text = ("坂本 久美子", "Kumiko Sakamoto", "坂本久美子")
AOKI: Text = ("青木 沙織", "Saori Aoki", "青木沙织")
FUJII: Text = ("藤井 健太", "Kenta Fujii", "藤井健太")


def item(r: Recording, item_id: str, title: str, assignee: str, status: str, **more: Any) -> dict[str, Any]:
    """A card of the work board."""
    return {"workItemId": item_id, "title": title, "assignee": assignee, "status": status, **more}
