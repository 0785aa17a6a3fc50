import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonRow, jsonRows } from './json-rows.ts'

const atFirst = { toggled: new Set<string>(), shown: new Map<string, number>() }
const paths = (rows: readonly JsonRow[]) => rows.map(({ path }) => path)

test('a value is shown line by line, with the JSONPath of each line', () => {
  const value = { order: { 'its id': 'A-1', lines: [1, { sku: 'tent' }] }, note: null, none: {} }
  assert.deepEqual(paths(jsonRows(value, atFirst)), [
    '$',
    '$.order',
    '$.order["its id"]',
    '$.order.lines',
    '$.order.lines[0]',
    '$.order.lines[1]',
    '$.note',
    '$.none',
  ])
  const closed = { ...atFirst, toggled: new Set(['$.order']) }
  assert.deepEqual(paths(jsonRows(value, closed)), ['$', '$.order', '$.note', '$.none'])
  const deeper = { ...atFirst, toggled: new Set(['$.order.lines[1]']) }
  assert.ok(paths(jsonRows(value, deeper)).includes('$.order.lines[1].sku'))
})

test('a long list shows its beginning and how many values it hides', () => {
  const list = Array.from({ length: 250 }, (_none, index) => index)
  const [root, ...items] = jsonRows(list, atFirst)
  assert.deepEqual([items.length, root!.size, root!.hidden], [100, 250, 150])
  const more = jsonRows(list, { ...atFirst, shown: new Map([['$', 200]]) })
  assert.deepEqual([more.length - 1, more[0]!.hidden], [200, 50])
})

test('of many nested values fewer levels are open at first', () => {
  const listOf = (count: number, item: unknown) => Array.from({ length: count }, () => item)
  const pairs = listOf(90, listOf(10, [1, 2]))
  assert.equal(jsonRows(pairs, atFirst).length, 1 + 90 + 900)
  assert.equal(jsonRows(listOf(90, listOf(20, [1, 2])), atFirst).length, 1 + 90)
  const opened = { ...atFirst, toggled: new Set(['$[0][0]']) }
  assert.equal(jsonRows(pairs, opened).length, 1 + 90 + 900 + 2)
})
