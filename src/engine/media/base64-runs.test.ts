import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextBase64 } from './base64-runs.ts'

const min = 16 * 1024

test('runs are found wherever they begin, from the shortest on', () => {
  const gap = fc.constantFrom('"', ' {', '-_', 'data:image/png;base64,', '=', '')
  const length = fc.constantFrom(1, min - 1, min, min + 1, 2 * min + 3)
  const part = fc.tuple(gap, length, fc.constantFrom('', '=', '==', '==='))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.integer({ min: 0, max: 300 }), (parts, before) => {
      const text = `${'.'.repeat(before)}${parts.map(([start, count, end]) => start + 'aB9+'.repeat(count).slice(0, count) + end).join('')}`
      const expected = [...text.matchAll(/[A-Za-z0-9+/]+={0,2}/g)].filter(
        ([run]) => run.replaceAll('=', '').length >= min,
      )
      const bytes = new Uint8Array([...text].map((character) => character.charCodeAt(0)))
      const runs = []
      for (let run = nextBase64(bytes, 0); run; run = nextBase64(bytes, run.end)) runs.push(run)
      assert.deepEqual(
        runs,
        expected.map(({ 0: run, index }) => ({
          start: index,
          end: index + run.length,
          isDataUrl: text.slice(0, index).endsWith(';base64,'),
        })),
      )
    }),
    { numRuns: 60 },
  )
})
