-- reads-from: 46
-- A zstd frame with the document of a span that holds no request; `document` is then empty. The payload of a span's
-- request holds the document of that span. Earlier programs would read empty documents.
alter table spans add column packed blob;
