import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Reply } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { chartOf } from './support/analytics.ts'
import { contents, finishedImport } from './support/imports.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { searchAll, searchPage } from './support/request-search.ts'
import { log, readBack } from './support/requests.ts'
import { draftOf, gpt, openStream, type RunWorld, runOf, startRunWorld } from './support/running.ts'
import { emptySheet } from './support/tables.ts'
import { chat, user } from './support/templates.ts'

/** Milliseconds before the first event of the fake models, and between events. */
const pace = { first: 200, between: 60 }
/** A timer may fire this many milliseconds early. */
const early = 5

const timesOf = (row: Record<string, number | null>) => [
  row['time_to_first_token_ms'],
  row['output_tokens_per_second'],
  row['attempts'],
  row['waited_ms'],
]

describe('the times of calls that Galley makes', () => {
  const world = ofSuite(startRunWorld)

  /** Streams a run. Returns its request, and how long after the start the caller had the first text or tool call. */
  async function streamed(reply: Reply, metadata = gpt()) {
    world.fake.answerWith(() => reply)
    const begun = performance.now()
    const response = await openStream(world.app, draftOf(chat(user('Hi')), metadata))
    let text = ''
    let observed: number | null = null
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (/event: (text|end)/.test(text)) observed ??= performance.now() - begun
    }
    const { request_id } = JSON.parse(
      text
        .split('\n')
        .findLast((line) => line.startsWith('data: '))!
        .slice(6),
    )
    return { row: await readBack(world.api, request_id), seen: observed! }
  }

  it('has the time to the first token of a stream, and the speed after it', async () => {
    const { row, seen } = await streamed({ text: 'One two three.', pace })
    // The first event holds the role alone.
    assert.ok(
      row.time_to_first_token_ms >= pace.first + pace.between - early,
      `${row.time_to_first_token_ms}`,
    )
    assert.ok(row.time_to_first_token_ms <= seen, `${row.time_to_first_token_ms} of ${seen}`)
    assert.equal(
      row.output_tokens_per_second,
      (row.output_tokens * 1_000) / (row.latency_ms - row.time_to_first_token_ms),
    )
    assert.equal(row.attempts, 1)
  })

  it('counts a thought as the first token', async () => {
    const { row, seen } = await streamed({ thinking: 'Well then, I think', text: 'Yes.', pace })
    assert.ok(row.time_to_first_token_ms >= pace.first + pace.between - early)
    assert.ok(row.time_to_first_token_ms <= seen - 2 * (pace.between - early), 'the text came later')
  })

  it('lacks the time to the first token if the answer is not streamed', async () => {
    world.fake.answerWith(() => ({ text: 'At once.' }))
    const { request_id } = await runOf(world.api, draftOf(chat(user('Hi'))))
    assert.deepEqual(timesOf(await readBack(world.api, request_id)).slice(0, 3), [null, null, 1])
  })

  it('measures the last attempt, and counts the others as waiting', async () => {
    world.openAi.failNext('overloaded')
    const { row } = await streamed({ text: 'One two three.', pace })
    assert.deepEqual([row.attempts, row.waited_ms > 0], [2, true])
    assert.ok(row.time_to_first_token_ms <= row.latency_ms)
    assert.deepEqual(
      await searchAll(world.api, {
        filter_group: { filters: [{ field: 'attempts', operator: 'gte', value: 2 }] },
      }),
      [row.request_id],
    )
  })
})

