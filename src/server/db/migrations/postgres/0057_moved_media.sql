-- reads-from: 38
-- The object in the bucket that has the bytes of media; `bytes` is then empty. Programs of releases do not read media.
alter table media add column object bigint;
create index media_in_database on media (workspace_id, sha256) where object is null;
create index media_by_object on media (object) where object is not null;
