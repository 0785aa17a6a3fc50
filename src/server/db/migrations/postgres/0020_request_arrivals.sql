-- Only SQLite's index follows the requests; nothing was ever in it here.
drop table request_arrivals;
