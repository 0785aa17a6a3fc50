import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../api/index.ts'
import type { Column } from '../../sheets/index.ts'
import { countingOf, titlesIn } from './counting.ts'

const column = (id: string, is_output_column = false) => ({ id, title: id, is_output_column }) as Column
const score = (ids: readonly string[], rest: object = {}) =>
  ({
    score_type: 'multi_column',
    score_configuration: null,
    columns: ids.map((column_id) => ({ column_id })),
    ...rest,
  }) as unknown as Answer<'readSheetScore'>

const columns = [column('right'), column('polite'), column('length')]

test('if a column is marked, the other checks that count without a mark stop counting', () => {
  const lengthCounting = countingOf(score(['right', 'polite']), columns, columns[2])
  assert.equal(titlesIn(lengthCounting.displaced), 'right, polite')
  assert.equal(titlesIn(countingOf(score(['right', 'polite']), columns, columns[0]).displaced), 'polite')
  assert.equal(titlesIn(countingOf(score(['right']), columns, undefined).displaced), 'right')
})

test('if a column is already marked, or a score card or configuration counts, nothing stops counting', () => {
  const marked = [column('right', true), ...columns.slice(1)]
  const counting = countingOf(score(['right']), marked, columns[2])
  assert.deepEqual([titlesIn(counting.marked), counting.displaced], ['right', []])
  const card = countingOf(score([], { score_type: 'scorecard' }), columns, undefined)
  assert.deepEqual([card.by, card.displaced], ['card', []])
  const configured = countingOf(score(['right'], { score_configuration: {} }), columns, undefined)
  assert.deepEqual([configured.by, configured.displaced], ['configuration', []])
})
