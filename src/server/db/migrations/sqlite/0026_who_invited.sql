-- reads-from: 26
-- The name of whoever invited, as it was then; null when it was not a person.
alter table invitations add column invited_by text;
