import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { countExpiredQuery } from '../../src/server/requests/expiry/expired-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

describe('plans of retention on PostgreSQL', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  before(async () => {
    await log(app.api)
    const other = await app.newWorkspace()
    // Enough requests that PostgreSQL reads all requests with a tag at once, and more facets of another workspace.
    await app.context.store.transact(async (tx) => {
      await sql`insert into requests select copy.* from requests r, generate_series(1, 5000) number,
        lateral jsonb_populate_record(r, jsonb_build_object('id', r.id + number)) copy`.execute(tx)
      await sql`insert into request_facets (workspace_id, kind, key, value, started_at, request_id)
        select ${other.id}::bigint, 1, '', 'keep', n, n from generate_series(1, 20000) n`.execute(tx)
      await sql`analyze requests`.execute(tx)
      await sql`analyze request_facets`.execute(tx)
      const row = await tx.selectFrom('requests').select('workspace_id').executeTakeFirstOrThrow()
      workspace = row.workspace_id as WorkspaceId
    })
  })

  it('find the requests that a tag keeps in the index of their workspace', async () => {
    const { store } = app.context
    const rules = [
      { tag: 'keep', days: null },
      { tag: null, days: 1 },
    ]
    const now = Date.now() + 90 * 86_400_000
    const plan = await postgresPlan(store, countExpiredQuery({ store, workspace, rules, now }), [])
    assert.match(plan, /Scan using request_facets_pkey[^\n]*\n\s+Index Cond: \(\(workspace_id = '/, plan)
    assert.doesNotMatch(plan, /Seq Scan on request_facets/, plan)
  })
})
