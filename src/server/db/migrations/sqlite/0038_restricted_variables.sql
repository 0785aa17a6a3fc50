-- reads-from: 38
-- The roles, uses and hosts that a variable is restricted to, as JSON; null: none.
alter table environment_variables add column restriction text;
-- The role of the caller who started the job. It decides which variables the job's code gets.
alter table jobs add column started_by text;
