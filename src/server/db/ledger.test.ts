import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NewerDataError, oldestProgram, refuseNewer } from './ledger.ts'
import { migrationOf, migrationsOf } from './migrations.ts'

const applied = [
  { number: 38, reads_from: 38 },
  { number: 39, reads_from: 38 },
  { number: 40, reads_from: 39 },
  { number: 41, reads_from: 38 },
]

test('a program works on newer data when every later migration allows it', () => {
  assert.equal(oldestProgram(applied, 41), 0)
  assert.equal(oldestProgram(applied, 40), 38)
  assert.equal(oldestProgram(applied, 39), 39)
  for (const known of [39, 40, 41, 50]) refuseNewer(applied, known)
  assert.throws(() => refuseNewer(applied, 38), NewerDataError)
  assert.throws(
    () => refuseNewer(applied, 38),
    /schema of the data is 41, that of this program 38\)\. It can be used by programs with schema 39/,
  )
})

test('a later migration without a declaration allows no older program', () => {
  assert.throws(() => refuseNewer([{ number: 9 }, { number: 8, reads_from: null }], 7), NewerDataError)
  refuseNewer([{ number: 7, reads_from: null }], 7)
})

test('every migration declares which programs work on its result', () => {
  const readsFromOf = (dialect: 'sqlite' | 'postgres') =>
    migrationsOf(dialect).map(({ readsFrom }) => readsFrom)
  const postgres = readsFromOf('postgres')
  // SQLite may require newer programs than PostgreSQL, because only PostgreSQL runs two versions at once.
  for (const [index, oldest] of readsFromOf('sqlite').entries()) assert.ok(oldest >= postgres[index]!)
  assert.equal(readsFromOf('sqlite').length, postgres.length)
  assert.equal(migrationOf('0041_x.sql', '-- reads-from: 39\ncreate table x (id integer);').readsFrom, 39)
  for (const sql of [
    'create table x (id integer);',
    '-- reads-from: 42\n',
    '-- reads-from: 0\n',
    '\n-- reads-from: 1\n',
  ])
    assert.throws(() => migrationOf('0041_x.sql', sql), /0041_x\.sql must begin with "-- reads-from: N"/)
})
