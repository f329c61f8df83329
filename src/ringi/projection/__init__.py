"""Pure folds: facts → what a surface shows. The same fold in every surface and in `ringi db verify`."""

from ringi.projection.agreement import disagreements
from ringi.projection.records import records
from ringi.projection.task import fold, fold_all, new_view, state_word

__all__ = ["disagreements", "fold", "fold_all", "new_view", "records", "state_word"]
