-- reads-from: 75
-- One zstd frame with the payloads of several requests; programs before this one would read empty payloads.
create table payload_frames (
  id integer primary key,
  frame blob not null
) strict;
-- Where `payload` is empty: the frame, and the place in it.
alter table request_payloads add column frame_id integer;
alter table request_payloads add column frame_position integer;
