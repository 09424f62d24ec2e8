"""`/api/analytics/query`: views for analysts, asked without SQL."""

from __future__ import annotations

import msgspec
from litestar import Controller, Response, post
from litestar.params import JSONBody

from api.http.answers import Data, one
from api.http.given import Fresh, Given
from application.access import permitted
from application.ports import Context
from projections.analysis.asking import Analytics, AnalyticsAnswer, AnalyticsQuery


class AnalyticsController(Controller):
    path = "/api/analytics"
    tags = ("analytics",)

    @post("/query", operation_id="searchAnalytics", status_code=200)
    async def query(
        self,
        data: JSONBody[AnalyticsQuery],
        context: Given[Context],
        analytics: Given[Analytics],
        fresh: Given[Fresh],
    ) -> Response[Data[AnalyticsAnswer]]:
        """Search a view of the account: some columns or what is reckoned of them, of some rows."""
        account_id = permitted(context, "analytics.query")
        return one(msgspec.json.encode(await analytics.answer(account_id, data)), fresh)
