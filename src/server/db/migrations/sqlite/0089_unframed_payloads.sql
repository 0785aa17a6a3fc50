-- reads-from: 89
-- Requests whose payload has a frame by itself until it is put into a frame with others. Programs before this one cannot
-- read such frames, and would leave the payload of a deleted request in a shared frame.
create table unframed_payloads (
  request_id integer primary key,
  workspace_id integer not null,
  -- Set only while a unit makes frames.
  single_frame integer,
  frame_id integer,
  frame_position integer
) strict;
