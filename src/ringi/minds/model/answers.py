"""What a model may answer, as types: its answer is one of these or it is sent back with the error. Loads pydantic.

The texts of the fields are read by the model. They say the shape only; what to do is said by the prompts.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

TITLE = 150
TEXT = 8_000
STEPS = 200


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class TaskAnswer(_Strict):
    """The request, understood."""

    title: str = Field(min_length=1, max_length=TITLE, description="What is asked for, in one line.")
    description: str = Field(min_length=1, max_length=TEXT, description="The task in full, nothing added.")
    priority: Literal["low", "medium", "high", "urgent"] = "medium"
    task_type: Literal["standard", "urgent"] = "standard"
    lang: Literal["ja", "en", "zh"] = Field(description="The language of the request.")


class WriteAnswer(_Strict):
    """One call that changes, sends, books or deletes something."""

    tool: str = Field(min_length=1, max_length=200, description="A name from the catalogue.")
    title: str = Field(min_length=1, max_length=200, description="What it does, in a few words.")
    toolInput: dict[str, Any] = Field(
        default_factory=dict,
        description="All inputs, exactly as the plan will give them; only texts and rows are left out.",
    )


class PolicyAnswer(_Strict):
    """How it will be done, in words for the person who approves it."""

    content: str = Field(min_length=1, max_length=TEXT, description="The policy, whole.")
    writes: list[WriteAnswer] = Field(
        default_factory=list, max_length=STEPS, description="Every call that is no mere reading; may be empty."
    )
    changes: str = Field("", max_length=2_000, description="What differs from the version before, and why.")
    title: str = Field("", max_length=TITLE, description="A new title, only if the task is about something else now.")


class StepAnswer(_Strict):
    """One call of one tool."""

    stepId: str = Field(min_length=1, max_length=40, description="step-1, step-2 …")
    title: str = Field(min_length=1, max_length=200)
    tool: str = Field(min_length=1, max_length=200, description="A name from the catalogue.")
    toolInput: dict[str, Any] = Field(description="Exactly what the tool's input schema asks for.")
    description: str = Field(min_length=1, max_length=4_000)
    expectedOutput: str = Field("", max_length=4_000)
    requiresHumanCheck: bool = False


class PlanAnswer(_Strict):
    """The steps, in the order in which they run."""

    steps: list[StepAnswer] = Field(min_length=1, max_length=STEPS)
    changes: str = Field("", max_length=2_000, description="What differs from the version before, and why.")
    title: str = Field("", max_length=TITLE, description="A new title, only if the task is about something else now.")


class QuestionAnswer(_Strict):
    """One clear question without whose answer it cannot be done."""

    text: str = Field(min_length=1, max_length=1_000)
    choices: list[str] = Field(default_factory=list, max_length=8)


class DeclinedAnswer(_Strict):
    """It cannot be done with the connected tools, or must not be."""

    reason: str = Field(min_length=1, max_length=1_000)
    suggestion: str = Field("", max_length=1_000, description="What could be asked for instead.")
