-- reads-from: 38
-- Only SQLite changes. PostgreSQL keeps both indexes, because version 0.1.0 may run beside this one.
select 1;
