-- reads-from: 38
-- Only SQLite changes. PostgreSQL has no frames.
select 1;
