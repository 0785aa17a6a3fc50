-- reads-from: 30
-- Only for SQLite.
select 1;
