-- reads-from: 29
-- Of PostgreSQL alone.
select 1;
