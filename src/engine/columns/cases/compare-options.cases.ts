import type { ColumnCase } from './case.ts'

const two = { sources: ['a', 'b'] }
const text = { ...two, comparison_type: { type: 'STRING' } }
const json = { ...two, comparison_type: { type: 'JSON' } }
const number = { ...two, comparison_type: { type: 'NUMBER' } }
const numbers = (operator: string) => ({ ...two, comparison_type: { type: 'NUMBER', operator } })
const same = { comparison_result: true }

/** Options of COMPARE that PromptLayer does not have, and edge cases of its types. */
export const compareOptionCases: readonly ColumnCase[] = [
  [
    'outside an absolute tolerance',
    { ...two, comparison_type: { type: 'NUMBER', tolerance: { absolute: 0.5 } } },
    [10, 10.6],
    { is: { comparison_result: false } },
  ],
  [
    'within a relative tolerance',
    { ...two, comparison_type: { type: 'NUMBER', tolerance: { relative: 0.1 } } },
    [90, 100],
    { is: same },
  ],
  [
    'not equal with a tolerance',
    { ...two, comparison_type: { type: 'NUMBER', operator: 'NE', tolerance: { absolute: 1 } } },
    [1, 1.5],
    { is: { comparison_result: false } },
  ],
  [
    'edit distance',
    { ...two, comparison_type: { type: 'STRING', similarity: 'levenshtein' } },
    ['kitten', 'sittin'],
    { is: 2 / 3 },
  ],
  [
    'edit distance of null and empty text',
    { ...two, comparison_type: { type: 'STRING', similarity: 'levenshtein' } },
    [null, ''],
    { is: 1 },
  ],
  [
    'edit distance to null',
    { ...two, comparison_type: { type: 'STRING', similarity: 'levenshtein' } },
    ['abc', null],
    { is: 0 },
  ],
  [
    'ROUGE-L',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['the cat sat', 'The cat was sat!'],
    { is: 6 / 7 },
  ],
  [
    'ROUGE-L without a common word',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['a', 'b'],
    { is: 0 },
  ],
  [
    'ROUGE-L of texts without words',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['!!!', '😀'],
    { is: 0 },
  ],
  [
    'ROUGE-L of null and a blank',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    [null, ' '],
    { is: 0 },
  ],
  [
    'ROUGE-L of equal texts without words',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['👍', '👍'],
    { is: 1 },
  ],
  [
    'ROUGE-L of words with marks, composed and not',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['caf\u00e9 हिन्दी', 'cafe\u0301 हन्द'],
    { is: 1 / 2 },
  ],
  [
    'BLEU of null and a blank',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' } },
    [null, ' '],
    { is: 0 },
  ],
  [
    'BLEU of texts that are too long',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' } },
    ['word '.repeat(100_001), 'other '.repeat(100_000)],
    { fails: 'too_large' },
  ],
  [
    'BLEU of equal texts, however long',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' } },
    ['word '.repeat(300_000), 'word '.repeat(300_000)],
    { is: 1 },
  ],
  [
    'ROUGE-L of a text without words that is too long',
    { ...two, comparison_type: { type: 'STRING', similarity: 'rouge_l' } },
    ['!'.repeat(1_000_001), '?'],
    { fails: 'too_large' },
  ],
  [
    'BLEU of composed letters and their parts',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' } },
    ['na\u00efve caf\u00e9', 'nai\u0308ve cafe\u0301'],
    { is: 1 },
  ],
  [
    'BLEU without a common word',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' } },
    ['a b', 'c d'],
    { is: 0 },
  ],
  [
    'graded, equal',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['{"a":[1,"x"]}', { a: [1, 'x'] }],
    { is: 1 },
  ],
  [
    'graded, half the keys',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['{"a":1,"b":2}', '{"a":1}'],
    { is: 0.5 },
  ],
  [
    'graded, a number near',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['3', '1'],
    { is: 0.5 },
  ],
  [
    'graded, lists of other lengths',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['[1,2,3,4]', '[1]'],
    { is: 0.25 },
  ],
  [
    'graded, values of different types',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['[]', '{}'],
    { is: 0 },
  ],
  [
    'graded, no JSON',
    { ...two, comparison_type: { type: 'JSON', mode: 'score' } },
    ['nope', '{}'],
    { is: 0, evidence: { reason: 'Column "a" is not JSON.' } },
  ],
  ['leading and trailing zeros are ignored', number, ['+0012.500', '125e-1'], { is: same }],
  ['zeros are equal', number, ['-0.0', '0e5'], { is: same }],
  ['nearer to zero than a double', numbers('GT'), ['1e-400', 0], { is: same }],
  [
    'long numbers within a tolerance',
    { ...two, comparison_type: { type: 'NUMBER', tolerance: { absolute: 2 } } },
    ['9007199254740993', '9007199254740992'],
    { is: same },
  ],
  ['a type in lower case', { ...two, comparison_type: { type: 'json' } }, ['{}', '{ }'], { is: same }],
  [
    'a number too large for any double is no JSON',
    json,
    ['1e999', '1e999'],
    { is: { comparison_result: false, diff: { reason: 'Column "a" is not JSON.' } } },
  ],
  [
    'empty text does not pass a negated comparison',
    { ...text, negate: true },
    ['', 'x'],
    { is: { comparison_result: false, diff: { reason: 'Column "a" has no value.' } } },
  ],
  [
    'blanks do not pass a negated comparison',
    { ...text, negate: true },
    [' \n', 'x'],
    { is: { comparison_result: false, diff: { reason: 'Column "a" has no value.' } } },
  ],
  [
    'any text differs from an empty target',
    { sources: ['a'], target: '', negate: true },
    ['x'],
    { is: { comparison_result: true, diff: { at: 0, left: 'x', right: '' } } },
  ],
  [
    'a negated similarity',
    { ...two, comparison_type: { type: 'STRING', similarity: 'bleu' }, negate: true },
    [],
    { refuses: 'config.negate: applies only to a comparison that passes or fails.' },
  ],
  ['no config', null, [], { refuses: 'config.sources: is required.' }],
  [
    'one source without a target',
    { sources: ['a'] },
    [],
    { refuses: 'config.sources: needs 2 columns, or 1 and a target.' },
  ],
  [
    'two sources and a target',
    { sources: ['a', 'b'], target: 'x' },
    [],
    { refuses: 'config.target: cannot be combined with two columns.' },
  ],
  ['three sources', { sources: ['a', 'b', 'c'] }, [], { refuses: 'config.sources: needs 1 to 2 columns.' }],
  ['a blank source', { sources: ['a', ' '] }, [], { refuses: 'config.sources.1: must not be blank.' }],
  [
    'sources that are no list',
    { sources: 'a' },
    [],
    { refuses: 'config.sources: must be a list of columns.' },
  ],
  [
    'an unknown type',
    { ...two, comparison_type: 'XML' },
    [],
    { refuses: 'config.comparison_type.type: must be one of STRING, JSON, NUMBER.' },
  ],
  [
    'a path for texts',
    { ...two, comparison_type: { type: 'STRING', json_path: '$.a' } },
    [],
    { refuses: 'config.comparison_type.json_path: applies only to the type JSON.' },
  ],
  [
    'an invalid path',
    { ...two, comparison_type: { type: 'JSON', json_path: '$[' } },
    [],
    { refuses: 'config.comparison_type.json_path: is not a JSONPath' },
  ],
  [
    'an operator for texts',
    { ...two, comparison_type: { type: 'STRING', operator: 'GT' } },
    [],
    { refuses: 'config.comparison_type.operator: applies only to the type NUMBER.' },
  ],
  [
    'a negative tolerance',
    { ...two, comparison_type: { type: 'NUMBER', tolerance: { absolute: -1 } } },
    [],
    { refuses: 'config.comparison_type.tolerance.absolute: must not be below 0.' },
  ],
  [
    'a tolerance for an order',
    { ...two, comparison_type: { type: 'NUMBER', operator: 'GT', tolerance: { absolute: 1 } } },
    [],
    { refuses: 'config.comparison_type.tolerance: applies only to the operators EQ and NE.' },
  ],
]
