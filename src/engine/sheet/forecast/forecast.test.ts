import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Limits, startingLimits } from '../../schedule/index.ts'
import { type CellCost, forecast } from './index.ts'

const cell = (price: string | null, latencyMilliseconds = 100, tokens = 10): CellCost => ({
  calls: 1,
  inputTokens: tokens,
  outputTokens: tokens,
  price,
  latencyMilliseconds,
})
const column = (known: readonly CellCost[], cells = 1_000, id = 'c', pool = 'p') => ({
  column: id,
  pool,
  cells,
  paid: true,
  known,
})

/** The limits of a pool to which an overload left these slots. */
const slots = (concurrency: number) => ({ ...startingLimits, isStarting: false, concurrency })
const pools = (concurrency: number) => new Map([['p', slots(concurrency)]])

describe('forecast', () => {
  it('multiplies the exact cost of the sample if all cells are equal', () => {
    const { total } = forecast([column(Array.from({ length: 5 }, () => cell('0.0001')))], pools(10))
    assert.deepEqual(total.money, { low: '0.1', likely: '0.1', high: '0.1' })
    assert.deepEqual(total.calls, { low: 1_000, likely: 1_000, high: 1_000 })
    assert.deepEqual(total.inputTokens?.likely, 10_000)
    assert.deepEqual(total.seconds, { low: 10, likely: 10, high: 10 })
  })

  it('is wider when cells differ, and narrower with more of them', () => {
    const known = (count: number) =>
      Array.from({ length: count }, (_, index) => cell(index % 2 === 0 ? '1' : '3'))
    const width = (count: number) => {
      const { low, likely, high } = forecast([column(known(count))], pools(1)).total.money!
      assert.ok(Number(low) < Number(likely) && Number(likely) < Number(high))
      return Number(high) - Number(low)
    }
    assert.ok(width(40) < width(4))
    const one = forecast([column([cell('2')])], pools(1)).total.money
    assert.deepEqual(one, { low: '1000', likely: '2000', high: '4000' })
  })

  it('has no time if no latency is known, else the time of the columns whose latency is known', () => {
    const estimated = { ...cell('0.0001'), latencyMilliseconds: null }
    const alone = forecast([column([estimated])], pools(10))
    assert.deepEqual([alone.total.seconds, alone.total.money?.likely, alone.unknown], [null, '0.1', []])
    const both = forecast([column([estimated]), column([cell('0.0001')], 1_000, 'd')], pools(10))
    assert.deepEqual(
      [both.total.seconds?.likely, both.columns[0]!.figures?.seconds, both.total.money?.likely],
      [10, null, '0.2'],
    )
  })

  it('does not treat unknown costs as free', () => {
    const { columns, unknown, total } = forecast(
      [column([], 10, 'new'), column([cell('1'), cell('1')], 10, 'old')],
      pools(1),
    )
    assert.deepEqual(unknown, [{ column: 'new', missing: 'everything' }])
    assert.equal(columns[0]!.figures, null)
    assert.equal(total.money!.likely, '10')
  })

  it('returns calls and tokens if only the price is unknown', () => {
    const { columns, unknown, total } = forecast(
      [column([cell(null), cell('1')], 10, 'own'), column([cell('1'), cell('1')], 10, 'old')],
      pools(1),
    )
    assert.deepEqual(unknown, [{ column: 'own', missing: 'money' }])
    assert.equal(columns[0]!.figures!.money, null)
    assert.equal(columns[0]!.figures!.calls.likely, 10)
    assert.deepEqual([total.money!.likely, total.calls.likely], ['10', 20])
  })

  it('has no tokens if those of a cell are unknown', () => {
    const uncounted = { ...cell('1'), inputTokens: null, outputTokens: null }
    const { columns, total } = forecast(
      [column([cell('1'), uncounted], 10, 'some'), column([cell('1')], 10, 'all')],
      pools(1),
    )
    assert.deepEqual(
      [...columns.map(({ figures }) => figures!.inputTokens?.likely), total.outputTokens],
      [undefined, 100, null],
    )
    assert.equal(total.calls.likely, 20)
  })

  it('omits free columns and takes at least the time of one row', () => {
    const free = { column: 'f', pool: 'p', cells: 10, paid: false, known: [] }
    assert.deepEqual(forecast([free], pools(5)).unknown, [])
    assert.equal(forecast([free], pools(5)).total.money!.likely, '0')
    const chain = [column([cell('0', 2_000)], 1, 'a'), column([cell('0', 3_000)], 1, 'b')]
    assert.equal(forecast(chain, pools(1_000)).total.seconds!.likely, 5)
  })

  it('takes the time of the slowest pool, by the limit that its calls reach first', () => {
    const known = Array.from({ length: 5 }, () => cell('0', 1_000, 50))
    const columns = [
      column(known, 100, 'a', 'slow'),
      column(known, 100, 'b', 'slow'),
      column(known, 100, 'c', 'fast'),
    ]
    const rate = { perSecond: 2, step: 0, isFirstEstimate: false }
    const slow = { ...slots(10), tokens: { ...rate, perSecond: 500 } }
    const forecastWith = (slow: Limits, fast: Limits) =>
      forecast(columns, new Map(Object.entries({ slow, fast })))
    const bySlots = forecastWith(slots(10), slots(50))
    assert.deepEqual([bySlots.total.seconds!.likely, bySlots.bound], [20, { pool: 'slow', by: 'slots' }])
    assert.deepEqual(
      bySlots.columns.map(({ figures }) => figures!.seconds!.likely),
      [10, 10, 2],
    )
    const byTokens = forecastWith(slow, slots(50))
    assert.deepEqual([byTokens.total.seconds!.likely, byTokens.bound], [40, { pool: 'slow', by: 'tokens' }])
    const byRequests = forecastWith(slow, { ...slots(50), requests: rate })
    assert.deepEqual(
      [byRequests.total.seconds!.likely, byRequests.bound],
      [50, { pool: 'fast', by: 'requests' }],
    )
    const oneRow = forecast([column(known, 1)], pools(10))
    assert.deepEqual([oneRow.total.seconds!.likely, oneRow.bound], [1, null])
  })
})
