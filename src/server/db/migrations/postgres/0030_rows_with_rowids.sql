-- reads-from: 30
-- Of SQLite alone.
select 1;
