"""What is said about a task: each comment is sealed for those who read the task, and is its author's."""

from __future__ import annotations

from domain.errors import AlreadyExists, Full, InvalidArgument, NotAllowed, NotFound
from domain.kernel import Moment
from domain.records import check_ascending, check_attributes, check_audience, check_shared
from domain.work.readers import check_content
from domain.work.tasks.facts import (
    AddComment,
    CommentRemoved,
    CommentRevised,
    CommentShared,
    RemoveComment,
    ReviseComment,
    ShareComment,
    TaskCommented,
    TaskEvent,
)
from domain.work.tasks.state import Comment, KeptTask

MAX_COMMENTS = 500


def add_comment(command: AddComment, task: KeptTask, moment: Moment) -> list[TaskEvent]:
    known = task.comments.get(command.comment_id)
    if known is not None:
        if known.sealed.statement_b64u == command.sealed.statement_b64u:
            return []
        raise AlreadyExists("This comment exists already.", reason="comment_exists")
    if len(task.comments) >= MAX_COMMENTS:
        raise Full("A task has at most 500 comments.", reason="comment_limit")
    author = moment.actor.user_id
    if author is None:
        raise NotAllowed("Only a person comments.", reason="not_author")
    _check(command, task, None)
    return [TaskCommented(command.comment_id, author, command.sealed, command.mention_ids)]


def revise_comment(command: ReviseComment, task: KeptTask, moment: Moment) -> list[TaskEvent]:
    comment = _own(command, task, moment)
    if comment.sealed.statement_b64u == command.sealed.statement_b64u:
        return []
    _check(command, task, comment)
    return [CommentRevised(command.comment_id, command.sealed, command.mention_ids)]


def remove_comment(command: RemoveComment, task: KeptTask, moment: Moment) -> list[TaskEvent]:
    known = task.comments.get(command.comment_id)
    if known is not None and known.removed and known.author_id == moment.actor.user_id:
        return []
    _own(command, task, moment)
    return [CommentRemoved(command.comment_id, command.signed)]


def share_comment(command: ShareComment, task: KeptTask) -> list[TaskEvent]:
    """Add wraps of a comment for roles of the task's audience; any reader may."""
    comment = task.comments.get(command.comment_id)
    if comment is None or comment.removed:
        raise NotFound("There is no such comment.", reason="comment")
    if command.signed.statement_b64u in {entry.statement_b64u for entry in comment.later}:
        return []
    check_shared(comment.audience, command.audience, command.wraps)
    if not set(command.audience) <= {*comment.audience, *task.audience}:
        raise InvalidArgument("A comment is for those who read its task.", reason="audience")
    return [CommentShared(command.comment_id, command.wraps, command.signed, command.audience)]


def _own(command: ReviseComment | RemoveComment, task: KeptTask, moment: Moment) -> Comment:
    comment = task.comments.get(command.comment_id)
    if comment is None or comment.removed:
        raise NotFound("There is no such comment.", reason="comment")
    if comment.author_id != moment.actor.user_id:
        raise NotAllowed("Only its author can change a comment.", reason="not_author")
    return comment


def _check(command: AddComment | ReviseComment, task: KeptTask, before: Comment | None) -> None:
    sealed = command.sealed
    check_content(
        command.comment_id, sealed, before.sealed if before else None, before.revision if before else 0
    )
    check_audience(task.audience, sealed.wraps)
    check_ascending("mentionIds", command.mention_ids)
    check_attributes(sealed.attrs, {"taskId": command.id, "mentionIds": command.mention_ids})
