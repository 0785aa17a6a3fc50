-- reads-from: 27
-- The indexer merges the segments of the word index, a little at a time: as a part of a commit it took up to 75 ms of
-- the writer. Should ever so many of them wait, the engine merges them at once.
insert into request_words (request_words, rank) values ('automerge', 0);
insert into request_words (request_words, rank) values ('crisismerge', 500);
