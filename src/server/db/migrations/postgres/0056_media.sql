-- reads-from: 38
-- Pictures, audio, video and documents that came as base64 in bodies, once for each workspace. A stored body has
-- galley-media: and the hash where the base64 was; it stays JSON, which earlier programs return like that.
create table media (
  workspace_id bigint not null,
  -- Of the bytes, in hexadecimal digits.
  sha256 text not null,
  -- The media type that the first bytes show.
  type text not null,
  size bigint not null,
  bytes bytea not null,
  primary key (workspace_id, sha256)
);
-- Media are compressed already.
alter table media alter column bytes set storage external;
create table request_media (
  workspace_id bigint not null,
  request_id bigint not null,
  sha256 text not null,
  primary key (workspace_id, request_id, sha256),
  foreign key (workspace_id, sha256) references media (workspace_id, sha256)
);
create index request_media_by_hash on request_media (workspace_id, sha256);
-- Media go with the last request that holds them, whichever statement or program deletes it. The lock waits for log calls
-- with the same media; the statement after it sees what they wrote.
create function free_media() returns trigger language plpgsql as $$
declare freed text;
begin
  for freed in select sha256 from request_media
    where workspace_id = old.workspace_id and request_id = old.request_id order by sha256
  loop
    perform 1 from media where workspace_id = old.workspace_id and sha256 = freed for update;
    delete from request_media where workspace_id = old.workspace_id and request_id = old.request_id and sha256 = freed;
    delete from media m where m.workspace_id = old.workspace_id and m.sha256 = freed
      and not exists (select 1 from request_media r where r.workspace_id = m.workspace_id and r.sha256 = m.sha256);
  end loop;
  return null;
end $$;
create trigger media_of_deleted after delete on request_payloads for each row execute function free_media();
