-- reads-from: 26
-- The name of the inviting person at that time; null for an invitation with an API key.
alter table invitations add column invited_by text;
