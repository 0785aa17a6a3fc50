import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../refusal.ts'
import { type CellCost, forecast, moneyText, parseMoney } from './index.ts'

const cell = (price: string | null, latencyMilliseconds = 100, tokens = 10): CellCost => ({
  calls: 1,
  inputTokens: tokens,
  outputTokens: tokens,
  price,
  latencyMilliseconds,
})
const column = (known: readonly CellCost[], cells = 1_000, id = 'c') => ({
  column: id,
  cells,
  paid: true,
  known,
})

describe('money', () => {
  it('is exact', () => {
    for (const text of ['0', '0.1', '12.000000000001', '-3.5', '123456789012345678901234567890'])
      assert.equal(moneyText(parseMoney(text)), text)
    assert.equal(moneyText(parseMoney('0.1') + parseMoney('0.2')), '0.3')
    assert.equal(moneyText(parseMoney('1.5e-7')), '0.00000015')
    assert.equal(moneyText(parseMoney('1e-13')), '0')
    for (const text of ['', 'x', '1,5', 'NaN', '1e999', '0x1']) assert.throws(() => parseMoney(text), Refusal)
  })
})

describe('forecast', () => {
  it('multiplies the sample, in exact money, when all cells are alike', () => {
    const { total } = forecast([column(Array.from({ length: 5 }, () => cell('0.0001')))], 10)
    assert.deepEqual(total.money, { low: '0.1', likely: '0.1', high: '0.1' })
    assert.deepEqual(total.calls, { low: 1_000, likely: 1_000, high: 1_000 })
    assert.deepEqual(total.inputTokens.likely, 10_000)
    assert.deepEqual(total.seconds, { low: 10, likely: 10, high: 10 })
  })

  it('is wider when cells differ, and narrower with more of them', () => {
    const known = (count: number) => Array.from({ length: count }, (_, at) => cell(at % 2 === 0 ? '1' : '3'))
    const width = (count: number) => {
      const { low, likely, high } = forecast([column(known(count))], 1).total.money!
      assert.ok(Number(low) < Number(likely) && Number(likely) < Number(high))
      return Number(high) - Number(low)
    }
    assert.ok(width(40) < width(4))
    const one = forecast([column([cell('2')])], 1).total.money
    assert.deepEqual(one, { low: '1000', likely: '2000', high: '4000' })
  })

  it('does not treat unknown costs as free', () => {
    const { columns, unknown, total } = forecast(
      [column([], 10, 'new'), column([cell('1'), cell('1')], 10, 'old')],
      1,
    )
    assert.deepEqual(unknown, [{ column: 'new', what: 'everything' }])
    assert.equal(columns[0]!.figures, null)
    assert.equal(total.money!.likely, '10')
  })

  it('returns calls and tokens if only the price is unknown', () => {
    const { columns, unknown, total } = forecast(
      [column([cell(null), cell('1')], 10, 'own'), column([cell('1'), cell('1')], 10, 'old')],
      1,
    )
    assert.deepEqual(unknown, [{ column: 'own', what: 'money' }])
    assert.equal(columns[0]!.figures!.money, null)
    assert.equal(columns[0]!.figures!.calls.likely, 10)
    assert.deepEqual([total.money!.likely, total.calls.likely], ['10', 20])
  })

  it('omits free columns and takes at least the time of one row', () => {
    const free = { column: 'f', cells: 10, paid: false, known: [] }
    assert.deepEqual(forecast([free], 5).unknown, [])
    assert.equal(forecast([free], 5).total.money!.likely, '0')
    const chain = [column([cell('0', 2_000)], 1, 'a'), column([cell('0', 3_000)], 1, 'b')]
    assert.equal(forecast(chain, 1_000).total.seconds.likely, 5)
  })
})
