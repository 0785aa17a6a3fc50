import type { ColumnCase } from './case.ts'

const assertion = { source: 'a', prompt: 'Is it polite?' }
const ask = { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\nhi\n</text>' }
const judgement = (value: unknown, reasoning = 'r') => ({ reasoning, value: value as never })
const repeated = (count: number) => ({
  kind: 'all',
  needs: Array.from({ length: count }, () => ({ kind: 'judge' })),
})

export const assertionCases: readonly ColumnCase[] = [
  [
    'null is judged as empty text',
    assertion,
    [null],
    { asks: { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\n\n</text>' } },
  ],
  [
    'an object as compact JSON',
    assertion,
    [{ a: 1 }],
    { asks: { kind: 'judge', user: '<assertion>\nIs it polite?\n</assertion>\n<text>\n{"a":1}\n</text>' } },
  ],
  [
    'a variable',
    { source: 'a', prompt: 'Is it {tone}?', variable_mappings: { tone: 'b' } },
    ['hi', 'kind'],
    { asks: { kind: 'judge', user: '<assertion>\nIs it kind?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'a variable that is null',
    { source: 'a', prompt: 'Is it {tone}?', variable_mappings: { tone: 'b' } },
    ['hi', null],
    { asks: { kind: 'judge', user: '<assertion>\nIs it ?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'a variable that is not mapped',
    { source: 'a', prompt: 'Is it {tone}?' },
    ['hi'],
    { fails: 'unmapped_variable' },
  ],
  [
    'braces of JSON stay',
    { source: 'a', prompt: 'Is it {"a": 1}?' },
    ['hi'],
    { asks: { kind: 'judge', user: '<assertion>\nIs it {"a": 1}?\n</assertion>\n<text>\nhi\n</text>' } },
  ],
  [
    'several assertions',
    { source: 'a', prompt: '["Is it A?", "Is it B?"]' },
    ['hi'],
    {
      asks: repeated(2),
      answer: [judgement(true), judgement(false)],
      gives: {
        is: { 'Is it A?': { value: true, reasoning: 'r' }, 'Is it B?': { value: false, reasoning: 'r' } },
      },
    },
  ],
  [
    'the prompt of the row wins',
    { ...assertion, prompt: 'Other', prompt_source: 'b' },
    ['hi', 'Is it polite?'],
    { asks: ask },
  ],
  ['no prompt at all', { source: 'a', prompt_source: 'b' }, ['hi', null], { fails: 'missing_value' }],
  ['an empty list', { source: 'a', prompt_source: 'b' }, ['hi', []], { fails: 'missing_value' }],
  ['a list of other things', { source: 'a', prompt_source: 'b' }, ['hi', [1]], { fails: 'not_a_list' }],
  [
    'an answer of another kind',
    assertion,
    ['hi'],
    { asks: ask, answer: judgement('yes'), gives: { fails: 'bad_answer' } },
  ],
  [
    'too few answers',
    { source: 'a', prompt: '["A", "B"]' },
    ['hi'],
    { asks: repeated(2), answer: [judgement(true)], gives: { fails: 'bad_answer' } },
  ],
  ['the judge failed', assertion, ['hi'], { asks: ask, refusal: 'no key' }],
  [
    'negated',
    { ...assertion, negate: true },
    ['hi'],
    { asks: ask, answer: judgement(true), gives: { is: { value: false, reasoning: 'r' } } },
  ],
  [
    'the majority of three judges wins',
    { ...assertion, repeats: 3 },
    ['hi'],
    {
      asks: repeated(3),
      answer: [judgement(true, '1'), judgement(false, '2'), judgement(false, '3')],
      gives: { is: { value: false, reasoning: '2', votes: [true, false, false] } },
    },
  ],
  [
    'two judges who differ do not pass',
    { ...assertion, repeats: 2 },
    ['hi'],
    {
      asks: repeated(2),
      answer: [judgement(true, '1'), judgement(false, '2')],
      gives: { is: { value: false, reasoning: '1', votes: [true, false] } },
    },
  ],
  [
    'two judges who differ do not pass when negated',
    { ...assertion, repeats: 2, negate: true },
    ['hi'],
    {
      asks: repeated(2),
      answer: [judgement(true, '1'), judgement(false, '2')],
      gives: { is: { value: false, reasoning: '1', votes: [true, false] } },
    },
  ],
  [
    'a score on a scale',
    { ...assertion, output: 'score', scale: { min: 1, max: 5 } },
    ['hi'],
    {
      asks: { kind: 'judge' },
      answer: judgement(4),
      gives: { is: { value: 4, score: 0.75, reasoning: 'r' } },
    },
  ],
  [
    'a score off the scale',
    { ...assertion, output: 'score', scale: { min: 1, max: 5 } },
    ['hi'],
    { asks: { kind: 'judge' }, answer: judgement(6), gives: { fails: 'bad_answer' } },
  ],
  [
    'the mean of scores',
    { ...assertion, output: 'score', repeats: 2 },
    ['hi'],
    {
      asks: repeated(2),
      answer: [judgement(0.5), judgement(1)],
      gives: { is: { value: 0.75, score: 0.75, reasoning: 'r', votes: [0.5, 1] } },
    },
  ],
  [
    'a label',
    { ...assertion, output: 'label', labels: ['good', 'bad'] },
    ['hi'],
    { asks: { kind: 'judge' }, answer: judgement('good'), gives: { is: { value: 'good', reasoning: 'r' } } },
  ],
  [
    'a label that passes',
    { ...assertion, output: 'label', labels: ['good', 'bad'], passing_labels: ['good'] },
    ['hi'],
    {
      asks: { kind: 'judge' },
      answer: judgement('good'),
      gives: { is: { value: true, label: 'good', reasoning: 'r' } },
    },
  ],
  [
    'a label that is not in the config',
    { ...assertion, output: 'label', labels: ['good', 'bad'] },
    ['hi'],
    { asks: { kind: 'judge' }, answer: judgement('ugly'), gives: { fails: 'bad_answer' } },
  ],
  [
    'the better in both orders',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: {
        kind: 'all',
        needs: [
          {
            user: '<criterion>\nIs it polite?\n</criterion>\n<text_a>\nhi\n</text_a>\n<text_b>\nyo\n</text_b>',
          },
          {
            user: '<criterion>\nIs it polite?\n</criterion>\n<text_a>\nyo\n</text_a>\n<text_b>\nhi\n</text_b>',
          },
        ],
      },
      answer: [judgement('A'), judgement('B')],
      gives: { is: { value: 1, winner: 'source', reasoning: 'r', votes: ['A', 'B'] } },
    },
  ],
  [
    'the first text winning in both orders is a tie',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: repeated(2),
      answer: [judgement('A'), judgement('A')],
      gives: { is: { value: 0.5, winner: 'tie', reasoning: 'r', votes: ['A', 'A'] } },
    },
  ],
  [
    'the worse in both orders',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', 'yo'],
    {
      asks: repeated(2),
      answer: [judgement('B'), judgement('A')],
      gives: { is: { value: 0, winner: 'other', reasoning: 'r', votes: ['B', 'A'] } },
    },
  ],
  [
    'no text to compare',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    [null, 'yo'],
    { fails: 'missing_value' },
  ],
  [
    'no text to compare with',
    { ...assertion, output: 'pairwise', compare_with: 'b' },
    ['hi', ''],
    { fails: 'missing_value' },
  ],
  [
    'another model',
    { ...assertion, model: { provider: 'p', name: 'm' } },
    ['hi'],
    { asks: { ...ask, model: { provider: 'p', name: 'm' } } },
  ],
  [
    'no prompt',
    { source: 'a' },
    [],
    { refuses: 'config.prompt: is required unless prompt_source is given.' },
  ],
  [
    'a label as output without labels',
    { ...assertion, output: 'label' },
    [],
    { refuses: 'config.labels: is required.' },
  ],
  [
    'a passing label that is not among the labels',
    { ...assertion, output: 'label', labels: ['a'], passing_labels: ['b'] },
    [],
    { refuses: 'config.passing_labels: has b, which is none of the labels.' },
  ],
  [
    'a scale upside down',
    { ...assertion, output: 'score', scale: { min: 1, max: 0 } },
    [],
    { refuses: 'config.scale: must have its min below its max.' },
  ],
  [
    'too many repeats',
    { ...assertion, repeats: 16 },
    [],
    { refuses: 'config.repeats: must be a whole number from 1 to 15.' },
  ],
]
