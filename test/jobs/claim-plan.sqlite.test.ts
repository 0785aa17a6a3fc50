import assert from 'node:assert/strict'
import { it } from 'node:test'
import { migrate, openStore } from '../../src/server/db/index.ts'
import { claimStatement } from '../../src/server/jobs/queries.ts'
import { migratedStorage } from '../kit/app.ts'
import { sqlitePlan } from '../kit/query-plan.ts'

it('jobs are claimed by the index of open jobs, without a scan of finished jobs', async () => {
  const { config, drop } = await migratedStorage()
  await migrate(config)
  const store = await openStore(config)
  try {
    const query = claimStatement(store, {
      kinds: ['a', 'b'],
      count: 3,
      except: [7],
      owner: 'me',
      now: 1,
      until: 2,
    })
    const steps = (await sqlitePlan(store, query)).filter((step) => /\bjobs\b/.test(step))
    assert.deepEqual(steps, [
      'SCAN jobs USING INDEX jobs_to_claim',
      'SEARCH jobs USING PRIMARY KEY (workspace_id=? AND id=?)',
    ])
  } finally {
    await store.close()
    await drop()
  }
})
