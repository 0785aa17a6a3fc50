-- reads-from: 38
-- repeat-from: 5000
-- Requests of versions before 0.3.0 take the user and session of their trace: the summariser reads these from the spans
-- again. Summaries of those versions do not say which of them hold for the whole trace. In one transaction 200,000 traces
-- took no spans for 26 s.
update traces set stated = null, due_at = 0
  where (workspace_id, trace_id) in (
    select workspace_id, trace_id from traces
      where request_count > 0 and (user_id is not null or session_id is not null)
        and (stated is null or stated not like '%"whole":%')
        and (stated is not null or due_at is distinct from 0)
      limit 5000);
