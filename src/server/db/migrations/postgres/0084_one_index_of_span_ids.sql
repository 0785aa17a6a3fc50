-- reads-from: 38
-- Of SQLite alone: here the primary key is needed.
select 1;
