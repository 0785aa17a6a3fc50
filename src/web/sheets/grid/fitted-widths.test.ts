import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fittedWidths, frozenInputs } from './fitted-widths.ts'

const column = (id: string, type: 'TEXT' | 'PROMPT_TEMPLATE' | 'CONTAINS', title = id) => ({
  id,
  title,
  type,
})
const long = 'x'.repeat(300)
const sumOf = (widths: Readonly<Record<string, number>>) =>
  Object.values(widths).reduce((sum, width) => sum + width, 0)

describe('widths that fit', () => {
  const samples = [
    { column: column('question', 'TEXT'), texts: [long] },
    { column: column('expected', 'TEXT'), texts: [long] },
    { column: column('answer', 'PROMPT_TEMPLATE'), texts: [long] },
    { column: column('right', 'CONTAINS'), texts: ['true', 'false'] },
  ]

  it('keep a check in view beside long texts', () => {
    const widths = fittedWidths(samples, 1_000)
    assert.ok(sumOf(widths) <= 1_000, JSON.stringify(widths))
    assert.equal(widths['right'], 117)
    assert.equal(widths['question'], widths['answer'])
  })

  it('give remaining width to cut texts', () => {
    const widths = fittedWidths(samples, 2_104)
    assert.ok(sumOf(widths) > 2_100 && sumOf(widths) <= 2_104, JSON.stringify(widths))
    assert.equal(widths['right'], 117)
  })

  it('stay readable where there is no room', () => {
    const widths = fittedWidths(samples, 300)
    assert.deepEqual(widths, { question: 160, expected: 160, answer: 160, right: 117 })
  })

  it('have room for answers that are still to come, and for long titles', () => {
    const none = [
      { column: column('answer', 'PROMPT_TEMPLATE'), texts: [] },
      { column: column('mentions', 'CONTAINS', 'Mentions the order number'), texts: [] },
    ]
    const widths = fittedWidths(none, 2_000)
    assert.ok(widths['answer']! > 250 && widths['mentions']! > 200, JSON.stringify(widths))
  })
})

describe('inputs', () => {
  const columns = [
    column('a', 'TEXT'),
    column('b', 'TEXT'),
    column('c', 'PROMPT_TEMPLATE'),
    column('d', 'TEXT'),
  ]
  it('are frozen from the left while they leave room', () => {
    const widths = { a: 200, b: 200, c: 400, d: 400 }
    assert.deepEqual(frozenInputs(columns, widths, 1_000), ['a', 'b'])
    assert.deepEqual(frozenInputs(columns, widths, 600), ['a'])
    assert.deepEqual(frozenInputs(columns, widths, 300), [])
  })

  it('are not frozen when everything is in view', () => {
    assert.deepEqual(frozenInputs(columns, { a: 200, b: 200, c: 200, d: 200 }, 1_000), [])
  })
})
