import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { recalculate } from './support/runs.ts'
import { emptySheet, refused, type SheetClient } from './support/tables.ts'
import { publish, userChat } from './support/templates.ts'

describe('a forecast', () => {
  const world = ofSuite(startRunWorld)
  before(async () => {
    world.fake.answerWith(({ text }) => ({ text: `said ${text}`, usage: { input: 1000, output: 200 } }))
  })

  /** Columns of a sheet without rows do not run automatically. */
  const sheetWith = async (config: object, rows: number) => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', { cache: false, ...config })
    await sheet.column('size', 'COUNT', { source: 'answer', type: 'chars' })
    await sheet.add(Array.from({ length: rows }, (_none, index) => ({ [text.id]: `row ${index}` })))
    return { sheet, answer }
  }
  const forecast = async (sheet: SheetClient, body: object = {}) =>
    bodyOf(await sheet.api.post(`${sheet.path}/operations/forecast`, body))

  it('marks unknown figures, and starts no run', async () => {
    const { sheet, answer } = await sheetWith(promptColumn('{text}', { text: 'text' }), 20)
    const callCount = world.openAi.calls.length
    const result = await forecast(sheet)
    assert.deepEqual([result.cell_count, result.columns.length, result.columns[0].cells], [40, 1, 20])
    assert.deepEqual(result.local, { cells: 20, code_cells: 0 })
    assert.deepEqual(
      [result.columns[0].basis, result.columns[0].cost, result.columns[0].calls],
      ['nothing', null, null],
    )
    assert.deepEqual(
      result.unknown.map(({ column_id }: { column_id: string }) => column_id),
      [answer.id],
    )
    assert.match(result.unknown[0].reason, /run a few rows first/)
    assert.equal(result.total.cost.likely, '0')
    assert.equal(world.openAi.calls.length, callCount)
    const { active_operations } = bodyOf(await sheet.api.get(`${sheet.path}/operations`))
    assert.deepEqual(active_operations, [])
  })

  it('predicts the cost, calls and tokens of a full run from four computed rows', async () => {
    const { sheet, answer } = await sheetWith(promptColumn('dear {text}', { text: 'text' }), 30)
    await recalculate(sheet, { column_ids: [answer.id], row_ids: [3, 9, 20, 28] })
    const result = await forecast(sheet)
    assert.deepEqual([result.cell_count, result.columns[0].cells, result.unknown], [56, 26, []])
    assert.deepEqual([result.columns[0].basis, result.columns[0].basis_count], ['cells', 4])
    const run = await recalculate(sheet)
    assert.equal(run.cell_count, 56)
    const metrics = (await sheet.rows()).map(({ cells }) => cells[answer.id].request_metrics)
    const perCell = metrics[0].price as number
    assert.ok(Math.abs(Number(result.total.cost.likely) - 26 * perCell) < 1e-9)
    assert.ok(Number(result.total.cost.low) <= Number(result.total.cost.high))
    assert.deepEqual(result.total.calls, { low: 26, likely: 26, high: 26 })
    assert.equal(result.total.input_tokens.likely, 26_000)
    assert.ok(result.total.seconds.likely > 0)
  })

  it('is not based on cached answers, which cost nothing', async () => {
    await publish(world.api, 'again', userChat('Again {text}'), { metadata: gpt() })
    const config = {
      template: { name: 'again', version_number: 1 },
      prompt_template_variable_mappings: { text: 'text' },
      cache: true,
    }
    const first = await sheetWith(config, 1)
    await recalculate(first.sheet)
    const { sheet, answer } = await sheetWith(config, 3)
    const callCount = world.openAi.calls.length
    await recalculate(sheet, { column_ids: [answer.id], row_ids: [0] })
    assert.equal(world.openAi.calls.length, callCount)
    const [unknown] = (await forecast(sheet)).columns
    // The one request of the prompt was made for the first sheet.
    assert.deepEqual([unknown.basis, unknown.basis_count], ['requests', 1])
    await recalculate(sheet, { column_ids: [answer.id], row_ids: [1] })
    const [known] = (await forecast(sheet)).columns
    assert.deepEqual([known.basis, known.basis_count, known.calls.likely], ['cells', 1, 1])
  })

  it('is based on logged requests of the prompt if no cell has run', async () => {
    await publish(world.api, 'forecast me', userChat('Tell {text}'), { metadata: gpt() })
    const run = { prompt_name: 'forecast me', input_variables: { text: 'x' } }
    for (const _ of [1, 2, 3]) bodyOf(await world.api.post('/api/public/v2/prompt-templates/run', run))
    const config = {
      template: { name: 'forecast me' },
      prompt_template_variable_mappings: { text: 'text' },
    }
    const { sheet } = await sheetWith(config, 10)
    const result = await forecast(sheet)
    assert.deepEqual([result.columns[0].basis, result.columns[0].basis_count], ['requests', 3])
    assert.ok(Number(result.total.cost.likely) > 0)
    assert.equal(result.total.output_tokens.likely, 2_000)
  })

  it('estimates a judge that never ran from the texts of the first rows, at the price of its model', async () => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    await sheet.add(Array.from({ length: 10 }, () => ({ [text.id]: 'x'.repeat(4_000) })))
    const judge = (model?: object) => ({
      source: 'text',
      prompt: 'It is polite.',
      ...(model && { model: { provider: 'openai', ...model } }),
    })
    const options = { queue_cells: false }
    const { id } = await sheet.column('polite', 'LLM_ASSERTION', judge(), options)
    const known = await forecast(sheet, { column_ids: [id] })
    const [polite] = known.columns
    assert.deepEqual(
      [polite.basis, polite.basis_count, polite.seconds, known.unknown],
      ['texts', 10, null, []],
    )
    // The estimate covers 10 texts of 1,000 tokens with the judge's own prompt.
    assert.ok(polite.input_tokens.likely > 10_000 && polite.input_tokens.likely < 14_000)
    assert.ok(Number(known.total.cost.likely) > 0)
    assert.equal(known.total.seconds, null)

    const unpriced = await sheet.column('kind', 'LLM_ASSERTION', judge({ name: 'unlisted-1' }), options)
    const unknown = await forecast(sheet, { column_ids: [unpriced.id] })
    assert.deepEqual([unknown.columns[0].basis, unknown.columns[0].cost], ['texts', null])
    assert.match(unknown.unknown[0].reason, /price of the model/)

    // Without a text there is nothing to estimate from.
    const answer = await sheet.column(
      'answer',
      'PROMPT_TEMPLATE',
      promptColumn('{text}', { text: 'text' }),
      options,
    )
    const later = await sheet.column('short', 'LLM_ASSERTION', { ...judge(), source: 'answer' }, options)
    const nothing = await forecast(sheet, { column_ids: [answer.id, later.id] })
    assert.deepEqual(
      nothing.columns.map(({ basis }: { basis: string }) => basis),
      ['nothing', 'nothing'],
    )
  })

  it('follows the limits of the models', async () => {
    const config = {
      ...promptColumn('limited {text}', { text: 'text' }),
      engine: { provider: 'openai', model: 'gpt-4o' },
    }
    const { sheet, answer } = await sheetWith(config, 100)
    const rows = (count: number) => Array.from({ length: count }, (_none, index) => index + 1)
    await recalculate(sheet, { column_ids: [answer.id], row_ids: rows(5) })
    const free = await forecast(sheet)
    const limits = async () => bodyOf(await sheet.api.get(`${sheet.path}/model-limits`)).models
    assert.deepEqual(await limits(), [])
    assert.equal(free.concurrency, 1024)

    world.fake.limit({ perSecond: 20, burst: 2, saysRetryAfter: true })
    await recalculate(sheet, { column_ids: [answer.id], row_ids: rows(60) })
    world.fake.limit(null)
    // The rate rises between two reads.
    const [{ requests_per_second: rateBefore }] = await limits()
    const { time_bound: bound, total, columns } = await forecast(sheet)
    assert.deepEqual([bound.model, bound.by, bound.is_learned], ['gpt-4o', 'requests_per_second', true])
    assert.ok(bound.limit > 2 && bound.limit < 200, `${bound.limit} a second`)
    assert.ok(Math.abs(total.seconds.likely - columns[0].cells / bound.limit) < 1e-6)
    assert.ok(total.seconds.likely > free.total.seconds.likely)
    const [{ requests_per_second: rateAfter, ...limited }] = await limits()
    assert.deepEqual(limited, {
      provider: 'openai',
      model: 'gpt-4o',
      tokens_per_second: null,
      pause_seconds: limited.pause_seconds,
    })
    assert.ok(rateBefore <= bound.limit && bound.limit <= rateAfter)
  })

  it('shows an unknown cost for external services, and no column without calls', async () => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    await sheet.column('asked', 'ENDPOINT', { url: 'http://127.0.0.1:1/' })
    await sheet.add([{ [text.id]: 'a' }])
    const result = await forecast(sheet)
    assert.deepEqual([result.columns[0].basis, result.columns[0].cost], ['nothing', null])
    assert.match(result.unknown[0].reason, /service/)
    await sheet.column(
      'coded',
      'CODE_EXECUTION',
      { code: 'return 1', language: 'PYTHON' },
      { queue_cells: false },
    )
    const { local } = await forecast(sheet)
    assert.deepEqual(local, { cells: 1, code_cells: 1 })
    const none = await forecast(sheet, { statuses: ['FAILED'] })
    assert.deepEqual([none.cell_count, none.columns, none.unknown], [0, [], []])
  })

  it('is refused for invalid runs, and to other workspaces', async () => {
    const { sheet } = await sheetWith(promptColumn('{text}', { text: 'text' }), 1)
    const [text] = await sheet.columns()
    const path = `${sheet.path}/operations/forecast`
    refused(await sheet.api.post(path, { column_ids: [text.id] }), 400, 'bad_request')
    refused(await sheet.api.post(path, { row_ids: [1] }), 400, 'bad_request')
    const { api } = await world.app.newWorkspace()
    assert.equal((await api.post(path, {})).status, 404)
  })
})
