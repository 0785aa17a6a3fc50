import assert from 'node:assert/strict'
import { test } from 'node:test'
import { touchedTables } from './touched-tables.ts'

test('a migration touches the tables that it alters, and rewrites the tables that it updates or copies', () => {
  const sql = `-- reads-from: 1; update nothing
    alter table people add column closed_at integer;
    create unique index people_by_name on people (name);
    update requests
      set source = 'given';
    alter table cells alter column value type text using value::text;
    alter table rows rename to rows_before;
    create table rows (id integer);
    insert or ignore into rows (id) select id
      from rows_before where true;
    drop table rows_before;
    delete from "jobs";`
  assert.deepEqual(touchedTables(sql), [
    { table: 'people', isRewritten: false },
    { table: 'requests', isRewritten: true },
    { table: 'cells', isRewritten: true },
    { table: 'rows', isRewritten: true },
    { table: 'jobs', isRewritten: true },
  ])
})
