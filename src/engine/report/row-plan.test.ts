import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputsOf, missingSource, planRow, type ReportCell, type ReportColumn, rowOf } from './row-plan.ts'

const count = (id: number, name: string, source: string): ReportColumn => ({
  id,
  name,
  type: 'COUNT',
  config: { source, type: 'chars' },
})
const value = (content: number | string): ReportCell => ({ kind: 'value', value: content })
const failed: ReportCell = { kind: 'failed', failure: { code: 'x', message: 'x' } }

test('a computed column hides a dataset column of the same name for columns to its right', () => {
  const plan = planRow(
    ['word'],
    [count(1, 'first', 'word'), count(2, 'word', 'word'), count(3, 'last', 'word')],
  )
  const valuesAt = (before: readonly ReportCell[]) => {
    const inputs = inputsOf(plan, ['plum'], before)
    assert.ok('values' in inputs)
    return inputs.values
  }
  assert.deepEqual(valuesAt([]), ['plum'])
  assert.deepEqual(valuesAt([value(4)]), ['plum'])
  assert.deepEqual(valuesAt([value(4), value('pear')]), ['pear'])
  assert.deepEqual(rowOf(plan, ['plum'], [value(4), value('pear')]), { word: 'pear', first: 4 })
})

test('columns to the right are not visible', () => {
  const plan = planRow(['word'], [count(1, 'a', 'b'), count(2, 'b', 'word')])
  assert.equal(missingSource(plan.columns[0]!), 'b')
  const inputs = inputsOf(plan, ['plum'], [])
  assert.ok('code' in inputs)
  assert.deepEqual([inputs.code, inputs.message.includes('"b"')], ['missing_source', true])
})

test('a failed source fails only its readers', () => {
  const plan = planRow(['word'], [count(1, 'a', 'word'), count(2, 'b', 'a'), count(3, 'c', 'word')])
  const reader = inputsOf(plan, ['plum'], [failed])
  assert.ok('code' in reader)
  assert.equal(reader.code, 'upstream_failed')
  assert.ok('values' in inputsOf(plan, ['plum'], [failed, failed]))
})

test('code that reads the whole row fails with any column to its left', () => {
  const code: ReportColumn = {
    id: 2,
    name: 'code',
    type: 'CODE_EXECUTION',
    config: { code: 'return data', language: 'PYTHON' },
  }
  const plan = planRow(['word'], [count(1, 'a', 'word'), code])
  assert.ok('code' in inputsOf(plan, ['plum'], [failed]))
  const inputs = inputsOf(plan, ['plum'], [value(4)])
  assert.ok('values' in inputs)
  assert.deepEqual(inputs.row(), { word: 'plum', a: 4 })
})

test('a missing column has an empty title, so that code that reads it fails', () => {
  const code: ReportColumn = {
    id: 1,
    name: 'code',
    type: 'CODE_EXECUTION',
    config: { code: 'return data["word"] + data.get("more", "")', language: 'PYTHON' },
  }
  const inputs = inputsOf(planRow(['word'], [code]), ['plum'], [])
  assert.ok('values' in inputs)
  assert.deepEqual(inputs.titles, ['word', ''])
})
