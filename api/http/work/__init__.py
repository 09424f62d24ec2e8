"""The work context on the wire: documents, files and where their frames go."""

from litestar.types import ControllerRouterHandler

from api.http.blobs import BlobController
from api.http.work.contacts import ContactController
from api.http.work.documents import DocumentController
from api.http.work.file_catalogue import FileCatalogueController
from api.http.work.files import FileController
from api.http.work.profile_groups import ProfileGroupController, ProfileSubGroupController
from api.http.work.profile_types import ProfileTypeController
from api.http.work.profiles import ProfileController
from api.http.work.saved_filters import SavedFilterController
from api.http.work.statuses import StatusController
from api.http.work.tasks import TaskController
from api.http.work.topics import TopicController
from api.http.work.uploads import UploadController
from api.http.work.vendors import VendorController

HANDLERS: list[ControllerRouterHandler] = [
    DocumentController,
    ContactController,
    VendorController,
    SavedFilterController,
    ProfileTypeController,
    ProfileController,
    TaskController,
    StatusController,
    TopicController,
    ProfileGroupController,
    ProfileSubGroupController,
    UploadController,
    FileController,
    FileCatalogueController,
    BlobController,
]
