-- Of PostgreSQL alone.
select 1;
