-- reads-from: 58
-- Media that came as base64 in spans. A stored document has galley-media: and the hash where the base64 was;
-- earlier programs would return it like that.
create table span_media (
  workspace_id integer not null,
  trace_id text not null,
  span_id text not null,
  sha256 text not null,
  primary key (workspace_id, trace_id, span_id, sha256),
  foreign key (workspace_id, sha256) references media (workspace_id, sha256)
) strict, without rowid;
create index span_media_by_hash on span_media (workspace_id, sha256);
-- Media go with the last request or span that holds them, whichever statement deletes it.
create trigger span_media_of_deleted after delete on spans begin
  delete from span_media where workspace_id = old.workspace_id and trace_id = old.trace_id and span_id = old.span_id;
end;
drop trigger media_of_deleted;
create trigger media_of_deleted after delete on request_media begin
  delete from media where workspace_id = old.workspace_id and sha256 = old.sha256
    and not exists (select 1 from request_media m where m.workspace_id = old.workspace_id and m.sha256 = old.sha256)
    and not exists (select 1 from span_media m where m.workspace_id = old.workspace_id and m.sha256 = old.sha256);
end;
create trigger media_of_deleted_spans after delete on span_media begin
  delete from media where workspace_id = old.workspace_id and sha256 = old.sha256
    and not exists (select 1 from request_media m where m.workspace_id = old.workspace_id and m.sha256 = old.sha256)
    and not exists (select 1 from span_media m where m.workspace_id = old.workspace_id and m.sha256 = old.sha256);
end;
