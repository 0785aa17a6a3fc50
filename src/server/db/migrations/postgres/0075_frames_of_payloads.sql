-- reads-from: 38
-- Of SQLite alone; here they stay empty.
create table payload_frames (
  id bigint primary key,
  frame bytea not null
);
alter table request_payloads add column frame_id bigint;
alter table request_payloads add column frame_position bigint;
