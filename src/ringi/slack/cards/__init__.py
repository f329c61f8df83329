"""The cards in Slack as pure functions from words to blocks: the seed's sixteen, and the states it leaves out.

Called with the seed's own arguments they return the seed's blocks; what we add is keyword-only. Whatever is put in,
no documented limit of Slack is broken and nothing of it pings or links. `ringi.slack.rendering` calls them.
"""

from ringi.slack.cards.asked import build_asked_card, build_asked_modal
from ringi.slack.cards.blocks import STATUS_COLORS, wrap_in_attachment
from ringi.slack.cards.execution import (
    build_execution_card_cancelled,
    build_execution_card_completed,
    build_execution_card_failed,
    build_execution_card_running,
    build_execution_card_unknown,
    build_execution_card_waiting,
)
from ringi.slack.cards.gates import question_blocks
from ringi.slack.cards.home import build_home, greeting, suggested_prompts
from ringi.slack.cards.modals import build_answer_modal, build_decide_modal, build_rejection_modal
from ringi.slack.cards.process import (
    build_process_card_approved,
    build_process_card_cancelled,
    build_process_card_failed,
    build_process_card_generating,
    build_process_card_pending,
    build_process_card_question,
    build_process_card_rejected,
    build_process_card_replaced,
    build_process_card_returned,
)
from ringi.slack.cards.prompt import (
    build_prompt_card_approved,
    build_prompt_card_cancelled,
    build_prompt_card_failed,
    build_prompt_card_generating,
    build_prompt_card_pending,
    build_prompt_card_question,
    build_prompt_card_rejected,
    build_prompt_card_replaced,
)
from ringi.slack.cards.steps import _build_step_lines, _format_steps_text
from ringi.slack.cards.task import (
    build_task_card_complete,
    build_task_card_declined,
    build_task_card_failed,
    build_task_card_generating,
    build_task_card_question,
    build_task_card_queued,
    build_task_card_withdrawn,
)
from ringi.slack.cards.text import _truncate

__all__ = [
    "STATUS_COLORS",
    "_build_step_lines",
    "_format_steps_text",
    "_truncate",
    "build_answer_modal",
    "build_asked_card",
    "build_asked_modal",
    "build_decide_modal",
    "build_execution_card_cancelled",
    "build_execution_card_completed",
    "build_execution_card_failed",
    "build_execution_card_running",
    "build_execution_card_unknown",
    "build_execution_card_waiting",
    "build_home",
    "build_process_card_approved",
    "build_process_card_cancelled",
    "build_process_card_failed",
    "build_process_card_generating",
    "build_process_card_pending",
    "build_process_card_question",
    "build_process_card_rejected",
    "build_process_card_replaced",
    "build_process_card_returned",
    "build_prompt_card_approved",
    "build_prompt_card_cancelled",
    "build_prompt_card_failed",
    "build_prompt_card_generating",
    "build_prompt_card_pending",
    "build_prompt_card_question",
    "build_prompt_card_rejected",
    "build_prompt_card_replaced",
    "build_rejection_modal",
    "build_task_card_complete",
    "build_task_card_declined",
    "build_task_card_failed",
    "build_task_card_generating",
    "build_task_card_question",
    "build_task_card_queued",
    "build_task_card_withdrawn",
    "greeting",
    "question_blocks",
    "suggested_prompts",
    "wrap_in_attachment",
]
