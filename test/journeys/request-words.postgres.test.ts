import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { flushPendingWords } from '../../src/server/requests/indexing/pending-words-queries.ts'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'

describe('the words of new requests on PostgreSQL', () => {
  const app = appOfSuite()

  /** Flushes the pending words into the index; returns the number of pages that were pending. */
  async function flushAndCountPages(): Promise<number> {
    const { rows } = await sql<{ pages: number }>`
      select sum(gin_clean_pending_list(inhrelid::regclass))::int as pages
      from pg_inherits where inhparent = 'requests_by_words'::regclass`.execute(app.context.store.db)
    return rows[0]!.pages
  }

  it('are pending, and are flushed when a search needs them', async () => {
    await log(app.api)
    await flushPendingWords(app.context.store)
    assert.equal(await flushAndCountPages(), 0)
  })

  it('are flushed a second after they arrived, not by a log call', async () => {
    for (let rounds = 20; ; rounds--) {
      await log(app.api)
      await sleep(1_500)
      if ((await flushAndCountPages()) === 0) return
      assert.ok(rounds > 0, 'the words of the newest request are never flushed')
    }
  })

  it('are not flushed by inserts before the pending list has 16 MB', async () => {
    const { rows } = await sql<{ gin_pending_list_limit: string }>`show gin_pending_list_limit`.execute(
      app.context.store.db,
    )
    assert.equal(rows[0]!.gin_pending_list_limit, '16MB')
  })
})
