import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { chartOf } from './support/analytics.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { logCall } from './support/requests.ts'
import { draftOf, runOf, startRunWorld } from './support/running.ts'
import { recalculate } from './support/runs.ts'
import { emptySheet } from './support/tables.ts'
import { userChat } from './support/templates.ts'

describe('token counts that no provider reported', () => {
  const world = ofSuite(startRunWorld)
  before(() => {
    world.fake.answerWith(({ text }) => ({
      text: `said ${text}`,
      usage: text.includes('silent') ? null : { input: 10, output: 5 },
    }))
  })

  it('are null in the answer of a run, and so is its cost', async () => {
    const { usage, cost } = await runOf(world.api, draftOf(userChat('silent')))
    assert.deepEqual([Object.values(usage), cost], [[null, null, null, null], null])
    const counted = await runOf(world.api, draftOf(userChat('loud')))
    assert.deepEqual([counted.usage.input_tokens, counted.usage.output_tokens], [10, 5])
  })

  it('are null in a cell, and the forecast of its column has no tokens', async () => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', {
      ...promptColumn('{text}', { text: 'text' }),
      cache: false,
    })
    await sheet.add([{ [text.id]: 'silent' }, { [text.id]: 'loud' }, { [text.id]: 'loud' }])
    const forecast = async () => bodyOf(await world.api.post(`${sheet.path}/operations/forecast`, {}))
    await recalculate(sheet)
    const metrics = (await sheet.rows()).map(({ cells }) => cells[answer.id].request_metrics)
    assert.deepEqual(
      metrics.map(({ input_tokens, output_tokens, price }) => [input_tokens, output_tokens, price === null]),
      [
        [null, null, true],
        [10, 5, false],
        [10, 5, false],
      ],
    )
    await sheet.add([{ [text.id]: 'one more' }])
    const { columns, total } = await forecast()
    assert.deepEqual([columns[0].input_tokens, columns[0].cost, columns[0].calls.likely], [null, null, 1])
    assert.deepEqual([total.input_tokens, total.output_tokens], [null, null])
  })

  it('are null in an exported file of requests', async () => {
    const { app, api } = world
    const group = 'unknown tokens'
    for (const tokens of [{}, { input_tokens: 3 }])
      await api.post('/log-request', logCall({ tags: [group], input_tokens: 0, output_tokens: 0, ...tokens }))
    const response = await fetch(`${app.baseUrl}/api/public/v2/requests/export`, {
      method: 'POST',
      headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        format: 'jsonl',
        filter_group: { logic: 'AND', filters: [{ field: 'tags', operator: 'contains', value: group }] },
      }),
    })
    const lines = (await response.text()).trim().split('\n')
    const tokens = lines.map((line) => JSON.parse(line)).map((row) => [row.input_tokens, row.output_tokens])
    assert.deepEqual(new Set(tokens.map(String)), new Set(['3,0', ',']))
  })

  it('are not included in the averages of a chart', async () => {
    const shownValue = async (metric: string) => {
      const chart = { metric, metricField: 'input_tokens', groupByField: 'engine' }
      const { data } = await chartOf(world.api, chart)
      return data.find(({ name }: { name: string }) => name === 'half counted').value
    }
    for (const input_tokens of [0, 8, 0, 2])
      await world.api.post('/log-request', logCall({ model: 'half counted', input_tokens, output_tokens: 0 }))
    for (const [metric, value] of [
      ['avg', 5],
      ['min', 2],
      ['sum', 10],
    ] as const)
      assert.equal(await shownValue(metric), value, metric)
  })
})
