-- reads-from: 38
-- Only for SQLite.
select 1;
