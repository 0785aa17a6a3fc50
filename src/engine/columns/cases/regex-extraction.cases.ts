import type { ColumnCase } from './case.ts'

const on = (regex_pattern: string, more: object = {}) => ({ source: 'a', regex_pattern, ...more })

/** The answers are those of Python's `re.findall`, tried on Python 3.11 by hand. */
export const regexExtractionCases: readonly ColumnCase[] = [
  ['whole matches', on('\\d+'), ['1 and 22'], { is: ['1', '22'] }],
  ['one group', on('(\\w)=\\d'), ['a=1 b=2'], { is: ['a', 'b'] }],
  [
    'a group without a match',
    on('(a)|(b)'),
    ['ab'],
    {
      is: [
        ['a', ''],
        ['', 'b'],
      ],
    },
  ],
  ['one group of two', on('(\\w)=(\\d)', { group: 2 }), ['a=1 b=2'], { is: ['1', '2'] }],
  ['no match', on('x'), ['abc'], { is: [] }],
  ['null', on('x'), [null], { is: [] }],
  ['empty matches beside others', on('\\w*'), ['ab c'], { is: ['ab', '', 'c', ''] }],
  ['an object as compact JSON', on('"(\\w+)":'), [{ k: 1, l: 2 }], { is: ['k', 'l'] }],
  ['the older spelling', { source: 'a', pattern: 'b+' }, ['abbab'], { is: ['bb', 'b'] }],
  ['a lookahead', on('\\w+(?=:)'), ['a: b c:'], { sandbox: ['a', 'c'] }],
  ['a back-reference', on('(\\w)\\1'), ['aabbc'], { sandbox: ['a', 'b'] }],
  ['words with accents', on('\\b\\w+\\b'), ['où ça'], { sandbox: ['où', 'ça'] }],
  ['an emoji', on('.'), ['😀a'], { is: ['😀', 'a'] }],
  ['no pattern', { source: 'a' }, [], { refuses: 'config.regex_pattern: is required.' }],
  [
    'a group that does not exist',
    on('(a)', { group: 2 }),
    [],
    { refuses: 'config.group: is not a group of the pattern.' },
  ],
  [
    'a group of a pattern that is too long',
    on('x'.repeat(20_000), { group: 0 }),
    [],
    { refuses: 'config.regex_pattern: is longer than' },
  ],
  ['a bad pattern', on('('), [], { refuses: 'config.regex_pattern: has a ( that is never closed.' }],
]
