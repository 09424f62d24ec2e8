"""`/api/file-types` and `/api/file-categories`: the document types, the same for all accounts."""

from __future__ import annotations

from litestar import Controller, get

from api.http.answers import Data
from api.http.given import Given
from application.access import signed_in
from application.ports import Context
from domain.work.file_catalogue import FILE_CATEGORIES, FILE_TYPES, FileCategory, FileType


class FileCatalogueController(Controller):
    path = "/api"
    tags = ["catalogue"]  # noqa: RUF012
    opt = {"any_account": True}  # noqa: RUF012

    @get("/file-types", operation_id="listFileTypes")
    async def file_types(self, context: Given[Context]) -> Data[list[FileType]]:
        """List the document types, with the fields of their form."""
        signed_in(context)
        return Data(list(FILE_TYPES))

    @get("/file-categories", operation_id="listFileCategories")
    async def file_categories(self, context: Given[Context]) -> Data[list[FileCategory]]:
        """List the categories of document types."""
        signed_in(context)
        return Data(list(FILE_CATEGORIES))
