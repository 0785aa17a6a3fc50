import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stableHash } from './hash.ts'
import { chooseSplit, problemsOf, type TrafficRule } from './index.ts'

interface Named {
  readonly name: number
  readonly percentage: number
}
const shares = (...percentages: number[]): Named[] =>
  percentages.map((percentage, name) => ({ name, percentage }))
const everyone = (...percentages: number[]): TrafficRule<Named>[] => [
  { segment: null, splits: shares(...percentages) },
]
const known = (metadata: Record<string, unknown>, rest: { stickyKey?: string; salt?: string } = {}) => ({
  metadata,
  stickyKey: null,
  salt: 'a',
  random: 0,
  ...rest,
})

/** Percentages with two decimals that add up to 100. */
const percentages = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 0, maxLength: 5 })
  .map((cuts) => {
    const ends = [...cuts.sort((a, b) => a - b), 10_000]
    return ends.map((end, index) => (end - (ends[index - 1] ?? 0)) / 100)
  })

test('the hash is unchanged', () => {
  assert.deepEqual(['', 'a', 'user-1', 'ü✓'].map(stableHash), [2872998923, 2448022055, 987844803, 2382287357])
})

test('users are spread by the percentages', () => {
  const users = 10_000
  fc.assert(
    fc.property(percentages, fc.string(), fc.string(), (percentages, salt, prefix) => {
      const counts = percentages.map(() => 0)
      for (let user = 0; user < users; user++) {
        const chosen = chooseSplit(everyone(...percentages), known({ user_id: `${prefix}${user}` }, { salt }))
        counts[chosen!.name]!++
      }
      percentages.forEach((percentage, name) => {
        const share = percentage / 100
        const deviation = Math.sqrt((share * (1 - share)) / users)
        const off = Math.abs(counts[name]! / users - share)
        assert.ok(off <= 6 * deviation + 1e-9, `${percentage} % became ${counts[name]} of ${users}`)
      })
    }),
  )
})

test('a user gets the same split with any other metadata', () => {
  const metadata = fc.dictionary(fc.string(), fc.jsonValue())
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(
      percentages,
      fc.string(),
      metadata,
      metadata,
      random,
      (percentages, user, left, right, number) => {
        const reader = (rest: object) => ({ ...known({ ...rest, team: user }, { stickyKey: 'team' }) })
        const first = chooseSplit(everyone(...percentages), reader(left))
        assert.ok(first)
        assert.equal(
          chooseSplit(everyone(...percentages), { ...reader(right), random: number })!.name,
          first.name,
        )
      },
    ),
  )
})

test('a growing share keeps its users', () => {
  const two = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(two, fc.string(), ([a, b], user_id) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)]
      const before = chooseSplit(everyone(less, 100 - less), known({ user_id }))
      const after = chooseSplit(everyone(more, 100 - more), known({ user_id }))
      if (before!.name === 0) assert.equal(after!.name, 0)
    }),
  )
})

test('labels split independently of each other', () => {
  const both = Array.from({ length: 10_000 }, (_, user) => {
    const nameIn = (salt: string) =>
      chooseSplit(everyone(50, 50), known({ user_id: `u${user}` }, { salt }))!.name
    return nameIn('1') === 0 && nameIn('2') === 0
  })
  assert.ok(Math.abs(both.filter(Boolean).length - 2_500) < 260)
})

test('the first rule with a matching segment decides; values are compared as text', () => {
  const rules: TrafficRule<Named>[] = [
    { segment: { plan: 'pro', seats: [5, '10'] }, splits: [{ name: 1, percentage: 100 }] },
    { segment: { beta: true }, splits: [{ name: 2, percentage: 100 }] },
    { segment: null, splits: [{ name: 3, percentage: 100 }] },
  ]
  const served = (metadata: Record<string, unknown>) => chooseSplit(rules, known(metadata))!.name
  assert.equal(served({ plan: 'pro', seats: 10 }), 1)
  assert.equal(served({ plan: 'pro', seats: '5', beta: true }), 1)
  assert.equal(served({ plan: 'pro', beta: 'true' }), 2)
  assert.equal(served({ plan: 'pro', seats: null }), 3)
  assert.equal(served({ plan: 'Pro', seats: [5] }), 3)
  assert.equal(served({}), 3)
})

test('without the sticky key all metadata decides, in any order; without metadata the random number does', () => {
  const rules = everyone(50, 50)
  const name = (reader: Parameters<typeof chooseSplit>[1]) => chooseSplit(rules, reader)!.name
  const users = Array.from({ length: 50 }, (_, n) => n)
  for (const n of users) {
    assert.equal(name(known({ a: n, b: 1 })), name(known({ b: 1, a: n })))
    assert.equal(name(known({ user_id: n })), name(known({ user_id: String(n), other: n })))
  }
  assert.equal(new Set(users.map((n) => name(known({ a: n })))).size, 2)
  assert.deepEqual(
    [0, 0.4999, 0.5, 0.9999].map((random) => name({ ...known({}), random })),
    [0, 0, 1, 1],
  )
  assert.equal(name(known({ toString: 'x' }, { stickyKey: 'constructor' })), name(known({ toString: 'x' })))
})

test('a split of 0 % is never chosen', () => {
  for (const random of [0, 0.5, 0.999999])
    assert.equal(chooseSplit(everyone(0, 100, 0), { ...known({}), random })!.name, 1)
})

test('rules that do not decide every read are reported with their path', () => {
  const splits = shares(100)
  assert.deepEqual(problemsOf(everyone(33.33, 33.33, 33.34)), [])
  assert.deepEqual(
    problemsOf([
      { segment: { a: 1 }, splits },
      { segment: null, splits },
    ]),
    [],
  )
  const paths = (rules: TrafficRule[]) => problemsOf(rules).map(({ path }) => path.join('.'))
  assert.deepEqual(paths([{ segment: { a: 1 }, splits }]), ['0.segment'])
  assert.deepEqual(
    paths([
      { segment: null, splits },
      { segment: null, splits },
    ]),
    ['0.segment'],
  )
  assert.deepEqual(paths([{ segment: null, splits: shares(50, 49.99) }]), ['0.splits'])
})
