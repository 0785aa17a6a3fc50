-- reads-from: 89
-- Sums of tokens over hours say how many requests have no token counts. Covers the columns by which hours are kept.
create index requests_uncounted on requests (
  workspace_id, started_at, provider, model, prompt_id, feature, status, error_type, latency_bucket, price_source
) where input_tokens = 0 and output_tokens = 0;
