import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from '../../sheets/index.ts'
import type { Distributions } from './failures.ts'
import { uncountedChecks } from './uncounted.ts'

const column = (id: string, type: string) => ({ id, type, title: id }) as Column
const distributions = {
  columns: [
    ...['right', 'short', 'expected'].map((column_id) => ({ column_id, distribution: { kind: 'verdicts' } })),
    { column_id: 'length', distribution: { kind: 'numbers' } },
  ],
} as unknown as Distributions

test('checks that the score leaves out are named; inputs and numbers are no checks', () => {
  const columns = [
    column('right', 'CONTAINS'),
    column('short', 'CODE_EXECUTION'),
    column('expected', 'TEXT'),
    column('length', 'COUNT'),
    column('new', 'REGEX'),
  ]
  const ids = (scored: string[], distributions?: Distributions) =>
    uncountedChecks(
      columns,
      scored.map((column_id) => ({ column_id })),
      distributions,
    ).map(({ id }) => id)
  assert.deepEqual(ids(['right'], distributions), ['short'])
  assert.deepEqual(ids(['length'], distributions), ['right', 'short'])
  assert.deepEqual(ids(['right'], undefined), [])
})
