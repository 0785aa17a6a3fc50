import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileRegex } from '../../../engine/patterns/regex/index.ts'
import { matchesOf, piecesOf } from './marks.ts'

const marked = (text: string, needle: string) =>
  piecesOf(text, matchesOf(text, needle))
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

test('every match of a search is marked', () => {
  assert.equal(marked('Parcel, parcel', 'parcel'), '[Parcel], [parcel]')
  assert.equal(marked('nothing here', 'parcel'), 'nothing here')
  assert.equal(marked('any', ''), 'any')
})

test('a long text is shown around the first match', () => {
  const pieces = piecesOf(`${'a'.repeat(5_000)}here${'b'.repeat(5_000)}`, [{ from: 5_000, to: 5_004 }])
  assert.deepEqual(
    pieces.map(({ text, isMarked }) => [text.length, isMarked]),
    [
      [1, false],
      [150, false],
      [4, true],
      [446, false],
      [1, false],
    ],
  )
  assert.deepEqual(
    piecesOf('x'.repeat(1_000), [{ from: 0, to: 1_000 }]).map(({ text }) => text.length),
    [600, 1],
  )
})

test('a pattern has its matches as offsets in the text', () => {
  const { matchRanges } = compileRegex('[A-Z]-\\d+')
  assert.deepEqual(matchRanges('😀 A-12 and B-3', 10), [
    { from: 3, to: 7 },
    { from: 12, to: 15 },
  ])
  assert.deepEqual(matchRanges('A-1 A-2', 1), [{ from: 0, to: 3 }])
  assert.deepEqual(compileRegex('x*').matchRanges('ab', 10), [])
  assert.equal(compileRegex('(a)\\1').matchRanges('aa', 10), 'needs-backtracking')
})
