import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { compare, ScorecardClient } from './support/scorecards.ts'
import { emptySheet, refused, type SheetClient } from './support/tables.ts'

describe('comparing sheets', () => {
  const app = appOfSuite()

  const filled = async (
    scores: readonly (string | null)[],
    keys: readonly string[] = scores.map((_, index) => `case ${index}`),
  ) => {
    const sheet = await emptySheet(app.api)
    const key = (await sheet.column('case')).id
    const score = (await sheet.column('score')).id
    await sheet.add(
      scores.map((value, index) => ({ [key]: keys[index], ...(value !== null && { [score]: value }) })),
    )
    return { sheet, score: score as string }
  }
  const compared = async (sheet: SheetClient, query: string) =>
    bodyOf(await sheet.api.get(`${sheet.path}/compare?${query}`))

  it('shows improved, regressed and missing rows, matched by text', async () => {
    const before = await filled(['0.2', '0.5', '0.9', '1', null])
    const after = await filled(['0.9', '1', '0.1', '0.5'], ['case 2', 'case 3', 'case 0', 'new'])
    const answer = await compared(
      before.sheet,
      `with_sheet_id=${after.sheet.id}&column=score&key_column=case`,
    )
    assert.deepEqual(answer.counts, { improved: 0, regressed: 1, same: 2, missing: 3 })
    assert.deepEqual(
      answer.rows.map((row: Record<string, unknown>) => [
        row['row_index'],
        row['with_row_index'],
        row['change'],
      ]),
      [
        [0, 2, 'regressed'],
        [1, null, 'missing'],
        [2, 0, 'same'],
        [3, 1, 'same'],
        [4, null, 'missing'],
        [null, 3, 'missing'],
      ],
    )
    const { comparison } = answer
    assert.deepEqual([comparison.pairs, comparison.missing_before, comparison.missing_after], [3, 1, 1])
    assert.equal(comparison.finding, 'too few pairs')
    assert.match(comparison.text, /Not enough/)
    const some = await compared(
      before.sheet,
      `with_sheet_id=${after.sheet.id}&column=score&key_column=case&change=missing&limit=1&offset=1`,
    )
    assert.deepEqual([some.total_rows, some.rows.length, some.rows[0].row_index], [3, 1, 4])
  })

  it('lists rows with an ambiguous key', async () => {
    const before = await filled(['1', '2', '3', '4'], ['a', 'a', 'b', ''])
    const after = await filled(['2', '1', '5', '4'], ['a', 'b', 'a', 'c'])
    const query = `with_sheet_id=${after.sheet.id}&column=score`
    const { keys, comparison, rows } = await compared(before.sheet, `${query}&key_column=case`)
    assert.deepEqual(keys, { repeated_before: 2, repeated_after: 2, without_before: 0, without_after: 0 })
    assert.match(comparison.text, /Rows that share their key with others, matched in their order: 4$/)
    assert.deepEqual(
      rows.map((row: Record<string, unknown>) => [row['row_index'], row['with_row_index']]),
      [
        [0, 0],
        [1, 2],
        [2, 1],
        [3, null],
        [null, 3],
      ],
    )
    const byIndex = await compared(before.sheet, query)
    assert.deepEqual([byIndex.keys, byIndex.rows.length], [null, 4])
    assert.doesNotMatch(byIndex.comparison.text, /key/)
    const unsaid = await emptySheet(app.api)
    await unsaid.column('case')
    await unsaid.column('score')
    await unsaid.add([{}])
    const some = await compared(before.sheet, `with_sheet_id=${unsaid.id}&column=score&key_column=case`)
    assert.deepEqual(some.keys, {
      repeated_before: 2,
      repeated_after: 0,
      without_before: 0,
      without_after: 1,
    })
    assert.match(some.comparison.text, /\. Rows without a key, matched by row number: 1$/)
  })

  it('may begin with the rows that lost most', async () => {
    const before = await filled(['0.5', '0.5', '1', '0'])
    const after = await filled(['0.4', '1', '0', null])
    const query = `with_sheet_id=${after.sheet.id}&column=score&sort=regression`
    const order = async (more: string) =>
      (await compared(before.sheet, query + more)).rows.map(
        (row: Record<string, unknown>) => row['row_index'],
      )
    assert.deepEqual(await order(''), [2, 0, 1, 3])
    assert.deepEqual(await order('&change=regressed&offset=1'), [0])
    assert.deepEqual(await order('&lower_is_better=true'), [1, 0, 2, 3])
  })

  it('states whether a difference is significant', async () => {
    const count = 40
    const base = await filled(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'yes' : 'no')))
    const noise = await filled(
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'yes' : index === 1 ? 'yes' : 'no')),
    )
    const better = await filled(Array.from({ length: count }, (_, index) => (index % 4 === 3 ? 'no' : 'yes')))
    const finding = async (other: SheetClient, more = '') =>
      (await compared(base.sheet, `with_sheet_id=${other.id}&column=score${more}`)).comparison
    const same = await finding(noise.sheet)
    assert.deepEqual([same.finding, same.difference], ['not significant', 1 / count])
    assert.match(same.text, /^No significant difference/)
    const improved = await finding(better.sheet)
    assert.deepEqual(
      [improved.finding, improved.difference, improved.confidence_interval.method],
      ['better', 0.25, 'adjusted'],
    )
    assert.equal((await finding(better.sheet, '&lower_is_better=true')).finding, 'worse')
    assert.deepEqual(await finding(better.sheet), improved)
  })

  it('compares saved versions of a sheet, row by row', async () => {
    const { sheet, score } = await filled(['1', '2', '3'])
    const { version } = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'before' }), 201)
    await sheet.write(0, score, { value: '5' })
    bodyOf(await sheet.api.delete(`${sheet.path}/rows`, {}, { row_indices: [1] }))
    const { version: later } = bodyOf(await sheet.api.post(`${sheet.path}/versions`, { name: 'after' }), 201)
    await sheet.write(0, score, { value: '0' })
    const then = await compared(sheet, `column=score&version_id=${version.id}&with_version_id=${later.id}`)
    assert.deepEqual(then.counts, { improved: 1, regressed: 0, same: 1, missing: 1 })
    assert.deepEqual(
      then.rows.map((row: Record<string, unknown>) => [
        row['row_index'],
        row['with_row_index'],
        row['before'],
        row['after'],
      ]),
      [
        [0, 0, 1, 5],
        [1, null, 2, null],
        [2, 1, 3, 3],
      ],
    )
    assert.equal((await compared(sheet, `column=score&version_id=${later.id}`)).counts.regressed, 1)
  })

  it('compares results of scorecards, of sheets or of two calculations', async () => {
    const make = async (outputs: readonly string[]) => {
      const { sheet, score } = await filled(outputs)
      const scorecard = new ScorecardClient(sheet)
      const target = {
        title: 'right',
        primitive_type: 'COMPARE',
        primitive_config: { sources: ['score'], target: 'x', comparison_type: { type: 'STRING' } },
      }
      await scorecard.configured([target])
      return { sheet, score, scorecard, first: await scorecard.calculated() }
    }
    const before = await make(['x', 'y', 'y'])
    const after = await make(['y', 'x', 'x'])
    const sheets = await compared(before.sheet, `with_sheet_id=${after.sheet.id}`)
    assert.deepEqual(
      [sheets.measure, sheets.counts],
      ['scorecard', { improved: 2, regressed: 1, same: 0, missing: 0 }],
    )
    await before.sheet.write(1, before.score, { value: 'x' })
    await before.scorecard.calculated()
    const calculations = await compared(before.sheet, `calculation_id=${before.first.id}`)
    assert.deepEqual(calculations.counts, { improved: 1, regressed: 0, same: 2, missing: 0 })
  })

  it('refuses absent sheets and sheets of another workspace', async () => {
    const { sheet } = await filled(['1'])
    const bad = async (query: string, status: number, code: string) =>
      refused(await sheet.api.get(`${sheet.path}/compare?${query}`), status, code)
    await bad('column=nowhere', 400, 'bad_request')
    await bad('', 404, 'not_found')
    await bad('column=score&version_id=0190a0b0-0000-7000-8000-00000000abcd', 404, 'not_found')
    const { api } = await app.newWorkspace()
    const mine = await emptySheet(api)
    refused(await api.get(`${sheet.path}/compare?column=score`), 404, 'not_found')
    refused(await api.get(`${mine.path}/compare?column=score&with_sheet_id=${sheet.id}`), 404, 'not_found')
    await mine.column('score')
    const scorecard = new ScorecardClient(mine)
    await scorecard.configured([compare('same', 'score', 'score')])
    refused(await api.get(`${mine.path}/compare`), 400, 'bad_request')
  })
})
