-- reads-from: 70
-- The person or API key that started the import; the version that it saves names it.
alter table sheet_imports add column created_by text;
