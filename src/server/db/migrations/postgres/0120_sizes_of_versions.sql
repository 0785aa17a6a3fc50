-- reads-from: 38
-- Of SQLite alone: PostgreSQL counts by itself.
select 1;
