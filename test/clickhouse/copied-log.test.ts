import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { parseSearch, requestSources } from '../../src/engine/search/index.ts'
import type { WorkspaceId } from '../../src/server/http/caller.ts'
import { type LogCopy, openLogCopy } from '../../src/server/requests/clickhouse/index.ts'
import { ClickHouseLogSearch } from '../../src/server/requests/clickhouse/clickhouse-log-search.ts'
import { sharedLimit } from '../../src/server/requests/search/time-limit.ts'
import { equalsMemory } from '../journeys/support/equals-memory.ts'
import { query, request } from '../journeys/support/random-requests.ts'
import { recordOf } from '../journeys/support/request-search.ts'
import { logFrom } from '../journeys/support/requests.ts'
import type { SearchRecord } from '../journeys/support/search-in-memory.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'

describe('the log in ClickHouse', () => {
  let app: TestApp
  let server: ClickHouseServer
  let copy: LogCopy
  const records: SearchRecord[] = []
  before(async () => {
    server = await startClickHouse()
    app = await startApp()
    copy = await openLogCopy(app.context.store, server.config)
    await copy.clickhouse.migrate()
    for (const [index, body] of fc.sample(request, { numRuns: 120, seed: 7 }).entries()) {
      const source = requestSources[index % 7] ?? 'app'
      records.push(recordOf(await logFrom(app, source, body), body, { source }))
    }
    const stranger = await app.newWorkspace()
    for (const body of fc.sample(request, { numRuns: 10, seed: 8 }))
      await stranger.api.post('/log-request', body)
  })
  after(async () => {
    await copy.stop()
    await app.close()
    await server.stop()
  })

  const workspaceOf = async (id: number): Promise<WorkspaceId> => {
    const { db } = app.context.store
    const row = await db.selectFrom('requests').select('workspace_id').where('id', '=', id).executeTakeFirstOrThrow()
    return row.workspace_id as WorkspaceId
  }

  it('finds what the search in memory finds', async () => {
    assert.equal(await copy.flush(60_000), true)
    const workspace = await workspaceOf(records[0]!.numbers.pl_id!)
    let found = 0
    await fc.assert(
      fc.asyncProperty(query, async (wish) => {
        const search = new ClickHouseLogSearch(
          copy.clickhouse,
          workspace,
          parseSearch(wish as object),
          sharedLimit(),
        )
        found += await equalsMemory(search as never, records)
      }),
      { numRuns: 60, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 44) },
    )
    assert.ok(found > 200, 'the filters find something')
  })
})
