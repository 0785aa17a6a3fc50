import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { type Fields, hasFields, isFailure, isInvalid } from './support/document.ts'
import { ScorecardClient, slowly } from './support/scorecards.ts'
import { emptySheet, type SheetClient, tablesPath } from './support/tables.ts'
import { chat, user } from './support/templates.ts'

const column: Fields = {
  id: 'uuid',
  sheet_id: 'uuid',
  workspace_id: 'integer',
  title: 'string',
  type: 'string',
  config: 'object',
  position_rank: 'integer',
  is_output_column: 'boolean',
}
const cell: Fields = {
  id: 'uuid',
  sheet_id: 'uuid',
  column_id: 'uuid',
  row_index: 'integer',
  display_value: 'string?',
  value: 'any',
  error: 'string?',
  input_hash: 'string?',
  updated_at: 'date-time',
  request_metrics: 'object?',
  execution_id: 'uuid?',
  last_computed_version: 'integer?',
  error_message: 'string?',
}
const version: Fields = {
  id: 'uuid',
  sheet_id: 'uuid',
  version_number: 'integer',
  name: 'string?',
  created_by: 'string?',
  created_at: 'date-time',
  metadata: 'object',
  deltas: 'array',
  snapshot: 'object',
  score: 'object',
  score_configuration: 'object?',
}

const unknownPerson = '00000000-0000-4000-8000-000000000000'
const inline_template = {
  inline: true,
  prompt_template: chat(user('Hi')),
  metadata: { model: { provider: 'openai', name: 'gpt-4o-mini' } },
}
const prompt = { inline_template, prompt_template_variable_mappings: {} }
/** The aliases of the document with their types and a config. */
const aliases: Record<string, [string, object]> = {
  text: ['TEXT', {}],
  prompt_template: ['PROMPT_TEMPLATE', prompt],
  llm: ['PROMPT_TEMPLATE', prompt],
  code: ['CODE_EXECUTION', { code: 'return 1', language: 'JAVASCRIPT' }],
  comparison: ['COMPARE', { sources: ['word', 'word'] }],
  composition: ['COMPOSITION', { source: 'word' }],
}

