-- reads-from: 38
-- 1 after the deletion of a person whose bodies the object contains: the other bodies move to another object.
alter table body_objects add column must_repack integer not null default 0;
