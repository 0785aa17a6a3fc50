-- reads-from: 38
-- Media that came as base64 in spans. A stored document has galley-media: and the hash where the base64 was;
-- it stays JSON, which earlier programs return like that.
create table span_media (
  workspace_id bigint not null,
  trace_id text not null,
  span_id text not null,
  sha256 text not null,
  primary key (workspace_id, trace_id, span_id, sha256),
  foreign key (workspace_id, sha256) references media (workspace_id, sha256)
);
create index span_media_by_hash on span_media (workspace_id, sha256);
-- Media go with the last request or span that holds them, whichever statement or program deletes it. The lock waits for
-- calls with the same media; the statement after it sees what they wrote.
create function free_one_media(workspace bigint, freed text) returns void language plpgsql as $$
begin
  perform 1 from media where workspace_id = workspace and sha256 = freed for update;
  delete from media m where m.workspace_id = workspace and m.sha256 = freed
    and not exists (select 1 from request_media r where r.workspace_id = m.workspace_id and r.sha256 = m.sha256)
    and not exists (select 1 from span_media s where s.workspace_id = m.workspace_id and s.sha256 = m.sha256);
end $$;
create or replace function free_media() returns trigger language plpgsql as $$
declare freed text;
begin
  for freed in select sha256 from request_media
    where workspace_id = old.workspace_id and request_id = old.request_id order by sha256
  loop
    perform 1 from media where workspace_id = old.workspace_id and sha256 = freed for update;
    delete from request_media where workspace_id = old.workspace_id and request_id = old.request_id and sha256 = freed;
    perform free_one_media(old.workspace_id, freed);
  end loop;
  return null;
end $$;
create function free_span_media() returns trigger language plpgsql as $$
begin
  perform free_one_media(old.workspace_id, old.sha256);
  return null;
end $$;
create trigger media_of_deleted after delete on span_media for each row execute function free_span_media();
create function free_media_of_span() returns trigger language plpgsql as $$
begin
  delete from span_media
    where workspace_id = old.workspace_id and trace_id = old.trace_id and span_id = old.span_id;
  return null;
end $$;
create trigger media_of_deleted after delete on spans for each row execute function free_media_of_span();
