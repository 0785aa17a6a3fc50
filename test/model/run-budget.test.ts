import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import { Money } from '../../src/engine/price/index.ts'
import { ModelFailure } from '../../src/server/model/failure.ts'
import {
  BudgetExhausted,
  createModelSlots,
  type RunLimits,
  type SlotRequest,
  UnknownCost,
} from '../../src/server/model/slots/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { appOfSuite } from '../kit/app.ts'
import { callThrough, reply } from './call-through.ts'

let workspace: WorkspaceId
suite('the budget of a run', () => {
  const app = appOfSuite()
  before(async () => {
    workspace = (await app.newWorkspace()).id as WorkspaceId
  })

  const request = (id: string, limits: RunLimits, cost: string | null): SlotRequest => ({
    workspace,
    pool: { provider: 'openai', connection: 'a key', model: id },
    run: { id, limits },
    estimate: { tokens: 1, cost: cost === null ? null : new Money(cost) },
    costOf: ({ response }) => (response === null ? null : new Money(String(response))),
    signal: new AbortController().signal,
  })

  /** Sends this many calls at once; returns their results and the highest sum of spent and reserved money. */
  async function spend(id: string, limits: RunLimits, calls: number, estimate: string, actual: string) {
    const slots = createModelSlots(app.context.store)
    let [spent, underWay, most] = [new Money(0), 0, new Money(0)]
    const ends = await Promise.all(
      Array.from({ length: calls }, () =>
        callThrough(slots, request(id, limits, estimate), async () => {
          underWay++
          most = Money.max(most, spent.plus(new Money(estimate).times(underWay)))
          await pass(2)
          underWay--
          spent = spent.plus(actual)
          return reply(actual)
        }).then(
          () => 'done',
          (error) => (error instanceof BudgetExhausted ? 'refused' : error),
        ),
      ),
    )
    await slots.close()
    return {
      done: ends.filter((end) => end === 'done').length,
      refused: ends.filter((end) => end === 'refused').length,
      spent,
      most,
    }
  }

  test('no call starts beyond a budget of calls', async () => {
    const { done, refused } = await spend('calls', { calls: 37, cost: null }, 300, '0.01', '0.01')
    assert.deepEqual([done, refused], [37, 263])
  })

  test('no call starts beyond a budget of money: calls under way count with their reservations', async () => {
    const { done, spent, most } = await spend(
      'money',
      { calls: null, cost: new Money('1') },
      300,
      '0.03',
      '0.03',
    )
    assert.equal(done, 33)
    assert.ok(spent.eq('0.99') && most.lte(1))
  })

  test('the unused part of a reservation is available to other calls', async () => {
    const { done, spent, most } = await spend(
      'less',
      { calls: null, cost: new Money('1') },
      300,
      '0.1',
      '0.01',
    )
    // The last call begins with a tenth of a dollar left; 0.91 dollars are spent when it has ended.
    assert.equal(done, 91)
    assert.ok(spent.eq('0.91') && most.lte(1))
  })

  test('a run that continues later, or in another process, has the rest of its budget', async () => {
    const limits = { calls: 10, cost: null }
    assert.equal((await spend('again', limits, 6, '0.01', '0.01')).done, 6)
    assert.equal((await spend('again', limits, 9, '0.01', '0.01')).done, 4)
    assert.equal((await spend('again', { calls: 12, cost: null }, 9, '0.01', '0.01')).done, 2)
  })

  test('three runs at once share one budget', async () => {
    const limits = { calls: 50, cost: new Money('100') }
    const all = await Promise.all([1, 2, 3].map(() => spend('shared', limits, 40, '0.5', '0.5')))
    assert.ok(all.reduce((sum, { done }) => sum + done, 0) <= 50)
    assert.equal(
      (await spend('shared', limits, 50, '0.5', '0.5')).done + all.reduce((sum, { done }) => sum + done, 0),
      50,
    )
  })

  test('a call with an unknown price is refused under a budget of money', async () => {
    const slots = createModelSlots(app.context.store)
    const call = async () => reply(null)
    await assert.rejects(
      callThrough(slots, request('unknown', { calls: null, cost: new Money(1) }, null), call),
      UnknownCost,
    )
    assert.equal(
      (await callThrough(slots, request('unknown too', { calls: 1, cost: null }, null), call)).attempts,
      1,
    )
    await slots.close()
  })

  test('a call that failed without an answer counts fully; a refused call does not count', async () => {
    const limits = { calls: 10, cost: new Money('1') }
    const fail = async (id: string, status: number | null) => {
      const slots = createModelSlots(app.context.store)
      const failure = new ModelFailure('No.', { errorType: 'PROVIDER_ERROR', status })
      await assert.rejects(
        callThrough(slots, request(id, limits, '0.6'), async () => {
          throw failure
        }),
        { message: 'No.' },
      )
      await slots.close()
      return (await spend(id, limits, 5, '0.5', '0.5')).done
    }
    assert.equal(await fail('no answer', null), 0)
    assert.equal(await fail('bad request', 400), 2)
  })

  test('a call that waits for its slot can be cancelled, and leaves its part of the budget', async () => {
    const slots = createModelSlots(app.context.store)
    const limits = { calls: 1, cost: null }
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    const call = async () => reply(null)
    const stopped = { ...request('cancelled', limits, null), signal: stop.signal }
    await assert.rejects(callThrough(slots, stopped, call), /stopped/)
    assert.equal((await callThrough(slots, request('cancelled', limits, null), call)).attempts, 1)
    await slots.close()
  })
})
