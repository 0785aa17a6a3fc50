-- reads-from: 89
-- New requests leave tags and metadata out of the list in `facets` where the columns `tags` and `metadata` say the same.
-- Programs before this one would not find them. The schema stays as it is.
select 1;
