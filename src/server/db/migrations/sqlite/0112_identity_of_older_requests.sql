-- reads-from: 89
-- Requests of versions before 0.3.0 take the user and session of their trace: the summariser reads these from the spans
-- again. Summaries of those versions do not say which of them hold for the whole trace.
update traces set stated = null, due_at = 0
  where request_count > 0 and (user_id is not null or session_id is not null)
    and (stated is null or stated not like '%"whole":%');
