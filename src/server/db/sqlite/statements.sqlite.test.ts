import assert from 'node:assert/strict'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { StatementCache } from './statements.ts'

const long = 'x'.repeat(10_000)

/** A cache, and all statements that it prepared. */
function opened(context: TestContext) {
  const connection = new DatabaseSync(':memory:')
  context.after(() => connection.close())
  const prepared: StatementSync[] = []
  const prepare = connection.prepare.bind(connection)
  connection.prepare = (sql) => {
    const statement = prepare(sql)
    prepared.push(statement)
    return statement
  }
  return { cache: new StatementCache(connection), prepared }
}

test('a statement releases long values after its run', (context) => {
  const { cache, prepared } = opened(context)
  cache.run('create table texts (text unique)', [])
  const [row] = cache.run('select length(?) as length', [long]).rows as { length: number }[]
  assert.equal(row!.length, long.length)
  assert.equal(prepared.at(-1)!.expandedSQL, 'select length(NULL) as length')
  assert.equal(cache.run('insert into texts values (?)', [long]).changes, 1)
  assert.equal(prepared.at(-1)!.expandedSQL, 'insert into texts values (NULL)')
  assert.throws(() => cache.run('insert into texts values (?)', [long]), /UNIQUE/)
  assert.equal(prepared.at(-1)!.expandedSQL, 'insert into texts values (NULL)')
  assert.deepEqual(cache.lists('select length(text) from texts', []), [[long.length]])
})
