"""The vocabulary is the standard's own. The lists are typed from its tables, not taken from the code."""

from __future__ import annotations

from enum import StrEnum

import pytest

from ringi.facts import vocabulary as words

CLASSES = """
session.opened session.hydrated session.updated session.closed
run.started run.status run.finished run.failed
plan.delta plan.final text.delta text.final reasoning.delta reasoning.summary
tool.started tool.args tool.progress tool.output.delta tool.result tool.failed
action.required action.resolved queue.changed task.changed
agent.changed agent.spawned agent.completed agent.handoff team.changed worker.notification
review.requested review.completed
context.changed context.compaction.started context.compaction.completed permission.changed
artifact.created artifact.updated artifact.preview.ready artifact.version.created artifact.diff.ready
artifact.export.started artifact.export.completed artifact.failed artifact.deleted artifact.changed
evidence.changed state.snapshot state.delta messages.snapshot diagnostic.changed metric.changed
"""
OWNERS = """
runtime model tool action artifact evidence context policy task agent session diagnostics ui_projection
"""
SCOPES = """
application workspace team session thread run turn message part task agent tool_call action_request artifact evidence
"""
PHASES = """
draft submitted accepted routing preparing planning reasoning acting waiting reviewing producing reconciling completed
failed cancelled interrupted archived hydrating
"""
SURFACES = """
composer conversation inline_process runtime_status tool_ui hitl task_capsule artifact_workspace timeline_evidence
session_tabs diagnostics team_roster work_board delegation_graph handoff_lane worker_notifications review_lane
teammate_transcript background_teammate remote_teammate team_policy
"""
PERSISTENCE = """
ephemeral_live transcript snapshot archive artifact_store evidence_pack diagnostics_log ui_local
"""
CONTROLS = """
send queue steer interrupt delegate assign continue_agent wait stop close request_review approve reject answer edit
retry rollback export open_detail
"""
TOPOLOGIES = """
solo_run coordinator_team parallel_workers specialist_handoff review_team human_agent_board background_teammate
remote_teammate
"""
PARTS = """
user_text assistant_text reasoning_summary reasoning_detail plan runtime_status tool_call tool_result action_required
artifact_ref evidence_ref context_event agent_task agent_roster agent_handoff worker_notification remote_agent_status
file_change error diagnostic
"""


@pytest.mark.parametrize(
    ("enum", "listed", "count"),
    [
        (words.EventClass, CLASSES, 52),
        (words.Owner, OWNERS, 13),
        (words.Scope, SCOPES, 15),
        (words.Phase, PHASES, 18),
        (words.Surface, SURFACES, 21),
        (words.Persistence, PERSISTENCE, 8),
        (words.Control, CONTROLS, 19),
        (words.Topology, TOPOLOGIES, 8),
        (words.RuntimeEntity, "agent_turn subagent_turn automation_job external_task work_item", 5),
        (
            words.ToolState,
            "input-streaming input-available running progress output-available output-error cancelled",
            7,
        ),
        (
            words.HitlType,
            "tool_approval plan_decision teammate_plan_decision structured_input clarification permission_grant"
            " delegated_permission credential_request artifact_review",
            9,
        ),
        (words.MessagePart, PARTS, 20),
        (words.QueuedTurnStatus, "queued promoted removed started", 4),
        (words.WorkItemStatus, "open claimed running blocked reviewing done", 6),
        (words.BackgroundJobStatus, "scheduled sleeping waking running blocked paused failed completed", 8),
        (
            words.TeammateStatus,
            "spawning running waiting needs_input plan_ready idle failed completed killed closed shutdown_requested",
            11,
        ),
        (words.TeamStatus, "forming active waiting merging done", 5),
        (words.HandoffStatus, "handoff_requested accepted active returned resumed", 5),
        (words.ReviewStatus, "requested reviewing passed changes_requested failed", 5),
        (words.BoardStatus, "assigned claimed blocked commented done", 5),
        (
            words.RemoteTaskStatus,
            "submitted working input_required auth_required completed failed canceled rejected",
            8,
        ),
    ],
)
def test_every_word_of_the_standard_is_there_in_its_order_and_no_other(
    enum: type[StrEnum], listed: str, count: int
) -> None:
    assert [member.value for member in enum] == listed.split()
    assert len(enum) == count


def test_a_member_is_its_text_on_the_wire() -> None:
    assert str(words.EventClass.TOOL_OUTPUT_DELTA) == "tool.output.delta"
    assert {"acting": 1}[words.Phase.ACTING] == 1
    assert f"{words.Owner.UI_PROJECTION}" == "ui_projection"