describe('the times of reported calls', () => {
  let world: RunWorld
  const logged: number[] = []
  before(async () => {
    world = await startRunWorld()
    // Calls of one second with 100 output tokens.
    for (const time_to_first_token_ms of [600, null, 200, undefined, 400])
      logged.push(await log(world.api, { time_to_first_token_ms, output_tokens: 100 }))
  })
  after(() => world.close())

  const filtered = (operator: string, value?: unknown, field = 'time_to_first_token_ms') => ({
    filter_group: { filters: [{ field, operator, ...(value !== undefined && { value }) }] },
  })

  it('are logged with a request', async () => {
    assert.deepEqual(timesOf(await readBack(world.api, logged[0]!)), [600, 250, null, null])
    assert.deepEqual(timesOf(await readBack(world.api, logged[1]!)), [null, null, null, null])
  })

  it('are unknown after the end of the call', async () => {
    const id = await log(world.api, { time_to_first_token_ms: 5_000, tags: ['late'] })
    assert.equal((await readBack(world.api, id)).time_to_first_token_ms, null)
  })

  it('must be numbers from 0', async () => {
    for (const wrong of [-1, 'soon', {}]) {
      const { status, body } = await world.api.post('/log-request', {
        provider: 'openai',
        model: 'x',
        input: chat(user('Hi')),
        output: chat(user('Hi')),
        request_start_time: 1,
        request_end_time: 2,
        time_to_first_token_ms: wrong,
      })
      assert.deepEqual([status, JSON.stringify(body).includes('time_to_first_token_ms')], [422, true])
    }
  })

  it('are read from calls of SDKs and from spans', async () => {
    const tracked = await world.api.post('/track-request', {
      api_key: world.app.key,
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      args: [],
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
      tags: ['sdk'],
      request_response: { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] },
      request_start_time: 1795168800,
      request_end_time: 1795168801,
      time_to_first_token_ms: 300,
    })
    assert.equal((await readBack(world.api, tracked.body.request_id)).time_to_first_token_ms, 300)
    const traceId = newTraceId()
    const values = { ...chatValues, 'gen_ai.response.time_to_first_chunk': 0.25 }
    await exportSpans(world.api, otlpSpan({ traceId, values }))
    const { spans } = (await world.api.get(`/api/public/v2/traces/${traceId}`)).body
    // The span takes 1,250 ms and has 5 output tokens.
    assert.deepEqual(timesOf(await readBack(world.api, spans[0].request_log_id)), [250, 5, null, null])
  })

  it('filter a search, and sort it without the requests that lack them', async () => {
    const some = { filter_group: { filters: [{ field: 'pl_id', operator: 'in', value: logged }] } }
    const [slow, unknown, fast, other, middle] = logged
    assert.deepEqual(await searchAll(world.api, { ...some, sort_by: 'time_to_first_token_ms' }), [
      slow,
      middle,
      fast,
    ])
    const rising = { ...some, sort_by: 'output_tokens_per_second', sort_order: 'asc' }
    const page = await searchPage(world.api, { ...rising, per_page: 2 })
    const rest = await searchPage(world.api, { ...rising, per_page: 2, cursor: page.next_cursor })
    // 125, 166 and 250 tokens a second.
    assert.deepEqual(
      [...page.items, ...rest.items].map(({ id }: { id: number }) => id),
      [fast, middle, slow],
    )
    assert.deepEqual([page.total, page.items[0].time_to_first_token_ms], [3, 200])
    assert.deepEqual(await searchAll(world.api, filtered('gte', 600)), [slow])
    const without = await searchAll(world.api, filtered('is_null'))
    assert.deepEqual(
      [without.includes(unknown!), without.includes(other!), without.includes(slow!)],
      [true, true, false],
    )
  })

  it('are charted over the requests that have them', async () => {
    const only = { filter_group: { filters: [{ field: 'output_tokens', operator: 'eq', value: 100 }] } }
    const measured = async (metric: string, metricField: string, rest: object = {}) => {
      const { data, series } = await chartOf(world.api, { metric, metricField, ...rest }, only)
      return [data[0][series[0].key], series[0].unit]
    }
    assert.deepEqual(await measured('percentile', 'time_to_first_token_ms', { percentile: 95 }), [
      0.6,
      'duration_seconds',
    ])
    assert.deepEqual(await measured('avg', 'time_to_first_token_ms'), [0.4, 'duration_seconds'])
    assert.deepEqual(await measured('min', 'output_tokens_per_second'), [125, 'number'])
    assert.deepEqual(await measured('avg', 'waited_ms'), [null, 'duration_seconds'])
    const daily = await chartOf(
      world.api,
      {
        metric: 'percentile',
        metricField: 'time_to_first_token_ms',
        percentile: 50,
        chartType: 'line',
        timeSeries: true,
      },
      { ...only, interval: 'day' },
    )
    assert.deepEqual(
      daily.data.map((row: Record<string, unknown>) => row[daily.series[0].key]),
      [0.4],
    )
  })

  it('are columns of an export', async () => {
    const response = await fetch(`${world.app.baseUrl}/api/public/v2/requests/export`, {
      method: 'POST',
      headers: { 'X-API-KEY': world.app.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...filtered('eq', 600), format: 'csv' }),
    })
    assert.equal(response.status, 200)
    const [head, row] = (await response.text())
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const cellOf = (name: string) => row![head!.indexOf(name)]
    assert.deepEqual(
      ['time_to_first_token_ms', 'output_tokens_per_second', 'attempts', 'waited_ms'].map(cellOf),
      ['600', '250', '', ''],
    )
  })

  it('become columns of a sheet', async () => {
    const sheet = await emptySheet(world.api)
    const started = await world.api.post(`${sheet.path}/imports/request-logs`, {
      request_log_ids: [logged[0], logged[1]],
      include_fields: ['time_to_first_token_ms', 'output_tokens_per_second'],
    })
    await finishedImport(world.api, sheet.table, started)
    assert.deepEqual(await contents(sheet), [
      ['time_to_first_token_ms', 'output_tokens_per_second'],
      [600, 250],
      [null, null],
    ])
  })
})
