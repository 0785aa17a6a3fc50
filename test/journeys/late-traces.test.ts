import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'

const v2 = '/api/public/v2'
const start = 1_795_168_800_000
/** More traces than one batch of a search by words reads. */
const others = 510

/** Two spans of different traces report one call; the request is that of the first, which starts earlier. */
const reported = (traceId: string, scope: string, at: number, milliseconds: number) => ({
  resourceSpans: [
    {
      resource: { attributes: [] },
      scopeSpans: [
        {
          scope: { name: scope },
          spans: [
            otlpSpan({
              traceId,
              at,
              milliseconds,
              values: { ...chatValues, 'gen_ai.response.id': 'resp-1' },
            }),
          ],
        },
      ],
    },
  ],
})

describe('a trace that starts later than its request', () => {
  const app = appOfSuite()
  let api: Api
  const late = newTraceId()
  before(async () => {
    api = app.api
    const early = newTraceId()
    assert.equal((await api.post('/v1/traces', reported(early, 'outer', 0, 50_000))).status, 200)
    assert.equal((await api.post('/v1/traces', reported(late, 'inner', 40_000, 5_000))).status, 200)
    const fillers = Array.from({ length: others }, (_, index) =>
      otlpSpan({ traceId: newTraceId(), at: 10_000 + index, values: chatValues }),
    )
    assert.equal((await exportSpans(api, ...fillers)).status, 200)
  })

  it('is the first of a search by words', async () => {
    const { items } = (await api.post(`${v2}/traces/search`, { q: 'hello', per_page: 5 })).body
    assert.equal(items[0].trace_id, late)
  })

  it('is returned by a search for words and a start after that of its request', async () => {
    const value = new Date(start + 30_000).toISOString()
    const filter_group = { filters: [{ field: 'trace_start_time', operator: 'after', value }] }
    const { items } = (await api.post(`${v2}/traces/search`, { q: 'hello', filter_group })).body
    assert.deepEqual(
      items.map(({ trace_id }: { trace_id: string }) => trace_id),
      [late],
    )
  })

  it('is the first of an export by words, once', async () => {
    const answer = await fetch(`${app.baseUrl}${v2}/traces/export?q=hello`, {
      headers: { 'X-Api-Key': app.key },
    })
    const ids = (await answer.text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).trace_id)
    assert.deepEqual([ids.length, new Set(ids).size, ids[0]], [others + 2, others + 2, late])
  })
})
