-- reads-from: 38
-- Of SQLite alone.
select 1;
