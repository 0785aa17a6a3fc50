-- reads-from: 38
-- Sums of tokens over hours say how many requests have no token counts. Other columns would make updates of prices slower.
create index requests_uncounted on requests (workspace_id, started_at) where input_tokens = 0 and output_tokens = 0;
