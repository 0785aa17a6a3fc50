-- reads-from: 38
-- Only for SQLite: PostgreSQL gathers statistics by itself.
select 1;
