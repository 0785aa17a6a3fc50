import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesPattern, overrideFor, type PriceOverride } from './override.ts'

for (const [pattern, text, fits] of [
  ['gpt-4o', 'gpt-4o', true],
  ['gpt-4o', 'gpt-4o-mini', false],
  ['gpt-4o*', 'gpt-4o', true],
  ['gpt-4o*', 'gpt-4o-mini', true],
  ['*', '', true],
  ['*', 'anything', true],
  ['*mini', 'gpt-4o-mini', true],
  ['*mini', 'gpt-4o-mini-2', false],
  ['ft:*:acme:*', 'ft:gpt-4o:acme::x', true],
  ['ft:*:acme:*', 'ft:gpt-4o:other::x', false],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a**b', 'ab', true],
  ['*a*b*', 'ba', false],
  ['a.c', 'abc', false],
] as const)
  test(`${pattern} ${fits ? 'fits' : 'does not fit'} ${text}`, () =>
    assert.equal(matchesPattern(pattern, text), fits))

const own = (model: string, changes: Partial<PriceOverride> = {}): PriceOverride => ({
  provider: null,
  model,
  from: 0,
  to: null,
  serviceTier: null,
  rates: {},
  ...changes,
})

const gpt4o = { provider: 'openai', model: 'gpt-4o', serviceTier: null, time: 10 }

test('the narrowest override wins, then the one that began last', () => {
  const ladder = [
    own('*'),
    own('gpt-*'),
    own('gpt-4*'),
    own('gpt-4*', { provider: 'openai' }),
    own('gpt-4*', { provider: 'openai', from: 5 }),
    own('gpt-4o'),
    own('GPT-4o', { provider: 'OpenAI' }),
  ]
  for (let length = 1; length <= ladder.length; length++) {
    const some = ladder.slice(0, length)
    assert.equal(overrideFor(some, gpt4o), some.at(-1))
    assert.equal(overrideFor(some.toReversed(), gpt4o), some.at(-1))
  }
})

test('overrides of the future or of another provider do not apply', () => {
  const overrides = [own('m', { from: 10 }), own('m', { provider: 'other' })]
  assert.equal(overrideFor(overrides, { ...gpt4o, model: 'm', time: 9 }), undefined)
  assert.equal(overrideFor(overrides, { ...gpt4o, model: 'm' }), overrides[0])
})

test('an override applies to its service tier only, until its end', () => {
  const [standard, flex] = [own('gpt-4o', { to: 20 }), own('gpt-4o', { serviceTier: 'flex' })]
  const overrideOf = (changes: Partial<typeof gpt4o> | { serviceTier: string }) =>
    overrideFor([standard, flex], { ...gpt4o, ...changes })
  assert.deepEqual(
    [overrideOf({}), overrideOf({ time: 19 }), overrideOf({ time: 20 }), overrideOf({ serviceTier: 'flex' })],
    [standard, standard, undefined, flex],
  )
  assert.equal(overrideOf({ serviceTier: 'batch' }), undefined)
})
