-- reads-from: 29
-- Only for PostgreSQL.
select 1;
