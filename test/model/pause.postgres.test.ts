import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { ModelFailure } from '../../src/server/model/failure.ts'
import { createModelSlots, type SlotRequest } from '../../src/server/model/slots/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { callThrough, reply } from './call-through.ts'

suite('the pause of a shared pool', () => {
  const app = appOfSuite()

  test('lasts as long as the provider asked, although the transaction before it was slow', async () => {
    const { store } = app.context
    const slots = createModelSlots(store)
    const request: SlotRequest = {
      workspace: (await app.newWorkspace()).id as WorkspaceId,
      pool: { provider: 'openai', connection: 'a key', model: 'a model' },
      run: { id: 'a run', limits: null },
      estimate: { tokens: 1, cost: null },
      costOf: () => null,
      signal: new AbortController().signal,
    }
    const starts: number[] = []
    let refusedAt = 0
    let call: Promise<unknown> = Promise.resolve()
    await store.transact(async (tx) => {
      await sql`lock table model_pool_leases in exclusive mode`.execute(tx)
      call = callThrough(slots, request, async () => {
        starts.push(performance.now())
        if (starts.length > 1) return reply(null)
        refusedAt = performance.now()
        throw new ModelFailure('Too many requests.', {
          errorType: 'PROVIDER_RATE_LIMIT',
          status: 429,
          retryable: true,
          retryAfterMilliseconds: 400,
        })
      })
      await pass(300)
    })
    await call
    assert.equal(starts.length, 2)
    assert.ok(starts[1]! - refusedAt >= 400, `${starts[1]! - refusedAt} ms`)
    await slots.close()
  })
})
