-- reads-from: 38
-- Characters of the texts that are searched. On SQLite a reader thread splits long ones into words.
alter table request_arrivals add column characters integer not null default 0;
