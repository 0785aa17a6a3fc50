-- reads-from: 38
-- Scores that were given to requests, spans, traces and sessions. Whole numbers from 0 to 100 of requests are in
-- request_scores too, and there they are the valid ones.
create table given_scores (
  workspace_id integer not null,
  subject_type text not null,
  subject_id text not null,
  -- Of a span and of a trace; otherwise empty.
  trace_id text not null,
  name text not null,
  source text not null,
  type text not null,
  -- Of numbers and of yes (1) and no (0).
  number real,
  -- Of categories and texts.
  text text,
  comment text,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  created_at integer not null,
  updated_at integer not null,
  primary key (workspace_id, subject_type, subject_id, trace_id, name, source)
);
create index given_scores_by_trace on given_scores (workspace_id, trace_id, name) where trace_id <> '';
