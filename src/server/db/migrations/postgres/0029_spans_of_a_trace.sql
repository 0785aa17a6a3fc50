-- reads-from: 29
-- Tells the planner that a trace has at least 50 spans. If most traces have one span, all indexes that begin with the
-- trace have equal cost for the planner, and each lookup of a span in a trace of 100,000 spans reads the whole
-- trace.
alter table spans alter column trace_id set (n_distinct = -0.02);
analyze spans;
