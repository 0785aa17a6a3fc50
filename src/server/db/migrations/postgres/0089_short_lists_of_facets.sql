-- reads-from: 38
-- Lists of facets become shorter on SQLite; on PostgreSQL nothing changes.
select 1;
