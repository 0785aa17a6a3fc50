import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  alignmentKeys,
  byRegression,
  comparePaired,
  compareRows,
  describeComparison,
  meanInterval,
  seededRandom,
  wilson,
} from './index.ts'

const near = (actual: number | undefined, expected: number, by = 5e-4) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < by, `${actual} is not ${expected}`)
const keyed = (values: readonly (number | null)[]) =>
  new Map(values.map((value, index) => [`${index}`, value]))

describe('intervals', () => {
  it('Wilson has the textbook figures and never leaves 0 to 1', () => {
    // Newcombe (1998), table of method 3: 81 of 263, and 0 of 20.
    near(wilson(81, 263)!.low, 0.2553)
    near(wilson(81, 263)!.high, 0.3662)
    near(wilson(0, 20)!.low, 0)
    near(wilson(0, 20)!.high, 0.1611)
    near(wilson(29, 29)!.low, 0.883)
    near(wilson(29, 29)!.high, 1)
    assert.equal(wilson(0, 0), null)
    for (const total of [1, 4, 6, 7, 100])
      assert.deepEqual([wilson(0, total)!.low, wilson(total, total)!.high], [0, 1])
  })

  it('the bootstrap is the same for the same seed and holds the mean', () => {
    const values = Array.from({ length: 60 }, (_, index) => index % 5)
    const interval = meanInterval(values, seededRandom(1))!
    assert.deepEqual(interval, meanInterval(values, seededRandom(1)))
    assert.ok(interval.low < 2 && interval.high > 2 && interval.high - interval.low < 1)
    assert.equal(meanInterval([1], seededRandom(1)), null)
  })

  it('many values use the normal approximation, which agrees with the bootstrap', () => {
    const random = seededRandom(7)
    const values = Array.from({ length: 5_000 }, () => Number(random() < 0.3))
    const [few, many] = [meanInterval(values, random)!, meanInterval([...values, 0], random)!]
    assert.deepEqual([few.method, many.method], ['bootstrap', 'normal'])
    near(few.low, many.low, 3e-3)
    near(few.high, many.high, 3e-3)
  })

  it('holds the true mean about 19 times of 20', () => {
    const random = seededRandom(3)
    let heldRounds = 0
    for (let round = 0; round < 200; round++) {
      const interval = meanInterval(Array.from({ length: 40 }, random), random)!
      heldRounds += Number(interval.low <= 0.5 && interval.high >= 0.5)
    }
    assert.ok(heldRounds >= 175 && heldRounds < 200, `${heldRounds} of 200`)
  })
})

