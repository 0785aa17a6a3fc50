import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { begin } from './support/runs.ts'
import { emptySheet, type SheetClient, tablesPath } from './support/tables.ts'

describe('work that starts while its sheet is being deleted', () => {
  // Without a worker the run stays queued.
  const app = appOfSuite({}, { role: 'api' })

  /** Deletes at `path`, and starts a run once the deletion has read the active runs and waits for the table. */
  async function deleteBeside(path: (sheet: SheetClient) => string) {
    const { store } = app.context
    const sheet = await emptySheet(app.api)
    await sheet.column('slow', 'ENDPOINT', { url: 'http://127.0.0.1:1/' })
    await sheet.add([{}])
    const started = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = store.transact(async (tx) => {
      await tx.selectFrom('tables').select('id').where('id', '=', sheet.table).forUpdate().execute()
      locked.resolve()
      await started.promise
    })
    await locked.promise
    const deletion = app.api.delete(path(sheet))
    const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await until(
      async () => (await waiting.execute(store.db)).rows.length,
      (count) => count > 0,
    )
    const run = await begin(sheet, { statuses: ['STALE'] })
    started.resolve()
    await holding
    bodyOf(await deletion, 200)
    return { sheet, run }
  }

  const activeIn = async (sheet: SheetClient) =>
    bodyOf(await app.api.get(`${sheet.path}/operations`)).active_operations

  it('ends with the table', async () => {
    const { sheet, run } = await deleteBeside(({ table }) => `${tablesPath}/${table}`)
    bodyOf(await app.api.post(`/api/public/v2/deleted-tables/${sheet.table}/restore`, {}))
    assert.deepEqual(await activeIn(sheet), [])
    assert.equal(bodyOf(await app.api.get(run.status_url)).operation.status, 'cancelled')
  })

  it('ends with the sheet', async () => {
    const { sheet } = await deleteBeside(({ path }) => path)
    bodyOf(await app.api.post(`/api/public/v2/deleted-sheets/${sheet.id}/restore`, {}))
    assert.deepEqual(await activeIn(sheet), [])
  })
})
