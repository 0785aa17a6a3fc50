-- Of SQLite alone.
select 1;
