import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { finishIndex, setPrices } from '../../src/server/requests/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { log } from './support/requests.ts'
import { completion, publish } from './support/templates.ts'

describe('sums by the hour', () => {
  const app = appOfSuite()

  const hours = async (workspace: number) => {
    const { db } = app.context.store
    await finishIndex(app.context.store)
    const rows = await db
      .selectFrom('request_hours')
      .select(({ fn }) => [
        'hour',
        'model',
        'prompt_id',
        'status',
        fn.sum<number | string>('requests').as('requests'),
        fn.sum<number | string>('input_tokens').as('input_tokens'),
        fn.sum<number | string>('price').as('price'),
        fn.sum<number | string>('latency_ms').as('latency_ms'),
        fn.sum<number | string>('unpriced').as('unpriced'),
      ])
      .where('workspace_id', '=', workspace)
      .groupBy(['hour', 'model', 'prompt_id', 'status'])
      .having(({ fn }) => fn.sum('requests'), '<>', 0)
      .orderBy('hour')
      .orderBy('model')
      .orderBy('prompt_id')
      .execute()
    return rows.map((row) => [
      row.hour,
      row.model,
      row.prompt_id,
      row.status,
      ...[row.requests, row.input_tokens, row.price, row.latency_ms, row.unpriced].map(Number),
    ])
  }

  it('sum logged requests, and move a request to the sums of the template that it is linked to', async () => {
    const { id: workspace, api } = await app.newWorkspace()
    const { id: prompt } = await publish(api, 'summed', completion('Hi'))
    const times = { request_start_time: '2026-11-20T10:59:59Z', request_end_time: '2026-11-20T11:00:01Z' }
    const hour = Date.UTC(2026, 10, 20, 10) / 3_600_000
    const first = await log(api, { ...times, input_tokens: 3, price: 0.5 })
    await Promise.all([1, 2].map(() => log(api, { ...times, input_tokens: 1, price: 0.25 })))
    await log(api, { model: 'other', status: 'ERROR', request_start_time: 0, request_end_time: 0 })
    assert.deepEqual(await hours(workspace), [
      [0, 'other', 0, 'ERROR', 1, 0, 0, 0, 1],
      [hour, 'gpt-4o-mini', 0, 'SUCCESS', 3, 5, 1, 6000, 0],
    ])
    await api.post('/rest/track-prompt', { request_id: first, prompt_name: 'summed' })
    assert.deepEqual((await hours(workspace)).slice(1), [
      [hour, 'gpt-4o-mini', 0, 'SUCCESS', 2, 2, 0.5, 4000, 0],
      [hour, 'gpt-4o-mini', prompt, 'SUCCESS', 1, 3, 0.5, 2000, 0],
    ])
  })

  it('change with the price of a request', async () => {
    const { id: workspace, api } = await app.newWorkspace()
    const request = await log(api, { model: 'a model of ours', input_tokens: 1_000, output_tokens: 0 })
    const { store } = app.context
    assert.deepEqual((await hours(workspace))[0]!.slice(4), [1, 1000, 0, 1000, 1])
    await setPrices(
      store,
      [{ workspace, id: request, price: 0.75, price_source: 'computed' }],
      app.context.now(),
    )
    assert.deepEqual(
      (await hours(workspace)).map((row) => row.slice(4)),
      [[1, 1000, 0.75, 1000, 0]],
    )
    await setPrices(
      store,
      [{ workspace, id: request, price: 0.5, price_source: 'computed' }],
      app.context.now(),
    )
    assert.deepEqual(
      (await hours(workspace)).map((row) => row.slice(4)),
      [[1, 1000, 0.5, 1000, 0]],
    )
  })
})
