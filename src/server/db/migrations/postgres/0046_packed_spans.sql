-- reads-from: 38
-- Always null: on PostgreSQL `document` holds the text, which TOAST compresses.
alter table spans add column packed bytea;
