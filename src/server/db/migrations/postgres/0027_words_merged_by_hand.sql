-- Of the embedded engine alone.
select 1;
