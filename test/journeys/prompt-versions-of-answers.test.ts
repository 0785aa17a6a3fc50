import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loopback } from '../edge/loopback.ts'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { aPrompt, remove } from './support/folders.ts'
import { download } from './support/imports.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { begin, recalculate, untilQuiet } from './support/runs.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'
import { chat, publish, user } from './support/templates.ts'

/** The metrics of a cell as they were stored before they had a prompt version. */
const metricsWithoutVersion = JSON.stringify({
  request_count: 1,
  request_ids: [1],
  latency_ms: 1,
  price: 1,
  input_tokens: 1,
  output_tokens: 1,
  trace_ids: [],
})

describe('answers of other prompt versions', () => {
  const world = ofSuite(startRunWorld)
  let sheet: SheetClient
  let prompt: number
  let answer: string
  let text: string
  before(async () => {
    sheet = await emptySheet(world.api)
    text = (await sheet.column('text')).id
    await sheet.add(['a', 'b', 'c'].map((word) => ({ [text]: word })))
    prompt = await save('One {text}')
    answer = (
      await sheet.column('answer', 'PROMPT_TEMPLATE', {
        template: { name: 'answers' },
        prompt_template_variable_mappings: { text: 'text' },
      })
    ).id
    await untilQuiet(sheet)
  })

  const save = async (words: string): Promise<number> => {
    const published = await publish(world.api, 'answers', chat(user(words)), { metadata: gpt() })
    return published.id
  }
  const versions = async () => bodyOf(await world.api.get(`${sheet.path}/prompt-versions`)).columns
  const rows = async (operator = 'other_version') => {
    const body = { filters: [{ column_id: answer, operator }] }
    return bodyOf(await world.api.post(`${sheet.path}/row-query`, body)).row_indexes
  }
  const counts = (current: number, other: number, unknown: number) => ({
    current_answers: current,
    other_answers: other,
    unknown_answers: unknown,
  })

  it('have the prompt version among their metrics', async () => {
    const { request_metrics } = await sheet.cell(0, answer)
    assert.deepEqual([request_metrics.prompt_id, request_metrics.prompt_version_number], [prompt, 1])
  })

  it('are counted and filtered after a new version is saved, until they are run again', async () => {
    const column = { column_id: answer, prompt_id: prompt, prompt_name: 'answers' }
    assert.deepEqual(await versions(), [
      { ...column, version_number: 1, ...counts(3, 0, 0), other_versions: [] },
    ])
    assert.deepEqual(await rows(), [])
    await save('Two {text}')
    const other_versions = [{ version_number: 1, answers: 3 }]
    assert.deepEqual(await versions(), [{ ...column, version_number: 2, ...counts(0, 3, 0), other_versions }])
    assert.deepEqual(await rows(), [0, 1, 2])

    await recalculate(sheet, { row_ids: [1], column_ids: [answer], statuses: ['COMPLETED'] })
    await untilQuiet(sheet)
    assert.deepEqual(await rows(), [0, 2])
    const [now] = await versions()
    assert.deepEqual([now.current_answers, now.other_answers], [1, 2])
  })

  it('group and export only these rows', async () => {
    const filters = [{ column_id: answer, operator: 'other_version' }]
    const grouped = await world.api.post(`${sheet.path}/row-groups`, { column_id: text, filters })
    assert.deepEqual(
      bodyOf(grouped).groups.map(({ value }: { value: string }) => value),
      ['a', 'c'],
    )
    const file = await (
      await download(
        sheet,
        world.app.baseUrl,
        world.app.key,
        `?column_ids=${text}&filters=${encodeURIComponent(JSON.stringify(filters))}`,
      )
    ).text()
    assert.deepEqual(file.split('\r\n').slice(1, -1), ['a', 'c'])
  })

  it('keep their version in a duplicate of the sheet', async () => {
    const copy = bodyOf(await world.api.post(`${sheet.path}/duplicate`, {}), 201).sheet
    const path = sheet.path.replace(sheet.id, copy.id)
    const [column] = bodyOf(await world.api.get(`${path}/prompt-versions`)).columns
    assert.deepEqual([column.current_answers, column.other_answers], [1, 2])
  })

  it('count as unknown, not as current, if they were stored without a version', async () => {
    const { store } = world.app.context
    await store.append([
      store.db.updateTable('sheet_cells').set({ metrics: metricsWithoutVersion }).compile(),
    ])
    const [now] = await versions()
    assert.deepEqual(
      [now.current_answers, now.other_answers, now.unknown_answers, now.other_versions],
      [0, 0, 3, []],
    )
    assert.deepEqual(await rows(), [])
  })

  it('of a prompt or version that is gone are not listed', async () => {
    assert.equal((await remove(world.api, [aPrompt(prompt)])).status, 200)
    assert.deepEqual(await versions(), [])
    assert.deepEqual(await rows(), [])
  })
})

