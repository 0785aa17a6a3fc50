-- reads-from: 29
-- What the planner is to think a trace has: 50 spans at the least, whatever it has seen. When most traces have one, all
-- indexes that begin with the trace cost the same to it, and a trace that grows to 100,000 spans is read whole for each
-- span that is looked for.
alter table spans alter column trace_id set (n_distinct = -0.02);
analyze spans;
