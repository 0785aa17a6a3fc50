import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { publishAnswer, untilComputed } from '../web/support-sheet.ts'
import { startRunWorld } from './support/running.ts'
import { emptySheet, type SheetClient } from './support/tables.ts'

describe('outputs compared', () => {
  const world = ofSuite(startRunWorld)
  let sheet: SheetClient
  let answer: string
  let question: string
  let expected: string
  let version: string
  before(async () => {
    await publishAnswer(world, 'Answer')
    sheet = await emptySheet(world.api)
    question = (await sheet.column('Question')).id
    expected = (await sheet.column('Expected')).id
    const rows = ['Oslo', 'Bergen', 'Bodø', 'Tromsø', 'Narvik', 'Alta', 'Hamar', 'Molde']
    await sheet.add(rows.map((row) => ({ [question]: row, [expected]: row })))
    const mapping = { prompt_template_variable_mappings: { question: 'Question' } }
    answer = (await sheet.column('Answer', 'PROMPT_TEMPLATE', { template: { name: 'Answer' }, ...mapping }))
      .id
    await sheet.column('Right', 'CONTAINS', { source: 'Answer', value_source: 'Expected' })
    await untilComputed(sheet)
    version = bodyOf(await world.api.post(`${sheet.path}/versions`, { name: 'first' }), 201).version.id
    // Seven answers lose the required words, one rephrases them.
    for (const row of rows.keys())
      await sheet.write(row, question, { display_value: row === 7 ? 'Molde again' : 'Elsewhere' })
    bodyOf(await world.api.post(`${sheet.path}/operations`, { operation: 'recalculate' }), 202)
    await untilComputed(sheet)
  })

  const compare = async (body: object, status = 200) =>
    bodyOf(await world.api.post(`${sheet.path}/output-comparison`, body), status)
  const currentSide = () => ({ column: answer, judged_by: 'Right' })

  it('lists the rows that regressed, their changed words, and their cost', async () => {
    const sides = [{ ...currentSide(), version_id: version }, currentSide()]
    const comparison = await compare({ sides, label_column: 'Expected' })
    assert.equal(comparison.better, 'higher')
    const [compared] = comparison.comparisons
    assert.deepEqual(compared.counts, { improved: 0, regressed: 7, changed: 1, same: 0, missing: 0 })
    assert.deepEqual([compared.value.difference, compared.value.finding], [-0.875, 'worse'])
    assert.deepEqual([compared.cost.pairs, compared.latency_ms.pairs], [8, 8])
    assert.equal(comparison.sides[0].mean, 1)
    assert.ok(comparison.sides[1].cost > 0)
    const [first] = comparison.rows
    assert.equal(first.label, 'Oslo')
    assert.deepEqual(first.changes, ['regressed'])
    assert.deepEqual(
      first.cells.map(({ text, value }: { text: string; value: number }) => [text, value]),
      [
        ['You said: Oslo', 1],
        ['You said: Elsewhere', 0],
      ],
    )
    const changed = await compare({ sides, change: 'changed', limit: 1 })
    assert.deepEqual([changed.total_rows, changed.rows[0].cells[1].row_index], [1, 7])
    const page = await compare({ sides, offset: 6, limit: 2, sort: 'row' })
    assert.deepEqual(
      page.rows.map(({ changes }: { changes: string[] }) => changes[0]),
      ['regressed', 'changed'],
    )
  })

  it('takes several sides, and the direction that the caller names', async () => {
    const sides = [
      { ...currentSide(), version_id: version },
      { ...currentSide(), version_id: version },
      currentSide(),
    ]
    const comparison = await compare({ sides, focus: 2, better: 'lower' })
    assert.equal(comparison.comparisons[0].counts.same, 8)
    assert.equal(comparison.comparisons[1].counts.improved, 7)
    assert.equal(comparison.comparisons[1].value.finding, 'better')
    assert.deepEqual(comparison.rows[0].changes, ['same', 'changed'])
    const texts = await compare({ sides: [{ ...sides[0], judged_by: 'Question' }, { column: answer }] })
    assert.equal(texts.comparisons[0].counts.missing, 0)
    assert.equal(texts.comparisons[0].counts.changed, 8)
  })

  it('matches rows of another sheet, and never counts a missing row as better', async () => {
    const other = await emptySheet(world.api)
    const text = await other.column('Answer')
    const key = await other.column('Expected')
    await other.add([
      { [text.id]: 'You said: Oslo', [key.id]: 'Oslo' },
      { [text.id]: 'You said: Lund', [key.id]: 'Lund' },
    ])
    const { sheet: own } = bodyOf(await world.api.get(other.path))
    const sides = [
      { column: answer, version_id: version },
      { column: 'Answer', sheet_id: own.id },
    ]
    const comparison = await compare({ sides, key_column: 'Expected' })
    assert.deepEqual(comparison.comparisons[0].counts, {
      improved: 0,
      regressed: 0,
      changed: 0,
      same: 1,
      missing: 8,
    })
    assert.equal(comparison.total_rows, 9)
  })

  it('refuses an unknown focus, column or version, and a single side', async () => {
    await compare({ sides: [currentSide(), currentSide()], focus: 2 }, 422)
    await compare({ sides: [currentSide(), { column: 'Nowhere' }] }, 400)
    await compare({ sides: [currentSide(), { ...currentSide(), version_id: answer }] }, 404)
    await compare({ sides: [currentSide()] }, 422)
  })

  it('says which rows are stale', async () => {
    await sheet.write(7, expected, { display_value: 'Elsewhere' })
    const judged = await compare({
      sides: [{ ...currentSide(), version_id: version }, currentSide()],
      change: 'missing',
    })
    assert.deepEqual([judged.sides[0].stale, judged.sides[1].stale, judged.total_rows], [0, 1, 1])
    const [, after] = judged.rows[0].cells
    assert.deepEqual([after.row_index, after.status, after.is_judgement_stale], [7, 'COMPLETED', true])
    await sheet.write(7, question, { display_value: 'Molde once more' })
    const { sides, rows } = await compare({
      sides: [{ ...currentSide(), version_id: version }, currentSide()],
      change: 'missing',
    })
    assert.deepEqual([sides[1].stale, rows[0].cells[1].status], [1, 'STALE'])
  })
})
