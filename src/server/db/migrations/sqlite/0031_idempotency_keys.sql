-- reads-from: 31
-- Idempotency keys of logged requests, kept for a day: a repeated call gets the existing request.
create table idempotency_keys (
  workspace_id integer not null,
  key text not null,
  -- The operation, and the SHA-256 of the body.
  digest text not null,
  request_id integer not null,
  created_at integer not null,
  primary key (workspace_id, key)
) strict, without rowid;
create index idempotency_keys_by_age on idempotency_keys (workspace_id, created_at);
