import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { lastEvent, selectNewEvents } from '../../src/server/workspace-events/queries.ts'
import { appOfSuite } from '../kit/app.ts'
import { postgresPlan } from '../kit/query-plan.ts'
import { recordQueries } from './support/recorded-queries.ts'

describe('plans for audit events on PostgreSQL', () => {
  const app = appOfSuite()
  before(async () => {
    await app.api.post('/api/public/v2/folders', { name: 'a folder' })
    const other = await app.newWorkspace()
    // The other workspace has only new events, so statistics of the table say that half of all events are new.
    await app.context.store.transact(async (tx) => {
      for (const [workspace, at] of [
        [sql`event.workspace_id`, sql`event.at - 5000000 + number * 1000`],
        [sql`${other.id}::bigint`, sql`event.at`],
      ] as const)
        await sql`insert into audit_events select copy.* from audit_events event, generate_series(1, 5000) number,
          lateral jsonb_populate_record(event, jsonb_build_object('id', event.id + number,
            'workspace_id', ${workspace}, 'at', ${at})) copy
          where event.id = (select min(id) from audit_events)`.execute(tx)
      await sql`analyze audit_events`.execute(tx)
    })
  })

  it('find the first event of a time range in the index of times, not by a walk along all older events', async () => {
    const statements = recordQueries(app.context.store)
    const since = new Date(Date.now() - 60_000).toISOString()
    assert.equal((await app.api.get(`/api/public/v2/audit-events?since=${since}`)).status, 200)
    const [bounds] = statements.filter(({ sql }) => /min\(.*audit_events/.test(sql))
    const plan = await postgresPlan(app.context.store, bounds!, [])
    assert.match(plan, /audit_events_by_time/, plan)
    assert.doesNotMatch(plan, /audit_events_pkey/, plan)
  })

  it('find the new events of all workspaces by one step in the index for each', async () => {
    const statements = recordQueries(app.context.store)
    await selectNewEvents(app.context.store, 0, 10)
    await lastEvent(app.context.store)
    for (const statement of statements.filter(({ sql }) => sql.includes('audit_events'))) {
      const plan = await postgresPlan(app.context.store, statement, [])
      assert.match(plan, /Index Cond: \(\(workspace_id = w\.id\)/, plan)
      assert.doesNotMatch(plan, /Seq Scan on audit_events/, plan)
    }
  })
})
