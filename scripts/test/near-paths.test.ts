import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearPaths } from './near-paths.ts'

const paths = [
  'src/engine/json/json-equal.test.ts',
  'test/journeys/labels.test.ts',
  'test/journeys/dynamic-labels.test.ts',
  'test/web/grid.sqlite.test.ts',
]

test('misspelled names and paths lead to the nearest files', () => {
  assert.ok(nearPaths('journeys/lables', paths).includes('test/journeys/labels.test.ts'))
  assert.deepEqual(nearPaths('web/gird.test.ts', paths)[0], 'test/web/grid.sqlite.test.ts')
})

test('a source file leads to its test', () => {
  assert.deepEqual(
    nearPaths('src/engine/json/json-equals.ts', paths)[0],
    'src/engine/json/json-equal.test.ts',
  )
})

test('a path that resembles no file has no suggestion', () => {
  assert.deepEqual(nearPaths('qqqqqq', paths), [])
})