/** The founding document's section on tables, sentence by sentence. */
describe('the founding document on tables', { timeout: 120_000 }, () => {
  const app = appOfSuite()
  let sheet: SheetClient
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  let word: any
  const counting = { source: 'word', type: 'chars' }
  const columns = () => `${sheet.path}/columns`
  const isOver = (one: unknown) => ['COMPLETED', 'FAILED'].includes((one as { status: string }).status)
  const computed = () =>
    until(
      () => sheet.rows(),
      (rows) => rows.every(({ cells }) => Object.values(cells).every(isOver)),
    )
  before(async () => {
    sheet = await emptySheet(app.api)
    const answer = bodyOf(await app.api.post(columns(), { title: 'word', type: 'text' }))
    hasFields(answer, { success: 'boolean', column: 'object', cells: 'array', version: 'integer' })
    word = answer.column
    hasFields(word, column)
    assert.deepEqual([word.type, word.config], ['TEXT', {}])
    await sheet.add([{ [word.id]: 'one' }, { [word.id]: 'three' }])
  })

  it('queues a cell of every row of a new column, and counts a version', async () => {
    const { version_count } = await sheet.read()
    const dependencies = [
      { column_id: word.id, reference_type: 'value', config_key: 'source', config_meta: {} },
    ]
    const body = { title: 'queued', type: 'COUNT', config: counting, dependencies }
    const answer = bodyOf(await app.api.post(columns(), body))
    assert.equal(answer.success, true)
    hasFields(answer.column, column)
    assert.deepEqual([answer.column.type, answer.column.config], ['COUNT', counting])
    for (const one of answer.cells) hasFields(one, cell)
    assert.deepEqual(
      answer.cells.map((cell: { row_index: number; status: string }) => [cell.row_index, cell.status]),
      [
        [0, 'QUEUED'],
        [1, 'QUEUED'],
      ],
    )
    assert.equal(answer.version, version_count + 1)
    // The run of the new cells may have added another version meanwhile.
    assert.ok((await sheet.read()).version_count >= answer.version)
  })

  it('refuses an invalid column with the reason', async () => {
    const create = (body: unknown) => app.api.post(columns(), body)
    isInvalid(await create({}), 'body.title', 'body.type')
    isInvalid(await create({ title: 1, type: 'TEXT' }), 'body.title')
    isInvalid(await create({ title: 'x', type: 'TEXT', config: 'x' }), 'body.config')
    isInvalid(await create({ title: 'x', type: 'TEXT', dependencies: 'x' }), 'body.dependencies')
    for (const type of ['DATASET', 'dataset', 'NOPE', null, 1])
      isInvalid(await create({ title: 'x', type }), 'body.type')
    const dependencies = [{ column_id: unknownPerson }]
    isFailure(await create({ title: 'x', type: 'COUNT', config: counting, dependencies }), 400)
    isInvalid(
      await create({ title: 'x', type: 'COUNT', config: counting, dependencies: [{}] }),
      'body.dependencies.0.column_id',
    )
    const elsewhere = [
      `${tablesPath}/${unknownPerson}/sheets/${sheet.id}`,
      `${tablesPath}/${sheet.table}/sheets/${unknownPerson}`,
    ]
    for (const path of elsewhere)
      isFailure(await app.api.post(`${path}/columns`, { title: 'x', type: 'TEXT' }), 404)
    const stranger = await app.newWorkspace()
    isFailure(await stranger.api.post(columns(), { title: 'x', type: 'TEXT' }), 404)
  })

  it('accepts null for config and dependencies, and the aliases in small letters', async () => {
    const nulls = { title: 'nulls', type: 'TEXT', config: null, dependencies: null }
    const { column: made, cells } = bodyOf(await app.api.post(columns(), nulls))
    assert.deepEqual([made.config, cells], [{}, []])
    for (const [type, [canonicalType, config]] of Object.entries(aliases)) {
      const { column: made } = bodyOf(
        await app.api.post(columns(), { title: `as ${type}`, type, config }),
        200,
      )
      assert.equal(made.type, canonicalType)
    }
  })

  it('shows computed cells, updates a column and reports stale cells', async () => {
    const { id } = await sheet.column('length', 'COUNT', counting)
    const double = await sheet.column('read', 'COUNT', { source: 'length', type: 'chars' })
    for (const { cells } of await computed())
      for (const one of Object.values(cells)) hasFields(one as Record<string, unknown>, cell)
    const path = `${columns()}/${id}`
    const titled = bodyOf(await app.api.patch(path, { title: 'size' }))
    hasFields(titled, {
      success: 'boolean',
      column: 'object',
      requires_recalculation: 'boolean',
      affected_column_ids: 'uuids',
      version: 'integer',
    })
    hasFields(titled.column, column)
    assert.deepEqual([titled.success, titled.column.title, titled.column.type], [true, 'size', 'COUNT'])
    const changed = bodyOf(await app.api.patch(path, { config: { source: 'word', type: 'words' } }))
    assert.equal(changed.requires_recalculation, true)
    assert.deepEqual(changed.affected_column_ids.toSorted(), [id, double.id].toSorted())
    assert.equal(changed.version, (await sheet.read()).version_count)

    isFailure(await app.api.patch(path, { config: { source: 'read', type: 'words' } }), 400)
    isFailure(await app.api.patch(path, { dependencies: [{ column_id: double.id }] }), 400)
    isInvalid(await app.api.patch(path, { title: 3 }), 'body.title')
    isInvalid(await app.api.patch(path, { config: 'x' }), 'body.config')
    isInvalid(await app.api.patch(path, { dependencies: 'x' }), 'body.dependencies')
    isFailure(await app.api.patch(`${columns()}/${unknownPerson}`, { title: 'x' }), 404)
    const stranger = await app.newWorkspace()
    isFailure(await stranger.api.patch(path, { title: 'x' }), 404)
  })

  it('reads a version with its snapshot', async () => {
    const { data } = bodyOf(await app.api.get(`${sheet.path}/versions`))
    const path = `${sheet.path}/versions/${data[0].id}`
    const answer = bodyOf(await app.api.get(path))
    assert.equal(answer.success, true)
    hasFields(answer.version, version)
    assert.equal(answer.version.sheet_id, sheet.id)
    assert.equal(answer.version.snapshot.row_count, 2)
    for (const one of answer.version.snapshot.columns) hasFields(one, column)
    isFailure(await app.api.get(`${sheet.path}/versions/${unknownPerson}`), 404)
    isFailure(
      await app.api.get(`${tablesPath}/${sheet.table}/sheets/${unknownPerson}/versions/${data[0].id}`),
      404,
    )
  })

  it('cancels the work of a scorecard, all of it or some rows and steps', async () => {
    const path = `${sheet.path}/scorecard/cancel`
    isFailure(await app.api.post(path, {}), 404)
    const rows = await emptySheet(app.api)
    const n = await rows.column('n')
    await rows.add(Array.from({ length: 20 }, (_, index) => ({ [n.id]: String(index) })))
    const scorecard = new ScorecardClient(rows)
    const { id, steps } = await scorecard.configured([slowly(500)])
    const cancel = (body?: unknown) => app.api.post(`${scorecard.path}/cancel`, body)
    const idle = bodyOf(await cancel({}))
    assert.deepEqual([idle.cancelled_count, idle.execution_ids, idle.calculation_id], [0, [], null])

    const calculation = await scorecard.start()
    const some = bodyOf(await cancel({ row_indices: [18, 19], step_ids: [steps[0].id] }))
    hasFields(some, {
      success: 'boolean',
      message: 'string',
      scorecard: 'object',
      cancelled_count: 'integer',
      execution_ids: 'strings',
      calculation_id: 'uuid',
    })
    assert.deepEqual([some.success, some.scorecard.id, some.cancelled_count], [true, id, 2])
    assert.equal(some.calculation_id, calculation)
    isInvalid(await cancel({ row_indices: ['0'] }), 'body.row_indices.0')
    isInvalid(await cancel({ row_indices: 3 }), 'body.row_indices')
    isInvalid(await cancel({ step_ids: ['x'] }), 'body.step_ids.0')
    isFailure(await cancel({ step_ids: [unknownPerson] }), 400)
    // Only the latest active run can be cancelled, so `calculation_id` is ignored.
    const all = bodyOf(await cancel({ calculation_id: unknownPerson }))
    assert.equal(all.calculation_id, calculation)
    assert.equal((await scorecard.calculation(calculation)).status, 'cancelled')
    assert.equal(bodyOf(await cancel()).cancelled_count, 0)
  })
})
