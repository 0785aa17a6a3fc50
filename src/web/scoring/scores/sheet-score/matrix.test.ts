import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matrixOf } from './matrix.ts'

test('a matrix is a table with a head, maybe a title, and cells that are good or bad', () => {
  const matrix = matrixOf([
    ['Models', '', 'Small', 'Large'],
    ['Right', { value: 0.5, positive_metric: false }, { value: 0.91239, positive_metric: true }],
    ['Rows', 1200, null],
  ])
  assert.equal(matrix.title, 'Models')
  assert.deepEqual(
    matrix.head.map(({ text }) => text),
    ['', 'Small', 'Large'],
  )
  assert.deepEqual(matrix.rows[0], [
    { text: 'Right', isNumber: false, isGood: null },
    { text: '0.5', isNumber: true, isGood: false },
    { text: '0.912', isNumber: true, isGood: true },
  ])
  assert.deepEqual(
    matrix.rows[1]!.map(({ text }) => text),
    ['Rows', '1,200', ''],
  )
  assert.equal(
    matrixOf([
      ['a', 'b'],
      [1, 2],
    ]).title,
    null,
  )
  assert.deepEqual(matrixOf([]), { title: null, head: [], rows: [] })
})
