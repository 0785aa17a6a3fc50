import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/app.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { gpt, startRunWorld } from './support/running.ts'
import { recalculate } from './support/runs.ts'
import { done, emptySheet, refused, type SheetClient } from './support/tables.ts'
import { publish, says } from './support/templates.ts'

describe('a forecast', () => {
  const world = ofSuite(startRunWorld)
  before(async () => {
    world.fake.answerWith(({ text }) => ({ text: `said ${text}`, usage: { input: 1000, output: 200 } }))
  })

  /** Columns of a sheet without rows do not run automatically. */
  const sheetWith = async (config: object, rows: number) => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    const answer = await sheet.column('answer', 'PROMPT_TEMPLATE', { ...config, cache: false })
    await sheet.column('size', 'COUNT', { source: 'answer', type: 'chars' })
    await sheet.add(Array.from({ length: rows }, (_none, index) => ({ [text.id]: `row ${index}` })))
    return { sheet, answer }
  }
  const forecast = async (sheet: SheetClient, body: object = {}) =>
    done(await sheet.api.post(`${sheet.path}/operations/forecast`, body), 200)

  it('marks unknown figures, and starts no run', async () => {
    const { sheet, answer } = await sheetWith(promptColumn('{text}', { text: 'text' }), 20)
    const seen = world.openAi.calls.length
    const forecasted = await forecast(sheet)
    assert.deepEqual(
      [forecasted.cell_count, forecasted.columns.length, forecasted.columns[0].cells],
      [40, 1, 20],
    )
    assert.deepEqual(forecasted.local, { cells: 20, code_cells: 0 })
    assert.deepEqual(
      [forecasted.columns[0].basis, forecasted.columns[0].cost, forecasted.columns[0].calls],
      ['nothing', null, null],
    )
    assert.deepEqual(
      forecasted.unknown.map(({ column_id }: { column_id: string }) => column_id),
      [answer.id],
    )
    assert.match(forecasted.unknown[0].reason, /run a few rows first/)
    assert.equal(forecasted.total.cost.likely, '0')
    assert.equal(world.openAi.calls.length, seen)
    const { active_operations } = done(await sheet.api.get(`${sheet.path}/operations`), 200)
    assert.deepEqual(active_operations, [])
  })

  it('predicts the cost, calls and tokens of a full run from four computed rows', async () => {
    const { sheet, answer } = await sheetWith(promptColumn('dear {text}', { text: 'text' }), 30)
    await recalculate(sheet, { column_ids: [answer.id], row_ids: [3, 9, 20, 28] })
    const forecasted = await forecast(sheet)
    assert.deepEqual([forecasted.cell_count, forecasted.columns[0].cells, forecasted.unknown], [56, 26, []])
    assert.deepEqual([forecasted.columns[0].basis, forecasted.columns[0].basis_count], ['cells', 4])
    const spent = await recalculate(sheet)
    assert.equal(spent.cell_count, 56)
    const metrics = (await sheet.rows()).map(({ cells }) => cells[answer.id].request_metrics)
    const perCell = metrics[0].price as number
    assert.ok(Math.abs(Number(forecasted.total.cost.likely) - 26 * perCell) < 1e-9)
    assert.ok(Number(forecasted.total.cost.low) <= Number(forecasted.total.cost.high))
    assert.deepEqual(forecasted.total.calls, { low: 26, likely: 26, high: 26 })
    assert.equal(forecasted.total.input_tokens.likely, 26_000)
    assert.ok(forecasted.total.seconds.likely > 0)
  })

  it('rests on logged requests of the prompt where no cell has run', async () => {
    await publish(world.api, 'forecast me', says('Tell {text}'), { metadata: gpt() })
    const run = { prompt_name: 'forecast me', input_variables: { text: 'x' } }
    for (const _ of [1, 2, 3]) done(await world.api.post('/api/public/v2/prompt-templates/run', run), 200)
    const config = {
      template: { name: 'forecast me' },
      prompt_template_variable_mappings: { text: 'text' },
    }
    const { sheet } = await sheetWith(config, 10)
    const forecasted = await forecast(sheet)
    assert.deepEqual([forecasted.columns[0].basis, forecasted.columns[0].basis_count], ['requests', 3])
    assert.ok(Number(forecasted.total.cost.likely) > 0)
    assert.equal(forecasted.total.output_tokens.likely, 2_000)
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
    const limits = async () => done(await sheet.api.get(`${sheet.path}/model-limits`), 200).models
    assert.deepEqual(await limits(), [])
    assert.equal(free.concurrency, 1024)

    world.fake.limit({ perSecond: 20, burst: 2, saysRetryAfter: true })
    await recalculate(sheet, { column_ids: [answer.id], row_ids: rows(60) })
    world.fake.limit(null)
    const { time_bound: bound, total, columns } = await forecast(sheet)
    assert.deepEqual([bound.model, bound.by, bound.is_learned], ['gpt-4o', 'requests_per_second', true])
    assert.ok(bound.limit > 2 && bound.limit < 200, `${bound.limit} a second`)
    assert.ok(Math.abs(total.seconds.likely - columns[0].cells / bound.limit) < 1e-6)
    assert.ok(total.seconds.likely > free.total.seconds.likely)
    const [{ requests_per_second: rate, ...limited }] = await limits()
    assert.deepEqual(limited, {
      provider: 'openai',
      model: 'gpt-4o',
      tokens_per_second: null,
      pause_seconds: limited.pause_seconds,
    })
    assert.equal(rate, bound.limit)
  })

  it('gives no price for external services, and none where no call is made', async () => {
    const sheet = await emptySheet(world.api)
    const text = await sheet.column('text')
    await sheet.column('asked', 'ENDPOINT', { url: 'http://127.0.0.1:1/' })
    await sheet.add([{ [text.id]: 'a' }])
    const forecasted = await forecast(sheet)
    assert.deepEqual([forecasted.columns[0].basis, forecasted.columns[0].cost], ['nothing', null])
    assert.match(forecasted.unknown[0].reason, /service/)
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

  it('is refused for invalid runs, and for strangers', async () => {
    const { sheet } = await sheetWith(promptColumn('{text}', { text: 'text' }), 1)
    const [text] = await sheet.columns()
    const path = `${sheet.path}/operations/forecast`
    refused(await sheet.api.post(path, { column_ids: [text.id] }), 400, 'bad_request')
    refused(await sheet.api.post(path, { row_ids: [1] }), 400, 'bad_request')
    const { api } = await world.app.newWorkspace()
    assert.equal((await api.post(path, {})).status, 404)
  })
})
