import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'

const app = appOfSuite()

it('log calls that arrive at the same time share transactions on PostgreSQL', async () => {
  const calls = 100
  await Promise.all(Array.from({ length: calls }, () => log(app.api)))
  const { rows } = await sql<{ requests: number; transactions: number }>`
    select count(*)::int as requests, count(distinct xmin::text)::int as transactions from requests`.execute(
    app.context.store.db,
  )
  const { requests, transactions } = rows[0]!
  assert.equal(requests, calls)
  // The exact number depends on the load of the machine.
  assert.ok(transactions < calls, `${transactions} transactions`)
})
