"""Read models of what people work with, and of the bin that most of it goes through."""

from projections.kernel import Projection
from projections.work.bin import BIN
from projections.work.document_figures import DOCUMENT_FIGURES
from projections.work.documents import DOCUMENTS_READ
from projections.work.files import FILES_READ
from projections.work.plain_items import CONTACTS_READ, VENDORS_READ
from projections.work.profile_groups import PROFILE_GROUPS_READ
from projections.work.profile_types import PROFILE_TYPE_ORDERS
from projections.work.profiles import PROFILES_READ
from projections.work.saved_filters import SAVED_FILTERS_READ
from projections.work.statuses import STATUSES_READ
from projections.work.task_comments import TASK_COMMENTS
from projections.work.task_moves import TASK_MOVES
from projections.work.task_reminders import TASK_REMINDERS
from projections.work.tasks import TASKS_READ
from projections.work.topics import TOPICS_READ

PROJECTIONS: tuple[Projection, ...] = (
    DOCUMENTS_READ,
    DOCUMENT_FIGURES,
    FILES_READ,
    CONTACTS_READ,
    VENDORS_READ,
    SAVED_FILTERS_READ,
    TASKS_READ,
    TASK_COMMENTS,
    TASK_MOVES,
    PROFILES_READ,
    TASK_REMINDERS,
    PROFILE_TYPE_ORDERS,
    BIN,
    STATUSES_READ,
    TOPICS_READ,
    PROFILE_GROUPS_READ,
)
