-- reads-from: 38
-- Requests and traces by the value of a score. Texts have up to 10,000 characters; the index holds their beginning.
create index request_scores_by_value on request_scores (workspace_id, name, score, request_id);
create index given_scores_of_requests on given_scores (workspace_id, name, substr(text, 1, 100), number, subject_id)
  where subject_type = 'request';
create index given_scores_of_traces on given_scores (workspace_id, name, substr(text, 1, 100), number, trace_id)
  where trace_id <> '';
