-- reads-from: 27
-- The indexer merges the segments of the word index in small steps. Automatic merges within a commit blocked the
-- writer for up to 75 ms. With 500 unmerged segments SQLite still merges by itself.
insert into request_words (request_words, rank) values ('automerge', 0);
insert into request_words (request_words, rank) values ('crisismerge', 500);
