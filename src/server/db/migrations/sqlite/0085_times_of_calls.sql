-- reads-from: 75
-- Null where unknown, as for all requests from before. The speed follows from output tokens, latency and first token.
alter table requests add column time_to_first_token_ms real;
alter table requests add column output_tokens_per_second real;
alter table requests add column attempts integer;
alter table requests add column waited_ms integer;
