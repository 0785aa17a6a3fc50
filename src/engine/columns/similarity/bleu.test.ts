import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bleu, sacrebleu } from './bleu.ts'

/** Scores by sacrebleu 2.6.0: `sentence_bleu(candidate, [reference]).score`. */
const scores: readonly (readonly [candidate: string, reference: string, score: number])[] = [
  ['The cat sat on the mat.', 'The cat is on the mat.', 48.892302243490086],
  ['the the the the', 'the cat', 15.97357760615681],
  ['a b', 'a b c d e', 22.31301601484299],
  ['a', 'a', 100.00000000000004],
  ['x', 'y', 0.0],
  ['', '', 0.0],
  ["Hello, world! It's 3.14, isn't it?", 'Hello world, it is 3.14, is it not?', 10.386397294360817],
  ['1,000-2,000 units (approx.)', '1,000-2,000 units, approx.', 41.11336169005198],
  ['&quot;Tom &amp; Jerry&quot; <b>', '"Tom & Jerry" <b>', 100.00000000000004],
  ['hyphen-\nated word\nnext', 'hyphenated word next', 100.00000000000004],
  [
    "Un caf\u00e9 \u00e0 la mode, s'il vous pla\u00eet.",
    "Un caf\u00e9 \u00e0 la mode s'il te pla\u00eet.",
    46.713797772819994,
  ],
  [
    '\u6211\u4eec \u4eca\u5929 \u53bb \u516c\u56ed',
    '\u6211\u4eec \u660e\u5929 \u53bb \u516c\u56ed',
    35.35533905932737,
  ],
  ['one two three four five six', 'six five four three two one', 12.703318703865376],
  [
    'It is a guide to action which ensures that the military always obeys the commands of the party.',
    'It is a guide to action that ensures that the military will forever heed Party commands.',
    39.67088290836578,
  ],
  ['a\u00a0b\ufeffc d', 'a b c d', 24.840753130578644],
  ['\ud83d\ude42.ok, 5.', '\ud83d\ude42 . ok , 5 .', 100.00000000000004],
]

it('sacrebleu equals the Python package, divided by 100', () => {
  for (const [candidate, reference, score] of scores) {
    const computed = sacrebleu(candidate, reference)
    assert.ok(
      computed !== 'too-large' && Math.abs(computed * 100 - score) < 1e-9,
      `${candidate}: ${computed}`,
    )
  }
})

it('sacrebleu accepts equal texts of any length and refuses other long ones', () => {
  const long = 'word '.repeat(300_000)
  assert.deepEqual([sacrebleu(long, long), sacrebleu(long, 'word'), sacrebleu('', '')], [1, 'too-large', 0])
})

it('the two BLEUs differ by their smoothing', () => {
  const texts = ['The cat sat on the mat.', 'The cat is on the mat.'] as const
  assert.deepEqual(
    [bleu(...texts), sacrebleu(...texts)].map((score) => Number(score).toFixed(4)),
    ['0.5915', '0.4889'],
  )
})
