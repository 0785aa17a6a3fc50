import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { echo } from '../fake-models/index.ts'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient, tablesPath } from './support/tables.ts'
import { chat, publish, user } from './support/templates.ts'
import { createWorkflow, joinNode, output, promptNode, topic } from './support/workflows.ts'

describe('columns that call models', () => {
  const world = ofSuite(startRunWorld)
  let sheet: SheetClient

  const texts = async (count: number, text: (row: number) => string | null) => {
    sheet = await emptySheet(world.api)
    const column = await sheet.column('text')
    for (let start = 0; start < count; start += 100) {
      const size = Math.min(100, count - start)
      await sheet.add(Array.from({ length: size }, (_, index) => ({ [column.id]: text(start + index) })))
    }
    return column
  }
  const calls = () => world.openAi.calls.length

  it('compute an answer for each row, and store its cost and its request', async () => {
    await texts(3, (row) => `figures ${row}`)
    const answer = await sheet.column(
      'answer',
      'PROMPT_TEMPLATE',
      promptColumn('Say {text}', { text: 'text' }),
    )
    const size = await sheet.column('size', 'COUNT', { source: 'answer', type: 'words' })
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(answer.id), [
      'You said: Say figures 0',
      'You said: Say figures 1',
      'You said: Say figures 2',
    ])
    assert.deepEqual(await sheet.shown(size.id), ['5', '5', '5'])
    const { request_metrics: metrics, input_hash } = await sheet.cell(0, answer.id)
    assert.equal(metrics.request_count, 1)
    assert.ok(metrics.price > 0 && metrics.latency_ms > 0 && metrics.input_tokens > 0)
    assert.match(input_hash, /^[0-9a-f]{32}$/)
    const request = bodyOf(await world.api.get(`/api/public/v2/requests/${metrics.request_ids[0]}`))
    assert.ok(JSON.stringify(request).includes('Say figures 0'))
  })

  it('have no price if an answer was interrupted, and a price of 0 if the provider refused the call', async () => {
    const faults = ['reset_in_answer', 'truncated', 'bad_request'] as const
    world.fake.answerWith((call) => faults.find((fault) => call.text.includes(fault)) ?? echo(call))
    await texts(faults.length, (row) => faults[row]!)
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    await untilQuiet(sheet)
    const cells = await Promise.all(faults.map((_fault, row) => sheet.cell(row, answer.id)))
    assert.deepEqual(
      cells.map(({ status, request_metrics: metrics }) => [status, metrics.price]),
      [null, null, 0].map((price) => ['FAILED', price]),
    )
    const { operation } = bodyOf(await world.api.get(`${sheet.path}/operations/${cells[0].execution_id}`))
    assert.deepEqual([operation.call_count, operation.cost, operation.unpriced_call_count], [3, 0, 2])
    const { total } = bodyOf(await world.api.post(`${sheet.path}/operations/forecast`, { statuses: [] }))
    assert.equal(total.calls.likely, 0, 'a forecast does not use failed cells')
    world.fake.answerWith(echo)
  })

  it('have cost and time as sources for other columns, which become stale even if the answer is the same', async () => {
    let first = 1
    world.fake.answerWith((call) =>
      call.text.includes('measured') ? { text: 'the same', pace: { first } } : echo(call),
    )
    await texts(1, () => 'measured')
    const config = { ...promptColumn('Say {text}', { text: 'text' }), cache: false }
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    const parts = ['price', 'cost', 'latency', 'latency_ms']
    const figures = await sheet.column('figures', 'COMBINE_COLUMNS', {
      sources: parts.map((part) => `answer.${part}`),
    })
    const words = await sheet.column('words', 'COUNT', { source: 'answer', type: 'words' })
    await untilQuiet(sheet)
    const { price, latency_ms: latency } = (await sheet.cell(0, answer.id)).request_metrics
    assert.deepEqual((await sheet.cell(0, figures.id)).value.value, {
      'answer.price': price,
      'answer.cost': price,
      'answer.latency': latency,
      'answer.latency_ms': latency,
    })
    first = 40
    await recalculate(sheet, { column_ids: [answer.id], statuses: ['COMPLETED'] })
    const states = [answer, figures, words].map(async ({ id }) => (await sheet.cell(0, id)).status)
    assert.deepEqual(await Promise.all(states), ['COMPLETED', 'STALE', 'COMPLETED'])
  })

  it('measure the time to the first token if the column requests it', async () => {
    world.fake.answerWith(() => ({ text: 'an answer in parts', pace: { first: 30 } }))
    await texts(1, () => 'first token')
    const config = { ...promptColumn('Say {text}', { text: 'text' }), cache: false }
    const usual = await sheet.column('usual', 'PROMPT_TEMPLATE', config)
    const measured = await sheet.column('measured', 'PROMPT_TEMPLATE', {
      ...config,
      measure_first_token: true,
    })
    await untilQuiet(sheet)
    const metricsOf = async (column: string) => (await sheet.cell(0, column)).request_metrics
    assert.equal('time_to_first_token_ms' in (await metricsOf(usual.id)), false)
    const { time_to_first_token_ms: firstToken, request_ids } = await metricsOf(measured.id)
    assert.ok(firstToken > 0, `${firstToken}`)
    const request = bodyOf(await world.api.get(`/api/public/v2/requests/${request_ids[0]}`))
    assert.equal(request.time_to_first_token_ms, firstToken)
    assert.deepEqual(await sheet.shown(measured.id), ['an answer in parts'])
  })

  it('reuse paid answers, unless the column disables it or the cell is run again', async () => {
    const text = await texts(1, () => 'paid')
    const config = promptColumn('Answer {text}', { text: 'text' })
    const first = await sheet.column('first', 'PROMPT_TEMPLATE', config)
    await untilQuiet(sheet)
    const before = calls()
    const second = await sheet.column('second', 'PROMPT_TEMPLATE', config)
    await untilQuiet(sheet)
    assert.equal(calls(), before)
    assert.deepEqual(await sheet.shown(second.id), await sheet.shown(first.id))
    await sheet.column('third', 'PROMPT_TEMPLATE', { ...config, cache: false })
    await untilQuiet(sheet)
    assert.equal(calls(), before + 1)
    await recalculate(sheet, { column_ids: [second.id], statuses: ['COMPLETED'] })
    assert.equal(calls(), before + 2)
    await sheet.write(0, text.id, { value: 'other' })
    await sheet.write(0, text.id, { value: 'paid' })
    await recalculate(sheet)
    assert.equal(calls(), before + 2)
  })

  it('end if the provider always refuses some rows', async () => {
    const isRefused = (row: number) => row % 20 === 0
    world.fake.answerWith((call) =>
      call.text.includes('never') ? 'rate_limit_milliseconds' : { text: 'answered', pace: { first: 20 } },
    )
    await texts(100, (row) => (isRefused(row) ? `never ${row}` : `row ${row}`))
    const before = calls()
    const answer = await sheet.column(
      'answer',
      'PROMPT_TEMPLATE',
      promptColumn('Say {text}', { text: 'text' }),
    )
    const beside = await emptySheet(world.api)
    const text = await beside.column('text')
    await beside.column('answer', 'PROMPT_TEMPLATE', promptColumn('Also {text}', { text: 'text' }))
    for (let row = 0; row < 8; row++) {
      await beside.add([{ [text.id]: `beside ${row}` }])
      await recalculate(beside)
    }
    await untilQuiet(sheet)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, row) => {
        const { status, error_message: message } = await sheet.cell(row, answer.id)
        return { status, message }
      }),
    )
    for (const [row, { status, message }] of outcomes.entries()) {
      assert.equal(status, isRefused(row) ? 'FAILED' : 'COMPLETED')
      if (isRefused(row)) assert.match(message, /refused this call \d+ times while it answered other calls/)
    }
    assert.ok(calls() - before <= 95 + 8 + 5 * 12, `${calls() - before} calls`)
    world.fake.answerWith(echo)
  })

  it('have cells that wait for a rate limit as queued, and cells with an active call as dispatched', async () => {
    world.fake.answerWith(() => ({ text: 'too late', pace: { first: 60_000 } }))
    world.fake.limit({ perSecond: 0.05, burst: 2, saysRetryAfter: true })
    await texts(6, (row) => `limited ${row}`)
    const config = promptColumn('Say {text}', { text: 'text' })
    const engine = { provider: 'openai', model: 'gpt-4.1-mini' }
    await sheet.column('answer', 'PROMPT_TEMPLATE', { ...config, engine })
    const { path, api } = sheet
    for (;;) {
      const { status_counts: counts, active_operations: active } = bodyOf(
        await api.get(`${path}/operations`),
        200,
      )
      assert.equal(counts.QUEUED + counts.DISPATCHED, 6)
      if (counts.DISPATCHED !== 2 || active[0].status !== 'running') await sleep(20)
      else {
        bodyOf(await api.delete(`${path}/operations/${active[0].operation_id}`))
        break
      }
    }
    world.fake.limit(null)
    world.fake.answerWith(echo)
  })

  it('run workflows, and have their result or their error', async () => {
    const { api } = world
    await publish(api, 'about', chat(user('About {thing}')), { metadata: gpt() })
    const nodes = [
      promptNode('first', 'about', { thing: 'topic' }),
      joinNode('end', ['first', 'topic'], output),
    ]
    await createWorkflow(api, { name: 'telling', ...topic, nodes })
    await texts(2, (row) => `row ${row}`)
    const input_mappings = { topic: 'text' }
    const workflow = await sheet.column('told', 'WORKFLOW', { workflow_id: 'telling', input_mappings })
    const lost = await sheet.column('lost', 'WORKFLOW', { workflow_id: 'nowhere', input_mappings })
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(workflow.id), [
      'You said: About row 0+row 0',
      'You said: About row 1+row 1',
    ])
    const { request_metrics: metrics } = await sheet.cell(1, workflow.id)
    assert.equal(metrics.request_count, 1)
    assert.ok(metrics.price > 0)
    const { status, error } = await sheet.cell(1, lost.id)
    assert.deepEqual([status, error], ['FAILED', 'not_found'])
  })

  it('run a workflow only if it has every input, in columns that propagate errors', async () => {
    const { api } = world
    const nodes = [joinNode('end', ['topic', 'tone'], output)]
    const required_input_variables = { topic: 'string', tone: 'string' }
    await createWorkflow(api, { name: 'in a tone', required_input_variables, nodes })
    await texts(2, (row) => (row === 0 ? null : 'a text'))
    const config = { workflow_id: 'in a tone', propagate_errors: true }
    const half = { topic: 'text' }
    const partly = await sheet.column('partly', 'WORKFLOW', { ...config, input_mappings: half })
    const wholly = await sheet.column('wholly', 'WORKFLOW', {
      ...config,
      input_mappings: { ...half, tone: 'text' },
    })
    await untilQuiet(sheet)
    const outcome = async (column: string, row: number) => {
      const { status, error, error_message: message } = await sheet.cell(row, column)
      return [status, error, message]
    }
    assert.deepEqual(
      [await outcome(partly.id, 0), await outcome(partly.id, 1), await outcome(wholly.id, 0)],
      [
        ['FAILED', 'missing_value', 'Column "text" has no value for the workflow.'],
        ['FAILED', 'unmapped_variable', 'Inputs of the workflow without a source: tone.'],
        ['FAILED', 'missing_value', 'Column "text" has no value for the workflow.'],
      ],
    )
    assert.deepEqual((await sheet.shown(wholly.id))[1], 'a text+a text')
  })

  it('reuse paid answers of aborted cells, and report their cost', async () => {
    const { api, fake } = world
    await publish(api, 'step', chat(user('Step {thing}')), { metadata: gpt() })
    const nodes = [
      promptNode('first', 'step', { thing: 'topic' }),
      promptNode('second', 'step', { thing: 'first' }, output),
    ]
    await createWorkflow(api, { name: 'in two steps', ...topic, nodes })
    await texts(1, () => 'steps')
    let isSlow = true
    fake.answerWith(({ text }) =>
      text.includes('told') ? { text: 'the end', pace: { first: isSlow ? 60_000 : 1 } } : { text: 'told' },
    )
    const callsBefore = calls()
    const input_mappings = { topic: 'text' }
    const workflow = await sheet.column('told', 'WORKFLOW', { workflow_id: 'in two steps', input_mappings })
    while (calls() < callsBefore + 2) await sleep(10)
    const { active_operations: active } = bodyOf(await api.get(`${sheet.path}/operations`))
    bodyOf(await api.delete(active[0].status_url))
    await untilQuiet(sheet)
    const cancelled = bodyOf(await api.get(active[0].status_url)).operation
    assert.equal(cancelled.call_count, 1)
    assert.ok(cancelled.cost > 0)

    isSlow = false
    const operation = await recalculate(sheet)
    assert.equal(calls(), callsBefore + 3)
    assert.deepEqual(await sheet.shown(workflow.id), ['the end'])
    const { request_metrics: metrics } = await sheet.cell(0, workflow.id)
    assert.deepEqual([metrics.request_count, operation.call_count], [2, 1])
    assert.equal(bodyOf(await api.get(active[0].status_url)).operation.call_count, 1)
  })

  it('return to their former state when they are cancelled, and no call starts afterwards', async () => {
    const text = await texts(40, (row) => `slow ${row}`)
    world.fake.answerWith(({ text: question }) => ({ text: `first ${question}` }))
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    await untilQuiet(sheet)
    await sheet.write(0, text.id, { value: 'changed' })
    world.fake.answerWith(({ text: question }) => ({ text: `second ${question}`, pace: { first: 60_000 } }))
    const callsBefore = calls()
    const operation = await begin(sheet, { statuses: [] })
    while (calls() === callsBefore) await sleep(10)
    const cancelled = bodyOf(await world.api.delete(operation.status_url))
    assert.equal(cancelled.cancelled_cell_count, 40)
    // Some calls that began earlier are still in flight to the provider.
    for (let before = -1; before < calls(); await sleep(500)) before = calls()
    const started = calls()
    const rows = await sheet.rows()
    assert.deepEqual(
      rows.map(({ cells }) => cells[answer.id].status),
      ['STALE', ...Array.from({ length: 39 }, () => 'COMPLETED')],
    )
    assert.deepEqual(
      [...new Set((await sheet.shown(answer.id)).map((shown) => shown!.split(' ')[0]))],
      ['first'],
    )
    const outcomes = await Promise.all(world.openAi.calls.slice(callsBefore).map(({ outcome }) => outcome))
    assert.deepEqual([...new Set(outcomes)], ['closed'])
    assert.equal(calls(), started)
    const read = bodyOf(await world.api.get(operation.status_url)).operation
    assert.deepEqual([read.status, read.pending_count], ['cancelled', 0])
    const again = bodyOf(await world.api.delete(operation.status_url))
    assert.deepEqual([again.cancelled_cell_count, again.execution_ids], [0, []])
    world.fake.answerWith(({ text: question }) => ({ text: `third ${question}` }))
    const rest = await recalculate(sheet)
    assert.deepEqual([rest.cell_count, rest.completed_count], [1, 1])
  })

  it('can be cancelled in some rows, and the others continue', async () => {
    await texts(4, (row) => `part ${row}`)
    let isSlow = true
    world.fake.answerWith(({ text: question }) => ({
      text: `said ${question}`,
      ...(isSlow && question.endsWith('2') && { pace: { first: 60_000 } }),
    }))
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    const { active_operations: active } = bodyOf(await world.api.get(`${sheet.path}/operations`))
    const path = active[0].status_url
    while (bodyOf(await world.api.get(path)).operation.completed_count < 3) await sleep(10)
    while ((await sheet.cell(2, answer.id)).status !== 'DISPATCHED') await sleep(10)
    const part = bodyOf(await world.api.delete(`${path}?row_ids=2`))
    assert.deepEqual([part.cancelled_cell_count, part.running_invalidated_count], [1, 1])
    await untilQuiet(sheet)
    isSlow = false
    const states = (await sheet.rows()).map(({ cells }) => cells[answer.id].status)
    assert.deepEqual(states, ['COMPLETED', 'COMPLETED', 'STALE', 'COMPLETED'])
    assert.equal(bodyOf(await world.api.get(path)).operation.status, 'completed')
  })

  it('compute edited cells at once, while other rows of the run are pending', async () => {
    sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    const size = await sheet.column('size', 'COUNT', { source: 'answer', type: 'words' })
    await sheet.add([0, 1, 2].map((row) => ({ [text.id]: `slowly ${row}` })))
    world.fake.answerWith(({ text: question }) => ({
      text: `said ${question}`,
      ...(question.includes('slowly') && { pace: { first: 60_000 } }),
    }))
    const callsBefore = calls()
    await begin(sheet)
    while (calls() < callsBefore + 3) await sleep(10)
    await sheet.write(1, text.id, { value: 'quickly' })
    const cellAt = async (row: number) => {
      const cells = [answer, size].map(async ({ id }) => (await sheet.cell(row, id)).display_value)
      return Promise.all(cells)
    }
    while ((await cellAt(1))[1] === null) await sleep(20)
    assert.deepEqual(await cellAt(1), ['said quickly', '2'])
    await sheet.write(1, text.id, { value: 'quickly again' })
    world.fake.answerWith(({ text: question }) => ({ text: `told ${question}` }))
    await sheet.write(0, text.id, { value: 'soon' })
    while ((await cellAt(0))[1] === null) await sleep(20)
    assert.deepEqual(await cellAt(0), ['told soon', '2'])
    assert.equal(calls(), callsBefore + 5)
    await sheet.write(2, text.id, { value: 'last' })
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(answer.id), ['told soon', 'said quickly', 'told last'])
    const states = (await sheet.rows()).map(({ cells }) => cells[answer.id].status)
    assert.deepEqual(states, ['COMPLETED', 'STALE', 'COMPLETED'])
    assert.equal(calls(), callsBefore + 6)
  })

  it('do not start cells that were cancelled while they waited for another column', async () => {
    const callsWith = (text: string) =>
      world.openAi.calls.filter((call) => JSON.stringify(call).includes(text)).length
    for (const cancel of [
      async (paths: string[], { id }: { id: string }) => {
        for (const path of paths) bodyOf(await world.api.delete(`${path}?column_ids=${id}`))
      },
      async (_: string[], { id }: { id: string }) =>
        bodyOf(await world.api.delete(`${sheet.path}/columns/${id}`)),
      async (_: string[], { id }: { id: string }) => {
        const config = promptColumn('Instead {first}', { first: 'first' })
        bodyOf(await world.api.patch(`${sheet.path}/columns/${id}`, { config }))
      },
    ]) {
      const name = `then ${callsWith('')}`
      await texts(3, (row) => `patient ${row}`)
      const pace = { first: 1200 }
      world.fake.answerWith(({ text }) => ({
        text: `of ${text}`,
        ...(text.startsWith('slowly') && { pace }),
      }))
      const callsBefore = calls()
      await sheet.column('first', 'PROMPT_TEMPLATE', {
        ...promptColumn('slowly {text}', { text: 'text' }),
        cache: false,
      })
      const second = await sheet.column('second', 'PROMPT_TEMPLATE', {
        ...promptColumn(`${name} {first}`, { first: 'first' }),
        cache: false,
      })
      while (calls() < callsBefore + 3) await sleep(5)
      const { active_operations: active } = bodyOf(await world.api.get(`${sheet.path}/operations`))
      await cancel(
        active.map(({ status_url }: { status_url: string }) => status_url),
        second,
      )
      await untilQuiet(sheet)
      assert.equal(callsWith(name), 0, String(cancel))
    }
  })

  it('stop within a budget when the provider refuses', async () => {
    await texts(6, (row) => `[fault bad_request] ${row}`)
    world.fake.answerWith(() => 'bad_request')
    const config = { ...promptColumn('{text}', { text: 'text' }), cache: false }
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    await untilQuiet(sheet)
    const again = { column_ids: [answer.id], statuses: ['FAILED'], budget: { calls: 2 } }
    const { call_count, failed_count, status } = await recalculate(sheet, again)
    assert.deepEqual([call_count, failed_count, status], [2, 2, 'cancelled'])
  })

  it('stop within a budget, leave other cells unchanged, and report the reason', async () => {
    const text = await texts(6, (row) => `dear ${row}`)
    world.fake.answerWith(({ text: question }) => ({ text: `first ${question}` }))
    const config = { ...promptColumn('{text}', { text: 'text' }), cache: false }
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    await sheet.column('size', 'COUNT', { source: 'answer', type: 'chars' })
    await untilQuiet(sheet)
    world.fake.answerWith(({ text: question }) => ({ text: `second ${question}` }))
    const callsBefore = calls()
    const again = { column_ids: [answer.id], statuses: ['COMPLETED'], budget: { calls: 4 } }
    const paid = await recalculate(sheet, again)
    assert.equal(calls() - callsBefore, 4)
    assert.deepEqual([paid.status, paid.completed_count, paid.status_counts.STALE], ['cancelled', 4, 2])
    assert.match(paid.message, /budget is used up/)
    const { latest_operation, active_operations } = bodyOf(await sheet.api.get(`${sheet.path}/operations`))
    assert.deepEqual([latest_operation, active_operations], [paid, []])
    const shown = (await sheet.shown(answer.id)) as string[]
    assert.equal(shown.filter((value) => value.startsWith('second')).length, 4)
    const statuses = (await sheet.rows()).map(({ cells }) => cells[answer.id].status)
    assert.deepEqual(statuses, Array(6).fill('COMPLETED'))

    await sheet.write(0, text.id, { value: 'dearer' })
    const none = await recalculate(sheet, { statuses: ['STALE'], budget: { cost: '0.000000000001' } })
    assert.equal(none.status, 'cancelled')
    assert.equal((await sheet.cell(0, answer.id)).status, 'STALE')
    assert.equal(calls() - callsBefore, 4)
    const rest = await recalculate(sheet, { statuses: ['STALE'], budget: { calls: 9, cost: '5' } })
    assert.deepEqual([rest.status, rest.message], ['completed', null])
    assert.deepEqual((await sheet.cell(0, answer.id)).value, { value: 'second dearer' })
    const wrong = await sheet.api.post(`${sheet.path}/operations`, { budget: { cost: 'much' } })
    assert.equal(wrong.status, 422)
  })

  it('compute cells again whose inputs change during the run', async () => {
    const text = await texts(1, () => 'before')
    world.fake.answerWith(({ text: question }) => ({
      text: `said ${question}`,
      ...(question === 'before' && { pace: { first: 60_000 } }),
    }))
    const callsBefore = calls()
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('{text}', { text: 'text' }))
    while (calls() === callsBefore) await sleep(10)
    bodyOf(await sheet.write(0, text.id, { value: 'after' }))
    await untilQuiet(sheet)
    assert.deepEqual(await sheet.shown(answer.id), ['said after'])
  })

  for (const [deleted, remove] of [
    ['column', (column: string) => world.api.delete(`${sheet.path}/columns/${column}`)],
    ['sheet', () => world.api.delete(sheet.path)],
    ['table', () => world.api.delete(`${tablesPath}/${sheet.table}`)],
  ] as const)
    it(`end when their ${deleted} is deleted, and make no further calls`, async () => {
      await texts(40, (row) => `${deleted} ${row}`)
      world.fake.answerWith(() => ({ text: 'never', pace: { first: 60_000 } }))
      const callsBefore = calls()
      const config = promptColumn('{text}', { text: 'text' })
      const { id } = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
      while (calls() === callsBefore) await sleep(10)
      bodyOf(await remove(id))
      // Some earlier calls may still be in flight to the provider.
      for (let before = -1; before < calls(); await sleep(500)) before = calls()
      const outcomes = await Promise.all(world.openAi.calls.slice(callsBefore).map(({ outcome }) => outcome))
      assert.deepEqual([...new Set(outcomes)], ['closed'])
      if (deleted === 'column') assert.equal((await untilQuiet(sheet))['QUEUED'], 0)
    })

  it('are running as soon as a call has begun', async () => {
    world.fake.answerWith(() => ({ text: 'late', pace: { first: 30_000 } }))
    await texts(2, (row) => `under way ${row}`)
    const before = calls()
    await sheet.column('answer', 'PROMPT_TEMPLATE', promptColumn('Say {text}', { text: 'text' }))
    while (calls() === before) await sleep(10)
    const { active_operations } = bodyOf(await world.api.get(`${sheet.path}/operations`))
    assert.deepEqual(
      active_operations.map(({ status }: { status: string }) => status),
      ['running'],
    )
    bodyOf(await world.api.delete(`${sheet.path}/operations/${active_operations[0].operation_id}`))
  })

  it('end when a version is restored, with the cells that are not queued yet', async () => {
    // More than one transaction queues.
    await texts(2600, (row) => `restored ${row}`)
    world.fake.answerWith(() => ({ text: 'never', pace: { first: 60_000 } }))
    const versions = `${sheet.path}/versions`
    const { version } = bodyOf(await world.api.post(versions, { name: 'without answers' }), 201)
    const callsBefore = calls()
    const config = promptColumn('{text}', { text: 'text' })
    await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    while (calls() === callsBefore) await sleep(10)
    const { active_operations } = bodyOf(await world.api.get(`${sheet.path}/operations`))
    bodyOf(await world.api.post(versions, { source_version_id: version.id }), 201)
    const { operation } = bodyOf(await world.api.get(active_operations[0].status_url))
    assert.deepEqual(
      [operation.status, operation.message],
      ['cancelled', 'A version of the sheet was restored.'],
    )
    // Some earlier calls may still be in flight to the provider.
    for (let before = -1; before < calls(); await sleep(500)) before = calls()
    const outcomes = await Promise.all(world.openAi.calls.slice(callsBefore).map(({ outcome }) => outcome))
    assert.deepEqual([...new Set(outcomes)], ['closed'])
  })
})
