import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Money } from '../price/index.ts'
import { type Amounts, afterReservation, afterReturn, blockOf, coversNeed, type Need } from './budget.ts'

const cents = fc.nat(500).map((amount) => new Money(amount).div(100))
const need = fc.record({ calls: fc.constant(1), cost: cents })
/** A call that starts in one of three processes and costs some part of its reservation. */
const call = fc.record({ process: fc.nat(2), need, part: fc.nat(100), endsFirst: fc.boolean() })

test('spent and reserved amounts stay within the budget in any order of calls and processes', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 120 }), fc.nat(60), cents, (calls, maxCalls, maxCost) => {
      const limit: Amounts = { calls: maxCalls, cost: maxCost }
      let shared = limit
      const own: Amounts[] = [0, 1, 2].map(() => ({ calls: 0, cost: new Money(0) }))
      const underWay: { need: Need; part: number; process: number }[] = []
      let [started, spent] = [0, new Money(0)]
      for (const { process, need, part, endsFirst } of calls) {
        const ending = endsFirst ? underWay.pop() : undefined
        if (ending) {
          const cost = ending.need.cost.times(ending.part).div(100)
          spent = spent.plus(cost)
          own[ending.process] = afterReturn(own[ending.process]!, {
            calls: 0,
            cost: ending.need.cost.minus(cost),
          })
        }
        if (!coversNeed(own[process]!, need)) {
          const block = blockOf(shared, need)
          if (!block) continue
          shared = afterReservation(shared, block)
          own[process] = afterReturn(own[process]!, block)
        }
        own[process] = afterReservation(own[process]!, need)
        underWay.push({ need, part, process })
        started++
        const committed = underWay.reduce((sum, { need }) => sum.plus(need.cost), spent)
        assert.ok(committed.lte(maxCost), `${committed} of ${maxCost}`)
        assert.ok(started <= maxCalls)
        assert.ok(shared.calls! >= 0 && shared.cost!.gte(0))
      }
    }),
  )
})

test('everything fits without a limit', () => {
  const none: Amounts = { calls: null, cost: null }
  const expensive: Need = { calls: 1, cost: new Money('1e9') }
  assert.ok(coversNeed(afterReservation(none, expensive), expensive))
  assert.deepEqual(blockOf(none, expensive)?.calls, 0)
})

test('a budget can be used up to the cent', () => {
  const need: Need = { calls: 1, cost: new Money('0.1') }
  let left: Amounts = { calls: null, cost: new Money('0.3') }
  let own: Amounts = { calls: null, cost: new Money(0) }
  let calls = 0
  for (;;) {
    if (!coversNeed(own, need)) {
      const block = blockOf(left, need)
      if (!block) break
      left = afterReservation(left, block)
      own = afterReturn(own, block)
    }
    own = afterReservation(own, need)
    calls++
  }
  assert.equal(calls, 3)
})
