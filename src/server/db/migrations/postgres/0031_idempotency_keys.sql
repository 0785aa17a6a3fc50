-- reads-from: 31
-- Idempotency keys of logged requests, kept for a day: a repeated call gets the existing request.
create table idempotency_keys (
  workspace_id bigint not null,
  key text not null,
  -- The operation, and the SHA-256 of the body.
  digest text not null,
  request_id bigint not null,
  created_at bigint not null,
  primary key (workspace_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (workspace_id, created_at);
