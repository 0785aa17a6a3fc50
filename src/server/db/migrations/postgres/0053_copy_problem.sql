-- reads-from: 38
-- Why copying to ClickHouse fails; null: the last attempt succeeded.
alter table log_copy add column problem text;
-- Batches up to this one have replaced the earlier rows of their requests.
alter table log_copy add column finished_batch bigint not null default 0;
update log_copy set finished_batch = last_batch;
update log_copy set finished_batch = batch - 1 where batch is not null;
