-- reads-from: 27
-- Only for SQLite.
select 1;
