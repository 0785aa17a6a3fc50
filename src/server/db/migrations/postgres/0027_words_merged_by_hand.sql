-- reads-from: 27
-- Of the embedded engine alone.
select 1;
