-- reads-from: 38
-- Null where unknown, as for all requests from before. The speed follows from output tokens, latency and first token.
alter table requests
  add column time_to_first_token_ms double precision,
  add column output_tokens_per_second double precision,
  add column attempts bigint,
  add column waited_ms bigint;