describe('comparePaired', () => {
  const before = keyed(Array.from({ length: 40 }, (_, index) => (index % 4) / 4))

  it('finds true differences in both directions', () => {
    const after = keyed([...before.values()].map((value, index) => value! + (index % 3 === 0 ? 0.2 : 0.1)))
    assert.equal(comparePaired(before, after, seededRandom(1)).finding, 'better')
    assert.equal(comparePaired(after, before, seededRandom(1)).finding, 'worse')
    assert.equal(comparePaired(before, after, seededRandom(1), true).finding, 'worse')
    assert.match(
      describeComparison(comparePaired(before, after, seededRandom(1))),
      /^Better: \+0\.13\d \(95 % .*40 rows/,
    )
  })

  it('says how many rows it leaves out', () => {
    const after = new Map<string, number | null>([...before].map(([key, value]) => [key, value! + 0.1]))
    for (const key of [...before.keys()].slice(0, 3)) after.set(key, null)
    after.set('new', 1)
    const compared = comparePaired(before, after, seededRandom(1))
    assert.match(
      describeComparison(compared),
      /37 of them different\)\. Not compared: 1 without a value before, 3 without a value after$/,
    )
  })

  it('reports no difference', () => {
    const after = keyed([...before.values()].map((value, index) => value! + (index % 2 === 0 ? 0.1 : -0.1)))
    const compared = comparePaired(before, after, seededRandom(1))
    assert.equal(compared.finding, 'not significant')
    assert.match(describeComparison(compared), /^No significant difference/)
    assert.equal(comparePaired(before, before, seededRandom(1)).finding, 'not significant')
  })

  /** Compares `total` rows, of which `gained` pass only afterwards and `lost` only before. */
  const passes = (gained: number, lost: number, total = 100) => {
    const from = keyed(Array.from({ length: total }, (_, index) => Number(index >= gained)))
    const to = keyed(Array.from({ length: total }, (_, index) => Number(index < total - lost)))
    return comparePaired(from, to, seededRandom(1))
  }

  it('agrees with the exact McNemar test for shares', () => {
    const chance = (few: number, many: number) => {
      const differing = few + many
      let [ways, sum] = [1, 0]
      for (let index = 0; index <= few; index++) {
        sum += ways
        ways = (ways * (differing - index)) / (index + 1)
      }
      return Math.min(1, (2 * sum) / 2 ** differing)
    }
    for (let gained = 0; gained <= 20; gained++)
      for (let lost = 0; lost <= gained; lost++) {
        const exact = chance(lost, gained)
        // Near 0.05 the two tests may differ.
        if (exact > 0.03 && exact < 0.07) continue
        const { finding, interval } = passes(gained, lost)
        assert.equal(finding, exact < 0.05 ? 'better' : 'not significant', `${gained}, ${lost}: ${exact}`)
        assert.equal(interval!.method, 'adjusted')
      }
    // Bonett and Price (2012), 5 and 1 of 24 by hand: 6/26 - 2/26 and 1.96 standard errors.
    const { low, high } = passes(5, 1, 24).interval!
    const half = 1.959964 * Math.sqrt((8 / 26 - (4 / 26) ** 2) / 26)
    near(low, 4 / 26 - half, 1e-9)
    near(high, 4 / 26 + half, 1e-9)
  })

  it('finds nothing in nearly equal rows and still has an interval', () => {
    assert.deepEqual([passes(4, 0).finding, passes(0, 4).finding], ['not significant', 'not significant'])
    assert.deepEqual([passes(12, 0).finding, passes(0, 12).finding], ['better', 'worse'])
    const same = passes(0, 0)
    assert.equal(same.finding, 'not significant')
    assert.ok(same.interval!.low < 0 && same.interval!.high > 0)
    const graded = (raised: number) => {
      const from = keyed(Array.from({ length: 100 }, (_, index) => (index % 4) / 4))
      const to = keyed(
        Array.from({ length: 100 }, (_, index) => (index % 4) / 4 + (index < raised ? 0.5 : 0)),
      )
      return comparePaired(from, to, seededRandom(1))
    }
    assert.deepEqual([graded(5).finding, graded(5).differing], ['not significant', 5])
    assert.match(
      describeComparison(graded(5)),
      /^No significant difference: .* 100 rows, 5 of them different\)$/,
    )
    assert.equal(graded(12).finding, 'better')
  })

  it('agrees with the exhaustive bootstrap', () => {
    const differences = [0.5, -0.25, 0.75, 1, 0.1, 0.3]
    const count = differences.length
    const means: number[] = []
    for (let sample = 0; sample < count ** count; sample++) {
      let [rest, sum] = [sample, 0]
      for (let draw = 0; draw < count; draw++) {
        sum += differences[rest % count]!
        rest = Math.floor(rest / count)
      }
      means.push(sum / count)
    }
    means.sort((a, b) => a - b)
    const { low, high } = meanInterval(differences, seededRandom(1))!
    // Student's t of 5 degrees, times the root of 6/5: 0.24 % of the normal distribution on each side.
    near(low, means[Math.floor(0.0024 * means.length)]!, 0.05)
    near(high, means[Math.floor(0.9976 * means.length)]!, 0.05)
  })

  it('seldom finds a difference in few random differences', () => {
    const random = seededRandom(11)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const significant = (count: number) => {
      let significantRounds = 0
      for (let round = 0; round < 300; round++) {
        const zeros = keyed(Array.from({ length: count }, () => 0))
        const { finding } = comparePaired(zeros, keyed(Array.from({ length: count }, normal)), random)
        significantRounds += Number(finding !== 'not significant')
      }
      return significantRounds / 300
    }
    // Plain percentiles: 0.16, 0.13 and 0.08.
    const findings = [6, 8, 12].map(significant)
    assert.ok(
      findings.every((share) => share < 0.1),
      findings.join(),
    )
  })

  it('ignores rounding errors', () => {
    const [from, to] = [Array.from({ length: 8 }, () => 0.3), Array.from({ length: 8 }, () => 0.1 + 0.2)]
    assert.equal(comparePaired(keyed(from), keyed(to), seededRandom(1)).differing, 0)
    assert.equal(compareRows(keyed(from), keyed(to)).counts.same, 8)
  })

  it('does not pair missing values and finds nothing in few rows', () => {
    const compared = comparePaired(keyed([1, null, 1, 0]), keyed([0, 1, null]), seededRandom(1))
    assert.deepEqual([compared.pairs, compared.missingBefore, compared.missingAfter], [1, 1, 2])
    assert.deepEqual([compared.before, compared.after, compared.finding], [1, 0, 'too few pairs'])
    assert.match(describeComparison(compared), /^Not enough rows to compare: 1/)
    assert.equal(comparePaired(new Map(), new Map(), seededRandom(1)).difference, null)
  })
})

describe('compareRows', () => {
  it('orders rows from the largest loss to the largest gain', () => {
    const { rows } = compareRows(keyed([1, 0, 1, 0.5, null]), keyed([0.5, 1, 0, 0.5, 1]))
    const order = (lowerIsBetter: boolean) => byRegression(rows, lowerIsBetter).map(({ key }) => key)
    assert.deepEqual(order(false), ['2', '0', '3', '1', '4'])
    assert.deepEqual(order(true), ['1', '3', '0', '2', '4'])
  })

  it('counts each row once', () => {
    const { rows, counts } = compareRows(keyed([1, 0, 1, null]), keyed([0, 1, 1, 1, 1]))
    assert.deepEqual(
      rows.map(({ change }) => change),
      ['regressed', 'improved', 'same', 'missing', 'missing'],
    )
    assert.deepEqual(counts, { improved: 1, regressed: 1, same: 1, missing: 2 })
    assert.equal(compareRows(keyed([1]), keyed([0]), true).counts.improved, 1)
  })

  it('numbers repeated keys', () => {
    assert.deepEqual(alignmentKeys(['a', 'b', 'a', null]), ['1=a', '1=b', '2=a', '#3'])
  })
})
