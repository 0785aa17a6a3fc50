import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowGroups } from './row-groups.ts'

const done = (value: string | number | boolean | null) => ({ status: 'COMPLETED' as const, value })

test('rows are grouped without regard to case, with checks and numbers of each group', () => {
  const groups = new RowGroups(3)
  groups.add('Refund', [done(true), done(10), done('a text')])
  groups.add('refund', [done(false), done(20), done('another')])
  groups.add('', [{ status: 'STALE', value: true }, done(5), done('text')])
  assert.deepEqual(groups.result(10), {
    groups: [
      {
        value: 'Refund',
        rows: 2,
        measures: [{ kind: 'verdicts', passed: 1, failed: 1 }, { kind: 'numbers', count: 2, mean: 15 }, null],
      },
      {
        value: null,
        rows: 1,
        measures: [{ kind: 'verdicts', passed: 0, failed: 0 }, { kind: 'numbers', count: 1, mean: 5 }, null],
      },
    ],
    otherRows: 0,
  })
})

test('rows beyond the shown groups and with long values are counted together', () => {
  const groups = new RowGroups(0)
  for (let row = 0; row < 1_200; row++) groups.add(`value ${row}`, [])
  groups.add('value 3', [])
  groups.add('x'.repeat(1_001), [])
  const { groups: shown, otherRows } = groups.result(2)
  assert.deepEqual(shown, [
    { value: 'value 3', rows: 2, measures: [] },
    { value: 'value 0', rows: 1, measures: [] },
  ])
  assert.equal(otherRows, 1_199)
})
