-- reads-from: 38
-- The comment of a notification was found by the end of the subject's JSON, in all notifications of the workspace.
alter table notifications add column comment_id bigint;
create index notifications_of_comment on notifications (workspace_id, comment_id) where comment_id is not null;
