-- reads-from: 38
-- Only SQLite fills these columns.
create table payload_frames (
  id bigint primary key,
  frame bytea not null
);
alter table request_payloads add column frame_id bigint;
alter table request_payloads add column frame_position bigint;
