"""How it is found out whether an installation can send mail, as its settings say."""

from __future__ import annotations

from typing import NamedTuple

from infrastructure.mail.carriers import graph_of, smtp_of
from infrastructure.mail.examination import (
    FileExamination,
    GraphExamination,
    Published,
    SmtpExamination,
    WholeExamination,
)
from infrastructure.mail.form import MailForm
from infrastructure.mail.graph import GraphCarrier
from infrastructure.settings import Settings


class Examined(NamedTuple):
    """`graph` where mail leaves by that."""

    examination: WholeExamination
    graph: GraphCarrier | None = None


def examined(settings: Settings) -> Examined:
    form = MailForm(settings.mail_from)
    published = Published(form)
    if settings.mail_provider == "file":
        return Examined(WholeExamination(FileExamination(), published))
    if settings.mail_provider == "graph":
        graph = graph_of(settings, form)
        by_graph = GraphExamination(settings.graph_login_url, graph, form)
        return Examined(WholeExamination(by_graph, published), graph)
    return Examined(WholeExamination(SmtpExamination(smtp_of(settings, form), form), published))
