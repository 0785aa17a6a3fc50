import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { parseSearch } from '../../src/engine/search/index.ts'
import { chooseDriver } from '../../src/server/requests/search/choose-driver-queries.ts'
import { openSearch } from '../../src/server/requests/search/open-search.ts'
import { countQuery, fromMatching, pageQuery } from '../../src/server/requests/search/plan-queries.ts'
import { quietTracesQuery } from '../../src/server/traces/expired-queries.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { log } from './support/requests.ts'

describe('plans of alternatives on PostgreSQL beside a large workspace', () => {
  const app = appOfSuite()
  let workspace: WorkspaceId
  before(async () => {
    await log(app.api, { tags: ['a'] })
    const other = await app.newWorkspace()
    await app.context.store.transact(async (tx) => {
      const row = await tx.selectFrom('requests').select('workspace_id').executeTakeFirstOrThrow()
      workspace = row.workspace_id as WorkspaceId
      // Enough requests that PostgreSQL would read the facets and texts of an alternative at once, before all requests.
      for (const table of ['requests', 'request_payloads']) {
        const id = table === 'requests' ? 'id' : 'request_id'
        await sql`insert into ${sql.table(table)} select copy.* from ${sql.table(table)} r, generate_series(1, 5000) number,
          lateral jsonb_populate_record(r, jsonb_build_object(${id}::text, r.${sql.ref(id)} + number)) copy`.execute(
          tx,
        )
      }
      await sql`insert into request_facets (workspace_id, kind, key, value, started_at, request_id)
        select ${other.id}::bigint, 1, '', 'a', n, n from generate_series(1, 20000) n`.execute(tx)
      await sql`insert into traces (workspace_id, trace_id, created_at, updated_at)
        select ${workspace}::bigint, 'trace ' || n, n, n from generate_series(1, 5000) n`.execute(tx)
      for (const table of ['requests', 'request_payloads', 'request_facets', 'traces'])
        await sql`analyze ${sql.table(table)}`.execute(tx)
    })
  })

  const tag = (value: string) => ({ field: 'tags', operator: 'contains', value })
  const text = { field: 'output_text', operator: 'contains', value: 'ello' }
  const failed = { field: 'status', operator: 'is', value: 'ERROR' }
  for (const [name, filter_group] of [
    ['two tags', { logic: 'OR', filters: [tag('a'), tag('b')] }],
    ['a text or a status', { logic: 'OR', filters: [text, failed] }],
    [
      'a text and a tag, or a status',
      { logic: 'OR', filters: [{ logic: 'AND', filters: [text, tag('a')] }, failed] },
    ],
  ] as const)
    it(`read only facets and texts of the workspace: ${name}`, async () => {
      const { store } = app.context
      const search = await openSearch(store, workspace, parseSearch({ filter_group }))
      const driver = await chooseDriver(search)
      for (const compiled of [
        pageQuery(search, driver, { after: null, offset: 0, limit: 50 }),
        countQuery(search, driver, 10_001),
        sql`select sum(r.price) ${fromMatching(search, driver)}`.compile(store.db),
      ]) {
        const plan = await postgresPlan(store, compiled, [])
        assert.doesNotMatch(plan, /Seq Scan on request_facets/, plan)
        assert.doesNotMatch(plan, /Seq Scan on request_payloads[^\n]*\n\s+Filter: \(strpos/, plan)
      }
    })

  it('look up the requests of each old trace', async () => {
    const { store } = app.context
    const plan = await postgresPlan(
      store,
      quietTracesQuery(store, workspace, 10_000, 100).compile(store.db),
      [],
    )
    assert.doesNotMatch(plan, /hashed SubPlan/, plan)
  })
})
