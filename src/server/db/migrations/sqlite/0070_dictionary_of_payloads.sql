-- reads-from: 70
-- Payloads of requests and spans refer to a dictionary that programs before this one do not have. The schema stays as it is.
select 1;
