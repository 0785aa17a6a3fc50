import type { ColumnCase } from './case.ts'

const when = (left_config: object, operator: string, right_config?: object) => ({
  conditionals: [{ position: 0, operator, left_config, right_config }],
})
const a = { source: 'a' }
const is = (static_value: unknown) => ({ static_value })

export const conditionCases: readonly ColumnCase[] = [
  [
    'digits beyond doubles are compared',
    { conditionals: [{ operator: '<', left_config: { source: 'a' }, right_config: { source: 'b' } }] },
    ['-9007199254740993', '-9007199254740992.0'],
    { is: true },
  ],
  ['equal numbers', when(a, '=', is(1)), ['1.0'], { is: true }],
  ['other case', when(a, '=', is('X')), ['x'], { is: false }],
  ['at least', when(a, '>=', is(2)), ['2'], { is: true }],
  ['texts have no order', when(a, '<', is('b')), ['a'], { fails: 'not_comparable' }],
  ['null has no order', when(a, '<', is(2)), [null], { is: false }],
  ['null equals null', when(a, '=', is(null)), [null], { is: true }],
  ['null is not empty text', when(a, '=', is('')), [null], { is: false }],
  ['null is not equal to text', when(a, '!=', is('x')), [null], { is: true }],
  ['in a list as JSON text', when(a, 'in', is('["x"]')), ['x'], { is: true }],
  ['not in a list', when(a, 'not_in', is(['x'])), ['y'], { is: true }],
  ['null does not pass not_in', when(a, 'not_in', is(['x'])), [null], { is: false }],
  ['in a text', when(a, 'in', is('xyz')), ['y'], { fails: 'not_a_list' }],
  ['is null', when(a, 'is_null'), [null], { is: true }],
  ['empty text is not null', when(a, 'is_null'), [''], { is: false }],
  ['is not null', when(a, 'is_not_null'), [0], { is: true }],
  ['a verdict and true', when(a, '=', is(true)), [{ value: true, reasoning: 'r' }], { is: true }],
  ['two columns', when(a, '=', { source: 'b' }), ['x', 'x'], { is: true }],
  [
    'and, one false',
    { conditionals: [when(a, '>', is(1)).conditionals[0], when(a, '<', is(3)).conditionals[0]] },
    [4, 4],
    { is: false },
  ],
  [
    'or',
    {
      is_and: false,
      conditionals: [when(a, '<', is(1)).conditionals[0], when(a, '>', is(3)).conditionals[0]],
    },
    [4, 4],
    { is: true },
  ],
  [
    'no conditions',
    { conditionals: [] },
    [],
    { refuses: 'config.conditionals: needs at least 1 condition.' },
  ],
  ['no config', null, [], { refuses: 'config.conditionals: is required.' }],
  [
    'an unknown operator',
    when(a, 'like', is('x')),
    [],
    { refuses: 'config.conditionals.0.operator: must be one of = !=' },
  ],
  ['no right side', when(a, '='), [], { refuses: 'config.conditionals.0.right_config: is required.' }],
  [
    'an empty side',
    when({}, '=', is(1)),
    [],
    { refuses: 'config.conditionals.0.left_config: needs a source or a static_value.' },
  ],
]