describe('answers from the cache', () => {
  const firstCall = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow = ofSuite(async () => {
    const server = await loopback(async (_request, response) => {
      firstCall.resolve()
      await answered.promise
      response.end('"slow"')
    })
    return { url: `http://127.0.0.1:${server.port}/`, close: () => server.stop() }
  })
  const world = ofSuite(() => startRunWorld({ allow: ['127.0.0.1'] }))

  it('have the prompt version that the column uses, and no calls, tokens or cost', async () => {
    const save = (words: string) => publish(world.api, 'cached', chat(user(words)), { metadata: gpt() })
    const sheet = await emptySheet(world.api)
    const { id: text } = await sheet.column('text')
    const rows = ['a', 'b'].map((word) => ({ [text]: word }))
    await sheet.add(rows)
    const { id: prompt } = await save('One {text}')
    const template = { name: 'cached' }
    const config = { template, prompt_template_variable_mappings: { text: 'text' } }
    const { id: answer } = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    await untilQuiet(sheet)
    await save('Two {text}')
    await recalculate(sheet, { column_ids: [answer], statuses: ['COMPLETED'] })
    await untilQuiet(sheet)
    await save('One {text}')
    await sheet.add(rows)
    const calls = world.openAi.calls.length
    await recalculate(sheet, { column_ids: [answer], statuses: ['STALE'] })
    await untilQuiet(sheet)

    assert.equal(world.openAi.calls.length, calls)
    const { display_value, request_metrics } = await sheet.cell(2, answer)
    assert.equal(display_value, 'You said: One a')
    assert.deepEqual(request_metrics, {
      request_count: 0,
      request_ids: [],
      latency_ms: null,
      price: null,
      input_tokens: null,
      output_tokens: null,
      trace_ids: [],
      prompt_id: prompt,
      prompt_version_number: 3,
    })
    const [column] = bodyOf(await world.api.get(`${sheet.path}/prompt-versions`)).columns
    assert.deepEqual(
      [column.current_answers, column.other_answers, column.unknown_answers, column.other_versions],
      [2, 2, 0, [{ version_number: 2, answers: 2 }]],
    )
    const filters = [{ column_id: answer, operator: 'other_version' }]
    const matches = bodyOf(await world.api.post(`${sheet.path}/row-query`, { filters }))
    assert.deepEqual(matches.row_indexes, [0, 1])
    const sides = [{ column: answer }, { column: answer }]
    const compared = bodyOf(await world.api.post(`${sheet.path}/output-comparison`, { sides }))
    assert.deepEqual([compared.sides[0].rows, compared.sides[0].unpriced], [4, 0])
    const promptRows = { prompt_id: prompt, prompt_name: 'cached', rows: 2 }
    assert.deepEqual(compared.sides[0].prompt_versions, [
      { ...promptRows, version_number: 2 },
      { ...promptRows, version_number: 3 },
    ])
    const scope = { operation: 'recalculate', column_ids: [answer], statuses: ['COMPLETED'] }
    const forecast = bodyOf(await world.api.post(`${sheet.path}/operations/forecast`, scope))
    assert.deepEqual([forecast.columns[0].basis, forecast.columns[0].basis_count], ['cells', 2])
  })

  it('are of the version whose text was hashed, also if another one was saved during the run', async () => {
    const save = (words: string) => publish(world.api, 'raced', chat(user(words)), { metadata: gpt() })
    const sheet = await emptySheet(world.api)
    await save('One {slow}')
    await sheet.column('slow', 'ENDPOINT', { url: slow.url })
    const template = { name: 'raced' }
    const config = { template, prompt_template_variable_mappings: { slow: 'slow' } }
    const { id: answer } = await sheet.column('answer', 'PROMPT_TEMPLATE', config)
    await sheet.add([{}])
    await begin(sheet, { statuses: ['STALE'] })
    await firstCall.promise
    await save('Two {slow}')
    answered.resolve()
    await untilQuiet(sheet)
    assert.equal((await sheet.cell(0, answer)).display_value, 'You said: Two slow')
    await save('One {slow}')
    await sheet.add([{}])
    await recalculate(sheet, { statuses: ['STALE'] })
    await untilQuiet(sheet)
    assert.equal((await sheet.cell(1, answer)).display_value, 'You said: One slow')
  })
})
