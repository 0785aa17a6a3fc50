-- reads-from: 56
-- Pictures, audio, video and documents that came as base64 in bodies, once for each workspace. A stored body has
-- galley-media: and the hash where the base64 was; earlier programs would return it like that.
create table media (
  workspace_id integer not null,
  -- Of the bytes, in hexadecimal digits.
  sha256 text not null,
  -- The media type that the first bytes show.
  type text not null,
  size integer not null,
  bytes blob not null,
  primary key (workspace_id, sha256)
) strict;
create table request_media (
  workspace_id integer not null,
  request_id integer not null,
  sha256 text not null,
  primary key (workspace_id, request_id, sha256),
  foreign key (workspace_id, sha256) references media (workspace_id, sha256)
) strict, without rowid;
create index request_media_by_hash on request_media (workspace_id, sha256);
-- Media go with the last request that holds them, whichever statement deletes it.
create trigger request_media_of_deleted after delete on request_payloads begin
  delete from request_media where workspace_id = old.workspace_id and request_id = old.request_id;
end;
create trigger media_of_deleted after delete on request_media begin
  delete from media where workspace_id = old.workspace_id and sha256 = old.sha256
    and not exists (select 1 from request_media m where m.workspace_id = old.workspace_id and m.sha256 = old.sha256);
end;
