"""What work leaves behind: artifacts with their versions, and the evidence that it was done right."""

from __future__ import annotations

from ringi.testing.scenarios.recording import Recording
from ringi.testing.scenarios.scripts.alone import opened
from ringi.testing.scenarios.scripts.cast import CHECKER


def artifacts(r: Recording) -> None:
    """Created without a kind, updated, previewed, versioned, compared, exported; a failure, and a deletion."""
    opened(r, r.say("成果物の一生", "The life of an artifact", "成果的一生"))
    with r.run("run-1"):
        r.tell("artifact.created", {"title": r.say("月次報告", "Monthly report", "月报")}, artifact_id="a-report")
        r.tell(
            "artifact.updated",
            {"artifactKind": "report", "artifactStatus": "updating", "mediaType": "text/markdown", "size": 5200},
            artifact_id="a-report",
        )
        preview = r.say("# 月次報告\n売上は前月比 +4%。", "# Monthly report\nSales +4 %.", "# 月报\n销售环比 +4%。")
        r.tell(
            "artifact.preview.ready",
            {"artifactPreview": preview, "artifactStatus": "ready"},
            artifact_id="a-report",
        )
        for version in (1, 2):
            r.tell(
                "artifact.version.created",
                {
                    "version": version,
                    "versionId": f"a-report/v{version}",
                    "readRef": f"artifact://a-report/v{version}",
                    "size": 5200 + version * 100,
                    "by": r.say("進行", "Lead", "统筹"),
                },
                artifact_id="a-report",
            )
        r.tell(
            "artifact.diff.ready",
            {"diffRef": "artifact://a-report/diff/1-2", "from": 1, "to": 2, "added": 4, "removed": 1},
            artifact_id="a-report",
        )
        exported = {"exportId": "x-1", "format": "pdf", "status": "started"}
        r.tell("artifact.export.started", exported, artifact_id="a-report")
        done = {**exported, "status": "completed", "readRef": "artifact://a-report/x-1.pdf", "size": 88210}
        r.tell("artifact.export.completed", done, artifact_id="a-report", after=3)
        r.tell(
            "artifact.failed",
            {
                "error": {"code": "save_failed", "message": r.say("保存できません", "Cannot be saved", "无法保存")},
                "version": 3,
                "lastConfirmedVersion": 2,
                "retryable": True,
            },
            artifact_id="a-report",
        )
        r.tell(
            "artifact.changed",
            {
                "artifactKind": "dataset",
                "title": r.say("下書き", "Draft", "草稿"),
                "artifactStatus": "ready",
                "version": 1,
            },
            artifact_id="a-draft",
        )
        reason = r.say("報告に入れました", "Taken into the report", "已并入月报")
        r.tell("artifact.deleted", {"reason": reason}, artifact_id="a-draft")
        r.stream("m-1", r.say("報告の第2版ができました。", "Version 2 is ready.", "月报第2版已完成。"))


def evidence(r: Recording) -> None:
    """A pack is exported while the answer is still being written; review and replay cite the same pack."""
    opened(r, r.say("根拠の書き出し", "Exporting evidence", "导出依据"))
    with r.run("run-1"):
        r.tell("text.delta", {"delta": r.say("締めの", "The closing ", "结账的")}, message_id="m-1")
        pack = {"kind": "audit", "title": r.say("10月の根拠", "Evidence of October", "10月的依据")}
        r.tell("evidence.changed", {**pack, "status": "exporting"}, evidence_id="e-pack")
        r.tell("text.delta", {"delta": r.say("根拠を", "evidence is ", "依据正在")}, message_id="m-1")
        r.tell(
            "evidence.changed",
            {**pack, "status": "ready", "packRef": "pack://2026-10", "replayRef": "replay://2026-10"},
            evidence_id="e-pack",
            after=3,
        )
        r.tell("text.delta", {"delta": r.say("出しています。", "being exported.", "导出。")}, message_id="m-1")
        whole = r.say("締めの根拠を出しています。", "The closing evidence is being exported.", "结账的依据正在导出。")
        r.tell("text.final", {"role": "assistant", "text": whole}, message_id="m-1")
        same = {"packRef": "pack://2026-10"}
        asked = {"reviewId": "review-1", "reviewer": CHECKER.id, "target": same, "status": "requested", **same}
        r.tell("review.requested", asked, agent_id=CHECKER.id)
        replay = {"kind": "replay", "status": "ready", "verdict": "passed", "replayRef": "replay://2026-10", **same}
        r.tell("evidence.changed", replay, evidence_id="e-replay")
        verdict = {"status": "passed", "verdict": "passed", "evidenceRefs": ["e-pack", "e-replay"], "fixes": []}
        r.tell("review.completed", {**asked, **verdict}, agent_id=CHECKER.id)
        reviewed = {"kind": "review", "status": "ready", "verdict": "passed", "reviewRef": "review-1", **same}
        r.tell("evidence.changed", reviewed, evidence_id="e-review")
        disputed = {"kind": "citation", "status": "disputed", "title": r.say("請求書 0042", "Invoice 0042", "发票0042")}
        r.tell("evidence.changed", disputed, evidence_id="e-disputed")
